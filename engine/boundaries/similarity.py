"""Boundaries where the words change: lexical cohesion and how paragraphs open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.boundaries.cohesion import change
from engine.boundaries.openings import cues
from engine.document import Boundaries, Paragraph

THRESHOLD = 1.1  # standard deviations above the document's mean
APART = 2  # paragraphs on each side in which the strongest gap alone is a boundary
BOTH = 0.75  # brings the sum of words and meaning back to the spread of words alone
FULL = 4.0  # standard deviations at which a strength is 1

Floats = npt.NDArray[np.float64]


def similarity(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """Boundaries at the gaps where the words change far more than usual in the document
    and more than at the gaps nearby; strengths say how much they change at every gap.
    Never directly below a heading."""
    strengths = change_strengths(text, paragraphs)
    return Boundaries(peaks(strengths), "similarity", tuple(strengths.tolist()))


def peaks(strengths: Floats) -> tuple[int, ...]:
    """The gaps over the threshold whose strength no gap nearby passes."""
    high = strengths >= THRESHOLD / FULL
    for shift in range(1, APART + 1):
        high[shift:] &= strengths[shift:] > strengths[:-shift]
        high[:-shift] &= strengths[:-shift] >= strengths[shift:]
    return tuple(np.flatnonzero(high).tolist())


def change_strengths(
    text: str, paragraphs: Sequence[Paragraph], meaning: Floats | None = None
) -> Floats:
    """How much the words change at each gap, less where the paragraph below leans on the one
    above, as a strength, float64 in 0..1, [len(paragraphs)]. `meaning`, where given, is the
    change of meaning at each gap in standard deviations."""
    scores = change(text, paragraphs) + cues(text, paragraphs)
    if meaning is not None:
        scores = BOTH * (scores + meaning)
    strengths = np.clip(scores / FULL, 0.0, 1.0)
    below_heading = [number + 1 for number, p in enumerate(paragraphs[:-1]) if p.level]
    strengths[below_heading] = 0.0
    return strengths
