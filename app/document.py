"""One open document: machine boundaries, the person's edits over them, the live plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from app.undo import ChangeSeams, MoveSeam
from engine.boundaries.headings import heading_paths
from engine.document import Chunk, Paragraph, Result, Scores
from engine.edits import Decision, Edits, Seam, seams
from engine.packing import Packer
from engine.rewards import Scorer
from engine.settings import RunSettings
from engine.sources import Sources, paragraph_sources
from engine.tokens import Counter, counter

UNDO_LIMIT = 500


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that does not depend on edits, made off the GUI thread."""

    result: Result
    settings: RunSettings
    counter: Counter
    sources: Sources
    packer: Packer
    scorer: Scorer
    removed: tuple[tuple[int, int, str], ...]


def prepare(result: Result) -> Prepared:
    """Build the live parts of one run."""
    known = RunSettings().to_dict()
    settings = RunSettings(**{k: v for k, v in result.settings.items() if k in known})
    tokens = counter(settings.encoding)
    paragraphs = result.split.paragraphs
    text = result.repaired.text
    sources = paragraph_sources(result.repaired, paragraphs)
    packer = Packer(
        text,
        paragraphs,
        tokens,
        limit=settings.limit,
        fragment=settings.fragment,
        packer=settings.packer,
        balance=settings.balance,
        heading_paths=heading_paths(text, paragraphs),
        heading_path_in_text=settings.heading_path_in_text,
    )
    scorer = Scorer(
        result.repaired,
        paragraphs,
        sources,
        tokens,
        limit=settings.limit,
        fragment=settings.fragment,
    )
    removed = tuple(
        sorted(
            (c.raw[0], c.raw[1], c.reason) for c in result.repaired.ledger if c.kind == "removed"
        )
    )
    return Prepared(result, settings, tokens, sources, packer, scorer, removed)


class OpenDocument(QObject):
    """Edits, plan and undo history of one document.

    `edited` is emitted after each re-pack with the paragraph to show. `save` puts edits on
    disk before it returns and says whether it could.
    """

    edited = Signal(object)

    def __init__(
        self,
        key: int,
        prepared: Prepared,
        edits: Edits,
        save: Callable[[int, Edits, str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.key = key
        self.prepared = prepared
        self.edits = edits
        self._save = save
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.chunks: tuple[Chunk, ...] = ()
        self.scores: Scores = prepared.result.scores
        self.seams: dict[int, Seam] = {}
        self.shown_chunk = -1
        count = len(self.paragraphs)
        strengths = prepared.result.split.boundaries.strengths
        self._strengths = np.asarray(strengths, float) if strengths else np.zeros(count)
        self._machine = prepared.result.split.boundaries.positions
        self._starts = np.zeros(0, np.int64)
        self._replan()

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return self.prepared.result.split.paragraphs

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
        if here.last == there.first or total > self.prepared.settings.limit:
            return (
                f"Chunks {chunk + 1} and {chunk + 2} hold {total:,} tokens together;"
                f" the limit is {self.prepared.settings.limit:,}."
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
        edits = self.edits
        boundaries = self.boundaries()
        strengths = self._strengths
        dropped = [gap for gap, decision in edits.decisions.items() if decision == "removed"]
        if dropped:
            strengths = strengths.copy()
            strengths[dropped] = 0.0
        self.chunks = self.prepared.packer.plan(
            boundaries, strengths.tolist(), edits.pins, edits.glue
        )
        self.scores = self.prepared.scorer.score(self.chunks, boundaries)
        self.seams = seams(self._machine, edits, self.chunks)
        self._starts = np.array([chunk.first for chunk in self.chunks], np.int64)
