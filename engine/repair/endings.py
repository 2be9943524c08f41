"""Whether a line end is the end of a sentence, and whether a line goes on with one."""

from __future__ import annotations

import re

from engine.repair.lexicon import words as word_set

_STOP = re.compile(r"[.!?。！？…؟۔।｡](?:['\"”’»›」』)\]）】*_]|\d{1,2}(?=$)|\[\d+\])*$")
_STOPS = frozenset("!?。！？…؟۔।｡")
_PAUSE = re.compile(r"[:：;；]['\"”’»」』)\]）]*$")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[“\"'])(?:(?:[A-ZÀ-Þ]\.)+|dr|prof|mr|mrs|ms|st|no|nr|nos|fig|figs|eq|eqs|sec|ch|vol|pp?|ed|eds|"
    r"cf|vs|al|etc|e\.g|i\.e|approx|dept|est|ca|resp|bzw|usw|z\. ?b|d\. ?h|u\. ?a|s|abb|bd|hrsg|"
    r"ing|"
    r"art|abs|m|mme|mlle|chap|env|ex|sr|sra|srta|dra|núm|pág|inc|ltd|co|corp|jr|sr|gen|col|lt|sgt|"
    r"rev|hon|pres|gov|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ref|refs|tab|thm|def|lem|prop|"
    r"cor|app|viz|op|cit|ibid|ave|blvd|rd|mt|ft)\.?$",
    re.IGNORECASE,
)
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


def finished(text: str) -> bool:
    """Whether the line ends a sentence; an abbreviation does not."""
    last = text[-1]
    if last == ".":
        # Seven letters in a row are no abbreviation.
        long = len(text) > 7 and text[-8:-1].isalpha()
        return long or _ABBREVIATION.search(text[-16:-1]) is None
    if last in _STOPS:
        return True
    return not last.isalpha() and _STOP.search(text[-_TAIL:]) is not None


def paused(text: str) -> bool:
    """Whether the line ends with a colon or semicolon."""
    return not text[-1].isalpha() and _PAUSE.search(text[-_TAIL:]) is not None


def demands(text: str) -> bool:
    """Whether the sentence must go on: the line ends with a comma, an opening mark, a
    hyphen or a word like *the*."""
    return text[-1] in _PAUSED or open_word(text)


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
