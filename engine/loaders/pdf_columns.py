"""Columns of a few lines, which too few neighbours vouch for to see a gutter down the page.

A table and two short columns look alike in their boxes. What tells them apart is the text: the
lines of a column run on from one to the next, those of a table do not.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_rows import join_rows
from engine.loaders.pdf_text import CJK, RTL

_SAME_START = 2.5  # points
_MIN_VOTES = 2  # lines beside each other
_MIN_LINES = 4
_MIN_WORDS = 3
_MIN_CJK = 6
_MAX_MATH = 0.2  # share of mathematical type in prose
_LEADING = 2.2  # font sizes from line to line; a wider step ends a block
_TITLE = 1.6  # font sizes above a title
_STOPS = ".!?:;。！？：；…"


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a page in two columns: between `top` and `bottom`, parted at `x`, where the
    right one starts at `start`; points."""

    top: float
    bottom: float
    x: float
    start: float


Gap = tuple[float, float, Piece, Piece]


def find_bands(
    pieces: Sequence[Piece], gaps: Sequence[Gap], known: Sequence[float] = ()
) -> list[Band]:
    """Short columns beside each other, from top to bottom. `gaps` are the wide gaps between
    neighbours on one line; `known` is where the columns of other pages start, which one line
    beside another is enough for."""
    if not gaps or 2 * sum(bool(RTL.search(p.text)) for p in pieces) > len(pieces):
        return []
    bands: list[Band] = []
    for voters in _by_start(gaps):
        left, right = max(g[0] for g in voters), min(g[1] for g in voters)
        expected = any(abs(right - start) < _SAME_START for start in known)
        if right - left < 5.0 or len(voters) < (1 if expected else _MIN_VOTES):
            continue
        band = _grown(pieces, voters, (left + right) / 2, right)
        if any(band.top < other.bottom and other.top < band.bottom for other in bands):
            continue
        if _is_running_text(pieces, band, expected):
            bands.append(band)
    return sorted(bands, key=lambda band: band.top)


def column_starts(pieces: Sequence[Piece], gutters: Sequence[float]) -> list[float]:
    """Where the lines of each column behind one of the `gutters` of a page start, in points."""
    starts = []
    for x in gutters:
        behind = Counter(round(p.x0) for p in pieces if not p.role and 0 <= p.x0 - x < 40)
        if behind:
            starts.append(float(behind.most_common(1)[0][0]))
    return starts


def in_bands(pieces: Sequence[Piece], bands: Sequence[Band]) -> list[list[Piece]]:
    """Columns of visual lines in reading order, given the `bands` in two columns."""
    ordered: list[list[Piece]] = []
    rest = list(pieces)
    for band in bands:
        inside = [p for p in rest if band.top <= p.mid <= band.bottom]
        above = [p for p in rest if p.mid < band.top]
        rest = [p for p in rest if p.mid > band.bottom]
        left = [p for p in inside if p.x0 < band.x]
        right = [p for p in inside if p.x0 >= band.x]
        if above:
            ordered += _with_title(join_rows(above))
        ordered += [join_rows(left), join_rows(right)]
    if rest:
        ordered.append(join_rows(rest))
    return ordered


def _with_title(lines: list[Piece]) -> list[list[Piece]]:
    """The lines above columns, the last apart where it stands alone, as their title does."""
    if len(lines) > 1 and lines[-1].base - lines[-2].base > _TITLE * lines[-1].size:
        return [lines[:-1], lines[-1:]]
    return [lines]


def _by_start(gaps: Sequence[Gap]) -> list[list[Gap]]:
    """Gaps whose right neighbours start at one place, the largest group first."""
    groups: list[list[Gap]] = []
    for gap in sorted(gaps, key=lambda g: g[1]):
        if groups and gap[1] - groups[-1][0][1] < _SAME_START:
            groups[-1].append(gap)
        else:
            groups.append([gap])
    return sorted(groups, key=len, reverse=True)


def _grown(pieces: Sequence[Piece], voters: Sequence[Gap], x: float, start: float) -> Band:
    """The band around `voters`: up and down to a line across `x` or a wide step."""
    top = min(min(g[2].y0, g[3].y0) for g in voters)
    bottom = max(max(g[2].y1, g[3].y1) for g in voters)
    for piece in sorted((p for p in pieces if p.mid > bottom), key=lambda p: p.mid):
        if piece.x0 < x < piece.x1 or piece.y1 - bottom > _LEADING * piece.size or piece.role:
            break
        bottom = max(bottom, piece.y1)
    for piece in sorted((p for p in pieces if p.mid < top), key=lambda p: -p.mid):
        if piece.x0 < x < piece.x1 or top - piece.y0 > _LEADING * piece.size or piece.role:
            break
        top = min(top, piece.y0)
    return Band(top, bottom, x, start)


def _is_running_text(pieces: Sequence[Piece], band: Band, expected: bool) -> bool:
    """Whether the lines of both columns run on, rather than being cells of rows."""
    inside = [p for p in pieces if band.top <= p.mid <= band.bottom]
    if any(p.x0 < band.x < p.x1 or p.role or p.mono for p in inside):
        return False
    sides = [
        join_rows([p for p in inside if p.x0 < band.x]),
        join_rows([p for p in inside if p.x0 >= band.x]),
    ]
    if len(inside) < (2 if expected else _MIN_LINES) or not all(map(_is_prose, sides)):
        return False
    runs = [_runs_on(side) for side in sides]
    if expected:
        return any(runs)
    # Reading across, a column of one or two sentences has nothing to run on with.
    whole = all(line.text[-1] in _STOPS for line in sides[1][1:])
    return runs[0] > 0 and (runs[1] > 0 or whole)


def _is_prose(lines: Sequence[Piece]) -> bool:
    """Whether lines hold words enough to be a column of text."""
    if sum(len(CJK.findall(line.text)) for line in lines) * 2 > sum(len(p.text) for p in lines):
        return statistics.median(len(line.text) for line in lines) >= _MIN_CJK
    if statistics.fmean(line.math for line in lines) > _MAX_MATH:
        return False
    words = [len([w for w in line.text.split() if w[0].isalpha()]) for line in lines]
    return statistics.median(words) >= _MIN_WORDS


def _runs_on(lines: Sequence[Piece]) -> int:
    """How many lines run on in the next, whose first word had no room in them."""
    edge = max(line.x1 for line in lines)
    count = 0
    for before, after in pairwise(lines):
        last, first = before.text[-1], after.text[0]
        if last in _STOPS or after.base - before.base > _LEADING * before.size:
            continue
        if CJK.match(last) and CJK.match(first):
            count += edge - before.x1 < 1.5 * before.size
        elif edge - before.x1 < _width(after) + before.size:
            count += (first.islower() or last == ",") and len(before.text.split()) > 1
    return count


def _width(line: Piece) -> float:
    """About how wide the first word of a line is, in points."""
    return len(line.text.split(maxsplit=1)[0]) * line.pitch
