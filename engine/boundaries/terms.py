"""The terms of a text as small hashes: what lexical cohesion compares.

A term is the first letters of a word, in lower case, or two characters of a script written
without spaces. Terms are read for a whole text at once, in arrays instead of strings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph

BUCKETS = 1 << 16
STEM = 6  # letters of a word that count
SHORTEST = 3  # letters
SECTION = 1 << 18  # code points read at a time, so that the arrays stay small

Hashes = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]

_SPACELESS = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
)
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, with its bits spread (Fibonacci hashing, Knuth 6.4)
_MIX_TAIL = np.uint64(0xC2B2AE3D27D4EB4F)
_TOP_BITS = np.uint64(48)
# Masks for the letters 1–4 and 5–6 of a word of n letters, 16 bits a letter.
_HEAD = np.array([(1 << 16 * min(n, 4)) - 1 for n in range(STEM + 1)], np.uint64)
_TAIL = np.array([(1 << 16 * max(0, n - 4)) - 1 for n in range(STEM + 1)], np.uint64)


def terms(text: str, paragraphs: Sequence[Paragraph]) -> tuple[Hashes, Ints]:
    """The terms of all paragraphs in order, each below `BUCKETS`, and how many lie before
    each paragraph, int64 [len(paragraphs)]. Different terms share a hash now and then."""
    sections: list[Hashes] = [np.zeros(0, np.uint16)]
    gaps: list[Ints] = [np.zeros(0, np.int64)]
    first = done = 0
    while first < len(paragraphs):
        begin = paragraphs[first].start
        last = first + 1
        while last < len(paragraphs) and paragraphs[last].end - begin <= SECTION:
            last += 1
        starts = np.array([paragraph.start for paragraph in paragraphs[first:last]], np.int64)
        before = done
        # A paragraph longer than a section is read in several.
        for start in range(begin, paragraphs[last - 1].end, SECTION):
            hashes, places = _read(text[start : min(start + SECTION, paragraphs[last - 1].end)])
            sections.append(hashes)
            if start == begin:
                gaps.append(np.searchsorted(places, starts - begin).astype(np.int64) + before)
            done += len(hashes)
        first = last
    return np.concatenate(sections), np.concatenate(gaps)


@lru_cache(maxsize=1)
def _letters() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
    """Of each code point up to U+FFFF its lower-case letter, 0 for what is no letter, and
    whether it is a letter of a script without spaces."""
    lower = np.zeros(1 << 16, np.uint16)
    for code in range(1 << 16):
        if chr(code).isalpha():
            lower[code] = ord(chr(code).lower()[0]) & 0xFFFF
    spaceless = np.zeros(1 << 16, np.bool_)
    for start, end in _SPACELESS:
        spaceless[start : end + 1] = True
    return lower, spaceless & (lower > 0)


def _read(text: str) -> tuple[Hashes, Ints]:
    """Hashes of the terms of `text` in order, and where each begins."""
    lower, spaceless_codes = _letters()
    # Code points above U+FFFF, rare in running text, count as their low 16 bits.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint16)
    size = len(codes)
    folded = np.zeros(size + 8, np.uint16)
    folded[:size] = lower[codes]
    spaceless = spaceless_codes[codes]
    letters = folded[:size] > 0
    letters &= ~spaceless
    edges = np.diff(letters.view(np.int8), prepend=np.int8(0), append=np.int8(0))
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    lengths = ends - begins
    long = lengths >= SHORTEST
    begins, lengths = begins[long], np.minimum(lengths[long], STEM)
    # Four letters at a time, wherever they begin.
    quads: npt.NDArray[np.uint64] = np.ndarray(size + 4, np.uint64, folded.data, 0, (2,))
    words = (quads[begins] & _HEAD[lengths]) * _MIX
    words ^= (quads[begins + 4] & _TAIL[lengths]) * _MIX_TAIL
    words *= _MIX
    pairs = np.flatnonzero(spaceless[:-1] & spaceless[1:])
    if not len(pairs):
        return (words >> _TOP_BITS).astype(np.uint16), begins.astype(np.int64)
    doubles = (quads[pairs] & _HEAD[2]) * _MIX
    places = np.concatenate((begins, pairs))
    order = np.argsort(places, kind="stable")
    hashes = np.concatenate((words, doubles))[order] >> _TOP_BITS
    return hashes.astype(np.uint16), places[order].astype(np.int64)
