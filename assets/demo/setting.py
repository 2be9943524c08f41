"""Blocks of markup become items: headings, paragraphs, formulas, tables, listings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assets.demo import boxes, canvas, lines
from assets.demo.boxes import Box
from assets.demo.canvas import Canvas
from assets.demo.flow import Item
from assets.demo.formulas import formula
from assets.demo.lines import Style
from assets.demo.markup import Block

Figure = Callable[[Canvas, float, float, float], None]


@dataclass(frozen=True, slots=True)
class Look:
    """Sizes in points and the words that precede numbers."""

    body: Style
    leading: float
    width: float
    wide: float
    indent: float
    headings: tuple[Style, ...]
    small: Style
    table_word: str
    figure_word: str
    caption_after: str
    numbering: Callable[[tuple[int, ...]], str]
    figures: Mapping[str, tuple[float, Figure]] = field(default_factory=dict)
    centred_headings: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    items: list[Item]
    notes: dict[str, list[Item]]


def set_blocks(blocks: Sequence[Block], look: Look) -> Setting:
    """Items in order and, by key, the lines of each footnote."""
    setter = _Setter(look, blocks)
    for block in blocks:
        setter.add(block)
    return Setting(setter.items, setter.notes)


class _Setter:
    def __init__(self, look: Look, blocks: Sequence[Block]) -> None:
        self.look = look
        self.items: list[Item] = []
        keys = [block.options["id"] for block in blocks if block.kind == "note"]
        self._marks = {key: str(number) for number, key in enumerate(keys, 1)}
        self.notes = {
            block.options["id"]: self._note(block) for block in blocks if block.kind == "note"
        }
        self._section = [0, 0, 0]
        self._formulas = self._tables = self._figures = 0
        self._after_heading = True
        self._after_formula = False

    def add(self, block: Block) -> None:
        if block.kind != "note":
            getattr(self, f"_{block.kind}")(block)
            self._after_heading = block.kind == "heading"
            self._after_formula = block.kind == "formula"

    def _lines(
        self,
        text: str,
        style: Style,
        leading: float,
        width: float,
        *,
        indent: float = 0.0,
        hang: float = 0.0,
        justify: bool = True,
    ) -> list[Item]:
        material = lines.pieces(text, style, self._marks)
        made = []
        for line in lines.break_lines(material, width, indent=indent, hang=hang, justify=justify):
            made.append(_line_item(line.box, leading, style.size, line.notes))
        return made

    def _text(self, block: Block) -> None:
        look = self.look
        goes_on = self._after_formula and block.text[:1].islower()
        first = look.indent
        if goes_on or (self._after_heading and not look.body.chinese):
            first = 0.0
        made = self._lines(block.text, look.body, look.leading, look.width, indent=first)
        self._paragraph(made, 0.0, 1.2)

    def _item(self, block: Block) -> None:
        look = self.look
        style = look.small if block.marker != "•" else look.body
        leading = look.leading * style.size / look.body.size
        hang = 18.0 if block.marker != "•" else 12.0
        made = self._lines(block.text, style, leading, look.width, indent=hang, hang=hang)
        marker = boxes.text(block.marker, "roman", style.size)
        first = made[0]

        def draw(page: Canvas, x: float, top: float) -> None:
            marker.draw(page, x + hang - 4.0 - marker.width, top + 0.76 * style.size + 1.0)
            first.draw(page, x, top)

        made[0] = replace(first, draw=draw)
        self._paragraph(made, 2.0, 1.5)

    def _paragraph(self, made: list[Item], above: float, stretch: float) -> None:
        made[0] = replace(made[0], above=above, stretch=stretch)
        if len(made) > 1:
            made[0] = replace(made[0], keep=True)
            made[-2] = replace(made[-2], keep=True)
        self.items += made

    def _heading(self, block: Block) -> None:
        look = self.look
        style = look.headings[block.level - 1]
        title = block.text
        if "*" in title[:1]:
            title = title[1:].strip()
        else:
            self._section[block.level - 1] += 1
            self._section[block.level :] = [0] * (3 - block.level)
            number = look.numbering(tuple(self._section[: block.level]))
            title = f"{number}{title}"
        leading = style.size * 1.25
        made = self._lines(title, style, leading, look.width, justify=False)
        if look.centred_headings and block.level == 1:
            made = [
                _line_item(_middle(line.box, look.width), leading, style.size, ())
                for line in lines.break_lines(
                    lines.pieces(title, style, self._marks), look.width, justify=False
                )
            ]
        above = look.leading * (1.1, 0.85, 0.6)[block.level - 1]
        made = [replace(item, keep=True) for item in made]
        made[0] = replace(made[0], above=above, stretch=8.0, label=title)
        last = made[-1]
        made[-1] = replace(last, height=last.height + (4.0, 2.5, 1.5)[block.level - 1])
        self.items += made

    def _formula(self, block: Block) -> None:
        look = self.look
        body = formula(block.text, look.body.size, display=True)
        number = ""
        if "plain" not in block.options:
            self._formulas += 1
            number = f"({self._formulas})"
        label = boxes.text(number, "roman", look.body.size) if number else boxes.space(0.0)
        if body.width > look.width - label.width - 8.0:
            body = formula(block.text, look.body.size * 0.9, display=True)
        height = body.ascent + body.descent

        def draw(page: Canvas, x: float, top: float) -> None:
            room = look.width - (label.width + 6.0 if number else 0.0)
            left = min((look.width - body.width) / 2, room - body.width)
            body.draw(page, x + max(left, 0.0), top + body.ascent)
            if number:
                label.draw(page, x + look.width - label.width, top + body.ascent)

        if self.items:
            self.items[-1] = replace(self.items[-1], keep=True)
        self.items.append(Item(height + 6.0, draw, above=6.0, stretch=5.0))

    def _caption(self, word: str, number: int, text: str, width: float) -> list[Item]:
        style = self.look.small
        label = f"{word} {number}{self.look.caption_after}"
        leading = style.size * 1.2
        made = self._lines(f"**{label}** {text}", style, leading, width)
        if len(made) == 1:
            material = lines.pieces(f"**{label}** {text}", style, self._marks)
            box = lines.break_lines(material, width, justify=False)[0].box
            made = [_line_item(_middle(box, width), leading, style.size, ())]
        return made

    def _table(self, block: Block) -> None:
        self._tables += 1
        wide = "wide" in block.options
        width = self.look.wide if wide else self.look.width
        caption = self._caption(self.look.table_word, self._tables, block.caption, width)
        body = _table_item(block, self.look.small, width)
        self.items.append(_stacked([*caption, body], 5.0, wide))

    def _figure(self, block: Block) -> None:
        self._figures += 1
        wide = "wide" in block.options
        width = self.look.wide if wide else self.look.width
        height, paint = self.look.figures[block.options["name"]]
        caption = self._caption(self.look.figure_word, self._figures, block.caption, width)

        def draw(page: Canvas, x: float, top: float) -> None:
            paint(page, x, top, width)

        self.items.append(_stacked([Item(height + 6.0, draw), *caption], 0.0, wide))

    def _code(self, block: Block) -> None:
        size = float(block.options.get("size", "7.4"))
        made = [_code_item(i, line, size) for i, line in enumerate(block.text.split("\n"), 1)]
        self._paragraph([replace(item, keep=i < 4) for i, item in enumerate(made)], 6.0, 4.0)
        self.items[-1] = replace(made[-1], height=made[-1].height + 5.0)

    def _note(self, block: Block) -> list[Item]:
        look = self.look
        style = replace(look.small, size=look.small.size - 0.7)
        mark = boxes.text(
            self._marks[block.options["id"]], "roman", style.size * 0.7, rise=style.size * 0.36
        )
        made = self._lines(block.text, style, style.size * 1.2, look.width, indent=mark.width + 2.0)
        first = made[0]

        def draw(page: Canvas, x: float, top: float) -> None:
            mark.draw(page, x, top + 0.76 * style.size + 1.0)
            first.draw(page, x, top)

        made[0] = replace(first, draw=draw)
        return made


def _line_item(box: Box, leading: float, size: float, notes: tuple[str, ...]) -> Item:
    def draw(page: Canvas, x: float, top: float) -> None:
        box.draw(page, x, top + 0.76 * size + 1.0)

    return Item(leading, draw, notes=notes)


def _middle(box: Box, width: float) -> Box:
    return boxes.row([boxes.space((width - box.width) / 2), box])


def _stacked(parts: Sequence[Item], gap_after_caption: float, wide: bool) -> Item:
    """Caption and body as one floating item."""
    height = sum(part.height for part in parts) + gap_after_caption + 8.0

    def draw(page: Canvas, x: float, top: float) -> None:
        for number, part in enumerate(parts):
            if number == len(parts) - 1:
                top += gap_after_caption
            part.draw(page, x, top)
            top += part.height

    return Item(height, draw, above=11.0, stretch=9.0, floating=True, wide=wide)


def _code_item(number: int, line: str, size: float) -> Item:
    def draw(page: Canvas, x: float, top: float) -> None:
        label = str(number)
        wide = canvas.width(label, "mono", size * 0.85)
        grey = (0.45, 0.45, 0.45)
        page.text(x + 11.0 - wide, top + size, label, "mono", size * 0.85, colour=grey)
        if line.strip():
            indent = len(line) - len(line.lstrip())
            start = x + 18.0 + indent * canvas.width(" ", "mono", size)
            page.text(start, top + size, line.strip(), "mono", size)

    return Item(size * 1.22, draw, stretch=0.4)


def _table_item(block: Block, style: Style, width: float) -> Item:
    """Rows of cells parted by ``|``; the first is the head. ``style=ruled`` draws every
    rule, else three horizontal ones; ``align=lrc`` gives each column's alignment."""
    rows = [[cell.strip() for cell in line.split("|")] for line in block.text.split("\n")]
    cells = [
        [_cell(cell, style, head=number == 0) for cell in row] for number, row in enumerate(rows)
    ]
    count = len(rows[0])
    align = block.options.get("align", "l" + "c" * (count - 1))
    natural = [max(row[i].width for row in cells) for i in range(count)]
    ruled = block.options.get("style") == "ruled"
    spare = width - sum(natural)
    pad = max(2.0, min(spare / (2 * count), 14.0 if ruled else 12.0))
    total = sum(natural) + 2 * pad * count
    pitch = style.size * (1.65 if ruled else 1.42)
    edges = [0.0]
    for wide in natural:
        edges.append(edges[-1] + wide + 2 * pad)

    def draw(page: Canvas, x: float, top: float) -> None:
        x += (width - total) / 2
        bottom = top + pitch * len(cells)
        if ruled:
            for number in range(len(cells) + 1):
                page.rule((x, top + number * pitch), (x + total, top + number * pitch), 0.4)
            for edge in edges:
                page.rule((x + edge, top), (x + edge, bottom), 0.4)
        else:
            for y, weight in ((top, 0.9), (top + pitch, 0.5), (bottom, 0.9)):
                page.rule((x, y), (x + total, y), weight)
        for number, row in enumerate(cells):
            baseline = top + number * pitch + pitch / 2 + 0.3 * style.size
            for i, cell in enumerate(row):
                room = natural[i] - cell.width
                shift = {"l": 0.0, "c": room / 2, "r": room}[align[i]]
                cell.draw(page, x + edges[i] + pad + shift, baseline)

    return Item(pitch * len(cells), draw)


def _cell(markup: str, style: Style, head: bool) -> Box:
    if not markup:
        return boxes.space(0.0)
    shown = replace(style, hyphenate=False, heavy=style.chinese and head)
    if head and not style.chinese:
        shown = replace(shown, face=style.bold)
    return lines.break_lines(lines.pieces(markup, shown), 1e4, justify=False)[0].box
