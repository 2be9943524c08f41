"""Line numbers in the margin of a manuscript."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lines import Drop, Line

_LEADING = re.compile(r"(\d{1,4})(?:\s{1,}|\t)(?=\S)")
_SHORTEST_SERIES = 8
_STEP = 5  # between the numbers where not every line has one


def strip(lines: list[Line]) -> list[Drop]:
    """Take running line numbers off the lines of `lines` (in place); returns them.

    A series counts up by 1 over at least eight lines, or numbers every fifth line of a
    page or of the document, and the text goes on over most line ends as no list does.
    """
    drops: list[Drop] = []
    for series in (*_series(lines), *_fifths(lines)):
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
        number = _number(line)
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


def _fifths(lines: Sequence[Line]) -> list[list[int]]:
    """Lines numbered 5, 10, 15, … that are the fifth, tenth, fifteenth of their page or of
    the document."""
    found: list[list[int]] = []
    current: list[int] = []
    value = whole = on_page = 0
    page = -1
    for index, line in enumerate(lines):
        if line.role in ("blank", "drop"):
            continue
        if line.hint.page != page:
            page, on_page = line.hint.page, 0
        whole, on_page = whole + 1, on_page + 1
        if whole % _STEP and on_page % _STEP:
            continue
        number = _number(line)
        if number not in (whole, on_page) or number % _STEP:
            continue
        if current and number != value + _STEP:
            found.append(current)
            current = []
        current.append(index)
        value = number
    found.append(current)
    return [series for series in found if len(series) > 1]


def _number(line: Line) -> int:
    """The number that leads the line, −1 without one."""
    if line.role or not line.text[0].isdecimal():
        return -1
    match = _LEADING.match(line.text)
    return int(match.group(1)) if match else -1


def _goes_on(lines: Sequence[Line], index: int) -> bool:
    match = _LEADING.match(lines[index].text)
    first = lines[index].text[match.end()] if match else ""
    return first.islower() or first > "⺀"
