"""A real window on a real workspace with the engine in its child process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.main import make_application
from app.preferences import Preferences
from app.session import Session
from app.window import Window
from engine.workspace import Workspace

TOPICS = ("Tides", "Gates", "Costs", "Risks", "Outlook")


@pytest.fixture(scope="session")
def qapp():
    """The program's own application object instead of a bare one."""
    return make_application()


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    """Five headed topics of four paragraphs, each about 60 words in hard-broken lines."""
    lines = []
    for topic in TOPICS:
        lines += [f"# {topic}", ""]
        for part in range(4):
            for line in range(6):
                lines.append(f"{topic} line {line} of part {part} says a few plain words here")
            lines += ["and ends.", ""]
    path = tmp_path / "topics.md"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def make_window(qtbot, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Windows on `tmp_path/work.seam`, or on another workspace; closed at the end."""
    made: list[Window] = []

    def make(workspace: Path | None = None) -> Window:
        preferences = Preferences(tmp_path / "test.ini")
        if not preferences.text("run/limit"):
            preferences.set("run/limit", 400)
            preferences.set("run/fragment", 50)
        session = Session(Workspace.open(workspace or tmp_path / "work.seam"), preferences)
        window = Window(session)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        made.append(window)
        return window

    yield make
    for window in made:
        if window.isVisible():
            window.close()


@pytest.fixture
def open_window(qtbot, make_window, text_file: Path) -> Window:
    """A window that shows the five topics."""
    window = make_window()
    with qtbot.waitSignal(
        window.session.opened, timeout=60_000, check_params_cb=lambda document: document is not None
    ):
        window.session.add_files([text_file])
    window.view.setFocus()
    return window
