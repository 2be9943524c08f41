"""Titles of a document from its outline and from a printed table of contents."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rapidfuzz import fuzz

from engine.loaders.pdf_lines import PageText, Piece
from engine.loaders.pdf_roles import LEADERS
from engine.loaders.pdf_rows import join_rows

_ENTRY = re.compile(
    r"(?P<title>\S.*?)\s*(?:[.·⋅∙…_]\s?){3,}\s*(?P<page>\d{1,4}|[ivxlcIVXLC]{1,7})?(?=\s|$)"
)
_SPACED_ENTRY = re.compile(r"^(?P<title>\S.*?\S)\s{2,}(?:\d{1,4}|[ivxlc]{1,7})$")
_CONTENTS = re.compile(
    r"^(?:table of contents|contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|"
    r"目\s*[录錄次])$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^(?:(?:list of|liste des|lista de|indice delle) \w+|(?:abbildungs|tabellen)verzeichnis|"
    r"(?:图形|插图|图|圖|表格|表)\s*(?:列表|目录|目錄|清单|索引|次))$",
    re.IGNORECASE,
)
_ALIKE = 80.0  # per cent
_RARE = 0.03  # share of the entries that makes an indentation a level
_MIN_ENTRIES = 4  # entries that make a page one of contents
_NUMBER = re.compile(
    r"(?:chapter|section|appendix|part|teil|kapitel|anhang|附录|附錄)?(?:[a-z]?\d+|[ivx]{1,5}|[a-z])?"
    r"|[一二三四五六七八九十]{1,3}|第[一二三四五六七八九十百\d]+[章节節部编篇]"
)
_ONE_NUMBER = re.compile(r"^(?:chapter\s+)?(?:\d{1,2}|[A-Z])\.?\s+[^\W\d_]", re.IGNORECASE)
_LEVEL_OF_DOTS = re.compile(r"^[A-Z]?\d{0,2}(?:\.\d{1,3})+")


def normal(text: str) -> str:
    """Letters and digits only, folded, without note marks, for comparing a line with a
    title."""
    return re.sub(r"\[\^[^\]]*\]|[\W_]+", "", text.casefold())


def is_title(text: str, title: str) -> bool:
    """Whether a folded line is a folded title; one of them may lack the number."""
    if text == title:
        return True
    short, long = sorted((text, title), key=len)
    if len(short) > 1 and long.endswith(short):
        return _NUMBER.fullmatch(long[: len(long) - len(short)]) is not None
    # Formulas in a title come out differently in the outline.
    alike = len(title) > 6 and text[:3] == title[:3] and len(long) - len(short) < 6
    return alike and fuzz.ratio(text, title) > _ALIKE


@dataclass(frozen=True, slots=True)
class Titles:
    """`by_page` maps page numbers from 0 to (level from 1, normalised title) of the
    outline; `printed` maps normalised titles of the contents pages to levels;
    `contents` are the numbers of those pages."""

    by_page: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict)
    printed: Mapping[str, int] = field(default_factory=dict)
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


def names_list(text: str) -> bool:
    """Whether a line is the heading of a list of figures or tables."""
    return _LIST.match(text) is not None


def is_entry(text: str) -> bool:
    """Whether a line of a contents page is an entry: it ends with the number of a page."""
    return bool(re.search(r"(?:\s|[.·⋅∙…_])(?:\d{1,4}|[ivxlc]{1,7})$", text))


def _entries(rows: Sequence[Piece], named: bool) -> list[tuple[float, str]]:
    """(left edge, title) of the contents entries among the rows of a page."""
    found: list[tuple[float, str]] = []
    spaced: list[tuple[float, str]] = []
    for row in rows:
        matches = list(_ENTRY.finditer(row.text))
        found.extend((row.x0, match["title"]) for match in matches)
        match = None if matches else _SPACED_ENTRY.match(row.text)
        if match:
            spaced.append((row.x0, match["title"]))
    if len(found) >= _MIN_ENTRIES or (named and len(found) + len(spaced) >= _MIN_ENTRIES):
        return [*found, *spaced]
    return []


def _is_list(page: PageText) -> bool:
    """Whether a page lists figures or tables, whose captions are no titles."""
    named = any(_LIST.match(p.text) for p in page.pieces)
    other = any(_CONTENTS.match(p.text) for p in page.pieces)
    return named and not other and any(LEADERS.search(p.text) for p in page.pieces)


def read_titles(outline: Mapping[int, list[tuple[int, str]]], pages: Sequence[PageText]) -> Titles:
    """Titles of the outline and of the contents pages; a level of the latter is the depth
    of its number or else of its indentation."""
    entries: list[tuple[float, str]] = []
    contents: set[int] = set()
    for number, page in enumerate(pages):
        if _is_list(page):
            contents.add(number)
            continue
        named = any(_CONTENTS.match(p.text) for p in page.pieces) or number - 1 in contents
        dots = sum(bool(LEADERS.search(p.text)) for p in page.pieces)
        if dots < _MIN_ENTRIES and not named:
            continue
        found = _entries(join_rows([p for p in page.pieces if not p.role]), named)
        if found:
            contents.add(number)
            entries.extend(found)
    clusters: list[list[float]] = []
    for x0 in sorted(x0 for x0, _ in entries):
        if clusters and x0 - clusters[-1][0] <= 4:
            clusters[-1].append(x0)
        else:
            clusters.append([x0])
    # The second line of a long entry may begin anywhere.
    usual = [c for c in clusters if len(c) > _RARE * len(entries)] or clusters
    indents = [cluster[0] for cluster in usual]
    dotted = sum(bool(_LEVEL_OF_DOTS.match(title)) for _, title in entries) >= _MIN_ENTRIES
    printed: dict[str, int] = {}
    for x0, title in entries:
        key = normal(title)
        depth = max(1, sum(1 for indent in indents if indent <= x0 + 0.1))
        if _LEVEL_OF_DOTS.match(title):
            depth = 1 + title.split()[0].strip(".").count(".")
        elif dotted and _ONE_NUMBER.match(title):
            depth = 1
        keys = [key]
        if own := _ONE_NUMBER.match(title):
            keys.append(normal(title[own.end() - 1 :]))  # the number may stand above it
        for name in keys:
            if len(name) > 2:
                printed.setdefault(name, min(6, depth))
    return Titles(outline, printed, frozenset(contents))
