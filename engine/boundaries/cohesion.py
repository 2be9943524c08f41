"""Lexical cohesion at each paragraph gap: do the words go on or change?

After TextTiling (Hearst 1997): how much the terms below a gap repeat those above, and the
depth of the valleys of that, both over windows of several sizes, since topics differ in
length. Instead of building vectors, each pair of equal terms adds to the gaps between them,
so that the time is that of sorting the terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from engine.boundaries.terms import BUCKETS, Hashes, Ints, terms
from engine.document import Paragraph

WINDOWS = (40, 80, 160, 320)  # terms on each side
DEPTH = 0.25  # weight of the depth of a valley against its lowness
COMMON = 0.015  # share of all terms above which one is left out
FEW = 30  # occurrences up to which none is left out
PARTNERS = 6  # equal terms following one that it is paired with
RARITY = 100  # a term weighs log(1 + 1 / (RARITY · its share of all terms))²
BLOCK = 1 << 16  # terms worked on at a time

Floats = npt.NDArray[np.float64]


def change(text: str, paragraphs: Sequence[Paragraph]) -> Floats:
    """How much the words change at each gap, in standard deviations above the mean of the
    document, [len(paragraphs)]; entry 0 is 0, as is every entry where all gaps are alike."""
    if len(paragraphs) < 3:
        return np.zeros(len(paragraphs))
    words, gaps = terms(text, paragraphs)
    if not len(words):
        return np.zeros(len(paragraphs))
    scores = np.zeros(len(gaps) - 1)
    for cohesion in _cohesion(words, gaps[1:]):
        scores += DEPTH * depth(cohesion) - cohesion
    return standardised(scores)


def standardised(scores: Floats) -> Floats:
    """Scores of gaps 1, 2, … in standard deviations above their mean, with a 0 before them;
    all 0 where they are alike."""
    spread = float(scores.std()) if len(scores) else 0.0
    if spread < 1e-9:
        return np.zeros(len(scores) + 1)
    return np.concatenate(([0.0], (scores - scores.mean()) / spread))


def depth(values: Floats) -> Floats:
    """How far values rise on both sides of each before they fall again, half the sum."""
    return (_peaks(values) + _peaks(values[::-1])[::-1] - 2 * values) / 2


def _peaks(values: Floats) -> Floats:
    """The height reached by climbing to the left from each value."""
    places = np.arange(len(values))
    tops = np.concatenate(([True], values[:-1] < values[1:]))
    peaks: Floats = values[np.maximum.accumulate(np.where(tops, places, 0))]
    return peaks


def _cohesion(words: Hashes, gaps: Ints) -> list[Floats]:
    """For each of `WINDOWS` the weight of the pairs of equal terms across each gap (given as
    the number of terms before it), up to two windows apart, against that of all terms in the
    windows above and below."""
    size, widest = len(words), max(WINDOWS)
    counts = np.bincount(words, minlength=BUCKETS)
    # What is everywhere tells no place from another, and has most of the pairs.
    most = int(max(COMMON * size, FEW))
    by_count = np.log1p(size / np.arange(1, most + 2) / RARITY).astype(np.float32) ** 2
    weights = np.where(counts <= most, by_count[np.clip(counts - 1, 0, most)], np.float32(0))
    result = [np.zeros(len(gaps)) for _ in WINDOWS]
    for start in range(0, size + 1, BLOCK):
        begin, end = max(0, start - 2 * widest), min(size, start + BLOCK + 2 * widest)
        inside = slice(*np.searchsorted(gaps, (start, start + BLOCK)).tolist())
        if inside.start < inside.stop:
            shares = _shares(words[begin:end], gaps[inside] - begin, weights)
            for target, share in zip(result, shares, strict=True):
                target[inside] = share
    return result


def _shares(block: Hashes, gaps: Ints, weights: npt.NDArray[np.float32]) -> Iterator[Floats]:
    """The shares of `_cohesion` for the gaps of one block; `weights` are those of all terms."""
    size = len(block)
    weight = weights[block]
    order = np.argsort(block, kind="stable")
    order = order[weight[order] > 0]
    ranked, ranked_weight = block[order], weight[order]
    # By window, the pairs that begin at each place less those that have ended.
    edges = np.array([2 * window for window in WINDOWS])
    row = np.repeat(np.arange(len(WINDOWS), dtype=np.int64), np.diff(edges, prepend=0)) * (size + 1)
    places: list[Ints] = []
    amounts: list[npt.NDArray[np.float32]] = []
    for shift in range(1, PARTNERS + 1):
        distance = order[shift:] - order[:-shift]
        near = np.flatnonzero((ranked[:-shift] == ranked[shift:]) & (distance < edges[-1]))
        begins = order[near] + row[distance[near]] + 1
        places += [begins, begins + distance[near]]
        amounts += [ranked_weight[near], -ranked_weight[near]]
    length = len(WINDOWS) * (size + 1)
    changes = np.bincount(np.concatenate(places), np.concatenate(amounts), length)
    sums = np.concatenate(([0.0], np.cumsum(weight, dtype=np.float64)))
    across = np.zeros(len(gaps))
    for window, change_ in zip(WINDOWS, changes.reshape(len(WINDOWS), -1), strict=True):
        across = across + np.cumsum(change_)[gaps]
        upper = sums[gaps] - sums[np.maximum(gaps - window, 0)]
        lower = sums[np.minimum(gaps + window, size)] - sums[gaps]
        norm = np.sqrt(upper * lower)
        yield np.divide(across, norm, out=np.zeros(len(gaps)), where=norm > 1e-9)
