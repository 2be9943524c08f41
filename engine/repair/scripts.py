"""Which script a character belongs to, and what stands between two joined lines."""

from __future__ import annotations

import re

_IDEOGRAPHIC = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003fffd]"
)
_WIDE_MARKS = re.compile("[\u3000-\u303f\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6‘’“”…—]")


def ideographic(character: str) -> bool:
    """Whether the character is of a script written without spaces (Chinese, Japanese)."""
    return character > "⺀" and _IDEOGRAPHIC.match(character) is not None


def wide_mark(character: str) -> bool:
    """Whether the character is a full-width punctuation mark, letter or digit."""
    return character > "~" and _WIDE_MARKS.match(character) is not None


def glue(left: str, right: str) -> str:
    """What joins two lines of one sentence: nothing between Chinese or Japanese
    characters and around full-width marks, else a space (Korean is spaced)."""
    if not left or not right:
        return ""
    a, b = left[-1], right[0]
    if a < "⺀" and b < "⺀" and not ("‘" <= a <= "…") and not ("‘" <= b <= "…"):
        return " "
    first, second = ideographic(a), ideographic(b)
    if (first and second) or (first and wide_mark(b)) or (wide_mark(a) and second):
        return ""
    if "　" <= a <= "〿" or "！" <= a <= "￯" or "　" <= b <= "〿" or "！" <= b <= "￯":
        return ""
    return " "
