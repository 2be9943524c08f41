"""Levels of headings, by the outline and by type."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from engine.loaders.pdf_heading_styles import Found, Style
from engine.loaders.pdf_lines import Piece

_DIVISION = re.compile(
    r"^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte)"
    r"\s+[\dIVXLA-Z]{1,5}\.?$",
    re.IGNORECASE,
)


def set_levels(found: Sequence[Found], style_of: Callable[[Piece], Style]) -> None:
    """Set the role ``h1`` to ``h6`` of each heading line: by the outline where it has the
    title, else by its style among the others."""
    by_style: dict[Style, Counter[int]] = defaultdict(Counter)
    for item in found:
        by_style[style_of(item.line)][item.level] += 1
    known = {
        style: min(levels, key=lambda level: (-levels[level] * bool(level), level))
        for style, levels in by_style.items()
        if any(levels)
    }
    order = sorted(by_style, reverse=True)
    ranks = _ranks(order, by_style)
    offset = 1 if known and _has_title(order, known) else 0
    for item in found:
        style = style_of(item.line)
        if item.level:
            final = item.level + offset
        elif known:
            final = _nearest(style, order, known) + (offset if style != order[0] else 0)
        else:
            final = ranks[style]
        item.line.role = f"h{max(1, min(6, final))}"


def level_divisions(found: Sequence[Found]) -> None:
    """Give "Chapter 2" on a line of its own the level of the title below it."""
    for item, below in pairwise(found):
        bare = _DIVISION.match(item.line.text)
        near = below.column - item.column <= 1 and (
            below.index - item.index == 1 or not below.index
        )
        if bare and near and not item.level:
            item.level = below.level


def _ranks(order: Sequence[Style], counts: Mapping[Style, Counter[int]]) -> dict[Style, int]:
    """Level of each style by its rank; a style used once, below the title, takes no level
    of its own."""
    ranks: dict[Style, int] = {}
    rank = 0
    for position, style in enumerate(order):
        lone = sum(counts[style].values()) == 1 and 0 < position < len(order) - 1
        ranks[style] = min(6, rank + 1)
        rank += not lone
    return ranks


def _has_title(order: Sequence[Style], known: Mapping[Style, int]) -> bool:
    """Whether a larger style than any outline title is there: the title of the document."""
    return order[0] not in known and all(style < order[0] for style in known)


def _nearest(style: Style, order: Sequence[Style], known: Mapping[Style, int]) -> int:
    """Level of a style the outline does not name: that of its own, else one below the next
    larger style the outline names."""
    if style in known:
        return known[style]
    larger = [known[other] for other in order if other > style and other in known]
    return max(larger) + 1 if larger else 1
