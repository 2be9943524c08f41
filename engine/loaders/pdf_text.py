"""What the characters of a PDF line say: reading direction, accents, doubled letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

Word = tuple[float, float, float, float, str, int, int, int]
RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
BULLETS = str.maketrans(
    {
        "\uf0b7": "•",
        "\uf0a7": "▪",
        "\uf0d8": "‣",
        "\uf076": "❖",
        "\uf0fc": "✓",
        "\uf02d": "–",
        "⚫": "•",
        "⚬": "◦",
    }
)
# Pieces of tall brackets as Adobe's Symbol encoding names them, and signs set without serifs.
BULLETS |= dict(zip(range(0xF8E8, 0xF8FF), "®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭", strict=True))
SPACES = re.compile(r"[ \t\u2000-\u200a\u202f\u205f]+")
SPACED = 0.12  # of the font size: a wider gap between two pieces is a space
TEX_FONT = re.compile(r"CM|SF[RBT]|LMR|EC|TeX", re.ASCII)
ACCENT = re.compile("([¨ˆ˜ˇ˚´¯˘˙]) ?([A-Za-zı])")
_COMBINING = dict(
    zip("¨ˆ˜ˇ˚´¯˘˙", "\u0308\u0302\u0303\u030c\u030a\u0301\u0304\u0306\u0307", strict=True)
)
CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def undouble(text: str) -> str:
    """Text whose every letter is printed twice to look bold, once.

    ``TThhee ggaattee`` is ``The gate``; a single doubled word in a line is left alone.
    """
    words = text.split()
    if sum(map(len, words)) < 8 or any(len(word) % 2 for word in words):
        return text
    if any(word[::2] != word[1::2] for word in words) or len(set("".join(words))) < 4:
        return text
    return " ".join(word[::2] for word in words)


def compose_accent(match: re.Match[str]) -> str:
    """An accent that old TeX fonts print before its letter, and the letter, as one."""
    letter = "i" if match[2] == "ı" else match[2]
    composed = unicodedata.normalize("NFC", letter + _COMBINING[match[1]])
    return composed if len(composed) == 1 else match[0]


def logical_rtl(chars: Sequence[dict[str, Any]]) -> str:
    """Right-to-left text put in reading order by where its characters stand.

    The file may hold them in the order of the page or of reading; the positions do not
    depend on that. Runs of digits and Latin letters inside keep their left-to-right
    order.
    """
    # Unicode bidirectional algorithm (UAX 9), rule L2, with two levels.
    ordered = sorted(chars, key=lambda char: -(char["bbox"][0] + char["bbox"][2]))
    runs: list[tuple[bool, list[str]]] = []
    previous: float | None = None
    for char in ordered:
        value = char["c"]
        left, right = char["bbox"][0], char["bbox"][2]
        height = char["bbox"][3] - char["bbox"][1]
        if previous is not None and previous - right > SPACED * height:
            runs.append((True, [" "]))
        previous = left
        forward = value.isalnum() and not RTL.match(value)
        joins = value in ".,:/-+%" and bool(runs) and runs[-1][0] is False
        if (forward or joins) and runs and not runs[-1][0]:
            runs[-1][1].append(value)
        elif forward:
            runs.append((False, [value]))
        else:
            runs.append((True, [value]))
    text = []
    for is_rtl, values in runs:
        if is_rtl:
            text.extend(values)
            continue
        # A sign gathered at the far end of a number belongs to the text beside it.
        tail = []
        while values and values[-1] in ".,:/-+":
            tail.append(values.pop())
        text.extend(reversed(values))
        text.extend(reversed(tail))
    return SPACES.sub(" ", "".join(text)).strip()


def fraction_bar(spans: Sequence[dict[str, Any]], index: int) -> str:
    """``/`` where span `index` is the lower number of an inline fraction, else ""."""
    if index == 0 or "text" not in spans[index]:
        return ""
    upper, lower = spans[index - 1], spans[index]
    if not (lower["text"].strip().isdigit() and upper["text"].strip().isdigit()):
        return ""
    size = max(span["size"] for span in spans)
    stacked = lower["origin"][1] - upper["origin"][1] > 0.6 * upper["size"]
    over = lower["bbox"][0] < (upper["bbox"][0] + upper["bbox"][2]) / 2
    small = max(upper["size"], lower["size"]) < 0.85 * size
    before = spans[index - 2] if index > 1 else None
    apart = (
        before is None
        or before["text"].endswith(" ")
        or upper["text"].startswith(" ")
        or upper["bbox"][0] - before["bbox"][2] > 0.07 * size
    )
    return "/" if stacked and over and small and apart else ""


def letter_spaced(text: str) -> bool:
    """Whether nearly every letter stands alone, as in ``C O N T E N T S``."""
    words = [word for word in text.split() if any(map(str.isalnum, word))]  # no dot leaders
    single = sum(len(word) <= 2 for word in words)
    return len(words) >= 6 and single >= 0.85 * len(words) and sum(map(str.isalpha, text)) >= 6


def join_texts(left: str, right: str, gap: float, size: float) -> str:
    """Two neighbours on one line with the space their distance asks for."""
    if gap > 2.2 * size:
        return f"{left}  {right}"
    cjk = bool(CJK.match(left[-1:])) and bool(CJK.match(right[:1]))
    limit = 0.6 if cjk else SPACED
    if gap > limit * size and not left.endswith(" ") and not right.startswith(" "):
        return f"{left} {right}"
    return left + right


def word_lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words as visual lines, each from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: ((w[1] + w[3]) / 2, w[0])):
        middle = (word[1] + word[3]) / 2
        for line in reversed(lines[-3:]):
            last = line[-1]
            height = min(word[3] - word[1], last[3] - last[1])
            if abs(middle - (last[1] + last[3]) / 2) < 0.5 * height:
                line.append(word)
                break
        else:
            lines.append([word])
    return [sorted(line, key=lambda w: w[0]) for line in lines]


def join_words(line: Sequence[Word]) -> str:
    text = line[0][4]
    for before, after in pairwise(line):
        # Words of one stretch touch where the file holds no space between them.
        touching = after[0] - before[2] < 0.05 * (after[3] - after[1])
        text += after[4] if touching and before[5:7] == after[5:7] else " " + after[4]
    return undouble(text)
