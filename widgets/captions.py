"""The captions over the two columns of the text view."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.colours import LIGHT, Colours
from widgets.row_geometry import Columns
from widgets.row_layout import Fonts


class Captions(QWidget):
    """ "Raw" and "Repaired", level with their columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns: Columns | None = None
        self._fonts: Fonts | None = None
        self._colours = LIGHT

    def arrange(self, columns: Columns, fonts: Fonts, colours: Colours) -> None:
        self._columns, self._fonts, self._colours = columns, fonts, colours
        self.update()

    @staticmethod
    def height_for(fonts: Fonts) -> int:
        return math.ceil(1.5 * fonts.em)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colours.panel)
        if self._columns is not None and self._fonts is not None:
            painter.setFont(self._fonts.small)
            painter.setPen(self._colours.faint)
            for text, left, width in (
                (self.tr("Raw, as read"), self._columns.raw, self._columns.raw_width),
                (self.tr("Repaired"), self._columns.repaired, self._columns.repaired_width),
            ):
                if width > 0:
                    box = QRectF(left, 0, width, self.height() - 1)
                    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        painter.setPen(QPen(self._colours.hairline, 1.0))
        y = self.height() - 0.5
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
        painter.end()
