"""Tables on a PDF page as Markdown: ruled grids, and columns between horizontal rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.loaders.html_tables import escape, markdown
from engine.loaders.pdf_headed import headed_rows
from engine.loaders.pdf_ladders import cell_text, ladder_rows, split_ladder
from engine.loaders.pdf_lines import Box, Piece
from engine.loaders.pdf_rules import Grid, find_grids, find_ladders, read_rules
from engine.loaders.pdf_text import Word, join_words, word_lines

_LOST = 0.02  # share of letters a table may miss before its text is taken as plain lines
_MIN_FILLED = 0.3
_FRAME = 0.75  # share of the text in one cell above which a grid frames a paragraph
_WIDE = 0.3  # of the page width: a shorter rule underlines words


def _inside(box: Sequence[float], outer: Sequence[float]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] - 1 <= x < outer[2] + 1 and outer[1] - 1 <= y < outer[3] + 1


def _sound(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows make a table: two columns and rows, enough of it filled, and no cell
    that holds nearly everything."""
    width = max(map(len, rows), default=0)
    columns = [c for c in range(width) if any(c < len(row) and row[c] for row in rows)]
    if len(columns) < 2 or len(rows) < 2:
        return False
    lengths = [len(text) for row in rows for text in row if text]
    texts = [text for row in rows for text in row if text]
    if sum(len(text) <= 2 and text.isalpha() for text in texts) > 0.6 * len(texts):
        return False  # letters of a drawing
    if len(lengths) < _MIN_FILLED * len(rows) * len(columns) or len(lengths) < 3:
        return False
    sparse = 2 * len(lengths) <= len(rows) * len(columns)
    if sparse and all(len(text) <= 8 or text.replace(" ", "").isdigit() for text in texts):
        return False  # scales of a drawing
    return max(lengths) <= max(200, _FRAME * sum(lengths))


def _unruled_rows(row: Sequence[Sequence[Word]], ruled: int) -> list[list[str]]:
    """One ruled row as the rows of text it holds: where cells have the same number of lines,
    side by side, and all lines of the others stand beside those, only the columns are
    ruled."""
    lines = [word_lines(cell) for cell in row]
    count = max((len(cell) for cell in lines), default=0)
    full = [cell for cell in lines if len(cell) == count]
    least = 2 if ruled <= 3 and all(len(cell) in (0, count) for cell in lines) else 3
    if count >= least and len(full) > 1:
        placed = [_placed(cell, full[0]) for cell in lines]
        if None not in placed:
            return [
                [escape(" ".join(map(join_words, cell[k]))) for cell in placed if cell is not None]
                for k in range(count)
            ]
    return [[escape(cell_text(cell)) for cell in row]]


def _placed(
    cell: Sequence[Sequence[Word]], bases: Sequence[Sequence[Word]]
) -> list[list[Sequence[Word]]] | None:
    """The lines of a cell by the line of `bases` each stands beside; None where one stands
    beside none, or two beside one. A sign of a formula may stand above its line."""
    rows: list[list[Sequence[Word]]] = [[] for _ in bases]
    signs = [line for line in cell if not any(c.isalnum() for word in line for c in word[4])]
    for line in [*(line for line in cell if line not in signs), *signs]:
        place = _beside(line, bases)
        if place is None or rows[place]:
            if line not in signs:
                return None
            below = (k for k, base in enumerate(bases) if base[0][3] > line[0][3] - 2)
            place = next(below, len(bases) - 1)
        rows[place].append(line)
    return rows


def _beside(line: Sequence[Word], lines: Sequence[Sequence[Word]]) -> int | None:
    """Which of `lines` has the baseline of `line`."""
    height = line[0][3] - line[0][1]
    for place, other in enumerate(lines):
        if abs(other[0][3] - line[0][3]) < 0.5 * height:
            return place
    return None


def _grid_rows(grid: Grid, words: Sequence[Word]) -> list[list[str]] | None:
    """Cell texts of a ruled grid, None where it is a frame or a drawing."""
    cells: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        column = max(0, min(len(grid.xs) - 2, sum(1 for edge in grid.xs if edge <= x) - 1))
        row = max(0, min(len(grid.ys) - 2, sum(1 for edge in grid.ys if edge <= y) - 1))
        cells.setdefault(grid.owner[row][column], []).append(word)
    rows: list[list[str]] = []
    for i in range(len(grid.ys) - 1):
        texts = [cells.get((i, j), []) for j in range(len(grid.xs) - 1)]
        rows.extend(_unruled_rows(texts, len(grid.ys) - 1))
    rows = [row for row in rows if any(row)]
    return rows if _sound(rows) else None


def _best_rows(grid: Grid, words: Sequence[Word]) -> list[list[str]] | None:
    """Cell texts of a grid; where one vertical rule parts the heads of its rows from the
    rest, the columns of the rest are found by white strips."""
    rows = _grid_rows(grid, words)
    if len(grid.xs) == 3 and len(grid.ys) > 2:
        fine = ladder_rows(grid.box, grid.ys, words)
        if fine and _sound(fine) and len(fine[0]) > len(grid.xs):
            return fine
    return rows


def find_tables(page: Any, size: float, text: Sequence[Piece]) -> list[Piece]:
    """Tables of a PyMuPDF page as pieces of Markdown; `size` is that of its text, which
    `text` holds in pieces."""
    rules = read_rules(page)
    if not rules.horizontal:
        return []
    words: list[Word] = page.get_text("words")
    pieces: list[Piece] = []

    def add(box: Box, rows: list[list[str]] | None, inside: Sequence[Word]) -> None:
        if rows is None or any(_overlap(box, piece.box) for piece in pieces):
            return
        held = sum(len(word[4]) for word in inside)
        kept = sum(len("".join(text.split())) for row in rows for text in row)
        if kept < (1 - _LOST) * held - 8:
            return
        text = "\n".join(markdown(rows))
        pieces.append(Piece(text, box, box[1] + size, size, role="table"))

    for grid in find_grids(rules):
        inside = _words_in(words, grid.box)
        if inside:
            add(grid.box, _best_rows(grid, inside), inside)
    for whole, heights in find_ladders(rules):
        for levels in split_ladder(heights, word_lines(_words_in(words, whole))):
            box = (whole[0], levels[0], whole[2], levels[-1])
            inside = _words_in(words, box)
            headings = any(
                p.size > 1.1 * size and len(p.text) > 3 for p in text if _inside(p.box, box)
            )
            rows = ladder_rows(box, levels, inside) if len(inside) >= 4 and not headings else None
            add(box, rows if rows and _sound(rows) else None, inside)
    wide = [rule for rule in rules.horizontal if rule.end - rule.start > _WIDE * page.rect.width]
    for number, rule in enumerate(wide):
        last = number + 1 == len(wide)
        floor = page.rect.height if last else wide[number + 1].at - 1.5 * size
        found = headed_rows(rule, words, text, floor)
        if found is not None:
            top, bottom, rows = found
            box = (rule.start - 4, top, rule.end + 4, bottom)
            add(box, [[escape(cell) for cell in row] for row in rows], _words_in(words, box))
    return pieces


def _words_in(words: Sequence[Word], box: Box) -> list[Word]:
    return [word for word in words if _inside(word[:4], box)]


def _overlap(one: Sequence[float], other: Box) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1 and high > 1


def without_tables(pieces: Sequence[Piece], tables: Sequence[Piece]) -> list[Piece]:
    """`pieces` that do not stand in one of `tables`, and the tables themselves."""
    rest = [p for p in pieces if not any(_inside(p.box, table.box) for table in tables)]
    return [*rest, *tables]
