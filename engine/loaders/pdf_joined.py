"""Tables that go on over page breaks, joined to one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.loaders.pdf_ladders import join_cell
from engine.loaders.pdf_lines import Piece

_SHIFT = 4.0  # points that the edges of one table may differ between pages
_CELLS = re.compile(r"(?<!\\)\|")


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELLS.split(row)[1:-1]]


def _goes_on(table: Piece, other: Piece) -> bool:
    """Whether `other`, at the top of the next page, has the columns of `table`."""
    if table.role != "table" or other.role != "table":
        return False
    same_edges = abs(table.x0 - other.x0) < _SHIFT and abs(table.x1 - other.x1) < _SHIFT
    first, second = table.text.split("\n", 1)[0], other.text.split("\n", 1)[0]
    return same_edges and len(_cells(first)) == len(_cells(second))


def _joined(table: str, other: str) -> str:
    """Two Markdown tables as one: a repeated head stands once, a row that the page break
    divides is one row."""
    rows, more = table.split("\n"), other.split("\n")
    more = more[2:] if more[0] == rows[0] else [more[0], *more[2:]]
    if more and len(rows) > 2:
        before, after = _cells(rows[-1]), _cells(more[0])
        if before[0] and not after[0]:
            whole = [join_cell(one, two) for one, two in zip(before, after, strict=True)]
            rows[-1] = f"| {' | '.join(whole)} |"
            del more[0]
    return "\n".join([*rows, *more])


def join_tables(pages: Sequence[Sequence[list[Piece]]]) -> None:
    """Join each table at the top of a page to the one at the end of the page before, given
    the lines of each page in columns."""
    last: Piece | None = None
    for columns in pages:
        filled = [column for column in columns if column]
        if not filled:
            continue
        first = filled[0][0]
        if last is not None and _goes_on(last, first):
            last.text = _joined(last.text, first.text)
            del filled[0][0]
        ends = [line for column in filled for line in column if line.role != "footnote"]
        last = ends[-1] if ends else last
