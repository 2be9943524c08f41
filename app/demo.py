"""The documents that ship with the program."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from app.preferences import data_folder

NAMES = ("tidal-gates.pdf", "bearing-report-zh.pdf", "navigation-lock.html", "lower-gate.txt")


def demo_files() -> list[Path]:
    """Copies of the demo documents in the data folder, so that they stay where they are
    when the program is upgraded."""
    target = data_folder() / "demo"
    target.mkdir(parents=True, exist_ok=True)
    copies = []
    with as_file(files("assets").joinpath("demo")) as folder:
        for source in (folder / name for name in NAMES):
            copy = target / source.name
            if not copy.exists() or copy.read_bytes() != source.read_bytes():
                shutil.copyfile(source, copy)
            copies.append(copy)
    return copies
