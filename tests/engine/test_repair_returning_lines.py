"""Lines that return at page edges and still are text."""

from __future__ import annotations

from engine.document import Document
from engine.loaders.text import paginate
from engine.repair import repair
from engine.tokens import counter

PAGE = "The keeper of gate {n} wrote down what he saw\nbefore the water rose over the sill again."


def _fixed(raw: str) -> str:
    text, pages = paginate(raw)
    return repair(Document("t", "t", "text", text, "", pages=pages), counter=counter()).text


def test_footnotes_in_equal_words_stay() -> None:
    raw = "\f".join(PAGE.format(n=n) + f"\n\n{n}Ibid., on the lower mill." for n in range(1, 6))
    assert _fixed(raw).count("Ibid.") == 5


def test_a_sentence_that_opens_each_chapter_keeps_its_first_line() -> None:
    opening = (
        "A newer account of the harbour with more drawings is kept by the main-\ntenance office."
    )
    raw = "\f".join(f"{opening}\n\n{PAGE.format(n=n)}" for n in range(1, 6))
    assert _fixed(raw).count("A newer account of the harbour") == 5
