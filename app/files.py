"""Files, runs, review states and export: each method is the slot of one action."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.demo import demo_files
from app.dialogs import SettingsDialog
from app.export_dialog import ExportDialog
from app.session import Session
from engine.document import SeamlineError
from engine.packing import handed_on

FILE_FILTER = "Documents (*.pdf *.html *.htm *.xhtml *.md *.markdown *.txt);;All files (*)"
WORKSPACE_FILTER = "Seamline workspace (*.seam)"


class Files(QObject):
    """`said` carries (sentence, fault); `offered` a sentence with a button's text and deed."""

    said = Signal(str, bool)
    offered = Signal(str, str, object)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    def open_files(self) -> None:
        folder = self._session.preferences.text("folder")
        dialog = QFileDialog(self._window, "Open documents", folder, FILE_FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._on_files)
        dialog.open()

    def _on_files(self, names: list[str]) -> None:
        self.add([Path(name) for name in names])

    def add(self, paths: list[Path]) -> None:
        if paths:
            self._session.preferences.set("folder", str(paths[0].parent))
            self._session.add_files(paths)

    def add_one(self, path: Path) -> None:
        self.add([path])

    def show_recent(self) -> None:
        """A menu of the files opened last; missing ones are greyed."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for path in self._session.preferences.recent():
            action = QAction(f"{path.name}    {path.parent}", menu)
            action.setData(str(path))
            action.setEnabled(path.exists())
            action.triggered.connect(self._on_recent)
            menu.addAction(action)
        if menu.isEmpty():
            menu.addAction("No files opened yet").setEnabled(False)
        menu.popup(self._window.mapToGlobal(QPoint(40, 60)))

    def _on_recent(self) -> None:
        self.add([Path(cast(QAction, self.sender()).data())])

    def save(self) -> None:
        """Edits are saved as they are made; this tries again where that failed."""
        if self._session.retry_save():
            self.said.emit("Every edit is on disk.", False)

    def open_demo(self) -> None:
        self._session.add_files(demo_files())

    def open_workspace(self) -> None:
        self._ask_workspace(QFileDialog.AcceptMode.AcceptOpen)

    def new_workspace(self) -> None:
        self._ask_workspace(QFileDialog.AcceptMode.AcceptSave)

    def _ask_workspace(self, mode: QFileDialog.AcceptMode) -> None:
        folder = str(self._session.workspace.path.parent)
        dialog = QFileDialog(self._window, "Workspace", folder, WORKSPACE_FILTER)
        dialog.setAcceptMode(mode)
        dialog.setDefaultSuffix("seam")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_workspace)
        dialog.open()

    def _on_workspace(self, name: str) -> None:
        from app.main import start_window

        try:
            start_window(Path(name), self._session.preferences)
        except SeamlineError as error:
            self.said.emit(str(error), True)
        else:
            self._window.close()

    def remove_document(self) -> None:
        key = self._session.wanted
        if key is None:
            return
        name = next((row.name for row in self._session.documents() if row.id == key), "")
        self._session.remove(key)
        text = f"{name} is removed from the workspace; its labels are kept."
        restore: Callable[[], None] = lambda: self._session.restore(key)  # noqa: E731
        self.offered.emit(text, "Undo", restore)

    def run_document(self) -> None:
        if self._session.wanted is not None:
            self._session.run_again([self._session.wanted])

    def run_all(self) -> None:
        self._session.run_again([row.id for row in self._session.documents()])

    def stop(self) -> None:
        self._session.stop()

    def mark_done(self) -> None:
        """Mark the document done, which is on disk at once, and show the next open one."""
        key = self._session.wanted
        if key is None:
            return
        self._session.set_review(key, "done")
        following = self._session.next_unfinished(key)
        if following is None:
            text = "Every document is done."
            self.offered.emit(text, "Export training data…", self.export_training)
        else:
            self._session.show_document(following)

    def next_document(self) -> None:
        self._go_document(1)

    def previous_document(self) -> None:
        self._go_document(-1)

    def _go_document(self, step: int) -> None:
        keys = [row.id for row in self._session.documents()]
        if keys:
            wanted = self._session.wanted
            at = keys.index(wanted) if wanted in keys else -step
            self._session.show_document(keys[(at + step) % len(keys)])

    def export_training(self) -> None:
        dialog = ExportDialog(self._session, self._window)
        dialog.exported.connect(self.said)
        dialog.open()

    def show_settings(self) -> None:
        dialog = SettingsDialog(self._session, self._window)
        dialog.changed.connect(self._on_settings)
        dialog.open()

    def _on_settings(self) -> None:
        if self._session.documents():
            text = "The new settings hold for the next run; your labels stay."
            self.offered.emit(text, "Run all documents", self.run_all)

    def copy_chunk(self) -> None:
        record = self._chunk_record()
        if record is not None:
            QGuiApplication.clipboard().setText(str(record["text"]))
            self.said.emit(f"Copied the chunk, {record['tokens']:,} tokens.", False)

    def copy_chunk_json(self) -> None:
        record = self._chunk_record()
        if record is not None:
            QGuiApplication.clipboard().setText(json.dumps(record, ensure_ascii=False, indent=1))
            self.said.emit("Copied the chunk as JSON.", False)

    def _chunk_record(self) -> dict[str, object] | None:
        document = self._session.current
        if document is None or document.shown_chunk < 0:
            return None
        chunk = document.chunks[document.shown_chunk]
        settings = document.settings
        return {
            "text": handed_on(
                document.result.repaired.text,
                chunk,
                heading_path_in_text=settings.heading_path_in_text,
            ),
            "tokens": chunk.tokens,
            "heading_path": chunk.heading_path,
            "start": chunk.start,
            "end": chunk.end,
            "scores": dict(document.scores.chunks[document.shown_chunk]),
        }
