"""A boundary each time the limit is full: the baseline everything has to beat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.document import Boundaries, Paragraph


def fixed(paragraphs: Sequence[Paragraph], limit: int) -> Boundaries:
    """Boundaries at the paragraph gaps before which `limit` tokens would be passed.

    Strengths are 1 there and 0 elsewhere. Raises ValueError unless `limit` is positive.
    """
    if limit < 1:
        raise ValueError(f"the limit must be at least one token, not {limit}")
    positions: list[int] = []
    strengths = [0.0] * len(paragraphs)
    held = 0
    for number, paragraph in enumerate(paragraphs):
        if held and held + paragraph.tokens > limit:
            positions.append(number)
            strengths[number] = 1.0
            held = 0
        held += paragraph.tokens
    return Boundaries(tuple(positions), "fixed", tuple(strengths))
