"""Joining the lines of one paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair import hyphens
from engine.repair.lines import Atom, Line
from engine.repair.scripts import glue

_SPACES = re.compile(r"[ \t\r]{2,}|[\t\r]")
_ADDRESS_END = re.compile(r"(?:https?://|www\.|ftp://)\S*[/_=&?.-]$")
_ADDRESS_PART = re.compile(r"[\w~%#?=&./-]*[/._=&?%#-][\w~%#?=&./-]*(?:[\s,;)]|$)")
_MATH = re.compile(r"(?<!\\)\$")


def prose(lines: Sequence[Line], words: hyphens.Vocabulary) -> list[Atom]:
    """The lines as running text: broken words rejoined, runs of spaces folded."""
    atoms: list[Atom] = []
    texts = [line.text for line in lines]
    begin = 0
    index = 0
    while index < len(lines):
        line, text = lines[index], texts[index]
        last = index == len(lines) - 1
        following = "" if last else texts[index + 1]
        if not last and hyphens.broken(text, following):
            how = hyphens.join(text, following, words)
            stop = len(text) - how.cut
            atoms.extend(_folded(line, begin, stop))
            if how.cut and how.reason:
                at = line.raw_at(stop)
                atoms.append(Atom("", at, line.end, "dehyphenated", how.reason))
            between = how.glue
        else:
            atoms.extend(_folded(line, begin, len(text.rstrip("\xad"))))
            between = "" if last else _between(text, following, texts, index)
        if between:
            atoms.append(Atom(between))
        begin = 0
        index += 1
    return atoms


def _between(left: str, right: str, texts: Sequence[str], index: int) -> str:
    """What stands between two lines where no word is broken."""
    if right in hyphens.HYPHENS and index + 2 < len(texts):
        return ""
    if left in hyphens.HYPHENS and index > 0:
        return ""
    if left[-1] == "—" and len(left) > 1 and not left[-2].isspace() and right[0].isalpha():
        return ""
    tail = left.rsplit(None, 1)[-1]
    if "/" in tail and _ADDRESS_END.search(tail) and _ADDRESS_PART.match(right):
        return ""
    return glue(left, right)


def _folded(line: Line, begin: int, stop: int) -> list[Atom]:
    """The pieces of ``line.text[begin:stop]`` with each run of white space as one space."""
    if _SPACES.search(line.text, begin, stop) is None:
        return list(line.pieces(begin, stop))
    atoms: list[Atom] = []
    for match in _SPACES.finditer(line.text, begin, stop):
        atoms.extend(line.pieces(begin, match.start()))
        atoms.append(Atom(" "))
        begin = match.end()
    atoms.extend(line.pieces(begin, stop))
    return atoms


def folded(line: Line) -> list[Atom]:
    """The whole line with each run of white space as one space."""
    return _folded(line, 0, len(line.text))


def kept(lines: Sequence[Line]) -> list[Atom]:
    """The lines one below the other, with their indentation against the leftmost."""
    base = min(line.indent for line in lines)
    atoms: list[Atom] = []
    for index, line in enumerate(lines):
        if index:
            atoms.append(Atom("\n"))
        if line.indent > base and index:
            atoms.append(Atom(" " * min(line.indent - base, 24)))
        atoms.extend(line.pieces())
    return atoms


def verbatim(lines: Sequence[Line], raw: str) -> list[Atom]:
    """The lines letter for letter, white space at their beginning included."""
    atoms: list[Atom] = []
    for index, line in enumerate(lines):
        if index:
            atoms.append(Atom("\n"))
        if not line.text:
            continue
        start = line.start
        while start > 0 and raw[start - 1] in " \t　":
            start -= 1
        if start < line.start:
            atoms.append(Atom(raw[start : line.start], start, line.start))
        atoms.extend(line.pieces())
    return atoms
