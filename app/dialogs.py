"""Settings, the key sheet and the about box. All open without blocking the event loop."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.actions import ACTIONS
from app.session import Session, default_annotator
from engine.document import SeamlineError
from engine.settings import METHODS, PACKERS, VERSION
from engine.tokens import counter

BALANCES = (("Full chunks", 0.1), ("Balanced", 1.0), ("Whole topics", 4.0))
LIMIT_RANGE = (16, 1_000_000)


class SettingsDialog(QDialog):
    """Settings of the next run and the annotator's name; `changed` after they are kept."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Settings")
        self._session = session
        settings = session.preferences.run_settings()
        self.limit = self._spin(settings.limit, " tokens")
        self.fragment = self._spin(settings.fragment, " tokens")
        self.encoding = QLineEdit(settings.encoding, self)
        browse = QPushButton("Browse…", self)
        browse.clicked.connect(self._browse)
        encoding = QHBoxLayout()
        encoding.addWidget(self.encoding, 1)
        encoding.addWidget(browse)
        self.method = self._choice(METHODS, settings.method)
        self.model = QLineEdit(settings.embedding_model, self)
        self.model.setPlaceholderText("the installed one")
        browse_model = QPushButton("Browse…", self)
        browse_model.clicked.connect(self._browse_model)
        model = QHBoxLayout()
        model.addWidget(self.model, 1)
        model.addWidget(browse_model)
        for widget in (self.model, browse_model):
            widget.setEnabled(settings.method == "embeddings")
            self.method.currentTextChanged.connect(
                lambda method, widget=widget: widget.setEnabled(method == "embeddings")
            )
        self.packer = self._choice(PACKERS, settings.packer)
        self.balance = QComboBox(self)
        for text, value in BALANCES:
            self.balance.addItem(text, value)
        nearest = min(BALANCES, key=lambda item: abs(item[1] - settings.balance))
        self.balance.setCurrentText(nearest[0])
        self.heading_path = QCheckBox("Hand the heading path on with each chunk", self)
        self.heading_path.setChecked(settings.heading_path_in_text)
        self.annotator = QLineEdit(session.annotator, self)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        form = QFormLayout()
        form.addRow("Chunk limit", self.limit)
        form.addRow("Fragment below", self.fragment)
        form.addRow("Tokenizer", encoding)
        form.addRow("Boundaries from", self.method)
        form.addRow("Embedding model", model)
        form.addRow("Packer", self.packer)
        form.addRow("Prefer", self.balance)
        form.addRow("", self.heading_path)
        form.addRow("Annotator", self.annotator)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def _spin(self, value: int, suffix: str) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setRange(*LIMIT_RANGE)
        spin.setGroupSeparatorShown(True)
        spin.setSuffix(suffix)
        spin.setValue(value)
        return spin

    def _choice(self, names: tuple[str, ...], chosen: str) -> QComboBox:
        box = QComboBox(self)
        box.addItems(names)
        box.setCurrentText(chosen)
        return box

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Tokenizer", "", "Hugging Face tokenizer (tokenizer.json)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.encoding.setText)
        dialog.open()

    def _browse_model(self) -> None:
        dialog = QFileDialog(self, "Folder of a sentence-transformers model")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.model.setText)
        dialog.open()

    def _refuse(self, error: SeamlineError, field: QWidget) -> None:
        self.problem.setText(str(error))
        self.problem.show()
        field.setFocus()

    def accept(self) -> None:
        """Keep the settings; a tokenizer or model that cannot be used is said in the dialog."""
        encoding = self.encoding.text().strip()
        try:
            counter(encoding)
        except SeamlineError as error:
            self._refuse(error, self.encoding)
            return
        embedding_model = self.model.text().strip()
        if self.method.currentText() == "embeddings":
            # Not needed before, and loads more than the window should wait for.
            from engine.boundaries.embeddings import model_folder

            try:
                model_folder(embedding_model)
            except SeamlineError as error:
                self._refuse(error, self.model)
                return
        before = self._session.preferences.run_settings()
        after = replace(
            before,
            limit=self.limit.value(),
            fragment=min(self.fragment.value(), self.limit.value()),
            encoding=encoding,
            method=self.method.currentText(),
            packer=self.packer.currentText(),
            balance=float(self.balance.currentData()),
            heading_path_in_text=self.heading_path.isChecked(),
            embedding_model=embedding_model,
        )
        self._session.preferences.set_run_settings(after)
        self._session.set_annotator(self.annotator.text().strip() or default_annotator())
        super().accept()
        if after != before:
            self.changed.emit()


class KeySheet(QDialog):
    """Every action with its keys, with a filter."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys")
        self.resize(520, 560)
        rows = [spec for spec in ACTIONS if spec.keys and spec.menu]
        extra = [
            ("Undo", "Ctrl+Z", "Edit"),
            ("Redo", "Ctrl+Shift+Z, Ctrl+Y", "Edit"),
            ("Page up, page down, first, last", "PgUp, PgDn, Home, End", "Go"),
            ("Drag a seam", "left mouse button", "Seams"),
            ("Add a boundary", "click on a gap", "Seams"),
            ("Remove a boundary", "middle click on a seam", "Seams"),
        ]
        table = [(spec.text, ", ".join(spec.keys), spec.menu) for spec in rows] + extra
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter")
        self.filter.textChanged.connect(self._filter)
        self.table = QTableWidget(len(table), 3, self)
        self.table.setHorizontalHeaderLabels(["Action", "Keys", "Where"])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        for row, texts in enumerate(table):
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setStretchLastSection(True)
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter)
        layout.addWidget(self.table)

    def _filter(self, text: str) -> None:
        wanted = text.casefold()
        for row in range(self.table.rowCount()):
            cells = [self.table.item(row, column) for column in range(3)]
            shown = any(cell is not None and wanted in cell.text().casefold() for cell in cells)
            self.table.setRowHidden(row, not shown)


def about(parent: QWidget) -> None:
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About Seamline")
    box.setText(f"<b>Seamline {VERSION}</b>")
    box.setInformativeText(
        "See, judge and correct how parsed documents are repaired and split into chunks, and"
        " turn each correction into training data.\n\nLicence: AGPL-3.0-or-later."
    )
    box.open()
