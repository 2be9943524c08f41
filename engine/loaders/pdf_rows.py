"""Pieces of text on one baseline joined to visual lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.loaders.pdf_lines import Piece, union
from engine.loaders.pdf_text import RTL, join_texts

_INDEX = 4  # characters
_PRIVATE = re.compile("[\ue000-\uf8ff]")  # a bullet of a symbol font


def _same_row(row: Sequence[Piece], piece: Piece) -> bool:
    """Whether `piece` stands on the visual line of `row`. A table is a line of its own."""
    if piece.role == "table" or row[0].role == "table":
        return False
    main = max(row, key=lambda p: len(p.text) * p.size)
    if abs(main.base - piece.base) <= 0.2 * max(main.size, piece.size):
        return True
    top, bottom = max(main.y0, piece.y0), min(main.y1, piece.y1)
    smaller = min(main.y1 - main.y0, piece.y1 - piece.y0)
    small = piece.size < 0.85 * main.size or main.size < 0.85 * piece.size
    return bottom - top > (0.55 if small else 0.72) * smaller


def join_rows(pieces: Sequence[Piece]) -> list[Piece]:
    """Visual lines from top to bottom: pieces on one baseline joined from left to right,
    or from right to left where most of them are right-to-left text."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: (p.base, p.x0)):
        for row in reversed(rows[-4:]):
            if _same_row(row, piece) and not _collides(row, piece):
                row.append(piece)
                break
        else:
            rows.append([piece])
    rows.sort(key=lambda row: max(row, key=lambda p: len(p.text) * p.size).base)
    return [_join(row) for row in rows]


def _collides(row: Sequence[Piece], piece: Piece) -> bool:
    """Whether `piece` lies over text of the row rather than beside it."""
    main = max(row, key=lambda p: len(p.text) * p.size)
    for other in row:
        overlap = min(other.x1, piece.x1) - max(other.x0, piece.x0)
        if other.size < 0.85 * main.size and piece.size < 0.85 * main.size:
            continue  # a subscript under a superscript
        if _is_script(piece, main):
            continue
        if overlap > 0.5 * min(other.x1 - other.x0, piece.x1 - piece.x0) and overlap > 2:
            return True
    return False


def _is_script(piece: Piece, line: Piece) -> bool:
    """Whether a small piece is an index to a sign of `line`, which may hold the exponent."""
    small = piece.size < 0.85 * line.size and len(piece.text) <= _INDEX
    return small and abs(piece.base - line.base) < 0.5 * line.size


def _is_loose(piece: Piece, line: Piece, reach: float) -> bool:
    """Whether a small piece belongs somewhere within the text before it, which ends at
    `reach`, or is as deep as the lower half of a fraction: glued on, it would be an index."""
    # TeX lowers a denominator by 0.345 em, an index by 0.25 em (The TeXbook, appendix G).
    deep = piece.base - line.base > 0.3 * line.size
    return _is_script(piece, line) and (deep or piece.x1 < reach - line.size)


def _is_fraction(upper: Piece, lower: Piece, gap_before: float, size: float) -> bool:
    """Whether two small numbers, one over the other and away from what stands before them,
    are an inline fraction rather than an index and an exponent."""
    return (
        upper.text.isdigit()
        and lower.text.isdigit()
        and max(upper.size, lower.size) < 0.85 * size
        and lower.base - upper.base > 0.6 * upper.size
        and min(upper.x1, lower.x1) - max(upper.x0, lower.x0) > 0.5 * (upper.x1 - upper.x0)
        and gap_before > 0.07 * size
    )


def _join(row: list[Piece]) -> Piece:
    if len(row) == 1:
        return row[0]
    rtl = sum(bool(RTL.search(p.text)) for p in row) * 2 > len(row)
    ordered = sorted(row, key=lambda p: (-p.x1 if rtl else round(p.x0), p.base))
    main = max(row, key=lambda p: len(p.text) * p.size)
    text = "•" if _PRIVATE.fullmatch(ordered[0].text) else ordered[0].text
    space = main.size  # between the piece before `before` and `before`
    reach = ordered[0].x1
    for before, after in pairwise(ordered):
        reach = max(reach, before.x1)
        gap = before.x0 - after.x1 if rtl else after.x0 - reach
        if not rtl and after.x0 < reach and _is_loose(after, main, reach):
            text = f"{text} {after.text}"
        elif main.mono:
            count = max(0, round(gap / main.pitch))
            text = text + " " * count + after.text
        elif _is_fraction(before, after, space, main.size):
            text = f"{text}/{after.text}"
        else:
            text = join_texts(text, after.text, gap, main.size)
        space = gap
    total = sum(len(p.text) for p in row)

    def share(flag: Iterable[float]) -> float:
        return sum(len(p.text) * value for p, value in zip(row, flag, strict=True)) / total

    first = ordered[0]
    lead, lead_type = _lead(ordered)
    raised = first.raised or (
        first.text if first.size < 0.8 * main.size and first.base < main.base - 1 else ""
    )
    return Piece(
        text=text,
        box=union(p.box for p in row),
        base=main.base,
        size=main.size,
        bold=share(p.bold for p in row) > 0.6,
        mono=share(p.mono for p in row) > 0.8,
        italic=share(p.italic for p in row) > 0.6,
        math=share(p.math for p in row),
        raised=raised,
        role=main.role,
        pitch=main.pitch,
        font=main.font,
        color=main.color,
        lead=lead if text.startswith(lead) else "",
        lead_type=lead_type,
    )


def _type(piece: Piece) -> str:
    if piece.bold or piece.italic:
        return "b" if piece.bold else "i"
    return piece.font


def _lead(ordered: Sequence[Piece]) -> tuple[str, str]:
    """The words a row begins with in a type of their own, and that type."""
    first, second = ordered[:2]
    if first.lead or _type(first) == _type(second):
        return first.lead, first.lead_type
    return first.text, _type(first)
