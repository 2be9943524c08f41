"""Footnotes: their marks in the text, and the place behind the paragraph that calls them.

A raised number that a note at the foot of the page begins with is written as Markdown has it:
``word[^3]`` where it is called, and ``[^3]: `` before the note. Glued to its word, it would be
another word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.loaders.pdf_lines import Piece

_CALL = re.compile(r"\[\^(\d{1,3})\]")
_STOPS = ("table", "code", "caption", "li")
_END = re.compile(r"[.!?:。！？：…][\"'”’»）)\]」』]*(?:\[\^\d{1,3}\])*$")


def place_notes(columns: Sequence[list[Piece]]) -> None:
    """Write the marks of the footnotes of one page, and move each note behind the paragraph
    that calls it, in place. A note whose call is elsewhere stays where it stands."""
    notes = _take_notes(columns)
    numbers = {number for number, _, _ in notes}
    for column in columns:
        for line in column:
            if "[^" in line.text:
                line.text = _CALL.sub(lambda m: m[0] if m[1] in numbers else m[1], line.text)
    for number, lines, column in notes:
        lines[0].text = f"[^{number}]: {lines[0].text.removeprefix(number).lstrip()}"
        lines[0].gap = True
        called = _find_call(columns, f"[^{number}]")
        if called is None:
            column.extend(lines)
            continue
        caller, index = called
        at = _paragraph_end(caller, index)
        if at < len(caller):
            caller[at].gap = True
        caller[at:at] = lines
    _defer_notes(columns)


def _defer_notes(columns: Sequence[list[Piece]]) -> None:
    """Move notes that end a column in the middle of a paragraph behind the end of it in the
    next column, in place."""
    for column, following in pairwise(columns):
        end = len(column)
        while end and column[end - 1].role == "footnote":
            end -= 1
        runs_on = end and following and column[end - 1].role == following[0].role == ""
        if end == len(column) or not runs_on or _END.search(column[end - 1].text):
            continue
        at = _paragraph_end(following, 0)
        if at < len(following):
            following[at].gap = True
        column[end].gap = True
        following[at:at] = column[end:]
        del column[end:]


def _take_notes(
    columns: Sequence[list[Piece]],
) -> list[tuple[str, list[Piece], list[Piece]]]:
    """Notes that begin with a raised number, taken out of their columns: (number, lines,
    column)."""
    notes: list[tuple[str, list[Piece], list[Piece]]] = []
    for column in columns:
        rest: list[Piece] = []
        current: list[Piece] | None = None
        for line in column:
            number = line.raised.strip()
            begins = number.isdecimal() and line.text.startswith(number)
            if line.role != "footnote":
                current = None
            elif begins:
                current = [line]
                notes.append((number, current, column))
                continue
            elif current is not None:
                current.append(line)
                continue
            rest.append(line)
        column[:] = rest
    return notes


def _find_call(columns: Sequence[list[Piece]], mark: str) -> tuple[list[Piece], int] | None:
    for column in columns:
        for index, line in enumerate(column):
            if mark in line.text and not line.text.startswith(mark + ":"):
                return column, index
    return None


def _paragraph_end(column: Sequence[Piece], index: int) -> int:
    """Index behind the paragraph of line `index` and the notes that follow it already. A
    display formula within a sentence is part of the paragraph."""
    text = column[index].text
    for at in range(index + 1, len(column)):
        line = column[at]
        if line.role == "footnote":
            continue
        if line.role in _STOPS or line.role[:1] == "h":
            return at
        if line.role == "formula":
            if _END.search(text):
                return at
            continue
        if line.gap and _END.search(text):
            return at
        text = line.text
    return len(column)
