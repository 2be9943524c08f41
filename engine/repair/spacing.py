"""Letter-spaced and doubled headings: ``R E P O R T`` and ``SSuummmmaarryy``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.repair import lexicon
from engine.repair.lines import Atom, Line

_GROUP = re.compile(r"\S(?:[ \u2009\u200a]\S)*(?=[ \t\u2000-\u200a]{2,}|$)")
_SINGLE = re.compile(r"(?:[^\W\d_][ \u2009\u200a]){4,}[^\W\d_]")
_DOUBLED = re.compile(r"(?:(\S)\1)+")
_LEAST_LETTERS = 5
_LEAST_DOUBLED = 8
_LONGEST_WORD = 16
_COMMON = 100_000
_GERMAN_PREFIXES = lexicon.words("vor nach ein aus über unter bei mit zu")


def undo(lines: Sequence[Line]) -> None:
    """Close up letter-spaced lines and undouble doubled ones, in place."""
    for line in lines:
        if line.role or len(line.text) > 200:
            continue
        text = line.text
        if len(text) > 8 and text[1] in " \u2009\u200a" and _SINGLE.match(text):
            spaced = _spaced(text) or _word(text)
            if spaced:
                _rewrite(line, spaced, "letter spacing")
        elif len(text) >= _LEAST_DOUBLED and text[0] == text[1]:
            doubled = _doubled(text)
            if doubled:
                _rewrite(line, doubled, "doubled letters")


def _spaced(text: str) -> list[tuple[int, int, str]]:
    """Spans and what they become: each word of single letters closed up."""
    groups = [match.span() for match in _GROUP.finditer(text)]
    letters = sum(c.isalpha() for c in text)
    singles = sum(len(word) == 1 for word in text.split())
    if letters < _LEAST_LETTERS or singles < 0.9 * len(text.split()):
        return []
    if len(groups) == 1:
        closed = re.sub(r"\s", "", text)
        # One group may be several words: certain are only a known one, and one in capitals
        # that no two known words make.
        if not lexicon.known(closed) and (not closed.isupper() or _two_words(closed.lower())):
            return []
    return [(a, b, re.sub(r"\s", "", text[a:b])) for a, b in groups]


def _two_words(closed: str) -> bool:
    """Whether the letters may be two common words; a German prefix makes them one again."""
    if len(closed) > _LONGEST_WORD:
        return True
    for at in range(2, len(closed) - 1):
        first, second = lexicon.rank(closed[:at]), lexicon.rank(closed[at:])
        if first is None or second is None or closed[:at] in _GERMAN_PREFIXES:
            continue
        if first < _COMMON and second < _COMMON:
            return True
    return False


def _word(text: str) -> list[tuple[int, int, str]]:
    """The first word alone, where its letters are spaced and make a known word."""
    match = _SINGLE.match(text)
    end = match.end() if match else 0
    closed = re.sub(r"\s", "", text[:end])
    if not lexicon.known(closed) or text[end : end + 1].isalnum():
        return []
    rest = len(text) - len(text[end:].lstrip())
    return [(0, end, closed), (rest, len(text), text[rest:])] if rest < len(text) else []


def _doubled(text: str) -> list[tuple[int, int, str]]:
    words = [match.span() for match in re.finditer(r"\S+", text)]
    if any(_DOUBLED.fullmatch(text, a, b) is None for a, b in words):
        return []
    halves = [(a, b, text[a:b:2]) for a, b in words]
    kinds = {c for _, _, half in halves for c in half if c.isalpha()}
    return halves if len(kinds) >= 4 else []


def _rewrite(line: Line, spans: Sequence[tuple[int, int, str]], reason: str) -> None:
    atoms = list(_atoms(line, spans, reason))
    line.atoms = atoms
    line.text = "".join(atom.text for atom in atoms)


def _atoms(line: Line, spans: Sequence[tuple[int, int, str]], reason: str) -> Iterator[Atom]:
    for number, (begin, end, text) in enumerate(spans):
        if number:
            yield Atom(" ")
        start = line.raw_at(begin)
        if text == line.text[begin:end]:
            yield from line.pieces(begin, end)
        else:
            stop = line.raw_at(end - 1) + 1
            yield Atom(text, start, stop, "replaced", reason)
