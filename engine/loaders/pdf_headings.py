"""Headings of a PDF and their levels."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_outline import Titles, normal
from engine.loaders.pdf_roles import LEADERS, OPERATOR

_NUMBERED = re.compile(
    r"^(?:(?:chapter|part|appendix|section|kapitel|teil|anhang|chapitre|annexe)\s+[\dIVXA-Z]+\b"
    r"|\d{1,2}(?:\.\d{1,3}){0,4}\.?\s+[^\W\d_]|[A-Z]\.(?:\d{1,2}\.?)*\s+[^\W\d_]|[IVX]{1,5}\.\s+[^\W\d_]"
    r"|第\s*[一二三四五六七八九十百零\d]+\s*[章节節篇部編回条]|[一二三四五六七八九十]{1,3}、"
    r"|[A-Z]\d+(?:\.\d+)*[.:：]?\s+\S)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^(?:abstract|references|bibliography|acknowledge?ments?|introduction|conclusions?|"
    r"contents|table of contents|appendix|preface|foreword|glossary|index|summary|"
    r"摘\s*要|目\s*录|参考文献|致\s*谢|前\s*言|附\s*录|引\s*言|结\s*论|zusammenfassung|literatur(?:verzeichnis)?|"
    r"inhaltsverzeichnis|vorwort|einleitung)\s*[:.]?$",
    re.IGNORECASE,
)
_NUMBER_PREFIX = re.compile(r"^(?:chapter|section|appendix|[a-z]?\d+)+")
_THEOREM = re.compile(
    r"^(?:(?:theorem|lemma|definition|corollary|proposition|remark|example|proof|claim|axiom|satz|"
    r"beweis|beispiel)\b|(?:定理|定义|引理|推论|命题|公理|例|注|证明|证)\s*[\d:：.（(]|证明)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^(?:[1I]\.?|第\s*[一1]\s*章|chapter\s+1|§\s*1)\s*\S", re.IGNORECASE)
_MAX_HEADING = 180


def _is_title(text: str, title: str) -> bool:
    """Whether a folded line is an outline title, which may lack the line's number."""
    bare = _NUMBER_PREFIX.sub("", text)
    if text == title or (len(bare) > 3 and bare == title):
        return True
    return len(title) > 6 and text.endswith(title) and len(text) - len(title) < 6


class Headings:
    """Heading levels of a document, from its outline first, then from type styles."""

    def __init__(self, titles: Titles, body: float) -> None:
        """`body` is the font size of the running text in points."""
        self._titles = titles
        self._body = body
        self._found: list[tuple[Piece, int]] = []

    def collect(self, number: int, lines: Sequence[Piece], width: float) -> None:
        """Find the headings of one column of page `number`, `width` points wide."""
        index = 0
        while index < len(lines):
            if number in self._titles.contents and re.search(r"\d\s*$", lines[index].text):
                index += 1
                continue
            count, level = self._titled(number, lines, index)
            if not count and self._looks_like(lines, index, width):
                count = self._extent(lines, index)
            for line in lines[index : index + count]:
                line.role = "heading"
                self._found.append((line, level))
            index += max(1, count)

    def _extent(self, lines: Sequence[Piece], index: int) -> int:
        """How many lines the heading at `index` has; 0 where it is too long for one."""
        end = index + 1
        while end < len(lines) and end - index < 4 and _continues(lines[end - 1], lines[end]):
            end += 1
        long = sum(len(line.text) + 1 for line in lines[index:end]) > _MAX_HEADING
        return 0 if long else end - index

    def _titled(self, number: int, lines: Sequence[Piece], index: int) -> tuple[int, int]:
        """How many lines from `index` are a title that the document lists, and its level;
        (0, 0) for other lines."""
        first = lines[index]
        if first.role in ("table", "code", "footnote") or first.size < 0.94 * self._body:
            return 0, 0
        if LEADERS.search(first.text) or not (
            first.gap or first.bold or first.italic or first.size > 1.04 * self._body
        ):
            return 0, 0
        nearby = [
            entry
            for page in (number, number - 1, number + 1)
            for entry in self._titles.by_page.get(page, ())
        ]
        text = ""
        for count in range(1, min(4, len(lines) - index + 1)):
            text += normal(lines[index + count - 1].text)
            for level, title in nearby:
                if _is_title(text, title):
                    return count, level
            after = lines[index + count] if index + count < len(lines) else None
            alone = after is None or after.gap or after.size < first.size or first.bold
            if number not in self._titles.contents and first.gap and alone:
                level = self._titles.printed.get(text, 0)
                if level:
                    return count, level
        return 0, 0

    def _looks_like(self, lines: Sequence[Piece], index: int, width: float) -> bool:
        line = lines[index]
        if line.role not in ("", "li", "formula") or line.mono or LEADERS.search(line.text):
            return False
        text = line.text.strip()
        letters = sum(c.isalpha() for c in text)
        if letters < 2 or letters < 0.45 * len(text.replace(" ", "")) or len(text) > _MAX_HEADING:
            return False
        if (OPERATOR.search(text) and letters < 0.6 * len(text)) or _THEOREM.match(text):
            return False
        numbered = bool(_NUMBERED.match(text))
        large = line.size >= 1.13 * self._body
        if large:
            return line.math < 0.3 and not (
                text.endswith((",", ";", "，", "；")) and len(text) > 60
            )
        if line.size < 0.94 * self._body or not line.gap:
            return False
        if (
            line.bold
            and text[-1] in ":："
            and len(text) <= 40
            and (line.x1 - line.x0) < 0.5 * width
        ):
            return index + 1 < len(lines) and lines[index + 1].gap and not lines[index + 1].bold
        ends_sentence = text[-1] in ".。!！?？;；,，:：" and not _NAMED.match(text)
        following = lines[index + 1] if index + 1 < len(lines) else None
        alone = (
            following is None or following.gap or not following.bold or following.size != line.size
        )
        if line.bold and not ends_sentence and alone and (line.x1 - line.x0) < 0.85 * width:
            return following is None or following.gap or following.bold != line.bold
        if _NAMED.match(text):
            return True
        return numbered and line.bold and len(text) < 120

    def finish(self, first_page: int) -> None:
        """Turn every heading found into ``h1`` to ``h6``, but for names and places on the
        title page, the first `first_page` of the headings."""
        self._demote_front_matter(first_page)
        by_style: dict[tuple[float, bool], Counter[int]] = defaultdict(Counter)
        for line, level in self._found:
            by_style[_style(line)][level] += 1
        known = {
            style: min(levels, key=lambda level: (-levels[level] * bool(level), level))
            for style, levels in by_style.items()
            if any(levels)
        }
        order = sorted(by_style, reverse=True)
        ranks = _ranks(order, by_style)
        offset = 1 if known and _has_title(order, known) else 0
        for line, level in self._found:
            style = _style(line)
            if level:
                final = level + offset
            elif known:
                final = _nearest(style, order, known) + (offset if style != order[0] else 0)
            else:
                final = ranks[style]
            line.role = f"h{max(1, min(6, final))}"

    def found(self) -> int:
        """How many heading lines were found so far."""
        return len(self._found)

    def _demote_front_matter(self, count: int) -> None:
        """Authors and places stand in large or bold type between the title and the first
        section; they are no headings."""
        front = self._found[:count]
        largest = max((line.size for line, _ in front), default=0.0)
        sections = [
            i
            for i, (line, level) in enumerate(front)
            if level or _NAMED.match(line.text) or _SECTION.match(line.text)
        ]
        if sections:
            end = sections[0]
        elif largest >= 1.5 * self._body:
            end = count  # a cover page
        else:
            return
        demoted = [pair for pair in front[:end] if not pair[1] and pair[0].size < largest - 0.5]
        for line, _ in demoted:
            line.role = ""
        gone = {id(line) for line, _ in demoted}
        self._found = [pair for pair in self._found if id(pair[0]) not in gone]


def _style(line: Piece) -> tuple[float, bool]:
    return (round(line.size * 2) / 2, line.bold)


def _ranks(
    order: Sequence[tuple[float, bool]], counts: Mapping[tuple[float, bool], Counter[int]]
) -> dict[tuple[float, bool], int]:
    """Level of each style by its rank; a style used once, below the title, takes no level
    of its own."""
    ranks: dict[tuple[float, bool], int] = {}
    rank = 0
    for position, style in enumerate(order):
        lone = sum(counts[style].values()) == 1 and 0 < position < len(order) - 1
        ranks[style] = min(6, rank + 1)
        rank += not lone
    return ranks


def _has_title(
    order: Sequence[tuple[float, bool]], known: Mapping[tuple[float, bool], int]
) -> bool:
    """Whether a larger style than any outline title is there: the title of the document."""
    return order[0] not in known and all(style < order[0] for style in known)


def _nearest(
    style: tuple[float, bool],
    order: Sequence[tuple[float, bool]],
    known: Mapping[tuple[float, bool], int],
) -> int:
    """Level of a style the outline does not name: that of its own, else one below the next
    larger style the outline names."""
    if style in known:
        return known[style]
    larger = [known[other] for other in order if other > style and other in known]
    return max(larger) + 1 if larger else 1


def _continues(before: Piece, line: Piece) -> bool:
    """Whether `line` is the next line of the heading `before`."""
    if (
        abs(before.size - line.size) > 0.4
        or before.bold != line.bold
        or line.role not in ("", "li")
    ):
        return False
    if _NUMBERED.match(line.text) or line.mono:
        return False
    return 0 < line.base - before.base < 1.7 * line.size
