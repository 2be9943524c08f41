"""The status bar: where one is, the plan in figures, tokenizer and engine."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QWidget

from app.document import OpenDocument
from widgets.view_data import thousands

MESSAGE_MS = 6000


class StatusBar(QStatusBar):
    """Permanent figures at the right, short sentences at the left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(0, 0, 8, 0)
        self.progress = QProgressBar(self)
        self.progress.setMaximumWidth(180)
        self.progress.setTextVisible(True)
        self.progress.hide()
        self.where = QLabel(self)
        self.plan = QLabel(self)
        self.engine = QLabel(self)
        self.engine.setToolTip("Tokenizer that counts, engine that repairs, method of boundaries")
        self.addPermanentWidget(self.progress)
        for label in (self.where, self.plan, self.engine):
            self.addPermanentWidget(label)

    def show_document(self, document: OpenDocument | None, paragraph: int) -> None:
        if document is None:
            for label in (self.where, self.plan, self.engine):
                label.clear()
            return
        settings = document.settings
        chunk = document.chunk_of(paragraph) + 1
        self.where.setText(
            f"¶ {thousands(paragraph)}/{thousands(len(document.paragraphs) - 1)}"
            f" · chunk {chunk}/{len(document.chunks)}"
        )
        decisions = list(document.edits.decisions.values())
        figures = document.scores.document
        longest = thousands(int(figures["longest"]))
        self.plan.setText(
            f"{len(document.boundaries())} boundaries"
            f" (+{decisions.count('added')} −{decisions.count('removed')})"
            f" · utilisation {figures['utilisation']:.0%}"
            f" · fragments {figures['fragments']:.0f}"
            f" · longest {longest}/{thousands(settings.limit)}"
            f" · score {figures['total']:.2f}"
        )
        self.engine.setText(
            f"{document.planner.counter.name} · {settings.engine} · {settings.method}"
        )

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Progress of the running job; `total` 0 means that its end is not known."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setFormat(text)
        self.progress.setToolTip(f"{text} (Shift+Esc stops)")
        self.progress.show()

    def say(self, text: str) -> None:
        if text:
            self.showMessage(text, MESSAGE_MS)
        else:
            self.clearMessage()
