"""Where topics start, by headings, lexical similarity or size."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boundaries.fixed import fixed
from engine.boundaries.headings import headings
from engine.boundaries.similarity import similarity
from engine.document import Boundaries, Paragraph
from engine.tokens import Counter

__all__ = ["boundaries"]


def boundaries(
    text: str,
    paragraphs: Sequence[Paragraph],
    method: str = "headings",
    *,
    counter: Counter | None = None,
    limit: int = 4096,
) -> Boundaries:
    """Boundaries by `method`: ``headings``, ``similarity`` or ``fixed``."""
    if method == "headings":
        return headings(text, paragraphs)
    if method == "similarity":
        return similarity(text, paragraphs)
    if method == "fixed":
        return fixed(paragraphs, limit)
    raise ValueError(f"unknown method {method!r}")
