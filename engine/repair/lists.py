"""List items, turns of a conversation, entries of a table of contents."""

from __future__ import annotations

import re

_BULLET = re.compile(r"([-*+•‣⁃◦▪▫●○■□►▶➢✓✔–—·∙])\s+(?=\S)")
_TIGHT = re.compile(r"([•‣◦▪●○■□►▶➢✓✔])(?=\S)")
LONE = frozenset("-*•‣⁃◦▪▫●○■□►▶➢✓✔·∙")
_NUMBER = re.compile(r"(?:(\d{1,3})([.)])|\((\d{1,3})\)|（(\d{1,3})）)\s*(?=\S)")
_LETTER = re.compile(r"(?:([a-zA-Z])\)|\(([a-zA-Z])\)|([a-z])\.)\s+(?=\S)")
_ROMAN = re.compile(r"(?:\(([ivx]{1,5})\)|([ivx]{1,5})[.)])\s+(?=\S)")
_CIRCLED = re.compile("[①-⑳⓪❶-❿]")
_CJK_ITEM = re.compile(
    "[（(][一二三四五六七八九十]{1,3}[）)]|[一二三四五六七八九十]{1,3}、|\\d{1,2}、"
)
_LEADERS = re.compile(r"(?:\s?[.·…．⋯]){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})$|[…⋯]{2,}\s*\d{1,4}$")
_LEADER_SIGNS = ("..", ". .", "…", "··", "· ·", "．．", "⋯")
_TURN = re.compile(
    r"(?:[QA]|[A-ZÀ-Þ][\w.'-]{0,20}(?: [A-ZÀ-Þ][\w.'-]{0,20}){0,2}|[㐀-鿿]{1,5})\s?[:：](?:\s|"
    r"(?=[㐀-鿿“]))"
)


def bullet(text: str) -> int:
    """Length of the bullet and the space behind it, 0 without one."""
    match = _BULLET.match(text) or _TIGHT.match(text)
    return match.end() if match else 0


def number(text: str) -> int | None:
    """The number of a numbered item."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    spaced = text[match.end() - 1].isspace() or text[match.end()] > "⺀"
    if not spaced or (text[match.end()].isdigit() and match.group(2) == "."):
        return None
    return int(match.group(1) or match.group(3) or match.group(4))


def enumerated(text: str) -> str:
    """The counter of an item with letters, Roman or Chinese numerals, else empty."""
    for pattern in (_LETTER, _ROMAN, _CIRCLED, _CJK_ITEM):
        match = pattern.match(text)
        if match:
            return match.group().strip()
    return ""


def leaders(text: str) -> bool:
    """Whether the line is an entry of a table of contents with leader dots."""
    if not text[-1].isalnum() or not any(sign in text for sign in _LEADER_SIGNS):
        return False
    return _LEADERS.search(text) is not None


def turn(text: str) -> str:
    """The speaker of a turn (``Q:``), else empty."""
    match = _TURN.match(text)
    return match.group().rstrip(" :：") if match else ""
