"""Regenerate the demo documents: ``python -m assets.demo.build [DIRECTORY]``.

The same sources give byte-identical files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from assets.demo import memoir_txt, page_html, paper, report_zh

HERE = Path(__file__).parent


def build(directory: Path = HERE) -> list[Path]:
    """Write the four documents into `directory` and return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    content = HERE / "content"
    targets = [
        directory / name
        for name in (
            "tidal-gates.pdf",
            "bearing-report-zh.pdf",
            "navigation-lock.html",
            "lower-gate.txt",
        )
    ]
    paper.build(targets[0], content / "paper.txt")
    report_zh.build(targets[1], content / "report_zh.txt")
    page_html.build(targets[2], content)
    memoir_txt.build(targets[3], content / "lower_gate.txt")
    return targets


if __name__ == "__main__":
    for path in build(*map(Path, sys.argv[1:2])):
        print(f"{path.name}  {path.stat().st_size:,} bytes")
