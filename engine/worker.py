"""The engine as a child process: ``python -m engine.worker``.

One JSON object a line. Requests on standard input::

    {"id": 7, "op": "run", "path": "paper.pdf", "settings": {"limit": 1024}, "out": "7.result"}
    {"id": 7, "op": "cancel"}

Events on standard output, the last three of which end a run::

    {"id": 7, "event": "progress", "stage": "repair", "done": 3, "total": 12}
    {"id": 7, "event": "done", "out": "7.result"}
    {"id": 7, "event": "failed", "message": "paper.pdf is encrypted; …"}
    {"id": 7, "event": "cancelled"}

Runs are worked off one after another. The result lies in `out`, written by `codec.dump`.
The process ends when standard input does, so it never outlives the program that started
it. Anything a library prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from engine.atomic import write
from engine.codec import dump
from engine.document import Cancelled, SeamlineError
from engine.settings import RunSettings

PROGRESS_INTERVAL_S = 0.05
CLOSE_GRACE_S = 1.0

Emit = Callable[[Mapping[str, Any]], None]


class Worker:
    """Reads requests in one thread and runs them in another, the caller's."""

    def __init__(self, requests: BinaryIO, emit: Emit) -> None:
        self._requests = requests
        self._emit = emit
        self._jobs: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting: list[Any] = []
        self._cancelled: list[Any] = []
        self._closed = threading.Event()

    def serve(self) -> None:
        """Work until the requests end."""
        threading.Thread(target=self._read, name="requests", daemon=True).start()
        while (request := self._jobs.get()) is not None:
            self._run(request)

    def _read(self) -> None:
        for line in self._requests:
            if line.strip():
                self._accept(line)
        self._closed.set()
        self._jobs.put(None)
        # A run that is deep in a library does not ask whether to stop; nobody waits for it.
        time.sleep(CLOSE_GRACE_S)
        os._exit(0)

    def _accept(self, line: bytes) -> None:
        try:
            request = json.loads(line)
        except ValueError:
            request = None
        if not isinstance(request, dict):
            self._fail(None, "A request must be one JSON object on one line.")
            return
        key, op = request.get("id"), request.get("op")
        if op == "run":
            with self._lock:
                self._waiting.append(key)
            self._jobs.put(request)
        elif op == "cancel":
            with self._lock:
                if key in self._waiting:
                    self._cancelled.append(key)
        else:
            self._fail(key, f"Unknown operation {op!r}; known are 'run' and 'cancel'.")

    def _run(self, request: Mapping[str, Any]) -> None:
        key = request.get("id")
        try:
            event = {"event": "done", "out": self._result(request, key)}
        except Cancelled:
            event = {"event": "cancelled"}
        except SeamlineError as error:
            event = {"event": "failed", "message": str(error)}
        except OSError as error:
            reason = error.strerror or type(error).__name__
            where = f"{error.filename}: " if error.filename else ""
            event = {"event": "failed", "message": f"{where}{reason}."}
        except Exception as error:  # noqa: BLE001 - one document must not end the process
            traceback.print_exc()
            message = f"{request.get('path')}: unexpected fault ({type(error).__name__}: {error})."
            event = {"event": "failed", "message": message}
        with self._lock:
            self._waiting.remove(key)
            with contextlib.suppress(ValueError):
                self._cancelled.remove(key)
        self._emit({"id": key, **event})

    def _result(self, request: Mapping[str, Any], key: Any) -> str:
        path, out, values = (request.get(name) for name in ("path", "out", "settings"))
        if not isinstance(path, str) or not isinstance(out, str):
            raise SeamlineError("A run needs 'path' and 'out'.")
        try:
            settings = RunSettings(**(values or {}))
        except TypeError as error:
            raise SeamlineError(f"These settings are unknown: {error}.") from error
        from engine.pipeline import run

        def stopped() -> bool:
            return self._closed.is_set() or key in self._cancelled

        if stopped():
            raise Cancelled
        result = run(path, settings, progress=self._reporter(key), cancel=stopped)
        write(Path(out), dump(result))
        return out

    def _reporter(self, key: Any) -> Callable[[str, int, int], None]:
        """A progress function that reports at most twenty times a second."""
        next_time = 0.0
        lock = threading.Lock()

        def report(stage: str, done: int, total: int) -> None:
            nonlocal next_time
            now = time.monotonic()
            with lock:
                if now < next_time:
                    return
                next_time = now + PROGRESS_INTERVAL_S
            self._emit(
                {"id": key, "event": "progress", "stage": stage, "done": done, "total": total}
            )

        return report

    def _fail(self, key: Any, message: str) -> None:
        self._emit({"id": key, "event": "failed", "message": message})


def main() -> int:
    """Serve on the standard streams."""
    # Ctrl+C in a terminal reaches the whole process group; the parent decides what stops.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The protocol keeps its own copies of both pipes, so that no library reads or writes there.
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    lock = threading.Lock()

    def emit(event: Mapping[str, Any]) -> None:
        line = json.dumps(event, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            with lock:
                answers.write(line)
                answers.flush()
        except BrokenPipeError:
            os._exit(0)

    Worker(requests, emit).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
