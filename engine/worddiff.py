"""Word marks for one paragraph: what repair took away, added, replaced or rejoined.

The raw and the repaired side of a paragraph are compared word by word and blind to
reflow: line ends and spaces never count, neither do ``#`` marks in front of a heading,
and a word rejoined over a line end is shown as such instead of as a removal beside an
addition. The comparison is the longest common subsequence of tokens (the Indel
distance), computed bit-parallel by rapidfuzz.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress, pairwise
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

MarkKind = Literal["removed", "added", "replaced", "joined"]

FINE_CHARACTERS = 20_000
# The comparison takes the product of both lengths in bits of memory and about a
# nanosecond for each 8 of them.
MOST_PAIRS = 64_000_000

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = rf"[^\W{_CJK}]"
# Words, white space and single characters that tile the text; plain ASCII words and CJK
# characters are tried first because most text is made of them.
_PIECE = re.compile(
    rf"[A-Za-z_]+(?!{_WORD})|\s+|[{_CJK}]|\d+(?:[.,]\d+)+|{_WORD}+|⟦F\d+⟧|.", re.DOTALL
)
_HEADING = re.compile(r"^[ \t]*#{1,6}(?=[ \t])", re.MULTILINE)
_HYPHENS = "-\u2010\u2011\u00ad\u00ac"
# A place where one word may have been broken in two: hyphen and white space, a bare line
# end, or a soft hyphen.
_BREAK = re.compile(rf"[{_HYPHENS}]\s+|\u00ad|\n\s*")
_MOST_PARTS = 4
_CLAUSE_ENDS = frozenset(".,;:!?|。，；：！？、")


class Mark(NamedTuple):
    """``text[start:end]`` of one side is to be shown as `kind`. Offsets in code points.

    ``removed`` stands on the raw side only, ``added`` on the repaired side only,
    ``replaced`` and ``joined`` on both.
    """

    start: int
    end: int
    kind: MarkKind


class _Side(NamedTuple):
    """Tokens of one side, where they stand, and (ascending) which of them were put
    together from pieces."""

    words: list[str]
    starts: list[int]
    ends: list[int]
    joined: tuple[int, ...] = ()

    def joined_within(self, start: int, end: int) -> tuple[int, ...]:
        return self.joined[bisect_left(self.joined, start) : bisect_left(self.joined, end)]

    def mark(self, first: int, last: int, kind: MarkKind) -> Mark:
        return Mark(self.starts[first], self.ends[last], kind)


class _Block(NamedTuple):
    """Raw tokens a..b against repaired tokens c..d, half open."""

    equal: bool
    a: int
    b: int
    c: int
    d: int


def marks(raw: str, repaired: str) -> tuple[list[Mark], list[Mark]]:
    """Marks of the raw and of the repaired text, each in order and disjoint.

    Marks of one kind with only white space between them are one mark. Above
    `FINE_CHARACTERS` on either side, or `MOST_PAIRS` pairs of words between the common
    ends, whole clauses are compared instead of words; where even those are too many,
    all between the first and the last difference counts as replaced.
    """
    raw_plain = _without_heading_marks(raw)
    split, right = _side(raw_plain), _side(_without_heading_marks(repaired))
    if split.words == right.words:
        return [], []
    wanted = frozenset(right.words)
    left = _rejoin(raw_plain, split, wanted)
    compare = _coarse if max(len(raw), len(repaired)) > FINE_CHARACTERS else _fine
    blocks = compare(left, right)
    unmatched = _unmatched_joins(blocks, left)
    if unmatched:
        # The joined word stands elsewhere in the paragraph: here the pieces were kept.
        left = _rejoin(raw_plain, split, wanted - unmatched)
        blocks = compare(left, right)
    raw_marks: list[Mark] = []
    repaired_marks: list[Mark] = []
    for block in blocks:
        for side, mark in _block_marks(block, left, right):
            if side == 0:
                _append(raw_marks, mark, raw)
            else:
                _append(repaired_marks, mark, repaired)
    return raw_marks, repaired_marks


def _without_heading_marks(text: str) -> str:
    """The text with heading marks blanked, every offset unchanged."""
    if "#" not in text:
        return text
    return _HEADING.sub(lambda match: " " * len(match.group()), text)


def _side(text: str) -> _Side:
    pieces = _PIECE.findall(text)
    kept = [not piece.isspace() for piece in pieces]
    ends = list(accumulate(map(len, pieces), initial=0))
    return _Side(
        list(compress(pieces, kept)), list(compress(ends, kept)), list(compress(ends[1:], kept))
    )


def _rejoin(text: str, side: _Side, wanted: frozenset[str]) -> _Side:
    """Make one token of the pieces of each word that the other side has in one piece."""
    following = _breaks(text, side)
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    joined: list[int] = []
    at = 0
    for first in following:
        last, word = first, side.words[first]
        end, whole = first, ""
        for _ in range(_MOST_PARTS - 1):
            if first < at or last not in following:
                break
            last = following[last]
            word += side.words[last]
            if word in wanted:
                end, whole = last, word
        if whole:
            joined.append(len(words) + first - at)
            words += [*side.words[at:first], whole]
            starts += side.starts[at : first + 1]
            ends += [*side.ends[at:first], side.ends[end]]
            at = end + 1
    if not joined:
        return side
    return _Side(
        words + side.words[at:], starts + side.starts[at:], ends + side.ends[at:], tuple(joined)
    )


def _breaks(text: str, side: _Side) -> dict[int, int]:
    """Token before a possible word break → token after it.

    Only letters count: 2019-\\n2020 made 20192020 is a fault to show, not a join.
    """
    following: dict[int, int] = {}
    for match in _BREAK.finditer(text):
        start, end = match.span()
        after = bisect_left(side.starts, end)
        first = after - (2 if text[start] in _HYPHENS else 1)
        if first >= 0 and side.words[first][-1].isalpha() and text[end : end + 1].isalpha():
            following[first] = after
    return following


def _blocks(left: Sequence[object], right: Sequence[object]) -> list[_Block]:
    """Runs of equal and of differing tokens in turn."""
    blocks: list[_Block] = []
    for operation in Indel.opcodes(left, right):
        equal = operation.tag == "equal"
        a, b = operation.src_start, operation.src_end
        c, d = operation.dest_start, operation.dest_end
        if blocks and not equal and not blocks[-1].equal:
            before = blocks.pop()
            a, c = before.a, before.c
        blocks.append(_Block(equal, a, b, c, d))
    return blocks


def _fine(left: _Side, right: _Side) -> list[_Block]:
    blocks = _blocks_within_budget(left.words, right.words)
    return blocks if blocks is not None else _coarse(left, right)


def _coarse(left: _Side, right: _Side) -> list[_Block]:
    """Compare clauses (up to a punctuation mark or a table bar) instead of words."""
    left_at, right_at = _clauses(left.words), _clauses(right.words)
    left_clauses = _texts(left.words, left_at)
    right_clauses = _texts(right.words, right_at)
    blocks = _blocks_within_budget(left_clauses, right_clauses)
    if blocks is None:
        head, tail = _common_ends(left_clauses, right_clauses)
        n, m = len(left_clauses), len(right_clauses)
        blocks = [
            _Block(True, 0, head, 0, head),
            _Block(False, head, n - tail, head, m - tail),
            _Block(True, n - tail, n, m - tail, m),
        ]
    return [
        _Block(
            block.equal, left_at[block.a], left_at[block.b], right_at[block.c], right_at[block.d]
        )
        for block in blocks
    ]


def _blocks_within_budget(left: Sequence[object], right: Sequence[object]) -> list[_Block] | None:
    """None where what remains between the common ends is too much to compare."""
    if len(left) * len(right) > MOST_PAIRS:
        both = sum(_common_ends(left, right))
        if (len(left) - both) * (len(right) - both) > MOST_PAIRS:
            return None
    return _blocks(left, right)


def _clauses(words: Sequence[str]) -> list[int]:
    """Token numbers at which clauses begin, and the number of tokens."""
    ends = [i + 1 for i, word in enumerate(words) if word in _CLAUSE_ENDS]
    return [0, *ends] if ends and ends[-1] == len(words) else [0, *ends, len(words)]


def _texts(words: Sequence[str], at: Sequence[int]) -> list[tuple[str, ...]]:
    return [tuple(words[start:end]) for start, end in pairwise(at)]


def _common_ends(left: Sequence[object], right: Sequence[object]) -> tuple[int, int]:
    """Number of equal tokens at the beginning and, of the rest, at the end."""
    n, m = len(left), len(right)
    head = 0
    while head < min(n, m) and left[head] == right[head]:
        head += 1
    tail = 0
    while tail < min(n, m) - head and left[n - 1 - tail] == right[m - 1 - tail]:
        tail += 1
    return head, tail


def _unmatched_joins(blocks: Sequence[_Block], left: _Side) -> frozenset[str]:
    return frozenset(
        left.words[i]
        for block in blocks
        if not block.equal
        for i in left.joined_within(block.a, block.b)
    )


def _block_marks(block: _Block, left: _Side, right: _Side) -> Iterator[tuple[int, Mark]]:
    """Marks of one block as (side, mark); side 0 is raw, 1 is repaired."""
    a, b, c, d = block.a, block.b, block.c, block.d
    if block.equal:
        for i in left.joined_within(a, b):
            yield 0, left.mark(i, i, "joined")
            yield 1, right.mark(c + i - a, c + i - a, "joined")
    elif d - c == 1 and _broken_around(left.words[a:b], right.words[c]):
        # A page head stood between the two halves of the word: only that was removed.
        yield 0, left.mark(a, a + 1, "joined")
        yield 0, left.mark(a + 2, b - 2, "removed")
        yield 0, left.mark(b - 1, b - 1, "joined")
        yield 1, right.mark(c, c, "joined")
    else:
        if b > a:
            yield 0, left.mark(a, b - 1, "replaced" if d > c else "removed")
        if d > c:
            yield 1, right.mark(c, d - 1, "replaced" if b > a else "added")


def _broken_around(words: Sequence[str], whole: str) -> bool:
    return (
        len(words) > 3
        and words[1] in _HYPHENS
        and words[0] + words[-1] == whole
        and words[0].isalpha()
        and words[-1].isalpha()
    )


def _append(target: list[Mark], mark: Mark, text: str) -> None:
    if target:
        last = target[-1]
        between = text[last.end : mark.start]
        if last.kind == mark.kind and (not between or between.isspace()):
            target[-1] = Mark(last.start, mark.end, mark.kind)
            return
    target.append(mark)
