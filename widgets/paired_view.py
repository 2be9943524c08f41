"""The text view: raw and repaired paragraphs side by side with the seams between them.

One scroll area draws both sides, so they stay level by construction. Rows are laid out
when they are first revealed; scrolling is by pixels; the first row that was already on
the page never moves when rows above it turn out taller or shorter than estimated.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from widgets.row_area import RowArea
from widgets.row_heights import Rows
from widgets.row_painter import Look
from widgets.view_access import ViewAccess, announce, install
from widgets.view_data import PlanView, TextPair
from widgets.view_pointer import Pointer
from widgets.view_words import tooltip


class RowView(RowArea):
    """Rows of paragraph pairs with chunk band, score badges and seams.

    Shows `TextPair` and `PlanView`; changes neither. What a person does with the mouse is
    emitted and left to the application. Paragraphs and gaps are numbered from 0.
    """

    currentChanged = Signal(object)  # paragraph
    seamClicked = Signal(object)  # gap
    seamMoved = Signal(object, object)  # gap, new gap
    seamRemoveRequested = Signal(object)  # gap
    contextRequested = Signal(object, object)  # paragraph or gap, global QPoint

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setAccessibleName(self.tr("Raw and repaired text"))
        self.viewport().setMouseTracking(True)
        install()
        self.access = ViewAccess(self)
        self._pointer = Pointer(self)
        self._message = ""

    # -- what is shown

    def set_text(self, pair: TextPair | None, message: str = "", rows: Rows | None = None) -> None:
        """Show another text, from its beginning and without a plan; None shows `message`.
        `rows` are those of `build_rows(pair)` where they were made beforehand."""
        self._message = message
        self._pointer.reset()
        self._take_text(pair, rows)

    def set_plan(self, plan: PlanView) -> None:
        seam = self._plan.seams.get(self._current)
        super().set_plan(plan)
        if self._rows is not None and plan.seams.get(self._current) != seam:
            announce(self, self._current)

    # -- the current paragraph

    @property
    def current(self) -> int:
        return self._current

    @current.setter
    def current(self, paragraph: int) -> None:
        self.set_current(paragraph)

    def set_current(self, paragraph: int, *, ensure_visible: bool = True) -> None:
        """Make a paragraph the current one; it is clamped to the document."""
        if self._rows is None:
            return
        paragraph = self._clamp(paragraph)
        changed = paragraph != self._current
        self._current = paragraph
        if ensure_visible:
            self._ensure_visible(paragraph)
        self.viewport().update()
        if changed:
            announce(self, paragraph)
            self.currentChanged.emit(paragraph)

    def _ensure_visible(self, paragraph: int) -> None:
        self._make_exact(paragraph)
        page = self.viewport().height()
        top, height = self._extent(paragraph)
        context = min(2 * self._fonts.line, page // 6)
        if top < self._offset or height + 2 * context > page:
            self._settle(top - context)
        elif top + height > self._offset + page:
            self._settle(top + height + context - page)

    def centre_current(self) -> None:
        if self._rows is None:
            return
        self._make_exact(self._current)
        top, height = self._extent(self._current)
        page = self.viewport().height()
        self._settle(top - max((page - height) // 2, 0))

    # -- text for the clipboard

    def current_text(self) -> str:
        """The repaired text of the current paragraph."""
        if self._rows is None:
            return ""
        paragraph = self._rows.pair.paragraphs[self._current]
        return self._rows.pair.repaired[paragraph.start : paragraph.end]

    def selected_text(self) -> str:
        """The characters selected with the mouse, empty without a selection."""
        chosen = self._pointer.selection
        if self._rows is None or chosen is None:
            return ""
        layout = self._layouts.row(chosen.row)
        side = layout.raw if chosen.raw else layout.repaired
        start, end = chosen.span
        return side.text[start:end] if side else ""

    # -- events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._colours.base)
        if self._rows is None:
            painter.setFont(self._fonts.headings[6])
            painter.setPen(self._colours.faint)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect(), int(flags), self._message)
        else:
            self._painter.paint(painter, self._shown, QRectF(event.rect()), self._look())
        painter.end()

    def _look(self) -> Look:
        pointer = self._pointer
        return Look(
            current=self._current,
            hovered=pointer.hovered,
            focused=self.hasFocus(),
            marks=self._marks,
            bands=self._bands,
            ghost=pointer.ghost,
            dragged=pointer.dragged,
            selection=pointer.selection,
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self._pointer.cancel():
            return
        if self._rows is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
                self._page(1 if key == Qt.Key.Key_PageDown else -1)
                return
            if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
                last = len(self._rows.pair.paragraphs) - 1
                self.set_current(0 if key == Qt.Key.Key_Home else last)
                self._settle(0 if key == Qt.Key.Key_Home else self._heights.total)
                return
        event.ignore()

    def _page(self, direction: int) -> None:
        """Scroll by a page; the current paragraph is then the one at the same height."""
        page = self.viewport().height()
        rows = [row for row in self._shown if row.paragraph == self._current]
        height = min(max(rows[0].y + rows[0].gap, 0), page - 1) if rows else page // 3
        before = self._offset
        self._settle(self._offset + direction * (page - 2 * self._fonts.line))
        if self._offset == before:
            last = len(self._tokens) - 2
            self.set_current(last if direction > 0 else 0, ensure_visible=False)
            return
        row = self._heights.row_at(self._offset + height)
        assert self._rows is not None
        self.set_current(int(self._rows.paragraph[row]), ensure_visible=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event.position().toPoint(), event.buttons())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pointer.press(event.position().toPoint(), event.button())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer.release(event.position().toPoint(), event.button())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.double_click(event.position().toPoint(), event.button())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        paragraph = self.hit(event.pos()).paragraph
        if event.reason() == QContextMenuEvent.Reason.Keyboard or paragraph < 0:
            paragraph = self._current
        if self._rows is not None:
            self.contextRequested.emit(paragraph, event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._pointer.leave()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = tooltip(self, event.pos())
            if text:
                QToolTip.showText(event.globalPos(), text, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)
