"""Display rows, their estimated heights, and the rule that keeps a scrolled view still.

Qt-free. A display row is one paragraph with its raw lines, or a piece of a paragraph too
long to be laid out at once. Heights begin as estimates computed for the whole document in
a few array operations; a row becomes exact when it is first shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from engine.document import Span
from widgets.view_data import IntArray, TextPair

SPLIT_ABOVE = 20_000
PIECE = 10_000
FOLD_LINES = 8
WIDE_FROM = 0x2E80
BLOCK = 1 << 17

FloatArray = np.ndarray[tuple[int], np.dtype[np.float64]]
BoolArray = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class LineTable:
    """One entry per source line that a row shows: its row and its characters by width.

    `wide` counts CJK and other full-width characters, `narrow` all others.
    """

    row: IntArray
    narrow: IntArray
    wide: IntArray

    def visual_lines(
        self, rows: int, column: float, narrow: FloatArray, wide: FloatArray
    ) -> IntArray:
        """Lines per row after wrapping at `column` pixels; `narrow` and `wide` hold the
        mean advance in pixels of such a character in each row."""
        widths = self.narrow * narrow[self.row] + self.wide * wide[self.row]
        # Word wrap leaves on average half a word at the end of a full line.
        loss = np.where(self.wide > self.narrow, 0.5 * wide[self.row], 3.0 * narrow[self.row])
        usable = np.maximum(column - loss, 1.0)
        lines = np.where(widths <= column, 1.0, np.ceil(widths / usable))
        return np.bincount(self.row, lines, minlength=rows).astype(np.int64)

    def wide_share(self, rows: int) -> FloatArray:
        wide = np.bincount(self.row, self.wide, minlength=rows)
        every = wide + np.bincount(self.row, self.narrow, minlength=rows)
        share: FloatArray = wide / np.maximum(every, 1)
        return share


def code_points(text: str) -> np.ndarray[Any, np.dtype[Any]]:
    """The code points of a text in the narrowest unsigned array that holds them all."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) == 2 * len(text):
        return np.frombuffer(units, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _blocks(text: str) -> Iterator[tuple[int, np.ndarray[Any, np.dtype[Any]]]]:
    """(offset, code points) of one block after another, so that a large text is never
    held a second time."""
    for at in range(0, len(text), BLOCK):
        yield at, code_points(text[at : at + BLOCK])


def _line_points(text: str, edges: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """Where lines begin and the `edges` of spans lie, ascending, each with the number of
    full-width characters before it and whether a line feed stands in front of it."""
    points: list[IntArray] = []
    wide_before: list[IntArray] = []
    after_feed: list[BoolArray] = []
    passed = 0
    for at, codes in _blocks(text):
        feeds = np.flatnonzero(codes == 10) + 1
        low, high = (
            np.searchsorted(edges, at, "left"),
            np.searchsorted(edges, at + len(codes), "right"),
        )
        local = np.concatenate([feeds, edges[low:high] - at])
        local.sort(kind="stable")
        wide = np.flatnonzero(codes >= WIDE_FROM)
        points.append(local + at)
        wide_before.append(passed + np.searchsorted(wide, local))
        after_feed.append((local > 0) & (codes[local - 1] == 10))
        passed += len(wide)
    if not points:
        nothing = np.zeros(0, np.int64)
        return nothing, nothing, np.zeros(0, np.bool_)
    every = np.concatenate(points)
    # Of equal points the last one of an earlier block sees the line feed before it.
    kept = np.diff(every, prepend=-1) > 0
    return every[kept], np.concatenate(wide_before)[kept], np.concatenate(after_feed)[kept]


def line_table(text: str, starts: IntArray, ends: IntArray, rows: IntArray) -> LineTable:
    """The source lines of the spans ``text[starts[i]:ends[i]]``, which belong to `rows`.

    Spans ascend and do not overlap. Blank lines at the end of a row are not shown and
    not counted.
    """
    edges = np.concatenate([starts, ends])
    edges.sort(kind="stable")
    points, wide_before, after_feed = _line_points(text, edges)
    if not len(points):
        return LineTable(points, points, points)
    owner = np.searchsorted(starts, points, "right") - 1
    inside = (owner >= 0) & (points < ends[owner])
    wide = np.diff(wide_before, append=wide_before[-1:])
    length = np.diff(points, append=points[-1:])
    # A line feed belongs to its line but takes no room.
    length[:-1] -= after_feed[1:]
    row = rows[owner[inside]]
    length, wide = length[inside], wide[inside]
    final = np.full(int(rows.max(initial=-1)) + 1, -1, np.int64)
    filled = np.flatnonzero(length > 0)
    final[row[filled]] = filled
    shown = np.arange(len(row)) <= final[row]
    return LineTable(row[shown], (length - wide)[shown], wide[shown])


@dataclass(frozen=True, slots=True)
class Rows:
    """The display rows of a document.

    `paragraph`, `start` and `end` (repaired span) are int64 [rows]; `first` is
    int64 [paragraphs + 1], the first row of each paragraph. `pieces` holds the raw spans
    of rows that show only a piece of their paragraph.
    """

    pair: TextPair
    paragraph: IntArray
    start: IntArray
    end: IntArray
    first: IntArray
    pieces: dict[int, tuple[Span, ...]]
    raw_lines: LineTable
    repaired_lines: LineTable

    def __len__(self) -> int:
        return len(self.paragraph)

    def raw(self, row: int) -> Sequence[Span]:
        piece = self.pieces.get(row)
        return self.pair.sources.of(int(self.paragraph[row])) if piece is None else piece

    def begins(self, row: int) -> bool:
        """Whether a row is the first of its paragraph."""
        return int(self.first[self.paragraph[row]]) == row


def _repaired_pieces(text: str, start: int, end: int) -> list[Span]:
    """Divide a long paragraph at line ends, else at spaces, else anywhere."""
    count = -(-(end - start) // PIECE)
    places = [start]
    for number in range(1, count):
        wish = start + (end - start) * number // count
        place = text.rfind("\n", wish - PIECE // 4, wish) + 1
        place = place or text.rfind(" ", wish - PIECE // 8, wish) + 1 or wish
        places.append(place)
    return list(zip(places, [*places[1:], end], strict=True))


def _raw_pieces(text: str, spans: Sequence[Span], count: int) -> list[tuple[Span, ...]]:
    """Divide raw spans into `count` runs of about equal length, at line ends."""
    total = sum(end - start for start, end in spans)
    runs: list[list[Span]] = [[] for _ in range(count)]
    done = number = 0
    for start, end in spans:
        at = start
        while number < count - 1 and done + end - at > total * (number + 1) // count:
            wish = at + max(total * (number + 1) // count - done, 0)
            place = text.find("\n", wish, min(wish + PIECE // 4, end)) + 1
            place = place or text.find(" ", wish, min(wish + PIECE // 8, end)) + 1 or wish
            if place > at:
                runs[number].append((at, place))
            done += place - at
            at = place
            number += 1
        if end > at:
            runs[number].append((at, end))
            done += end - at
    return [tuple(run) for run in runs]


def build_rows(pair: TextPair) -> Rows:
    """Pair the texts row by row. O(paragraphs + lines)."""
    paragraphs = pair.paragraphs
    count = len(paragraphs)
    starts = np.fromiter(map(attrgetter("start"), paragraphs), np.int64, count)
    ends = np.fromiter(map(attrgetter("end"), paragraphs), np.int64, count)
    pieces = np.where(ends - starts > SPLIT_ABOVE, -(-(ends - starts) // PIECE), 1)
    first = np.zeros(count + 1, np.int64)
    np.cumsum(pieces, out=first[1:])
    owner = np.repeat(np.arange(count), pieces)
    row_start, row_end = starts[owner], ends[owner]
    raw_pieces: dict[int, tuple[Span, ...]] = {}
    spans: list[int] = []
    rows = first.tolist()
    many = set(np.flatnonzero(pieces > 1).tolist())
    of = pair.sources.of
    for index in range(count):
        row = rows[index]
        if index not in many:
            for start, end in of(index):
                spans += (start, end, row)
            continue
        repaired = _repaired_pieces(pair.repaired, int(starts[index]), int(ends[index]))
        raw = _raw_pieces(pair.raw, of(index), len(repaired))
        for part, (span, run) in enumerate(zip(repaired, raw, strict=True)):
            row_start[row + part], row_end[row + part] = span
            raw_pieces[row + part] = run
            for start, end in run:
                spans += (start, end, row + part)
    table = np.array(spans, np.int64).reshape(-1, 3)
    table = table[np.argsort(table[:, 0], kind="stable")]
    return Rows(
        pair,
        owner,
        row_start,
        row_end,
        first,
        raw_pieces,
        line_table(pair.raw, table[:, 0], table[:, 1], table[:, 2]),
        line_table(pair.repaired, row_start, row_end, np.arange(len(owner))),
    )


def shown_raw_lines(raw: Any, repaired: Any) -> Any:
    """How many raw lines a folded row shows, given the wrapped lines of both sides.

    A raw side is folded when it is half as tall again as the repaired side (or as
    `FOLD_LINES`). Works on integers and on arrays.
    """
    room = np.maximum(repaired, FOLD_LINES)
    return np.where(raw > room + room // 2, room, raw)


class Heights:
    """Heights in pixels of all rows: content (estimated or exact) plus the gap above.

    Prefix sums are renewed only when something changed.
    """

    def __init__(self, content: IntArray, gaps: IntArray) -> None:
        self.content = content
        self.exact: BoolArray = np.zeros(len(content), np.bool_)
        self._gaps = gaps
        self._tops: IntArray | None = None

    def __len__(self) -> int:
        return len(self.content)

    @property
    def gaps(self) -> IntArray:
        return self._gaps

    @gaps.setter
    def gaps(self, gaps: IntArray) -> None:
        self._gaps = gaps
        self._tops = None

    @property
    def tops(self) -> IntArray:
        """Top of each row and, last, the height of the whole document: int64 [n + 1]."""
        if self._tops is None:
            tops = np.zeros(len(self.content) + 1, np.int64)
            np.cumsum(self.content + self._gaps, out=tops[1:])
            self._tops = tops
        return self._tops

    @property
    def total(self) -> int:
        return int(self.tops[-1])

    def top(self, row: int) -> int:
        return int(self.tops[row])

    def set_exact(self, row: int, height: int) -> None:
        self.exact[row] = True
        if self.content[row] != height:
            self.content[row] = height
            self._tops = None

    def row_at(self, y: int) -> int:
        """The row that covers `y`, clamped to the document."""
        row = int(np.searchsorted(self.tops, y, "right")) - 1
        return min(max(row, 0), len(self.content) - 1)

    def visible(self, offset: int, page: int) -> range:
        """The rows that a page of `page` pixels shows at `offset`."""
        return range(self.row_at(offset), self.row_at(offset + max(page, 1) - 1) + 1)


def settle(heights: Heights, offset: int, page: int, measure: Callable[[int], int]) -> int:
    """Make every row on the page exact and return the offset to scroll to.

    `measure(row)` lays a row out and returns its height. The first visible row that was
    exact beforehand stays where it is on the screen: rows above it are measured and the
    offset is corrected by what they gained or lost, which may bring further rows in.
    """
    if not len(heights):
        return 0

    def inside(y: int) -> int:
        return min(max(y, 0), max(heights.total - page, 0))

    rows = heights.visible(offset, page)
    anchor = next((row for row in rows if heights.exact[row]), rows.start)
    # Not clamped yet: rows above may turn out tall enough for the whole step.
    place = heights.top(anchor) - offset
    while True:
        offset = inside(heights.top(anchor) - place)
        missing = [row for row in heights.visible(offset, page) if not heights.exact[row]]
        if not missing:
            return offset
        for row in missing:
            heights.set_exact(row, measure(row))
