"""Pieces of text on a PDF page, as PyMuPDF reports them, and visual lines made of them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.loaders.pdf_calls import CALLS, is_raised, note_numbers, span_text
from engine.loaders.pdf_fonts import mark_fixed_pitch, traits, type_runs
from engine.loaders.pdf_text import (
    ACCENT,
    BULLETS,
    CJK,
    RTL,
    SPACES,
    TEX_FONT,
    compose_accent,
    fraction_bar,
    letter_spaced,
    logical_rtl,
    undouble,
)

Box = tuple[float, float, float, float]

_UNMAPPED_BULLET = re.compile("^[\ue000-\uf8ff\uffff]\\s+(?=\\S)")
# Glyphs without a character come out as control characters.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@dataclass(slots=True)
class Piece:
    """A run of text on one baseline, or a whole visual line after `join_rows`.

    A detected table is one piece with the role ``table`` and several lines of text.
    `size` is the font size of most of its characters, `math` the share of them in a
    mathematical font, `raised` the superscript it begins with. `gap` says that a
    paragraph begins here, `pitch` is the mean width of a character in points. `font` is
    the typeface and `color` the sRGB value of most characters, `lead` the words it begins
    with where they are set in another type than the rest, and `lead_type` that type: ``b``,
    ``i`` or a typeface.
    """

    text: str
    box: Box
    base: float
    size: float
    bold: bool = False
    mono: bool = False
    italic: bool = False
    math: float = 0.0
    raised: str = ""
    role: str = ""
    gap: bool = False
    pitch: float = 6.0
    font: str = ""
    color: int = 0
    lead: str = ""
    lead_type: str = ""

    @property
    def x0(self) -> float:
        return self.box[0]

    @property
    def y0(self) -> float:
        return self.box[1]

    @property
    def x1(self) -> float:
        return self.box[2]

    @property
    def y1(self) -> float:
        return self.box[3]

    @property
    def mid(self) -> float:
        return (self.box[1] + self.box[3]) / 2


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of `boxes`."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def _piece(line: dict[str, Any], notes: frozenset[str]) -> Piece | None:
    """A `Piece` of one line of a text page dictionary; None where it shows nothing. Raised
    numbers among `notes` become marks such as ``[^3]`` where they stand at a word."""
    texts: list[str] = []
    weights: dict[float, int] = {}
    bold = mono = math = italic = total = 0
    raised = ""
    base = 0.0
    most = -1
    for index, span in enumerate(line["spans"]):
        text = span_text(span)
        number = text.strip()
        called = number in notes and bool(total) and is_raised(line["spans"], index)
        if called and CALLS.search(texts[-1]) and not traits(span["font"])[2]:
            text = text.replace(number, f"[^{number}]")
        if TEX_FONT.match(span["font"].split("+")[-1]):
            text = ACCENT.sub(compose_accent, text)
        texts.append(fraction_bar(line["spans"], index) + text)
        count = len(text.strip())
        if not count:
            continue
        size = round(span["size"], 1)
        weights[size] = weights.get(size, 0) + count
        if weights[size] > most:
            most, base = weights[size], span["origin"][1]
        flags, font = span["flags"], span["font"]
        if not total and is_raised(line["spans"], index):
            raised = text.strip()
        total += count
        named_bold, named_mono, named_math = traits(font)
        bold += count * bool(flags & 16 or named_bold)
        italic += count * bool(flags & 2)
        # Every typeface for Chinese is of fixed pitch.
        fixed = flags & 8 and not CJK.search(text)
        mono += count * bool(fixed or named_mono)
        math += count * named_math
    if not total:
        return None
    text = "".join(texts).translate(BULLETS)
    if RTL.search(text):
        text = logical_rtl([c for span in line["spans"] for c in span.get("chars", ())]) or text
    is_mono = mono > 0.8 * total
    face, color, lead, lead_type = type_runs(line["spans"])
    text = text.rstrip() if is_mono else SPACES.sub(" ", text).strip()
    text = _UNMAPPED_BULLET.sub("• ", _CONTROL.sub("", text.replace("\n", " ")))
    text = text.replace("\uffff", " " if is_mono else "")
    if not text.strip():
        return None
    box = line["bbox"]
    pitch = (box[2] - box[0]) / len("".join(texts))
    x0 = box[0]
    if is_mono and text[0] == " ":
        blanks = len(text) - len(text.lstrip())
        x0 += blanks * pitch
        text = text.lstrip()
    size = max(weights, key=lambda s: weights[s])
    return Piece(
        text=undouble(text),
        box=(x0, box[1], box[2], box[3]),
        base=base,
        size=size,
        bold=bold > 0.6 * total,
        mono=is_mono,
        italic=italic > 0.6 * total,
        math=math / total,
        raised=raised,
        pitch=pitch,
        font=face,
        color=color,
        lead=lead if text.startswith(lead) else "",
        lead_type=lead_type,
    )


def _close_spacing(page: Any, piece: Piece) -> None:
    """Undo letter spacing: only gaps well above the usual one are spaces."""
    x0, y0, x1, y1 = piece.box
    content = page.get_text("rawdict", clip=(x0 - 1, y0 + 1, x1 + 1, y1 - 1))
    chars = [
        (char["bbox"], char["c"])
        for block in content["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
        for char in span["chars"]
        if char["c"].strip()
    ]
    chars.sort(key=lambda item: item[0][0])
    gaps = [after[0][0] - before[0][2] for before, after in pairwise(chars)]
    if len(gaps) < 5 or "".join(c for _, c in chars) != "".join(piece.text.split()):
        return
    ordered = sorted(gaps)
    usual = ordered[len(ordered) // 2]
    limit = usual + max(0.13 * piece.size, 0.6 * abs(usual))
    text = chars[0][1]
    for gap, (_, char) in zip(gaps, chars[1:], strict=True):
        text += f" {char}" if gap > limit else char
    piece.text = text


def _deduplicate(pieces: list[Piece]) -> list[Piece]:
    """Without the second copy of text printed twice a hair apart to look bold."""
    kept: list[Piece] = []
    by_text: dict[str, list[Piece]] = {}
    for piece in pieces:
        twins = by_text.setdefault(piece.text, [])
        near = 0.25 * piece.size
        if any(
            abs(twin.x0 - piece.x0) < near and abs(twin.base - piece.base) < near for twin in twins
        ):
            for twin in twins:
                twin.bold = True
            continue
        twins.append(piece)
        kept.append(piece)
    return kept


@dataclass(frozen=True, slots=True)
class Figure:
    """A region of drawings on a page: a raster image where `picture` is set, else paths of
    which `drawn` have a curve or a slanted line."""

    box: Box
    picture: bool = False
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class PageText:
    """Upright pieces of a page, its rotated ones, its width and height in points, and its
    figures."""

    pieces: list[Piece]
    rotated: list[Piece]
    width: float
    height: float
    figures: list[Figure] = field(default_factory=list)


def read_content(page: Any) -> dict[str, Any]:
    """Text dictionary of a PyMuPDF page, with single characters where it holds
    right-to-left text. Raises what PyMuPDF raises for a damaged page."""
    pymupdf: Any = importlib.import_module("pymupdf")
    # Clipped to the page, a line that is too long for it would end within a word.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    clip = pymupdf.INFINITE_RECT()
    content: dict[str, Any] = page.get_text("dict", flags=flags, clip=clip)
    if any(
        RTL.search(span["text"])
        for block in content["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
    ):
        content = page.get_text("rawdict", flags=flags, clip=clip)
    content["width"], content["height"] = page.rect.width, page.rect.height
    return content


def read_page(page: Any, content: dict[str, Any]) -> PageText:
    """Pieces of text of a page from its `content`. A page whose text is mostly turned by a
    quarter is read as if the page were turned back."""
    mark_fixed_pitch(content)
    upright: list[Piece] = []
    turned: list[tuple[Piece, tuple[float, float]]] = []
    notes = note_numbers(content)
    for block in content["blocks"]:
        for line in block.get("lines", ()):
            x0, y0, _, y1 = line["bbox"]
            if not (-1 < x0 < content["width"] and -1 < (y0 + y1) / 2 < content["height"] + 1):
                continue
            piece = _piece(line, notes)
            if piece is None:
                continue
            if abs(line["dir"][1]) < 0.1 and line["dir"][0] > 0:
                upright.append(piece)
            else:
                turned.append((piece, line["dir"]))
    if notes:
        _mark_calls(upright, notes)
    for piece in upright:
        if letter_spaced(piece.text):
            _close_spacing(page, piece)
    width, height = content["width"], content["height"]
    quarter = [piece for piece, direction in turned if abs(direction[1]) > 0.9]
    if sum(len(p.text) for p in quarter) > 2 * sum(len(p.text) for p in upright) + 80:
        return _turned_back(turned, upright, width, height)
    return PageText(_deduplicate(upright), _gather_letters(turned), width, height)


def _mark_calls(pieces: Sequence[Piece], notes: frozenset[str]) -> None:
    """Write the raised numbers that stand alone behind a word as marks of footnotes."""
    for number in pieces:
        if number.text not in notes or number.math > 0.5:
            continue
        for word in pieces:
            beside = abs(number.x0 - word.x1) < 0.35 * word.size and number.size < 0.85 * word.size
            higher = 0.15 * word.size < word.base - number.base < 0.7 * word.size
            if beside and higher and CALLS.search(word.text):
                number.text = f"[^{number.text}]"
                break


def _gather_letters(turned: Sequence[tuple[Piece, tuple[float, float]]]) -> list[Piece]:
    """Rotated pieces, the single letters of text along a curve gathered into one."""
    letters = [piece for piece, _ in turned if len(piece.text) <= 2]
    rest = [piece for piece, _ in turned if len(piece.text) > 2]
    if len(letters) > 1:
        letters[0].text = "".join(piece.text for piece in letters)
        letters[0].box = union(piece.box for piece in letters)
    return rest + letters[:1]


def _turned_back(
    turned: Sequence[tuple[Piece, tuple[float, float]]],
    upright: list[Piece],
    width: float,
    height: float,
) -> PageText:
    pieces = []
    for piece, direction in turned:
        x0, y0, x1, y1 = piece.box
        if direction[1] < 0:  # reads upwards
            piece.box = (height - y1, x0, height - y0, x1)
        else:
            piece.box = (y0, width - x1, y1, width - x0)
        piece.base = piece.box[3] - 0.2 * piece.size
        pieces.append(piece)
    return PageText(_deduplicate(pieces), upright, height, width)
