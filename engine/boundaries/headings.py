"""Boundaries at headings, and the heading path in force at each paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.document import Boundaries, Paragraph

STRENGTHS = (0.0, 1.0, 0.9, 0.75, 0.6, 0.5, 0.4)


def headings(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """A topic starts at the first of each run of headings; stronger the higher its level."""
    positions = []
    strengths = [0.0] * len(paragraphs)
    for number, paragraph in enumerate(paragraphs):
        if number and paragraph.level and not paragraphs[number - 1].level:
            positions.append(number)
            strengths[number] = STRENGTHS[paragraph.level]
    return Boundaries(tuple(positions), "headings", tuple(strengths))


def heading_paths(text: str, paragraphs: Sequence[Paragraph]) -> tuple[tuple[str, ...], ...]:
    """The headings in force at each paragraph, outermost first, its own included."""
    stack: list[tuple[int, str]] = []
    paths: list[tuple[str, ...]] = []
    for paragraph in paragraphs:
        if paragraph.level:
            stack = [item for item in stack if item[0] < paragraph.level]
            title = re.sub(r"^#+\s*", "", text[paragraph.start : paragraph.end])
            stack.append((paragraph.level, title))
        paths.append(tuple(title for _, title in stack))
    return tuple(paths)
