"""Whether a line end is the end of a sentence, and whether a line goes on with one."""

from __future__ import annotations

import re

from engine import abbreviations
from engine.repair.lexicon import words as word_set

_STOP = re.compile(r"[.!?。！？…؟۔।｡](?:['\"”’»›」』)\]）】*_]|\d{1,2}(?=$)|\[\d+\])*$")
_STOPS = frozenset("!?。！？…؟۔।｡")
_PAUSE = re.compile(r"[:：;；]['\"”’»」』)\]）]*$")
_PAUSED = frozenset(",，、—–(（[“‘‐-")
_OPEN_WORDS = word_set(
    "the a an of to in and or for with by on at from that which who is was are were be has had "
    "have its "
    "their his her this these as into than but not if when while because between both der die das "
    "den "
    "dem des ein eine einen einer und oder im von zu zum zur mit auf für als dass le la les de du "
    "et un "
    "une au aux que qui dans par pour sur el los las y en con il che di e van het een met "
    "voor"
)
_TAIL = 10  # characters that can hold a sentence end and what closes behind it


def finished(text: str, following: str = "") -> bool:
    """Whether the line ends a sentence; an abbreviation does not. `following` is the line
    below, where it is known."""
    last = text[-1]
    if last == ".":
        # Nine letters in a row are no abbreviation.
        if text[-10:-1].isalpha() and len(text) > 9:
            return True
        if following:
            return not abbreviations.abbreviated(text, len(text) - 1, 0, following[:24])
        return not abbreviations.abbreviation(text)
    if last in _STOPS:
        return True
    return not last.isalpha() and _STOP.search(text[-_TAIL:]) is not None


def runs_on(text: str, following: str) -> bool:
    """Whether `text` certainly goes on with the line below: it ends in an abbreviation of
    which that is the other half, in a word like *the*, or in a tight dash before a small
    letter."""
    last = text[-1]
    if last == ".":
        if text[-10:-1].isalpha() and len(text) > 9:
            return False
        return abbreviations.leads(text, following[:24])
    if last.isalpha():
        return open_word(text)
    return last == "—" and len(text) > 1 and text[-2].isalpha() and following[0].islower()


def paused(text: str) -> bool:
    """Whether the line ends with a colon or semicolon."""
    return not text[-1].isalpha() and _PAUSE.search(text[-_TAIL:]) is not None


def demands(text: str) -> bool:
    """Whether the sentence must go on: the line ends with a comma, an opening mark, a
    hyphen, a title like *Dr.* or a word like *the*."""
    last = text[-1]
    if last.isalpha():
        return open_word(text)
    return last in _PAUSED or (last == "." and abbreviations.before_name(text))


def open_word(text: str) -> bool:
    """Whether the line ends with a word like *the* that has its noun on the next line."""
    if not text[-1].isalpha():
        return False
    return text[-24:].rsplit(None, 1)[-1].lstrip("([").lower() in _OPEN_WORDS


def resumes(text: str) -> bool:
    """Whether the line reads like the middle of a sentence."""
    if text[0].isalpha():
        return text[0].islower()
    first = text.lstrip("(（\"“‘'«[„")[:1]
    return first.islower() or text[0] in ",，。、；;)）」』”"
