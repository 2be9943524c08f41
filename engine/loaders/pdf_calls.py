"""Raised numbers of a PDF page that call footnotes, as PyMuPDF reports the type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

_NOTES_FROM = 0.35  # of the page height
# What a footnote is called at: a word or a closing sign, not a unit such as the m of m².
CALLS = re.compile(
    r"(?:(?<![^\W_])(?!(?:[cdkmnµμ]m|ft)$)[^\W\d_]{2,}|[.,;:!?)\]”’»\"'。，；：！？）」』]"
    r"|[\u3040-\u9fff])$"
)


def note_numbers(content: dict[str, Any]) -> frozenset[str]:
    """Small numbers that lines in the lower part of a page begin with: those of footnotes,
    unless the lines turn out to be something else."""
    firsts = [
        (line["spans"][0], line["bbox"][1])
        for block in content["blocks"]
        for line in block.get("lines", ())
        if line["spans"]
    ]
    usual = Counter(round(span["size"]) for span, _ in firsts).most_common(1)
    found = set()
    for span, y in firsts:
        number = span_text(span).strip()
        low = y > _NOTES_FROM * content["height"]
        small = low and span["size"] < 0.8 * usual[0][0]
        if (
            small
            and len(number) <= 3
            and number.isdecimal()
            and y > _NOTES_FROM * content["height"]
        ):
            found.add(number)
    return frozenset(found)


def is_raised(spans: Sequence[dict[str, Any]], index: int) -> bool:
    """Whether a span is a superscript, also of what follows it at the start of a line."""
    span = spans[index]
    if span["flags"] & 1:
        return True
    if index or len(spans) < 2:
        return False
    after = spans[1]
    higher = after["origin"][1] - span["origin"][1] > 0.15 * after["size"]
    return bool(higher and span["size"] < 0.85 * after["size"])


def span_text(span: dict[str, Any]) -> str:
    """Text of a span of a text page dictionary, with single characters or without."""
    return "".join(c["c"] for c in span["chars"]) if "chars" in span else str(span["text"])
