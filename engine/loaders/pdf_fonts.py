"""What font names say: weight, fixed pitch, mathematics, and where the type changes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.loaders.pdf_text import SPACES

_BOLD = re.compile(r"bold|black|heavy|semibold|demi|CMBX|SFBX|LMRoman.*-Bold|-Bd", re.IGNORECASE)
_MONO = re.compile(
    r"mono|courier|consol|typewriter|menlo|inconsolata|CMTT|SFTT|LMTT|source ?code|firacode|"
    r"fixed|teletype|cascadia|Beramono|txtt|pcrr",
    re.IGNORECASE,
)
_MATH = re.compile(
    r"CMMI|CMSY|CMEX|CMBSY|CMMIB|MSAM|MSBM|EUFM|EUSM|RSFS|Math|Symbol|LASY|STIXSize|txsy|txmi|"
    r"txex|pxsy|pxmi|rtxmi|ntxmi|ntxsy|MTSY|MTMI|MTEX|esint|stmary|BBOLD|wasy",
    re.IGNORECASE,
)
_NARROW = frozenset(",.;:'|il!()[]")
_SAME = 0.02  # em
_MIN_SPANS = 6
_MIN_LETTERS = 12
_EVEN = 0.06  # em by which the width of a text in a fixed font may be off
_WEIGHT = re.compile(r"[-,](?:book|regular|roman|medium)$", re.IGNORECASE)


def typeface(font: str) -> str:
    """Font name without subset prefix, design size and regular weight."""
    return re.sub(r"\d+", "", _WEIGHT.sub("", font.split("+")[-1]))


@cache
def traits(font: str) -> tuple[bool, bool, bool]:
    """Whether the name of a font says that it is bold, of fixed pitch, mathematical."""
    return bool(_BOLD.search(font)), bool(_MONO.search(font)), bool(_MATH.search(font))


def _even(sizes: Sequence[tuple[int, float]]) -> bool:
    """Whether the widths of texts, in em, grow evenly with their numbers of characters."""
    count = len(sizes)
    mean_n = sum(n for n, _ in sizes) / count
    mean_w = sum(w for _, w in sizes) / count
    spread = sum((n - mean_n) ** 2 for n, _ in sizes)
    if not spread:
        return False
    pitch = sum((n - mean_n) * (w - mean_w) for n, w in sizes) / spread
    return all(abs(w - mean_w - pitch * (n - mean_n)) < _EVEN for n, w in sizes)


def _one_width(widths: Mapping[str, float]) -> bool:
    """Whether single characters, narrow and wide ones among them, have one width."""
    found = [width for char, width in widths.items() if char.strip()]
    narrow = any(char in _NARROW for char in widths)
    wide = any(char.isalnum() or char in "=+" for char in widths)
    return len(found) > 3 and narrow and wide and max(found) - min(found) < _SAME


def mark_fixed_pitch(content: Mapping[str, Any]) -> None:
    """Set the flag for fixed pitch on the spans of a text page dictionary whose font says
    neither by name nor by flag that all of its characters have one width."""
    widths: dict[str, dict[str, float]] = defaultdict(dict)
    sizes: dict[str, list[tuple[int, float]]] = defaultdict(list)
    letters: dict[str, set[str]] = defaultdict(set)
    spans = [
        span
        for block in content["blocks"]
        for line in block.get("lines", ())
        if line["dir"][0] > 0.9
        for span in line["spans"]
        if "text" in span and not span["flags"] & 8
    ]
    for span in spans:
        text, font = span["text"], span["font"]
        width = (span["bbox"][2] - span["bbox"][0]) / span["size"]
        if len(text) == 1:
            widths[font][text] = width
        elif len(text) > 2 and text.isascii() and " " not in text:
            sizes[font].append((len(text), width))
            letters[font].update(text)
    fixed = {font for font, found in widths.items() if _one_width(found)} | {
        font
        for font, found in sizes.items()
        if len(found) >= _MIN_SPANS and len(letters[font]) >= _MIN_LETTERS and _even(found)
    }
    for span in spans:
        if span["font"] in fixed:
            span["flags"] |= 8


@cache
def _kind(font: str, flags: int) -> tuple[str, str]:
    """Typeface of a span, and what sets its type off from others: ``b``, ``i`` or the face."""
    face = typeface(font)
    if flags & 16 or traits(font)[0]:
        return face, "b"
    return face, "i" if flags & 2 else face


def type_runs(spans: Sequence[dict[str, Any]]) -> tuple[str, int, str, str]:
    """(typeface of most characters, their colour as sRGB, words before the type changes,
    their type) of a line; the words are empty where all of it is set in one type."""
    counts: Counter[str] = Counter()
    colors: Counter[int] = Counter()
    lead = lead_type = ""
    changed = False
    for span in spans:
        text = "".join(c["c"] for c in span["chars"]) if "chars" in span else span["text"]
        if text.strip():
            face, kind = _kind(span["font"], span["flags"])
            counts[face] += len(text)
            colors[span["color"]] += len(text)
            changed = changed or bool(lead_type and kind != lead_type)
            lead_type = lead_type or kind
        if not changed:
            lead += text
    face = max(counts, key=lambda name: counts[name], default="")
    color = max(colors, key=lambda value: colors[value], default=0)
    return face, color, SPACES.sub(" ", lead).strip() if changed else "", lead_type
