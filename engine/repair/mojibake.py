"""UTF-8 that was read as Latin-1 or Windows-1252, once or twice, and written again."""

from __future__ import annotations

import itertools
import re

from engine.repair.lines import Atom, Line

_TAIL = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŽžŸ"
_HIGH = _TAIL + "À-ÿ"
_RUN = re.compile(f"[{_HIGH}][{_HIGH} ]*[{_HIGH}]")
# What the bytes of one character look like.
_SIGN = re.compile(f"[Â-ß][{_TAIL}]|[à-ï][{_TAIL}]{{2}}|[ð-ô][{_TAIL}]{{3}}")
_TYPOGRAPHIC = "‚„…‘’“”•–—‹›"  # which stand behind a letter in text that is right
# The first letters of the garbled forms of Western European, Cyrillic and East Asian text
# and of typographic marks: with these, a few are enough to be certain.
_CERTAIN = re.compile(
    f"[ÂÃÐÑ][{_TAIL}]|â[{_TAIL}]{{2}}|[åæçèé](?![{_TYPOGRAPHIC}]{{2}})[{_TAIL}]{{2}}"
)
# Letters and marks of living scripts; others come out of words that were right.
_PLAUSIBLE = re.compile(
    "[\xa0-\u017f\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u02c6-\u02dd\u0300-\u045f\u0490\u0491\u05b0-\u05f4\u0600-\u06ff"
    "\u0900-\u0e7f\u1e00-\u1eff\u200b-\u2044\u20ac\u2100-\u22ff\u2460-\u27bf\u3000-\u30ff"
    "\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufb00-\ufb06\ufe0f\uff00-\uffee\U0001f300-\U0001faff]+"
)
_BYTES = {bytes([code]).decode("cp1252", "ignore"): code for code in range(0x80, 0xA0)}
_LEAST = 2
_LEAST_UNCERTAIN = 3
_MOST = 0.8  # of the characters beside ASCII in a text that is garbled throughout
_SAMPLE = 1 << 20


def garbled(raw: str) -> bool:
    """Whether the text has enough such pairs of letters to be certain of the fault: a few
    of the certain ones, or nearly all its characters beside ASCII in the others."""
    if len(list(itertools.islice(_CERTAIN.finditer(raw), _LEAST))) == _LEAST:
        return True
    sample = raw[:_SAMPLE]
    signs = [sign for sign in _SIGN.findall(sample) if _decode(sign) is not None]
    if len(signs) < _LEAST_UNCERTAIN:
        return False
    return sum(map(len, signs)) >= _MOST * len(re.findall("[^\x00-\x7f]", sample))


def inside(text: str, at: int) -> bool:
    """Whether the sign at `at` may be one of the bytes of a character that begins before it:
    a soft hyphen there is none."""
    for begin in range(max(0, at - 3), at):
        sign = _SIGN.match(text, begin)
        if sign and sign.end() > at:
            return True
    return False


def mend(line: Line) -> None:
    """Put the garbled runs of one line right, in place; what cannot be decoded stays."""
    if _SIGN.search(line.text) is None:
        return
    atoms: list[Atom] = []
    done = 0
    for match in _RUN.finditer(line.text):
        run = match.group()
        mended = _decode(run) or _SIGN.sub(lambda sign: _decode(sign[0]) or sign[0], run)
        if mended == run:
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
    """The text these characters were the bytes of, None where they were of none."""
    result: str | None = None
    while True:
        try:
            text = bytes(_BYTES.get(c, ord(c)) for c in text).decode("utf-8")
        except ValueError:
            return result
        if text.isascii():
            return result
        if _PLAUSIBLE.fullmatch(text.replace(" ", "")):
            result = text
