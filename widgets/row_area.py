"""The scroll area under the text view: rows of one document, laid out as they are revealed.

Knows text, plan, columns and scrolling; painting and events are `RowView`'s.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from widgets import colours as theme
from widgets.captions import Captions
from widgets.row_geometry import Columns, Hit, Mode, RowSizes, ShownRow, columns, hit, row_gaps
from widgets.row_heights import Heights, Rows, build_rows, settle
from widgets.row_layout import Fonts, RowLayouts, estimate
from widgets.row_painter import RowPainter
from widgets.view_data import ChunkIndex, IntArray, PlanView, TextPair, token_offsets

DEFAULT_POINTS = 10.5


class RowArea(QAbstractScrollArea):
    """Rows of paragraph pairs that scroll by pixels and never jump."""

    foldToggled = Signal(object, bool)  # paragraph, open
    viewportChanged = Signal()  # another first or last visible paragraph

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        # Every pixel is painted here; Qt need not fill the ground first.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._captions = Captions(self)
        self._mode: Mode = "both"
        self._fonts = Fonts(DEFAULT_POINTS)
        self._sizes = RowSizes.of(self._fonts)
        self._marks = self._bands = True
        self._opened: set[int] = set()
        self._take_text(None)

    # -- what is shown

    def _take_text(self, pair: TextPair | None, rows: Rows | None = None) -> None:
        self._plan = PlanView()
        self._opened.clear()
        self._current = self._offset = 0
        self._span = (-1, -1)
        # None first: the margins resize the viewport, which must not settle old rows.
        self._rows: Rows | None = None
        self._shown: list[ShownRow] = []
        filled = pair is not None and bool(pair.paragraphs)
        self._captions.setVisible(filled)
        self._place_captions()
        self._rows = (rows or build_rows(pair)) if pair and filled else None
        self._tokens: IntArray = token_offsets(pair.paragraphs if pair else ())
        self._relayout()

    def _place_captions(self) -> None:
        height = self._captions.height_for(self._fonts) if self._captions.isVisibleTo(self) else 0
        self.setViewportMargins(0, height, 0, 0)
        self._captions.setGeometry(0, 0, self.width(), height)

    def set_plan(self, plan: PlanView) -> None:
        """Show another plan over the same text. Only rows with forced cuts are laid out
        anew; the current paragraph, or else the first one, stays where it is."""
        first = not self._plan.chunks
        self._plan = plan
        if self._rows is None:
            return
        if first and self._offset == 0:
            self._apply_plan(self._rows)
            self._settle(0)
            return
        place = self._place()
        self._apply_plan(self._rows)
        self._settle(self._heights.top(place[0]) + int(self._heights.gaps[place[0]]) - place[1])

    def _place(self) -> tuple[int, int]:
        """A row to hold on to, and where its text begins in the viewport."""
        rows = [row for row in self._shown if row.begins and row.y + row.gap >= 0]
        current = [row for row in rows if row.paragraph == self._current]
        for row in (*current, *rows, *self._shown):
            return row.row, row.y + row.gap
        return 0, 0

    def _apply_plan(self, rows: Rows) -> None:
        self._index = ChunkIndex(self._plan, rows.pair.paragraphs)
        cuts = {p: [offset for offset, _ in c] for p, c in self._index.forced.items()}
        for row in self._layouts.set_cuts(cuts):
            self._heights.exact[row] = False
        self._heights.gaps = row_gaps(rows, self._plan, self._index, self._sizes)
        self._painter = RowPainter(
            rows,
            self._plan,
            self._index,
            self._fonts,
            self._colours,
            self._columns,
            self._sizes,
        )

    def _relayout(self) -> None:
        """Begin anew after a change of text, width, font or theme."""
        self._colours = theme.of(self.palette())
        self._columns = self._divide()
        self._captions.arrange(self._columns, self._fonts, self._colours)
        if self._rows is None:
            self.verticalScrollBar().setRange(0, 0)
            self.viewport().update()
            return
        rows = self._rows
        widths = (self._columns.raw_width, self._columns.repaired_width)
        self._layouts = RowLayouts(rows, self._fonts, self._colours, widths, self._opened)
        content = estimate(rows, self._fonts, widths) + 2 * self._sizes.padding
        self._heights = Heights(content, content)
        self._apply_plan(rows)
        self._settle(self._offset)

    def _divide(self) -> Columns:
        count = len(self._rows.pair.paragraphs) if self._rows else 0
        metrics = QFontMetricsF(self._fonts.small_bold)
        digits = metrics.horizontalAdvance(str(max(count - 1, 0)))
        badge = metrics.horizontalAdvance("0.00") + 0.7 * self._fonts.em
        # Three glyphs side by side must fit as well.
        room = max(digits, badge, 3 * round(0.92 * self._fonts.em) + 6)
        return columns(self.viewport().width(), self._fonts.em, round(room), self._mode)

    def _rearrange(self) -> None:
        """Begin anew, keeping the first visible paragraph in its place."""
        place = self.position()
        self._relayout()
        self.restore_position(place)

    # -- scrolling

    def _measure(self, row: int) -> int:
        return self._layouts.row(row).height + 2 * self._sizes.padding

    def _settle(self, offset: int) -> None:
        """Scroll to `offset`, lay out what is revealed, and list what is on the page."""
        if self._rows is None:
            return
        rows, heights, page = self._rows, self._heights, self.viewport().height()
        self._offset = settle(heights, offset, page, self._measure)
        self._shown = []
        for row in heights.visible(self._offset, page):
            layout = self._layouts.row(row)
            if self._marks:
                layout.mark_words()
            paragraph, begins = int(rows.paragraph[row]), rows.begins(row)
            self._shown.append(
                ShownRow(
                    row=row,
                    paragraph=paragraph,
                    begins=begins,
                    y=heights.top(row) - self._offset,
                    gap=int(heights.gaps[row]),
                    height=int(heights.content[row]),
                    chunk=self._index.headed.get(paragraph, -1) if begins else -1,
                    layout=layout,
                )
            )
        bar = self.verticalScrollBar()
        bar.blockSignals(True)
        bar.setRange(0, max(heights.total - page, 0))
        bar.setPageStep(page)
        bar.setSingleStep(self._fonts.line + self._fonts.leading)
        bar.setValue(self._offset)
        bar.blockSignals(False)
        self.viewport().update()
        span = (self.first_visible(), self.last_visible())
        if span != self._span:
            self._span = span
            self.viewportChanged.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._settle(self.verticalScrollBar().value())

    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta().y()
        if pixels:
            self.verticalScrollBar().setValue(self._offset - pixels)
            event.accept()
            return
        super().wheelEvent(event)

    def first_visible(self) -> int:
        """The first paragraph on the page, −1 without a text."""
        return self._shown[0].paragraph if self._shown else -1

    def last_visible(self) -> int:
        return self._shown[-1].paragraph if self._shown else -1

    def position(self) -> tuple[int, float]:
        """(first visible paragraph, the share of it that is scrolled away)."""
        if self._rows is None or not self._shown:
            return 0, 0.0
        paragraph = self.first_visible()
        top, height = self._extent(paragraph)
        return paragraph, (self._offset - top) / height

    def restore_position(self, place: tuple[int, float]) -> None:
        """Scroll to what `position` gave, whatever the width or the font are now."""
        if self._rows is None:
            return
        paragraph, fraction = self._clamp(place[0]), place[1]
        self._make_exact(paragraph)
        top, height = self._extent(paragraph)
        self._settle(top + round(fraction * height))

    def _extent(self, paragraph: int) -> tuple[int, int]:
        """Top and height of a paragraph with its gap, in document pixels."""
        assert self._rows is not None
        first, after = self._rows.first[paragraph], self._rows.first[paragraph + 1]
        top = self._heights.top(first)
        return top, max(self._heights.top(after) - top, 1)

    def _make_exact(self, paragraph: int) -> None:
        assert self._rows is not None
        first, after = self._rows.first[paragraph], self._rows.first[paragraph + 1]
        # A paragraph of many rows is taller than a page: its beginning is enough.
        for row in range(first, min(after, first + 2)):
            if not self._heights.exact[row]:
                self._heights.set_exact(row, self._measure(row))

    def _clamp(self, paragraph: int) -> int:
        return min(max(paragraph, 0), len(self._tokens) - 2)

    # -- layers and layout

    def set_columns(self, mode: Mode) -> None:
        """Show ``both`` sides, only ``raw`` or only ``repaired``."""
        if mode != self._mode:
            self._mode = mode
            self._rearrange()

    @property
    def columns_shown(self) -> Mode:
        return self._mode

    def set_marks_visible(self, visible: bool) -> None:
        self._marks = visible
        self._settle(self._offset)

    def set_bands_visible(self, visible: bool) -> None:
        self._bands = visible
        self.viewport().update()

    def set_text_size(self, points: float) -> None:
        self._fonts = Fonts(points)
        self._sizes = RowSizes.of(self._fonts)
        self._place_captions()
        self._rearrange()

    def toggle_fold(self, paragraph: int, open: bool | None = None) -> None:
        """Unfold or fold the raw side of a paragraph; None does the other of the two."""
        if self._rows is None:
            return
        opened = paragraph in self._opened
        if open is None:
            open = not opened
        if open == opened:
            return
        (self._opened.add if open else self._opened.discard)(paragraph)
        for row in range(self._rows.first[paragraph], self._rows.first[paragraph + 1]):
            self._layouts.forget(row)
            self._heights.set_exact(row, self._measure(row))
        self._settle(self._offset)
        self.foldToggled.emit(paragraph, open)

    # -- for the helpers of this package

    @property
    def shown(self) -> list[ShownRow]:
        return self._shown

    @property
    def sizes(self) -> RowSizes:
        return self._sizes

    @property
    def geometry_columns(self) -> Columns:
        return self._columns

    @property
    def fonts(self) -> Fonts:
        return self._fonts

    @property
    def plan(self) -> PlanView:
        return self._plan

    @property
    def token_offsets(self) -> IntArray:
        return self._tokens

    @property
    def pair(self) -> TextPair | None:
        return self._rows.pair if self._rows else None

    @property
    def chunk_index(self) -> ChunkIndex:
        return self._index

    def hit(self, position: QPoint) -> Hit:
        """What lies under a point of the viewport."""
        return hit(
            self._shown,
            self._columns,
            self._sizes,
            self._fonts,
            position.x(),
            position.y(),
        )

    def scroll_by(self, pixels: int) -> None:
        self._settle(self._offset + pixels)

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_captions()
        if self._columns.width != self.viewport().width():
            self._rearrange()
        else:
            self._settle(self._offset)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._rearrange()
