"""Draws laid-out rows: text, marks, chunk band, headers, seams. No layout, no events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.edits import Seam
from widgets import seam_gutter
from widgets.colours import Colours, blend, ink_on
from widgets.row_geometry import Columns, RowSizes, ShownRow
from widgets.row_heights import Rows
from widgets.row_layout import Fonts, SideLayout, cut_room
from widgets.view_data import ChunkIndex, PlanView, thousands


@dataclass(frozen=True, slots=True)
class Ghost:
    """A seam that is not there yet: under the pointer, or while one is dragged."""

    gap: int
    text: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected characters of one side of one row."""

    row: int
    raw: bool
    anchor: int
    cursor: int

    @property
    def span(self) -> tuple[int, int]:
        return min(self.anchor, self.cursor), max(self.anchor, self.cursor)


@dataclass(frozen=True, slots=True)
class Look:
    """What is current, hovered, selected or dragged, and which layers are on."""

    current: int = -1
    hovered: int = -1
    focused: bool = False
    marks: bool = True
    bands: bool = True
    ghost: Ghost | None = None
    dragged: int = -1
    selection: Selection | None = None


class RowPainter:
    """Paints rows of one document with one plan, theme and font size."""

    def __init__(
        self,
        rows: Rows,
        plan: PlanView,
        index: ChunkIndex,
        fonts: Fonts,
        colours: Colours,
        columns: Columns,
        sizes: RowSizes,
    ) -> None:
        self._rows = rows
        self._plan = plan
        self._index = index
        self._fonts = fonts
        self._colours = colours
        self._columns = columns
        self._sizes = sizes
        self._raw_ink = blend(colours.base, colours.text, 0.74)
        self._note = QCoreApplication.translate("RowView", "… {} more lines")
        self._bands = tuple(blend(colours.base, band, 0.85) for band in colours.bands)
        self._tints = tuple(blend(colours.base, band, 0.045) for band in colours.bands)

    def paint(self, painter: QPainter, shown: Sequence[ShownRow], clip: QRectF, look: Look) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in shown:
            self._ground(painter, row, look)
        for row in shown:
            self._text(painter, row, clip, look)
            if row.begins:
                self._gap(painter, row, look)
            self._forced(painter, row)
        self._frame(painter, shown, look)
        if look.ghost is not None:
            self._ghost(painter, shown, look)

    # -- ground and band

    def _segments(self, row: ShownRow) -> list[tuple[float, float, int]]:
        """(top, bottom, chunk) pieces of the band beside a row."""
        first = self._index.chunk_at(int(self._rows.start[row.row]))
        if first < 0:
            return []
        pieces: list[tuple[float, float, int]] = []
        top = float(row.y)
        if row.chunk > 0:
            line = row.line_y(self._sizes)
            pieces.append((top, line - 1.5, first - 1))
            top = line + 1.5
        elif row.chunk == 0:
            top = row.y + row.gap - self._sizes.header
        for y, number in self._forced_places(row):
            pieces.append((top, y - 1.5, number - 1))
            top = y + 1.5
            first = number
        pieces.append((top, float(row.bottom), first))
        return pieces

    def _forced_places(self, row: ShownRow) -> list[tuple[float, int]]:
        """(y, chunk) of the forced cuts inside a row."""
        cuts = self._index.forced.get(row.paragraph)
        if not cuts:
            return []
        start, end = int(self._rows.start[row.row]), int(self._rows.end[row.row])
        side = row.layout.repaired
        top = row.text_top(self._sizes)
        half = cut_room(self._fonts) / 2
        return [
            (top + (side.line_top(offset - start) - half if side else 0.0), number)
            for offset, number in cuts
            if start <= offset < end
        ]

    def _ground(self, painter: QPainter, row: ShownRow, look: Look) -> None:
        columns, colours = self._columns, self._colours
        painter.setPen(Qt.PenStyle.NoPen)
        if look.bands:
            right = columns.gutter + columns.gutter_width
            for top, bottom, chunk in self._segments(row):
                if columns.repaired_width > 0:
                    box = QRectF(right, top, columns.width - right, bottom - top)
                    painter.fillRect(box, self._tints[chunk % 2])
                band = QRectF(columns.band, top, columns.band_width, bottom - top)
                painter.fillRect(band, self._bands[chunk % 2])
        if row.paragraph in (look.current, look.hovered):
            current = row.paragraph == look.current
            wash = blend(colours.base, colours.focus, 0.075) if current else colours.panel
            for box in self._cells(row.y + row.gap, row.bottom):
                painter.fillRect(box, wash)

    def _cells(self, top: float, bottom: float) -> list[QRectF]:
        """The raw and the repaired cell between two heights."""
        columns = self._columns
        pad = round(0.4 * self._fonts.em)
        return [
            QRectF(left - pad, top, width + 2 * pad, bottom - top)
            for left, width in (
                (columns.raw, columns.raw_width),
                (columns.repaired, columns.repaired_width),
            )
            if width > 0
        ]

    # -- text

    def _text(self, painter: QPainter, row: ShownRow, clip: QRectF, look: Look) -> None:
        layout, columns, colours = row.layout, self._columns, self._colours
        top = row.text_top(self._sizes)
        if layout.raw is not None:
            if look.marks and layout.raw_boxes:
                self._marks(painter, layout.raw_boxes, columns.raw, top, colours.delete)
            self._selected(painter, row, layout.raw, True, look)
            painter.setPen(self._raw_ink)
            side_clip = clip
            if layout.raw.hidden:
                # One pixel short, or the first hidden line would touch it.
                box = QRectF(columns.raw, top, columns.raw_width, layout.raw.height - 1)
                side_clip = clip.intersected(box)
            layout.raw.draw(painter, columns.raw, top, side_clip)
            if layout.raw.hidden:
                self._fold_note(painter, layout.raw, top)
        if layout.repaired is not None:
            if look.marks and layout.repaired_boxes:
                self._marks(painter, layout.repaired_boxes, columns.repaired, top, colours.insert)
            for start, end in layout.chips:
                for box in layout.repaired.rects(start, end):
                    self._chip(painter, box.translated(columns.repaired, top))
            self._selected(painter, row, layout.repaired, False, look)
            painter.setPen(colours.text)
            layout.repaired.draw(painter, columns.repaired, top, clip)
        if row.begins:
            self._number(painter, row, top, look)

    def _marks(
        self,
        painter: QPainter,
        boxes: Sequence[tuple[str, QRectF]],
        x: float,
        y: float,
        fill: QColor,
    ) -> None:
        for kind, box in boxes:
            placed = box.translated(x, y)
            if kind == "joined":
                painter.setPen(QPen(self._colours.faint, 1.0, Qt.PenStyle.DotLine))
                painter.drawLine(placed.bottomLeft(), placed.bottomRight())
                continue
            painter.fillRect(placed.adjusted(-1, 0, 1, 0), fill)
            if kind == "replaced":
                painter.setPen(QPen(blend(fill, self._colours.text, 0.5), 1.0))
                painter.drawLine(placed.bottomLeft(), placed.bottomRight())

    def _chip(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(self._colours.hairline, 1.0))
        painter.setBrush(self._colours.panel)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0)

    def _selected(
        self, painter: QPainter, row: ShownRow, side: SideLayout, raw: bool, look: Look
    ) -> None:
        chosen = look.selection
        if chosen is None or chosen.row != row.row or chosen.raw != raw:
            return
        x = self._columns.raw if raw else self._columns.repaired
        wash = QColor(self._colours.focus)
        wash.setAlphaF(0.3)
        for box in side.rects(*chosen.span):
            painter.fillRect(box.translated(x, row.text_top(self._sizes)), wash)

    def _fold_note(self, painter: QPainter, side: SideLayout, top: float) -> None:
        fonts, columns = self._fonts, self._columns
        painter.setFont(fonts.small)
        painter.setPen(self._colours.faint)
        y = top + side.height + fonts.small_metrics.ascent()
        painter.drawText(QPointF(columns.raw, y), self._note.format(side.hidden))

    def _number(self, painter: QPainter, row: ShownRow, top: float, look: Look) -> None:
        fonts, columns = self._fonts, self._columns
        current = row.paragraph == look.current
        painter.setFont(fonts.small_bold if current else fonts.small)
        painter.setPen(self._colours.text if current else self._colours.faint)
        box = QRectF(columns.number, top, columns.number_width, fonts.line)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, align, str(row.paragraph))

    # -- gaps

    def _gap(self, painter: QPainter, row: ShownRow, look: Look) -> None:
        seam = self._plan.seams.get(row.paragraph, Seam.NONE)
        if row.paragraph > 0 and seam:
            if row.paragraph == look.dragged:
                painter.setOpacity(0.35)
            self._seam(painter, row, seam, look)
            painter.setOpacity(1.0)
        if row.chunk >= 0:
            self._header(painter, row)

    def _seam(self, painter: QPainter, row: ShownRow, seam: Seam, look: Look) -> None:
        columns, colours, fonts = self._columns, self._colours, self._fonts
        style = seam_gutter.style(seam)
        y = row.line_y(self._sizes)
        seam_gutter.paint_line(painter, style.line, 0.0, columns.width, y, colours)
        if style.tab:
            band = QRectF(columns.band, y, columns.band_width, 0.0)
            colour = self._bands[max(self._index.chunk_of(row.paragraph), 0) % 2]
            seam_gutter.paint_tab(painter, band, y, colour)
        size = float(round(0.92 * fonts.em))
        right = columns.number + columns.number_width
        seam_gutter.paint_glyphs(painter, style.glyphs, right, y, size, colours)
        text = seam_gutter.label(seam)
        if text:
            chunk = self._index.chunk_of(row.paragraph)
            ground = self._tints[chunk % 2] if look.bands and chunk >= 0 else colours.base
            self._tag(painter, text, y, colours.faint, ground)

    def _tag(self, painter: QPainter, text: str, y: float, ink: QColor, ground: QColor) -> None:
        right = self._columns.width - round(0.9 * self._fonts.em)
        seam_gutter.paint_tag(painter, text, right, y, self._fonts.small, ink, ground)

    def _header(self, painter: QPainter, row: ShownRow) -> None:
        """Badge in the gutter, "#7 · 3 870 tok · 94 %" and the heading path over the text."""
        fonts, colours, columns = self._fonts, self._colours, self._columns
        middle = row.header_middle(self._sizes)
        self._badge(painter, row.chunk, middle)
        chunk = self._plan.chunks[row.chunk]
        left, width = columns.body
        height = self._sizes.header
        box = QRectF(left, middle - height / 2, width, height)
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        name = f"#{row.chunk + 1}"
        painter.setFont(fonts.small_bold)
        painter.setPen(colours.text)
        painter.drawText(box, align, name)
        box.setLeft(left + painter.fontMetrics().horizontalAdvance(name))
        fill = chunk.tokens / self._plan.limit
        parts = f" · {thousands(chunk.tokens)} tok · {fill * 100:.0f} %"
        painter.setFont(fonts.small)
        painter.setPen(colours.faint)
        painter.drawText(box, align, parts)
        used = box.left() + fonts.small_metrics.horizontalAdvance(parts) + 0.5 * fonts.em
        used = self._fill_bar(painter, used, middle, fill, row.chunk)
        if chunk.tokens < self._plan.fragment and row.chunk < len(self._plan.chunks) - 1:
            note = QCoreApplication.translate("RowView", "fragment")
            painter.setPen(colours.warning)
            box.setLeft(used)
            painter.drawText(box, align, note)
            used += fonts.small_metrics.horizontalAdvance(note) + 0.5 * fonts.em
        path = " › ".join(chunk.heading_path)
        room = left + width - used - 0.5 * fonts.em
        if path and room > 4 * fonts.em:
            text = fonts.small_metrics.elidedText(path, Qt.TextElideMode.ElideMiddle, room)
            painter.setPen(colours.faint)
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, align, text)

    def _fill_bar(
        self, painter: QPainter, left: float, middle: float, fill: float, chunk: int
    ) -> float:
        """How full a chunk is, as a bar; returns where the next thing may stand."""
        width, height = 3.2 * self._fonts.em, max(round(0.24 * self._fonts.em), 3)
        box = QRectF(left, round(middle - height / 2) + 0.5, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colours.hairline)
        painter.drawRoundedRect(box, height / 2, height / 2)
        box.setWidth(max(width * min(fill, 1.0), height))
        painter.setBrush(self._bands[chunk % 2])
        painter.drawRoundedRect(box, height / 2, height / 2)
        return left + width + 0.6 * self._fonts.em

    def _badge(self, painter: QPainter, chunk: int, middle: float) -> None:
        score = self._plan.total(chunk)
        if score is None:
            return
        columns = self._columns
        height = round(1.12 * self._fonts.small_metrics.height())
        width = self._fonts.small_metrics.horizontalAdvance("0.00") + 0.7 * self._fonts.em
        right = columns.number + columns.number_width
        box = QRectF(round(right - width), round(middle - height / 2), round(width), height)
        seam_gutter.paint_badge(painter, box, score, self._fonts.small_bold, self._colours)

    def _forced(self, painter: QPainter, row: ShownRow) -> None:
        columns, colours = self._columns, self._colours
        for y, number in self._forced_places(row):
            left = columns.gutter if columns.repaired_width > 0 else 0.0
            seam_gutter.paint_zigzag(painter, left, columns.width, y, colours)
            chunk = self._plan.chunks[number]
            text = QCoreApplication.translate("RowView", "forced · #{} · {} tok · {} %").format(
                number + 1,
                thousands(chunk.tokens),
                round(100 * chunk.tokens / self._plan.limit),
            )
            self._tag(painter, text, y, ink_on(colours.warning), colours.warning)
            self._badge(painter, number, y)

    # -- over everything

    def _frame(self, painter: QPainter, shown: Sequence[ShownRow], look: Look) -> None:
        """The focus frame around both sides of the current paragraph."""
        rows = [row for row in shown if row.paragraph == look.current]
        if not rows:
            return
        top = rows[0].y + rows[0].gap if rows[0].begins else rows[0].y - 8
        bottom = rows[-1].bottom
        if rows[-1].row + 1 < self._rows.first[look.current + 1]:
            bottom += 8
        colour = self._colours.focus if look.focused else self._colours.faint
        painter.setPen(QPen(colour, 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self._cells(top, bottom):
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4.0, 4.0)

    def _ghost(self, painter: QPainter, shown: Sequence[ShownRow], look: Look) -> None:
        ghost, colours, columns = look.ghost, self._colours, self._columns
        row = next((r for r in shown if ghost and r.paragraph == ghost.gap and r.begins), None)
        if row is None or ghost is None:
            return
        y = row.line_y(self._sizes)
        if look.dragged >= 0:
            pen = QPen(colours.boundary, 2.5)
        else:
            pen = QPen(blend(colours.base, colours.boundary, 0.6), 1.5, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(0.0, y), QPointF(columns.width, y))
        self._tag(painter, ghost.text, y, colours.base, colours.boundary)
