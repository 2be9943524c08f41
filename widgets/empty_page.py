"""What stands in the middle while no document is there: where to begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyPage(QWidget):
    """`openRequested`, `demoRequested`, and `recentRequested` with a path."""

    openRequested = Signal()
    demoRequested = Signal()
    recentRequested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel("Drop documents here", self)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.8)
        title.setFont(font)
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        text = QLabel(
            "PDF, HTML, Markdown or plain text. Seamline repairs the text, splits it into chunks"
            " of whole topics, and shows where each cut falls.",
            self,
        )
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        open_button = QPushButton("Open files…", self)
        open_button.setDefault(True)
        open_button.clicked.connect(self.openRequested)
        demo_button = QPushButton("Try the demo documents", self)
        demo_button.clicked.connect(self.demoRequested)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(open_button)
        buttons.addWidget(demo_button)
        buttons.addStretch(1)
        self._recent = QVBoxLayout()
        layout = QVBoxLayout(self)
        side = 8 * self.fontMetrics().averageCharWidth() + 24
        layout.setContentsMargins(side, 24, side, 24)
        layout.addStretch(2)
        layout.addWidget(title)
        layout.addWidget(text)
        layout.addSpacing(14)
        layout.addLayout(buttons)
        layout.addSpacing(18)
        layout.addLayout(self._recent)
        layout.addStretch(3)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Offer up to three files opened before; missing ones are greyed."""
        while item := self._recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for path in paths[:3]:
            button = QPushButton(path.name, self)
            button.setFlat(True)
            button.setToolTip(str(path))
            button.setEnabled(path.exists())
            button.setProperty("path", str(path))
            button.clicked.connect(self._on_recent)
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def _on_recent(self) -> None:
        self.recentRequested.emit(Path(self.sender().property("path")))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.palette().color(QPalette.ColorRole.Mid), 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(self.rect().adjusted(24, 24, -24, -24), 12, 12)
