"""Starts the window: application object, crash log, workspace, files."""

from __future__ import annotations

import faulthandler
import gc
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, cast

import platformdirs
from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from engine.document import SeamlineError

if TYPE_CHECKING:
    from app.preferences import Preferences
    from app.window import Window

GC_MS = 2000


class Application(QApplication):
    """Keeps its windows alive: a window without a parent goes with its last reference."""

    def __init__(self) -> None:
        super().__init__(["seamline"])
        self.windows: list[Window] = []


def make_application() -> Application:
    """The one application object, with font and name set."""
    from app import theme

    existing = QApplication.instance()
    if existing is not None:
        return cast(Application, existing)
    qInstallMessageHandler(_qt_message)
    application = Application()
    application.setApplicationName("seamline")
    application.setApplicationDisplayName("Seamline")
    application.setDesktopFileName("seamline")
    theme.set_font(application)
    return application


def run_window(workspace: Path | None, files: Sequence[Path], demo: bool) -> int:
    """Open the window and stay until it is closed; the exit code of the program.

    Without `workspace` it is the one open last. Raises `SeamlineError` where it cannot
    be opened.
    """
    from app.demo import demo_files
    from app.preferences import Preferences, data_folder

    application = make_application()
    log = _crash_log()
    faulthandler.enable(log)
    preferences = Preferences()
    if demo:
        workspace, files = data_folder() / "demo.seam", demo_files()
    elif workspace is None:
        last = Path(preferences.text("workspace"))
        known = last.suffix == ".seam" and last.is_file()
        workspace = last if known else data_folder() / "documents.seam"
    window = start_window(workspace, preferences)
    sys.excepthook = _Fault(window)
    if files:
        QTimer.singleShot(0, lambda: window.session.add_files(files))
    # Cyclic Qt objects must not be collected in a worker thread: the collector runs only
    # here, from a timer of the GUI thread.
    gc.disable()
    timer = QTimer(window)
    timer.timeout.connect(_collect)
    timer.start(GC_MS)
    return application.exec()


def start_window(workspace: Path, preferences: Preferences) -> Window:
    """A window on a workspace, shown, with its first document open."""
    from app.session import Session
    from app.window import Window
    from engine.workspace import Workspace

    window = Window(Session(Workspace.open(workspace), preferences))
    windows = make_application().windows
    windows[:] = [other for other in windows if other.isVisible()] + [window]
    window.show()
    window.session.resume()
    return window


def _qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Qt's own messages go to the log; they say nothing to the person at the terminal."""
    if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
        with _crash_log() as log:
            print(f"Qt: {text}", file=log)
    if kind == QtMsgType.QtFatalMsg:
        print(f"seamline: Qt cannot go on: {text}", file=sys.stderr)


def _collect() -> None:
    gc.collect(1)


def _crash_log() -> IO[str]:
    folder = Path(platformdirs.user_log_dir("seamline", appauthor=False, ensure_exists=True))
    return (folder / "crash.log").open("a", encoding="utf-8")


class _Fault:
    """Last resort for a fault nobody foresaw: a sentence for the person, the rest to the
    log. Edits are on disk already, so nothing is lost."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        with _crash_log() as log:
            traceback.print_exception(kind, error, trace, file=log)
            name = log.name
        if isinstance(error, SeamlineError):
            self._window.say(str(error), True)
        else:
            self._window.say(
                f"Something went wrong ({kind.__name__}); details are in {name}.", True
            )
