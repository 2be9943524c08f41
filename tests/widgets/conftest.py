"""Small documents as view data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from engine.document import Chunk, Paragraph, ParagraphKind, Scores, Span
from engine.edits import Seam
from widgets.view_data import PlanView, TextPair

Blocks = Sequence[tuple[ParagraphKind, str, str]]


class _Spans:
    def __init__(self, spans: Sequence[Sequence[Span]]) -> None:
        self._spans = spans

    def of(self, index: int) -> Sequence[Span]:
        return self._spans[index]


def _pair(blocks: Blocks, removed: Sequence[str] = ()) -> TextPair:
    repaired = raw = ""
    paragraphs: list[Paragraph] = []
    spans: list[list[Span]] = []
    for kind, text, source in blocks:
        level = 2 if kind == "heading" else 0
        paragraphs.append(
            Paragraph(len(repaired), len(repaired) + len(text), 100, kind, level),
        )
        repaired += text + "\n\n"
        spans.append([(len(raw), len(raw) + len(source) + 1)])
        raw += source + "\n"
    drops = [(raw.index(text), raw.index(text) + len(text), "page head") for text in removed]
    return TextPair(repaired, raw, tuple(paragraphs), _Spans(spans), sorted(drops))


@pytest.fixture
def make_pair() -> Callable[..., TextPair]:
    """Builds a `TextPair` from (kind, repaired, raw) triples; `removed` are raw pieces."""
    return _pair


@pytest.fixture
def pair() -> TextPair:
    """120 paragraphs of very different lengths, every fifth in Chinese."""
    blocks: list[tuple[ParagraphKind, str, str]] = []
    for number in range(120):
        if number % 10 == 0:
            blocks.append(("heading", f"## Part {number}", f"Part {number}"))
        elif number % 5 == 0:
            text = "修复只改变格式不改变内容，" * (3 + number % 9)
            blocks.append(
                ("prose", text, "\n".join(text[i : i + 30] for i in range(0, len(text), 30)))
            )
        else:
            words = f"word{number} of this paragraph " * (4 + number * 7 % 40)
            text = words.strip()
            lines = [text[i : i + 60] for i in range(0, len(text), 60)]
            blocks.append(("prose", text, "\n".join(lines)))
    return _pair(blocks)


@pytest.fixture
def plan(pair: TextPair) -> PlanView:
    """Chunks of ten paragraphs, each cut on a machine boundary."""
    starts = list(range(0, 120, 10))
    edges = [pair.paragraphs[s].start for s in starts] + [len(pair.repaired)]
    chunks = tuple(Chunk(s, s + 9, edges[i], edges[i + 1], 1000) for i, s in enumerate(starts))
    scores = Scores(tuple({"total": i / 11} for i in range(12)), (), {})
    seams = dict.fromkeys(starts[1:], Seam.MACHINE | Seam.CUT)
    return PlanView(chunks, scores, seams)
