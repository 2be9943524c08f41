"""One table of actions: menus, keys, context menu, key sheet and toolbar read it.

Window keys hold Ctrl or a function key; bare letters work only while the text view has
the focus, so that no letter is ever stolen from an input method or a type-ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True, slots=True)
class Spec:
    """`slot` names a method of the window or of one of its helpers. `view` actions need
    the text view's focus. `needs`: "" always, "document" an open one, "work" a run."""

    name: str
    text: str
    keys: tuple[str, ...]
    slot: str
    menu: str
    icon: str = ""
    view: bool = False
    needs: str = ""
    checkable: bool = False
    separator: bool = False


def _view(name: str, text: str, keys: str, slot: str, menu: str, icon: str = "") -> Spec:
    return Spec(name, text, tuple(keys.split()), slot, menu, icon, view=True, needs="document")


ACTIONS: tuple[Spec, ...] = (
    Spec("open", "Open files…", ("Ctrl+O",), "open_files", "File", "open"),
    Spec("recent", "Open recent…", ("Ctrl+Shift+O",), "show_recent", "File"),
    Spec("open_workspace", "Open workspace…", (), "open_workspace", "File", separator=True),
    Spec("new_workspace", "New workspace…", ("Ctrl+Shift+N",), "new_workspace", "File"),
    Spec(
        "done",
        "Mark done and go to the next",
        ("Ctrl+Return", "Ctrl+Enter"),
        "mark_done",
        "File",
        "done",
        needs="document",
        separator=True,
    ),
    Spec("save", "Save", ("Ctrl+S",), "save", "File"),
    Spec("export", "Export training data…", ("Ctrl+E",), "export_training", "File", "export"),
    Spec(
        "remove",
        "Remove from workspace",
        ("Ctrl+W",),
        "remove_document",
        "File",
        needs="document",
        separator=True,
    ),
    Spec("settings", "Settings…", ("Ctrl+,",), "show_settings", "File", "settings"),
    Spec("quit", "Quit", ("Ctrl+Q",), "close", "File", separator=True),
    Spec(
        "copy",
        "Copy chunk text",
        ("Ctrl+C",),
        "copy_chunk",
        "Edit",
        needs="document",
    ),
    Spec(
        "copy_json",
        "Copy chunk as JSON",
        ("Ctrl+Shift+C",),
        "copy_chunk_json",
        "Edit",
        needs="document",
    ),
    _view(
        "toggle",
        "Boundary above the paragraph",
        "Space B",
        "toggle_boundary",
        "Seams",
        "boundary-add",
    ),
    _view(
        "move_down",
        "Move boundary down",
        "Alt+Down",
        "move_boundary_down",
        "Seams",
        "boundary-move",
    ),
    _view("move_up", "Move boundary up", "Alt+Up", "move_boundary_up", "Seams"),
    _view("merge", "Merge with the next chunk", "M", "merge_next", "Seams", "merge"),
    _view("merge_back", "Merge with the previous chunk", "Shift+M", "merge_previous", "Seams"),
    _view("pin", "Pin: always cut here", "I", "pin_cut", "Seams", "pin"),
    _view("glue", "Glue: never cut here", "G", "glue_gap", "Seams", "glue"),
    _view("accept", "Accept and go to the next undecided", "A", "accept", "Seams", "accept"),
    _view("reject", "Reject and go to the next undecided", "X", "reject", "Seams", "reject"),
    _view("skip", "Skip to the next undecided", "S", "skip", "Seams"),
    _view("undo_decision", "Undo the last decision", "U Backspace", "undo", "Seams"),
    _view("next_paragraph", "Next paragraph", "J Down", "next_paragraph", "Go", "next"),
    _view("previous_paragraph", "Previous paragraph", "K Up", "previous_paragraph", "Go", "prev"),
    _view("next_seam", "Next boundary", "N Ctrl+Down", "next_seam", "Go"),
    _view("previous_seam", "Previous boundary", "P Ctrl+Up", "previous_seam", "Go"),
    _view("next_chunk", "Next chunk", "]", "next_chunk", "Go"),
    _view("previous_chunk", "Previous chunk", "[", "previous_chunk", "Go"),
    _view("next_low", "Next low score", "L", "next_low", "Go", "worst"),
    _view("previous_low", "Previous low score", "Shift+L", "previous_low", "Go"),
    _view("centre", "Centre the paragraph", "Z", "centre", "Go"),
    _view("unfold", "Unfold raw lines", "Right", "unfold", "Go"),
    _view("fold", "Fold raw lines", "Left", "fold", "Go"),
    Spec("go_to", "Go to paragraph…", ("Ctrl+G",), "go_to", "Go", needs="document", separator=True),
    Spec("low", "Next low-score chunk", ("F8",), "next_low", "Go", "worst", needs="document"),
    Spec(
        "low_back",
        "Previous low-score chunk",
        ("Shift+F8",),
        "previous_low",
        "Go",
        needs="document",
    ),
    Spec("next_document", "Next document", ("Ctrl+Tab",), "next_document", "Go"),
    Spec("previous_document", "Previous document", ("Ctrl+Shift+Tab",), "previous_document", "Go"),
    Spec("run", "Run this document", ("Ctrl+R",), "run_document", "Run", "run"),
    Spec("run_all", "Run all documents", ("Ctrl+Shift+R",), "run_all", "Run"),
    Spec("stop", "Stop", ("Shift+Esc",), "stop", "Run", "stop", needs="work"),
    _view("columns", "Raw, both or repaired", "V", "cycle_columns", "View", "eye"),
    _view("marks", "Change marks", "D", "toggle_marks", "View"),
    _view("bands", "Chunk bands", "H", "toggle_bands", "View"),
    Spec("larger", "Larger text", ("Ctrl++", "Ctrl+="), "larger_text", "View", separator=True),
    Spec("smaller", "Smaller text", ("Ctrl+-",), "smaller_text", "View"),
    Spec("normal", "Normal text size", ("Ctrl+0",), "normal_text", "View"),
    Spec("theme", "Dark theme", ("Ctrl+Shift+D",), "toggle_theme", "View", "theme", checkable=True),
    Spec("focus_text", "Go to the text", ("Ctrl+1",), "focus_text", "View", separator=True),
    Spec("focus_chunks", "Go to the chunk table", ("Ctrl+2",), "focus_chunks", "View"),
    Spec("focus_inspector", "Go to the inspector", ("Ctrl+3",), "focus_inspector", "View"),
    Spec("focus_documents", "Go to the documents", ("Ctrl+5",), "focus_documents", "View"),
    Spec("reset_layout", "Reset layout", (), "reset_layout", "View"),
    Spec("key_sheet", "Keys", ("F1",), "show_keys", "Help", "help"),
    _view("key_sheet_view", "Keys", "?", "show_keys", ""),
    Spec("about", "About Seamline", (), "show_about", "Help"),
)

ICONS = {spec.name: spec.icon for spec in ACTIONS if spec.icon}
MENUS = ("File", "Edit", "Seams", "Go", "Run", "View", "Help")


def build(
    window: QWidget, owners: Iterable[QObject], view: QWidget, icon: Callable[[str], QIcon]
) -> dict[str, QAction]:
    """Make every action. Window keys go to `window`, letters to `view`; the slot is the
    method of that name of the first owner that has one."""
    made = {}
    for spec in ACTIONS:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
        action.setCheckable(spec.checkable)
        if spec.icon:
            action.setIcon(icon(spec.icon))
        keys = ", ".join(spec.keys)
        action.setToolTip(f"{spec.text} ({keys})" if keys else spec.text)
        if spec.view:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            view.addAction(action)
        else:
            window.addAction(action)
        owner = next(owner for owner in owners if hasattr(owner, spec.slot))
        action.triggered.connect(getattr(owner, spec.slot))
        made[spec.name] = action
    return made


def fill(menu: QMenu, title: str, made: Mapping[str, QAction]) -> None:
    """Add the actions of the menu `title` in the order of the table."""
    for spec in ACTIONS:
        if spec.menu == title:
            if spec.separator:
                menu.addSeparator()
            menu.addAction(made[spec.name])


def enable(made: Mapping[str, QAction], document: bool, work: bool) -> None:
    """Grey what has nothing to act on."""
    there = {"": True, "document": document, "work": work}
    for spec in ACTIONS:
        made[spec.name].setEnabled(there[spec.needs])
