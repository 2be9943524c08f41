"""The text laid out for packing: units with token counts, and the gaps between them.

A unit is a paragraph with the white space after it or, where one paragraph alone is over the
limit or sentences are asked for, a piece of it. Gap g lies above unit g; gap 0 is the start of
the text and the last gap its end. Nothing here depends on boundaries, so it is built once per
text and limit.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph
from engine.oversize import Piece, divide, sentence_starts
from engine.tokens import PIECE, Counter, counts_between, long_runs

Ints = npt.NDArray[np.int64]

PARAGRAPH_GAP = -1

# Encodings whose pre-tokeniser never carries a token from a line end over to the visible
# character after it (cl100k_base: every alternative of its pattern that takes a line end ends
# with white space). Counts of such pieces add up exactly, so a chunk need not be counted anew.
_ADDITIVE_AT_LINES = frozenset({"cl100k_base"})

_LINE_HEAD = re.compile(r"[^\S\r\n]*\S")

# A paragraph this near the limit by its given count is counted anew to say whether it is over;
# one with a long run, whose count is only about right, also where it is further off.
_NEAR = 8
_NEAR_PER_PIECE = 4


@dataclass(frozen=True, slots=True)
class Head:
    """What is handed on before every chunk that begins in one paragraph."""

    path: tuple[str, ...]
    text: str
    tokens: int


NO_HEAD = Head((), "", 0)


@dataclass(frozen=True, slots=True)
class Layout:
    """Lists over the n + 1 gaps, offsets in code points, counts in tokens.

    A chunk from gap i to gap j costs about ``before[i] + tokens[j] - tokens[i] + after[j]``;
    exactly that where all its gaps are safe, that is, where counts on both sides add up, and
    no unit is rough, that is, has a count that is only about right (`engine.tokens.long_runs`).
    ``unsafe[g]`` counts the gaps before gap g that are not safe or lie above a rough unit.
    `paragraph[g]` is the paragraph of unit g, `rank[g]` is `PARAGRAPH_GAP` or the kind of
    place inside a paragraph (`engine.oversize`), `gap_of[p]` is the gap above paragraph p.
    """

    limit: int
    offsets: list[int]
    tokens: list[int]
    before: list[int]
    after: list[int]
    unsafe: list[int]
    paragraph: list[int]
    rank: list[int]
    gap_of: Ints
    heads: Sequence[Head]
    prefixes: dict[int, str]
    suffixes: dict[int, str]

    @property
    def last(self) -> int:
        """The gap at the end of the text."""
        return len(self.offsets) - 1

    def estimate(self, start: int, end: int) -> int:
        return self.before[start] + self.tokens[end] - self.tokens[start] + self.after[end]

    def fits(self, start: int, end: int) -> bool:
        """Whether the chunk is within the limit by its estimate; a single unit always is."""
        return end == start + 1 or self.estimate(start, end) <= self.limit

    def exact(self, start: int, end: int) -> bool:
        """Whether the estimate of this chunk is its exact count."""
        return self.unsafe[end + 1] == self.unsafe[start]

    def inside(self, gap: int) -> bool:
        """Whether this gap lies inside a paragraph."""
        return gap < self.last and self.rank[gap] != PARAGRAPH_GAP

    def around(self, start: int, end: int) -> tuple[Head, str, str]:
        """What a chunk's span is handed on with: head, prefix, suffix."""
        head = self.heads[self.paragraph[start]]
        return head, self.prefixes.get(start, ""), self.suffixes.get(end, "")


def lay_out(
    text: str,
    paragraphs: Sequence[Paragraph],
    counter: Counter,
    limit: int,
    heads: Sequence[Head],
    sentences: bool = False,
) -> Layout:
    """Lay out at least one paragraph; `heads` has one entry per paragraph. With `sentences`,
    each sentence of prose and each list item is a unit, also where the paragraph fits."""
    builder = _Builder(text, counter, limit)
    ends = [paragraph.start for paragraph in paragraphs[1:]] + [len(text)]
    inner = _sentences(text, paragraphs, counter) if sentences else {}
    start = 0
    for number, (paragraph, end) in enumerate(zip(paragraphs, ends, strict=True)):
        tokens = paragraph.tokens
        if start < paragraph.start:
            tokens = counter.count(text[start:end])
        head = heads[number]
        over = head.tokens + tokens - limit
        near = _NEAR
        if rough := builder.rough(start, end):
            near += _NEAR_PER_PIECE * ((end - start) // PIECE)
        if abs(over) <= near and (rough or not (builder.safe(start) and builder.safe(end))):
            over = counter.count(head.text + text[start:end]) - limit
        if over > 0:
            pieces = divide(text, (start, end), paragraph.kind, counter, limit, head.text)
            builder.add_pieces(number, head, pieces)
        elif number in inner:
            rest = sum(piece.tokens for piece in inner[number])
            first = Piece(start, inner[number][0].start, tokens - rest)
            builder.add_pieces(number, head, (first, *inner[number]))
        else:
            builder.add(number, head, start, tokens, rough)
        start = end
    return builder.layout(heads)


def _sentences(
    text: str, paragraphs: Sequence[Paragraph], counter: Counter
) -> dict[int, list[Piece]]:
    """By paragraph number the sentences but the first, for paragraphs of several."""
    starts = [sentence_starts(text, p.start, p.end, p.kind) for p in paragraphs]
    owners = [number for number, inside in enumerate(starts) for _ in (0, *inside)]
    places = [
        place
        for paragraph, inside in zip(paragraphs, starts, strict=True)
        for place in (paragraph.start, *inside)
    ]
    places.append(len(text))
    found: dict[int, list[Piece]] = {}
    counts = counts_between(text, places, counter)
    for index, (owner, tokens) in enumerate(zip(owners, counts, strict=True)):
        if index and owner == owners[index - 1]:
            piece = Piece(places[index], places[index + 1], tokens)
            found.setdefault(owner, []).append(piece)
    return found


class _Builder:
    def __init__(self, text: str, counter: Counter, limit: int) -> None:
        self.additive = counter.name in _ADDITIVE_AT_LINES
        self._runs = list(long_runs(text))
        self._text = text
        self._counter = counter
        self._limit = limit
        self._offsets: list[int] = []
        self._tokens = [0]
        self._before: list[int] = []
        self._after: list[int] = []
        self._unsafe = [0]
        self._paragraph: list[int] = []
        self._rank: list[int] = []
        self._gap_of: list[int] = []
        self._around: dict[str, int] = {}
        self._prefixes: dict[int, str] = {}
        self._suffixes: dict[int, str] = {}

    def safe(self, offset: int) -> bool:
        """Whether counts on both sides of `offset` add up to the count across it."""
        text = self._text
        if offset == len(text):
            return self.additive
        if not self.additive or (offset and text[offset - 1] != "\n"):
            return False
        return text[offset].isalnum() or _LINE_HEAD.match(text, offset) is not None

    def rough(self, start: int, end: int) -> bool:
        """Whether a long run lies in ``text[start:end]`` or reaches into it."""
        if not self._runs:
            return False
        following = bisect_left(self._runs, (end, end))
        return following > 0 and self._runs[following - 1][1] > start

    def add(self, paragraph: int, head: Head, start: int, tokens: int, rough: bool) -> None:
        self._gap_of.append(len(self._offsets))
        self._append(paragraph, head, start, tokens, PARAGRAPH_GAP, rough)

    def add_pieces(self, paragraph: int, head: Head, pieces: Sequence[Piece]) -> None:
        self._gap_of.append(len(self._offsets))
        for index, piece in enumerate(pieces):
            gap = len(self._offsets)
            rank = piece.rank if index else PARAGRAPH_GAP
            rough = self.rough(piece.start, piece.end)
            self._append(paragraph, head, piece.start, piece.tokens, rank, rough)
            if piece.prefix:
                self._prefixes[gap] = piece.prefix
                self._before[gap] += self._count(piece.prefix)
            if piece.suffix:
                self._suffixes[gap] = piece.suffix
                self._after[gap] += self._count(piece.suffix)

    def _count(self, around: str) -> int:
        """Tokens of a prefix or suffix, of which a paragraph has few."""
        if around not in self._around:
            self._around[around] = self._counter.count(around)
        return self._around[around]

    def _append(
        self, paragraph: int, head: Head, start: int, tokens: int, rank: int, rough: bool
    ) -> None:
        # Where counts do not add up, a cut may cost a token on either side of it.
        slack = 0 if self.safe(start) else 1
        self._offsets.append(start)
        self._tokens.append(self._tokens[-1] + tokens)
        self._before.append(head.tokens + slack)
        self._after.append(slack)
        self._unsafe.append(self._unsafe[-1] + (slack or rough))
        self._paragraph.append(paragraph)
        self._rank.append(rank)

    def layout(self, heads: Sequence[Head]) -> Layout:
        end_slack = 0 if self.additive else 1
        return Layout(
            limit=self._limit,
            offsets=[*self._offsets, len(self._text)],
            tokens=self._tokens,
            before=self._before,
            after=[*self._after, 0],
            unsafe=[*self._unsafe, self._unsafe[-1] + end_slack],
            paragraph=self._paragraph,
            rank=self._rank,
            gap_of=np.asarray(self._gap_of, dtype=np.int64),
            heads=heads,
            prefixes=self._prefixes,
            suffixes=self._suffixes,
        )
