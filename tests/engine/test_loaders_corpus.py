"""Real documents load whole, with a hint for every line, and give their text back."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.loaders import load

SHARED = Path(__file__).resolve().parents[3] / "shared"
DOCS = sorted((SHARED / "corpus" / "docs").glob("*/source.*"))
FURNITURE = {"nav", "header", "footer", "pagenum", "stamp", "linenum"}
pytestmark = pytest.mark.skipif(not DOCS, reason="the shared corpus is not there")


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[a-zà-ÿ0-9]+|[\u3040-\u30ff\u4e00-\u9fff]", text.casefold()))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.parent.name)
def test_document_gives_its_text(path: Path) -> None:
    document = load(path)
    lines = document.raw.split("\n")
    assert len(document.hints) == len(lines)
    assert list(document.pages) == sorted(document.pages)
    kept = "\n".join(
        line for line, hint in zip(lines, document.hints, strict=True) if hint.role not in FURNITURE
    )
    for key, latex in document.formulas.items():
        assert document.raw.count(f"⟦{key}⟧") == 1
        kept = kept.replace(f"⟦{key}⟧", latex)
    truth = words((path.parent / "truth.md").read_text())
    shared = sum((words(kept) & truth).values())
    recall = shared / sum(truth.values())
    meta = json.loads((path.parent / "meta.json").read_text())
    # Formulas of a PDF come as glyphs and not as LaTeX, so they count as lost words.
    assert recall >= meta["f1"] - 0.06
