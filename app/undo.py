"""Undo commands: a command holds the decisions before and after, never a widget."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QUndoCommand

from engine.edits import Edits

MOVE_ID = 1


class Editable(Protocol):
    """What a command changes."""

    def set_edits(self, edits: Edits, what: str, focus: int) -> None: ...


class ChangeSeams(QUndoCommand):
    """One step from `before` to `after`. `focus` is the paragraph to show afterwards."""

    def __init__(
        self, target: Editable, before: Edits, after: Edits, what: str, focus: int, back: int
    ) -> None:
        super().__init__(what)
        self._target = target
        self.before = before
        self.after = after
        self.focus = focus
        self.back = back

    def redo(self) -> None:
        self._target.set_edits(self.after, self.text(), self.focus)

    def undo(self) -> None:
        self._target.set_edits(self.before, f"Undo {self.text()}", self.back)


class MoveSeam(ChangeSeams):
    """A move that follows one of the same seam becomes one step with it, and no step at
    all once the seam is back where it was."""

    def id(self) -> int:
        return MOVE_ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, MoveSeam) or other.back != self.focus:
            return False
        self.after = other.after
        self.focus = other.focus
        self.setText(other.text())
        self.setObsolete(self.after == self.before)
        return True
