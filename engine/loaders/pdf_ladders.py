"""Tables between horizontal rules: their columns by white strips, their wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.loaders.html_tables import escape
from engine.loaders.pdf_lines import Box
from engine.loaders.pdf_roles import CAPTION
from engine.loaders.pdf_text import CJK, Word, join_words, word_lines

_COLUMN_GAP = 5.0  # points
# First parts of compounds that are seldom the first syllables of a longer word.
_COMPOUND = re.compile(
    r"well|self|non|high|low|long|short|half|full|open|cross|real|user|end|time|one|two|three|"
    r"first|second|third|four|five|large|small|fine|hard|soft|read|write|built|peer|state|most|"
    r"least|best|risk|cost|data|role|key|case|public",
    re.IGNORECASE,
)
_MIN_WRAPPED = 10  # letters of a cell that may go on in the next line
_PROSE_WORDS = 8


def join_cell(before: str, after: str) -> str:
    """Two lines of one cell; a word broken at the line end is joined."""
    if not before or not after:
        return before or after
    if re.search(r"[^\W\d_]-$", before) and after[:1].islower():
        return _unbroken(before, after)
    if CJK.match(before[-1]) and CJK.match(after[0]):
        return before + after
    return f"{before} {after}"


def _unbroken(before: str, after: str) -> str:
    """A word over two lines: a compound keeps its hyphen, a broken word loses it."""
    first = before.rsplit(None, 1)[-1][:-1]
    compound = "-" in first or _COMPOUND.fullmatch(first) is not None
    return before + after if compound else before[:-1] + after


def cell_text(words: Sequence[Word]) -> str:
    """Words of one cell on one line."""
    text = ""
    for line in word_lines(words):
        text = join_cell(text, join_words(line))
    return text


def wraps(right: float, edge: float, following: Sequence[Word]) -> bool:
    """Whether the line `following` had no room behind the line of its cell that ends at
    `right`, in a column whose text reaches to `edge`."""
    word = min(following, key=lambda w: w[0])
    height = word[3] - word[1]
    # Chinese breaks at any character.
    return right + 0.2 * height + min(word[2] - word[0], 6 * height) > edge


def _chunks(line: Sequence[Word]) -> list[list[float]]:
    """Extents of the parts of a line between gaps as wide as those of columns."""
    spans: list[list[float]] = []
    for word in line:
        if spans and word[0] - spans[-1][1] < _COLUMN_GAP:
            spans[-1][1] = max(spans[-1][1], word[2])
        else:
            spans.append([word[0], word[2]])
    return spans


def split_ladder(levels: Sequence[float], lines: Sequence[Sequence[Word]]) -> list[list[float]]:
    """Heights of the rules of each table in a stack of rules of one width, which may go
    through several tables with captions and notes between them."""
    tables: list[list[float]] = [[levels[0]]]
    for top, bottom in pairwise(levels):
        between = [line for line in lines if top - 1 < line[0][3] < bottom + 1]
        caption = any(CAPTION.match(join_words(line)) for line in between)
        whole = bool(between) and all(len(_chunks(line)) == 1 for line in between)
        if caption or (whole and any(len(line) >= _PROSE_WORDS for line in between)):
            tables.append([bottom])
        else:
            tables[-1].append(bottom)
    return [table for table in tables if len(table) > 2]


def find_columns(
    lines: Sequence[Sequence[Word]], heads: Sequence[Sequence[Word]] = ()
) -> list[float]:
    """Middles of the white strips that part the columns of unruled rows.

    In a long table one line may cross a strip. The lines of `heads` may span columns; where
    they leave a part of a strip white, its middle counts.
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
        for start, end in _chunks(line):
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
                gutters.append(_middle(left + start_at, left + x, heads))
            start_at = None
    return gutters


def _middle(start: float, end: float, heads: Sequence[Sequence[Word]]) -> float:
    """Middle of the widest part of a strip that no cell of `heads` covers, else of all."""
    best = (start, end)
    for line in heads:
        at = best[0]
        parts: list[tuple[float, float]] = []
        for left, right in _chunks(line):
            parts.append((at, min(left, best[1])))
            at = max(at, right)
        widest = max([*parts, (at, best[1])], key=lambda part: part[1] - part[0])
        if widest[1] - widest[0] > 1:
            best = widest
    return sum(best) / 2


def ladder_rows(box: Box, levels: Sequence[float], words: Sequence[Word]) -> list[list[str]] | None:
    """Cell texts of a table that has only horizontal rules, at the heights `levels`."""
    lines = word_lines(words)
    # Heads that span columns stand above the second rule.
    body = [line for line in lines if line[0][3] > levels[1] + 2]
    heads = [line for line in lines if line[0][3] <= levels[1] + 2]
    gutters = find_columns(body, heads) if len(body) > 1 else find_columns(lines)
    if not gutters or len(lines) < 2:
        return None
    edges = [0.0] * (len(gutters) + 1)  # how far the text of each column reaches
    for word in (word for line in body for word in line):
        column = sum(1 for x in gutters if x < (word[0] + word[2]) / 2)
        edges[column] = max(edges[column], word[2])
    rows: list[list[str]] = []
    ends: list[float] = []  # where the last line of each cell of the last row ends
    previous: float | None = None
    for line in lines:
        cells: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]
        for word in line:
            middle = (word[0] + word[2]) / 2
            cells[sum(1 for x in gutters if x < middle)].append(word)
        texts = [escape(cell_text(cell)) for cell in cells]
        base, height = line[0][3], line[0][3] - line[0][1]
        ruled = previous is not None and any(previous - 2 < level < base - 2 for level in levels)
        step = height if previous is None else base - previous
        filled = [column for column, text in enumerate(texts) if text]
        tight = step < 1.25 * height and len(filled) < len(texts) - 1
        goes_on = bool(filled and filled[0] and rows) and (
            tight
            or (
                2 * len(filled) <= len(texts)
                and all(
                    len(rows[-1][c]) >= _MIN_WRAPPED and wraps(ends[c], edges[c], cells[c])
                    for c in filled
                )
            )
        )
        if goes_on and not ruled:
            rows[-1] = [join_cell(old, new) for old, new in zip(rows[-1], texts, strict=True)]
        elif rows and not ruled and filled == [0] and not rows[-1][0] and step < 0.8 * height:
            rows[-1][0] = texts[0]  # a label in the middle of the rows it stands for
        else:
            rows.append(texts)
        ends = [max((word[2] for word in cell), default=0.0) for cell in cells]
        previous = base
    prose = sum(len(text) for row in rows for text in row) / max(1, len(rows))
    return rows if prose < 400 else None
