"""A quiet line above the text for what needs a person's attention; never a modal box."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget


class Banner(QFrame):
    """Shows one sentence, with one button where there is something to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._act: Callable[[], object] | None = None
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._on_button)
        close = QToolButton(self)
        close.setText("✕")
        close.setAutoRaise(True)
        close.setAccessibleName("Close this message")
        close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 4, 4)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._button)
        layout.addWidget(close)
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text()

    def say(self, text: str, label: str = "", act: Callable[[], object] | None = None) -> None:
        self._text.setText(text)
        self._act = act
        self._button.setText(label)
        self._button.setVisible(act is not None)
        self.show()

    def _on_button(self) -> None:
        self.hide()
        if self._act is not None:
            self._act()
