"""The turns of a conversation, told apart by their speakers or their opening marks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.repair import lists
from engine.repair.endings import demands, finished
from engine.repair.lines import Line, columns

CLOSING = {"“": "”", "„": "“", "«": "»", "»": "«", "「": "」", '"': '"'}
_OPENING = frozenset("—–―") | CLOSING.keys()


def turns(run: Sequence[Line]) -> list[Sequence[Line]]:
    """The turns (or the lines of a form, ``Label: value``) of the run, empty where it is no
    conversation."""
    starts = [
        index
        for index, line in enumerate(run)
        if lists.turn(line.text) and (index == 0 or not demands(run[index - 1].text))
    ]
    return _parts(run, starts) if len(starts) > 1 and starts[0] == 0 else []


def spoken(run: Sequence[Line]) -> list[Sequence[Line]]:
    """The turns of a dialogue each of which begins with the same dash or quotation mark,
    empty where there is none or no turn has several lines."""
    opening = run[0].text[0]
    if opening not in _OPENING or lists.bullet(run[0].text):
        return []
    longest = max(columns(line.text) for line in run)
    starts = [0]
    for index in range(1, len(run)):
        before, text = run[index - 1].text, run[index].text
        word = len(text.split(None, 1)[0])
        # A wrapped line is full: the next word would not have fitted.
        broken = columns(before) + 1 + word <= longest or columns(before) == longest
        if text[0] == opening and finished(before) and broken:
            starts.append(index)
    return _parts(run, starts) if 1 < len(starts) < len(run) else []


def _parts(run: Sequence[Line], starts: Sequence[int]) -> list[Sequence[Line]]:
    return [run[a:b] for a, b in itertools.pairwise([*starts, len(run)])]
