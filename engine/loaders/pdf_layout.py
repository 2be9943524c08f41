"""Reading order: columns, what stands across them, and where a paragraph ends."""

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
_INDENTS = 4


def _row_gaps(pieces: Sequence[Piece]) -> list[tuple[float, float, Piece, Piece]]:
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


def _most_crossed(gaps: Sequence[tuple[float, float, Piece, Piece]]) -> tuple[int, float]:
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
    gaps = _row_gaps(body)
    gutters: list[float] = []
    while len(gutters) < _MAX_GUTTERS and len(gaps) >= _MIN_VOTES:
        votes, x = _most_crossed(gaps)
        voters = [gap for gap in gaps if gap[0] < x < gap[1]]
        if votes < _MIN_VOTES:
            break
        gaps = [gap for gap in gaps if not gap[0] < x < gap[1]]
        left_edge = statistics.quantiles([g[0] for g in voters], n=10)[8]
        right_edge = statistics.quantiles([g[1] for g in voters], n=10)[0]
        middle = (left_edge + right_edge) / 2 if left_edge < right_edge else x
        if _are_columns(voters, body, middle):
            gutters.append(middle)
    return sorted(gutters)


def _are_columns(
    voters: Sequence[tuple[float, float, Piece, Piece]], body: Sequence[Piece], x: float
) -> bool:
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
        if near < 0.45 * reach and reach > 60:
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


def reading_order(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Columns of visual lines in reading order; text across the columns divides them."""
    if not pieces:
        return []
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


def mark_gaps(lines: Sequence[Piece]) -> None:
    """Set `gap` on each line that begins a paragraph: after a wider distance, with an
    indentation, or after a short last line of justified text."""
    if not lines:
        return
    pitches = [
        after.base - before.base
        for before, after in pairwise(lines)
        if abs(after.size - before.size) < 0.6 and 0 < after.base - before.base < 3 * after.size
    ]
    usual = statistics.median(pitches) if pitches else 1.2 * lines[0].size
    tight = statistics.median_low([p for p in pitches if p <= 1.15 * usual] or [usual])
    left = statistics.median_low([line.x0 for line in lines])
    right = max(line.x1 for line in lines)
    full = sum(1 for line in lines if right - line.x1 < line.size)
    justified = full * 2 > len(lines) and len(lines) > 5
    lines[0].gap = True
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        step = line.base - before.base
        size = max(line.size, before.size)
        allowed = tight * max(1.0, size / max(1.0, statistics.median([p.size for p in lines])))
        wide = step > 1.3 * allowed or step < 0
        resized = abs(line.size - before.size) > 0.12 * size and len(line.text) > 2
        restyled = line.bold != before.bold and line.mono == before.mono
        indent = line.x0 - before.x0
        indented = (
            0.8 * line.size < indent < 6 * line.size
            and abs(before.x0 - left) < 2
            and (index + 1 == len(lines) or lines[index + 1].x0 < line.x0 - 0.5 * line.size)
        )
        short = (
            justified
            and right - before.x1 > 4 * before.size
            and before.text[-1:] in ".!?。！？:："
            and abs(line.x0 - left) < 2
        )
        line.gap = wide or resized or (restyled and step > 1.05 * tight) or indented or short
