"""Blocks written one below the other: the repaired text, its links and its ledger."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.document import ChangeKind, Span
from engine.repair.lines import Block, Drop


class Entry(NamedTuple):
    """A ledger entry that does not know its window yet."""

    kind: ChangeKind
    raw: Span
    repaired: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A repaired text. `links` is int64 [n, 4] as in `Repaired`; `begins` has, for each
    paragraph, the raw offset of its first link and its own start in `text`."""

    text: str
    links: np.ndarray
    entries: tuple[Entry, ...]
    begins: tuple[tuple[int, int], ...]


def assemble(blocks: Sequence[Block], drops: Sequence[Drop]) -> Draft:
    """Write the blocks out, one blank line between two."""
    parts: list[str] = []
    links: list[tuple[int, int, int, int]] = []
    entries: list[Entry] = []
    begins: list[tuple[int, int]] = []
    place = 0
    for block in blocks:
        if parts:
            parts.append("\n\n")
            place += 2
        begin = place
        raw_low, raw_high = -1, -1
        for text, start, end, kind, reason in block.atoms:
            if not place and text.isspace():
                continue  # the text begins without white space
            if start < 0:
                parts.append(text)
                place += len(text)
                continue
            if raw_low < 0:
                raw_low = start
                if text:
                    begins.append((raw_low, begin))
            if end > raw_high:
                raw_high = end
            if not text:
                entries.append(Entry(kind, (start, end), (place, place), reason))
                continue
            after = place + len(text)
            links.append((start, end, place, after))
            if reason:
                entries.append(Entry(kind, (start, end), (place, after), reason))
            parts.append(text)
            place = after
        if block.reason and raw_low >= 0:
            entries.append(Entry(block.change, (raw_low, raw_high), (begin, place), block.reason))
    table = np.array(links, dtype=np.int64).reshape(-1, 4)
    entries.extend(_removed(drops, table))
    return Draft("".join(parts), table, tuple(entries), tuple(begins))


def _removed(drops: Sequence[Drop], links: np.ndarray) -> list[Entry]:
    """Entries for what does not survive, placed behind the text that precedes it in raw."""
    order = np.argsort(links[:, 0], kind="stable") if len(links) else np.zeros(0, np.int64)
    raw_starts = links[order, 0].tolist()
    repaired_ends = links[order, 3].tolist()
    result = []
    for drop in drops:
        if drop.end <= drop.start:
            continue
        at = bisect_right(raw_starts, drop.start) - 1
        place = repaired_ends[at] if at >= 0 else 0
        result.append(Entry(drop.kind, (drop.start, drop.end), (place, place), drop.reason))
    return result
