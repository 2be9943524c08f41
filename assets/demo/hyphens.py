"""Where an English word may be broken, by a few rules good enough for demo documents."""

from __future__ import annotations

import re

_SUFFIXES = (
    "tions", "tion", "sions", "sion", "ments", "ment", "ness", "ably", "able", "ing", "ture",
    "tures", "tive", "ship", "less", "fully", "ful", "ward", "land", "ance", "ence", "ities",
)  # fmt: skip
_PREFIXES = (
    "under", "inter", "over", "fore", "trans", "super", "down", "com", "con", "dis", "pre",
    "sub", "mis", "out", "per", "pro", "res", "back", "up",
)  # fmt: skip
_TOGETHER = re.compile(
    r"(?:ch|sh|th|ph|gh|ck|qu|wh|wr|gn|ng|[bcdfgpt][lr]|st|sch|kn|gu|ss|ll|rr|ff)$", re.IGNORECASE
)
_VOWELS = "aeiouy"
_LEAST_BEFORE, _LEAST_AFTER = 3, 3


def hyphen_points(word: str) -> list[int]:
    """Offsets at which the word may be broken, ascending; none in short or mixed words."""
    if len(word) < 7 or not word.isalpha() or not word.isascii() or word.isupper():
        return []
    lower = word.lower()
    points = set()
    for suffix in _SUFFIXES:
        if lower.endswith(suffix):
            points.add(len(word) - len(suffix))
    for prefix in _PREFIXES:
        if lower.startswith(prefix):
            points.add(len(prefix))
    for i in range(2, len(lower) - 2):
        before, a, b, after = lower[i - 2], lower[i - 1], lower[i], lower[i + 1]
        if (
            before in _VOWELS
            and a not in _VOWELS
            and b not in _VOWELS
            and after in _VOWELS
            and not _TOGETHER.match(a + b)
        ):
            points.add(i)
    inside = range(_LEAST_BEFORE, len(word) - _LEAST_AFTER + 1)
    return sorted(point for point in points if point in inside and _has_vowels(lower, point))


def _has_vowels(word: str, point: int) -> bool:
    return any(c in _VOWELS for c in word[:point]) and any(c in _VOWELS for c in word[point:])
