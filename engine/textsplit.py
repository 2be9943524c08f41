"""A plain chunker: text in, spans out."""

from __future__ import annotations

import numpy as np

from engine.boundaries.headings import headings
from engine.boundaries.similarity import peaks
from engine.document import Span
from engine.packing import Packer
from engine.paragraphs import paragraphs
from engine.tokens import counter

# Between "full" and "balanced": people who want a plain chunker fill a context window.
BALANCE = 0.3


def split_text(text: str, limit: int = 512, encoding: str = "cl100k_base") -> list[Span]:
    """Spans (start, end) in code points that tile `text`, each of at most `limit` tokens of
    `encoding`; none for blank text. Cuts prefer headings or, where there are none, places
    where the words change. Only a code point that alone costs more than the limit
    exceeds it.

    Raises ValueError for a limit under 1, `SeamlineError` for an unknown encoding.
    """
    tokens = counter(encoding)
    found = paragraphs(text, tokens)
    marks = headings(text, found)
    # Without headings their strengths say in full how much the words change.
    positions = marks.positions or peaks(np.asarray(marks.strengths))
    packer = Packer(text, found, tokens, limit=limit, balance=BALANCE)
    return [(chunk.start, chunk.end) for chunk in packer.plan(positions, marks.strengths)]
