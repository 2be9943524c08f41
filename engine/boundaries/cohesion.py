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

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
_PARTNERS = 40  # equal terms nearby that one term is paired with at most


def change(text: str, paragraphs: Sequence[Paragraph]) -> Floats:
    """How much the words change at each gap, in standard deviations above the mean of the
    document, [len(paragraphs)]; entry 0 is 0, as is every entry where all gaps are alike."""
    scores = np.zeros(len(paragraphs))
    if len(paragraphs) < 3:
        return scores
    terms, places = _terms(text)
    starts = np.array([paragraph.start for paragraph in paragraphs], np.int64)
    gaps = np.searchsorted(places, starts).astype(np.int64)[1:]
    for window in WINDOWS:
        cohesion = _cohesion(terms, gaps, window)
        scores[1:] += DEPTH * _depth(cohesion) - cohesion
    spread = scores[1:].std()
    if spread < 1e-9:
        return np.zeros(len(paragraphs))
    scores[1:] = (scores[1:] - scores[1:].mean()) / spread
    return scores


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


def _terms(text: str) -> tuple[npt.NDArray[np.uint64], Ints]:
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


def _cohesion(terms: npt.NDArray[np.uint64], gaps: Ints, window: int) -> Floats:
    """Cosine of the windows above and below each gap (gap = number of terms before it)."""
    size = len(terms)
    if size < 2:
        return np.ones(len(gaps))
    order = np.argsort(terms, kind="stable")
    ranked = terms[order]
    first = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    counts = np.diff(np.append(first, size))
    # A term that every window has says little.
    weight = np.log(1 + size / (counts * window)) ** 2
    weights = np.repeat(weight, counts)
    groups = np.repeat(np.arange(len(first)), counts)
    across = np.zeros(size + window + 2)
    inside = np.zeros(size + window + 2)
    _add(inside, order + 1, order + window + 1, weights)
    alive = np.arange(size)
    for shift in range(1, _PARTNERS + 1):
        alive = alive[alive + shift < size]
        above, below = order[alive], order[alive + shift]
        near = (groups[alive] == groups[alive + shift]) & (below - above < 2 * window)
        alive, above, below = alive[near], above[near], below[near]
        if not len(alive):
            break
        value = weights[alive]
        _add(
            across,
            np.maximum(above, below - window) + 1,
            np.minimum(below, above + window) + 1,
            value,
        )
        close = below - above < window
        _add(inside, below[close] + 1, above[close] + window + 1, 2 * value[close])
    across, inside = np.cumsum(across), np.cumsum(inside)
    low = inside[gaps] * inside[np.minimum(gaps + window, size + window)]
    return np.where(low > 1e-9, across[gaps] / np.sqrt(np.maximum(low, 1e-9)), 0.0)


def _add(sums: Floats, begins: Ints, ends: Ints, values: Floats) -> None:
    """Add each value to ``sums[begin:end]``, as differences to be summed up later."""
    size = len(sums)
    sums += np.bincount(begins, values, size) - np.bincount(
        np.minimum(ends, size - 1), values, size
    )


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
