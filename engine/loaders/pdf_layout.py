"""Reading order: columns, and what stands across them."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_rows import join_rows
from engine.loaders.pdf_text import RTL

_MIN_VOTES = 4
_MIN_CHARS = 8  # a column holds lines of text; a table column holds values
_MAX_GUTTERS = 3
_MAX_STRIPS = 6  # white strips that may be gutters
_RIVAL = 0.3  # times the gaps at a strip that another has to have to be a gutter beside it
_INDENTS = 4
_MIN_PAGES = 2  # pages that have a gutter before others are expected to
_CLOSE = 0.3  # share of the gaps at a gutter that span no other one
_MIN_FULL = 5  # lines as wide as their column
_FULL = 0.15
_SAME_GUTTER = 12.0  # points
_MAX_CROSSING = 0.2  # share of the pieces of a page that may cross its gutter

_Gap = tuple[float, float, Piece, Piece]


def row_gaps(pieces: Sequence[Piece]) -> list[_Gap]:
    """Wide gaps between neighbours on one line: (left edge, right edge, the two)."""
    gaps = []
    ordered = sorted(pieces, key=lambda p: p.mid)
    for index, piece in enumerate(ordered):
        best: Piece | None = None
        for step in (-1, 1):
            other_index = index + step
            while 0 <= other_index < len(ordered):
                other = ordered[other_index]
                if abs(other.mid - piece.mid) > 0.75 * max(piece.size, other.size):
                    break
                if other.x0 >= piece.x1 and (best is None or other.x0 < best.x0):
                    best = other
                other_index += step
        if best is not None and best.x0 - piece.x1 >= max(5.0, 0.6 * piece.size):
            gaps.append((piece.x1, best.x0, piece, best))
    return gaps


def _most_crossed(gaps: Sequence[_Gap]) -> tuple[int, float]:
    """How many gaps the best vertical line lies in, and where it stands."""
    events = sorted([(g[0], 1) for g in gaps] + [(g[1], -1) for g in gaps])
    best, where, crossed = 0, 0.0, 0
    for (x, change), (following, _) in pairwise(events):
        crossed += change
        if crossed > best and following > x:
            best, where = crossed, (x + following) / 2
    return best, where


def find_gutters(pieces: Sequence[Piece]) -> list[float]:
    """Middles of the white strips between text columns, from left to right."""
    body = [p for p in pieces if not p.role]
    if len(body) < 2 * _MIN_VOTES:
        return []
    gaps = row_gaps(body)
    strips: list[tuple[float, list[_Gap]]] = []
    while len(strips) < _MAX_STRIPS and len(gaps) >= _MIN_VOTES:
        votes, x = _most_crossed(gaps)
        if votes < _MIN_VOTES:
            break
        strips.append((x, [gap for gap in gaps if gap[0] < x < gap[1]]))
        gaps = [gap for gap in gaps if not gap[0] < x < gap[1]]
    gutters: list[float] = []
    for x, voters in strips:
        left_edge = statistics.quantiles([g[0] for g in voters], n=10)[8]
        right_edge = statistics.quantiles([g[1] for g in voters], n=10)[0]
        middle = (left_edge + right_edge) / 2 if left_edge < right_edge else x
        # Beside a blank in the middle column of three stands the one behind it.
        others = [y for y, rivals in strips if y != x and len(rivals) > _RIVAL * len(voters)]
        close = [g for g in voters if not any(g[0] < y < g[1] for y in others)]
        if len(close) < max(_MIN_VOTES, _CLOSE * len(voters)):
            close = voters
        if len(gutters) < _MAX_GUTTERS and _are_columns(close, body, middle):
            gutters.append(middle)
    return sorted(gutters)


def _are_columns(voters: Sequence[_Gap], body: Sequence[Piece], x: float) -> bool:
    """Whether the two sides of a gap hold running text rather than table cells."""
    lefts = [gap[2] for gap in voters]
    rights = [gap[3] for gap in voters]
    for side in (lefts, [_behind_number(piece, body) for piece in rights]):
        if statistics.median(len(p.text) for p in side) < _MIN_CHARS:
            return False
    crossing = sum(1 for p in body if p.x0 < x - 2 and p.x1 > x + 2)
    if crossing > 3 * len(voters):
        return False
    # Lines of a column start at its margin or at one of a few indents of lists and code.
    starts = Counter(round(p.x0) for p in rights)
    common = sum(count for _, count in starts.most_common(_INDENTS))
    if common * 2 < len(rights):
        return False
    for side in (lefts, [_behind_number(piece, body) for piece in rights]):
        near = statistics.median(p.x1 - p.x0 for p in side)
        reach = max(p.x1 for p in side) - min(p.x0 for p in side)
        full = sum(1 for p in side if p.x1 - p.x0 > 0.85 * reach)
        some = full >= max(_MIN_FULL, _FULL * len(side))  # among formulas or code
        if near < 0.45 * reach and reach > 60 and not some:
            return False
    return True


def _behind_number(piece: Piece, body: Sequence[Piece]) -> Piece:
    """The text behind a line number of a listing, else the piece itself."""
    if not (len(piece.text) <= 3 and piece.text.isdecimal()):
        return piece
    beside = [
        p
        for p in body
        if 0 < p.x0 - piece.x1 < 4 * piece.size and abs(p.mid - piece.mid) < 0.5 * piece.size
    ]
    return min(beside, key=lambda p: p.x0, default=piece)


def shared_gutters(pages: Sequence[Sequence[float]]) -> list[float]:
    """Gutters that many pages have in common, given those of each page: the columns of the
    document, also of a page whose own lines are too few or too short to show them."""
    found = sorted(x for gutters in pages for x in gutters)
    groups: list[list[float]] = []
    for x in found:
        if groups and x - groups[-1][0] <= _SAME_GUTTER:
            groups[-1].append(x)
        else:
            groups.append([x])
    filled = sum(1 for gutters in pages if gutters)
    least = max(_MIN_PAGES, len(pages) / 4, filled / 2)
    return [statistics.median(group) for group in groups if len(group) >= least]


def page_gutters(
    pieces: Sequence[Piece], own: Sequence[float], shared: Sequence[float]
) -> list[float]:
    """The gutters of a page: its `own`, moved to those of the document where they are near,
    or those of the document where hardly a line crosses them."""
    if own:
        return [
            min([x, *(s for s in shared if abs(s - x) < 20)], key=lambda y: y == x) for x in own
        ]
    body = [p for p in pieces if not p.role]
    for x in shared:
        crossing = sum(1 for p in body if _crosses(p, [x]))
        left = sum(1 for p in body if p.x1 <= x + 3)
        right = sum(1 for p in body if p.x0 >= x - 3)
        if crossing > _MAX_CROSSING * len(body) or min(left, right) < _MIN_VOTES:
            return []
    return list(shared)


def reading_order(
    pieces: Sequence[Piece], gutters: Sequence[float] | None = None
) -> list[list[Piece]]:
    """Columns of visual lines in reading order; text across the columns divides them.

    `gutters` are the middles of the white strips between columns, looked for when None.
    """
    if not pieces:
        return []
    if gutters is None:
        gutters = find_gutters(pieces)
    if not gutters:
        return [join_rows(pieces)]
    across = sorted((p for p in pieces if _crosses(p, gutters)), key=lambda p: p.mid)
    across_rows = join_rows(across)
    beside = [p for p in pieces if not _crosses(p, gutters)]
    # A piece beside a crossing one on the same line is part of that line.
    rest: list[Piece] = []
    extra: list[Piece] = []
    for piece in beside:
        same = any(
            abs(row.base - piece.base) < 0.2 * row.size
            and max(row.x0 - piece.x1, piece.x0 - row.x1) < 1.5 * row.size
            for row in across_rows
        )
        (extra if same else rest).append(piece)
    if extra:
        across_rows = join_rows([*across, *extra])
    rtl = sum(bool(RTL.search(p.text)) for p in pieces) * 2 > len(pieces)
    bands: list[list[Piece]] = [[] for _ in range(len(across_rows) + 1)]
    for piece in rest:
        bands[sum(1 for row in across_rows if row.mid < piece.mid)].append(piece)
    ordered: list[list[Piece]] = []
    for number, band in enumerate(bands):
        if band:
            columns: list[list[Piece]] = [[] for _ in range(len(gutters) + 1)]
            for piece in band:
                middle = (piece.x0 + piece.x1) / 2
                columns[sum(1 for x in gutters if x < middle)].append(piece)
            if rtl:
                columns.reverse()
            ordered.extend(join_rows(column) for column in columns if column)
        if number < len(across_rows):
            row = across_rows[number]
            if ordered and not band and number:
                ordered[-1].append(row)
            else:
                ordered.append([row])
    return ordered


def _crosses(piece: Piece, gutters: Sequence[float]) -> bool:
    return any(piece.x0 < x - 3 and piece.x1 > x + 3 for x in gutters)


def join_drop_caps(pieces: list[Piece], body: float) -> list[Piece]:
    """A large initial put in front of the line it belongs to."""
    for capital in [p for p in pieces if p.size >= 1.7 * body and len(p.text) <= 2]:
        if not capital.text.strip("“\"'«").isalpha():
            continue
        beside = [
            p
            for p in pieces
            if p is not capital
            and p.size < 0.75 * capital.size
            and -3 <= p.x0 - capital.x1 < 2.0 * body
            and capital.y0 - body < p.mid < capital.y1 + 0.3 * body
        ]
        if len(beside) < 2 and not (beside and capital.size >= 2.2 * body):
            continue
        first = min(beside, key=lambda p: p.base)
        first.text = capital.text + first.text
        pieces.remove(capital)
    return pieces
