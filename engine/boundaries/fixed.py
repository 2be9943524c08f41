"""A boundary each time the limit is full: the baseline everything has to beat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.document import Boundaries, Paragraph


def fixed(paragraphs: Sequence[Paragraph], limit: int) -> Boundaries:
    """Boundaries at the paragraph gaps before which `limit` tokens would be passed."""
    positions, held = [], 0
    for number, paragraph in enumerate(paragraphs):
        if held and held + paragraph.tokens > limit:
            positions.append(number)
            held = 0
        held += paragraph.tokens
    chosen = set(positions)
    strengths = tuple(1.0 if number in chosen else 0.0 for number in range(len(paragraphs)))
    return Boundaries(tuple(positions), "fixed", strengths)
