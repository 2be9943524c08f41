"""Where an English word may be broken, by a few rules good enough for demo documents."""

from __future__ import annotations

import re

_SUFFIXES = (
    "tions", "tion", "sions", "sion", "ments", "ment", "ness", "ably", "able", "ing", "ings",
    "ture", "tures", "tive", "tives", "ship", "less", "fully", "ful", "ward", "wards", "ities",
)  # fmt: skip
_WEAK_SUFFIXES = ("ance", "ence")
_PREFIXES = (
    "under", "inter", "over", "fore", "trans", "super", "down", "com", "con", "dis", "mis", "out",
    "back",
)  # fmt: skip
# Two letters before the hyphen: only where the caller sets narrow type.
_SHORT_PREFIX = re.compile(r"(?:be|de|re)(?=[^aeiouy][aeiouy])|(?:in|un|ex)(?=[^aeiouy])")
_EXCEPTIONS = {
    "advance": [], "anything": [3], "everything": [5], "something": [4], "nothing": [],
    "inches": [], "timetable": [4], "schoolteacher": [6], "therefore": [5], "together": [],
    "thousand": [4], "confidence": [3], "overconfidence": [4, 7], "sequence": [],
}  # fmt: skip
_TOGETHER = re.compile(
    r"ch|sh|th|ph|gh|ck|qu|wh|wr|gn|ng|dg|tw|sw|[bcdfgpt][lr]|st|sp|gu|ss|ll|rr|ff", re.IGNORECASE
)
_VOWELS = "aeiouy"
_LEAST_AFTER = 3


def hyphen_points(word: str, *, least_before: int = 3) -> list[int]:
    """Offsets at which the word may be broken, ascending; none in short or mixed words.

    `least_before` letters, 2 or 3, stay before the hyphen.
    """
    if len(word) < least_before + 4 or not word.isalpha() or not word.isascii() or word.isupper():
        return []
    lower = word.lower()
    if lower in _EXCEPTIONS:
        return _EXCEPTIONS[lower]
    ranked = _ranked(lower)
    if least_before == 2:
        ranked = {**_open_syllables(lower), **ranked}
    chosen: list[int] = []
    for point in sorted(ranked, key=lambda point: (-ranked[point], point)):
        inside = least_before <= point <= len(word) - _LEAST_AFTER
        clear = all(abs(point - other) > 1 for other in chosen)
        if inside and clear and _has_vowels(lower, point):
            chosen.append(point)
    return sorted(chosen)


def _ranked(word: str) -> dict[int, int]:
    """Candidate points; of two neighbours the one with the higher rank is the better."""
    short = _SHORT_PREFIX.match(word)
    ranked: dict[int, int] = {short.end(): 1} if short else {}
    for rank, suffixes in ((0, _WEAK_SUFFIXES), (2, _SUFFIXES)):
        for suffix in suffixes:
            if word.endswith(suffix):
                ranked[len(word) - len(suffix)] = rank
    for prefix in _PREFIXES:
        if word.startswith(prefix):
            ranked[len(prefix)] = 1
    for i in range(2, len(word) - 2):
        before, a, b, after = word[i - 2], word[i - 1], word[i], word[i + 1]
        between_consonants = before in _VOWELS and a not in _VOWELS and b not in _VOWELS
        past_tense = len(word) - i == 3 and word.endswith("ed")
        if (
            between_consonants
            and after in _VOWELS
            and not _TOGETHER.match(a + b)
            and not past_tense
        ):
            ranked[i] = max(ranked.get(i, 0), 3 if a == b else 1)
    return ranked


def _open_syllables(word: str) -> dict[int, int]:
    """Breaks between a vowel and a single consonant inside long words."""
    return {
        match.start() + 1: 0
        for match in re.finditer(r"[aeiou](?=[b-df-hj-np-tvz][aeiouy])", word)
        if 3 <= match.start() <= len(word) - 5
    }


def _has_vowels(word: str, point: int) -> bool:
    return any(c in _VOWELS for c in word[:point]) and any(c in _VOWELS for c in word[point:])
