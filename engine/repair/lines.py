"""Lines under repair: what a raw line says, and the raw characters it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.document import ChangeKind, LineHint, Span

NO_HINT = LineHint()
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
    "\uffe0-\uffe6\U00020000-\U0003fffd]+"
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
    atoms: Sequence[Atom] = ()
    hint: LineHint = NO_HINT
    role: str = ""
    reason: str = ""
    level: int = 0

    def pieces(self, begin: int = 0, end: int | None = None) -> list[Atom]:
        """The atoms of ``text[begin:end]``; an atom altered by repair is never cut."""
        stop = len(self.text) if end is None else end
        if self.atoms:
            return next(self.pieces_of(((begin, stop),)))
        if begin >= stop:
            return []
        return [Atom(self.text[begin:stop], self.start + begin, self.start + stop)]

    def pieces_of(self, spans: Iterable[Span]) -> Iterator[list[Atom]]:
        """As `pieces`, for ascending spans of `text` in one pass."""
        atoms = self.atoms
        index, place = 0, 0
        for begin, stop in spans:
            found: list[Atom] = []
            if begin < stop and not atoms:
                found.append(Atom(self.text[begin:stop], self.start + begin, self.start + stop))
            while index < len(atoms) and begin < stop:
                after = place + len(atoms[index].text)
                if after > begin:
                    found.append(_within(atoms[index], place, begin, stop))
                if after > stop:
                    break  # the next span may begin in this atom
                index, place = index + 1, after
                if after == stop:
                    break
            yield found

    def raw_at(self, place: int) -> int:
        """The raw offset of ``text[place]``."""
        return next(self.raw_of((place,)))

    def raw_of(self, places: Iterable[int]) -> Iterator[int]:
        """As `raw_at`, for ascending places in one pass."""
        atoms = self.atoms
        index, at = 0, 0
        for place in places:
            while index < len(atoms) and place >= at + len(atoms[index].text):
                at += len(atoms[index].text)
                index += 1
            if not atoms:
                yield self.start + place
            elif index < len(atoms):
                atom = atoms[index]
                exact = atom.end - atom.start == len(atom.text)
                yield atom.start + (place - at if exact else 0)
            else:
                yield self.end

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
            self.pieces(begin, stop) if self.atoms else (),
            self.hint,
        )

    def drop(self, reason: str) -> None:
        self.role, self.reason = "drop", reason


def _within(atom: Atom, place: int, begin: int, stop: int) -> Atom:
    """The part in ``text[begin:stop]`` of an atom that stands at `place`."""
    size = len(atom.text)
    low, high = max(begin - place, 0), min(stop - place, size)
    if (low == 0 and high == size) or atom.start < 0:
        return atom
    if atom.end - atom.start == size:
        return Atom(atom.text[low:high], atom.start + low, atom.start + high)
    return atom._replace(text=atom.text[low:high])


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
    return len(text) if text.isascii() else len(text) + _wide(text)


@lru_cache(maxsize=4096)  # each line is measured several times within a short while
def _wide(text: str) -> int:
    return sum(map(len, _WIDE.findall(text)))
