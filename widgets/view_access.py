"""The text view for screen readers: a list whose items are the paragraphs on the page.

Qt asks for these interfaces through `install`; it never owns the Python objects, so the
view keeps the one for itself and that one keeps its items.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QColor,
    QWindow,
)

from widgets.view_words import row_name

if TYPE_CHECKING:
    from widgets.paired_view import RowView


class RowAccess(QAccessibleInterface):
    """One paragraph on the page."""

    def __init__(self, owner: ViewAccess, paragraph: int) -> None:
        super().__init__()
        self._owner = owner
        self._paragraph = paragraph

    def isValid(self) -> bool:
        return self._owner.isValid() and self._paragraph in self._owner.paragraphs()

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._owner.window()

    def parent(self) -> QAccessibleInterface:
        return self._owner

    def childCount(self) -> int:
        return 0

    def child(self, index: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def rect(self) -> QRect:
        return self._owner.paragraph_rect(self._paragraph) if self.isValid() else QRect()

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if self.isValid():
            self._owner.fill_state(self._paragraph, state)
        return state

    def text(self, kind: QAccessible.Text, /) -> str:
        if not self.isValid():
            return ""
        if kind == QAccessible.Text.Name:
            return row_name(self._owner.view, self._paragraph)
        if kind == QAccessible.Text.Value:
            return self._owner.paragraph_text(self._paragraph)
        return ""

    def setText(self, kind: QAccessible.Text, text: str, /) -> None:
        """The text is not edited here."""

    def foregroundColor(self) -> QColor:
        return self._owner.view.palette().text().color()

    def backgroundColor(self) -> QColor:
        return self._owner.view.palette().base().color()


class ViewAccess(QAccessibleInterface):
    """The view as a list."""

    def __init__(self, view: RowView) -> None:
        super().__init__()
        self.view = view
        self._items: dict[int, RowAccess] = {}

    def paragraphs(self) -> range:
        """The paragraphs on the page."""
        first = self.view.first_visible()
        return range(first, self.view.last_visible() + 1) if first >= 0 else range(0)

    def item(self, paragraph: int) -> RowAccess:
        if paragraph not in self._items:
            self._items[paragraph] = RowAccess(self, paragraph)
        return self._items[paragraph]

    def paragraph_rect(self, paragraph: int) -> QRect:
        """Where a paragraph lies on the screen."""
        rows = [row for row in self.view.shown if row.paragraph == paragraph]
        viewport = self.view.viewport()
        box = QRect(0, rows[0].y, viewport.width(), rows[-1].bottom - rows[0].y)
        box = box.intersected(viewport.rect())
        return QRect(viewport.mapToGlobal(box.topLeft()), box.size())

    def paragraph_text(self, paragraph: int) -> str:
        pair = self.view.pair
        if pair is None:
            return ""
        found = pair.paragraphs[paragraph]
        return pair.repaired[found.start : found.end]

    def fill_state(self, paragraph: int, state: QAccessible.State) -> None:
        current = paragraph == self.view.current
        for name, value in (
            ("focusable", True),
            ("selectable", True),
            ("readOnly", True),
            ("selected", current),
            ("focused", current and self.view.hasFocus()),
        ):
            setattr(state, name, value)

    def isValid(self) -> bool:
        return shiboken6.isValid(self.view)

    def object(self) -> QObject:
        return self.view

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.view.window().windowHandle() if self.isValid() else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        above = self.view.parentWidget() if self.isValid() else None
        return QAccessible.queryAccessibleInterface(above) if above else None

    def childCount(self) -> int:
        return len(self.paragraphs()) if self.isValid() else 0

    def child(self, index: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        paragraphs = self.paragraphs()
        return self.item(paragraphs[index]) if 0 <= index < len(paragraphs) else None

    def childAt(self, x: int, y: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        for paragraph in self.paragraphs():
            if self.paragraph_rect(paragraph).contains(x, y):
                return self.item(paragraph)
        return None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        current = self.view.current
        return self.item(current) if current in self.paragraphs() else None

    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        for index, paragraph in enumerate(self.paragraphs()):
            if self._items.get(paragraph) is child:
                return index
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.List

    def rect(self) -> QRect:
        viewport = self.view.viewport()
        return QRect(viewport.mapToGlobal(viewport.rect().topLeft()), viewport.size())

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        for name, value in (("focusable", True), ("focused", self.view.hasFocus())):
            setattr(state, name, value)
        return state

    def text(self, kind: QAccessible.Text, /) -> str:
        return self.view.accessibleName() if kind == QAccessible.Text.Name else ""

    def setText(self, kind: QAccessible.Text, text: str, /) -> None:
        """The name is set on the widget."""

    def foregroundColor(self) -> QColor:
        return self.view.palette().text().color()

    def backgroundColor(self) -> QColor:
        return self.view.palette().base().color()


@functools.cache
def install() -> None:
    """Have Qt ask for these interfaces; once a process."""
    QAccessible.installFactory(_interface)


def _interface(_key: str, owner: QObject) -> QAccessibleInterface | None:
    access = getattr(owner, "access", None)
    return access if isinstance(access, ViewAccess) else None


def announce(view: RowView, paragraph: int) -> None:
    """Have a screen reader, where one listens, say what holds at a paragraph."""
    if QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(view, row_name(view, paragraph))
        QAccessible.updateAccessibility(event)
