"""The strip: the whole document on one narrow bar, by tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.document import Paragraph
from engine.edits import Seam
from widgets import colours as theme
from widgets.view_data import IntArray, PlanView, token_offsets
from widgets.view_words import chunk_words

TICK = 4
EDITED = Seam.ADDED | Seam.REMOVED | Seam.PINNED | Seam.GLUED


def worst_per_pixel(edges: IntArray, scores: np.ndarray, height: int) -> np.ndarray:
    """The lowest score of the chunks that touch each pixel: float [height].

    `edges` are the token offsets of the chunk starts and, last, the total; `scores` has
    one value per chunk, NaN where there is none.
    """
    result = np.full(height, np.nan)
    total = int(edges[-1]) if len(edges) else 0
    if not total:
        return result
    first = edges[:-1] * height // total
    after = np.maximum(-(-edges[1:] * height // total), first + 1)
    for begin, end, score in zip(first.tolist(), after.tolist(), scores.tolist(), strict=True):
        result[begin:end] = np.fmin(result[begin:end], score)
    return result


class Strip(QWidget):
    """Chunks coloured by score, ticks at a person's edits, faint machine boundaries and a
    box around what the text view shows. Clicking or dragging emits `jumped`."""

    jumped = Signal(object)  # paragraph

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Overview of the document"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._offsets = token_offsets(())
        self._plan = PlanView()
        self._visible = (0, -1)
        self._map: QPixmap | None = None

    def sizeHint(self) -> QSize:
        return QSize(round(1.3 * QFontMetricsF(self.font()).height()), 200)

    def set_plan(self, plan: PlanView | None, paragraphs: Sequence[Paragraph] = ()) -> None:
        """Show a plan over the paragraphs of its document; None empties the strip."""
        self._plan = plan or PlanView()
        self._offsets = token_offsets(paragraphs if plan else ())
        self._drop_map()

    def set_viewport(self, first: int, last: int) -> None:
        """The paragraphs that the text view shows, both inclusive."""
        if (first, last) != self._visible:
            self._visible = (first, last)
            self.update()

    # -- geometry

    def _y(self, paragraph: int) -> float:
        """Where a paragraph begins on the bar."""
        total = max(int(self._offsets[-1]), 1)
        at = min(max(paragraph, 0), len(self._offsets) - 1)
        return float(self._offsets[at]) * self.height() / total

    def paragraph_at(self, y: float) -> int:
        """The paragraph under a height on the bar, −1 without a document."""
        last = len(self._offsets) - 2
        if last < 0 or not self._offsets[-1]:
            return -1
        tokens = y * float(self._offsets[-1]) / max(self.height(), 1)
        return min(max(int(np.searchsorted(self._offsets, tokens, "right")) - 1, 0), last)

    def _chunk_at(self, paragraph: int) -> int:
        firsts = [chunk.first for chunk in self._plan.chunks]
        return int(np.searchsorted(firsts, paragraph, "right")) - 1

    # -- painting

    def _drop_map(self) -> None:
        self._map = None
        self.update()

    def _draw_map(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        colours = theme.of(self.palette())
        pixmap = QPixmap(round(self.width() * ratio), max(round(self.height() * ratio), 1))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(colours.panel)
        painter = QPainter(pixmap)
        self._draw_scores(painter, colours, ratio)
        self._draw_seams(painter, colours)
        painter.end()
        return pixmap

    def _draw_scores(self, painter: QPainter, colours: theme.Colours, ratio: float) -> None:
        plan, total = self._plan, int(self._offsets[-1])
        if not plan.chunks or not total:
            return
        begins = np.array([self._chunk_edge(i) for i in range(len(plan.chunks))], np.int64)
        edges = np.append(begins, total)
        scores = np.array([_known(plan.total(i)) for i in range(len(plan.chunks))])
        height = max(round(self.height() * ratio), 1)
        worst = worst_per_pixel(edges, scores, height)
        left, width = TICK + 1.0, self.width() - 2.0 * TICK - 2.0
        bins = np.where(np.isnan(worst), -2, np.where(worst < 0, -1, np.floor(worst * 5)))
        turns = np.flatnonzero(np.diff(bins, prepend=np.nan) != 0)
        for begin, end in zip(turns, [*turns[1:], height], strict=True):
            box = QRectF(left, begin / ratio, width, (end - begin) / ratio)
            if bins[begin] == -2:
                painter.fillRect(box, colours.hairline)
            elif bins[begin] == -1:
                painter.fillRect(box, colours.panel)
                painter.fillRect(box, Qt.BrushStyle.BDiagPattern)
            else:
                painter.fillRect(box, theme.score_colour(colours, float(worst[begin])))
        painter.setPen(QPen(colours.base, 1.0 / ratio))
        for edge in np.unique(edges[1:-1] * height // total):
            painter.drawLine(QPointF(left, edge / ratio), QPointF(left + width, edge / ratio))

    def _chunk_edge(self, number: int) -> int:
        """Tokens before a chunk; a chunk that begins inside a paragraph shares its place
        with the chunks before it in proportion to their tokens."""
        chunk = self._plan.chunks[number]
        edge = int(self._offsets[chunk.first])
        back = number - 1
        while back >= 0 and self._plan.chunks[back].last == chunk.first:
            before = self._plan.chunks[back]
            edge += before.tokens
            if before.first != chunk.first:
                edge -= int(self._offsets[chunk.first] - self._offsets[before.first])
                break
            back -= 1
        return min(edge, int(self._offsets[chunk.first + 1]))

    def _draw_seams(self, painter: QPainter, colours: theme.Colours) -> None:
        faint = QColor(colours.boundary)
        faint.setAlphaF(0.45)
        # Thousands of seams share a few hundred pixels; plain integers test faster than flags.
        edited: set[int] = set()
        machine: set[int] = set()
        for gap, seam in self._plan.seams.items():
            held = seam.value
            if held & EDITED.value:
                edited.add(round(self._y(gap)))
            elif held & Seam.MACHINE.value:
                machine.add(round(self._y(gap)))
        painter.setPen(QPen(faint, 1.0))
        for y in machine:
            painter.drawLine(QPointF(0.0, y), QPointF(TICK - 1.0, y))
        painter.setPen(QPen(colours.boundary, 2.0))
        for y in edited:
            painter.drawLine(QPointF(self.width() - TICK, y), QPointF(self.width(), y))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._map is None or self._map.devicePixelRatio() != self.devicePixelRatioF():
            self._map = self._draw_map()
        colours = theme.of(self.palette())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._map)
        first, last = self._visible
        if last >= first and len(self._offsets) > 1:
            top = self._y(first)
            height = max(self._y(last + 1) - top, 6.0)
            top = min(top, self.height() - height)
            wash = QColor(colours.text)
            wash.setAlphaF(0.12)
            box = QRectF(1.0, top + 0.5, self.width() - 2.0, height - 1.0)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours.text, 1.4))
            painter.setBrush(wash)
            painter.drawRoundedRect(box, 3.0, 3.0)
        painter.end()

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drop_map()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._drop_map()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._jump(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._jump(event)

    def _jump(self, event: QMouseEvent) -> None:
        paragraph = self.paragraph_at(event.position().y())
        if paragraph >= 0:
            self.jumped.emit(paragraph)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            chunk = self._chunk_at(self.paragraph_at(event.pos().y()))
            if chunk >= 0:
                QToolTip.showText(event.globalPos(), chunk_words(self._plan, chunk), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


def _known(score: float | None) -> float:
    return float("nan") if score is None else score
