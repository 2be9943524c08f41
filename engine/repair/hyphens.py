"""Words broken with a hyphen at the line end. The document's own words decide first."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import NamedTuple

from engine.repair import lexicon
from engine.repair.lexicon import words as word_set

PRINTED = "¬⸗"  # marks of a broken word in scans and old print, no hyphens
HYPHENS = "-‐\xad‑" + PRINTED
_LETTER = r"[^\W\d_](?:[\u0300-\u036f]*)"
_WORD = re.compile(rf"{_LETTER}(?:{_LETTER}|['’](?=[^\W\d_]))*(?:[-‐‑](?:{_LETTER})+)*")
_BROKEN_LEFT = re.compile(
    r"((?:[^\W_]|[\u0300-\u036f'’+])+(?:[-‐‑](?:[^\W_]|[\u0300-\u036f])+)*)[-‐\xad‑¬⸗]+$"
)
_BROKEN_RIGHT = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")
_SUSPENDED = word_set("and or und oder bzw sowie et ou y o e to nor en och")
_PREFIXES = word_set(
    "self well ex all half cross quasi ill so vice high low long short mid first third "
    "one two three four five six seven eight nine ten left right state full real open "
    "close hard soft single double"
)
_TAILS = word_set(
    "based like free wide level type specific oriented dependent driven aware proof known born "
    "made saving consuming looking being facing term time order scale quality dimensional "
    "style sized shaped half blown old new off in up down out"
)
_SOFT = "soft hyphen at the line end"
_SMALL = word_set(
    "in of the to by on at up a an de du la le and or as off out for per upon super under next sur "
    "sous les lès am auf ob en à"
)
_TENS = word_set("twenty thirty forty fifty sixty seventy eighty ninety")
_UNITS = word_set(
    "one two three four five six seven eight nine first second third fourth fifth sixth seventh "
    "eighth ninth odd thirds fourths fifths sixths sevenths eighths ninths"
)
# French: pronouns behind the verb, and words that stand first in compounds, of which some
# need a whole word behind them.
_INVERTED = word_set("ils elle elles nous vous être là moi toi même mêmes")
_INVERTED_SHORT = word_set("il je tu on ce")
_COMPOUNDING = word_set("rendez grand demi arrière")
_COMPOUNDING_BEFORE_WORDS = word_set("avant après beau belle porte petit haut bas mi non contre")
_NOT_BEHIND_SOUS = ("cri", "sign", "tra", "cap")
# Russian: particles, some only behind a word of a question.
_PARTICLES = word_set("нибудь либо таки")
_ASKING = re.compile("(?:как|кто|ког|ком|кем|что|чег|чем|где|куда|отку|поче|заче|чей|чь|скольк)")
_ADDRESS = re.compile(r"(?:[a-z]+://|www\.|--?[a-z]|~?/\w)|.*@", re.IGNORECASE)


class Join(NamedTuple):
    """How two line ends of one word are joined: `cut` characters of the left line end go,
    `glue` stands between."""

    cut: int
    glue: str
    reason: str


class Vocabulary:
    """How often the document itself writes each word, whole and hyphenated. Nothing is
    counted before the first question: many documents break no word."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _counts(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        # No word crosses white space, so each distinct piece is taken apart only once.
        for piece, times in Counter(self._text.lower().split()).items():
            if piece.isalpha():
                counts[piece] += times
                continue
            for word in _WORD.findall(piece):
                counts[word] += times
        return counts

    def count(self, word: str) -> int:
        return self._counts[word.lower()]


def broken(left: str, right: str) -> bool:
    """Whether the line end may be a word broken in two."""
    return bool(
        left[-1:] in HYPHENS
        and len(left) > 1
        and not left[-2].isspace()
        and (left[-1] == "\xad" or left[-2] not in "-‐‑–—")
        and right[:1].isalnum()
        and _broken_word(left)
    )


def _broken_word(left: str) -> re.Match[str] | None:
    """The word and its hyphens at the end of a line, of which only the last piece matters."""
    return _BROKEN_LEFT.search(left.rsplit(None, 1)[-1])


def join(left: str, right: str, words: Vocabulary) -> Join:
    """How to join `left`, which ends in a hyphen, with `right`; see `broken`."""
    found_left, found_right = _broken_word(left), _BROKEN_RIGHT.match(right)
    if found_left is None or found_right is None:
        return Join(0, " ", "")
    marks = found_left.end() - found_left.end(1)
    before, after = found_left.group(1), found_right.group()
    if left[-1] == "\xad":
        if marks > 1:
            return Join(1, "", _SOFT)
        return _soft(before, after)
    if left[-1] in PRINTED:
        if not (before[-1].isalpha() and after[0].islower()):
            return Join(0, " ", "")
        kept = _keep(before, after, right[len(after) :], words)
        return Join(marks, "-" if kept else "", "hyphen at the line end")
    if before[-1].isdigit() or after[0].isdigit():
        return Join(0, "", "")
    if after.lower() in _SUSPENDED and after.islower():
        return Join(0, " ", "")
    if _addressed(left, right) or _keep(before, after, right[len(after) :], words):
        return Join(0, "", "")
    return Join(marks, "", "hyphen at the line end")


def _addressed(left: str, right: str) -> bool:
    """Whether the hyphen stands in an address, a path or an option, where it is a sign like
    any other."""
    token = left.rsplit(None, 1)[-1].lstrip("(<[\"'“")
    if token[0] in "-/~wWhHfF" or "@" in token:
        return _ADDRESS.match(token) is not None
    return "@" in right and "@" in right.split(None, 1)[0]


def _soft(before: str, after: str) -> Join:
    if before[-1].isdigit() or after[0].isdigit():
        return Join(1, "-", _SOFT)
    return Join(1, "", _SOFT)


def _keep(before: str, after: str, rest: str, words: Vocabulary) -> bool:
    """Whether the hyphen belongs to the word."""
    last = re.split("[-‐‑]", before)[-1]
    whole = max(words.count(before + after), words.count(last + after))
    hyphenated = max(words.count(f"{before}-{after}"), words.count(f"{last}-{after}"))
    following = re.match(r"(?:[-‐‑][^\W\d_]+)+", rest)
    if following:
        hyphenated = max(hyphenated, words.count(f"{before}-{after}{following.group()}"))
    if whole != hyphenated:
        return hyphenated > whole
    if len(last) == 1 or (before.isupper() and after.islower()):
        return True
    if after[0].isupper():
        return not before.isupper() or (len(last) <= 5 and not after.isupper())
    if lexicon.known(last + after):
        return False
    if before != last:
        return last.lower() in _SMALL or (lexicon.known(last) and lexicon.known(after))
    if last.lower() in _PREFIXES and lexicon.known(after):
        return True
    if following and after.lower() in _SMALL:
        return True
    if _compound(last.lower(), after.lower()):
        return True
    return after.lower() in _TAILS and lexicon.known(last)


def _compound(first: str, second: str) -> bool:
    """Whether two words stand with a hyphen between them in their language."""
    if second in _UNITS and first in _TENS:
        return True
    if second in _INVERTED or first in _COMPOUNDING:
        return True
    if second in _INVERTED_SHORT or first in _COMPOUNDING_BEFORE_WORDS:
        return lexicon.known(first) and lexicon.known(second) and len(first) > 1
    if first == "sous":
        return not second.startswith(_NOT_BEHIND_SOUS)
    if second in _PARTICLES or (second == "то" and _ASKING.match(first)):
        return True
    return first == "из" and second in ("за", "под")
