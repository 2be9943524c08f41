"""Covers and title pages of PDFs: what stands there in large type beside the title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.loaders.pdf_heading_lines import NAMED, is_prose
from engine.loaders.pdf_heading_numbers import is_division
from engine.loaders.pdf_heading_styles import Found
from engine.loaders.pdf_lines import Piece

_SECTION = re.compile(r"^(?:[1I](?:\.|\s)|第\s*[一1]\s*章|chapter\s+1|§\s*1)\s*\S", re.IGNORECASE)
_MIN_PROSE = 3  # lines of running text on a page that is no cover

Pages = Sequence[tuple[int, Sequence[Piece]]]
"""Number of the page and lines of each column of a document."""


def without_front_matter(found: list[Found], pages: Pages, body: float) -> list[Found]:
    """`found` without authors and places, which stand in large or bold type between the
    title and the first section; `body` is the size of the text in points."""
    listed = [pages[i.column][0] for i in found if i.level]
    bare = _bare(pages, min(listed, default=-1), body)
    covers = bare | {0}
    front = [item for item in found if pages[item.column][0] in covers]
    largest = max((item.line.size for item in front), default=0.0)
    sections = [
        number
        for number, item in enumerate(front)
        if item.level
        or NAMED.match(item.line.text)
        or _SECTION.match(item.line.text)
        or is_division(item.line.text)
    ]
    if sections:
        end = sections[0]
    elif front and (largest >= 1.5 * body or 0 in bare):
        end = len(front)  # a cover page
    else:
        return found
    first = next((n for n, i in enumerate(front) if i.line.size >= largest - 0.5), end)
    stop = first + 1
    while (
        stop < end and front[stop].line.size >= largest - 0.5 and _near(*front[stop - 1 : stop + 1])
    ):
        stop += 1
    title = front[first:stop]  # the title may stand once more, on a page of its own
    gone = {id(item) for item in front[:end] if not item.level and item not in title}
    return [item for item in found if id(item) not in gone]


def _bare(pages: Pages, end: int, body: float) -> set[int]:
    """Numbers of the pages before page `end` that hold no running text."""
    prose: Counter[int] = Counter()
    for number, lines in pages:
        prose[number] += sum(is_prose(line, body) for line in lines)
    return {number for number in prose if number < end and prose[number] < _MIN_PROSE}


def _near(above: Found, below: Found) -> bool:
    """Whether two lines of a cover stand under each other, as those of one title do."""
    return above.column == below.column and below.line.base - above.line.base < 2 * below.line.size
