"""Pages as well-known generators write them: what is left after load and repair.

Each ``pages/KIND.html`` has the structure and class names of its generator around invented
content; ``pages/KIND.txt`` is the text a reader keeps, formulas between dollar signs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.document import Document
from engine.loaders import load
from engine.repair import repair, restore
from engine.tokens import counter

PAGES = Path(__file__).parent / "pages"
KINDS = sorted(path.stem for path in PAGES.glob("*.html"))


def kept(document: Document) -> str:
    text = repair(document, counter=counter()).text
    return restore(text, {key: f"${latex}$" for key, latex in document.formulas.items()})


@pytest.mark.parametrize("kind", KINDS)
def test_page_keeps_its_content_and_nothing_else(kind: str) -> None:
    expected = (PAGES / f"{kind}.txt").read_text(encoding="utf-8")
    assert kept(load(PAGES / f"{kind}.html")) + "\n" == expected


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_page_loses_is_in_the_ledger_with_a_reason(kind: str) -> None:
    document = load(PAGES / f"{kind}.html")
    repaired = repair(document, counter=counter())
    removed = [change for change in repaired.ledger if change.kind == "removed"]
    assert all(change.reason for change in removed)
    dropped = sum(change.raw[1] - change.raw[0] for change in removed)
    assert dropped < len(document.raw)
