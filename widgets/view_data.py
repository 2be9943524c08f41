"""What the text view draws, as frozen data without Qt.

The application builds these from a `Result` and the person's edits; the widgets only
read them. A gap is named by the paragraph below it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

import numpy as np

from engine.document import Chunk, Paragraph, Scores
from engine.edits import Seam
from engine.sources import Sources

IntArray = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class TextPair:
    """The raw and the repaired text with the paragraphs that pair them.

    `removed` holds (raw_start, raw_end, reason) for what repair dropped, ascending.
    """

    repaired: str
    raw: str
    paragraphs: Sequence[Paragraph]
    sources: Sources
    removed: Sequence[tuple[int, int, str]] = ()

    def removed_in(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """The removals that overlap raw[start:end], clipped to it."""
        first = bisect_right(self.removed, start, key=lambda item: item[1])
        found = []
        for begin, stop, reason in self.removed[first:]:
            if begin >= end:
                break
            found.append((max(begin, start), min(stop, end), reason))
        return found


@dataclass(frozen=True, slots=True)
class PlanView:
    """The packed plan with its scores and the seam flags of each gap that has any.

    `limit` and `fragment` are in tokens, for the fill shown in the chunk headers.
    """

    chunks: Sequence[Chunk] = ()
    scores: Scores = field(default_factory=lambda: Scores((), (), {}))
    seams: Mapping[int, Seam] = field(default_factory=dict)
    limit: int = 4096
    fragment: int = 512

    def total(self, chunk: int) -> float | None:
        """The total score of a chunk, None where the plan carries no scores."""
        if chunk >= len(self.scores.chunks):
            return None
        return self.scores.chunks[chunk].get("total")


class ChunkIndex:
    """Lookups over the chunks of one plan, O(log chunks) each after O(chunks) set-up."""

    def __init__(self, plan: PlanView, paragraphs: Sequence[Paragraph]) -> None:
        self._paragraphs = paragraphs
        self.starts: IntArray = np.fromiter((c.start for c in plan.chunks), np.int64)
        self.headed: dict[int, int] = {}
        self.forced: dict[int, list[tuple[int, int]]] = {}
        for number, chunk in enumerate(plan.chunks):
            if chunk.first >= len(paragraphs):
                continue
            if number == 0 or chunk.start <= paragraphs[chunk.first].start:
                self.headed[chunk.first] = number
            else:
                self.forced.setdefault(chunk.first, []).append((chunk.start, number))

    def chunk_at(self, offset: int) -> int:
        """The chunk that holds a repaired offset, −1 without a plan."""
        return int(np.searchsorted(self.starts, offset, "right")) - 1

    def chunk_of(self, paragraph: int) -> int:
        """The chunk in which a paragraph begins, −1 without a plan."""
        return self.chunk_at(self._paragraphs[paragraph].start)


def token_offsets(paragraphs: Sequence[Paragraph]) -> IntArray:
    """Tokens before each paragraph and, last, of the whole text: int64 [n + 1]."""
    result = np.zeros(len(paragraphs) + 1, np.int64)
    counts = np.fromiter(map(attrgetter("tokens"), paragraphs), np.int64, len(paragraphs))
    np.cumsum(counts, out=result[1:])
    return result


def totals_around(
    offsets: IntArray, chunks: Sequence[Chunk], moved: int, target: int
) -> tuple[int, int]:
    """Tokens of the chunks above and below `target` if the seam at `moved` went there."""
    starts = sorted({chunk.first for chunk in chunks} - {moved, 0})
    last = len(offsets) - 1
    place = bisect_left(starts, target)
    above = starts[place - 1] if place else 0
    place = bisect_right(starts, target)
    below = starts[place] if place < len(starts) else last
    return int(offsets[target] - offsets[above]), int(offsets[below] - offsets[target])


def thousands(number: int) -> str:
    """An integer with narrow no-break spaces between groups of three."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
