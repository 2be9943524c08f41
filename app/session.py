"""The open workspace and its documents: what the window shows and what is on disk."""

from __future__ import annotations

import contextlib
import getpass
import tempfile
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup

from app.document import OpenDocument, text_pair
from app.jobs import EngineClient, Job
from app.preferences import Preferences
from engine.codec import restore
from engine.document import SeamlineError
from engine.edits import Edits
from engine.workspace import DocumentRow, Workspace
from widgets.row_heights import Rows, build_rows

if TYPE_CHECKING:
    from engine.replan import Planner

OPEN_DOCUMENTS = 8


class Session(QObject):
    """One workspace, its queue of runs, and the documents open in it.

    Signals: `listed` when the list of documents changed, `opened` with the document now
    shown (None: nothing), `edited` with the paragraph to show, `progressed` (key, stage,
    done, total), `said` (sentence, whether it is a fault).
    """

    listed = Signal()
    opened = Signal(object)
    opening = Signal(object, str)
    edited = Signal(object)
    progressed = Signal(object, str, object, object)
    said = Signal(str, bool)
    worked = Signal()
    _prepared = Signal(object, object)

    def __init__(
        self, workspace: Workspace, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.preferences = preferences
        self.annotator = preferences.text("annotator", default_annotator())
        self.undo_group = QUndoGroup(self)
        self.current: OpenDocument | None = None
        self.wanted: int | None = None
        self.progress: dict[int, tuple[str, int, int]] = {}
        self._open: dict[int, OpenDocument] = {}
        self._unsaved: dict[int, tuple[Edits, str]] = {}
        self._spool = tempfile.TemporaryDirectory(prefix="seamline-")
        self._pool = ThreadPoolExecutor(1, "prepare")
        self.engine = EngineClient(self)
        self.engine.progressed.connect(self._on_progress)
        self.engine.finished.connect(self._on_finished)
        self.engine.failed.connect(self._on_failed)
        self.engine.cancelled.connect(self._end_run)
        self._prepared.connect(self._on_prepared)

    def documents(self) -> list[DocumentRow]:
        return self.workspace.documents()

    def resume(self) -> None:
        """Show the document shown last and queue those whose run never finished."""
        rows = self.documents()
        for row in rows:
            if row.state == "new":
                self.run(row.id, row.path)
        self.listed.emit()
        last = self.workspace.setting("shown")
        keys = [row.id for row in rows]
        if keys:
            self.show_document(last if last in keys else keys[0])

    def set_annotator(self, name: str) -> None:
        """Label as `name` from now on; open documents are read again with their labels."""
        if name == self.annotator:
            return
        self.annotator = name
        self.preferences.set("annotator", name)
        for key in list(self._open):
            self._forget(key)
        if self.wanted is not None:
            self.show_document(self.wanted)

    # Files

    def add_files(self, paths: Iterable[Path]) -> list[int]:
        """Add files and queue those not run yet; shows the first of them."""
        keys = []
        try:
            states = {row.id: row.state for row in self.documents()}
            for path in paths:
                path = path.absolute()
                key = self.workspace.add(str(path))
                keys.append(key)
                self.preferences.remember_file(path)
                if states.get(key) != "ready":
                    self.run(key, str(path))
        except SeamlineError as error:
            self.said.emit(str(error), True)
        self.listed.emit()
        if keys:
            self.show_document(keys[0])
        return keys

    def run(self, key: int, path: str) -> None:
        """Queue a run of the engine over a document with the settings in force."""
        out = Path(self._spool.name) / f"{key}.result"
        settings = self.preferences.run_settings().to_dict()
        self.progress[key] = ("waiting", 0, 0)
        self.engine.submit(Job(key, path, settings, out), first=key == self.wanted)
        self.worked.emit()

    def run_again(self, keys: Iterable[int]) -> None:
        paths = {row.id: row.path for row in self.documents()}
        for key in keys:
            if key in paths:
                self.run(key, paths[key])
        self.listed.emit()

    def stop(self) -> None:
        self.engine.cancel()

    def remove(self, key: int) -> None:
        self.workspace.remove(key)
        self.engine.cancel(key)
        self._forget(key)
        self.listed.emit()
        if self.wanted == key:
            rows = self.documents()
            if rows:
                self.show_document(rows[0].id)
            else:
                self.wanted, self.current = None, None
                self.opened.emit(None)

    def restore(self, key: int) -> None:
        self.workspace.restore(key)
        self.listed.emit()
        self.show_document(key)

    # Showing

    def show_document(self, key: int) -> None:
        """Show a document; `opening` says what is going on until `opened` comes."""
        self.wanted = key
        document = self._open.get(key)
        if document is not None:
            self._show(document)
            return
        self.current = None
        row = next((row for row in self.documents() if row.id == key), None)
        if row is None:
            return
        if row.state == "ready" and key not in self.progress:
            # Until the thread hands it over, a second click must not start a second one.
            self.progress[key] = ("opening", 0, 0)
            self.opening.emit(key, f"Opening {row.name}…")
            self._prepare(key, None)
        elif row.state == "failed" and key not in self.progress:
            self.opening.emit(key, row.message)
        else:
            self.opening.emit(key, f"Reading {row.name}…")

    def _show(self, document: OpenDocument) -> None:
        self._open[document.key] = self._open.pop(document.key)
        self.current = document
        self.undo_group.setActiveStack(document.undo_stack)
        self.opened.emit(document)
        while len(self._open) > OPEN_DOCUMENTS:
            self._forget(next(iter(self._open)))

    def _forget(self, key: int) -> None:
        """Close an open document with its undo history."""
        document = self._open.pop(key, None)
        if document is None:
            return
        if self.current is document:
            self.current = None
        self.undo_group.removeStack(document.undo_stack)
        document.deleteLater()

    def _prepare(self, key: int, spooled: Path | None) -> None:
        """Decode, keep and index a run in a thread, so that the window keeps drawing."""
        future = self._pool.submit(_make_ready, self.workspace, key, self.annotator, spooled)
        future.add_done_callback(partial(self._hand_over, key))

    def _hand_over(self, key: int, done: Future[Ready]) -> None:
        # Runs in the pool's thread: emitting is safe since this object lives in the GUI thread.
        if not done.cancelled():
            self._prepared.emit(key, done.exception() or done.result())

    def _on_prepared(self, key: int, outcome: Ready | BaseException) -> None:
        self.progress.pop(key, None)
        if isinstance(outcome, BaseException):
            self._mark_failed(key, _sentence(outcome))
            return
        self._forget(key)
        try:
            # Read here and not in the thread, so that no later edit or annotator is missed.
            edits = self.workspace.edits(key, self.annotator)
            lost = len(self.workspace.unmatched(key, self.annotator))
        except SeamlineError as error:
            self._mark_failed(key, str(error))
            return
        document = OpenDocument(key, outcome.planner, outcome.rows, edits, self._save_edits, self)
        document.edited.connect(self.edited)
        self._open[key] = document
        self.undo_group.addStack(document.undo_stack)
        self.listed.emit()
        self.worked.emit()
        if lost:
            self.said.emit(
                f"{lost} of your decisions found no paragraph in the new run; they are"
                " kept in the workspace.",
                True,
            )
        if self.wanted == key:
            self._show(document)

    # Edits

    def _save_edits(self, key: int, edits: Edits, what: str) -> bool:
        try:
            for waiting, (older, reason) in list(self._unsaved.items()):
                if waiting != key:
                    self.workspace.save_edits(waiting, self.annotator, older, reason)
                    del self._unsaved[waiting]
            self.workspace.save_edits(key, self.annotator, edits, what)
        except SeamlineError as error:
            self._unsaved[key] = (edits, what)
            self.said.emit(str(error), True)
            return False
        self._unsaved.pop(key, None)
        return True

    @property
    def unsaved(self) -> bool:
        """Whether an edit could not be put on disk."""
        return bool(self._unsaved)

    def retry_save(self) -> bool:
        return all(self._save_edits(key, *item) for key, item in list(self._unsaved.items()))

    def set_review(self, key: int, state: str) -> None:
        try:
            self.workspace.set_review(key, state)
        except SeamlineError as error:
            self.said.emit(str(error), True)
        self.listed.emit()

    def next_unfinished(self, key: int) -> int | None:
        """The next document that is not done, starting behind `key` and going round."""
        rows = self.documents()
        at = next((i for i, row in enumerate(rows) if row.id == key), -1)
        for row in rows[at + 1 :] + rows[: max(at, 0)]:
            if row.review != "done" and row.state != "failed":
                return row.id
        return None

    # Engine events

    def _on_progress(self, key: int, stage: str, done: int, total: int) -> None:
        self.progress[key] = (stage, done, total)
        self.progressed.emit(key, stage, done, total)

    def _on_finished(self, key: int, out: Path) -> None:
        self.progress[key] = ("indexing", 0, 0)
        # The new run replaces the stored one now: an edit of the old text would be stored
        # under paragraph numbers of the new.
        self._forget(key)
        if self.wanted == key:
            self.opening.emit(key, "Reading the new run…")
        self._prepare(key, out)

    def _on_failed(self, key: int, message: str) -> None:
        if self._has_run(key):
            self._end_run(key)
            self.said.emit(message, True)
        else:
            self._mark_failed(key, message)

    def _has_run(self, key: int) -> bool:
        return any(row.id == key and row.state == "ready" for row in self.documents())

    def _end_run(self, key: int) -> None:
        """A run ended without a result; an earlier one and its labels stay, or come back."""
        self.progress.pop(key, None)
        self.listed.emit()
        self.worked.emit()
        if self.wanted == key and self.current is None:
            if self._has_run(key):
                self.show_document(key)
            else:
                self.opening.emit(key, "Stopped. Press Ctrl+R to run this document.")

    def _mark_failed(self, key: int, message: str) -> None:
        self.progress.pop(key, None)
        try:
            self.workspace.fail(key, message)
        except SeamlineError as error:
            message = str(error)
        self.listed.emit()
        self.worked.emit()
        if self.wanted == key and (self.current is None or self.current.key != key):
            self.opening.emit(key, message)
        else:
            self.said.emit(message, True)

    def close(self) -> None:
        with contextlib.suppress(SeamlineError):  # a full disk must not keep the window open
            self.workspace.set_setting("shown", self.wanted)
        self.engine.shutdown()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._spool.cleanup()
        self.workspace.close()


def default_annotator() -> str:
    """The name of the person's account, until they give another in the settings."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # no account, as in some containers
        return "me"


@dataclass(frozen=True, slots=True)
class Ready:
    """A document as the thread hands it over, without the edits."""

    planner: Planner
    rows: Rows


def _make_ready(workspace: Workspace, key: int, annotator: str, spooled: Path | None) -> Ready:
    """Store a new run (or read the stored one) and build what editing needs."""
    from engine.replan import planner

    if spooled is None:
        result = workspace.load_run(key)
        if result is None:
            raise SeamlineError("This document has no run yet; press Ctrl+R.")
    else:
        blob = spooled.read_bytes()
        result = restore(blob)
        workspace.save_run(key, result, blob=blob)
        spooled.unlink()
    workspace.index(key, result)
    live = planner(result)
    # The first plan is the slow one: later ones start from its table.
    live.plan(workspace.edits(key, annotator))
    return Ready(live, build_rows(text_pair(live)))


def _sentence(error: BaseException) -> str:
    if isinstance(error, SeamlineError):
        return str(error)
    return f"The run cannot be read ({type(error).__name__}: {error}); run it again."
