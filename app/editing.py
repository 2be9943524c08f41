"""What keys and mouse do to seams: each method is the slot of one action."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.document import OpenDocument
from app.session import Session
from widgets.paired_view import RowView


class Editing(QObject):
    """Acts on the session's document at the text view's current paragraph.

    `said` carries one sentence for the status bar where a key could not do its work.
    """

    said = Signal(str)

    def __init__(self, session: Session, view: RowView, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._view = view
        view.seamClicked.connect(self.toggle_at)
        view.seamMoved.connect(self.move_between)
        view.seamRemoveRequested.connect(self.remove_at)

    @property
    def _document(self) -> OpenDocument | None:
        return self._session.current

    def _here(self) -> tuple[OpenDocument, int] | None:
        """The document and the gap above its current paragraph; None where there is none."""
        document, gap = self._document, self._view.current
        if document is None or gap <= 0:
            self.said.emit("The first paragraph always starts a topic.")
            return None
        return document, gap

    def toggle_boundary(self) -> None:
        if here := self._here():
            document, gap = here
            document.toggle(gap)

    def toggle_at(self, gap: int) -> None:
        if self._document is not None and gap > 0:
            self._document.toggle(gap)

    def remove_at(self, gap: int) -> None:
        if self._document is not None and gap in self._document.boundaries():
            self._document.toggle(gap)

    def move_between(self, gap: int, target: int) -> None:
        document = self._document
        if document is None or gap == target:
            return
        if gap not in document.boundaries():
            # A cut without a boundary can be dragged too: the person's boundary goes there.
            if target not in document.boundaries():
                document.toggle(target)
            return
        if not document.move(gap, target):
            self.said.emit(f"There is already a boundary above ¶ {target}.")

    def move_boundary_down(self) -> None:
        self._move(1)

    def move_boundary_up(self) -> None:
        self._move(-1)

    def _move(self, step: int) -> None:
        here = self._here()
        if here is None:
            return
        document, gap = here
        if gap not in document.boundaries():
            self.said.emit("No boundary above this paragraph; Space adds one.")
        elif not document.move(gap, gap + step):
            self.said.emit("The boundary cannot move further.")

    def merge_next(self) -> None:
        self._merge(0)

    def merge_previous(self) -> None:
        self._merge(-1)

    def _merge(self, offset: int) -> None:
        if self._document is not None:
            chunk = self._document.chunk_of(self._view.current) + offset
            self.said.emit(self._document.merge(chunk))

    def pin_cut(self) -> None:
        if here := self._here():
            document, gap = here
            document.pin(gap)

    def glue_gap(self) -> None:
        if here := self._here():
            document, gap = here
            document.glue(gap)

    def accept(self) -> None:
        document, gap = self._document, self._view.current
        if document is not None:
            document.accept(gap)
            self.skip()

    def reject(self) -> None:
        document, gap = self._document, self._view.current
        if document is not None:
            document.reject(gap)
            self.skip()

    def skip(self) -> None:
        """Go to the next machine boundary nobody has decided, going round once."""
        document = self._document
        if document is None:
            return
        undecided = document.undecided()
        if not undecided:
            self.said.emit("Every boundary is decided. Ctrl+Enter marks the document done.")
            return
        here = self._view.current
        self._view.set_current(next((gap for gap in undecided if gap > here), undecided[0]))
        self.said.emit(f"{len(undecided)} boundaries undecided")

    def undo(self) -> None:
        self._session.undo_group.undo()
