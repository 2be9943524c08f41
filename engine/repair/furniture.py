"""What a page carries besides its text: page numbers and what the loader named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair import stamps
from engine.repair.layout import SENTENCE_END, Layout
from engine.repair.lines import Drop, Line
from engine.repair.paragraphs import footnote

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
    r"[共总總]\s*\d{1,5}\s*[页頁]\s*第\s*\d{1,5}\s*[页頁]|"
    r"(?:\d{1,5}\s*/\s*)?\d{1,5}\s*(?:ページ|[页頁쪽]|페이지))"
    r"[-–—\s)\].|]*",
    re.IGNORECASE,
)
_DRESSED = re.compile(r"(?:[-–—~·•|*]\s*(\d{1,5})\s*[-–—~·•|*]|[\[(<«]\s*(\d{1,5})\s*[\])>»])")
_BARE = re.compile(r"(\d{1,4})\s*\.?")
_SLASHED = re.compile(r"(\d{1,4})\s*/\s*(\d{1,4})")
_ROMAN = re.compile(r"(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_DIGITS = re.compile(r"\d+")
_GLUED = re.compile(r"[^\W\d_,] (\d{1,4})$")
_SENTENCES = re.compile(r"[.!?。！？]['\"”’»)\]]*(?:\s+|(?=[⺀-\U0003ffff]))")
_LEAST_ABOVE = 8  # letters and digits of the sentence that a last page number follows


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
        counter = len(text) <= 40 and (last in "页頁ジ쪽지" or not last.isalpha())
        if counter and _DIGITS.search(text) and _WORDED.fullmatch(text):
            line.drop("page number")
        elif stamps.whole(text):
            line.drop("repeated stamp")


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
    pages = [lines[index].hint.page for index, _, _ in found]
    series = _rising(values, pages)
    numbered = {page for page, rises in zip(pages, series, strict=True) if rises and page >= 0}
    drops: list[Drop] = []
    # From below: a number above one that is dropped then closes the document itself.
    for (index, value, form), page, in_series in reversed(
        list(zip(found, pages, series, strict=True))
    ):
        line = lines[index]
        if form == "glued":
            if in_series and (value - 1 in values or value + 1 in values) and len(values) > 2:
                rest = line.part(0, len(line.text) - len(str(value)))
                drops.append(Drop(rest.end, line.end, "page number"))
                lines[index] = rest
        elif (
            in_series
            or (form == "dressed" and layout.alone(index))
            or (page not in numbered and _interrupts(layout, index))
        ):
            line.drop("page number")
    return drops


def _rising(values: Sequence[int], pages: Sequence[int]) -> list[bool]:
    """Which values are part of a rising series: steps of at most 3 pages, or, with other
    numbers between, steps as large as those of the pages."""
    result = [False] * len(values)
    for i, value in enumerate(values):
        for j in range(i + 1, min(i + 4, len(values))):
            step = values[j] - value
            paged = pages[i] >= 0 and step == pages[j] - pages[i]
            if 0 < step <= 3 and (j == i + 1 or paged):
                result[i] = result[j] = True
    return result


def _interrupts(layout: Layout, index: int) -> bool:
    before, after = layout.neighbour(index, -1), layout.neighbour(index, 1)
    if before is None:
        return False
    if after is None:
        above = " ".join(line.text for line in layout.run_above(index))
        sentences = [part for part in _SENTENCES.split(above) if part]
        return bool(sentences) and sum(c.isalnum() for c in sentences[-1]) >= _LEAST_ABOVE
    if before.hint.page >= 0 and before.hint.page != after.hint.page:
        return True
    if len(before.text) < 12 or len(after.text) < 2:
        return False
    if after.text[0].islower():
        return True
    if SENTENCE_END.search(before.text[-8:]) is None:
        return after.text[0] > "⺀"
    return _below_note(layout, index)


def _below_note(layout: Layout, index: int) -> bool:
    """Whether a number stands below a footnote that stands within a sentence."""
    note = layout.run_above(index)
    if not note or len(note) > 4 or not footnote(note[0].text):
        return False
    above = layout.neighbour(layout.lines.index(note[0]), -1)
    return above is not None and len(above.text) > 20 and above.text[-1].isalpha()
