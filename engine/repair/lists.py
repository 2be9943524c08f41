"""List items, turns of a conversation, entries of a table of contents."""

from __future__ import annotations

import re

_BULLET = re.compile(r"([-*+•‣⁃◦▪▫●○■□►▶➢✓✔–—·∙])\s+(?=\S)")
_TIGHT = re.compile(r"([•‣◦▪●○■□►▶➢✓✔])(?=\S)")
LONE = frozenset("-*•‣⁃◦▪▫●○■□►▶➢✓✔·∙")
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
_TURN = re.compile(
    r"(?:[QA]|[A-ZÀ-Þ][\w.'-]{0,20}(?: [A-ZÀ-Þ][\w.'-]{0,20}){0,2}|[㐀-鿿]{1,5})\s?[:：](?:\s|"
    r"(?=[㐀-鿿“]))"
)


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
    if ":" not in head and "：" not in head:
        return ""
    match = _TURN.match(text)
    return match.group().rstrip(" :：") if match else ""
