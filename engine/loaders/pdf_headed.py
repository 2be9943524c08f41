"""Tables that have one rule only, under their head row, as word processors set them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.loaders.pdf_ladders import join_cell, wraps
from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_rules import Rule
from engine.loaders.pdf_text import Word, join_words, word_lines

_CELL_GAP = 6.0  # points between the words of two cells
_MIN_COLUMNS = 3


def _chunks(line: Sequence[Word]) -> list[list[Word]]:
    """Words of a line parted where the gap is that of two cells."""
    chunks: list[list[Word]] = []
    for word in line:
        if chunks and word[0] - chunks[-1][-1][2] < _CELL_GAP:
            chunks[-1].append(word)
        else:
            chunks.append([word])
    return chunks


def _size_at(line: Sequence[Word], pieces: Sequence[Piece]) -> float:
    """Font size of the piece that the first word of `line` stands in, 0.0 for none."""
    x, y = (line[0][0] + line[0][2]) / 2, (line[0][1] + line[0][3]) / 2
    for piece in pieces:
        if piece.x0 - 1 <= x <= piece.x1 + 1 and piece.y0 <= y <= piece.y1:
            return piece.size
    return 0.0


def headed_rows(
    rule: Rule, words: Sequence[Word], pieces: Sequence[Piece], floor: float
) -> tuple[float, float, list[list[str]]] | None:
    """(top, bottom, cell texts) of the table whose head row stands on `rule`, read down to
    `floor` or to the first line that does not fit its columns; None for no table."""
    inside = [w for w in words if rule.start - 4 <= w[0] and w[2] <= rule.end + 4]
    above = [w for w in inside if -4 <= rule.at - w[3] <= 0.9 * (w[3] - w[1])]
    heads = word_lines(above)
    if not heads:
        return None
    head = _chunks(heads[-1])
    if len(head) < 2:
        return None
    edges = [(left[-1][2], right[0][0]) for left, right in pairwise(head)]
    size = _size_at(heads[-1], pieces)
    rows = [[join_words(chunk) for chunk in head]]
    ends = [chunk[-1][2] for chunk in head]  # of the last line of each cell
    reach = list(ends)  # how far the text of each column reaches
    bottom = rule.at
    base = rule.at
    below = [w for w in inside if w[1] > rule.at - 2 and w[3] < floor]
    for line in word_lines(below):
        chunks = _chunks(line)
        height = line[0][3] - line[0][1]
        if any(c[0][0] < left and c[-1][2] > right + 2 for c in chunks for left, right in edges):
            break
        if abs(_size_at(line, pieces) - size) > 0.08 * size or line[0][3] - base > 3.2 * height:
            break
        cells = [""] * len(head)
        right_ends = [0.0] * len(head)
        for chunk in chunks:
            middle = (chunk[0][0] + chunk[-1][2]) / 2
            column = (
                sum(1 for left, right in edges if middle > right - 1)
                if (chunk is not chunks[0])
                else sum(1 for _, right in edges if chunk[0][0] > right - 12)
            )
            cells[column] = f"{cells[column]} {join_words(chunk)}".strip()
            right_ends[column] = chunk[-1][2]
        filled = [column for column, cell in enumerate(cells) if cell]
        tight = line[0][3] - base < 1.35 * height
        column = filled[0]
        goes_on = tight or (column > 0 and wraps(ends[column], reach[column], chunks[0]))
        if len(rows) > 1 and len(filled) == 1 and goes_on and rows[-1][column]:
            rows[-1][column] = join_cell(rows[-1][column], cells[column])
        else:
            rows.append(cells)
        base = bottom = line[0][3]
        ends = right_ends
        reach = [max(pair) for pair in zip(reach, ends, strict=True)]
    paired = sum(1 for row in rows[1:] if sum(map(bool, row)) > 1)
    if len(head) < _MIN_COLUMNS and (len(rows) < 5 or paired < 0.8 * (len(rows) - 1)):
        return None
    if len(rows) < 2 or paired * 2 < len(rows) - 1:
        return None
    return min(w[1] for w in heads[-1]), bottom, rows
