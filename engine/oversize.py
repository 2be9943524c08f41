"""Divide a paragraph that is over the limit by itself.

The pieces are the finest units the packer may cut between: sentences of prose, items of a
list, lines of code, rows of a table. A unit that is still too long goes down a ladder (lines,
clauses or cells, words, characters that may stand apart, grapheme clusters) until it fits.
A placeholder, an inline formula or a grapheme cluster that fits is never cut. The limit is
hard: a cluster over it (a letter under hundreds of marks) is cut between code points, and a
single code point that costs more than the limit is the one thing that can exceed it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import regex

from engine.document import ParagraphKind, Span
from engine.sentences import sentence_ends
from engine.tokens import PIECE, Counter

Ints = npt.NDArray[np.int64]

SENTENCE, LINE, CLAUSE, WORD, WORD_END, CHARACTER, CLUSTER, _CODE_POINT = range(8)

# Differences of cumulative counts are near the exact count, never this far off.
_SLACK = 16
_SLACK_PER_PIECE = 4  # in long runs (`engine.tokens.long_runs`)
# White space of at most this length ends a paragraph; it and one code point fit twice that.
_GAP = 4
# Units far smaller than the budget cost time and buy nothing, so they are joined.
UNITS_PER_BUDGET = 128

_FENCE = re.compile(r"^([ \t>]*)(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_FENCES = ("```", "~~~")
_TABLE_RULE = frozenset("|-: \t")
_LIST_ITEM = re.compile(r"^[ \t]*(?:[-*+•‣◦·]|\(?\w{1,4}[.)、])[ \t]", re.MULTILINE)
_PROTECTED = re.compile(
    r"⟦F\d+⟧"
    r"|(?<![\\$])\$\$[^$]{1,2000}\$\$"
    r"|(?<![\\$])\$(?=\S)(?:[^$\\\n]|\\.|\n(?!\s*\n)){1,300}?(?<!\s)\$(?![\d$])"
    r"|\\\((?:[^\\]|\\[^()]){1,1000}?\\\)"
    r"|\\\[(?:[^\\]|\\[^\[\]]){1,2000}?\\\]"
)
_CLAUSE = re.compile(r"[,;:—–][\"'”’»)\]]*\s+|\s[—–]\s+|[，；：、،؛][”’」』）】》]*\s*")
_CELL = re.compile(r"(?<!\\)\|\s*")
_SPACE = re.compile(r"\s+")
_LINE_END = re.compile(r"\n(?:[^\S\n]*\n)*")
# A flag is two regional indicators. Told apart here, since `\X` counts back through all the
# flags before each one, which takes quadratic time.
_CLUSTER = regex.compile(r"[\U0001f1e6-\U0001f1ff]{2}(?![\p{M}\p{GCB=EX}\u200d])|\X")
_EXTENDS = regex.compile(r"[\p{M}\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_CLOSERS = "”’」』）】》〉〕］｝…。，、！？；：．,.;:!?)]}»›\u060c\u061b\u061f"
_OPENERS = "“‘「『（【《〈〔［｛([{«‹"
# First and last code points of letters and digits that are written in words with spaces.
_ALPHABETS = (
    *((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A), (0xC0, 0xDFF), (0x10A0, 0x10FF)),
    *((0x1200, 0x139F), (0x1E00, 0x1FFF), (0xAC00, 0xD7A3)),
)
# Ranges in which every code point is a grapheme cluster of its own, whatever stands beside it.
_SINGLES = (
    *((0x00, 0x0C), (0x0E, 0x2FF), (0x2010, 0x2027), (0x2030, 0x205E), (0x2460, 0x24FF)),
    *((0x3000, 0x3029), (0x3031, 0x303C), (0x3041, 0x3096), (0x309B, 0x9FFF), (0xFF00, 0xFF9D)),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """``text[start:end]`` of about `tokens` tokens.

    `rank` says what kind of place it begins at (`SENTENCE` … `CLUSTER`). `prefix` is handed on
    before a chunk that begins here, `suffix` after a chunk that ends just before here.
    """

    start: int
    end: int
    tokens: int
    rank: int = SENTENCE
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class _Region:
    """A part of the paragraph with one way of being cut: a fence, a table, anything else.
    Cuts lie after `body` and before `tail`: not in the table head or beside a fence line."""

    start: int
    end: int
    kind: ParagraphKind
    prefix: str = ""
    suffix: str = ""
    body: int = 0
    tail: int = sys.maxsize


def divide(
    text: str, span: Span, kind: ParagraphKind, counter: Counter, limit: int, head: str = ""
) -> tuple[Piece, ...]:
    """Pieces that tile `span` (one paragraph and the white space after it), each of which,
    with `head`, its prefix and the next piece's suffix around it, is within `limit` tokens
    by an exact count; only a single code point can be over. Time is linear in the
    span's length. `head` is what the caller hands on before every chunk (a heading path)."""
    pieces: list[Piece] = []
    for region in _regions(text, span, kind):
        region = _affordable(region, counter, limit, head)
        divider = _Divider(text, region, counter, limit, head)
        for index, (start, end, rank) in enumerate(divider.pieces()):
            # A row or line that is itself cut no longer lines up with its head.
            inside = index > 0 and (region.kind == "code" or rank <= LINE)
            prefix = region.prefix if inside else ""
            suffix = _closing(text, start, region.suffix) if inside else ""
            tokens = divider.tokens(start, end)
            pieces.append(Piece(start, end, tokens, rank, prefix, suffix))
    return tuple(pieces)


def sentence_starts(text: str, start: int, end: int, kind: ParagraphKind) -> list[int]:
    """Where sentences or list items begin inside ``text[start:end]``, a paragraph, its own
    start left out; none in a paragraph that is no prose or holds code."""
    if kind not in ("prose", "list") or any(text.find(mark, start, end) >= 0 for mark in _FENCES):
        return []
    starts: list[int] = []
    if kind == "list":
        starts = [mark.start() for mark in _LIST_ITEM.finditer(text, start, end)]
    if len(starts) < 2:
        starts = _behind_space(text, sentence_ends(text, start, end), end)
    formulas = [mark.span() for mark in _PROTECTED.finditer(text, start, end)]
    return [
        place
        for place in starts
        if start < place < end and not any(a < place < b for a, b in formulas)
    ]


def _regions(text: str, span: Span, kind: ParagraphKind) -> Iterator[_Region]:
    start, end = span
    if kind == "table":
        yield _table(text, start, end)
        return
    around: ParagraphKind = "prose" if kind == "code" else kind
    at = start
    opening: re.Match[str] | None = None
    # The indentation of a first line belongs to the paragraph before.
    line = text.rfind("\n", 0, start) + 1
    for mark in _FENCE.finditer(text, start if text[line:start].strip() else line, end):
        if opening is None:
            if text[at : mark.start()].strip():
                yield _Region(at, mark.start(), around)
                at = mark.start()
            opening = mark
        elif _closes(opening, mark):
            after = _skip_space(text, mark.end(), end)
            yield _fence(opening, at, after, mark.start())
            at, opening = after, None
    if opening is not None:
        yield _fence(opening, at, end, end)
    elif at < end:
        yield _Region(at, end, around if at > start else kind)


def _closes(opening: re.Match[str], mark: re.Match[str]) -> bool:
    same = opening[2][0] == mark[2][0] and len(mark[2]) >= len(opening[2])
    return same and not mark[3].strip()


def _fence(opening: re.Match[str], start: int, end: int, tail: int) -> _Region:
    first_line, closing_line = opening[0] + "\n", opening[1] + opening[2] + "\n"
    return _Region(start, end, "code", first_line, closing_line, opening.end() + 1, tail)


def _table(text: str, start: int, end: int) -> _Region:
    first = text.find("\n", start, end) + 1
    second = text.find("\n", first, end) + 1
    rule = text[first : second - 1] if first and second else ""
    if "-" in rule and _TABLE_RULE.issuperset(rule):
        return _Region(start, end, "table", text[start:second], "", second)
    return _Region(start, end, "table")


def _closing(text: str, cut: int, suffix: str) -> str:
    """A closing fence stands on a line of its own, also after a line that is itself cut."""
    return "\n" + suffix if suffix and text[cut - 1] != "\n" else suffix


def _affordable(region: _Region, counter: Counter, limit: int, head: str) -> _Region:
    """The region without its prefix and suffix where they would take over half the limit."""
    around = counter.count(head + region.prefix + region.suffix) - counter.count(head)
    if 2 * around <= limit:
        return region
    return replace(region, prefix="", suffix="", body=0, tail=sys.maxsize)


class _Divider:
    """One region with its cumulative token counts and the places where it may be cut."""

    def __init__(self, text: str, region: _Region, counter: Counter, limit: int, head: str) -> None:
        self._text = text
        self._region = region
        self._counter = counter
        self._limit = limit
        self._head = head
        self._counts = counter.offsets(text[region.start : region.end])
        around = counter.count(head + region.prefix) + counter.count(region.suffix)
        self._budget = max(1, limit - around)
        self._guards = self._protected_spans()
        self._last = self._last_place()

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """(start, end, rank) of every unit, in order; together they tile the region."""
        minimum = self._budget // UNITS_PER_BUDGET
        held: tuple[int, int, int] | None = None
        for piece in self._descend(self._region.start, self._region.end, SENTENCE):
            if held and piece[2] <= LINE and self.tokens(held[0], piece[1]) <= minimum:
                held = (held[0], piece[1], held[2])
                continue
            if held:
                yield held
            held = piece
        if held:
            yield held

    def _descend(self, start: int, end: int, level: int) -> Iterator[tuple[int, int, int]]:
        """Sentences stand alone; below them, units of one level are joined to even parts."""
        places = self._places(start, end, level)
        parts = self._units(places) if level == SENTENCE else self._parts(places)
        for number, (a, b, fits) in enumerate(parts):
            rank = self._rank(a, level) if number else SENTENCE
            if fits or level == _CODE_POINT:
                yield a, b, rank
                continue
            for index, (c, d, inner) in enumerate(self._descend(a, b, level + 1)):
                yield c, d, inner if index else rank

    def _units(self, places: Ints) -> Iterator[tuple[int, int, bool]]:
        """(start, end, whether it fits) of what lies between neighbouring `places`."""
        for start, end in pairwise(places.tolist()):
            # Most sentences are far below the limit; only the others are worth an exact count.
            small = 2 * self.tokens(start, end) + _SLACK <= self._budget
            yield start, end, small or self._excess(start, end) <= 0

    def _parts(self, places: Ints) -> Iterator[tuple[int, int, bool]]:
        """The same with units joined to parts that fit, about equally long; a unit that does
        not fit is a part of its own."""
        counts = self._counts[places - self._region.start]
        at, last = 0, len(places) - 1
        while at < last:
            rest = int(counts[last] - counts[at])
            share = -(-rest // max(1, -(-rest // self._budget)))
            even = int(np.searchsorted(counts, counts[at] + share, "left"))
            room = self._budget
            while True:
                most = int(np.searchsorted(counts, counts[at] + room, "right")) - 1
                stop = max(min(even, most, last), at + 1)
                over = self._excess(int(places[at]), int(places[stop]))
                if over <= 0 or stop == at + 1:
                    break
                room = min(room, int(counts[stop] - counts[at])) - over
            yield int(places[at]), int(places[stop]), over <= 0
            at = stop

    def _rank(self, place: int, level: int) -> int:
        """The level, except that in code only a blank line is as good as a sentence end."""
        if self._region.kind == "code" and level == SENTENCE:
            above = self._text[max(self._region.start, place - 2) : place]
            return SENTENCE if above == "\n\n" else LINE
        return min(level, CLUSTER)

    def _places(self, start: int, end: int, level: int) -> Ints:
        """Where ``text[start:end]`` may be cut at this level, both ends included."""
        found = np.sort(np.asarray(self._candidates(start, end, level), dtype=np.int64))
        lowest, highest = max(start, self._region.body), min(end, self._region.tail, self._last)
        keep = (found > lowest) & (found < highest) & (np.diff(found, prepend=-1) > 0)
        found = found[keep]
        if level < CHARACTER:
            found = found[[not self._joins(place) for place in found.tolist()]]
        starts, ends = self._guards
        if len(starts) and len(found):
            guard = np.searchsorted(starts, found, "left") - 1
            found = found[(guard < 0) | (found >= ends[guard])]
        return np.concatenate(([start], found, [end]))

    def _last_place(self) -> int:
        """Before which a cut must lie: the white space that ends the region stays with the
        text above it, unless there is too much of it or the budget holds hardly anything."""
        region = self._region
        shown = self._text[region.start : region.end].rstrip()
        visible = region.start + len(shown)
        gap = region.end - visible
        return visible if shown and 0 < gap <= _GAP and self._budget >= 2 * _GAP else region.end

    def _candidates(self, start: int, end: int, level: int) -> Sequence[int] | Ints:
        text, kind = self._text, self._region.kind
        if level == SENTENCE and kind == "list":
            return [mark.start() for mark in _LIST_ITEM.finditer(text, start, end)]
        if level == SENTENCE and kind not in ("code", "table", "formula"):
            return _behind_space(text, sentence_ends(text, start, end), end)
        if level in (SENTENCE, LINE):
            lines = [mark.end() for mark in _LINE_END.finditer(text, start, end)]
            if kind == "list":
                return lines + _behind_space(text, sentence_ends(text, start, end), end)
            return lines
        if level == CLAUSE:
            pattern = _CELL if kind == "table" else _CLAUSE
            return [mark.end() for mark in pattern.finditer(text, start, end)]
        if level == WORD:
            return [mark.end() for mark in _SPACE.finditer(text, start, end)]
        if level == WORD_END:
            return [mark.start() for mark in _SPACE.finditer(text, start, end)]
        if level == _CODE_POINT:
            return np.arange(start + 1, end, dtype=np.int64)
        return self._clusters(start, end, apart=level == CHARACTER)

    def _clusters(self, start: int, end: int, apart: bool) -> Ints:
        """Ends of grapheme clusters; with `apart`, without those inside a word, after an
        opening or before a closing mark."""
        data = self._text[start:end].encode("utf-32-le", "surrogatepass")
        points = np.frombuffer(data, dtype=np.uint32)
        if _within(points, _SINGLES).all():
            ends = np.arange(1, len(points), dtype=np.int64)
        else:
            clusters = _CLUSTER.findall(self._text, start, end)
            ends = np.cumsum(np.fromiter(map(len, clusters), np.int64, len(clusters)))[:-1]
        if apart:
            above, below = points[ends - 1], points[ends]
            words = _within(points, _ALPHABETS)
            bound = words[ends - 1] & words[ends]
            bound |= np.isin(above, _points(_OPENERS)) | np.isin(below, _points(_CLOSERS))
            ends = ends[~bound]
        return ends + start

    def _joins(self, place: int) -> bool:
        """Whether the character at `place` belongs to the cluster before it."""
        return not self._text[place].isascii() and bool(_EXTENDS.match(self._text, place))

    def tokens(self, start: int, end: int) -> int:
        """About what ``text[start:end]`` costs, by difference."""
        base = self._region.start
        return int(self._counts[end - base] - self._counts[start - base])

    def _excess(self, start: int, end: int) -> int:
        """How many tokens ``text[start:end]`` is over the limit as handed on (0 or less: it
        fits), counted exactly unless it is clearly over."""
        tokens = self.tokens(start, end)
        if tokens > self._budget + _SLACK + _SLACK_PER_PIECE * ((end - start) // PIECE):
            return tokens - self._budget
        region = self._region
        closing = _closing(self._text, end, region.suffix)
        around = self._head + region.prefix + self._text[start:end] + closing
        return self._counter.count(around) - self._limit

    def _protected_spans(self) -> tuple[Ints, Ints]:
        """Starts and ends of placeholders and formulas that fit into one piece."""
        text, start, end = self._text, self._region.start, self._region.end
        spans: list[Span] = []
        if any(text.find(sign, start, end) >= 0 for sign in "⟦$\\"):
            spans = [mark.span() for mark in _PROTECTED.finditer(text, start, end)]
        spans = [span for span in spans if self.tokens(*span) + 1 < self._budget]
        table = np.asarray(spans, dtype=np.int64).reshape(-1, 2)
        return table[:, 0], table[:, 1]


def _points(characters: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(characters.encode("utf-32-le"), dtype=np.uint32)


def _within(
    points: npt.NDArray[np.uint32], ranges: Sequence[tuple[int, int]]
) -> npt.NDArray[np.bool_]:
    result = np.zeros(len(points), dtype=np.bool_)
    for first, last in ranges:
        result |= (points >= first) & (points <= last)
    return result


def _behind_space(text: str, places: Sequence[int], end: int) -> list[int]:
    """The ascending `places`, each moved behind the white space there; those that fall on one
    place are one."""
    moved: list[int] = []
    for place in places:
        if not moved or place > moved[-1]:
            moved.append(_skip_space(text, place, end))
    return moved


def _skip_space(text: str, place: int, end: int) -> int:
    space = _SPACE.match(text, place, end)
    return space.end() if space else place
