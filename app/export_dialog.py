"""Save corrections as training data: format, which documents, the first lines, the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.session import Session
from engine.document import SeamlineError
from training.corrections import export, preview

FORMATS = (
    ("Chat messages (SFT)", "messages"),
    ("Prompt and completion", "prompt-completion"),
    ("Preference pairs", "preference"),
    ("Chunks", "chunks"),
)
SCOPES = (("Documents marked done", "done"), ("Done or edited documents", "edited"))
PREVIEW_LINES = 3
PREVIEW_CHARACTERS = 1500


class ExportDialog(QDialog):
    """`exported` carries (sentence, False) after the file is written."""

    exported = Signal(str, bool)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export training data")
        self.resize(640, 460)
        self._session = session
        self.format = QComboBox(self)
        for text, name in FORMATS:
            self.format.addItem(text, name)
        self.scope = QComboBox(self)
        for text, name in SCOPES:
            self.scope.addItem(text, name)
        rows = session.documents()
        if not any(row.review == "done" for row in rows):
            self.scope.setCurrentIndex(1)
        default = session.workspace.path.with_suffix(".jsonl")
        self.path = QLineEdit(session.preferences.text("export", str(default)), self)
        browse = QPushButton("Browse…", self)
        browse.clicked.connect(self._browse)
        file = QHBoxLayout()
        file.addWidget(self.path, 1)
        file.addWidget(browse)
        self.lines = QPlainTextEdit(self)
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName("First lines of the file")
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow("Format", self.format)
        form.addRow("Documents", self.scope)
        form.addRow("File", file)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.lines, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.format.currentIndexChanged.connect(self._show_preview)
        self.scope.currentIndexChanged.connect(self._show_preview)
        self._show_preview()

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Save training data", self.path.text(), "JSON Lines (*.jsonl)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jsonl")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def _arguments(self) -> dict[str, str]:
        return {"annotator": self._session.annotator, "include": self.scope.currentData()}

    def _show_preview(self) -> None:
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        try:
            lines = preview(
                self._session.workspace,
                self.format.currentData(),
                limit=PREVIEW_LINES,
                **self._arguments(),
            )
        except SeamlineError as error:
            self.lines.clear()
            self.problem.setText(str(error))
            save.setEnabled(False)
            return
        cut = [
            line if len(line) <= PREVIEW_CHARACTERS else line[:PREVIEW_CHARACTERS] + " …"
            for line in lines
        ]
        self.lines.setPlainText("\n\n".join(cut))
        self.problem.clear()
        save.setEnabled(True)

    def accept(self) -> None:
        """Write the file; a fault stays in the dialog and nothing is half written."""
        out = Path(self.path.text()).expanduser()
        try:
            report = export(
                self._session.workspace, self.format.currentData(), out, **self._arguments()
            )
        except SeamlineError as error:
            self.problem.setText(str(error))
            return
        self._session.preferences.set("export", str(out))
        super().accept()
        self.exported.emit(
            f"{report.records} records of {report.documents} documents are in {out}.", False
        )
