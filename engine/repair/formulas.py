"""Formulas: runs of single glyphs, and placeholders in a model's answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.repair.lines import Line

_SIGN = re.compile("[=+∑∏∫√≤≥≈≠∂∇∈∞×·÷±∝→<>⊂⊆∪∩∀∃−∗≡∼⋅⟨⟩]")
_GLYPHS = re.compile(r"[^\s]{1,3}(?: ?[^\s]{1,2}){0,2}|\(\d{1,3}(?:\.\d{1,3})?\)")
_SHORT = 8
_SHORTEST_RUN = 5
_PLACEHOLDER = re.compile(r"(?:\[\[|[⟦【〚〖〔⟨\[])\s*[FfＦｆ]\s?(\d+)\s*(?:\]\]|[⟧】〛〗〕⟩\]])")
PLACEHOLDER = re.compile(r"⟦(F\d+)⟧")


def shattered(lines: Sequence[Line]) -> None:
    """Set the role ``glyphs`` on runs of lines that hold a formula one glyph a line.

    Such a run has a mathematical sign and mostly single characters; answer keys, seat
    letters and columns of numbers have no such sign.
    """
    index = 0
    while index < len(lines):
        last = index
        while last < len(lines):
            line = lines[last]
            if line.role or len(line.text) > _SHORT or not _glyph(line.text):
                break
            last += 1
        if last - index >= _SHORTEST_RUN:
            run = lines[index:last]
            signs = sum(_SIGN.search(line.text) is not None for line in run)
            single = sum(len(line.text) <= 2 for line in run)
            if signs >= 1 and single >= 0.6 * len(run) and any(_letter(line) for line in run):
                for line in run:
                    line.role = "glyphs"
        index = max(last, index + 1)


def _glyph(text: str) -> bool:
    if "⺀" < text[0] < "\U00010000":
        return False
    return len(text) <= 2 or _GLYPHS.fullmatch(text) is not None


def _letter(line: Line) -> bool:
    return len(line.text) <= 2 and any(c.isalpha() for c in line.text)


def normalise(text: str, known: Mapping[str, str] | frozenset[str] | set[str]) -> str:
    """Placeholders a model wrote with other brackets, spaces or a small f, put right.
    Marks that name no formula of `known` stay as they are."""

    def fix(match: re.Match[str]) -> str:
        name = f"F{int(match.group(1))}"
        return f"⟦{name}⟧" if name in known else match.group()

    return _PLACEHOLDER.sub(fix, text)


def restore(text: str, formulas: Mapping[str, str]) -> str:
    """The text with each placeholder replaced by its formula.

    Formulas are put in once and not searched again, as one may quote another's
    placeholder. A formula whose placeholder is missing is added at the end. `formulas` has
    ids (``F1``) or whole placeholders as keys.
    """
    table = {name.strip("⟦⟧"): formula for name, formula in formulas.items()}
    seen: set[str] = set()

    def put(match: re.Match[str]) -> str:
        name = f"F{int(match.group(1))}"
        if name not in table:
            return match.group()
        seen.add(name)
        return table[name]

    result = _PLACEHOLDER.sub(put, text)
    lost = [table[name] for name in table if name not in seen]
    return "\n\n".join([result.rstrip(), *lost]) if lost else result
