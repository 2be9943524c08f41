"""The window as a picture, without a screen: `seamline shot`."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from engine.document import SeamlineError

WAIT_S = 600.0
SETTLE_S = 0.3


def shot(file: Path, out: Path, size: tuple[int, int], theme: str) -> int:
    """Open `file` in a fresh window of `size` pixels and save it as PNG at `out`.

    Raises `SeamlineError` where the file cannot be opened or the picture not written.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = "1"
    from app.main import make_application
    from app.preferences import Preferences
    from app.session import Session
    from app.window import Window
    from engine.workspace import Workspace

    application = make_application()
    with tempfile.TemporaryDirectory(prefix="seamline-shot-") as folder:
        preferences = Preferences(Path(folder) / "shot.ini")
        preferences.set("theme", theme)
        session = Session(Workspace.open(Path(folder) / "shot.seam"), preferences)
        window = Window(session)
        window.resize(*size)
        window.show()
        faults: list[str] = []
        session.opening.connect(lambda _key, text: faults.append(text))
        session.said.connect(lambda text, fault: faults.append(text) if fault else None)
        session.add_files([file])
        until = time.monotonic() + WAIT_S
        while session.current is None and session.progress and time.monotonic() < until:
            application.processEvents()
            time.sleep(0.005)
        shown = session.current is not None
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            application.processEvents()
            time.sleep(0.005)
        saved = shown and window.grab().save(str(out), "PNG")
        window.close()
    if not shown:
        raise SeamlineError(faults[-1] if faults else f"{file}: no result.")
    if not saved:
        raise SeamlineError(f"{out}: the picture cannot be written; check folder and free space.")
    return 0
