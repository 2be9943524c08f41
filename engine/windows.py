"""Windows: runs of raw text of about 2500 tokens, the unit of repair."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.document import Document, Span
from engine.tokens import Counter

Offsets = npt.NDArray[np.int64]

# How good a place is for a break; a break takes the best one in reach, then the latest.
_INSIDE_LINE, _LINE, _UNFENCED, _BLANK, _TOP = range(5)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|第[一二三四五六七八九十百\d]+[章节]|Chapter\s)")
_PIECE = 400  # characters between two places at which an over-long line may be cut
_LEAST, _MOST = 0.5, 1.25  # share of `tokens` between which a break is looked for


@dataclass(frozen=True, slots=True)
class Places:
    """Raw offsets at which a window may break, ascending, and how good each is (0–4)."""

    at: Offsets
    grade: Offsets

    def limited(self, allowed: npt.NDArray[np.bool_], begins: npt.NDArray[np.bool_]) -> Places:
        """Only the `allowed` places; those at which a paragraph `begins` are good ones."""
        grade = np.where(begins, np.maximum(self.grade, _BLANK), np.minimum(self.grade, _LINE))
        return Places(self.at[allowed], grade[allowed])


def windows(
    document: Document, counter: Counter, tokens: int = 2500, *, places: Places | None = None
) -> tuple[Span, ...]:
    """Spans that tile ``document.raw``, each of about `tokens` tokens.

    Breaks fall at line ends, best at a page, a heading or a blank line outside code and
    tables; only a line that is itself too long is divided. `places` replaces those of
    `break_places`. An empty text has no windows.
    """
    raw = document.raw
    if not raw:
        return ()
    found = break_places(document) if places is None else places
    costs = counter.offsets(raw)
    return _tile(len(raw), found, np.asarray(costs[found.at], np.int64), int(costs[-1]), tokens)


def _tile(length: int, found: Places, costs: Offsets, total: int, tokens: int) -> tuple[Span, ...]:
    spans: list[Span] = []
    places, grades = found.at, found.grade
    start, spent = 0, 0
    while total - spent > _MOST * tokens:
        low, high = np.searchsorted(costs, (spent + _LEAST * tokens, spent + _MOST * tokens))
        low = max(low, int(np.searchsorted(places, start, side="right")))
        if low >= high:
            # Nothing in reach: the nearest place beyond it, else one that comes too early.
            high = low + 1
            if low >= len(places):
                break
        reach = grades[low:high]
        near = costs[low:high] <= spent + tokens
        score = reach * 2 + near
        best = int(low + len(score) - 1 - np.argmax(score[::-1]))
        spans.append((start, int(places[best])))
        start, spent = int(places[best]), int(costs[best])
    spans.append((start, length))
    return tuple(spans)


def break_places(document: Document) -> Places:
    """Where a window of this document may break."""
    places: list[int] = []
    grades: list[int] = []
    pages = set(document.pages)
    offset, blank, fenced, table = 0, True, False, False
    raw = document.raw
    fences = "```" in raw or "~~~" in raw
    for line in raw.split("\n"):
        row = line[:1] == "|"
        empty = not line or line.isspace()
        if fenced:
            grade = _LINE
        elif offset in pages or (blank and not empty and _HEADING.match(line)):
            grade = _TOP
        elif blank and not empty:
            grade = _BLANK
        else:
            grade = _LINE if row and table else _UNFENCED
        places.append(offset)
        grades.append(grade)
        if len(line) > 2 * _PIECE:
            inner = _inside(line, offset)
            places.extend(inner)
            grades.extend([_INSIDE_LINE] * len(inner))
        if fences and _FENCE.match(line):
            fenced = not fenced
        blank, table = empty, row
        offset += len(line) + 1
    at, grade_of = np.array(places, np.int64), np.array(grades, np.int64)
    within = (at > 0) & (at < len(raw))
    return Places(at[within], grade_of[within])


def _inside(line: str, offset: int) -> list[int]:
    """Places to cut a long line: after a sentence or a space, else between two characters
    that do not belong together."""
    found: list[int] = []
    start = 0
    while len(line) - start > 2 * _PIECE:
        piece = line[start + _PIECE // 2 : start + _PIECE]
        at = max(piece.rfind(". "), piece.rfind("。"), piece.rfind("! "), piece.rfind("? "))
        at = at if at >= 0 else piece.rfind(" ")
        cut = start + _PIECE // 2 + at + 1 if at >= 0 else start + _PIECE
        while cut < len(line) and (unicodedata.combining(line[cut]) or line[cut] in "\u200d\ufe0f"):
            cut += 1
        while at < 0 and cut > start + 1 and line[cut - 1] in "\u200d⟦F":
            cut -= 1
        found.append(offset + cut)
        start = cut
    return found
