"""Where topics start, by headings, lexical similarity or size."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boundaries.fixed import fixed
from engine.boundaries.headings import headings
from engine.boundaries.similarity import similarity
from engine.document import Boundaries, Paragraph
from engine.settings import METHODS
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
    """Boundaries of `text` by `method`, one of ``headings``, ``similarity``, ``fixed``,
    with a strength in 0..1 for every gap.

    `limit`, in tokens, is used by ``fixed`` alone. `counter` is there for methods that
    count more than the paragraphs' own tokens; none of these does. ValueError for any
    other method.
    """
    if method == "headings":
        return headings(text, paragraphs)
    if method == "similarity":
        return similarity(text, paragraphs)
    if method == "fixed":
        return fixed(paragraphs, limit)
    raise ValueError(f"unknown method {method!r}, use one of {', '.join(METHODS)}")
