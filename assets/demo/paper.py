"""The English demo document: a two-column research paper on an invented study."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from assets.demo import boxes, canvas, lines, markup, setting
from assets.demo.canvas import Canvas
from assets.demo.figures import FIGURES
from assets.demo.flow import Item, Layout, pour
from assets.demo.lines import Style

TITLE = "When to Close: Cost-Aware Scheduling of Tidal Gates under Uncertain Surge Forecasts"
SHORT_TITLE = "Cost-Aware Scheduling of Tidal Gates"
AUTHORS = "Ilka Varga-Tembe    Leif Okonsund    Rowena Ashdell-Mbai    Pascal Miravane"
SHORT_AUTHORS = "I. Varga-Tembe, L. Okonsund, R. Ashdell-Mbai and P. Miravane"
PLACES = (
    "Department of Estuarine Systems, Polytechnic of Halmer",
    "{varga-tembe, okonsund, ashdell, miravane}@estuarine.halmer.example",
)
# The month has never had anywhere near this many papers: the number belongs to nobody.
STAMP = "arXiv:2603.99917v2  [eess.SY]  11 Mar 2026"
ABSTRACT = (
    "Storm-surge barriers are closed when a forecast exceeds a fixed level. Such a rule ignores "
    "how uncertain the forecast is, and it treats a closure and a flood as if their costs were "
    "known to nobody. We present a scheduling method for tidal gates that works on all members of "
    "a surge ensemble, corrects their spread by lead time and wind sector, and minimises the "
    "expected cost of closing, waiting and flooding, with a late closure on the rising tide as a "
    "second chance. The plans of one tide are few enough to be enumerated, so that the result is "
    "exact and can be explained. In a replay of five years at the five-gate Velm barrier (3,529 "
    "tides, 70 events) the method reduces the yearly cost from 1,059 to 608 kEUR and the number "
    "of false closures from 41 to 14, with one missed event instead of three. In a live trial "
    "over one winter, operators followed its advice on 19 of the 23 tides on which it differed "
    "from the rule in force. We describe the four refusals, two of which were right."
)
_PAGE = (595.0, 842.0)
_LEFT, _RIGHT, _GUTTER = 66.0, 529.0, 21.0
_COLUMN = (_RIGHT - _LEFT - _GUTTER) / 2
_GREY = (0.5, 0.5, 0.5)


def build(target: Path, content: Path) -> int:
    """Write the PDF and return its number of pages."""
    look = setting.Look(
        body=Style(10.2),
        leading=12.8,
        width=_COLUMN,
        wide=_RIGHT - _LEFT,
        indent=12.0,
        headings=(
            Style(12.4, face="bold", hyphenate=False),
            Style(10.8, face="bold", hyphenate=False),
            Style(10.2, face="bolditalic", hyphenate=False),
        ),
        small=Style(8.7),
        table_word="Table",
        figure_word="Figure",
        caption_after=".",
        numbering=lambda counts: ".".join(map(str, counts)) + "   ",
        figures=FIGURES,
    )
    blocks = markup.parse(content.read_text(encoding="utf-8"))
    made = setting.set_blocks(blocks, look)
    document = pymupdf.open()
    layout = Layout(_PAGE, (_LEFT, _LEFT + _COLUMN + _GUTTER), _COLUMN, 76.0, 752.0)
    pages = len(pour(document, layout, made.items, made.notes, _furniture, _opening()))
    canvas.save(
        document,
        target,
        {"title": TITLE, "author": SHORT_AUTHORS, "subject": "Demo document of Seamline"},
    )
    return pages


def _furniture(page: Canvas, number: int, total: int) -> None:
    if number == 1:
        page.text(34.0, 600.0, STAMP, "roman", 18.0, colour=_GREY, upward=True)
    else:
        head = SHORT_AUTHORS if number % 2 == 0 else SHORT_TITLE
        wide = canvas.width(head, "italic", 8.6)
        page.text(_LEFT if number % 2 == 0 else _RIGHT - wide, 54.0, head, "italic", 8.6)
        page.rule((_LEFT, 59.0), (_RIGHT, 59.0), 0.35)
    label = str(number)
    page.text(canvas.centred(_LEFT, _RIGHT, label, "roman", 9.0), 786.0, label, "roman", 9.0)


def _opening() -> Item:
    """Title, authors and abstract across the top of page 1."""
    wide = _RIGHT - _LEFT
    parts: list[tuple[boxes.Box, float, float]] = []
    y = 22.0

    def centre(text: str, style: Style, leading: float, width: float) -> None:
        nonlocal y
        for line in lines.break_lines(lines.pieces(text, style), width, justify=False):
            parts.append((line.box, (wide - line.box.width) / 2, y))
            y += leading

    centre(TITLE, Style(17.0, face="bold", hyphenate=False), 21.0, wide * 0.86)
    y += 8.0
    author_line = boxes.text(AUTHORS, "roman", 11.0)
    parts.append((author_line, (wide - author_line.width) / 2, y))
    y += 16.0
    for place in PLACES:
        centre(place, Style(9.4, face="italic", hyphenate=False), 12.5, wide)
    y += 14.0
    centre("Abstract", Style(10.4, face="bold"), 14.0, wide)
    inset = 38.0
    for line in lines.break_lines(lines.pieces(ABSTRACT, Style(9.2)), wide - 2 * inset):
        parts.append((line.box, inset, y))
        y += 11.2
    height = y + 12.0

    def draw(page: Canvas, x: float, top: float) -> None:
        for box, dx, dy in parts:
            box.draw(page, x + dx, top + dy)

    return Item(height, draw)
