"""Characters that only look right: ligatures, soft hyphens, zero-width marks, NUL."""

from __future__ import annotations

import re
import unicodedata

from engine.document import LineHint
from engine.repair import lexicon, mojibake
from engine.repair.lines import NO_HINT, Atom, Drop, Line

_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\xad\u1806\u200b\u2028\u2029\u2060\u2066-\u2069\u202a-\u202e"
    "\ue000-\uf8ff\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufeff\ufff9-\ufffb]"
)
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\x7f\xad\u1806\u200b\u2060\ufeff\ufff9-\ufffb]")
_INVISIBLE = set("\u200b\u2060\ufeff\u1806\ufff9\ufffa\ufffb")
_BULLETS = {
    "\uf0b7": "•",
    "\uf0a7": "▪",
    "\uf0d8": "►",
    "\uf076": "◆",
    "\uf06e": "■",
    "\uf0a8": "◦",
}
_FILLERS = ("ff", "fi", "fl", "ffi", "ffl")
_SPACED = re.compile(r"[ﬁﬂﬃﬄ] (?=[a-zà-ÿ])")
_WORD_AFTER = re.compile(r"[^\W\d_]*")
_NUMBERED = re.compile(r"[\dA-Z]$")


def unseen(line: Line, raw: str, start: int, end: int) -> Drop | None:
    """One ledger entry for the characters of the raw line that nobody sees and that `line`,
    made of it, no longer has; None where there are none."""
    if raw[start:end].isprintable():
        return None
    if line.role == "blank":
        kept = [(end, end)]
    else:
        kept = [(a.start, a.end) for a in line.atoms] or [(line.start, line.end)]
        kept.append((end, end))
    gone: list[int] = []
    for low, high in kept:
        gone.extend(match.start() for match in _UNSEEN.finditer(raw, start, low))
        start = high
    if not gone:
        return None
    size = 1
    while size < len(gone) and gone[size] == gone[0] + size:
        size += 1
    count = len(gone)
    reason = "invisible character" if count == 1 else f"{count} invisible characters in this line"
    return Drop(gone[0], gone[0] + size, reason)


def spaced_ligatures(raw: str) -> bool:
    """Whether this text puts a false space behind its ligatures, as a rule."""
    spaced = len(_SPACED.findall(raw))
    return spaced >= 3 and spaced >= 0.5 * sum(raw.count(sign) for sign in "ﬁﬂﬃﬄ")


def clean(
    raw: str,
    start: int,
    end: int,
    number: int,
    hint: LineHint = NO_HINT,
    *,
    spaced: bool = False,
) -> Line:
    """The line ``raw[start:end]`` with odd characters put right.

    Runs of spaces are kept: aligned columns need them until the line's role is known.
    """
    text = raw[start:end]
    # Nothing printable in ASCII is odd, and only the space has to be stripped of it.
    plain = text.isascii() and text.isprintable()
    stripped = (
        text.strip(" ")
        if plain
        else text.strip(" \t\r\n\x0b\x0c\x00\ufeff\u200b\xa0\u3000\x1c\x1d\x1e\x1f\x85\u2003\u2002")
    )
    if not stripped:
        return Line(start, end, "", number, role="blank", hint=hint)
    at = text.find(stripped)
    indent = _columns(text[:at]) if at else 0
    start += at
    end = start + len(stripped)
    if plain or _ODD.search(stripped) is None:
        return Line(start, end, stripped, number, indent, hint=hint)
    atoms = list(_atoms(stripped, start, spaced))
    joined = "".join([atom.text for atom in atoms])
    if not joined.replace("\xad", "").strip():
        return Line(start, end, "", number, role="blank", hint=hint)
    if joined == stripped and len(atoms) == 1:
        return Line(start, end, stripped, number, indent, hint=hint)
    line = Line(start, end, joined, number, indent, atoms, hint)
    return line if joined == joined.strip() else line.part(0)


def _columns(space: str) -> int:
    """Columns of leading white space; an ideographic space counts two, a tab four."""
    if not space or (space.isspace() and space == " " * len(space)):
        return len(space)
    return sum({"\t": 4, "　": 2}.get(c, 1 if c.isspace() else 0) for c in space)


def _atoms(text: str, start: int, spaced: bool) -> list[Atom]:
    atoms: list[Atom] = []
    done = 0
    for match in _ODD.finditer(text):
        low, high = match.span()
        if low < done:
            continue
        sign = match.group()
        new, reason, high = _replacement(text, low, high, sign, spaced)
        if new == text[low:high]:
            continue
        if low > done:
            atoms.append(Atom(text[done:low], start + done, start + low))
        if new:
            atoms.append(Atom(new, start + low, start + high, "replaced", reason))
        done = high
    if done < len(text):
        atoms.append(Atom(text[done:], start + done, start + len(text)))
    return atoms


def _replacement(text: str, low: int, high: int, sign: str, spaced: bool) -> tuple[str, str, int]:
    """What stands for ``text[low:high]``: new text, reason for the ledger, end of the span."""
    if sign in _LIGATURES:
        if spaced and _SPACED.match(text, low):
            high += 1
        return _LIGATURES[sign], "ligature", high
    if sign == "\xad":
        if mojibake.inside(text, low):
            return sign, "", high
        return _soft_hyphen(text, low, high)
    if sign in _INVISIBLE:
        return "", "", high
    if sign == "\x00":
        return (*_nul(text, low), high)
    if sign in _BULLETS:
        return _BULLETS[sign], "bullet of a symbol font", high
    if "\ufb50" <= sign <= "\ufefc":
        return unicodedata.normalize("NFKC", sign), "presentation form", high
    if sign in "\r\x0b\x0c\u2028\u2029":
        return " ", "", high
    if sign < " " or sign == "\x7f":
        return "", "", high
    return sign, "", high


def _soft_hyphen(text: str, low: int, high: int) -> tuple[str, str, int]:
    """A soft hyphen goes, except at the line end (joining decides) and where a producer
    used it as the visible hyphen of a part number."""
    if high == len(text):
        return "\xad", "", high
    before, after = text[low - 1 : low], text[high : high + 1]
    if _NUMBERED.match(before) and (after.isdigit() or after.isupper()):
        return "-", "soft hyphen used as a hyphen", high
    return "", "", high


def _letter(character: str) -> bool:
    return character.isalnum() and not character.isdecimal()


def _nul(text: str, low: int) -> tuple[str, str]:
    """A NUL inside a word is a lost ligature: filled where only one makes a known word,
    else left visible. Elsewhere it says nothing."""
    begin = low
    while begin > 0 and _letter(text[begin - 1]):
        begin -= 1
    after = _WORD_AFTER.match(text, low + 1)
    left, right = text[begin:low], after.group() if after else ""
    if not left and not right:
        return "", ""
    if len(left + right) > 2:
        fits = [f for f in _FILLERS if lexicon.known(left + f + right)]
        if len(fits) == 1:
            return fits[0], "lost ligature"
    return ("\ufffd", "lost letters") if left and right else ("", "")
