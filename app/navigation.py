"""Moving through the text: each method is the slot of one action."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.document import OpenDocument
from app.session import Session
from widgets.paired_view import RowView

LOW_SCORE = 0.6


class Navigation(QObject):
    """Moves the text view's current paragraph. `said` carries one sentence."""

    said = Signal(str)

    def __init__(self, session: Session, view: RowView, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._view = view

    @property
    def _document(self) -> OpenDocument | None:
        return self._session.current

    def show(self, paragraph: int) -> None:
        if self._document is not None:
            last = len(self._document.paragraphs) - 1
            self._view.set_current(max(0, min(paragraph, last)))

    def next_paragraph(self) -> None:
        self.show(self._view.current + 1)

    def previous_paragraph(self) -> None:
        self.show(self._view.current - 1)

    def _step(self, stops: Sequence[int], forward: bool, nothing: str) -> None:
        here = self._view.current
        ahead = [s for s in stops if s > here] if forward else [s for s in stops if s < here]
        if ahead:
            self._view.set_current(ahead[0] if forward else ahead[-1])
        else:
            self.said.emit(nothing)

    def _seams(self) -> list[int]:
        return sorted(self._document.seams) if self._document else []

    def next_seam(self) -> None:
        self._step(self._seams(), True, "No boundary or cut further down.")

    def previous_seam(self) -> None:
        self._step(self._seams(), False, "No boundary or cut further up.")

    def show_chunk(self, chunk: int) -> None:
        if self._document is not None and 0 <= chunk < len(self._document.chunks):
            self._view.set_current(self._document.chunks[chunk].first)

    def _chunk_starts(self) -> list[int]:
        return [chunk.first for chunk in self._document.chunks] if self._document else []

    def next_chunk(self) -> None:
        self._step(self._chunk_starts(), True, "This is the last chunk.")

    def previous_chunk(self) -> None:
        self._step(self._chunk_starts(), False, "This is the first chunk.")

    def _low(self) -> list[int]:
        document = self._document
        if document is None:
            return []
        scored = zip(document.chunks, document.scores.chunks, strict=True)
        return [chunk.first for chunk, score in scored if score["total"] < LOW_SCORE]

    def next_low(self) -> None:
        self._step(self._low(), True, f"No chunk under {LOW_SCORE} further down.")

    def previous_low(self) -> None:
        self._step(self._low(), False, f"No chunk under {LOW_SCORE} further up.")

    def centre(self) -> None:
        self._view.centre_current()

    def unfold(self) -> None:
        self._view.toggle_fold(self._view.current, True)

    def fold(self) -> None:
        self._view.toggle_fold(self._view.current, False)
