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
_TIGHT = frozenset("–—/־")  # marks that a line may be broken behind without a space
_NUMBER_END = re.compile("[぀-ヿ㐀-鿿]\\d{1,4}$")
_NUMBER_PART = re.compile("\\d{1,4}[぀-ヿ㐀-鿿]")
_SPACE = Atom(" ")
_NEW_LINE = Atom("\n")


def prose(lines: Sequence[Line], words: hyphens.Vocabulary) -> list[Atom]:
    """The lines as running text: broken words rejoined, runs of spaces folded."""
    atoms: list[Atom] = []
    texts = [line.text for line in lines]
    final = len(lines) - 1
    for index, line in enumerate(lines):
        text = texts[index]
        if index == final:
            atoms.extend(_unhyphenated(line))
            break
        following = texts[index + 1]
        if text[-1] in hyphens.HYPHENS and hyphens.broken(text, following):
            how = hyphens.join(text, following, words)
            stop = len(text) - how.cut
            atoms.extend(_folded(line, stop))
            if how.cut:
                at = line.raw_at(stop)
                atoms.append(Atom("", at, line.end, "dehyphenated", how.reason))
            between = how.glue
        else:
            if line.atoms or text[-1] == "\xad" or _to_fold(text):
                atoms.extend(_unhyphenated(line))
            else:
                atoms.append(Atom(text, line.start, line.start + len(text)))
            between = _between(text, following, texts, index)
        if between:
            atoms.append(_SPACE if between == " " else Atom(between))
    return atoms


def _between(left: str, right: str, texts: Sequence[str], index: int) -> str:
    """What stands between two lines where no word is broken."""
    if right in hyphens.HYPHENS and index + 2 < len(texts):
        return ""
    if left in hyphens.HYPHENS and index > 0:
        return ""
    last = left[-1]
    # An address that ends in a stroke is whole; "and/or" is not.
    stroke = last == "/" and not left.rsplit(None, 1)[-1][:-1].lstrip("(").isalnum()
    attached = len(left) > 1 and not left[-2].isspace()
    if last in _TIGHT and right[0].isalnum() and attached and not stroke:
        return ""
    if last == "-" and right[0].islower() and len(left) > 1 and left[-2] in "⟧$)":
        return ""
    if last.isdecimal() and right[0].isdecimal() and _number_broken(left, right):
        return ""
    # An address broken within its scheme: "https:" and "//", "https://" and the host.
    if (last == ":" and right.startswith("//")) or (left.endswith("://") and right[0].isalnum()):
        return ""
    tail = left.rsplit(None, 1)[-1] if "/" in left else ""
    if "/" in tail and _ADDRESS_END.search(tail) and _ADDRESS_PART.match(right):
        return ""
    return glue(left, right)


def _number_broken(left: str, right: str) -> bool:
    """Whether a number of Chinese or Japanese text is broken in two."""
    return _NUMBER_END.search(left[-6:]) is not None and _NUMBER_PART.match(right) is not None


def _unhyphenated(line: Line) -> list[Atom]:
    """The whole line but for soft hyphens at its end, which break no word."""
    stop = len(line.text.rstrip("\xad"))
    atoms = _folded(line, stop)
    if stop < len(line.text):
        atoms.append(Atom("", line.raw_at(stop), line.end, "removed", "soft hyphen"))
    return atoms


def _to_fold(text: str) -> bool:
    return "  " in text or "\t" in text or "\r" in text


def _folded(line: Line, stop: int) -> list[Atom]:
    """The pieces of ``line.text[:stop]`` with each run of white space as one space."""
    text = line.text
    if not _to_fold(text):
        return line.pieces(0, stop)
    bounds = [0]
    for match in _SPACES.finditer(text, 0, stop):
        bounds.extend(match.span())
    bounds.append(stop)
    atoms: list[Atom] = []
    for number, pieces in enumerate(line.pieces_of(zip(bounds[::2], bounds[1::2], strict=True))):
        if number:
            atoms.append(_SPACE)
        atoms.extend(pieces)
    return atoms


def folded(line: Line) -> list[Atom]:
    """The whole line with each run of white space as one space."""
    return _folded(line, len(line.text))


def kept(lines: Sequence[Line]) -> list[Atom]:
    """The lines one below the other, with their indentation against the leftmost."""
    base = min(line.indent for line in lines)
    atoms: list[Atom] = []
    for index, line in enumerate(lines):
        if index:
            atoms.append(_NEW_LINE)
        if line.indent > base and index:
            atoms.append(Atom(" " * min(line.indent - base, 24)))
        atoms.extend(line.pieces())
    return atoms


def verbatim(lines: Sequence[Line], raw: str) -> list[Atom]:
    """The lines letter for letter, white space at their beginning included."""
    atoms: list[Atom] = []
    for index, line in enumerate(lines):
        if index:
            atoms.append(_NEW_LINE)
        if not line.text:
            continue
        start = line.start
        while start > 0 and raw[start - 1] in " \t　":
            start -= 1
        if start < line.start:
            atoms.append(Atom(raw[start : line.start], start, line.start))
        atoms.extend(line.pieces())
    return atoms
