"""Where topics start: by headings, by changing words, by size, or by changing meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.boundaries.embeddings import embeddings
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
    model: str = "",
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Boundaries:
    """Boundaries of `text` by `method`, one of ``headings``, ``similarity``, ``fixed``,
    ``embeddings``, with a strength in 0..1 for every gap.

    `limit`, in tokens, is used by ``fixed`` alone; `model` (`engine.boundaries.embeddings`),
    `progress`, called with (done, all), and `cancel` by ``embeddings`` alone, which raises
    SeamlineError where its library or model is missing and Cancelled where `cancel` says so.
    `counter` is there for methods that count more than the paragraphs' own tokens; none of
    these does. ValueError for any other method.
    """
    if method == "headings":
        return headings(text, paragraphs)
    if method == "similarity":
        return similarity(text, paragraphs)
    if method == "fixed":
        return fixed(paragraphs, limit)
    if method == "embeddings":
        return embeddings(text, paragraphs, model, progress, cancel)
    raise ValueError(f"unknown method {method!r}, use one of {', '.join(METHODS)}")
