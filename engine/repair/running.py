"""Lines that return on page after page: running heads and feet."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence

from engine.repair import stamps
from engine.repair.hyphens import HYPHENS
from engine.repair.layout import Layout
from engine.repair.lines import Line

_DIGITS = re.compile(r"\d+")
_ASCII_DIGIT = re.compile("[0-9]")
_EDGE_NUMBER = re.compile(r"^(\d{1,4})\b[\s|·•.:–—-]*|[\s|·•.:–—-]*\b(\d{1,4})$")
_EDGE_ROMAN = re.compile(
    r"^([ivxlc]{1,7})(?:\s{2,}|\s*[|·•]\s*)|(?:\s{2,}|\s*[|·•]\s*)([ivxlc]{1,7})$"
)
_FAR_NUMBER = re.compile(r"^\d{1,4}(?:\s{2,}|\s*[|·•])|(?:\s{2,}|[|·•]\s*)\d{1,4}$")
_NOTE = re.compile(r"\d{1,3}[^\W\d_]")
_BARE = re.compile(r"[-–—~·•|*\[(<«]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[-–—~·•|*\])>».]?")
_ITEM = re.compile(r"\d+[.)]\s")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LONGEST_NUMBER = 14  # characters of a page number with what dresses it
_MOST_EMPTIED = 0.2  # share of pages that may hold nothing but furniture
_MOST_DROPPED = 0.6  # share of a document's characters that may be furniture


def heads(lines: Sequence[Line]) -> None:
    """Drop lines that return on page after page.

    A line whose number rises with every return is one, if that number is set apart, or the
    line once stands at a page edge or cuts a sentence: "Topic 1", "Topic 2" between finished
    paragraphs are headings. So is a line without a number that returns at page edges, or
    that each time cuts a sentence in two. A refrain or a repeated label does neither. Where
    all of this would leave many pages or the document without text, nothing is dropped.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    aside: set[int] = set()
    for index, line in enumerate(lines):
        text = line.text
        if line.role:
            continue
        numeral = not text[0].isalpha() or text[0] in "ivxlc"
        if numeral and len(text) <= _LONGEST_NUMBER and _BARE.fullmatch(text):
            aside.add(index)
            continue
        if not 3 <= len(text) <= 140 or text[0] in "|#" or text[-1] in ",;，；、":
            continue
        if text[-1] in ".!?" and (text[0].islower() or _NOTE.match(text)):
            continue  # the end of a sentence, or a footnote
        if text[-1] in HYPHENS and index + 1 < len(lines) and lines[index + 1].text[:1].islower():
            continue  # the first half of a word
        styled = line.hint.role[:1] == "h" and line.hint.role[1:].isdigit()
        if styled and not stamps.watermark(text):
            continue
        groups[_key(text)].append(index)
    groups = {key: found for key, found in groups.items() if len(found) > 1 and _worded(key)}
    aside.update(itertools.chain.from_iterable(groups.values()))
    layout = Layout(lines, aside)
    dropped: list[int] = []
    for members in groups.values():
        if (
            _rising(lines, members)
            and all(_loose(layout, i) for i in members)
            and any(_set_apart(layout, i) for i in members)
        ):
            chosen = members
        else:
            chosen = _edges(layout, members)
        kept = _heading_among(lines, chosen)
        dropped.extend(index for index in chosen if index != kept)
    if dropped and not _too_much(lines, dropped, aside):
        for index in dropped:
            lines[index].drop("running head")


def _worded(key: str) -> bool:
    return sum(c.isalpha() for c in key) >= 2


def _too_much(lines: Sequence[Line], dropped: Sequence[int], aside: set[int]) -> bool:
    """Whether without the dropped lines too little would be left."""
    gone = set(dropped)
    size = left = 0
    pages: set[int] = set()
    full: set[int] = set()
    for index, line in enumerate(lines):
        if line.role in ("blank", "drop"):
            continue
        size += len(line.text)
        pages.add(line.hint.page)
        if index not in gone:
            left += len(line.text)
            if index not in aside or len(line.text) > _LONGEST_NUMBER:
                full.add(line.hint.page)
    emptied = len(pages) - len(full)
    return emptied > max(1, _MOST_EMPTIED * len(pages)) or size - left > _MOST_DROPPED * size


def _key(text: str) -> str:
    if (_ASCII_DIGIT if text.isascii() else _DIGITS).search(text):
        if _numbered_edge(text):
            text = _EDGE_NUMBER.sub(" ", text)
        text = _DIGITS.sub(" ", text)
    elif _far(text):
        text = _EDGE_ROMAN.sub(" ", text)
    return " ".join(text.casefold().split())


def _far(text: str) -> bool:
    """Whether the line may have a Roman page number set apart."""
    ends = text[0] in "ivxlc" or text[-1] in "ivxlc"
    return ends and ("  " in text or "|" in text or "·" in text or "•" in text)


def _numbered_edge(text: str) -> bool:
    return text[0].isdecimal() or text[-1].isdecimal()


def _number(text: str) -> int:
    """The page number at the edge of the line, 0 without one."""
    match = _EDGE_NUMBER.search(text) if _numbered_edge(text) else None
    if match:
        return int(match.group(1) or match.group(2))
    match = _EDGE_ROMAN.search(text) if _far(text) else None
    return _value(match.group(1) or match.group(2)) if match else 0


def _value(numeral: str) -> int:
    total = 0
    for sign, following in itertools.zip_longest(numeral, numeral[1:]):
        value = _ROMAN_VALUES[sign]
        total += -value if following and _ROMAN_VALUES[following] > value else value
    return total


def _rising(lines: Sequence[Line], members: Sequence[int]) -> bool:
    """Whether each return carries a number at its edge that rises."""
    values = [_number(lines[index].text) for index in members]
    return all(values) and all(0 < b - a <= 12 for a, b in itertools.pairwise(values))


def _set_apart(layout: Layout, index: int) -> bool:
    """Whether the line looks or stands like a page head rather than like a heading."""
    text = layout.lines[index].text
    far = _FAR_NUMBER.search(text) is not None or (_far(text) and bool(_EDGE_ROMAN.search(text)))
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
    return text[-1] not in ".;,:" and not _ITEM.match(text)


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
    text = layout.lines[index].text
    if text[-1] in ".,;:!?。，；：！？" or (text[0].islower() and not _far(text)):
        return False
    return layout.cuts(index)


def _heading_among(lines: Sequence[Line], chosen: Sequence[int]) -> int | None:
    """The first return, where it is set as a heading or opens the document rather than
    being a page head. A stamp is never a heading."""
    if not chosen:
        return None
    first = lines[chosen[0]]
    if stamps.watermark(first.text):
        return None
    sizes = sorted(lines[i].hint.size for i in chosen)
    if first.hint.role in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return chosen[0]
    if first.hint.size > 1.15 * sizes[len(sizes) // 2] > 0:
        return chosen[0]
    above = itertools.islice(lines, chosen[0])
    opens = all(line.role in ("blank", "drop") for line in above)
    if opens and not _number(first.text):
        return chosen[0]  # the title on the first page, which later pages repeat
    return None
