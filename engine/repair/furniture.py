"""What a page carries besides its text: page numbers, running heads, stamps."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence

from engine.repair.lines import Drop, Line

_ROLES = {
    "header": "running head",
    "footer": "running foot",
    "pagenum": "page number",
    "stamp": "repeated stamp",
    "nav": "navigation",
    "linenum": "line number",
    "figure": "figure text",
    "contents": "contents page",
}
_WORDED = re.compile(
    r"[-–—\s(\[|]*(?:(?:page|seite|p(?:ágina|agina|p?\.)|pagina|strana|sida|side|стр(?:аница|\.))\s*"
    r"\d{1,5}(?:\s*(?:of|von|de|di|van|sur|av|из|/)\s*\d{1,5})?|"
    r"\d{1,5}\s*(?:of|von|sur)\s*\d{1,5}|"
    r"第\s*\d{1,5}\s*[页頁](?:\s*[,，/|]?\s*[共总總]\s*\d{1,5}\s*[页頁])?|"
    r"[共总總]\s*\d{1,5}\s*[页頁]\s*第\s*\d{1,5}\s*[页頁]|\d{1,5}\s*ページ|\d{1,5}\s*쪽)"
    r"[-–—\s)\].|]*",
    re.IGNORECASE,
)
_DRESSED = re.compile(r"(?:[-–—~·•|*]\s*(\d{1,5})\s*[-–—~·•|*]|[\[(<«]\s*(\d{1,5})\s*[\])>»])")
_BARE = re.compile(r"(\d{1,4})\s*\.?")
_SLASHED = re.compile(r"(\d{1,4})\s*/\s*(\d{1,4})")
_ROMAN = re.compile(r"(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_STAMP = re.compile(
    r"arXiv:\s*\d{4}\.\d{4,5}(?:v\d+)?\s*\[[\w.-]+\]\s*\d{1,2}\s+[A-Z][a-z]{2,8}\.?\s+(?:19|"
    r"20)\d{2}"
)
_STAMP_LINE = re.compile(
    r"(?:arXiv:\s*\d{4}\.\d{4,5}v\d+(?:\s*\[[\w.-]+\])?(?:\s*\d{1,2}\s+\w+\.?\s+\d{4})?"
    r"|(?:bio|med)Rxiv preprint doi:.*"
    r"|Authorized licensed use limited to:.*"
    r"|Downloaded (?:from|by|on)\b.{5,150}"
    r"|This preprint (?:has not been|is made available).*)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_ASCII_DIGIT = re.compile("[0-9]")
_EDGE_NUMBER = re.compile(r"^(\d{1,4})\b[\s|·•.:–—-]*|[\s|·•.:–—-]*\b(\d{1,4})$")
_FAR_NUMBER = re.compile(r"^\d{1,4}(?:\s{2,}|\s*[|·•])|(?:\s{2,}|[|·•]\s*)\d{1,4}$")
_GLUED = re.compile(r"[^\W\d_,] (\d{1,4})$")
_SENTENCE_END = re.compile(r"[.!?。！？…:：;；]['\"”’»)\]]*$")


def stamps(line: Line) -> list[tuple[int, int]]:
    """Where in ``line.text`` a preprint server stamped the page."""
    if "arXiv:" not in line.text:
        return []
    return [match.span() for match in _STAMP.finditer(line.text)]


def by_hint(lines: Sequence[Line]) -> None:
    """Drop what the loader already named as furniture."""
    for line in lines:
        if not line.role and line.hint.role in _ROLES:
            line.drop(_ROLES[line.hint.role])


def worded_numbers(lines: Sequence[Line]) -> None:
    """Drop page counters that say so (``Page 3 of 10``) and whole-line stamps."""
    for line in lines:
        text = line.text
        if line.role or len(text) > 160:
            continue
        last = text[-1]
        counter = len(text) <= 40 and (last in "页頁ジ쪽" or not last.isalpha())
        if counter and _DIGITS.search(text) and _WORDED.fullmatch(text):
            line.drop("page number")
        elif text[0] in "aABbMmDT" and _STAMP_LINE.fullmatch(text):
            line.drop("repeated stamp")


class Layout:
    """Which lines stand alone: with blank lines, page edges or furniture on both sides."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    def _free(self, index: int, step: int) -> bool:
        index += step
        if not 0 <= index < len(self.lines):
            return True
        return self.lines[index].role in ("blank", "drop")

    def above(self, index: int) -> bool:
        return self._free(index, -1)

    def below(self, index: int) -> bool:
        return self._free(index, 1)

    def alone(self, index: int) -> bool:
        return self._free(index, -1) and self._free(index, 1)

    def edge(self, index: int) -> bool:
        """Whether a page begins or ends at this line."""
        page = self.lines[index].hint.page
        if page < 0:
            return False
        return self._other(index, -1, page) or self._other(index, 1, page)

    def _other(self, index: int, step: int, page: int) -> bool:
        index += step
        while 0 <= index < len(self.lines) and self.lines[index].role in ("blank", "drop"):
            index += step
        return not 0 <= index < len(self.lines) or self.lines[index].hint.page != page

    def neighbour(self, index: int, step: int) -> Line | None:
        """The next line that has text and is not dropped."""
        index += step
        while 0 <= index < len(self.lines):
            if self.lines[index].role not in ("blank", "drop"):
                return self.lines[index]
            index += step
        return None


def _continues_below(layout: Layout, index: int) -> bool:
    """Whether the sentence of this line goes on behind a gap."""
    after = layout.neighbour(index, 1)
    return layout.below(index) and after is not None and after.text[0].islower()


def bare_numbers(lines: list[Line]) -> list[Drop]:
    """Drop page numbers that are nothing but a number. They stand alone and rise through
    the document; a single one must interrupt a sentence or stand at the document's end.

    Numbers of such a series that are glued to the last line of their page are taken off
    (in place) and returned.
    """
    layout = Layout(lines)
    found: list[tuple[int, int, str]] = []
    for index, line in enumerate(lines):
        if line.role:
            continue
        text = line.text
        if len(text) > 14:
            glued = _GLUED.search(text) if text[-1].isdecimal() else None
            if glued and _continues_below(layout, index):
                found.append((index, int(glued.group(1)), "glued"))
            continue
        if text[0].isalpha():
            roman = text[0] in "ivxlc" and len(text) <= 6 and _ROMAN.fullmatch(text)
            if roman and layout.edge(index):
                line.drop("page number")
            continue
        dressed = _DRESSED.fullmatch(text)
        match = dressed or _BARE.fullmatch(text) or _SLASHED.fullmatch(text)
        if match is None:
            continue
        if not (layout.alone(index) or layout.edge(index)):
            continue
        value = int(next(group for group in match.groups() if group))
        found.append((index, value, "dressed" if dressed else "bare"))
    values = [value for _, value, _ in found]
    drops: list[Drop] = []
    for (index, value, form), in_series in zip(found, _rising(values), strict=True):
        line = lines[index]
        if form == "glued":
            if in_series and (value - 1 in values or value + 1 in values) and len(values) > 2:
                rest = line.part(0, len(line.text) - len(str(value)))
                drops.append(Drop(rest.end, line.end, "page number"))
                lines[index] = rest
        elif in_series or (form == "dressed" and layout.alone(index)) or _interrupts(layout, index):
            line.drop("page number")
    return drops


def _rising(values: Sequence[int]) -> list[bool]:
    """Which values are part of a rising series of steps of at most 3 pages."""
    result = [False] * len(values)
    for i in range(len(values) - 1):
        if 0 < values[i + 1] - values[i] <= 3:
            result[i] = result[i + 1] = True
    return result


def _interrupts(layout: Layout, index: int) -> bool:
    before, after = layout.neighbour(index, -1), layout.neighbour(index, 1)
    if before is None and after is None:
        return False
    if before is None or after is None:
        other = before or after
        assert other is not None
        return len(other.text) > 20 and after is None
    if before.hint.page >= 0 and before.hint.page != after.hint.page:
        return True
    if len(before.text) < 12 or len(after.text) < 2:
        return False
    if after.text[0].islower():
        return True
    return _SENTENCE_END.search(before.text[-8:]) is None and after.text[0] > "⺀"


def running_heads(lines: Sequence[Line]) -> None:
    """Drop lines that return on page after page.

    A line whose number rises with every return is one, if that number is set apart, or the
    line once stands at a page edge or cuts a sentence: "Topic 1", "Topic 2" between finished
    paragraphs are headings. So is
    a line without a number that returns at page edges, or that each time cuts a sentence in
    two. A refrain or a repeated label does neither.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        text = line.text
        if line.role or not 3 <= len(text) <= 140 or text[0] in "|#":
            continue
        if line.hint.role[:1] == "h" and line.hint.role[1:].isdigit():
            continue
        groups[_key(text)].append(index)
    layout = Layout(lines)
    for key, members in groups.items():
        if len(members) < 2 or sum(c.isalpha() for c in key) < 2:
            continue
        if (
            _numbered(lines, members)
            and all(_loose(layout, i) for i in members)
            and any(_set_apart(layout, i) for i in members)
        ):
            chosen = members
        else:
            chosen = _edges(layout, members)
        kept = _heading_among(lines, groups, key, chosen)
        for index in chosen:
            if index != kept:
                lines[index].drop("running head")


def _key(text: str) -> str:
    if (_ASCII_DIGIT if text.isascii() else _DIGITS).search(text):
        if _numbered_edge(text):
            text = _EDGE_NUMBER.sub(" ", text)
        text = _DIGITS.sub(" ", text)
    return " ".join(text.casefold().split())


def _numbered_edge(text: str) -> bool:
    return text[0].isdecimal() or text[-1].isdecimal()


def _numbered(lines: Sequence[Line], members: Sequence[int]) -> bool:
    """Whether each return carries a number at its edge that rises."""
    values: list[int] = []
    for index in members:
        text = lines[index].text
        match = _EDGE_NUMBER.search(text) if _numbered_edge(text) else None
        if match is None:
            return False
        values.append(int(match.group(1) or match.group(2)))
    gaps = [b - a for a, b in itertools.pairwise(values)]
    return bool(gaps) and all(0 < gap <= 12 for gap in gaps)


def _set_apart(layout: Layout, index: int) -> bool:
    """Whether the line looks or stands like a page head rather than like a heading."""
    far = _FAR_NUMBER.search(layout.lines[index].text) is not None
    return far or layout.edge(index) or _cuts(layout, index)


def _loose(layout: Layout, index: int) -> bool:
    """Whether the line is not one of several like it: lists and tables are no page heads."""
    lines = layout.lines
    key = _key(lines[index].text)
    for step in (-1, 1):
        near = index + step
        if 0 <= near < len(lines) and lines[near].text and _key(lines[near].text) == key:
            other = index - step
            if not (0 <= other < len(lines) and lines[other].role in ("blank", "drop")):
                return False
    text = lines[index].text
    return text[-1] not in ".;,:" and not re.match(r"\d+[.)]\s", text)


def _edges(layout: Layout, members: Sequence[int]) -> list[int]:
    """Members at page edges, where those are many; else those that cut a sentence."""
    lines = layout.lines
    edge = [i for i in members if layout.edge(i)]
    pages = {lines[i].hint.page for i in edge}
    if len(pages) >= 2 and len(edge) >= 0.6 * len(members):
        return edge
    if len(members) < 3:
        return []
    cut = [i for i in members if _cuts(layout, i)]
    return list(members) if len(cut) >= 0.6 * len(members) and len(cut) >= 2 else []


def _cuts(layout: Layout, index: int) -> bool:
    before, after = layout.neighbour(index, -1), layout.neighbour(index, 1)
    if before is None or after is None or len(before.text) < 20:
        return False
    text = layout.lines[index].text
    if text[-1] in ".,;:!?。，；：！？" or text[0].islower():
        return False
    unfinished = _SENTENCE_END.search(before.text[-8:]) is None and before.text[-1] not in ",，"
    return unfinished and (after.text[0].islower() or after.text[0] > "⺀")


def _heading_among(
    lines: Sequence[Line], groups: dict[str, list[int]], key: str, chosen: Sequence[int]
) -> int | None:
    """The first return, where it is set as a heading or opens the document rather than
    being a page head."""
    if not chosen:
        return None
    first = lines[chosen[0]]
    sizes = sorted(lines[i].hint.size for i in chosen)
    if first.hint.role in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return chosen[0]
    if first.hint.size > 1.15 * sizes[len(sizes) // 2] > 0:
        return chosen[0]
    above = itertools.islice(lines, chosen[0])
    opens = all(line.role in ("blank", "drop") for line in above)
    if opens and not _EDGE_NUMBER.search(first.text):
        return chosen[0]  # the title on the first page, which later pages repeat
    return None
