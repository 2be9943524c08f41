"""Every raw line belongs to one paragraph."""

from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document, Paragraph, Repaired
from engine.repair import repair
from engine.sources import paragraph_sources
from engine.tokens import counter

RAW = "Head  7\n\nThe first is long-\nish.\n\nHead  8\n\nThe second\nis short.\n"


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    found, place = [], 0
    for part in text.split("\n\n"):
        if part:
            found.append(Paragraph(place, place + len(part), 1))
        place += len(part) + 2
    return tuple(found)


def fixed(raw: str) -> Repaired:
    return repair(Document("t", "t", "text", raw, ""), counter=counter())


def test_removed_lines_belong_to_the_paragraph_they_follow() -> None:
    result = fixed(RAW)
    sources = paragraph_sources(result, paragraphs(result.text))
    first, second = (
        "".join(RAW[a:b] for a, b in sources.of(0)),
        "".join(RAW[a:b] for a, b in sources.of(1)),
    )
    assert first == "Head  7\n\nThe first is long-\nish.\n\nHead  8\n\n"
    assert second == "The second\nis short.\n"
    assert sources.paragraph_at(RAW.index("ish")) == 0
    assert sources.paragraph_at(RAW.index("short")) == 1


def test_moved_text_keeps_its_own_lines() -> None:
    raw = "It went to a widow,1 who ran the boat for\n\n1 Her name is lost.\n\nnine years.\n"
    result = fixed(raw)
    sources = paragraph_sources(result, paragraphs(result.text))
    assert [raw[a:b] for a, b in sources.of(1)] == ["1 Her name is lost.\n\n"]
    assert len(sources.of(0)) == 2


@settings(deadline=None, max_examples=80)
@given(st.lists(st.sampled_from(["A line of it.", "", "# Head", "- 4 -", "more of", "1 x"])))
def test_sources_tile_the_raw_text(lines: list[str]) -> None:
    raw = "\n".join(lines)
    result = fixed(raw)
    parts = paragraphs(result.text)
    sources = paragraph_sources(result, parts)
    spans = sorted(span for i in range(len(parts)) for span in sources.of(i))
    if parts:
        assert "".join(raw[a:b] for a, b in spans) == raw
    for i in range(len(parts)):
        for a, b in sources.of(i):
            assert a < b and (a == 0 or raw[a - 1] == "\n")
            assert sources.paragraph_at(a) == i


def test_without_paragraphs() -> None:
    sources = paragraph_sources(fixed("\n\n"), ())
    assert sources.paragraph_at(0) == -1


def test_a_long_document_is_fast() -> None:
    count, lines = 25_000, 6
    raw = "a line of text\n" * (count * lines)
    width = len("a line of text\n")
    starts = np.arange(count * lines) * width
    links = np.stack([starts, starts + width - 1, starts, starts + width - 1], axis=1)
    parts = [Paragraph(i * lines * width, (i + 1) * lines * width - 2, 1) for i in range(count)]
    document = Document("t", "t", "text", raw, "")
    result = Repaired(document, raw, (), (), links)
    begin = time.process_time()
    sources = paragraph_sources(result, parts)
    assert time.process_time() - begin < 2
    assert sources.of(count - 1) == (((count - 1) * lines * width, len(raw)),)
