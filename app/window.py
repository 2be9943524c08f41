"""The main window: puts widgets, session and actions together and remembers its state."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QInputDialog,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app import actions, theme
from app.appearance import Appearance, apply_theme
from app.cards import chunk_card, document_items, plan_view
from app.dialogs import KeySheet, about
from app.document import OpenDocument
from app.editing import Editing
from app.files import Files
from app.navigation import Navigation
from app.preferences import LAYOUT_VERSION
from app.session import Session
from app.status import StatusBar
from widgets.banner import Banner
from widgets.chunk_table import ChunkTable
from widgets.document_list import DocumentList
from widgets.empty_page import EmptyPage
from widgets.inspector import Inspector
from widgets.minimap import Strip
from widgets.paired_view import RowView

LIST_MS = 150
TOOLBAR = (
    ("open", "run", "stop"),
    ("undo", "redo"),
    ("toggle", "move_down", "merge", "pin", "glue"),
    ("accept", "reject"),
    ("low",),
    ("done", "export"),
)


class Window(QMainWindow):
    """One workspace in one window."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.preferences = session.preferences
        self.setObjectName("main")
        self.setWindowIcon(theme.application_icon())
        self.setAcceptDrops(True)
        apply_theme(session.preferences)
        self._list_timer = QTimer(self)
        self._list_timer.setSingleShot(True)
        self._list_timer.setInterval(LIST_MS)
        self._build_centre()
        self._build_docks()
        self.status = StatusBar(self)
        self.setStatusBar(self.status)
        self.editing = Editing(session, self.view, self)
        self.navigation = Navigation(session, self.view, self)
        self.files = Files(session, self)
        self.appearance = Appearance(session.preferences, self.view, self)
        self._build_actions()
        self._connect()
        self._restore()
        self._on_listed()
        self._on_opened(None)

    # Building

    def _build_centre(self) -> None:
        self.view = RowView(self)
        self.strip = Strip(self)
        self.banner = Banner(self)
        self.empty = EmptyPage(self)
        self.empty.set_recent(self.preferences.recent())
        text = QWidget(self)
        row = QHBoxLayout(text)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.view, 1)
        row.addWidget(self.strip)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(text)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)

    def _build_docks(self) -> None:
        self.documents = DocumentList(self)
        self.inspector = Inspector(self)
        self.chunks = ChunkTable(self)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.docks = [
            self._dock("documents", "Documents", self.documents, left),
            self._dock("inspector", "Chunk", self.inspector, right),
            self._dock("chunks", "Chunks", self.chunks, right),
        ]
        self.resizeDocks(self.docks[:2], [210, 290], Qt.Orientation.Horizontal)
        self.resizeDocks(self.docks[1:], [400, 300], Qt.Orientation.Vertical)
        self._first_layout = self.saveState(LAYOUT_VERSION)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _build_actions(self) -> None:
        owners = (self, self.files, self.editing, self.navigation, self.appearance)
        self.actions_by_name = actions.build(self, owners, self.view, theme.icon)
        group = self.session.undo_group
        for name, action, keys in (
            ("undo", group.createUndoAction(self, "Undo"), ["Ctrl+Z"]),
            ("redo", group.createRedoAction(self, "Redo"), ["Ctrl+Shift+Z", "Ctrl+Y"]),
        ):
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.setIcon(theme.icon(name))
            self.actions_by_name[name] = action
        for title in actions.MENUS:
            menu = self.menuBar().addMenu(title)
            if title == "Edit":
                menu.addActions([self.actions_by_name["undo"], self.actions_by_name["redo"]])
                menu.addSeparator()
            actions.fill(menu, title, self.actions_by_name)
            if title == "View":
                menu.addSeparator()
                menu.addActions([dock.toggleViewAction() for dock in self.docks])
        bar = self.addToolBar("Main")
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(20, 20))
        for names in TOOLBAR:
            for name in names:
                bar.addAction(self.actions_by_name[name])
            bar.addSeparator()

    def _connect(self) -> None:
        session = self.session
        session.listed.connect(self._on_listed)
        session.opened.connect(self._on_opened)
        session.opening.connect(self._on_opening)
        session.edited.connect(self._on_edited)
        session.progressed.connect(self._on_progress)
        session.said.connect(self.say)
        session.worked.connect(self._on_worked)
        self._list_timer.timeout.connect(self._on_listed)
        self.appearance.themed.connect(self._on_themed)
        self.files.said.connect(self.say)
        self.files.offered.connect(self.banner.say)
        self.editing.said.connect(self.status.say)
        self.navigation.said.connect(self.status.say)
        self.view.currentChanged.connect(self._on_current)
        self.view.viewportChanged.connect(self._on_viewport)
        self.view.contextRequested.connect(self._on_context)
        self.strip.jumped.connect(self.navigation.show)
        self.chunks.picked.connect(self.navigation.show_chunk)
        self.inspector.jumpRequested.connect(self.navigation.show)
        self.documents.picked.connect(session.show_document)
        self.documents.contextRequested.connect(self._on_document_context)
        self.empty.openRequested.connect(self.files.open_files)
        self.empty.demoRequested.connect(self.files.open_demo)
        self.empty.recentRequested.connect(self.files.add_one)

    # Session events

    def _on_listed(self) -> None:
        rows = self.session.documents()
        items = document_items(rows, self.session.progress)
        self.documents.set_items(items, self.session.wanted)
        self.pages.setCurrentIndex(1 if rows else 0)
        workspace = self.session.workspace.path.stem
        self.setWindowTitle(f"{workspace} – Seamline")

    def _on_opening(self, _key: int, text: str) -> None:
        self._show_nothing(text)
        self._on_listed()

    def _on_opened(self, document: OpenDocument | None) -> None:
        if document is None:
            self._show_nothing("Open a document to see how it is repaired and split.")
            return
        self.view.set_text(document.rows.pair, rows=document.rows)
        self._show_plan(document)
        place = self.preferences.text(f"place/{document.result.document.sha256}", "0:0")
        paragraph, _, fraction = place.partition(":")
        if paragraph.isdigit() and int(paragraph) < len(document.paragraphs):
            self.view.set_current(int(paragraph))
            self.view.restore_position((int(paragraph), float(fraction or 0)))
        self._on_listed()
        self._on_current(self.view.current)
        self._enable()
        notes = document.result.document.notes
        if notes:
            self.status.say(" ".join(notes))
        self.view.setFocus()

    def _show_nothing(self, text: str) -> None:
        self.view.set_text(None, text)
        self.strip.set_plan(None)
        self.chunks.set_plan((), None)
        self.inspector.set_card(None)
        self.status.show_document(None, 0)
        self._enable()

    def _show_plan(self, document: OpenDocument) -> None:
        plan = plan_view(document)
        self.view.set_plan(plan)
        self.strip.set_plan(plan, document.paragraphs)
        self.chunks.set_plan(document.chunks, document.scores)

    def _on_edited(self, paragraph: int) -> None:
        document = self.session.current
        if document is None:
            return
        self._show_plan(document)
        if self.view.current != paragraph:
            self.view.set_current(paragraph)
        self._on_current(paragraph)
        self._list_timer.start()

    def _on_current(self, paragraph: int) -> None:
        document = self.session.current
        if document is None:
            return
        chunk = document.shown_chunk = document.chunk_of(paragraph)
        self.chunks.follow(chunk)
        self.inspector.set_card(chunk_card(document, chunk) if chunk >= 0 else None)
        self.status.show_document(document, paragraph)

    def _on_viewport(self) -> None:
        self.strip.set_viewport(self.view.first_visible(), self.view.last_visible())

    def _on_progress(self, _key: int, stage: str, done: int, total: int) -> None:
        waiting = self.session.engine.waiting
        more = f" · {waiting - 1} more" if waiting > 1 else ""
        self.status.show_progress(f"{stage}{more}", done, total)
        self._list_timer.start()

    def _on_worked(self) -> None:
        if not self.session.engine.busy:
            self.status.progress.hide()
        self._enable()

    def say(self, text: str, fault: bool = False) -> None:
        """A sentence: faults stay in the banner, the rest passes in the status bar."""
        if not fault:
            self.status.say(text)
        elif self.session.unsaved:
            self.banner.say(text, "Try again", self.session.retry_save)
        else:
            self.banner.say(text)

    def _enable(self) -> None:
        document = self.session.current is not None
        work = self.session.engine.busy
        actions.enable(self.actions_by_name, document, work)

    # Context menus

    def _on_context(self, paragraph: int, where: QPoint) -> None:
        self.navigation.show(paragraph)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        actions.fill(menu, "Seams", self.actions_by_name)
        menu.addSeparator()
        menu.addActions([self.actions_by_name[name] for name in ("copy", "copy_json")])
        menu.popup(where)

    def _on_document_context(self, key: int, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, state in (
            ("Mark as to do", "todo"),
            ("Mark as in work", "working"),
            ("Mark as done", "done"),
            ("Mark as doubtful", "doubtful"),
        ):
            action = QAction(text, menu)
            action.setData((key, state))
            action.triggered.connect(self._on_review)
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.actions_by_name["remove"])
        menu.popup(where)

    def _on_review(self) -> None:
        key, state = cast(QAction, self.sender()).data()
        self.session.set_review(key, state)

    # Focus, dialogs and state

    def _on_themed(self) -> None:
        for name, action in self.actions_by_name.items():
            if not action.icon().isNull():
                action.setIcon(theme.icon(actions.ICONS.get(name, name)))
        self.actions_by_name["theme"].setChecked(self.appearance.dark)

    def focus_text(self) -> None:
        self.view.setFocus()

    def focus_chunks(self) -> None:
        self._focus(2, self.chunks)

    def focus_inspector(self) -> None:
        self._focus(1, self.inspector)

    def focus_documents(self) -> None:
        self._focus(0, self.documents.list)

    def _focus(self, dock: int, widget: QWidget) -> None:
        self.docks[dock].show()
        self.docks[dock].raise_()
        widget.setFocus()

    def go_to(self) -> None:
        document = self.session.current
        if document is None:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Go to paragraph")
        dialog.setLabelText("Paragraph:")
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(0, len(document.paragraphs) - 1)
        dialog.setIntValue(self.view.current)
        dialog.intValueSelected.connect(self.navigation.show)
        dialog.open()

    def show_keys(self) -> None:
        KeySheet(self).open()

    def show_about(self) -> None:
        about(self)

    def reset_layout(self) -> None:
        self.restoreState(self._first_layout, LAYOUT_VERSION)

    def _restore(self) -> None:
        self.resize(1280, 800)
        geometry = self.preferences.blob("geometry")
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        self.restoreState(self.preferences.blob("layout"), LAYOUT_VERSION)
        self.actions_by_name["theme"].setChecked(self.appearance.dark)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if paths := _dropped(event.mimeData()):
            event.acceptProposedAction()
            self.files.add(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session.unsaved and not self.session.retry_save():
            event.ignore()
            return
        self._list_timer.stop()
        self._remember_place()
        self.preferences.set("geometry", self.saveGeometry())
        self.preferences.set("layout", self.saveState(LAYOUT_VERSION))
        self.preferences.set("workspace", str(self.session.workspace.path))
        self.preferences.sync()
        self.session.close()
        event.accept()

    def _remember_place(self) -> None:
        document = self.session.current
        if document is not None:
            _row, fraction = self.view.position()
            key = f"place/{document.result.document.sha256}"
            self.preferences.set(key, f"{self.view.current}:{fraction:.4f}")


def _dropped(data: QMimeData) -> list[Path]:
    """Local files of a drop; a folder gives the files in it."""
    paths: list[Path] = []
    for url in data.urls():
        path = Path(url.toLocalFile())
        if not url.isLocalFile():
            continue
        paths += sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
    return paths
