"""What the mouse does in the text view: hover, click, drag a seam, select text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication

from engine.edits import Seam
from widgets.row_geometry import NOTHING, Hit, gap_lines
from widgets.row_painter import Ghost, Selection
from widgets.seam_gutter import nearest_gap
from widgets.view_data import thousands, totals_around

if TYPE_CHECKING:
    from widgets.paired_view import RowView

SCROLL_EDGE = 32
SCROLL_EVERY_MS = 16


class Pointer(QObject):
    """The state of the mouse over one `RowView`."""

    def __init__(self, view: RowView) -> None:
        super().__init__(view)
        self._view = view
        self._pressed = NOTHING
        self._from = QPoint()
        self._last = QPoint()
        self._target = -1
        self._timer = QTimer(self)
        self._timer.setInterval(SCROLL_EVERY_MS)
        self._timer.timeout.connect(self._auto_scroll)
        self.hovered = -1
        self.dragged = -1
        self.ghost: Ghost | None = None
        self.selection: Selection | None = None

    def reset(self) -> None:
        self._timer.stop()
        self._pressed = NOTHING
        self.hovered = self.dragged = self._target = -1
        self.ghost = self.selection = None

    def leave(self) -> None:
        if self.dragged < 0:
            self._hover(NOTHING)

    def cancel(self) -> bool:
        """End a drag without moving anything; False where there was none."""
        if self.dragged < 0:
            return False
        self._end_drag()
        return True

    # -- mouse

    def press(self, position: QPoint, button: Qt.MouseButton) -> None:
        found = self._view.hit(position)
        if button == Qt.MouseButton.MiddleButton:
            if found.place == "gap" and self._seam(found.paragraph):
                self._view.seamRemoveRequested.emit(found.paragraph)
            return
        if found.place == "none":
            return
        if button == Qt.MouseButton.RightButton:
            self._view.set_current(found.paragraph, ensure_visible=False)
            return
        if button != Qt.MouseButton.LeftButton:
            return
        self._pressed, self._from = found, position
        self.selection = None
        if found.place in ("raw", "repaired"):
            offset = self._offset(found, position)
            row = self._view.shown[found.row].row
            self.selection = Selection(row, found.place == "raw", offset, offset)
        if found.place not in ("gap", "fold"):
            self._view.set_current(found.paragraph, ensure_visible=False)
        self._view.viewport().update()

    def move(self, position: QPoint, buttons: Qt.MouseButton) -> None:
        self._last = position
        if not buttons & Qt.MouseButton.LeftButton:
            self._hover(self._view.hit(position))
        elif self.dragged >= 0:
            self._drag_to(position)
        elif self._pressed.place == "gap":
            far = (position - self._from).manhattanLength() >= QApplication.startDragDistance()
            if far and self._seam(self._pressed.paragraph).boundary:
                self._begin_drag(position)
        elif self._pressed.place in ("raw", "repaired"):
            self._select_to(position)

    def release(self, position: QPoint, button: Qt.MouseButton) -> None:
        if button != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed = self._pressed, NOTHING
        if self.dragged >= 0:
            source, target = self.dragged, self._target
            self._end_drag()
            if target not in (source, -1):
                self._view.seamMoved.emit(source, target)
            return
        found = self._view.hit(position)
        if found.place != pressed.place or found.paragraph != pressed.paragraph:
            return
        if pressed.place == "gap":
            self._view.seamClicked.emit(pressed.paragraph)
        elif pressed.place == "fold":
            self._view.toggle_fold(pressed.paragraph)

    def double_click(self, position: QPoint, button: Qt.MouseButton) -> None:
        """Select the word under the pointer; elsewhere a double click is two clicks."""
        found = self._view.hit(position)
        if found.place not in ("raw", "repaired"):
            self.press(position, button)
            return
        row = self._view.shown[found.row]
        side = row.layout.raw if found.place == "raw" else row.layout.repaired
        if side is None:
            return
        start = end = min(self._offset(found, position), max(len(side.text) - 1, 0))
        while start > 0 and side.text[start - 1].isalnum():
            start -= 1
        while end < len(side.text) and side.text[end].isalnum():
            end += 1
        self.selection = Selection(row.row, found.place == "raw", start, end)
        self._view.viewport().update()

    # -- hover

    def _hover(self, found: Hit) -> None:
        shape = Qt.CursorShape.ArrowCursor
        ghost = None
        if found.place == "gap":
            seam = self._seam(found.paragraph)
            shape = Qt.CursorShape.PointingHandCursor
            if seam.boundary:
                shape = Qt.CursorShape.SplitVCursor
            else:
                ghost = Ghost(found.paragraph, self.tr("+ boundary here"))
        elif found.place in ("raw", "repaired"):
            shape = Qt.CursorShape.IBeamCursor
        elif found.place == "fold":
            shape = Qt.CursorShape.PointingHandCursor
        self._view.viewport().setCursor(shape)
        hovered = -1 if found.place == "gap" else found.paragraph
        if hovered != self.hovered or ghost != self.ghost:
            self.hovered, self.ghost = hovered, ghost
            self._view.viewport().update()

    def _seam(self, gap: int) -> Seam:
        return self._view.plan.seams.get(gap, Seam.NONE)

    # -- dragging a seam

    def _begin_drag(self, position: QPoint) -> None:
        self.dragged = self._pressed.paragraph
        self.hovered = -1
        self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._timer.start()
        self._drag_to(position)

    def _drag_to(self, position: QPoint) -> None:
        self._last = position
        gap = nearest_gap(gap_lines(self._view.shown, self._view.sizes), position.y())
        if gap is None or gap == self._target:
            return
        self._target = gap
        above, below = totals_around(
            self._view.token_offsets, self._view.plan.chunks, self.dragged, gap
        )
        text = self.tr("▲ {} tok   ▼ {} tok").format(thousands(above), thousands(below))
        self.ghost = Ghost(gap, text)
        self._view.viewport().update()

    def _end_drag(self) -> None:
        self._timer.stop()
        self._pressed = NOTHING
        self.dragged = self._target = -1
        self.ghost = None
        self._hover(self._view.hit(self._last))
        self._view.viewport().update()

    def _auto_scroll(self) -> None:
        """Scroll while a seam is held near an edge, the faster the further out."""
        y, height = self._last.y(), self._view.viewport().height()
        speed = min(y - SCROLL_EDGE, 0) or max(y - height + SCROLL_EDGE, 0)
        if speed:
            self._view.scroll_by(max(min(speed // 2, 40), -40))
            self._drag_to(self._last)

    # -- selecting text

    def _offset(self, found: Hit, position: QPoint) -> int:
        row = self._view.shown[found.row]
        columns = self._view.geometry_columns
        raw = found.place == "raw"
        side = row.layout.raw if raw else row.layout.repaired
        x = columns.raw if raw else columns.repaired
        y = row.text_top(self._view.sizes)
        return side.offset_at(position.x() - x, position.y() - y) if side else 0

    def _select_to(self, position: QPoint) -> None:
        chosen = self.selection
        if chosen is None:
            return
        place = next((n for n, r in enumerate(self._view.shown) if r.row == chosen.row), -1)
        if place < 0:
            return
        found = Hit("raw" if chosen.raw else "repaired", self._pressed.paragraph, place)
        cursor = self._offset(found, position)
        self.selection = Selection(chosen.row, chosen.raw, chosen.anchor, cursor)
        self._view.viewport().update()
