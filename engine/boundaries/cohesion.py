"""Lexical cohesion at each paragraph gap: do the words go on or change?

After TextTiling (Hearst 1997): the cosine of the tf-idf vectors of a window of terms above
and below a gap, and the depth of its valleys, both over windows of several sizes, since
topics differ in length. A term is the first letters of a word, or two characters of a
script without spaces. Instead of building vectors, each pair of equal terms adds to the
gaps that lie between or around the two, so that the time is that of sorting the terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph

WINDOWS = (40, 80, 160, 320)  # terms on each side
DEPTH = 0.5  # weight of the depth of a valley against its lowness
STEM = 6  # letters of a word that count
SHORTEST = 3  # letters

COMMON = 0.015  # share of all terms above which one is left out
FEW = 30  # occurrences up to which none is left out
PARTNERS = 40  # equal terms nearby that one term is paired with at most
SECTION = 1 << 20  # code points read at a time

Hashes = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def change(text: str, paragraphs: Sequence[Paragraph]) -> Floats:
    """How much the words change at each gap, in standard deviations above the mean of the
    document, [len(paragraphs)]; entry 0 is 0, as is every entry where all gaps are alike."""
    scores = np.zeros(len(paragraphs))
    if len(paragraphs) < 3:
        return scores
    terms, gaps = _terms_of(text, paragraphs)
    for cohesion in _cohesion(terms, gaps[1:]) if len(terms) else ():
        scores[1:] += DEPTH * _depth(cohesion) - cohesion
    spread = scores[1:].std()
    if spread < 1e-9:
        return np.zeros(len(paragraphs))
    scores[1:] = (scores[1:] - scores[1:].mean()) / spread
    return scores


def _terms_of(text: str, paragraphs: Sequence[Paragraph]) -> tuple[Hashes, Ints]:
    """The terms of all paragraphs in order, and how many lie before each paragraph. Read
    in sections, so that the arrays of single characters stay small."""
    sections: list[Hashes] = []
    gaps: list[Ints] = []
    first = done = 0
    while first < len(paragraphs):
        begin = paragraphs[first].start
        last = first + 1
        while last < len(paragraphs) and paragraphs[last].end - begin <= SECTION:
            last += 1
        terms, places = _terms(text[begin : paragraphs[last - 1].end])
        starts = np.array([paragraph.start for paragraph in paragraphs[first:last]], np.int64)
        gaps.append(np.searchsorted(places, starts - begin).astype(np.int64) + done)
        sections.append(terms)
        done += len(terms)
        first = last
    return np.concatenate(sections), np.concatenate(gaps)


@lru_cache(maxsize=1)
def _alphabet() -> npt.NDArray[np.uint8]:
    """Of each code point: 0 no letter, 1 letter, 2 letter of a script without spaces."""
    kinds = np.zeros(0x110000, np.uint8)
    kinds[: 1 << 16] = np.fromiter(
        (chr(code).isalpha() for code in range(1 << 16)), np.uint8, 1 << 16
    )
    spaceless = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF))
    for first, last in (*spaceless, (0x3400, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF)):
        kinds[first : last + 1] *= 2
    kinds[0x20000:0x30000] = 2
    return kinds


def _terms(text: str) -> tuple[Hashes, Ints]:
    """Hashes of the terms of `text` in order, and where each begins."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _alphabet()[codes]
    letters = (kinds == 1).view(np.int8)
    edges = np.diff(letters, prepend=np.int8(0), append=np.int8(0))
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    long = ends - begins >= SHORTEST
    begins, ends = begins[long], ends[long]
    small = codes | np.where((codes - 65 < 26) | (codes - 0x410 < 32), 32, 0).astype(np.uint32)
    words = np.zeros(len(begins), np.uint64)
    padded = np.append(small, np.zeros(STEM, np.uint32))
    for place in range(STEM):
        inside = begins + place < ends
        letter = np.where(inside, padded[begins + place], 0).astype(np.uint64)
        words = words * np.uint64(0x1F123BB5) + letter
    pairs = np.flatnonzero((kinds[:-1] == 2) & (kinds[1:] == 2))
    hashes = codes[pairs].astype(np.uint64) << np.uint64(32) | codes[pairs + 1].astype(np.uint64)
    places = np.concatenate((begins, pairs))
    order = np.argsort(places, kind="stable")
    return np.concatenate((words, hashes))[order], places[order].astype(np.int64)


def _cohesion(terms: Hashes, gaps: Ints) -> list[Floats]:
    """For each of `WINDOWS` the cosine of the windows above and below each gap (given as
    the number of terms before it)."""
    size = len(terms)
    order = np.argsort(terms, kind="stable").astype(np.int32)
    ranked = terms[order]
    counts = np.diff(np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1], [True]))))
    groups = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    # What is everywhere tells no place from another, and has most of the pairs.
    telling = np.repeat(counts <= max(COMMON * size, FEW), counts)
    order, groups = order[telling], groups[telling]
    rarity = size / counts
    weights = [np.log1p(rarity / window)[groups] ** 2 for window in WINDOWS]
    sums = [_Windows(gaps, size, window) for window in WINDOWS]
    for window, weight in zip(sums, weights, strict=True):
        window.add_terms(order, weight)
    alive = np.arange(len(order))
    for shift in range(1, PARTNERS + 1):
        alive = alive[: np.searchsorted(alive, len(order) - shift)]
        distance = order[alive + shift] - order[alive]
        near = (groups[alive] == groups[alive + shift]) & (distance < 2 * max(WINDOWS))
        alive, distance = alive[near], distance[near]
        if not len(alive):
            break
        for window, weight in zip(sums, weights, strict=True):
            pairs = alive[distance < 2 * window.size]
            window.add_pairs(order[pairs], order[pairs + shift], weight[pairs])
    return [window.cosine() for window in sums]


class _Windows:
    """Windows of `size` terms above and below each gap: their product and squared norms.

    Each pair of equal terms adds its weight to an ascending run of gaps; the runs are kept
    as differences and summed up at the end.
    """

    def __init__(self, gaps: Ints, terms: int, size: int) -> None:
        self.size = size
        self._gaps = len(gaps)
        # The first gap with at least so many terms before it, by number of terms.
        steps = np.arange(terms + 2 * size + 2)
        self._first = np.searchsorted(gaps, steps).astype(np.int32)
        self._product = np.zeros(self._gaps + 1)
        self._above = np.zeros(self._gaps + 1)
        self._below = np.zeros(self._gaps + 1)

    def add_terms(self, terms: Indices, weights: Floats) -> None:
        self._add_norm(terms + 1, terms + self.size + 1, weights)

    def add_pairs(self, above: Indices, below: Indices, weights: Floats) -> None:
        """Pairs of equal terms, `above` before `below`, less than two windows apart."""
        begins = np.maximum(above, below - self.size) + 1
        ends = np.minimum(below, above + self.size) + 1
        self._add(self._product, begins, ends, weights)
        close = below - above < self.size
        above, below, weights = above[close], below[close], weights[close]
        self._add_norm(below + 1, above + self.size + 1, 2 * weights)

    def _add_norm(self, begins: Indices, ends: Indices, weights: Floats) -> None:
        """To the norm above the gaps with begins ≤ terms before them < ends; the window
        below a gap is the one above a place `size` terms on."""
        self._add(self._above, begins, ends, weights)
        zero = np.int32(0)
        begins = np.maximum(begins - self.size, zero)
        self._add(self._below, begins, np.maximum(ends - self.size, zero), weights)

    def _add(self, sums: Floats, begins: Indices, ends: Indices, weights: Floats) -> None:
        length = len(sums)
        sums += np.bincount(self._first[begins], weights, length)
        sums -= np.bincount(self._first[ends], weights, length)

    def cosine(self) -> Floats:
        product, above, below = (
            np.cumsum(sums)[: self._gaps] for sums in (self._product, self._above, self._below)
        )
        norm = above * below
        full = norm > 1e-9
        return np.where(full, product / np.sqrt(np.where(full, norm, 1.0)), 0.0)


def _depth(cohesion: Floats) -> Floats:
    """How far cohesion rises on both sides of each gap before it falls again, half the sum."""
    return (_peaks(cohesion) + _peaks(cohesion[::-1])[::-1] - 2 * cohesion) / 2


def _peaks(values: Floats) -> Floats:
    """The height reached by climbing to the left from each value."""
    peaks = values.tolist()
    for place in range(1, len(peaks)):
        if values[place - 1] >= values[place]:
            peaks[place] = peaks[place - 1]
    return np.array(peaks)
