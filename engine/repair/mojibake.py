"""UTF-8 that was read as Latin-1 or Windows-1252, once or twice, and written again."""

from __future__ import annotations

import re

from engine.repair.lines import Atom, Line

_HIGH = "\x80-\xff€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŽžŸ"
_RUN = re.compile(f"[{_HIGH}][{_HIGH} ]*[{_HIGH}]")
_LEAD = re.compile("[ÂÃÄÅâãäåæçèéðÐÑ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŽžŸ]")
_BYTES = {bytes([code]).decode("cp1252", "ignore"): code for code in range(0x80, 0xA0)}
_LEAST = 2


def garbled(raw: str) -> bool:
    """Whether the text has enough such pairs of letters to be certain of the fault."""
    count = 0
    for match in _LEAD.finditer(raw):
        count += len(match.group()) == 2 and match.group()[0] in "ÂÃâåæçèéÐÑ"
        if count >= _LEAST:
            return True
    return False


def mend(line: Line) -> None:
    """Put the garbled runs of one line right, in place; what cannot be decoded stays."""
    if _LEAD.search(line.text) is None:
        return
    atoms: list[Atom] = []
    done = 0
    for match in _RUN.finditer(line.text):
        mended = _decode(match.group())
        if mended is None:
            continue
        atoms.extend(line.pieces(done, match.start()))
        start, end = line.raw_at(match.start()), line.raw_at(match.end() - 1) + 1
        atoms.append(Atom(mended, start, end, "replaced", "wrong decoding"))
        done = match.end()
    if done:
        atoms.extend(line.pieces(done))
        line.atoms = atoms
        line.text = "".join(atom.text for atom in atoms)


def _decode(text: str) -> str | None:
    result: str | None = None
    while True:
        try:
            text = bytes(_BYTES.get(c, ord(c)) for c in text).decode("utf-8")
        except ValueError:
            return result
        if text.isascii():
            return result
        result = text
