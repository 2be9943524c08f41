"""Headings of a PDF and their levels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.loaders.pdf_heading_covers import without_front_matter
from engine.loaders.pdf_heading_levels import set_levels
from engine.loaders.pdf_heading_lines import (
    MAX_HEADING,
    NAMED,
    NUMBERED,
    body_faces,
    can_be_heading,
    continues,
    is_centred,
    is_listing,
    is_prose,
    is_term,
    set_as_heading,
    stands_apart,
)
from engine.loaders.pdf_heading_styles import LARGE, Found, Measure, Style
from engine.loaders.pdf_lines import PageText, Piece
from engine.loaders.pdf_outline import Titles, is_entry, is_title, names_list, normal
from engine.loaders.pdf_roles import LEADERS
from engine.loaders.pdf_runin import find_run_ins, part

_LISTED_ROLES = ("", "li", "formula", "caption", "code")
_SENTENCE = 80  # letters from which a heading does not end with a full stop
_LABEL_USES = 4
_MIN_APART = 2  # lines of one style that stand apart
_ENTRY_LINES = 4  # of one entry on a contents page
_MIN_CENTRED = 3  # centred lines in the type of the text


@dataclass(frozen=True, slots=True)
class _Column:
    number: int
    lines: list[Piece]
    width: float


class Headings:
    """Heading levels of a document, from its outline first, then from type styles."""

    def __init__(self, titles: Titles, body: float) -> None:
        """`body` is the font size of the running text in points."""
        self._titles = titles
        self._body = body
        self._columns: list[_Column] = []
        self._faces: frozenset[str] = frozenset()
        self._typescript = False
        self._entries: set[int] = set()
        self._matched: set[tuple[int, int]] = set()

    def collect(self, number: int, lines: list[Piece], width: float) -> None:
        """Take one column of page `number`, `width` points wide."""
        self._columns.append(_Column(number, lines, width))

    def finish(self) -> None:
        """Set ``h1`` to ``h6`` on every heading line of the columns taken, and part the
        headings that run into a paragraph from it."""
        self._faces = body_faces((p for c in self._columns for p in c.lines), self._body)
        prose = [p for c in self._columns for p in c.lines if is_prose(p, self._body)]
        self._typescript = sum(p.mono for p in prose) > 0.6 * len(prose)
        for column in self._columns:
            if column.number in self._titles.contents:
                self._entries |= _mark_entries(column.lines)
        found = self._listed()
        found += self._by_type(found)
        found.sort(key=lambda item: (item.column, item.index))
        pages = [(column.number, column.lines) for column in self._columns]
        found = without_front_matter(found, pages, self._body)
        found += self._run_ins({id(item.line) for item in found})
        self._sort(found)
        set_levels(found, self._style, lambda item: self._columns[item.column].number)

    def _sort(self, found: list[Found]) -> None:
        """Put headings in the order of the text, with the places of their lines in it."""
        places = {
            id(line): (number, index)
            for number, column in enumerate(self._columns)
            for index, line in enumerate(column.lines)
        }
        for item in found:
            item.column, item.index = places[id(item.line)]
        found.sort(key=lambda item: (item.column, item.index))

    def keep_titles(self, pages: Sequence[PageText]) -> None:
        """Take the role of running head from titles in large type at the top of a page: a
        title that each chapter has repeats like a running head."""
        for number, page in enumerate(pages):
            for piece in page.pieces:
                if piece.role == "header" and piece.size >= 1.2 * self._body:
                    key = normal(piece.text)
                    here = any(title == key for _, title in self._titles.by_page.get(number, ()))
                    if here or key in self._titles.printed:
                        piece.role = ""

    def _not_found(self, number: int) -> dict[str, int]:
        """Levels of the titles that the outline lists near a page and no line shows."""
        return {
            title: level
            for page in (number, number - 1, number + 1)
            for place, (level, title) in enumerate(self._titles.by_page.get(page, ()))
            if (page, place) not in self._matched
        }

    def _listed(self) -> list[Found]:
        """Lines that the outline or the printed contents list."""
        found: list[Found] = []
        best: dict[tuple[int, int], tuple[tuple[bool, float, bool], list[Found]]] = {}
        for number, column in enumerate(self._columns):
            index = 0
            while index < len(column.lines):
                count, level, entry = self._titled(column, index)
                lines = [
                    Found(number, at, column.lines[at], level) for at in range(index, index + count)
                ]
                index += max(1, count)
                if entry is None:
                    found.extend(lines)
                    continue
                # A title may be a list item, too: the heading is in larger type.
                first = lines[0].line
                rank = (entry[0] == column.number, first.size, first.bold)
                if entry not in best or rank > best[entry][0]:
                    best[entry] = (rank, lines)
        self._matched = set(best)
        for _, lines in best.values():
            _set_gaps([item.line for item in lines])
            found.extend(lines)
        return found

    def _titled(self, column: _Column, index: int) -> tuple[int, int, tuple[int, int] | None]:
        """How many lines from `index` are a title that the document lists, its level, and
        (page, place) of its entry in the outline; zeros and None for other lines."""
        lines = column.lines
        first = lines[index]
        if id(first) in self._entries or first.size < 0.94 * self._body:
            return 0, 0, None
        if first.role not in _LISTED_ROLES or LEADERS.search(first.text):
            return 0, 0, None
        if first.role == "code" and first.size <= 1.04 * self._body and not first.bold:
            return 0, 0, None
        if not (first.gap or first.bold or first.italic or first.size > 1.04 * self._body):
            return 0, 0, None
        text = ""
        for count in range(1, min(4, len(lines) - index + 1)):
            if count > 1 and not continues(lines[index + count - 2], lines[index + count - 1]):
                break
            text += normal(lines[index + count - 1].text)
            for page in (column.number, column.number - 1, column.number + 1):
                for place, (level, title) in enumerate(self._titles.by_page.get(page, ())):
                    if is_title(text, title):
                        return count, level, (page, place)
            after = lines[index + count] if index + count < len(lines) else None
            alone = after is None or after.gap or after.size < first.size or first.bold
            if column.number not in self._titles.contents and first.gap and alone:
                level = self._titles.printed.get(text, 0)
                if level:
                    return count, level, None
        return 0, 0, None

    def _by_type(self, listed: Sequence[Found]) -> list[Found]:
        """Headings by their type alone, checked against the type of those listed."""
        measure = Measure(listed, [self._style(item.line) for item in listed], self._body)
        first = min(((item.column, item.index) for item in listed), default=(-1, 0))
        taken = {id(item.line) for item in listed} | self._entries
        apart: dict[Style, list[Found]] = defaultdict(list)
        centred: list[Found] = []
        found: list[Found] = []
        for number, column in enumerate(self._columns):
            lines = column.lines
            index = 0
            while index < len(lines):
                at, line, style = index, lines[index], self._style(lines[index])
                index += 1
                if id(line) in taken or not can_be_heading(line, self._typescript):
                    continue
                if set_as_heading(lines, at, self._body, column.width):
                    count = self._extent(lines, at, taken)
                    index += max(0, count - 1)
                    title = (number, at) < first
                    if title or NAMED.match(line.text) or self._fits(number, at, count, measure):
                        found.extend(Found(number, i, lines[i], 0) for i in range(at, at + count))
                        _set_gaps(lines[at : at + count])
                elif measure.has(style) and self._alone(lines, at, column.width, taken):
                    found.append(Found(number, at, line, 0))
                elif stands_apart(lines, at, self._body, column.width, self._faces):
                    apart[style].append(Found(number, at, line, 0))
                elif is_centred(lines, at, self._body, column.width):
                    centred.append(Found(number, at, line, 0))
        lines_of = Counter(self._style(line) for c in self._columns for line in c.lines)
        for style, members in apart.items():
            distinct = len({normal(item.line.text) for item in members})
            if distinct >= _MIN_APART and 2 * len(members) > lines_of[style]:
                found.extend(members)
        if len({normal(item.line.text) for item in centred}) >= _MIN_CENTRED:
            found.extend(centred)
        return self._without_labels(found)

    def _fits(self, number: int, index: int, count: int, measure: Measure) -> bool:
        """Whether `count` lines at `index` of a column, set like a heading, may be one beside
        the headings that the document lists."""
        lines = self._columns[number].lines
        line = lines[index]
        large = line.size >= LARGE * self._body
        if not count or (not large and is_term(lines, index)):
            return False
        style = self._style(line)
        if not measure.enough:
            return True
        if measure.has(style):
            return large or not measure.numbered(style) or bool(NUMBERED.match(line.text))
        if not measure.allows(line, large):
            return False
        return self._heads_text(number, index + count, measure.lines)

    def _alone(self, lines: Sequence[Piece], index: int, width: float, taken: set[int]) -> bool:
        """Whether a line in the type of a listed heading, other than the type of the text,
        is a short paragraph of its own."""
        line = lines[index]
        style = self._style(line)
        plain = abs(style[0] - self._body) < 0.3 and not (line.bold or line.italic or style[2])
        begins = line.gap or (index > 0 and id(lines[index - 1]) in taken)
        if plain or not begins or line.x1 - line.x0 > 0.8 * width or line.text[-1] in ".。,，;；":
            return False
        following = lines[index + 1] if index + 1 < len(lines) else None
        if following is not None and line.text[-1] in ":：" and is_listing(following):
            return False
        return following is None or following.gap or self._style(following) != style

    def _without_labels(self, found: list[Found]) -> list[Found]:
        """Without lines that end with a colon and return: labels, not topics."""
        counts = Counter(normal(item.line.text) for item in found)
        return [
            item
            for item in found
            if item.line.text[-1] not in ":："
            or item.line.size >= LARGE * self._body
            or counts[normal(item.line.text)] < _LABEL_USES
        ]

    def _extent(self, lines: Sequence[Piece], index: int, taken: set[int]) -> int:
        """How many lines the heading at `index` has; 0 where they are too long for one or
        a sentence."""
        end = index + 1
        if NAMED.match(lines[index].text):
            return 1
        while (
            end < len(lines)
            and end - index < 4
            and id(lines[end]) not in taken
            and continues(lines[end - 1], lines[end])
        ):
            end += 1
        length = sum(len(line.text) + 1 for line in lines[index:end])
        sentence = length > _SENTENCE and lines[end - 1].text[-1] in ".。"
        return 0 if length > MAX_HEADING or sentence else end - index

    def _heads_text(self, number: int, index: int, taken: set[int]) -> bool:
        """Whether running text, code or a table follows soon at `index` of a column, or
        another heading."""
        page = self._columns[number].number
        seen = 0
        for column in self._columns[number:]:
            if column.number > page + 1:
                break
            for line in column.lines[index:]:
                if id(line) in taken or line.role in ("code", "table"):
                    return True
                if line.role != "caption" and is_prose(line, self._body):
                    return True
                seen += 1
                if seen == 3:
                    return False
            index = 0
        return False

    def _run_ins(self, taken: set[int]) -> list[Found]:
        """Headings that run into a paragraph, parted from it."""
        columns = [
            [] if column.number in self._titles.contents else list(column.lines)
            for column in self._columns
        ]
        titles = [self._not_found(column.number) for column in self._columns]
        found: list[Found] = []
        for item in reversed(find_run_ins(columns, self._faces, titles)):
            lines = self._columns[item.column].lines
            line = lines[item.index]
            if id(line) in taken:
                continue
            parts = part(line, item)
            lines[item.index : item.index + 1] = parts
            found.append(Found(item.column, item.index, parts[0], item.level))
        return found

    def _style(self, line: Piece) -> Style:
        own = bool(line.font) and line.font not in self._faces
        return (round(line.size * 2) / 2, line.bold, own, line.italic, line.color)


def _mark_entries(lines: Sequence[Piece]) -> set[int]:
    """Make the lines from the first to the last entry of a contents page list items, and a
    list of figures or tables with its heading part of the contents; returns their
    identities. The first entry may run over lines."""
    entries = [i for i, line in enumerate(lines) if is_entry(line.text)]
    if len(entries) < 2:
        return set()
    above = range(max(0, entries[0] - _ENTRY_LINES), entries[0])
    heading = max((i for i in above if names_list(lines[i].text)), default=None)
    dotted = sum(bool(LEADERS.search(lines[i].text)) for i in entries) > 1
    start = entries[0] if heading is None else heading + (not dotted)
    marked = lines[start : entries[-1] + 1]
    for line in marked:
        line.role = "contents" if heading is not None and dotted else "li"
    return {id(line) for line in marked}


def _set_gaps(lines: Sequence[Piece]) -> None:
    """Make the lines of one heading one paragraph."""
    for place, line in enumerate(lines):
        line.gap = not place
