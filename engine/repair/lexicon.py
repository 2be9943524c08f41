"""Common words, taken from the tokenizer ranks that ship with the program.

A word that is one token of its own was frequent in the tokenizer's training text. This
decides where a document's own words do not: it is the same list for every encoding the
user counts with, so that the repaired text never depends on the choice of a tokenizer.
"""

from __future__ import annotations

import base64
from functools import cache
from importlib import resources

_RANKS = "cl100k_base.tiktoken"


@cache
def _words() -> dict[str, int]:
    words: dict[str, int] = {}
    data = resources.files("assets").joinpath(_RANKS).read_bytes()
    for line in data.splitlines():
        token, _, rank = line.partition(b" ")
        # base64 of a leading space is "I" followed by one of "A" to "P": most lines end here.
        if token[:1] != b"I":
            continue
        word = base64.b64decode(token)
        if word[:1] == b" " and len(word) > 2:
            text = word[1:].decode("utf-8", "ignore")
            if text.isalpha():
                words.setdefault(text.lower(), int(rank))
    return words


def words(text: str) -> frozenset[str]:
    """The words of a written list as a set."""
    return frozenset(text.split())


def known(word: str) -> bool:
    """Whether `word` is a common word."""
    return word.lower() in _words()


def rank(word: str) -> int | None:
    """How common the word is, 0 most; None for an unknown word."""
    return _words().get(word.lower())
