"""Where the parts of a shown row lie, and what lies under the pointer. Plain numbers, no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.edits import Seam
from widgets.row_heights import Rows
from widgets.row_layout import Fonts, RowLayout, fold_note_height
from widgets.seam_gutter import gap_at
from widgets.view_data import ChunkIndex, IntArray, PlanView

Mode = Literal["both", "raw", "repaired"]
Place = Literal["gap", "badge", "number", "raw", "repaired", "fold", "none"]


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand horizontally, in pixels. A width of 0 means: not shown.

    `number` is the column of paragraph numbers, badges and glyphs, `band` the chunk band;
    both lie inside the gutter (`gutter`, `gutter_width`).
    """

    raw: float
    raw_width: float
    gutter: float
    gutter_width: float
    number: float
    number_width: float
    band: float
    band_width: float
    repaired: float
    repaired_width: float
    width: float

    @property
    def body(self) -> tuple[float, float]:
        """Left and width of the column that carries chunk headers."""
        if self.repaired_width > 0:
            return self.repaired, self.repaired_width
        return self.raw, self.raw_width


def columns(width: float, em: float, number_width: float, mode: Mode) -> Columns:
    """Divide a viewport: raw | numbers, band | repaired. `em` is the line height."""
    margin, pad, band = round(0.9 * em), round(0.55 * em), max(round(0.32 * em), 4)
    gutter_width = pad + number_width + round(0.45 * em) + band + pad
    free = max(width - gutter_width - 2 * margin - 2 * round(0.3 * em), 64.0)
    gap = round(0.3 * em)
    if mode == "raw":
        raw_width, repaired_width = free, 0.0
    elif mode == "repaired":
        raw_width, repaired_width = 0.0, free
    else:
        raw_width = float(int(free / 2))
        repaired_width = free - raw_width
    gutter = margin + raw_width + gap if raw_width else float(round(0.3 * em))
    return Columns(
        raw=margin,
        raw_width=raw_width,
        gutter=gutter,
        gutter_width=gutter_width,
        number=gutter + pad,
        number_width=number_width,
        band=gutter + pad + number_width + round(0.45 * em),
        band_width=band,
        repaired=gutter + gutter_width + gap,
        repaired_width=repaired_width,
        width=width,
    )


@dataclass(frozen=True, slots=True)
class RowSizes:
    """Vertical measures in pixels: an empty gap, a gap with a seam, the chunk header added
    to it, and the padding above and below the text."""

    plain: int
    seam: int
    header: int
    padding: int

    @classmethod
    def of(cls, fonts: Fonts) -> RowSizes:
        em = fonts.em
        return cls(round(0.5 * em), round(1.25 * em), round(1.5 * em), round(0.22 * em))


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row on the page. `y` is its top in the viewport (the top of its gap); `chunk` is
    the chunk whose header stands in the gap, else −1."""

    row: int
    paragraph: int
    begins: bool
    y: int
    gap: int
    height: int
    chunk: int
    layout: RowLayout

    @property
    def bottom(self) -> int:
        return self.y + self.gap + self.height

    def text_top(self, sizes: RowSizes) -> int:
        return self.y + self.gap + sizes.padding

    def line_y(self, sizes: RowSizes) -> float:
        """The middle of the seam line in the gap above the row."""
        if self.chunk == 0:
            return float(self.y)
        return self.y + (sizes.seam if self.gap >= sizes.seam else self.gap) / 2

    def header_middle(self, sizes: RowSizes) -> float:
        return self.y + self.gap - sizes.header / 2


def row_gaps(rows: Rows, plan: PlanView, index: ChunkIndex, sizes: RowSizes) -> IntArray:
    """The gap above each row in pixels: int64 [rows]."""
    gaps = np.full(len(rows), sizes.plain, np.int64)
    if not len(rows):
        return gaps
    paragraphs = len(rows.first) - 1
    seams = np.fromiter(plan.seams, np.int64, len(plan.seams))
    for paragraph in index.forced:
        if plan.seams.get(paragraph) is not None and not _other_than_forced(plan, paragraph):
            seams = seams[seams != paragraph]
    gaps[rows.first[seams[(seams > 0) & (seams < paragraphs)]]] = sizes.seam
    headed = np.fromiter(index.headed, np.int64, len(index.headed))
    gaps[rows.first[headed]] = sizes.seam + sizes.header
    gaps[rows.first[rows.paragraph] != np.arange(len(rows))] = 0
    gaps[0] = sizes.plain + (sizes.header if 0 in index.headed else 0)
    return gaps


def _other_than_forced(plan: PlanView, paragraph: int) -> bool:
    return bool(plan.seams[paragraph] & ~Seam.FORCED)


def gap_lines(shown: Sequence[ShownRow], sizes: RowSizes) -> list[tuple[int, float]]:
    """(gap, y of its line) for the gaps on the page, from top to bottom."""
    return [(row.paragraph, row.line_y(sizes)) for row in shown if row.begins and row.paragraph > 0]


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies under a point; `row` is its place in the list of shown rows, −1 for none."""

    place: Place
    paragraph: int
    row: int


NOTHING = Hit("none", -1, -1)


def hit(
    shown: Sequence[ShownRow], columns: Columns, sizes: RowSizes, fonts: Fonts, x: float, y: float
) -> Hit:
    """What lies under (x, y) in viewport coordinates.

    In the gutter a gap is easy to hit (half a line around it); over the text only the gap
    itself counts.
    """
    number = next((n for n, row in enumerate(shown) if row.y <= y < row.bottom), -1)
    in_gutter = columns.gutter <= x < columns.gutter + columns.gutter_width
    slop = max(sizes.seam / 2, 8.0) if in_gutter else sizes.plain / 2
    gap = gap_at(gap_lines(shown, sizes), y, slop)
    if gap is not None:
        below = next(n for n, row in enumerate(shown) if row.paragraph == gap)
        return Hit("gap", gap, below)
    if number < 0:
        return NOTHING
    row = shown[number]
    in_header = row.chunk >= 0 and y < row.y + row.gap
    if in_header and x >= columns.gutter:
        return Hit("badge", row.paragraph, number)
    if in_gutter:
        return Hit("number", row.paragraph, number)
    if columns.repaired_width > 0 and x >= columns.gutter + columns.gutter_width:
        return Hit("repaired", row.paragraph, number)
    raw = row.layout.raw
    if raw is None:
        return NOTHING
    note = row.text_top(sizes) + raw.height
    if raw.hidden and note <= y < note + fold_note_height(fonts):
        return Hit("fold", row.paragraph, number)
    return Hit("raw", row.paragraph, number)
