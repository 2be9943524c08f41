"""Where a decision stands when the text around it has changed.

A decision about a gap belongs to the paragraph below it. Each paragraph is known by a
hash of its folded text (letters, digits and marks only), so that line breaks, hyphens
and Markdown signs may come and go without a decision losing its place.
"""

from __future__ import annotations

import bisect
import hashlib
import itertools
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import regex

from engine.document import Paragraph

HASH_BYTES = 8
EXCERPT = 240  # characters of folded text kept for comparing an altered paragraph
SIMILAR = 0.85  # rapidfuzz ratio from which two paragraphs count as the same one
REACH = 32  # paragraphs around the expected place in which an altered one is looked for
OPENING = 24  # characters an opening needs before it can stand for its paragraph
BLOCK = 100_000_000  # cells of the largest alignment table between two fixed points

Value = TypeVar("Value")
_FORMAT = regex.compile(r"[\p{Z}\p{P}\p{S}\p{C}]+")
_ASCII_FORMAT = bytes(code for code in range(128) if not chr(code).isalnum())


@dataclass(frozen=True, slots=True)
class Landmarks:
    """The paragraphs of one text, in order. Equal `key`s mean equal text and equal
    paragraphs. `excerpts` hold the first `EXCERPT` characters of the folded text."""

    key: str
    hashes: tuple[bytes, ...]
    excerpts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A gap of the text with landmarks `key`: hashes of the paragraphs below and above
    it (`above` is empty at the top) and the start of the folded paragraph below."""

    key: str
    gap: int
    below: bytes
    above: bytes
    excerpt: str


def fold(text: str) -> str:
    """What is left of `text` when its form is taken away; a text of signs only keeps them."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    # In UTF-8 an ASCII byte is always that character, and bytes are deleted ten times as
    # fast as a pattern is replaced.
    rest = plain.encode("utf-8", "replace").translate(None, _ASCII_FORMAT).decode("utf-8")
    return _FORMAT.sub("", rest) or "".join(plain.split())


def landmarks(text: str, paragraphs: Sequence[Paragraph]) -> Landmarks:
    """Landmarks of the repaired `text`."""
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass"))
    hashes: list[bytes] = []
    excerpts: list[str] = []
    for paragraph in paragraphs:
        key.update(b"%d," % paragraph.start)
        folded = fold(text[paragraph.start : paragraph.end])
        hashes.append(
            hashlib.blake2b(folded.encode("utf-8", "replace"), digest_size=HASH_BYTES).digest()
        )
        excerpts.append(folded[:EXCERPT])
    return Landmarks(key.hexdigest(), tuple(hashes), tuple(excerpts))


def anchor(gap: int, marks: Landmarks) -> Anchor:
    """The anchor of `gap`; ValueError where there is no paragraph of that number."""
    if not 0 <= gap < len(marks.hashes):
        raise ValueError(f"gap {gap} of {len(marks.hashes)} paragraphs")
    above = marks.hashes[gap - 1] if gap else b""
    return Anchor(marks.key, gap, marks.hashes[gap], above, marks.excerpts[gap])


def reattach(
    anchors: Sequence[Anchor],
    old: Sequence[bytes],
    new: Landmarks,
    taken: frozenset[int] = frozenset(),
) -> list[int | None]:
    """The gap of `new` for each of `anchors`, which all stand in the text with the
    paragraph hashes `old`; None where the paragraph is not found.

    In this order: the same text; a hash that both texts have once; a pair with the
    paragraph above that both have once; the alignment of the two texts; the nearest
    equal paragraph that is still free; the most similar free paragraph near the expected
    place. No two different gaps get the same place, and none gets one of `taken`.
    """
    gaps = sorted({item.gap for item in anchors})
    by_gap = {item.gap: item for item in anchors}
    if anchors and anchors[0].key == new.key:
        found = {gap: gap for gap in gaps if gap not in taken}
    else:
        found = _Search(old, new, taken).places([by_gap[gap] for gap in gaps])
    return [found.get(item.gap) for item in anchors]


class _Search:
    """Places in `new` for gaps of one old text. Equal paragraphs are paired for the whole
    text at once, so that the place of a gap does not depend on which others are asked for."""

    def __init__(self, old: Sequence[bytes], new: Landmarks, taken: frozenset[int]) -> None:
        self._new = new
        self._old = old
        self._taken = set(taken)
        self._aligned = align(old, new.hashes)
        self._fixed = sorted(self._aligned)
        self._known = set(old)
        self._equal: dict[int, int] = {}
        self._free: dict[bytes, list[int]] = {}
        for spot, digest in enumerate(new.hashes):
            self._free.setdefault(digest, []).append(spot)
        self._pair_equals()

    def places(self, anchors: Sequence[Anchor]) -> dict[int, int]:
        found: dict[int, int] = {}
        # Step by step over all anchors: a sure place is never lost to a guess about
        # another anchor.
        for step in (self._same, self._spare, self._similar):
            for item in anchors:
                if item.gap in found:
                    continue
                place = next((spot for spot in step(item) if spot not in self._taken), None)
                if place is not None:
                    found[item.gap] = place
                    self._taken.add(place)
        return found

    def _pair_equals(self) -> None:
        old, new = self._old, self._new.hashes
        new_single = _singles(new)
        for digest, gap in _singles(old).items():
            if digest in new_single:
                self._claim(gap, new_single[digest])
        new_pair = _singles(itertools.pairwise(new))
        for pair, gap in _singles(itertools.pairwise(old)).items():
            if pair in new_pair:
                self._claim(gap + 1, new_pair[pair] + 1)
        for gap, spot in self._aligned.items():
            self._claim(gap, spot)
        for gap, digest in enumerate(old):
            free = self._free.get(digest)
            if free and gap not in self._equal:
                expected, _, _ = self._expected(gap)
                at = bisect.bisect_left(free, expected)
                near = free[max(at - 1, 0) : at + 1]
                self._claim(gap, min(near, key=partial(_distance, expected)))

    def _claim(self, gap: int, spot: int) -> None:
        free = self._free[self._new.hashes[spot]]
        at = bisect.bisect_left(free, spot)
        if gap not in self._equal and at < len(free) and free[at] == spot:
            self._equal[gap] = spot
            del free[at]

    def _same(self, item: Anchor) -> Iterable[int]:
        return (self._equal[item.gap],) if item.gap in self._equal else ()

    def _spare(self, item: Anchor) -> Iterable[int]:
        """Equal paragraphs that the old text has no partner for, nearest first."""
        expected, _, _ = self._expected(item.gap)
        return sorted(self._free.get(item.below, []), key=partial(_distance, expected))

    def _similar(self, item: Anchor) -> Iterable[int]:
        expected, low, high = self._expected(item.gap)
        ranked = []
        for spot in range(max(low, expected - REACH), min(high, expected + REACH + 1)):
            if self._new.hashes[spot] in self._known:
                continue  # it is another paragraph of the old text, unaltered
            alike = similarity(item.excerpt, self._new.excerpts[spot])
            if alike >= SIMILAR:
                ranked.append((-alike, abs(spot - expected), spot))
        return [spot for _, _, spot in sorted(ranked)]

    def _expected(self, gap: int) -> tuple[int, int, int]:
        """Where `gap` should be, and the free range between its aligned neighbours."""
        at = bisect.bisect_left(self._fixed, gap)
        before = self._fixed[at - 1] if at else None
        after = self._fixed[at] if at < len(self._fixed) else None
        low = self._aligned[before] + 1 if before is not None else 0
        high = self._aligned[after] if after is not None else len(self._new.hashes)
        if before is not None:
            expected = self._aligned[before] + gap - before
        elif after is not None:
            expected = self._aligned[after] - (after - gap)
        else:
            expected = gap * len(self._new.hashes) // max(len(self._old), 1)
        return expected, low, high


def _singles(values: Iterable[Value]) -> dict[Value, int]:
    """The positions of the values that occur once."""
    listed = list(values)
    counts = Counter(listed)
    return {value: at for at, value in enumerate(listed) if counts[value] == 1}


def _distance(expected: int, spot: int) -> int:
    return abs(spot - expected)


def similarity(old: str, new: str) -> float:
    """0..1 for two folded excerpts. A paragraph that was divided keeps its opening, and
    its opening is where the gap is, so the openings alone may be compared."""
    from rapidfuzz import fuzz

    whole = fuzz.ratio(old, new) / 100
    length = min(len(old), len(new))
    if length < OPENING:
        return whole
    return max(whole, fuzz.ratio(old[:length], new[:length]) / 100)


def align(old: Sequence[bytes], new: Sequence[bytes]) -> dict[int, int]:
    """Pairs of equal hashes in the same order on both sides (patience diff: hashes that
    a block has once on both sides fix it; the blocks between them follow; a block
    without any is aligned by its longest common subsequence)."""
    pairs: dict[int, int] = {}
    blocks = [(0, len(old), 0, len(new))]
    while blocks:
        a, a_end, b, b_end = blocks.pop()
        while a < a_end and b < b_end and old[a] == new[b]:
            pairs[a] = b
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            pairs[a_end] = b_end
        if a == a_end or b == b_end:
            continue
        fixed = _increasing(_shared_once(old, new, (a, a_end, b, b_end)))
        if not fixed:
            pairs.update(_subsequence(old, new, (a, a_end, b, b_end)))
            continue
        for x, y in [*fixed, (a_end, b_end)]:
            blocks.append((a, x, b, y))
            a, b = x, y
    return pairs


Block = tuple[int, int, int, int]


def _shared_once(old: Sequence[bytes], new: Sequence[bytes], block: Block) -> list[tuple[int, int]]:
    a, a_end, b, b_end = block
    old_count = Counter(old[a:a_end])
    new_count = Counter(new[b:b_end])
    where = {digest: y for y, digest in enumerate(new[b:b_end], b) if new_count[digest] == 1}
    return [
        (x, where[digest])
        for x, digest in enumerate(old[a:a_end], a)
        if old_count[digest] == 1 and digest in where
    ]


def _increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of `pairs` (ascending in x) that ascends in y as well."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, y) in enumerate(pairs):
        at = bisect.bisect_left(ends, y)
        previous.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [y]
        last[at : at + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _subsequence(old: Sequence[bytes], new: Sequence[bytes], block: Block) -> dict[int, int]:
    from rapidfuzz.distance import LCSseq

    a, a_end, b, b_end = block
    if (a_end - a) * (b_end - b) > BLOCK:
        return {}
    pairs: dict[int, int] = {}
    for step in LCSseq.opcodes(old[a:a_end], new[b:b_end]):
        if step.tag == "equal":
            for shift in range(step.src_end - step.src_start):
                pairs[a + step.src_start + shift] = b + step.dest_start + shift
    return pairs
