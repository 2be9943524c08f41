"""Laid-out rows: both sides of a paragraph as `QTextLayout`s, kept in a small cache.

Layouts speak UTF-16 units, everything else code points; `Utf16` converts. A row is laid
out when it is first revealed, never while painting.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from engine.document import Paragraph, ParagraphKind, Span
from engine.worddiff import Mark, marks
from widgets.colours import Colours
from widgets.row_heights import SPLIT_ABOVE, Rows, code_points, shown_raw_lines
from widgets.view_data import IntArray

FAMILIES = ["Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei UI"]
MONOSPACED = ["Noto Sans Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "Menlo", "Consolas"]
HEADING_SCALE = (1.0, 1.45, 1.28, 1.16, 1.08, 1.04, 1.0)
CACHED_ROWS = 400
SAMPLE = 4000
# Characters that only frame a table or a list: restoring them is not a change worth a mark.
_FRAME: Mapping[ParagraphKind, frozenset[str]] = {
    "table": frozenset("|-: \n"),
    "list": frozenset("-*+•·◦‣▪– \n"),
}
_NOT_NARROW = re.compile("[\n\u2e80-\U0010ffff]")


def text_font(points: float, *, bold: bool = False, mono: bool = False) -> QFont:
    """A font that shows Han characters in their Simplified Chinese forms."""
    font = QFont()
    font.setFamilies(MONOSPACED if mono else FAMILIES)
    font.setPointSizeF(points)
    font.setBold(bold)
    return font


class Fonts:
    """The fonts of the text view at one size, with the measures derived from them."""

    def __init__(self, points: float) -> None:
        self.points = points
        self.body = text_font(points)
        self.mono = text_font(points * 0.92, mono=True)
        self.headings = tuple(text_font(points * scale, bold=True) for scale in HEADING_SCALE)
        self.small = text_font(points * 0.86)
        self.small_bold = text_font(points * 0.86, bold=True)
        self.metrics = QFontMetricsF(self.body)
        self.small_metrics = QFontMetricsF(self.small)
        self.line = math.ceil(self.metrics.height())
        self.leading = round(0.16 * self.metrics.height())
        self.em = self.metrics.height()

    def of(self, paragraph: Paragraph) -> QFont:
        if paragraph.kind == "heading":
            return self.headings[min(paragraph.level, 6)]
        return self.mono if paragraph.kind in ("table", "code") else self.body


class Utf16:
    """Code point offsets of one text against UTF-16 units."""

    __slots__ = ("_units",)

    def __init__(self, text: str) -> None:
        self._units: IntArray | None = None
        codes = code_points(text)
        if codes.dtype == np.uint32:
            self._units = np.zeros(len(codes) + 1, np.int64)
            np.cumsum(1 + (codes > 0xFFFF), out=self._units[1:])

    def units(self, point: int) -> int:
        return point if self._units is None else int(self._units[point])

    def points(self, unit: int) -> int:
        """The code point that covers a unit."""
        if self._units is None:
            return unit
        return int(np.searchsorted(self._units, unit, "right")) - 1


@dataclass(frozen=True, slots=True)
class Run:
    """``text[start:end]`` of one side drawn in another `format`."""

    start: int
    end: int
    format: QTextCharFormat


class SideLayout:
    """One side of a row, wrapped at a width. `text` keeps its line feeds.

    At each offset in `breaks` a new line begins, `room` pixels further down. `height`
    is in pixels; `lines` is the number of wrapped lines, `shown` how many of them are
    displayed and `hidden` how many source lines folding leaves out.
    """

    __slots__ = ("_layout", "_map", "height", "hidden", "lines", "shown", "text")

    def __init__(
        self,
        text: str,
        font: QFont,
        width: float,
        leading: float,
        runs: Sequence[Run] = (),
        breaks: Sequence[int] = (),
        room: float = 0.0,
    ) -> None:
        self.text = text
        self.hidden = 0
        self._map = Utf16(text)
        self._layout = QTextLayout(text.replace("\n", "\u2028"), font)
        # Without the cache every draw would shape the text again.
        self._layout.setCacheEnabled(True)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        if runs:
            self._layout.setFormats([self._range(run) for run in runs])
        self._layout.beginLayout()
        y = 0.0
        pending = [self._map.units(offset) for offset in breaks]
        while text:
            line = self._layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(width, 16.0))
            begin = line.textStart()
            if pending and pending[0] <= begin:
                y += room
                pending.pop(0)
            if pending and pending[0] < begin + line.textLength():
                line.setNumColumns(pending[0] - begin, max(width, 16.0))
            line.setPosition(QPointF(0.0, y))
            y = math.ceil(y + line.height() + leading)
        self._layout.endLayout()
        self.lines = self.shown = self._layout.lineCount()
        self.height = int(y)

    def _range(self, run: Run) -> QTextLayout.FormatRange:
        span = QTextLayout.FormatRange()
        span.start = self._map.units(run.start)
        span.length = self._map.units(run.end) - span.start
        span.format = run.format
        return span

    def fold(self, shown: int) -> None:
        """Display only the first `shown` wrapped lines."""
        if shown >= self.lines:
            return
        line = self._layout.lineAt(shown)
        self.shown = shown
        self.height = int(line.y())
        self.hidden = self.text.count("\n", self._map.points(line.textStart())) + 1

    def draw(self, painter: QPainter, x: float, y: float, clip: QRectF) -> None:
        """Draw at (x, y), skipping what lies outside `clip` (viewport coordinates)."""
        self._layout.draw(painter, QPointF(x, y), [], clip)

    def rects(self, start: int, end: int) -> list[QRectF]:
        """The boxes of text[start:end], one per displayed line, relative to the side."""
        first, last = self._map.units(start), self._map.units(end)
        if last <= first or not self.shown:
            return []
        line_number = self._layout.lineForTextPosition(first).lineNumber()
        found = []
        for number in range(max(line_number, 0), self.shown):
            line = self._layout.lineAt(number)
            begin, stop = line.textStart(), line.textStart() + line.textLength()
            if begin >= last:
                break
            left = _x(line.cursorToX(max(first, begin)))
            right = _x(line.cursorToX(min(last, stop)))
            if right > left:
                found.append(QRectF(left, line.y(), right - left, line.height()))
        return found

    def line_top(self, offset: int) -> float:
        """Where the line that holds `offset` begins."""
        if not self.lines:
            return 0.0
        line = self._layout.lineForTextPosition(self._map.units(offset))
        return line.y() if line.isValid() else 0.0

    def offset_at(self, x: float, y: float) -> int:
        """The code point nearest to a point relative to the side."""
        for number in range(self.shown):
            line = self._layout.lineAt(number)
            if y < line.y() + line.height() or number == self.shown - 1:
                return self._map.points(line.xToCursor(x))
        return 0


def _x(position: object) -> float:
    """`QTextLine.cursorToX` gives (x, cursor), which the stubs call a float."""
    return float(position[0]) if isinstance(position, tuple) else float(position)  # type: ignore[arg-type]


@dataclass(slots=True)
class RowLayout:
    """Both sides of a row (None where its column is off) with what is drawn on them.

    `removed` holds (start, end, reason) on the raw text, `chips` the placeholders on the
    repaired text. `height` is the content height in pixels.
    """

    raw: SideLayout | None
    repaired: SideLayout | None
    height: int
    kind: ParagraphKind
    removed: list[tuple[int, int, str]]
    chips: list[Span]
    raw_boxes: list[tuple[str, QRectF]] | None = None
    repaired_boxes: list[tuple[str, QRectF]] | None = None

    def mark_words(self) -> None:
        """Compute the boxes of the word marks, once."""
        if self.raw_boxes is not None:
            return
        self.raw_boxes, self.repaired_boxes = [], []
        if self.raw is None or self.repaired is None:
            return
        raw = self.raw.text
        for start, end, _ in self.removed:
            # White space never counts, so what is shown as removed is not compared.
            raw = f"{raw[:start]}{' ' * (end - start)}{raw[end:]}"
        raw_marks, repaired_marks = marks(raw, self.repaired.text)
        kept = [piece for mark in raw_marks for piece in self._around_removed(mark)]
        self.raw_boxes = _boxes(self.raw, kept, self.kind)
        self.repaired_boxes = _boxes(self.repaired, repaired_marks, self.kind)

    def _around_removed(self, mark: Mark) -> Iterator[Mark]:
        """The pieces of a mark outside removed text."""
        at = mark.start
        for start, end, _ in self.removed:
            if start < mark.end and end > at:
                if start > at:
                    yield Mark(at, start, mark.kind)
                at = end
        if at < mark.end:
            yield Mark(at, mark.end, mark.kind)


def _boxes(
    side: SideLayout, found: Sequence[Mark], kind: ParagraphKind
) -> list[tuple[str, QRectF]]:
    frame = _FRAME.get(kind, frozenset())
    return [
        (mark.kind, box)
        for mark in found
        if not frame.issuperset(side.text[mark.start : mark.end])
        for box in side.rects(mark.start, mark.end)
    ]


class RowLayouts:
    """Lays rows out on demand for one width, font size and theme; keeps the last 400."""

    def __init__(
        self,
        rows: Rows,
        fonts: Fonts,
        colours: Colours,
        widths: tuple[float, float],
        opened: set[int],
    ) -> None:
        self._rows = rows
        self._fonts = fonts
        self._colours = colours
        self._raw_width, self._repaired_width = widths
        self._opened = opened
        self._cuts: Mapping[int, Sequence[int]] = {}
        self._cache: OrderedDict[int, RowLayout] = OrderedDict()

    def __len__(self) -> int:
        return len(self._cache)

    def row(self, row: int) -> RowLayout:
        found = self._cache.get(row)
        if found is not None:
            self._cache.move_to_end(row)
            return found
        made = self._cache[row] = self._lay_out(row)
        if len(self._cache) > CACHED_ROWS:
            self._cache.popitem(last=False)
        return made

    def forget(self, row: int) -> None:
        self._cache.pop(row, None)

    def set_cuts(self, cuts: Mapping[int, Sequence[int]]) -> list[int]:
        """Take the repaired offsets of forced cuts per paragraph, ascending; returns the
        rows that must be laid out anew."""
        changed = [
            row
            for paragraph in self._cuts.keys() | cuts.keys()
            if self._cuts.get(paragraph) != cuts.get(paragraph)
            for row in range(self._rows.first[paragraph], self._rows.first[paragraph + 1])
        ]
        self._cuts = cuts
        for row in changed:
            self.forget(row)
        return changed

    def _lay_out(self, row: int) -> RowLayout:
        removed: list[tuple[int, int, str]] = []
        chips: list[Span] = []
        raw = repaired = None
        if self._raw_width > 0:
            raw, removed = self._raw_side(row)
        if self._repaired_width > 0:
            repaired, chips = self._repaired_side(row)
        folds = int(self._rows.paragraph[row]) not in self._opened
        if raw is not None and repaired is not None and folds:
            raw.fold(int(shown_raw_lines(raw.lines, repaired.lines)))
        raw_height = 0
        if raw is not None:
            raw_height = raw.height + (fold_note_height(self._fonts) if raw.hidden else 0)
        height = max(raw_height, repaired.height if repaired else 0, self._fonts.line)
        kind = self._rows.pair.paragraphs[int(self._rows.paragraph[row])].kind
        return RowLayout(raw, repaired, height, kind, removed, chips)

    def _raw_side(self, row: int) -> tuple[SideLayout, list[tuple[int, int, str]]]:
        pair = self._rows.pair
        parts: list[str] = []
        removed: list[tuple[int, int, str]] = []
        length = 0
        for start, end in self._rows.raw(row):
            end = min(end, start + SPLIT_ABOVE - length)
            shift = length - start
            removed += [(a + shift, b + shift, why) for a, b, why in pair.removed_in(start, end)]
            parts.append(pair.raw[start:end])
            length += end - start
            if length >= SPLIT_ABOVE:
                break
        text = "".join(parts).rstrip()
        removed = [(a, min(b, len(text)), why) for a, b, why in removed if a < len(text)]
        form = QTextCharFormat()
        form.setFontStrikeOut(True)
        form.setForeground(self._colours.faint)
        runs = [Run(start, end, form) for start, end, _ in removed]
        fonts = self._fonts
        return SideLayout(text, fonts.body, self._raw_width, fonts.leading, runs), removed

    def _repaired_side(self, row: int) -> tuple[SideLayout, list[Span]]:
        rows, fonts = self._rows, self._fonts
        paragraph = rows.pair.paragraphs[int(rows.paragraph[row])]
        text = rows.pair.repaired[int(rows.start[row]) : int(rows.end[row])]
        runs: list[Run] = []
        if paragraph.kind == "heading":
            hashes = len(text) - len(text.lstrip("#"))
            form = QTextCharFormat()
            form.setForeground(self._colours.faint)
            form.setFontWeight(QFont.Weight.Normal)
            runs.append(Run(0, hashes, form))
        start, end = int(rows.start[row]), int(rows.end[row])
        cuts = self._cuts.get(int(rows.paragraph[row]), ())
        breaks = [offset - start for offset in cuts if start <= offset < end]
        side = SideLayout(
            text,
            fonts.of(paragraph),
            self._repaired_width,
            fonts.leading,
            runs,
            breaks,
            cut_room(fonts),
        )
        return side, placeholders(text)


def fold_note_height(fonts: Fonts) -> int:
    """The room for "… n more lines" below a folded raw side."""
    return math.ceil(fonts.small_metrics.height()) + fonts.leading


def cut_room(fonts: Fonts) -> int:
    """The room above a line that a forced cut begins."""
    return round(1.5 * fonts.em)


def placeholders(text: str) -> list[Span]:
    """The spans of ``⟦F1⟧`` in a text."""
    found: list[Span] = []
    at = text.find("⟦")
    while at >= 0:
        end = text.find("⟧", at)
        if end < 0:
            break
        found.append((at, end + 1))
        at = text.find("⟦", end)
    return found


def estimate(rows: Rows, fonts: Fonts, widths: tuple[float, float]) -> IntArray:
    """Content heights in pixels of all rows at these column widths: int64 [rows].

    Advances are calibrated on the document's own text, line heights on a laid-out line.
    """
    count = len(rows)
    paragraphs = rows.pair.paragraphs
    kinds = map(_STYLE.__getitem__, map(attrgetter("kind"), paragraphs))
    kind = np.fromiter(kinds, np.int64, len(paragraphs))
    level = np.fromiter(map(attrgetter("level"), paragraphs), np.int64, len(paragraphs))
    style = np.where(kind == 2, 2 + np.minimum(level, 6), kind)[rows.paragraph]
    raw_lines = np.zeros(count, np.int64)
    raw_height = repaired_lines = repaired_height = raw_lines
    if widths[1] > 0:
        sample = _narrow_sample(rows.pair.repaired)
        styles = (fonts.body, fonts.mono, *fonts.headings)
        measures = [_measure(font, sample) for font in styles]
        table = np.array(measures)[style]
        repaired_lines = rows.repaired_lines.visual_lines(
            count, widths[1], table[:, 0], table[:, 1]
        )
        wide = rows.repaired_lines.wide_share(count) > 0
        step = np.where(wide, table[:, 3], table[:, 2]) + fonts.leading
        repaired_height = repaired_lines * np.ceil(step).astype(np.int64)
    if widths[0] > 0:
        narrow, wide_advance, low, high = _measure(fonts.body, _narrow_sample(rows.pair.raw))
        raw_lines = rows.raw_lines.visual_lines(
            count, widths[0], np.full(count, narrow), np.full(count, wide_advance)
        )
        shown = shown_raw_lines(raw_lines, repaired_lines) if widths[1] > 0 else raw_lines
        step = np.where(rows.raw_lines.wide_share(count) > 0, high, low) + fonts.leading
        note = np.where(shown < raw_lines, fold_note_height(fonts), 0)
        raw_height = shown * np.ceil(step).astype(np.int64) + note
    return np.maximum(np.maximum(raw_height, repaired_height), fonts.line)


_STYLE = {"prose": 0, "list": 0, "formula": 0, "table": 1, "code": 1, "heading": 2}


def _narrow_sample(text: str) -> str:
    """Up to 4000 characters of a text that are not full-width."""
    middle = len(text) // 2
    return _NOT_NARROW.sub("", text[: SAMPLE // 2] + text[middle : middle + SAMPLE // 2])


def _measure(font: QFont, sample: str) -> tuple[float, float, float, float]:
    """Mean advance of a character of `sample` and of a wide character, and the height of
    a line without and with wide characters, all in pixels."""
    metrics = QFontMetricsF(font)
    narrow = metrics.horizontalAdvance(sample) / len(sample) if sample else 0.0
    heights = []
    for probe in ("x", "x文"):
        layout = QTextLayout(probe, font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1e4)
        layout.endLayout()
        heights.append(line.height())
    return (
        narrow or metrics.averageCharWidth(),
        metrics.horizontalAdvance("文" * 8) / 8,
        heights[0],
        heights[1],
    )
