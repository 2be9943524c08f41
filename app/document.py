"""One open document: machine boundaries, the person's edits over them, the live plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from app.undo import ChangeSeams, MoveSeam
from engine.document import Chunk, Paragraph, Result, Scores
from engine.edits import Decision, Edits, Seam, seams
from engine.settings import RunSettings
from widgets.row_heights import Rows
from widgets.view_data import TextPair

if TYPE_CHECKING:
    # The engine's stages load in the thread that opens a document, not before the window.
    from engine.replan import Planner

UNDO_LIMIT = 500


def text_pair(planner: Planner) -> TextPair:
    """Raw and repaired text as the text view draws them."""
    result = planner.result
    removed = sorted(
        (*change.raw, change.reason)
        for change in result.repaired.ledger
        if change.kind == "removed"
    )
    return TextPair(
        repaired=result.repaired.text,
        raw=result.document.raw,
        paragraphs=result.split.paragraphs,
        sources=planner.sources,
        removed=removed,
    )


class OpenDocument(QObject):
    """Edits, plan and undo history of one document; `rows` are its rows in the text view.

    `edited` is emitted after each re-pack with the paragraph to show. `save` puts edits on
    disk before it returns and says whether it could.
    """

    edited = Signal(object)

    def __init__(
        self,
        key: int,
        planner: Planner,
        rows: Rows,
        edits: Edits,
        save: Callable[[int, Edits, str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.key = key
        self.planner = planner
        self.rows = rows
        self.edits = edits
        self._save = save
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.chunks: tuple[Chunk, ...] = ()
        self.scores: Scores = planner.result.scores
        self.seams: dict[int, Seam] = {}
        self.shown_chunk = -1
        self._machine = planner.result.split.boundaries.positions
        self._starts = np.zeros(0, np.int64)
        self._replan()

    @property
    def result(self) -> Result:
        return self.planner.result

    @property
    def settings(self) -> RunSettings:
        """The settings of the run shown, not those of the next one."""
        return self.planner.settings

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return self.planner.result.split.paragraphs

    @property
    def machine(self) -> tuple[int, ...]:
        """The machine's boundaries, untouched by edits."""
        return self._machine

    def boundaries(self) -> tuple[int, ...]:
        return self.edits.boundaries(self._machine)

    def chunk_of(self, paragraph: int) -> int:
        """Number of the first chunk that holds `paragraph` (−1 where there is none)."""
        if not self.chunks:
            return -1
        at = int(np.searchsorted(self._starts, paragraph, side="right")) - 1
        while at > 0 and self.chunks[at - 1].last >= paragraph:
            at -= 1
        return at

    def undecided(self) -> list[int]:
        """Machine boundaries nobody has accepted or rejected yet."""
        return [gap for gap in self._machine if gap not in self.edits.decisions]

    # Editing: each step is one undo command.

    def toggle(self, gap: int) -> None:
        verb = "Remove" if gap in self.boundaries() else "Add"
        self._push(self.edits.toggle(gap, self._machine), f"{verb} boundary above ¶ {gap}", gap)

    def move(self, gap: int, target: int) -> bool:
        """Move the boundary at `gap` to `target`; False where that is not possible."""
        if not 0 < target < len(self.paragraphs):
            return False
        after = self.edits.move(gap, target, self._machine)
        if after == self.edits:
            return False
        what = f"Move boundary to ¶ {target}"
        self.undo_stack.push(MoveSeam(self, self.edits, after, what, target, gap))
        return True

    def accept(self, gap: int) -> None:
        if gap in self._machine:
            self._push(self.edits.decide(gap, "accepted"), f"Accept boundary ¶ {gap}", gap)

    def reject(self, gap: int) -> None:
        if gap in self.boundaries():
            decision: Decision | None = "removed" if gap in self._machine else None
            edits = replace(self.edits.decide(gap, decision), pins=self.edits.pins - {gap})
            self._push(edits, f"Reject boundary ¶ {gap}", gap)

    def pin(self, gap: int) -> None:
        verb = "Unpin" if gap in self.edits.pins else "Pin"
        self._push(self.edits.pin(gap, self._machine), f"{verb} cut above ¶ {gap}", gap)

    def glue(self, gap: int) -> None:
        verb = "Unglue" if gap in self.edits.glue else "Glue"
        self._push(self.edits.glued(gap, self._machine), f"{verb} ¶ {gap - 1} and {gap}", gap)

    def merge(self, chunk: int) -> str:
        """Merge `chunk` with the next; the sentence why not where the limit forbids it."""
        if not 0 <= chunk < len(self.chunks) - 1:
            return "There is no chunk to merge with."
        here, there = self.chunks[chunk], self.chunks[chunk + 1]
        total = here.tokens + there.tokens
        if here.last == there.first or total > self.settings.limit:
            return (
                f"Chunks {chunk + 1} and {chunk + 2} hold {total:,} tokens together;"
                f" the limit is {self.settings.limit:,}."
            )
        gap = there.first
        edits = self.edits if gap not in self.edits.glue else self.edits.glued(gap, self._machine)
        what = f"Merge chunks {chunk + 1} and {chunk + 2}"
        self._push(edits.glued(gap, self._machine), what, gap)
        return ""

    def _push(self, after: Edits, what: str, focus: int) -> None:
        if after != self.edits:
            self.undo_stack.push(ChangeSeams(self, self.edits, after, what, focus, focus))

    def set_edits(self, edits: Edits, what: str, focus: int) -> None:
        """Called by undo commands: plan again, save, then tell the window."""
        self.edits = edits
        self._replan()
        self._save(self.key, edits, what)
        self.edited.emit(focus)

    def _replan(self) -> None:
        planned = self.planner.plan(self.edits)
        self.chunks, self.scores = planned.chunks, planned.scores
        self.seams = seams(self._machine, self.edits, self.chunks)
        self._starts = np.array([chunk.first for chunk in self.chunks], np.int64)
