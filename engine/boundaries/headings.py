"""Boundaries at headings, and the heading path in force at each paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engine.boundaries.similarity import cohesion_strengths
from engine.document import Boundaries, Paragraph
from engine.titles import starts_article

RANKS = (1.0, 0.9, 0.7, 0.55, 0.45, 0.4)  # strength of a heading by the rank of its level
ARTICLE = 0.5  # a numbered article whose text follows on the same line
WEAK = 0.3  # share of cohesion in a document that has headings

_MARKS = re.compile(r"#{1,6}(?:[ \t]+|$)|[ \t]+#+[ \t]*$|\n[ \t]*(?:=+|-+)[ \t]*$")
_BOLD = re.compile(r"(\*\*|__)(.+)\1")


def headings(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """A topic starts at the first of each run of headings; stronger the higher its level
    ranks among those of the document. No heading, no boundary.

    Between headings the strengths say, weakly, how much the words change, and so they do
    in full where a document has no headings at all; directly below a heading they are 0.
    """
    levels = sorted({paragraph.level for paragraph in paragraphs[1:] if paragraph.level})
    ranks = {level: rank for rank, level in enumerate(levels)}
    positions: list[int] = []
    found: list[float] = []
    below_heading = bool(paragraphs and paragraphs[0].level)
    for number, paragraph in enumerate(paragraphs[1:], 1):
        opens = paragraph.level or (
            paragraph.kind == "prose"
            and starts_article(text[paragraph.start : paragraph.start + 20])
        )
        if opens and not below_heading:
            positions.append(number)
            found.append(RANKS[ranks[paragraph.level]] if paragraph.level else ARTICLE)
        below_heading = bool(paragraph.level)
    strengths = cohesion_strengths(text, paragraphs)
    if positions:
        strengths *= WEAK
        strengths[positions] = np.maximum(strengths[positions], found)
    return Boundaries(tuple(positions), "headings", tuple(strengths.tolist()))


def heading_paths(text: str, paragraphs: Sequence[Paragraph]) -> tuple[tuple[str, ...], ...]:
    """The headings in force at each paragraph, outermost first, its own included."""
    stack: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    paths: list[tuple[str, ...]] = []
    for paragraph in paragraphs:
        if paragraph.level:
            stack = [item for item in stack if item[0] < paragraph.level]
            stack.append((paragraph.level, heading_title(text[paragraph.start : paragraph.end])))
            path = tuple(title for _, title in stack)
        paths.append(path)
    return tuple(paths)


def heading_title(heading: str) -> str:
    """The words of a heading on one line, without Markdown marks."""
    title = " ".join(_MARKS.sub("", heading).split())
    bold = _BOLD.fullmatch(title)
    return bold[2] if bold else title
