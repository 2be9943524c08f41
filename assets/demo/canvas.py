"""PDF pages written as plain content streams: runs of glyphs, rules, polygons.

Coordinates are points from the top left of the page. The Latin faces are embedded; the
Chinese face is one of the base CJK fonts, which viewers bring along themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pymupdf

FACES = {
    "roman": "tiro",
    "bold": "tibo",
    "italic": "tiit",
    "bolditalic": "tibi",
    "mono": "cour",
    "sans": "helv",
    "sansbold": "hebo",
}
CJK = "china-s"
Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)

_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))


@cache
def _font(face: str) -> pymupdf.Font:
    return pymupdf.Font(FACES[face])


@cache
def _glyph(face: str, character: str) -> tuple[int, float]:
    """Glyph number and advance at size 1."""
    font = _font(face)
    number = font.has_glyph(ord(character))
    if not number:
        raise ValueError(f"{face} has no glyph for {character!r}")
    return number, font.glyph_advance(ord(character))


def ligatures(text: str) -> str:
    """The text with the ligature glyphs a typesetter uses."""
    for letters, glyph in _LIGATURES:
        text = text.replace(letters, glyph)
    return text


def width(text: str, face: str, size: float) -> float:
    """Advance of a run in points; Chinese characters are one em wide."""
    if face == CJK:
        return len(text) * size
    return sum(_glyph(face, character)[1] for character in text) * size


class Canvas:
    """One page being written."""

    def __init__(self, document: pymupdf.Document, page_size: tuple[float, float]) -> None:
        self.width, self.height = page_size
        self._document = document
        self._page = document.new_page(width=self.width, height=self.height)
        self._faces: set[str] = set()
        self._parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        face: str,
        size: float,
        *,
        colour: Colour = BLACK,
        heavy: bool = False,
        spacing: float = 0.0,
        upward: bool = False,
    ) -> None:
        """A run of glyphs from (x, y) on its baseline; `upward` turns it by 90 degrees,
        `heavy` strokes it (the base Chinese font has no bold), `spacing` is added after
        each glyph."""
        if self._use(face) == CJK:
            codes = text.encode("utf-16-be").hex()
        else:
            codes = "".join(f"{_glyph(face, character)[0]:04x}" for character in text)
        turn = "0 1 -1 0" if upward else "1 0 0 1"
        self._parts.append(
            f"{_numbers(*colour)} rg BT /{face} {size:g} Tf {spacing:.3f} Tc "
            + (f"2 Tr {size / 40:.2f} w {_numbers(*colour)} RG " if heavy else "0 Tr ")
            + f"{turn} {_numbers(x, self.height - y)} Tm <{codes}> Tj ET"
        )

    def rule(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        weight: float = 0.5,
        colour: Colour = BLACK,
        dash: str = "",
    ) -> None:
        self.path((start, end), weight, colour, dash)

    def path(
        self,
        points: Iterable[tuple[float, float]],
        weight: float = 0.5,
        colour: Colour = BLACK,
        dash: str = "",
        fill: Colour | None = None,
    ) -> None:
        """A polyline, or with `fill` a filled polygon without outline."""
        steps = [
            f"{_numbers(x, self.height - y)} {'l' if number else 'm'}"
            for number, (x, y) in enumerate(points)
        ]
        if fill is not None:
            self._parts.append(f"{_numbers(*fill)} rg {' '.join(steps)} h f")
            return
        self._parts.append(
            f"q {_numbers(*colour)} RG {weight:g} w [{dash}] 0 d 1 j {' '.join(steps)} S Q"
        )

    def box(
        self, x: float, y: float, wide: float, high: float, fill: Colour, outline: float = 0.0
    ) -> None:
        corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        self.path(corners, fill=fill)
        if outline:
            self.path((*corners, corners[0]), outline)

    def close(self) -> None:
        """Write the page's content stream."""
        xref = self._document.get_new_xref()
        self._document.update_object(xref, "<<>>")
        self._document.update_stream(xref, "\n".join(self._parts).encode("ascii"))
        self._page.set_contents(xref)

    def _use(self, face: str) -> str:
        if face not in self._faces:
            self._faces.add(face)
            buffer = None if face == CJK else _font(face).buffer
            self._page.insert_font(fontname=face, fontbuffer=buffer)
        return face


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in values)


def save(document: pymupdf.Document, path: Path, metadata: dict[str, str]) -> None:
    """Write the document; the same pages give the same bytes."""
    date = "D:20260311090000Z"
    document.set_metadata({**metadata, "creationDate": date, "modDate": date})
    path.write_bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def centred(x0: float, x1: float, text: str, face: str, size: float) -> float:
    """Where a run begins that is to stand in the middle between x0 and x1."""
    return (x0 + x1 - width(text, face, size)) / 2
