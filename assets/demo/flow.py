"""Items flow into columns and pages; floats go to the top, footnotes to the foot."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pymupdf

from assets.demo.canvas import Canvas

Draw = Callable[[Canvas, float, float], None]


@dataclass(frozen=True, slots=True)
class Item:
    """What is never divided: a line, a formula, a table, a figure.

    `draw(page, x, top)` puts it down. `above` is space before it, left out at the top of
    a column and able to grow by `stretch`. After an item with `keep` no column ends.
    A `floating` item may move to the top of the next column, a `wide` one goes to the
    top of the next page, one with `new_page` begins a page. `label` names headings for a
    table of contents.
    """

    height: float
    draw: Draw
    above: float = 0.0
    stretch: float = 0.0
    keep: bool = False
    notes: tuple[str, ...] = ()
    floating: bool = False
    wide: bool = False
    new_page: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """Page geometry in points: left edges of the columns, their width, text area."""

    page: tuple[float, float]
    lefts: tuple[float, ...]
    width: float
    top: float
    bottom: float


Furniture = Callable[[Canvas, int, int], None]
_NOTE_GAP = 14.0
_FLOAT_GAP = 13.0
_MOST_STRETCH = 70.0


def pour(
    document: pymupdf.Document,
    layout: Layout,
    items: Iterable[Item],
    notes: dict[str, list[Item]],
    furniture: Furniture,
    opening: Item | None = None,
) -> list[tuple[str, ...]]:
    """Set all items on new pages of `document` and return the labels on each page.

    `furniture(page, number, total)` draws running head and page number; the total is
    known because the pages are first made without it. `opening` stands across the top of
    page 1.
    """
    pages = _paginate(layout, deque(items), notes, opening)
    for number, content in enumerate(pages, 1):
        page = Canvas(document, layout.page)
        furniture(page, number, len(pages))
        for item, x, y in content.placed:
            item.draw(page, x, y)
        for x, y in content.rules:
            page.rule((x, y), (x + layout.width * 0.4, y), 0.4)
        page.close()
    return [tuple(item.label for item, _, _ in page.placed if item.label) for page in pages]


@dataclass(frozen=True, slots=True)
class _Page:
    placed: list[tuple[Item, float, float]]
    rules: list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class _Column:
    items: list[Item]
    footnotes: list[Item]
    natural: float
    full: bool


def _paginate(
    layout: Layout, queue: deque[Item], notes: dict[str, list[Item]], opening: Item | None
) -> list[_Page]:
    pages: list[_Page] = []
    waiting: deque[Item] = deque()
    waiting_wide: deque[Item] = deque()
    while queue or waiting or waiting_wide or opening:
        page = _Page([], [])
        top = layout.top
        if opening is None and queue and queue[0].new_page:
            queue[0] = replace(queue[0], new_page=False)
        if opening is not None:
            page.placed.append((opening, layout.lefts[0], top))
            top += opening.height
            opening = None
        elif waiting_wide:
            item = waiting_wide.popleft()
            page.placed.append((item, layout.lefts[0], top))
            top += item.height + _FLOAT_GAP
        for x in layout.lefts:
            column = _fill(queue, notes, layout.bottom - top, waiting, waiting_wide)
            _place(page, column, x, top, layout.bottom)
        pages.append(page)
    return pages


def _fill(
    queue: deque[Item],
    notes: dict[str, list[Item]],
    height: float,
    waiting: deque[Item],
    waiting_wide: deque[Item],
) -> _Column:
    """Take from the queue what one column holds."""
    taken: list[Item] = []
    feet: list[Item] = []
    used = 0.0

    def needs(item: Item) -> float:
        below = [line for note in item.notes for line in notes[note]]
        first_note = _NOTE_GAP if below and not feet else 0.0
        above = item.above if taken else 0.0
        return above + item.height + first_note + sum(line.height for line in below)

    while waiting and used + needs(waiting[0]) <= height:
        used += needs(waiting[0])
        taken.append(waiting.popleft())
    full = False
    while queue:
        item = queue[0]
        if item.new_page:
            break
        if item.wide:
            waiting_wide.append(queue.popleft())
            continue
        if used + needs(item) > height:
            if item.floating:
                waiting.append(queue.popleft())
                continue
            full = True
            break
        used += needs(item)
        taken.append(queue.popleft())
        feet += [line for note in item.notes for line in notes[note]]
    if full:
        while len(taken) > 1 and taken[-1].keep:
            item = taken.pop()
            queue.appendleft(item)
            used -= item.above + item.height
            for note in item.notes:
                lines = notes[note]
                del feet[len(feet) - len(lines) :]
                used -= sum(line.height for line in lines)
    return _Column(taken, feet, used, full)


def _place(page: _Page, column: _Column, x: float, top: float, bottom: float) -> None:
    spare = bottom - top - column.natural
    stretch = sum(item.stretch for item in column.items[1:])
    ratio = spare / stretch if column.full and stretch and spare < _MOST_STRETCH else 0.0
    y = top
    for number, item in enumerate(column.items):
        if number:
            y += item.above + item.stretch * ratio
        page.placed.append((item, x, y))
        y += item.height
    if column.footnotes:
        y = bottom - sum(line.height for line in column.footnotes)
        page.rules.append((x, y - 5.0))
        for line in column.footnotes:
            page.placed.append((line, x, y))
            y += line.height
