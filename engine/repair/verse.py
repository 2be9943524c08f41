"""Runs of lines whose breaks are meant: verse, addresses, inventories, columns of cells."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from engine.repair import hyphens
from engine.repair.endings import finished, open_word, runs_on
from engine.repair.lines import Line, columns

_CLOSED = re.compile(r"[.,;:!?。，；：！？、،؛؟—…]['\"”’»)\]」』]*$")
_STOP = re.compile(r"[.!?。！？]['\"”’»)\]」』]*$")
_GAPS = re.compile(r"\S(?: {3,}|\t+)\S")
_SHORT_GAPS = re.compile(r"[^\s.!?:;,](?: {2,}|\t)\S")
_TAIL = 8
_SHORT = 44  # columns up to which the verses of a stanza may all be about as long
_WORD = re.compile(r"\S+")
_INNER = re.compile("[，。、；！？,.!?]|[\uac00-\ud7a3].* [\uac00-\ud7a3]")
# Signs that no line of its own begins or ends with.
_NEVER_FIRST = frozenset(
    "ーｰ々ゝゞヽヾ、。，．：；！？）］｝〉》」』】〕〗，,;:!?)]}»”゛゜ゃゅょっャュョッァィゥェォ−"
)
_NEVER_LAST = frozenset("（［｛〈《「『【〔〖([{־")
_BULLETS = frozenset("-–—•*·")


def kept(run: Sequence[Line], width: int, longest: int = 0) -> bool:
    """Whether the breaks of this run of lines are meant. `width` is the column at which
    the document's prose wraps, 0 where that is not known; `longest` is the length of its
    longest line, 0 where short lines without a stop are rather the rest of something."""
    if len(run) < 2:
        return False
    if run[0].text[0] > "⺀" and any(line.indent >= 4 for line in run[:1]):
        # Chinese paragraphs begin with two ideographic spaces.
        return aligned(run)
    if aligned(run):
        return True
    if _prose(run):
        return False
    return _verse(run, width) or _cells(run, width or longest) or _inventory(run, longest)


def aligned(run: Sequence[Line]) -> bool:
    """Columns set with runs of spaces or tabs."""
    if not any("  " in line.text or "\t" in line.text for line in run):
        return False
    wide = sum(_GAPS.search(line.text) is not None for line in run)
    some = sum(_SHORT_GAPS.search(line.text) is not None for line in run)
    if wide == 0:
        return False
    longest = max(len(line.text) for line in run)
    justified = sum(len(line.text) >= longest - 2 for line in run) >= 0.7 * len(run) > 2
    return some >= 0.5 * len(run) and not (justified and longest > 50)


def _prose(run: Sequence[Line]) -> bool:
    """Whether a line certainly goes on with the one below: a word broken in two, an
    abbreviation with its other half, a sign that no line begins or ends with."""
    for line, following in itertools.pairwise(run):
        left, right = line.text, following.text
        if right[0] in _NEVER_FIRST or left[-1] in _NEVER_LAST:
            return True
        if left[-1] in ".—" and runs_on(left, right):
            return True
        if left[-1] in "–/" and left[-2:-1].isalnum() and not right[0].isupper():
            return True
        if left[-1] in hyphens.HYPHENS and hyphens.broken(left, right):
            return True
    return False


def _verse(run: Sequence[Line], width: int) -> bool:
    """Verse: short lines, most of which close with punctuation."""
    if len(run) < 3:
        return False
    lengths = [columns(line.text) for line in run]
    longest = max(lengths)
    if longest > 64:
        return False
    if _quatrain(run, lengths):
        return True
    words = sum(1 for line in run if open_word(line.text))
    stopped = sum(_STOP.search(line.text[-_TAIL:]) is not None for line in run)
    if words > 0.25 * len(run) or (stopped == len(run) and longest > 50):
        return False
    fits = _fits(run, longest)
    if width > longest > 0.85 * width and fits < 0.5 * (len(run) - 1):
        return False
    closed = sum(_closes(a.text, b.text) for a, b in itertools.pairwise(run))
    closed += _CLOSED.search(run[-1].text[-_TAIL:]) is not None
    share = closed / len(run)
    if run[0].text[0] > "⺀" and share < 1:
        # A Chinese line without a stop that is as long as any is a wrapped line.
        return all(
            _CLOSED.search(line.text[-_TAIL:])
            or (length < 0.8 * longest and not _INNER.search(line.text))
            for line, length in zip(run, lengths, strict=True)
        )
    if len(run) == 3:
        return share == 1 and stopped < 3
    capitals = sum(not line.text[0].islower() for line in run)
    if capitals < len(run) and fits == 0 and longest > _SHORT:
        return False  # every line is as full as it can be
    return share >= 0.6 or (share >= 0.35 and capitals == len(run) and fits >= 0.6 * (len(run) - 1))


def _quatrain(run: Sequence[Line], lengths: Sequence[int]) -> bool:
    """Four or eight lines of five or seven Chinese characters each, without a mark."""
    if len(run) not in (4, 8) or lengths[0] not in (10, 14) or len(set(lengths)) > 1:
        return False
    return all("㐀" <= sign <= "鿿" for line in run for sign in line.text)


def _closes(text: str, following: str) -> bool:
    """Whether the line ends with a mark that may close a verse above this one."""
    if text[-1].isalnum() or _CLOSED.search(text[-_TAIL:]) is None:
        return False
    if text[-1] == ".":
        return finished(text, following)
    return not (text[-1] in ":—" and following[0].islower())


def _fits(run: Sequence[Line], longest: int) -> int:
    """How many breaks come although the next word would still have fitted."""
    fits = 0
    for line, following in itertools.pairwise(run):
        first = _WORD.match(following.text)
        word = 2 if following.text[0] > "⺀" or first is None else 1 + len(first.group())
        fits += columns(line.text) + word <= longest
    return fits


def _cells(run: Sequence[Line], width: int) -> bool:
    """An address, a column of cells, a list of names: short lines that begin with a
    capital or a digit and close no sentence."""
    lengths = [columns(line.text) for line in run]
    longest = max(lengths)
    if longest > 40 or (width > longest and longest > 0.7 * width):
        return False
    if any(line.text[0].islower() or open_word(line.text) for line in run):
        return False
    if any(_STOP.search(line.text[-_TAIL:]) and len(line.text.split()) > 3 for line in run):
        return False
    if any(len(line.text) == 1 and line.text in _BULLETS for line in run):
        return False
    wide = sum(line.text[0] > "⺀" for line in run)
    if wide and any(_INNER.search(line.text) for line in run):
        return False
    if wide and (
        longest > 24
        or not (max(lengths) - min(lengths) > 8 or (width > 2 * longest and _fits(run, longest)))
    ):
        return False
    mean_words = sum(len(line.text.split()) for line in run) / len(run)
    numeric = sum(any(c.isdigit() for c in line.text) for line in run)
    if len(run) < 3 and not numeric:
        return False
    return mean_words <= 4 and (longest <= 28 or width > longest / 0.6)


def _inventory(run: Sequence[Line], longest: int) -> bool:
    """Short lines without any mark at their end, far shorter than the document's others:
    a recipe, the contents of a box."""
    most = max(columns(line.text) for line in run)
    if len(run) < 3 or most > 32 or most > 0.6 * longest:
        return False
    if any(not line.text[-1].isalnum() or open_word(line.text) for line in run):
        return False
    mean_words = sum(len(line.text.split()) for line in run) / len(run)
    return mean_words <= 4.5 and _fits(run, most) >= max(1, 0.25 * (len(run) - 1))
