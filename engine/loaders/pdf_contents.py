"""Contents pages: entries that repeat the titles of the document with their page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_outline import Titles, is_entry, normal
from engine.loaders.pdf_roles import LEADERS

_TAIL = re.compile(r"[\s.·⋅∙…_]*(?:\d{1,4}|[ivxlc]{1,7})$", re.IGNORECASE)
_NUMBER = re.compile(
    r"^(?:(?:chapter|section|part|appendix|kapitel|teil|anhang|figure|table|abbildung|tabelle)\s*)?"
    r"(?:[A-Z]?\d+(?:[.\-–]\d+)*|[IVX]{1,5}|[A-Z])[.:)]?\s+|^第\s*\S{1,3}\s*[章节節篇部]\s*"
    r"|^(?:图|表|圖|图表)\s*\d+(?:[.\-–]\d+)*\s*|^附\s*[录錄]\s*[A-Z\d]?\s*",
    re.IGNORECASE,
)
_MIN_ENTRIES = 4
_RECUR = 0.5  # share of entries whose titles recur that makes a list of entries sure
_BETWEEN = 4  # lines from one entry to the next: titles may run over several
_PREFIX = 24  # letters of a title that are compared: long ones run over two lines

Columns = Sequence[Sequence[Piece]]


def mark_contents(pages: Sequence[Columns], titles: Titles) -> None:
    """Set the role ``contents`` on the lines of contents pages, given the lines of each page
    in columns with their final roles.

    A list counts when half of its entries return as headings or captions outside of it.
    """
    if not titles.contents:
        return
    known = _known_titles(pages, titles)
    for run in _runs(sorted(titles.contents)):
        lines = [line for number in run for column in pages[number] for line in column]
        entries = [i for i, line in enumerate(lines) if is_entry(line.text)]
        recurring = {i for i in entries if _entry_title(lines[i].text) in known}
        if len(recurring) < max(_MIN_ENTRIES, _RECUR * len(entries)):
            continue
        sure = [i for i in entries if i in recurring or LEADERS.search(lines[i].text)]
        marked = set(sure)
        for here, following in pairwise(sure):
            if following - here <= _BETWEEN:
                marked.update(range(here, following))
        first = sure[0]
        while first and _is_heading(lines[first - 1]):
            first -= 1
            marked.add(first)
        for i in marked:
            if lines[i].role != "table":
                lines[i].role = "contents"


def _is_heading(line: Piece) -> bool:
    return line.role[:1] == "h" and line.role[1:].isdigit()


def _title(text: str) -> str:
    """What an entry, heading or caption is compared by: its letters without number and page."""
    bare = text
    while (shorter := _NUMBER.sub("", bare, count=1)) != bare:
        bare = shorter
    return normal(bare).lstrip("0123456789")[:_PREFIX]


def _entry_title(text: str) -> str:
    return _title(_TAIL.sub("", text))


def _known_titles(pages: Sequence[Columns], titles: Titles) -> set[str]:
    known = {_title(title) for found in titles.by_page.values() for _, title in found}
    for number, columns in enumerate(pages):
        if number in titles.contents:
            continue
        for column in columns:
            for line in column:
                if line.role == "caption" or _is_heading(line):
                    known.add(_title(line.text))
    return known - {""}


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Consecutive numbers together."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run
