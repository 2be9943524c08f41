"""Provisions of statutes and contracts: ``§ 9``, ``Article 3.``, ``第九条``.

Some texts set a title behind the number and the provision below it, others the provision on
the same line. The second kind has no headings, but each provision is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_CJK_NUMBER = "[〇零一二三四五六七八九十百千两\\d]"
_NAMED = re.compile(
    r"(?:art(?:icle|[ií]culo|igo|icolo|ikel|ykuł)?|clause|cl[áa]usula|clausola|section|статья|"
    r"пункт)\.?\s+(\d{1,4}[a-z]?)\s?[.:)º°]{1,2}\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
_SIGN = re.compile(r"§\s?\d{1,4}[a-z]?\.?\s+(?=[^\W\d_]|\()")
_CHINESE = re.compile(
    rf"第\s*{_CJK_NUMBER}{{1,6}}\s*[条條款](?:之{_CJK_NUMBER}{{1,2}})?[\s\u3000]+"
)
_KOREAN = re.compile(r"제\s?\d{1,4}\s?조(?:의\s?\d{1,3})?(?:\s?\([^()]{1,30}\)\s?|\s+)")
_STARTS = frozenset(("art", "cla", "clá", "sec", "ста", "пун"))
_STOPS = ".!?;"


def opens(text: str) -> bool:
    """Whether a provision with its number begins this line."""
    first = text[0]
    if first == "第":
        return _CHINESE.match(text) is not None
    if first == "제":
        return _KOREAN.match(text) is not None
    if first == "§":
        match = _SIGN.match(text)
        return match is not None and not text[match.end()].islower()
    if first not in "ACSСП" or text[:3].casefold() not in _STARTS:
        return False
    match = _NAMED.match(text)
    return match is not None and text[match.end()].isupper()


def run_on(texts: Sequence[str]) -> bool:
    """Whether the provisions of a document stand on the line of their number. `texts` are
    its lines in order, empty where one is blank."""
    found = bodied = 0
    for index, text in enumerate(texts):
        if not text or text[0] not in "§ACSСП" or not opens(text):
            continue
        found += 1
        below = texts[index + 1] if index + 1 < len(texts) else ""
        stops = text[-1] in _STOPS and not text.isupper()
        bodied += stops or below[:1].islower()
    return bodied > 0 and 2 * bodied >= found


def several(texts: Iterable[str]) -> bool:
    """Whether at least two provisions begin in these lines."""
    count = 0
    for text in texts:
        count += opens(text)
        if count == 2:
            return True
    return False
