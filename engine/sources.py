"""Which raw lines each paragraph of the repaired text came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph, Repaired, Span

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sources:
    """Runs of whole raw lines in raw order, each belonging to one paragraph.

    Run r is ``raw[starts[r]:starts[r + 1]]`` (the last ends with the text) and belongs to
    paragraph ``owners[r]``; `order` sorts the runs by owner, `firsts` says where each
    owner's begin in it.
    """

    starts: Offsets
    owners: Offsets
    order: Offsets
    firsts: Offsets
    length: int

    def of(self, paragraph: int) -> tuple[Span, ...]:
        """Raw spans of one paragraph, in raw order. Over all paragraphs they tile raw."""
        runs = self.order[self.firsts[paragraph] : self.firsts[paragraph + 1]].tolist()
        starts, last = self.starts, len(self.starts) - 1
        return tuple(
            (int(starts[run]), int(starts[run + 1]) if run < last else self.length) for run in runs
        )

    def paragraph_at(self, raw_offset: int) -> int:
        """The paragraph that the raw line at `raw_offset` belongs to; −1 without any."""
        if not len(self.starts):
            return -1
        at = int(np.searchsorted(self.starts, raw_offset, side="right")) - 1
        return int(self.owners[max(at, 0)])


def paragraph_sources(repaired: Repaired, paragraphs: Sequence[Paragraph]) -> Sources:
    """Give every raw line to the paragraph its first link leads to; a line without a link
    belongs to the paragraph it follows, one before all text to the first."""
    raw = repaired.document.raw
    count = len(paragraphs)
    empty = np.zeros(0, np.int64)
    if not count:
        return Sources(empty, empty, empty, np.zeros(1, np.int64), len(raw))
    lines = _line_starts(raw)
    owners = _owners(repaired.links, paragraphs, lines)
    heads = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1])))
    starts, owners = lines[heads], owners[heads]
    order = np.argsort(owners, kind="stable")
    firsts = np.searchsorted(owners[order], np.arange(count + 1))
    return Sources(starts, owners, order, firsts, len(raw))


def _line_starts(raw: str) -> Offsets:
    codes = np.frombuffer(raw.encode("utf-32-le", "surrogatepass"), np.uint32)
    starts = np.concatenate(([0], np.flatnonzero(codes == 10) + 1)).astype(np.int64)
    return starts[starts < max(1, len(raw))]


def _owners(links: Offsets, paragraphs: Sequence[Paragraph], lines: Offsets) -> Offsets:
    """The paragraph of each raw line."""
    begins = np.array([p.start for p in paragraphs], np.int64)
    by_raw = links[np.argsort(links[:, 0], kind="stable")]
    owner = np.maximum(np.searchsorted(begins, by_raw[:, 2], side="right") - 1, 0)
    line = np.searchsorted(lines, by_raw[:, 0], side="right") - 1
    known, first = np.unique(line, return_index=True)
    result = np.full(len(lines), -1, np.int64)
    result[known] = owner[first]
    if not len(known):
        return np.zeros(len(lines), np.int64)
    # Lines without a link take the owner of the last line above that has one.
    last = np.maximum.accumulate(np.where(result >= 0, np.arange(len(lines)), -1))
    return np.asarray(np.where(last < 0, owner[first[0]], result[np.maximum(last, 0)]), np.int64)
