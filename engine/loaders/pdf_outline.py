"""Titles of a document from its outline and from a printed table of contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.loaders.pdf_lines import PageText
from engine.loaders.pdf_rows import join_rows

_ENTRY = re.compile(
    r"^(?P<title>\S.*?)\s*(?:[.·⋅∙…_]\s?){3,}\s*(?P<page>\d{1,4}|[ivxlcIVXLC]{1,7})?$"
)
_MIN_ENTRIES = 4  # lines with dot leaders that make a page one of contents


def normal(text: str) -> str:
    """Letters and digits only, folded, for comparing a line with a title."""
    return re.sub(r"[\W_]+", "", text.casefold())


@dataclass(frozen=True, slots=True)
class Titles:
    """`by_page` maps page numbers from 0 to (level from 1, normalised title) of the
    outline; `printed` maps normalised titles of the contents pages to levels;
    `contents` are the numbers of those pages."""

    by_page: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    printed: dict[str, int] = field(default_factory=dict)
    contents: frozenset[int] = frozenset()


def read_outline(pdf: Any) -> dict[int, list[tuple[int, str]]]:
    """Outline of a PyMuPDF document; empty where there is none or it is broken."""
    found: dict[int, list[tuple[int, str]]] = {}
    try:
        entries = pdf.get_toc(simple=True)
    except (RuntimeError, ValueError):
        return found
    for level, title, page in entries:
        key = normal(title)
        if key and page > 0:
            found.setdefault(page - 1, []).append((level, key))
    return found


def read_titles(outline: dict[int, list[tuple[int, str]]], pages: Sequence[PageText]) -> Titles:
    """Titles of the outline and of the contents pages; a level of the latter is the depth
    of its indentation."""
    entries: list[tuple[float, str]] = []
    contents: set[int] = set()
    for number, page in enumerate(pages):
        if sum(p.text.count("..") + p.text.count(". .") for p in page.pieces) < _MIN_ENTRIES:
            continue
        matches = [(row.x0, _ENTRY.match(row.text)) for row in join_rows(page.pieces)]
        found = [(x0, normal(match["title"])) for x0, match in matches if match]
        if len(found) >= _MIN_ENTRIES:
            contents.add(number)
            entries.extend(found)
    indents: list[float] = []
    for x0 in sorted(x0 for x0, _ in entries):
        if not indents or x0 - indents[-1] > 4:
            indents.append(x0)
    printed = {
        title: min(6, 1 + max(i for i, indent in enumerate(indents) if indent <= x0 + 0.1))
        for x0, title in entries
        if len(title) > 2
    }
    return Titles(outline, printed, frozenset(contents))
