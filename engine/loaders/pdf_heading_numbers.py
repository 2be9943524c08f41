"""What the number of a heading says: how deep it stands, and whether it is all of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = (
    r"chapter|part|section|appendix|lecture|lesson|unit|kapitel|teil|abschnitt|anhang|chapitre|"
    r"partie|annexe|cap[ií]tulo|parte|ap[eé]ndice|capitolo|hoofdstuk|deel|bijlage|rozdział|"
    r"глава|часть|приложение"
)
_SPELLED = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|un|deux|trois|quatre|cinq|sept|huit|neuf|dix"
)
_HAN = r"[一二三四五六七八九十百零〇\d]{1,4}"
_DIVISION = re.compile(
    rf"^(?:(?:{_WORD})\s*(?:\d{{1,3}}|[IVXL]{{1,6}}|[A-Z]|{_SPELLED})\s*[.:]?"
    rf"|第\s*{_HAN}\s*[章篇部编編]|附\s*[录錄]\s*[A-Z一二三四五六七八九十])$",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"^(?:§\s*)?(?:\d{1,2}|[A-Z])((?:\s?\.\s?\d{1,3}){1,5})(?:\.?\s|[^\w.\s])")
_NAMED = re.compile(
    r"^(?:(?:chapter|appendix|kapitel|anhang|chapitre|annexe|cap[ií]tulo|ap[eé]ndice|capitolo|"
    r"hoofdstuk|bijlage|rozdział|глава|приложение)\s*(?:\d{1,3}|[IVXL]{1,6}|[A-Z])\b"
    rf"|第\s*{_HAN}\s*章|附\s*[录錄]\s*[A-Z一二三四五六七八九十])",
    re.IGNORECASE,
)
_SIMPLE = re.compile(r"^(?:\d{1,2}|[IVX]{1,5}(?=\.))\.?\s+[^\W\d_]")
_ROMAN = re.compile(r"^[IVX]{1,6}\.\s+\S")
_LETTER = re.compile(r"^[A-H]\.\s+\S")
_HAN_TOP = re.compile(r"^[一二三四五六七八九十]{1,3}、")
_HAN_SUB = re.compile(r"^[（(][一二三四五六七八九十]{1,3}[）)]")
_SECTION = re.compile(rf"^第\s*{_HAN}\s*[节節]")


def is_division(text: str) -> bool:
    """Whether a line is the number of a chapter or part alone, whose title stands below."""
    return _DIVISION.match(text.strip()) is not None


def depth(text: str) -> tuple[int, bool]:
    """How deep the number of a heading stands, from 1, 0 where it has none; and whether the
    number says so by itself: one number alone may count anything."""
    match = _DOTTED.match(text)
    if match:
        return 1 + match[1].count("."), True
    if _NAMED.match(text):
        return 1, True
    if _SECTION.match(text):
        return 2, True
    return (1, False) if _SIMPLE.match(text) else (0, False)


def in_letters(texts: Sequence[str]) -> bool:
    """Whether headings are numbered "I.", "II." with "A." below, or "一、" with "（一）" below."""
    marks = {text.split(".", 1)[0] for text in texts if _ROMAN.match(text)}
    marks |= {text[:1] for text in texts if _HAN_TOP.match(text)}
    return any({one, two} <= marks for one, two in (("I", "II"), ("II", "III"), ("一", "二")))


def letter_depth(text: str) -> int:
    """How deep a heading stands that is numbered by letters or Chinese numerals, 0 for
    another."""
    if _ROMAN.match(text) or _HAN_TOP.match(text):
        return 1
    return 2 if _LETTER.match(text) or _HAN_SUB.match(text) else 0
