"""Boundaries where the words change: lexical cohesion (TextTiling, Hearst 1997)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.boundaries.cohesion import change
from engine.document import Boundaries, Paragraph

THRESHOLD = 1.1  # standard deviations above the document's mean
APART = 2  # paragraphs on each side in which the strongest gap alone is a boundary
FULL = 4.0  # standard deviations at which a strength is 1


def similarity(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """Boundaries at the gaps where the words change far more than usual in the document
    and more than at the gaps nearby; strengths say how much they change at every gap.
    Never directly below a heading."""
    strengths = cohesion_strengths(text, paragraphs)
    peaks = strengths >= THRESHOLD / FULL
    for shift in range(1, APART + 1):
        peaks[shift:] &= strengths[shift:] > strengths[:-shift]
        peaks[:-shift] &= strengths[:-shift] >= strengths[shift:]
    positions = tuple(np.flatnonzero(peaks).tolist())
    return Boundaries(positions, "similarity", tuple(strengths.tolist()))


def cohesion_strengths(text: str, paragraphs: Sequence[Paragraph]) -> npt.NDArray[np.float64]:
    """Change of the words at each gap as a strength, float64 in 0..1, [len(paragraphs)]."""
    strengths = np.clip(change(text, paragraphs) / FULL, 0.0, 1.0)
    below_heading = [number + 1 for number, p in enumerate(paragraphs[:-1]) if p.level]
    strengths[below_heading] = 0.0
    return strengths
