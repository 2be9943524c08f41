import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.codec import restore
from engine.worker import PROGRESS_INTERVAL_S, Worker

WAIT_S = 60


class Child:
    """`python -m engine.worker` with its events in order."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *(command or ("-m", "engine.worker"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, message: dict[str, Any] | str) -> None:
        line = message if isinstance(message, str) else json.dumps(message)
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def run(self, key: object, path: Path, out: Path, **settings: object) -> None:
        request = {"op": "run", "path": str(path), "out": str(out), "settings": settings}
        self.send({"id": key, **request})

    def event(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the worker ended"
        event: dict[str, Any] = json.loads(line)
        return event

    def last_event(self) -> dict[str, Any]:
        """The next event that ends a request."""
        while (event := self.event())["event"] == "progress":
            pass
        return event

    def close(self) -> str:
        """End its input; what it wrote to standard error."""
        assert self.process.stdin is not None and self.process.stderr is not None
        self.process.stdin.close()
        errors = self.process.stderr.read().decode()
        self.process.wait(WAIT_S)
        return errors

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child()
    yield made
    made.kill()


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    path = tmp_path / "gate 水.txt"
    path.write_text("The keeper of the gate\nwrites notes.\n\nThe pump is shut.", encoding="utf-8")
    return path


@pytest.fixture
def long(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("A plain sentence that goes on for a while.\n" * 100_000, encoding="utf-8")
    return path


def test_a_run_leaves_its_result(child: Child, gate: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.result"
    child.run(7, gate, out, limit=64)
    assert child.last_event() == {"id": 7, "event": "done", "out": str(out)}
    result = restore(out.read_bytes())
    assert result.repaired.text.startswith("The keeper of the gate writes notes.")
    assert result.settings["limit"] == 64
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []
    assert child.close() == ""
    assert child.process.returncode == 0


def test_runs_are_answered_in_order(child: Child, gate: Path, tmp_path: Path) -> None:
    for key in range(4):
        child.run(key, gate, tmp_path / f"{key}.result")
    assert [child.last_event()["id"] for _ in range(4)] == [0, 1, 2, 3]


def test_progress_is_reported(child: Child, long: Path, tmp_path: Path) -> None:
    child.run(1, long, tmp_path / "a.result")
    first = child.event()
    assert first["event"] == "progress"
    assert set(first) == {"id", "event", "stage", "done", "total"}


def test_cancel_stops_the_running_and_the_waiting(
    child: Child, gate: Path, long: Path, tmp_path: Path
) -> None:
    child.run(1, long, tmp_path / "1.result")
    child.run(2, gate, tmp_path / "2.result")
    child.run(3, gate, tmp_path / "3.result")
    child.event()
    child.send({"op": "cancel", "id": 2})
    child.send({"op": "cancel", "id": 1})
    child.send({"op": "cancel", "id": "nobody"})
    events = [child.last_event() for _ in range(3)]
    assert [(event["id"], event["event"]) for event in events] == [
        (1, "cancelled"),
        (2, "cancelled"),
        (3, "done"),
    ]
    assert not (tmp_path / "1.result").exists()


def test_an_id_can_be_used_again_after_a_cancel(child: Child, gate: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.result"
    child.run(1, gate, out)
    child.last_event()
    child.send({"op": "cancel", "id": 1})
    child.run(1, gate, out)
    assert child.last_event()["event"] == "done"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("nonsense", None),
        ("[1]", None),
        ('{"id": 5}', 5),
        ('{"id": 5, "op": "fly"}', 5),
        ('{"id": 5, "op": "run"}', 5),
        ('{"id": 5, "op": "run", "path": 3, "out": "x"}', 5),
        ('{"id": 5, "op": "run", "path": "x", "out": "y", "settings": {"limt": 3}}', 5),
        ('{"id": 5, "op": "run", "path": "x", "out": "y", "settings": {"limit": 0}}', 5),
        ('{"id": 5, "op": "run", "path": "x", "out": "y", "settings": [1]}', 5),
        ('{"id": 5, "op": "run", "path": "no such.pdf", "out": "y"}', 5),
        ('{"id": 5, "op": "run", "path": "a\\u0000b", "out": "y"}', 5),
        ('{"id": [{}], "op": "run", "path": "no such.pdf", "out": "y"}', [{}]),
    ],
)
def test_a_bad_request_fails_and_the_next_is_served(
    child: Child, gate: Path, tmp_path: Path, line: str, key: object
) -> None:
    child.send("")
    child.send(line)
    event = child.last_event()
    assert (event["id"], event["event"]) == (key, "failed")
    assert event["message"]
    assert "\n" not in event["message"]
    child.run(9, gate, tmp_path / "a.result")
    assert child.last_event()["event"] == "done"


def test_a_place_that_cannot_be_written_fails(child: Child, gate: Path, tmp_path: Path) -> None:
    child.run(1, gate, tmp_path / "no" / "such" / "a.result")
    event = child.last_event()
    assert event["event"] == "failed"
    assert "a.result" in event["message"]


def test_it_ends_when_its_input_ends(child: Child, long: Path, tmp_path: Path) -> None:
    child.run(1, long, tmp_path / "a.result")
    child.event()
    begun = time.monotonic()
    child.close()
    assert time.monotonic() - begun < 20
    assert not (tmp_path / "a.result").exists()


def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    parent = (
        "import subprocess, sys; child = subprocess.Popen([sys.executable, '-m', 'engine.worker'],"
        " stdin=subprocess.PIPE); print(child.pid, flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    process.kill()
    process.communicate()
    until = time.monotonic() + 20
    while _runs(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_a_library_prints_is_no_event(gate: Path, tmp_path: Path) -> None:
    noisy = (
        "import os, subprocess, engine.pipeline as p, engine.worker as w\n"
        "quiet = p.run\n"
        "def loud(*args, **kwargs):\n"
        "    print('a library says hello'); os.write(1, b'from C\\n')\n"
        "    subprocess.run(['cat'], check=True)\n"
        "    return quiet(*args, **kwargs)\n"
        "p.run = loud\n"
        "w.main()\n"
    )
    child = Child("-c", noisy)
    child.run(1, gate, tmp_path / "a.result")
    assert child.last_event()["event"] == "done"
    errors = child.close()
    child.kill()
    assert "a library says hello" in errors
    assert "from C" in errors


def test_a_fault_nobody_foresaw_is_one_sentence(gate: Path, tmp_path: Path) -> None:
    broken = (
        "import engine.pipeline as p, engine.worker as w\n"
        "def run(*args, **kwargs): raise KeyError('hm')\n"
        "p.run = run\n"
        "w.main()\n"
    )
    child = Child("-c", broken)
    child.run(1, gate, tmp_path / "a.result")
    event = child.last_event()
    errors = child.close()
    child.kill()
    assert event["event"] == "failed"
    assert gate.name in event["message"]
    assert "KeyError" in event["message"]
    assert "Traceback" in errors


def test_progress_comes_at_most_twenty_times_a_second() -> None:
    events: list[Any] = []
    report = Worker(io.BytesIO(), events.append)._reporter(1)
    begun = time.monotonic()
    threads = [
        threading.Thread(target=lambda: [report("repair", n, 4000) for n in range(4000)])
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 1 <= len(events) <= 1 + (time.monotonic() - begun) / PROGRESS_INTERVAL_S
