"""Boundaries at headings, and the heading path in force at each paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.boundaries.similarity import change_strengths
from engine.document import Boundaries, Paragraph
from engine.titles import starts_article

RANKS = (1.0, 0.9, 0.7, 0.55, 0.45, 0.4)  # strength of a heading by the rank of its level
ARTICLE = 0.5  # a numbered article whose text follows on the same line
SCENE = 0.5  # what follows a line of asterisks or dashes
WEAK = 0.3  # share of other strengths in a document that has headings

Floats = npt.NDArray[np.float64]

_MARKS = re.compile(r"#{1,6}(?:[ \t]+|$)|[ \t]+#+[ \t]*$|\n[ \t]*(?:=+|-+)[ \t]*$")
_BOLD = re.compile(r"(\*\*|__)(.+)\1")
_SEPARATOR = re.compile(r"(?:([*_~=#·•∙◆◇○●★☆※—–-])[ \t\u3000]*)(?:\1[ \t\u3000]*){2,}|⁂")
_LONGEST_SEPARATOR = 120  # code points


def headings(text: str, paragraphs: Sequence[Paragraph]) -> Boundaries:
    """A topic starts at the first of each run of headings; stronger the higher its level
    ranks among those of the document. It also starts at a numbered article and after a line
    that separates scenes (``* * *``). None of these, no boundary.

    Between them the strengths say, weakly, how much the words change, and so they do in full
    where a document has no headings at all; directly below a heading they are 0.
    """
    return marked("headings", text, paragraphs, change_strengths(text, paragraphs))


def marked(
    source: str, text: str, paragraphs: Sequence[Paragraph], strengths: Floats
) -> Boundaries:
    """The boundaries of `headings` from `source`, `strengths` being those between them."""
    levels = sorted({paragraph.level for paragraph in paragraphs[1:] if paragraph.level})
    ranks = {level: rank for rank, level in enumerate(levels)}
    positions: list[int] = []
    found: list[float] = []
    separators: list[int] = []
    # Nothing starts at the first paragraph.
    below_heading, below_separator = True, False
    for number, paragraph in enumerate(paragraphs):
        separates = False
        if not below_heading:
            head = text[paragraph.start]
            if paragraph.level:
                positions.append(number)
                found.append(RANKS[ranks[paragraph.level]])
            elif not head.isalpha() and _separates(text, paragraph):
                separates = True
                separators.append(number)
            elif below_separator or (head == "第" and _opens_article(text, paragraph)):
                positions.append(number)
                found.append(SCENE if below_separator else ARTICLE)
        below_heading = paragraph.level > 0
        below_separator = separates
    strengths = strengths.copy()
    # A separator stays with what it ends.
    strengths[separators] = 0.0
    if positions:
        strengths *= WEAK
        strengths[positions] = np.maximum(strengths[positions], found)
    return Boundaries(tuple(positions), source, tuple(strengths.tolist()))


def _separates(text: str, paragraph: Paragraph) -> bool:
    return (
        paragraph.kind == "prose"
        and paragraph.end - paragraph.start <= _LONGEST_SEPARATOR
        and _SEPARATOR.fullmatch(text, paragraph.start, paragraph.end) is not None
    )


def _opens_article(text: str, paragraph: Paragraph) -> bool:
    return paragraph.kind == "prose" and starts_article(
        text[paragraph.start : paragraph.start + 20]
    )


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
