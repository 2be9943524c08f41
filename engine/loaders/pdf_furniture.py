"""Running heads and feet, page numbers, margin stamps and line numbers, by where they
stand and how they repeat over the pages."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.loaders.pdf_lines import PageText, Piece
from engine.loaders.pdf_roles import CAPTION
from engine.loaders.pdf_rows import join_rows

_DEPTH = 3  # rows from the top and from the bottom that may be furniture
_ZONE = 0.16  # of the page height
_ROMAN = r"[ivxlcdm]{1,7}"
_NUMBER = re.compile(
    rf"^[\s\-–—―·•.|/\[(]*(?:page|pag\.?|p\.|pp\.|seite|s\.|стр\.?|第)?\s*(?P<n>\d{{1,4}}|{_ROMAN})\s*"
    r"(?:页|頁|ページ)?\s*(?:(?:/|of|von|de|sur|из|共)\s*\d{1,4}\s*(?:页|頁)?)?[\s\-–—―·•.|/\])]*$",
    re.IGNORECASE,
)
_WATERMARK = 1.8  # font sizes of the running text
_PALE = 150  # of 255, the darkest channel of a pale colour
_LEADERS = re.compile(r"(?:[.·⋅]\s?){4,}")
_DIGITS = re.compile(r"\d+")
_ROMAN_WORD = re.compile(rf"(?<![a-z]){_ROMAN}(?![a-z])")
# A note whose mark is no raised glyph; page numbers stand apart from what they stand beside.
_NOTE = re.compile(r"\d{1,3}[^\W\d_].*[.!?。！？][\"”’)]?$")
_STAMP = re.compile(
    r"arxiv:\d{4}\.\d{4,5}|biorxiv|medrxiv|preprint doi|downloaded (?:from|on|by)|"
    r"licensed to|this article (?:is|has been) (?:protected|downloaded)",
    re.IGNORECASE,
)


def page_number(text: str) -> int | None:
    """The number a page-number line shows (arabic or roman), None for other lines."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    value = match["n"]
    return int(value) if value.isdigit() else _roman(value.lower())


def _roman(value: str) -> int | None:
    digits = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    for index, letter in enumerate(value):
        number = digits[letter]
        following = digits[value[index + 1]] if index + 1 < len(value) else 0
        total += -number if number < following else number
    return total or None


@dataclass(slots=True)
class _Row:
    page: int
    line: Piece
    pieces: list[Piece]
    top: bool
    rank: int
    clear: float  # distance to the next row towards the text
    height: float
    key: str = field(init=False)
    carries_number: bool = field(init=False)

    def __post_init__(self) -> None:
        self.key = _key(self.line.text)
        self.carries_number = _carries_number(self.line.text)

    @property
    def slot(self) -> tuple[bool, int]:
        """Where on the page: which end, and the distance from it in steps of 4 points."""
        distance = self.line.base if self.top else self.height - self.line.base
        return self.top, round(distance / 4)


def _rows(number: int, page: PageText) -> list[_Row]:
    """The outermost rows of a page, first those of the top."""
    pieces = [p for p in page.pieces if p.role in ("", "table")]
    top_pieces = [p for p in pieces if p.y0 < (_ZONE + 0.06) * page.height and p.role == ""]
    bottom_pieces = [p for p in pieces if p.y1 > (1 - _ZONE - 0.06) * page.height and p.role == ""]
    found: list[_Row] = []
    for top, near in ((True, top_pieces), (False, bottom_pieces)):
        ids = {id(p) for p in near}
        groups: list[tuple[Piece, list[Piece]]] = []
        for line in join_rows(near):
            members = [
                p
                for p in near
                if id(p) in ids and line.y0 - 0.5 <= p.mid <= line.y1 + 0.5 and _within(p, line)
            ]
            ids -= {id(p) for p in members}
            if members:
                groups.append((line, members))
        if not top:
            groups.reverse()
        for rank, (line, members) in enumerate(groups[:_DEPTH]):
            distance = line.y0 if top else page.height - line.y1
            if distance > _ZONE * page.height:
                break
            if rank + 1 < len(groups):
                clear = abs(groups[rank + 1][0].base - line.base)
            else:
                clear = page.height
            found.append(_Row(number, line, members, top, rank, clear, page.height))
    return found


def _key(text: str) -> str:
    """Text in which all numbers are the same."""
    text = _DIGITS.sub("#", " ".join(text.lower().split()))
    return _ROMAN_WORD.sub("#", text) if len(text) < 12 else text


def _text_keys(pages: Sequence[PageText]) -> Counter[str]:
    """How often each line stands amid the text of the pages, away from their edges."""
    return Counter(
        _key(piece.text)
        for page in pages
        for piece in page.pieces
        if piece.role == "" and _ZONE < piece.mid / max(1.0, page.height) < 1 - _ZONE
    )


def _within(piece: Piece, line: Piece) -> bool:
    return line.x0 - 0.5 <= piece.x0 and piece.x1 <= line.x1 + 0.5


def mark_furniture(pages: Sequence[PageText], body: float) -> None:
    """Set the role of running heads and feet and of page numbers on their pieces."""
    _mark_watermarks(pages, body)
    rows = [row for number, page in enumerate(pages) for row in _rows(number, page)]
    marked: set[int] = set()
    _mark_numbers(rows, len(pages), body, marked)
    _mark_repeated(rows, len(pages), body, marked, _text_keys(pages))
    _mark_pairs(rows, len(pages), body, marked)


def _mark_watermarks(pages: Sequence[PageText], body: float) -> None:
    """Set the role ``stamp`` on large pale text that stands at one place of several pages."""
    found: dict[tuple[str, int, int], list[Piece]] = defaultdict(list)
    for page in pages:
        for piece in page.pieces:
            if piece.size > _WATERMARK * body and _is_pale(piece.color):
                found[piece.text, round(piece.x0 / 4), round(piece.base / 4)].append(piece)
    for twins in found.values():
        if len(twins) >= max(2, len(pages) / 3):
            for piece in twins:
                piece.role = "stamp"


def _is_pale(color: int) -> bool:
    """Whether an sRGB value is near to white, yet not white: white is set on dark ground."""
    channels = (color >> 16 & 255, color >> 8 & 255, color & 255)
    return min(channels) >= _PALE and color != 0xFFFFFF


def _set(row: _Row, role: str, marked: set[int]) -> None:
    marked.add(id(row))
    for piece in row.pieces:
        piece.role = role


def _outermost(row: _Row, rows: Sequence[_Row], marked: set[int]) -> bool:
    """Whether everything nearer to the page edge is furniture already."""
    return all(
        id(other) in marked
        for other in rows
        if other.page == row.page and other.top == row.top and other.rank < row.rank
    )


def _mark_numbers(rows: Sequence[_Row], count: int, body: float, marked: set[int]) -> None:
    by_page: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_page[row.page].append(row)
    offsets: Counter[tuple[bool, int]] = Counter()
    numbers: list[tuple[_Row, int]] = []
    for row in rows:
        value = page_number(row.line.text)
        if value is not None and row.line.size <= 1.35 * body:
            numbers.append((row, value))
            offsets[row.top, value - row.page] += 1
    for row, value in sorted(numbers, key=lambda pair: pair[0].rank):
        alone = row.clear > 1.6 * row.line.size
        outer = _outermost(row, by_page[row.page], marked)
        counted = offsets[row.top, value - row.page] >= 2 and (alone or row.rank == 0)
        edge = row.line.y0 < 0.07 * row.height or row.line.y1 > 0.93 * row.height
        if counted or (outer and alone and (edge or count > 1) and row.clear > 2 * body):
            _set(row, "pagenum", marked)


def _mark_repeated(
    rows: Sequence[_Row], count: int, body: float, marked: set[int], amid: Counter[str]
) -> None:
    pages_of: dict[tuple[bool, str], set[int]] = defaultdict(set)
    slots: dict[tuple[bool, int], list[_Row]] = defaultdict(list)
    by_page: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_page[row.page].append(row)
        if id(row) in marked:
            continue
        pages_of[row.top, row.key].add(row.page)
        slots[row.slot].append(row)

    def near(row: _Row) -> list[_Row]:
        end, step = row.slot
        return [other for s in (step - 1, step, step + 1) for other in slots.get((end, s), ())]

    def repeated(row: _Row) -> bool:
        if len(pages_of[row.top, row.key]) < 2 or not row.key.strip("#-–—.|/ "):
            return False
        # What ends one letter at the foot of a page ends others amid a page. A running head
        # may stand there as well, as the heading that it repeats.
        if row.clear < 2.5 * row.line.size and amid[row.key] > 1:
            return False
        twins = [other for other in near(row) if other.key == row.key]
        return len({other.page for other in twins}) >= (2 if count < 8 else 3) or (
            count >= 8 and len({o.page for o in twins}) == 2 and row.clear > 1.5 * row.line.size
        )

    for rank in range(_DEPTH):
        for row in rows:
            if row.rank != rank or id(row) in marked or row.line.size > 1.3 * body:
                continue
            if _LEADERS.search(row.line.text) or _is_aside(row.line) or not repeated(row):
                continue
            if _outermost(row, by_page[row.page], marked) or row.clear > 1.6 * row.line.size:
                _set(row, "header" if row.top else "footer", marked)
    # Heads that change with the chapter: a slot most of whose lines repeat is a slot of
    # running heads, and so is one where every line carries the number of its page.
    for rank in range(_DEPTH):
        for row in rows:
            if row.rank != rank or id(row) in marked or count < 3:
                continue
            slot = [other for other in near(row) if other.line.size < 1.3 * body]
            heads = sum(1 for other in slot if other.line is not row.line and id(other) in marked)
            numbered = sum(1 for other in slot if other.carries_number)
            wide = row.clear > 1.35 * max(body, row.line.size)
            alike = abs(row.line.size - _usual_size(slot, row)) < 0.6
            if not (wide and alike and _outermost(row, by_page[row.page], marked)):
                continue
            if heads >= max(2, 0.4 * len(slot)) or (
                numbered >= max(3, 0.6 * len(slot)) and row.carries_number
            ):
                _set(row, "header" if row.top else "footer", marked)


def _is_aside(line: Piece) -> bool:
    """Whether a line is the caption of a figure, or a note that more than one page carries."""
    noted = line.raised.strip().isdecimal() and len(line.text) > 20
    return noted or _NOTE.match(line.text) is not None or CAPTION.match(line.text) is not None


def _mark_pairs(rows: Sequence[_Row], count: int, body: float, marked: set[int]) -> None:
    """Mark the heads of a document of two pages, as an article has them on its left and right
    pages: they differ but for the number they carry, which counts the pages."""
    if count != 2:
        return
    edge = [row for row in rows if row.rank == 0 and id(row) not in marked]
    for one, other in itertools.combinations(edge, 2):
        level = one.top == other.top and abs(one.slot[1] - other.slot[1]) <= 1
        wide = min(one.clear, other.clear) > 2 * body and one.line.size < 1.3 * body
        if level and wide and _numbers(other) & {n + other.page - one.page for n in _numbers(one)}:
            for row in (one, other):
                _set(row, "header" if row.top else "footer", marked)


def _numbers(row: _Row) -> set[int]:
    """The numbers at the two ends of a row."""
    found = re.findall(r"^\d{1,4}(?=\s+\D)|(?<=\D)\d{1,4}$", row.line.text)
    return set(map(int, found))


def _usual_size(slot: Sequence[_Row], row: _Row) -> float:
    sizes = Counter(other.line.size for other in slot)
    return sizes.most_common(1)[0][0] if sizes else row.line.size


def _carries_number(text: str) -> bool:
    """Whether a row begins or ends with a number that could be its page's."""
    if _LEADERS.search(text):
        return False
    return len(text) < 120 and bool(
        re.match(r"^\d{1,4}\s{1,}\D", text) or re.search(r"\D\s+\d{1,4}$", text)
    )


def mark_stamps(page: PageText) -> None:
    """Set the role of rotated text to ``stamp``, and of notices printed by a server."""
    for piece in page.rotated:
        piece.role = "stamp"
    for piece in page.pieces:
        edge = piece.y1 < 0.05 * page.height or piece.y0 > 0.95 * page.height
        if edge and _STAMP.search(piece.text):
            piece.role = "stamp"


def mark_line_numbers(page: PageText) -> None:
    """Set the role of counting numbers in the margin to ``linenum``."""
    text = [p for p in page.pieces if len(p.text) > 12]
    if len(text) < 3:
        return
    left = sorted(p.x0 for p in text)[len(text) // 10]
    right = sorted(p.x1 for p in text)[-1 - len(text) // 10]
    for outside in (
        [p for p in page.pieces if p.x1 < left - 1],
        [p for p in page.pieces if p.x0 > right + 1],
    ):
        numbers = [p for p in outside if p.text.isascii() and p.text.isdigit() and not p.role]
        numbers.sort(key=lambda p: p.base)
        if _count_lines(numbers, text):
            for piece in numbers:
                piece.role = "linenum"


def _count_lines(numbers: Sequence[Piece], text: Sequence[Piece]) -> bool:
    """Whether margin numbers, from top to bottom, go up by even steps; of a few, each step has
    to be the number of lines beside it."""
    values = [int(p.text) for p in numbers]
    steps = [b - a for a, b in itertools.pairwise(values)]
    if not steps:
        return False
    usual, count = Counter(steps).most_common(1)[0]
    if usual not in (1, 2, 5, 10) or count < 0.8 * len(steps):
        return False
    if len(values) >= 4:
        return True
    bases = {round(p.base) for p in text}
    beside = [
        sum(1 for base in bases if low.base + 0.3 * low.size < base <= high.base + 0.3 * low.size)
        for low, high in itertools.pairwise(numbers)
    ]
    return usual > 2 and beside == steps
