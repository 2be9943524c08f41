"""Runs of lines whose breaks are meant: verse, addresses, logs, columns of cells."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from engine.repair.endings import open_word
from engine.repair.lexicon import words as word_set
from engine.repair.lines import Line, columns

_CLOSED = re.compile(r"[.,;:!?。，；：！？、،؛؟—…]['\"”’»)\]」』]*$")
_STOP = re.compile(r"[.!?。！？]['\"”’»)\]」』]*$")
_GAPS = re.compile(r"\S(?: {3,}|\t+)\S")
_SHORT_GAPS = re.compile(r"[^\s.!?:;,](?: {2,}|\t)\S")
_PROMPT = re.compile(r"(?:\$|%|>|>>>|#|C:\\>|\w+@[\w-]+[:~$ ]\S*)\s\S")
_LOG = re.compile(
    r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[(?:INFO|WARN|ERROR|DEBUG)|"
    r"(?:error|warning|info|debug|fatal|note|traceback|Exception)\b.{0,3}[:(]|\s*at \w+[\w.$]*\(|"
    r"(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL)\b)",
)
_TERMINAL = re.compile(f"(?:{_PROMPT.pattern})|(?:{_LOG.pattern})")
_TAIL = 8
_SHORT_TITLES = word_set("dr. prof. mr. mrs. no. nr. st.")
_WORD = re.compile(r"\S+")
_INNER = re.compile("[，。、；！？,.!?]|[\uac00-\ud7a3].* [\uac00-\ud7a3]")


def kept(run: Sequence[Line], width: int) -> bool:
    """Whether the breaks of this run of lines are meant. `width` is the column at which
    the document's prose wraps, 0 where that is not known."""
    if len(run) < 2:
        return False
    if run[0].text[0] > "⺀" and any(line.indent >= 4 for line in run[:1]):
        # Chinese paragraphs begin with two ideographic spaces.
        return aligned(run)
    return aligned(run) or logged(run) or _verse(run, width) or _cells(run, width)


def logged(run: Sequence[Line]) -> bool:
    """Terminal or log lines."""
    signs = sum([_TERMINAL.match(line.text) is not None for line in run])
    return signs >= 2 and signs >= 0.5 * len(run)


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


def _verse(run: Sequence[Line], width: int) -> bool:
    """Verse: short lines, most of which close with punctuation."""
    if len(run) < 3:
        return False
    lengths = [columns(line.text) for line in run]
    longest = max(lengths)
    if longest > 64 or (width > longest and longest > 0.85 * width):
        return False
    closed = sum(_CLOSED.search(line.text[-_TAIL:]) is not None for line in run)
    stopped = sum(_STOP.search(line.text[-_TAIL:]) is not None for line in run)
    words = sum(1 for line in run if _goes_on(line.text))
    if words > 0.25 * len(run) or (stopped == len(run) and longest > 50):
        return False
    share = closed / len(run)
    if run[0].text[0] > "⺀" and share < 1:
        # A Chinese line without a stop that is as long as any is a wrapped line.
        return all(_CLOSED.search(t.text[-_TAIL:]) or columns(t.text) < 0.8 * longest for t in run)
    if len(run) == 3:
        return share == 1 and stopped < 3
    capitals = sum(not line.text[0].islower() for line in run)
    return share >= 0.6 or (share >= 0.35 and capitals == len(run) and _room(run, longest))


def _goes_on(text: str) -> bool:
    if text[-1] == ".":
        return text[-8:].rsplit(None, 1)[-1].lower() in _SHORT_TITLES
    return open_word(text)


def _room(run: Sequence[Line], longest: int) -> bool:
    """Whether most breaks come although the next word would still have fitted."""
    fits = 0
    for line, following in itertools.pairwise(run):
        first = _WORD.match(following.text)
        word = 2 if following.text[0] > "⺀" or first is None else 1 + len(first.group())
        fits += columns(line.text) + word <= longest
    return fits >= 0.6 * (len(run) - 1)


def _cells(run: Sequence[Line], width: int) -> bool:
    """An address, a column of cells, a list of names: short lines that begin with a
    capital or a digit and close no sentence."""
    lengths = [columns(line.text) for line in run]
    longest = max(lengths)
    if longest > 40 or (width > longest and longest > 0.7 * width):
        return False
    if any(line.text[0].islower() or _goes_on(line.text) for line in run):
        return False
    if any(_STOP.search(line.text[-_TAIL:]) and len(line.text.split()) > 3 for line in run):
        return False
    if any(len(line.text) == 1 and line.text in "-–—•*·" for line in run):
        return False
    wide = sum(line.text[0] > "⺀" for line in run)
    if wide and any(_INNER.search(line.text) for line in run):
        return False
    if wide and (longest > 24 or not (width > 2 * longest or max(lengths) - min(lengths) > 8)):
        return False
    mean_words = sum(len(line.text.split()) for line in run) / len(run)
    numeric = sum(any(c.isdigit() for c in line.text) for line in run)
    if len(run) < 3 and not numeric:
        return False
    return mean_words <= 4 and (longest <= 28 or width > longest / 0.6)
