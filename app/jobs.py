"""The link to the engine: a child process that speaks JSON lines.

The engine works in a process of its own because a busy Python thread makes the window
stutter. Results travel as files named in the answer; the pipe carries only events.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

STOP_WAIT_MS = 1500


@dataclass(frozen=True, slots=True)
class Job:
    """One file to run: `key` names it in every signal."""

    key: int
    path: str
    settings: Mapping[str, Any]
    out: Path


class EngineClient(QObject):
    """Runs jobs one after another in a child process and reports them by key."""

    progressed = Signal(object, str, object, object)
    finished = Signal(object, object)
    failed = Signal(object, str)
    cancelled = Signal(object)
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[Job] = deque()
        self._current: Job | None = None
        self._process: QProcess | None = None
        self._buffer = b""
        self._log: deque[str] = deque(maxlen=50)

    @property
    def busy(self) -> bool:
        return self._current is not None or bool(self._queue)

    @property
    def waiting(self) -> int:
        """Jobs not finished yet, the running one included."""
        return len(self._queue) + (self._current is not None)

    def submit(self, job: Job, *, first: bool = False) -> None:
        """Queue `job`; an older one of the same key that has not started gives way."""
        self._queue = deque(waiting for waiting in self._queue if waiting.key != job.key)
        if first:
            self._queue.appendleft(job)
        else:
            self._queue.append(job)
        self._next()

    def cancel(self, key: int | None = None) -> None:
        """Stop the job `key`, or all."""
        dropped = [job for job in self._queue if key in (None, job.key)]
        self._queue = deque(job for job in self._queue if job not in dropped)
        for job in dropped:
            self.cancelled.emit(job.key)
        if self._current is not None and key in (None, self._current.key):
            self._send({"op": "cancel", "id": self._current.key})

    def shutdown(self) -> None:
        """Let the child end by itself, then make it."""
        self._queue.clear()
        self._current = None
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.closeWriteChannel()
        if not process.waitForFinished(STOP_WAIT_MS):
            process.kill()
            process.waitForFinished(STOP_WAIT_MS)
        process.deleteLater()

    def _next(self) -> None:
        if self._current is not None or not self._queue:
            return
        self._current = job = self._queue.popleft()
        self._ensure_process()
        self._send(
            {
                "id": job.key,
                "op": "run",
                "path": job.path,
                "settings": dict(job.settings),
                "out": str(job.out),
            }
        )

    def _ensure_process(self) -> QProcess:
        if self._process is not None:
            return self._process
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONUTF8", "1")
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._broke)
        self._buffer = b""
        self._process = process
        # -P: a folder named engine where the person happens to stand is not ours.
        process.start(sys.executable, ["-P", "-m", "engine.worker"])
        return process

    def _send(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message).encode() + b"\n"
        self._ensure_process().write(line)

    def _read(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            if line.strip():
                self._handle(json.loads(line))

    def _read_log(self) -> None:
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
            self._log.extend(text.splitlines())

    def _handle(self, event: Mapping[str, Any]) -> None:
        job = self._current
        if job is None or event.get("id") != job.key:
            return
        kind = event.get("event")
        if kind == "progress":
            self.progressed.emit(job.key, event["stage"], event["done"], event["total"])
            return
        self._current = None
        if kind == "done":
            self.finished.emit(job.key, Path(event["out"]))
        elif kind == "cancelled":
            self.cancelled.emit(job.key)
        else:
            self.failed.emit(job.key, str(event.get("message", "The engine gave no reason.")))
        self._next()
        if not self.busy:
            self.idle.emit()

    def _broke(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._lost("The engine process could not be started; reinstall Seamline.")

    def _ended(self, code: int, _status: QProcess.ExitStatus) -> None:
        last = self._log[-1] if self._log else f"exit code {code}"
        self._lost(f"The engine process stopped while it read this file ({last}).")

    def _lost(self, message: str) -> None:
        """The child is gone: its job failed, the next one gets a new child."""
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        job, self._current = self._current, None
        if job is not None:
            self.failed.emit(job.key, message)
        self._next()
        if not self.busy:
            self.idle.emit()
