"""Lines under repair: what a raw line says, and the raw characters it came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.document import ChangeKind, LineHint

NO_HINT = LineHint()
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
    "\uffe0-\uffe6\U00020000-\U0003fffd]"
)


class Atom(NamedTuple):
    """A piece of repaired text. With ``start >= 0`` it came from ``raw[start:end]``, else
    repair put it there. A `reason` makes it a ledger entry of the given `kind`."""

    text: str
    start: int = -1
    end: int = -1
    kind: ChangeKind = "replaced"
    reason: str = ""


class Drop(NamedTuple):
    """A raw span that does not survive."""

    start: int
    end: int
    reason: str
    kind: ChangeKind = "removed"


@dataclass(slots=True)
class Line:
    """One line, or the part of one that is repaired on its own.

    `text` is clean and has no outer white space; ``raw[start:end]`` is where it came from.
    `atoms` is empty where both are equal, else their texts joined are `text`. `indent`
    counts the columns of leading white space. `role` starts empty and is set by the rules:
    ``blank``, ``drop``, ``code``, ``table``, ``latex``, ``heading``, ``formula``, …
    """

    start: int
    end: int
    text: str
    number: int
    indent: int = 0
    atoms: list[Atom] = field(default_factory=list)
    hint: LineHint = NO_HINT
    role: str = ""
    reason: str = ""
    level: int = 0

    def pieces(self, begin: int = 0, end: int | None = None) -> Iterator[Atom]:
        """The atoms of ``text[begin:end]``; an atom altered by repair is never cut."""
        stop = len(self.text) if end is None else end
        if not self.atoms:
            if begin < stop:
                yield Atom(self.text[begin:stop], self.start + begin, self.start + stop)
            return
        place = 0
        for atom in self.atoms:
            after = place + len(atom.text)
            low, high = max(begin, place), min(stop, after)
            if low < high or (not atom.text and begin <= place < stop):
                if (low == place and high == after) or atom.start < 0:
                    yield atom
                elif atom.end - atom.start == len(atom.text):
                    offset = atom.start - place
                    yield Atom(atom.text[low - place : high - place], offset + low, offset + high)
                else:
                    yield atom._replace(text=atom.text[low - place : high - place])
            place = after

    def raw_at(self, place: int) -> int:
        """The raw offset of ``text[place]``."""
        if not self.atoms:
            return self.start + place
        at = 0
        for atom in self.atoms:
            if place < at + len(atom.text):
                exact = atom.end - atom.start == len(atom.text)
                return atom.start + (place - at if exact else 0)
            at += len(atom.text)
        return self.end

    def part(self, begin: int, end: int | None = None) -> Line:
        """``text[begin:end]`` without its outer white space as a line of its own."""
        stop = len(self.text) if end is None else end
        while begin < stop and self.text[begin].isspace():
            begin += 1
        while begin < stop and self.text[stop - 1].isspace():
            stop -= 1
        return Line(
            self.raw_at(begin),
            self.raw_at(stop - 1) + 1 if stop > begin and stop < len(self.text) else self.end,
            self.text[begin:stop],
            self.number,
            self.indent,
            list(self.pieces(begin, stop)) if self.atoms else [],
            self.hint,
        )

    def drop(self, reason: str) -> None:
        self.role, self.reason = "drop", reason


@dataclass(slots=True)
class Block:
    """A paragraph of the repaired text: its `atoms` in order, without outer blank lines."""

    kind: str
    atoms: list[Atom]
    level: int = 0
    reason: str = ""
    change: ChangeKind = "heading"


def columns(text: str) -> int:
    """Display columns: a full-width character counts two."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))
