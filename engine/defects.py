"""Format defects of a text: what a reader would call mess, each with its place.

Only form is judged, never content, so that the count says how well a text was repaired.
`density_score` turns the count into 0..1 for the clarity reward. Every check takes linear
time: one pass over the lines and a few patterns that cannot backtrack far.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

DefectKind = Literal[
    "web residue",
    "shattered formula",
    "broken table",
    "broken line",
    "broken word",
    "furniture",
    "bad characters",
    "spaced letters",
    "doubled text",
]

HALVING = 15.0
"""Defects per 1000 words that halve `density_score`. Untreated PDF text has about 34, text
repaired well about 2: these give 0.21 and 0.91."""
LEAST_WORDS = 100
"""A shorter text counts as this long, so that one defect does not damn a two-line chunk."""

_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
# Words, not the start of a formula such as "q = T".
_WORDS_AHEAD = re.compile(r"[^\W\d_]{2,}[^\s=]*(?:$|\s+[\w(\[“\"'‘«„])|[^\W\d_]\s+[^\W\d_]{2}")
_DIGITS = re.compile(r"\d+")
_FENCE = re.compile(r" {0,3}(`{3,}(?!.*`)|~{3,})")
_MARKUP = re.compile(r"\s*(?:#{1,6}\s|[-*+•]\s|>\s|\d{1,3}[.)]\s|\||<)")

_PAGE_NUMBER = re.compile(
    r"(?:[-–—|]\s*)?(?:page|pg\.?|seite|página|p\.)?\s*\d{1,4}(?:\s*(?:/|of|von|de)\s*\d{1,4})?"
    r"(?:\s*[-–—|])?|第?\s*\d{1,4}\s*页(?:\s*[,，/]?\s*共\s*\d{1,4}\s*页)?",
    re.IGNORECASE,
)
_STAMP = re.compile(r"arXiv:\d{4}\.\d{4,5}(?:v\d+)?\s+\[[\w.-]+\]")
_NAVIGATION = re.compile(
    r"(?:skip to (?:main )?(?:content|navigation)|jump to (?:content|navigation|search)"
    r"|(?:accept|reject|manage) (?:all )?cookies|back to top|sign (?:in|up)|log ?(?:in|out)"
    r"|toggle (?:navigation|the table of contents|sidebar)|main menu|search docs|print this page"
    r"|subscribe|share (?:this|on (?:facebook|twitter|x|linkedin))"
    r"|(?:«|←|<)?\s*previous\s*(?:\||[·•])\s*next\s*(?:»|→|>)?"
    r"|edit (?:this page|on github)|view source|was this page helpful\??|all rights reserved\.?"
    r"|上一[页篇章]|下一[页篇章]|返回顶部|跳转到内容|登录|注册|目录导航|编辑此页|前のページ|次のページ)",
    re.IGNORECASE,
)
_CHARACTER_DEFECTS: tuple[tuple[DefectKind, re.Pattern[str]], ...] = (
    (
        "web residue",
        re.compile(
            r"</?(?:div|span|p|br|hr|td|tr|th|table|tbody|ul|ol|li|img|script|style|font|center|nav)"
            r"(?:\s[^<>\n]{0,300})?/?>|&(?:nbsp|amp|lt|gt|quot|#\d{1,6}|#x[0-9a-f]{1,5});"
            r"|\[(?:edit|编辑)(?: source)?\]",
            re.IGNORECASE,
        ),
    ),
    (
        "bad characters",
        re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\uffff]+"),
    ),
    ("bad characters", re.compile(r"\(cid:\d+\)")),
    # UTF-8 read as Windows-1252 or as GBK: each begins with a literal, which is searched fast.
    (
        "bad characters",
        re.compile("Ã[\x80-\xbf†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸƒ„…€]"),
    ),
    ("bad characters", re.compile("Â[\xa0-\xbf]")),
    ("bad characters", re.compile("â€[\x80-\xbf“”˜™¦œžš¢]")),
    ("bad characters", re.compile("(?:ï¿½|锟斤拷)+")),
    ("broken word", re.compile("\u00ad[ \t]*\n\\s*+(?=[^\\W\\d_])")),
    (
        "broken word",
        re.compile(
            r"-(?<=[^\W\d_A-Z]-)"
            r"(?:[ \t]*\n\s*+| (?!(?:and|or|to|und|oder|bis|et|ou|y|e)\b))(?=[a-zà-öø-ÿ]{2})"
        ),
    ),
    ("spaced letters", re.compile(r"(?<!\S)[^\W\d_](?: {1,3}[^\W\d_](?!\S)){4,}")),
    ("doubled text", re.compile(r"(.)\1(.)\2(.)\3(?:(.)\4)+")),
)

_PROSE_WIDTH = 30
_RUNNING_LEAST = 12
_RUNNING_LENGTH = 80
_RUNNING_TIMES = 4
_VERSE_LINES = 4
_SHATTERED_LINES = 5
_REPEAT_LETTERS = 30
_REPEAT_MEMORY = 4


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect at ``text[start:end]``; start and end are equal where a place, not a piece
    of text, is wrong."""

    kind: DefectKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str
    blank_above: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def word_count(text: str) -> int:
    """Words of the text; a Chinese character or Japanese kana counts as one."""
    return len(_WORD.findall(text))


def density_score(defects: float, words: float) -> float:
    """2^(−d / 15) with d = defects per 1000 words: 1 without defects, towards 0 with many."""
    density = 1000.0 * defects / max(words, LEAST_WORDS)
    return float(2.0 ** (-density / HALVING))


def defects(text: str) -> tuple[Defect, ...]:
    """All defects of the text, ordered by start. Code fences are judged for bad characters
    only, since anything may stand in code."""
    lines, fences = _read_lines(text)
    found: list[Defect] = []
    fence_starts = [start for start, _ in fences]
    for kind, pattern in _CHARACTER_DEFECTS:
        for match in pattern.finditer(text):
            start, end = match.span()
            at = bisect_right(fence_starts, start) - 1
            fenced = at >= 0 and start < fences[at][1]
            if kind == "doubled text" and not _is_doubled_word(match[0]):
                continue
            if not fenced or kind == "bad characters":
                found.append(Defect(kind, start, end))
    found += _furniture(lines)
    found += _navigation(lines)
    found += _broken_lines(lines)
    found += _shattered(lines)
    found += _broken_tables(lines)
    found += _repeated(lines)
    found.sort(key=lambda defect: (defect.start, defect.end, defect.kind))
    return tuple(found)


def _is_doubled_word(piece: str) -> bool:
    """SSuummmmaarryy, but neither a rule of dashes nor one letter held down."""
    return piece.isalpha() and len(set(piece)) > 2


def _read_lines(text: str) -> tuple[list[_Line], list[tuple[int, int]]]:
    """Lines that are neither blank nor fenced, and the spans of the fences."""
    lines: list[_Line] = []
    fences: list[tuple[int, int]] = []
    offset, blank, fence, opened = 0, True, "", 0
    for line in text.split("\n"):
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fences.append((opened, offset + len(line)))
                fence = ""
            blank = True
        elif mark:
            fence, opened = mark[1], offset
        elif line and not line.isspace():
            lines.append(_Line(offset, line, blank))
            blank = False
        else:
            blank = True
        offset += len(line) + 1
    if fence:
        fences.append((opened, len(text)))
    return lines, fences


def _furniture(lines: list[_Line]) -> Iterator[Defect]:
    """Page numbers on their own, stamps, and short lines that come again and again."""
    folded = [
        _DIGITS.sub("0", line.text.strip())
        if _RUNNING_LEAST <= len(line.text) <= _RUNNING_LENGTH and not _MARKUP.match(line.text)
        else ""
        for line in lines
    ]
    times = Counter(folded)
    last = len(lines) - 1
    for at, line in enumerate(lines):
        text = folded[at]
        if times[text] >= _RUNNING_TIMES and text and text[-1].isalnum():
            found = " " in text or _is_cjk(text[0])
        elif len(line.text) < 40 and _PAGE_NUMBER.fullmatch(line.text.strip()):
            # Among numbers a number is the cell of a table or the tick of a chart.
            beside = [lines[max(at - 1, 0)].text, lines[min(at + 1, last)].text]
            alone = line.blank_above and (at == last or lines[at + 1].blank_above)
            least = 8 if alone else _PROSE_WIDTH
            found = any(sum(map(str.isalpha, text)) >= least for text in beside)
        else:
            found = "arXiv:" in line.text and bool(_STAMP.search(line.text))
        if found:
            yield Defect("furniture", line.start, line.end)


def _navigation(lines: list[_Line]) -> Iterator[Defect]:
    for line in lines:
        text = line.text.strip(" \t-*•|·>»«#")
        if len(text) < 60 and _NAVIGATION.fullmatch(text):
            yield Defect("web residue", line.start, line.end)


def _broken_lines(lines: list[_Line]) -> Iterator[Defect]:
    """A line or a paragraph that stops within a sentence which the next one goes on with."""
    verse = _verse_starts(lines)
    for above, line in pairwise(lines):
        before, after = above.text.rstrip(), line.text.lstrip()
        if _MARKUP.match(line.text) or _MARKUP.match(above.text) or line.start in verse:
            continue
        last, first = before[-1], after[0]
        if _is_cjk(last) and _is_cjk(first):
            # A heading has no stop either: only a line of prose width is known to go on.
            broken = not line.blank_above and len(before) >= _PROSE_WIDTH // 2
        else:
            goes_on = last.isalnum() or last in ",;(–—"
            prose = goes_on and len(before) >= _PROSE_WIDTH and " " in before
            broken = first.islower() and prose and bool(_WORDS_AHEAD.match(after))
        if broken:
            yield Defect("broken line", above.end, line.start)


def _verse_starts(lines: list[_Line]) -> set[int]:
    """Where lines start that are broken on purpose: those below the first of four or more,
    most of which end in punctuation. Text broken at a width seldom does."""
    starts: set[int] = set()
    block: list[_Line] = []
    for line in [*lines, None]:
        if line is not None and not (line.blank_above and block):
            block.append(line)
            continue
        stops = sum(not other.text.rstrip()[-1].isalnum() for other in block)
        if len(block) >= _VERSE_LINES and 5 * stops >= 3 * len(block):
            starts.update(other.start for other in block[1:])
        if line is not None:
            block = [line]
    return starts


def _is_cjk(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff"


def _shattered(lines: list[_Line]) -> Iterator[Defect]:
    """Five or more lines in a row of one or two characters each: a formula, glyph by glyph.
    Each five lines are one defect."""
    run: list[_Line] = []
    for line in [*lines, None]:
        if line is not None and len(line.text.strip()) <= 2:
            run.append(line)
            continue
        # A table column of digits has no other sign in it.
        if not all(piece.text.strip().isdigit() for piece in run):
            for at in range(0, len(run) - _SHATTERED_LINES + 1, _SHATTERED_LINES):
                yield Defect("shattered formula", run[at].start, run[at + _SHATTERED_LINES - 1].end)
        run = []


def _broken_tables(lines: list[_Line]) -> Iterator[Defect]:
    """Rows of a Markdown table whose number of cells is not that of its first row."""
    width, previous = 0, False
    for line in lines:
        row = line.text.strip()
        if not (row.startswith("|") and row.endswith("|") and len(row) > 1):
            previous = False
            continue
        cells = row.replace("\\|", "").count("|") - 1
        if not previous or line.blank_above:
            width = cells
        elif cells != width:
            yield Defect("broken table", line.start, line.end)
        previous = True


def _repeated(lines: list[_Line]) -> Iterator[Defect]:
    """A long line that stands there again within the next few lines."""
    recent: deque[str] = deque(maxlen=_REPEAT_MEMORY)
    for line in lines:
        text = line.text.strip()
        if len(text) < _REPEAT_LETTERS or text[0] in "|<#" or not any(map(str.isalpha, text)):
            continue
        if text in recent:
            yield Defect("doubled text", line.start, line.end)
        recent.append(text)
