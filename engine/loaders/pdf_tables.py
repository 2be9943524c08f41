"""Tables on a PDF page as Markdown: ruled grids, and columns between horizontal rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.loaders.html_tables import escape, markdown
from engine.loaders.pdf_headed import headed_rows
from engine.loaders.pdf_lines import Box, Piece
from engine.loaders.pdf_rules import Grid, find_grids, find_ladders, read_rules
from engine.loaders.pdf_text import CJK, Word, join_words, word_lines

_LOST = 0.02  # share of letters a table may miss before its text is taken as plain lines
_MIN_FILLED = 0.3
_FRAME = 0.75  # share of the text in one cell above which a grid frames a paragraph
_WIDE = 0.3  # of the page width: a shorter rule underlines words
_COLUMN_GAP = 5.0  # points


def _inside(box: Sequence[float], outer: Sequence[float]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] - 1 <= x < outer[2] + 1 and outer[1] - 1 <= y < outer[3] + 1


def _cell_text(words: Sequence[Word]) -> str:
    """Words of one cell on one line; a word broken at a line end is joined."""
    text = ""
    for line in word_lines(words):
        part = join_words(line)
        if not text:
            text = part
        elif re.search(r"[^\W\d_]-$", text) and part[:1].islower():
            text = text[:-1] + part
        elif CJK.match(text[-1]) and CJK.match(part[0]):
            text += part
        else:
            text += " " + part
    return text


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
    return max(lengths) <= max(200, _FRAME * sum(lengths))


def _unruled_rows(row: Sequence[Sequence[Word]], ruled: int) -> list[list[str]]:
    """One ruled row as the rows of text it holds: where every cell has the same number of
    lines, side by side, only the columns are ruled."""
    lines = [word_lines(cell) for cell in row]
    counts = {len(cell) for cell in lines if cell}
    least = 2 if ruled <= 3 else 3
    if len(counts) == 1 and (count := counts.pop()) >= least and sum(map(bool, lines)) > 1:
        full = [cell for cell in lines if cell]
        level = all(
            abs(cell[k][0][3] - full[0][k][0][3]) < 0.5 * (cell[k][0][3] - cell[k][0][1])
            for cell in full
            for k in range(count)
        )
        if level:
            return [
                [escape(join_words(cell[k])) if cell else "" for cell in lines]
                for k in range(count)
            ]
    return [[escape(_cell_text(cell)) for cell in row]]


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


def _columns(lines: Sequence[Sequence[Word]]) -> list[float]:
    """Middles of the white strips that part the columns of unruled rows.

    In a long table one line may cross a strip.
    """
    if len(lines) < 2:
        return []
    left = min(line[0][0] for line in lines)
    right = max(line[-1][2] for line in lines)
    steps = int(right - left) + 1
    if steps <= 0 or steps > 4000:
        return []
    covered = [0] * (steps + 1)
    for line in lines:
        spans: list[list[float]] = []
        for word in line:
            if spans and word[0] - spans[-1][1] < _COLUMN_GAP:
                spans[-1][1] = word[2]
            else:
                spans.append([word[0], word[2]])
        for start, end in spans:
            for x in range(int(start - left), min(steps, int(end - left) + 1)):
                covered[x] += 1
    allowed = int(len(lines) > 12)
    gutters = []
    start_at: int | None = None
    for x in range(steps):
        if covered[x] <= allowed:
            start_at = x if start_at is None else start_at
        else:
            if start_at is not None and x - start_at >= _COLUMN_GAP - 1:
                gutters.append(left + (start_at + x) / 2)
            start_at = None
    return gutters


def _ladder_rows(
    box: Box, levels: Sequence[float], words: Sequence[Word]
) -> list[list[str]] | None:
    """Cell texts of a table that has only horizontal rules."""
    lines = word_lines(words)
    # Heads that span columns stand above the second rule.
    body = [line for line in lines if line[0][3] > levels[1] + 2]
    gutters = _columns(body if len(body) > 1 else lines)
    if not gutters or len(lines) < 2:
        return None
    rows: list[list[str]] = []
    previous: float | None = None
    for line in lines:
        cells: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]
        for word in line:
            middle = (word[0] + word[2]) / 2
            cells[sum(1 for x in gutters if x < middle)].append(word)
        texts = [escape(_cell_text(cell)) for cell in cells]
        base = line[0][3]
        ruled = previous is not None and any(previous - 2 < level < base - 2 for level in levels)
        tight = previous is not None and base - previous < 1.25 * (line[0][3] - line[0][1])
        if rows and not texts[0] and tight and not ruled and sum(map(bool, texts)) < len(texts) - 1:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], texts, strict=True)]
        else:
            rows.append(texts)
        previous = base
    prose = sum(len(text) for row in rows for text in row) / max(1, len(rows))
    return rows if _sound(rows) and prose < 400 else None


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
            add(grid.box, _grid_rows(grid, inside), inside)
    for box, levels in find_ladders(rules):
        inside = _words_in(words, box)
        headings = any(p.size > 1.1 * size and len(p.text) > 3 for p in text if _inside(p.box, box))
        if len(inside) >= 4 and not headings:
            add(box, _ladder_rows(box, levels, inside), inside)
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
