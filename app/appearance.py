"""How the window looks: columns, marks, text size, theme, focus. Slots of actions."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app import theme
from app.preferences import Preferences
from widgets.colours import Theme
from widgets.paired_view import RowView
from widgets.row_geometry import Mode

COLUMNS: tuple[Mode, ...] = ("both", "raw", "repaired")
TEXT_SIZES = (7.0, 28.0)


class Appearance(QObject):
    """Holds what a person chose for the text view and the theme; `themed` after a change."""

    themed = Signal()

    def __init__(self, preferences: Preferences, view: RowView, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._view = view
        self._columns = 0
        self._marks = self._bands = True
        self._normal = QApplication.font().pointSizeF()
        self._set_text_size(preferences.number("text_size", self._normal))

    @property
    def dark(self) -> bool:
        return chosen_theme(self._preferences) == "dark"

    def cycle_columns(self) -> None:
        self._columns = (self._columns + 1) % len(COLUMNS)
        self._view.set_columns(COLUMNS[self._columns])

    def toggle_marks(self) -> None:
        self._marks = not self._marks
        self._view.set_marks_visible(self._marks)

    def toggle_bands(self) -> None:
        self._bands = not self._bands
        self._view.set_bands_visible(self._bands)

    def larger_text(self) -> None:
        self._set_text_size(self._size + 1)

    def smaller_text(self) -> None:
        self._set_text_size(self._size - 1)

    def normal_text(self) -> None:
        self._set_text_size(self._normal)

    def _set_text_size(self, points: float) -> None:
        low, high = TEXT_SIZES
        self._size = max(low, min(high, points))
        self._view.set_text_size(self._size)
        self._preferences.set("text_size", self._size)

    def toggle_theme(self) -> None:
        self._preferences.set("theme", "light" if self.dark else "dark")
        apply_theme(self._preferences)
        self.themed.emit()


def chosen_theme(preferences: Preferences) -> Theme:
    """The person's theme, or the desktop's where none was chosen."""
    chosen = preferences.text("theme")
    if chosen in ("light", "dark"):
        return cast(Theme, chosen)
    return theme.system_theme(cast(QApplication, QApplication.instance()))


def apply_theme(preferences: Preferences) -> None:
    theme.apply(cast(QApplication, QApplication.instance()), chosen_theme(preferences))
