"""List items, turns of a conversation, entries of a table of contents."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BULLET = re.compile(r"([-*+•‣⁃◦▪▫●○■□►▶➢✓✔☐☑☒–—·∙・])\s+(?=\S)")
_TIGHT = re.compile(r"([•‣◦▪●○■□►▶➢✓✔☐☑☒・])(?=\S)")
LONE = frozenset("-*•‣⁃◦▪▫●○■□►▶➢✓✔☐☑☒·∙・")
SIGNS = LONE | frozenset("+–—")  # that a bullet may be
_COUNTERS = frozenset("(（一二三四五六七八九十⓪" + "".join(map(chr, range(0x2460, 0x2474))))
_COUNTERS |= frozenset(map(chr, range(0x2776, 0x2780)))
_NUMBER = re.compile(r"(?:(\d{1,3})([.)])|\((\d{1,3})\)|（(\d{1,3})）)\s*(?=\S)")
_LETTER = re.compile(r"(?:([a-zA-Z])\)|\(([a-zA-Z])\)|([a-z])\.)\s+(?=\S)")
_ROMAN = re.compile(r"(?:\(([ivx]{1,5})\)|([ivx]{1,5})[.)])\s+(?=\S)")
_CIRCLED = re.compile("[①-⑳⓪❶-❿]")
_CJK_ITEM = re.compile(
    "[（(][一二三四五六七八九十]{1,3}[）)]|[一二三四五六七八九十]{1,3}、|\\d{1,2}、"
)
_LEADERS = re.compile(r"(?:\s?[.·…．⋯]){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})$|[…⋯]{2,}\s*\d{1,4}$")
_LONGEST_TURN = 70  # characters up to the colon: three names of 21 and what parts them
_LEADER_SIGNS = re.compile(r"\. ?\.|[…⋯]|· ?·|．．")
_NAME = r"[A-ZÀ-ÞА-ЯЁ][\w.'-]{0,20}"
_TURN = re.compile(
    rf"(?:[QA]|{_NAME}(?: {_NAME}){{0,2}}|[㐀-鿿ぁ-ヿ가-힣]{{1,6}}|"
    r"\[\d\d:\d\d(?::\d\d)?\] [\w.-]{1,20})\s?[:：](?:\s|(?=[㐀-鿿ぁ-ヿ가-힣“「]))"
)
_NUMBERED_TURN = re.compile(r"([A-ZÀ-ÞА-ЯЁ])\d{1,3}[.:] (?=\S)")
_STAGE_TURN = re.compile(r"([A-ZÀ-ÞА-ЯЁ][A-ZÀ-ÞА-ЯЁ’' -]{1,30})[.,] ?[—–] ?(?=\S)")
_MARK = re.compile(
    r"([(（]?)(?:(\d{1,3}(?:\.\d{1,2})*)|([ivx]{2,5}|[IVX]{2,5})|([A-Za-z]))([.)）])"
    r"(?:\s+(?=\S)|(?=[⺀-鿿])|$)"
)
_ROMAN_TENS, _ROMAN_ONES = ("", "x"), ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN_VALUES = {
    ten + one: 10 * i + j for i, ten in enumerate(_ROMAN_TENS) for j, one in enumerate(_ROMAN_ONES)
}
Mark = tuple[str, tuple[int, ...]]  # the style of a counter and its value


def bullet(text: str) -> int:
    """Length of the bullet and the space behind it, 0 without one."""
    if text[0] not in SIGNS:
        return 0
    match = _BULLET.match(text) or _TIGHT.match(text)
    return match.end() if match else 0


def number(text: str) -> int | None:
    """The number of a numbered item."""
    match = _NUMBER.match(text) if text[0] in "(（" or text[0].isdecimal() else None
    if match is None:
        return None
    spaced = text[match.end() - 1].isspace() or text[match.end()] > "⺀"
    if not spaced or (text[match.end()].isdigit() and match.group(2) == "."):
        return None
    return int(match.group(1) or match.group(3) or match.group(4))


def enumerated(text: str) -> str:
    """The counter of an item with letters, Roman or Chinese numerals, else empty."""
    first = text[0]
    if first.isascii() and first.isalpha():
        if ")" not in text[:6] and "." not in text[:6]:
            return ""
    elif first not in _COUNTERS and not first.isdecimal():
        return ""
    for pattern in (_LETTER, _ROMAN, _CIRCLED, _CJK_ITEM):
        match = pattern.match(text)
        if match:
            return match.group().strip()
    return ""


def leaders(text: str) -> bool:
    """Whether the line is an entry of a table of contents with leader dots."""
    if len(text) < 3 or (not text[-1].isdecimal() and text[-1] not in "ivxlc"):
        return False
    if _LEADER_SIGNS.search(text) is None:
        return False
    return _LEADERS.search(text) is not None


def turn(text: str) -> str:
    """The speaker of a turn (``Q:``), else empty."""
    head = text[:_LONGEST_TURN]
    if ":" in head or "：" in head:
        match = _TURN.match(text)
        if match:
            return match.group().rstrip(" :：")
    if text[1:2].isdecimal() or " — " in head or " – " in head:
        match = _NUMBERED_TURN.match(text) or _STAGE_TURN.match(text)
        return match.group(1) if match else ""
    return ""


def series(texts: Sequence[str]) -> frozenset[int]:
    """The lines that begin with counters of which one follows on another: *1.*, *2.*;
    *(a)*, *(b)*; *1.1.*, *1.2.*. A counter may be all of its line."""
    last: dict[str, tuple[tuple[int, ...], int]] = {}
    found: set[int] = set()
    for index, text in enumerate(texts):
        head = text[:9]
        if "." not in head and ")" not in head and "）" not in head:
            continue
        for style, value in _marks(text):
            before = last.get(f"{style}{len(value)}")
            if before and before[0] == (*value[:-1], value[-1] - 1):
                found.update((before[1], index))
            last[f"{style}{len(value)}"] = (value, index)
    return frozenset(found)


def _marks(text: str) -> list[Mark]:
    """What the counter at the begin of the line may be: *(i)* is Roman or a letter."""
    match = _MARK.match(text)
    if match is None:
        return []
    opened, figures, roman, letter, closing = match.groups()
    if opened and closing == ".":
        return []
    style = opened.replace("（", "(") + closing.replace("）", ")")
    if figures:
        return [(style + "1", tuple(map(int, figures.split("."))))]
    word = roman or letter
    kind = "A" if word.isupper() else "a"
    marks: list[Mark] = []
    if word.lower() in _ROMAN_VALUES:
        marks.append((style + kind + "i", (_ROMAN_VALUES[word.lower()],)))
    if letter:
        marks.append((style + kind, (ord(letter),)))
    return marks


def lone_counter(text: str) -> bool:
    """Whether the line is nothing but the counter of an item."""
    match = _MARK.match(text) if len(text) <= 8 else None
    return match is not None and match.end() == len(text)
