"""Levels of headings, by the outline, by their numbers and by type."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from engine.loaders.pdf_heading_lines import NAMED
from engine.loaders.pdf_heading_numbers import depth, in_letters, is_division, letter_depth
from engine.loaders.pdf_heading_styles import Found, Style
from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_runin import RUN_IN

_ABSTRACT = re.compile(
    r"^(?:abstract|summary|zusammenfassung|kurzfassung|résumé|resumen|摘\s*要|概\s*要)\s*[:.：]?$",
    re.IGNORECASE,
)
_MIN_NUMBERED = 3  # headings with numbers of several parts that make numbers a measure


def set_levels(
    found: Sequence[Found], style_of: Callable[[Piece], Style], page_of: Callable[[Found], int]
) -> None:
    """Set the role ``h1`` to ``h6`` of each heading line: by the outline where it has the
    title, by its number where the others are numbered, else by its style among the others.

    A title over the whole document is of level 1, as its sections are; an abstract under it
    is of level 2.
    """
    titles = _divisions(found)
    topics = [item for item in found if id(item) not in titles]
    _set_numbered(topics, style_of)
    by_style: dict[Style, Counter[int]] = defaultdict(Counter)
    uses: Counter[Style] = Counter()
    for place, item in enumerate(topics):
        by_style[style_of(item.line)][item.level] += 1
        uses[style_of(item.line)] += not place or not _goes_on(topics[place - 1], item)
    known = {
        style: min(levels, key=lambda level: (-levels[level] * bool(level), level))
        for style, levels in by_style.items()
        if any(levels)
    }
    order = sorted(by_style, reverse=True)
    ranks = _ranks(order, uses)
    title = _title_lines(topics, page_of)
    enclosing = 0
    run_ins: dict[Style, int] = defaultdict(int)
    for place, item in enumerate(topics):
        style = style_of(item.line)
        final = item.level or (_nearest(style, order, known) if known else ranks[style])
        if place < title:
            final = 1
        elif not item.level and _under_title(topics, place, style_of, page_of):
            final = 2
        if item.line.role == RUN_IN and not item.level:
            run_ins[style] = max(run_ins[style], enclosing + 1, final)
        else:
            item.line.role = f"h{max(1, min(6, final))}"
            enclosing = final
    for item in topics:
        if item.line.role == RUN_IN:
            item.line.role = f"h{min(6, run_ins[style_of(item.line)])}"
    for item in found:
        below = titles.get(id(item))
        if below:
            item.line.role = below.line.role
            below.line.gap = False


def _title_lines(topics: Sequence[Found], page_of: Callable[[Found], int]) -> int:
    """How many lines the title of the document has, which the outline does not list."""
    first = topics[0] if topics else None
    if first is None or first.level or page_of(first) or NAMED.match(first.line.text):
        return 0
    if depth(first.line.text)[0] or first.line.role == RUN_IN:
        return 0
    if not any(item.level for item in topics):
        return 0
    count = 1
    while count < len(topics) and _goes_on(topics[count - 1], topics[count]):
        count += 1
    return count


def _divisions(found: Sequence[Found]) -> dict[int, Found]:
    """The title under each "Chapter 2" on a line of its own, by the identity of the latter:
    both are one heading."""
    return {
        id(item): below
        for item, below in pairwise(found)
        if is_division(item.line.text)
        and item.column == below.column
        and below.index - item.index == 1
        and not is_division(below.line.text)
        and not depth(below.line.text)[0]
        and (not item.level or item.level == below.level)
    }


def _goes_on(before: Found, item: Found) -> bool:
    """Whether `item` is the next line of the heading `before`."""
    near = item.column == before.column and item.index - before.index == 1
    return near and not item.line.gap and abs(item.line.size - before.line.size) < 0.5


def _set_numbered(topics: Sequence[Found], style_of: Callable[[Piece], Style]) -> None:
    """Give the headings that the outline does not list the level of their numbers."""
    depths = [depth(item.line.text) for item in topics]
    if in_letters([item.line.text for item in topics]):
        letters = [letter_depth(item.line.text) for item in topics]
        depths = [(own, True) if own else found for own, found in zip(letters, depths, strict=True)]
    listed = [
        item.level - parts for item, (parts, _) in zip(topics, depths, strict=True) if item.level
    ]
    numbered = Counter(
        item.level - parts
        for item, (parts, _) in zip(topics, depths, strict=True)
        if item.level and parts
    )
    sure = [style_of(i.line) for i, (n, only) in zip(topics, depths, strict=True) if n > 1 and only]
    offset = 0
    if listed:
        if not numbered or 2 * max(numbered.values()) < numbered.total():
            return
        offset = max(numbered, key=lambda shift: numbered[shift])
    elif len(sure) < _MIN_NUMBERED:
        return
    largest = max(sure, default=None)
    for place, (item, (parts, only)) in enumerate(zip(topics, depths, strict=True)):
        if item.level:
            continue
        style = style_of(item.line)
        if parts and (only or (largest is not None and style >= largest)):
            item.level = max(1, parts + offset)
        elif place and _goes_on(topics[place - 1], item):
            item.level = topics[place - 1].level


def _under_title(
    topics: Sequence[Found],
    place: int,
    style_of: Callable[[Piece], Style],
    page_of: Callable[[Found], int],
) -> bool:
    """Whether the heading at `place` is the abstract on the page of the document's title."""
    item = topics[place]
    if not place or not _ABSTRACT.match(item.line.text):
        return False
    above = topics[:place]
    own = style_of(item.line)
    return all(page_of(i) == page_of(item) and style_of(i.line) > own for i in above)


def _ranks(order: Sequence[Style], uses: Mapping[Style, int]) -> dict[Style, int]:
    """Level of each style by its rank; a style used once takes no level of its own."""
    ranks: dict[Style, int] = {}
    rank = 0
    for position, style in enumerate(order):
        lone = uses[style] == 1 and position < len(order) - 1
        ranks[style] = min(6, rank + 1)
        rank += not lone
    return ranks


def _nearest(style: Style, order: Sequence[Style], known: Mapping[Style, int]) -> int:
    """Level of a style the outline does not name: that of its own, else one below the next
    larger style the outline names."""
    if style in known:
        return known[style]
    larger = [known[other] for other in order if other > style and other in known]
    return max(larger) + 1 if larger else 1
