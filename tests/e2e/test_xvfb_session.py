"""The installed program on a real X server, driven by real key presses.

Toggle, move, undo × 20, redo × 20, done, quit, reopen, export: the exported training data
must hold the boundaries that were set. Needs Xvfb and xdotool.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="needs the programs Xvfb and xdotool",
)
WAIT_S = 120


@pytest.fixture
def display() -> Iterator[str]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(10)


class Program:
    """`seamline` in a home of its own, and keys sent to it."""

    def __init__(self, home: Path, display: str) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CACHE_HOME": str(home / "cache"),
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "app.cli", *arguments]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE)
        self.xdotool("search", "--sync", "--onlyvisible", "--name", "Seamline")

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=True,
        )
        return done.stdout

    def focus(self) -> None:
        window = self.xdotool("search", "--onlyvisible", "--name", "Seamline").split()[-1]
        self.xdotool("windowfocus", "--sync", window)

    def keys(self, *names: str) -> None:
        self.xdotool("key", "--delay", "60", *names)

    def quit(self) -> None:
        assert self.process is not None
        self.keys("ctrl+q")
        assert self.process.wait(WAIT_S) == 0
        assert self.process.stderr is not None
        assert b"Traceback" not in self.process.stderr.read()

    def workspace(self) -> Path:
        return self.home / "data" / "seamline" / "documents.seam"

    def ask(self, query: str) -> list[tuple[object, ...]]:
        """Read the workspace beside the running program; the file may not be there yet."""
        if not self.workspace().exists():
            return []
        connection = sqlite3.connect(f"file:{self.workspace()}?mode=ro", uri=True, timeout=5)
        try:
            return connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []
        finally:
            connection.close()

    def wait_for(self, query: str, wanted: object) -> None:
        until = time.monotonic() + WAIT_S
        found: list[tuple[object, ...]] = []
        while time.monotonic() < until:
            found = self.ask(query)
            if found and found[0][0] == wanted:
                return
            time.sleep(0.1)
        pytest.fail(f"{query} gave {found}, not {wanted}")


EDITS = "SELECT count(*) FROM edit_log"


def test_boundaries_set_by_keys_come_out_as_training_data(tmp_path: Path, display: str) -> None:
    document = tmp_path / "notes.md"
    sentence = "The gate closes when the water rises above the third mark on the wall. "
    topics = [f"# Topic {t}\n\n" + f"{sentence * 3}\n\n" * 5 for t in range(8)]
    document.write_text("".join(topics), encoding="utf-8")
    program = Program(tmp_path / "home", display)
    program.home.mkdir()
    program.start("open", str(document))
    program.wait_for("SELECT state FROM documents", "ready")
    program.focus()
    time.sleep(1.5)

    program.keys("Home", "j", "j", "space")
    program.wait_for(EDITS, 1)
    program.keys("n", "alt+Down")
    program.wait_for("SELECT count(*) > 1 FROM edit_log", 1)
    for _ in range(9):
        program.keys("j", "space")
    program.keys(*["ctrl+z"] * 20)
    program.keys(*["ctrl+y"] * 20)
    program.keys("ctrl+Return")
    program.wait_for("SELECT review FROM documents", "done")
    program.quit()

    def export() -> list[int]:
        out = tmp_path / "labels.jsonl"
        command = [sys.executable, "-m", "app.cli", "export", str(program.workspace())]
        subprocess.run(
            [*command, "--format", "messages", "-o", str(out)],
            env=program.environment,
            check=True,
            timeout=WAIT_S,
            capture_output=True,
        )
        (line,) = out.read_text(encoding="utf-8").splitlines()
        return list(json.loads(json.loads(line)["messages"][2]["content"])["boundaries"])

    # Headings stand at 0, 6, 12, …; J J Space adds 2, N goes to 6, Alt+Down moves it to 7,
    # then J Space nine times toggles 8 … 16, which takes away the heading boundary 12.
    wanted = [2, 7, 8, 9, 10, 11, 13, 14, 15, 16, 18, 24, 30, 36, 42]
    assert export() == wanted

    program.start()
    time.sleep(2)
    program.focus()
    program.quit()
    assert export() == wanted
