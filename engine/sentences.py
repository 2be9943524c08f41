"""Where sentences end, in Latin, CJK and other scripts."""

from __future__ import annotations

import re

_CLOSERS = "\"'”’»›)]}）】」』》〉"
_LATIN = ".!?…‥؟۔।॥"
_CJK = "。！？｡．…"
_END = re.compile(rf"[{re.escape(_LATIN + _CJK)}]+[{re.escape(_CLOSERS)}]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[„“\"'])(?:[A-Z]|[a-zA-Z](?:\.[a-zA-Z])+|e\.g|i\.e|cf|vs|etc|al|approx|no|nos|fig|"
    r"figs|eq|eqs|sec|ch|vol|pp?|ed|eds|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|dept|jan|feb|mar|apr|jun|"
    r"jul|aug|sept?|oct|nov|dec|z\.\s?B|d\.\s?h|u\.\s?a|bzw|ca|bspw|vgl|abb|tab|nr|art|bd|hrsg|M|"
    r"Mme|p\.\s?ex|env|réf)\.$",
    re.IGNORECASE,
)


def sentence_ends(text: str, start: int, end: int) -> list[int]:
    """Offsets in ``text[start:end]`` behind each sentence, `end` last (where not empty)."""
    ends = []
    for match in _END.finditer(text, start, end):
        stop = match.end()
        if stop >= end:
            break
        if match[0][0] in _CJK or (
            text[stop].isspace() and not _abbreviated(text, match.start() + 1, start)
        ):
            ends.append(stop)
    if start < end:
        ends.append(end)
    return ends


def sentences(text: str) -> list[str]:
    """The sentences of `text` without the white space around them."""
    result, at = [], 0
    for end in sentence_ends(text, 0, len(text)):
        if piece := text[at:end].strip():
            result.append(piece)
        at = end
    return result


def ends_sentence(text: str) -> bool:
    """Whether a cut behind `text` falls at the end of a sentence."""
    tail = text.rstrip().rstrip(_CLOSERS)
    if not tail:
        return True
    return tail[-1] in _LATIN + _CJK + ":：;；" and not _abbreviated(tail, len(tail), 0)


def _abbreviated(text: str, stop: int, start: int) -> bool:
    return _ABBREVIATION.search(text[max(start, stop - 14) : stop]) is not None
