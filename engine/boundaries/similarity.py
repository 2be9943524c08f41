"""Boundaries where the words change: lexical cohesion depth (Hearst 1997, TextTiling)."""

from __future__ import annotations

import re
from collections import Counter as Bag
from collections.abc import Sequence

import numpy as np

from engine.document import Boundaries, Paragraph

WINDOW = 6
_WORD = re.compile(r"[^\W\d_]{4,}|[぀-ヿ一-鿿]{2}")


def similarity(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """Depth of the cohesion valley at each gap, as strength; boundaries are the valleys
    deeper than mean + ½ standard deviation."""
    count = len(paragraphs)
    if count < 3:
        return Boundaries((), "similarity", (0.0,) * count)
    bags = [Bag(w.casefold() for w in _WORD.findall(text[p.start : p.end])) for p in paragraphs]
    cohesion = np.ones(count)
    for gap in range(1, count):
        above: Bag[str] = sum(bags[max(0, gap - WINDOW) : gap], Bag())
        below: Bag[str] = sum(bags[gap : gap + WINDOW], Bag())
        norm = np.sqrt(sum(v * v for v in above.values()) * sum(v * v for v in below.values()))
        cohesion[gap] = sum(above[w] * n for w, n in below.items()) / norm if norm else 0.0
    depth = np.zeros(count)
    for gap in range(1, count):
        left = cohesion[max(1, gap - WINDOW) : gap + 1].max()
        right = cohesion[gap : gap + WINDOW + 1].max()
        depth[gap] = left + right - 2 * cohesion[gap]
    strengths = depth / depth.max() if depth.max() > 0 else depth
    threshold = depth[1:].mean() + depth[1:].std() / 2
    positions = tuple(int(gap) for gap in range(1, count) if depth[gap] > threshold)
    return Boundaries(positions, "similarity", tuple(float(s) for s in strengths))
