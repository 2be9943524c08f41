"""Line numbers in the margin of a manuscript."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lines import Drop, Line

_LEADING = re.compile(r"(\d{1,4})(?:\s{1,}|\t)(?=\S)")
_SHORTEST_SERIES = 8


def strip(lines: list[Line]) -> list[Drop]:
    """Take running line numbers off the lines of `lines` (in place); returns them.

    A series counts up by 1 (or by 5 with unnumbered lines between) over at least eight
    lines, and the text goes on over most line ends as no list does.
    """
    drops: list[Drop] = []
    for series in _series(lines):
        joined = sum(_goes_on(lines, index) for index in series)
        if joined < 0.3 * len(series):
            continue
        for index in series:
            line = lines[index]
            match = _LEADING.match(line.text)
            if match is None:
                continue
            rest = line.part(match.end())
            drops.append(Drop(line.start, rest.start, "line number"))
            lines[index] = rest
    return drops


def _series(lines: Sequence[Line]) -> list[list[int]]:
    found: list[list[int]] = []
    current: list[int] = []
    value = -1
    for index, line in enumerate(lines):
        if line.role in ("blank", "drop"):
            continue
        match = None if line.role else _LEADING.match(line.text)
        number = int(match.group(1)) if match else -1
        if current and number == value + 1:
            current.append(index)
            value = number
        elif number >= 0:
            if len(current) >= _SHORTEST_SERIES:
                found.append(current)
            current, value = [index], number
        elif len(current) < 2 or index - current[-1] > 1:
            if len(current) >= _SHORTEST_SERIES:
                found.append(current)
            current, value = [], -1
    if len(current) >= _SHORTEST_SERIES:
        found.append(current)
    return found


def _goes_on(lines: Sequence[Line], index: int) -> bool:
    match = _LEADING.match(lines[index].text)
    first = lines[index].text[match.end()] if match else ""
    return first.islower() or first > "⺀"
