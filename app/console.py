"""What the commands say on the terminal: one line a fault, and a line that shows progress."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Sequence
from pathlib import Path

OK, FAILED, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class RefusedError(Exception):
    """A command that cannot be carried out: one sentence and the exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status


class LiveLine:
    """A line on a terminal that says what is being done; nothing where stderr is a file."""

    def __init__(self, head: str) -> None:
        self.head = head
        self._shown = False
        self._next_time = 0.0

    def show(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or now < self._next_time:
            return
        self._next_time = now + 0.1
        count = f" {done}/{total}" if total > 1 else ""
        self._shown = True
        print(f"\r\x1b[K{self.head}{stage}{count}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False


def check_out(out: Path, inputs: Sequence[Path]) -> None:
    """Raise `RefusedError` where `out` cannot be written, or is one of the inputs."""
    if out.is_dir() or not out.absolute().parent.is_dir():
        reason = "is a folder" if out.is_dir() else "its folder does not exist"
        raise RefusedError(f"{out}: {reason}; name a file in a folder that exists.", USAGE)
    for path in inputs:
        if out.exists() and path.exists() and out.samefile(path):
            raise RefusedError(f"{out}: is an input as well; write to another file.", USAGE)


def say(message: str) -> None:
    note(f"seamline: {message}")


def note(message: str) -> None:
    print(printable(message), file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """`text` on one line and without control characters, which a file name may hold."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split("\n")))


def about(path: Path, sentence: str) -> str:
    """The sentence behind the path; sentences of the engine name the file without its folder."""
    for name in (str(path), path.name):
        sentence = sentence.removeprefix(name).lstrip(" :")
    return f"{path}: {sentence}"


def fault(error: Exception) -> str:
    """One sentence about any fault; the traceback of one nobody foresaw goes to the log."""
    from engine.document import SeamlineError

    if isinstance(error, SeamlineError | RefusedError):
        return str(error)
    return os_fault(error) if isinstance(error, OSError) else _unforeseen(error)


def os_fault(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{where}the disk is full; free some space and run it again."
    return f"{where}{error.strerror or error}."


def _unforeseen(error: Exception) -> str:
    """One sentence on a fault nobody foresaw; the traceback goes to a log file."""
    what = f"unexpected fault ({type(error).__name__})"
    try:
        import logging
        from logging.handlers import RotatingFileHandler

        import platformdirs

        folder = Path(platformdirs.user_log_dir("seamline", appauthor=False, ensure_exists=True))
        handler = RotatingFileHandler(
            folder / "seamline.log", maxBytes=1_000_000, backupCount=1, encoding="utf-8"
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        record = logging.LogRecord(
            "seamline",
            logging.ERROR,
            __file__,
            0,
            what,
            None,
            (type(error), error, error.__traceback__),
        )
        handler.emit(record)
        handler.close()
    except OSError:
        return f"{what}; its log could not be written either."
    return f"{what}; the details are in {folder / 'seamline.log'}"
