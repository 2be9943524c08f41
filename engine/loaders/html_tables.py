"""HTML tables as Markdown tables, and which tables only lay out a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_elements import BLOCKS
from engine.loaders.html_names import names_of

_BLOCKS = frozenset({"table", "h1", "h2", "h3", "h4", "h5", "h6", "form", "article", "section"})
_MAX_SPAN = 60
_LONG_VALUE = 300  # characters of a cell of several paragraphs that is no value any more
_LINE = 200  # characters of a row that is one line of text
_CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_LONG_CELL = 1500  # characters; above this a cell is a column of a page, not a value


def rows_of(table: _Element) -> Iterator[_Element]:
    """The table's own rows, head before body before foot as they stand."""
    for child in table:
        name = local(child)
        if name == "tr":
            yield child
        elif name in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if local(row) == "tr")


def cells_of(row: _Element) -> list[_Element]:
    """The cells of one row."""
    return [cell for cell in row if local(cell) in ("td", "th")]


def is_data(table: _Element) -> bool:
    """Whether a table holds values rather than laying out blocks of the page."""
    if (table.get("role") or "").lower() in ("presentation", "none"):
        return False
    rows = [cells_of(row) for row in rows_of(table)]
    if not rows or max(map(len, rows)) < 2:
        return False
    has_head = table.find("caption") is not None
    layout = False
    for row in rows:
        for cell in row:
            has_head |= local(cell) == "th"
            length = paragraphs = links = breaks = 0
            for node in cell.iterdescendants():
                name = local(node)
                if name in _BLOCKS:
                    return False
                if name == "pre" and "\n" in text_of(node).strip():
                    return False
                paragraphs += name == "p"
                links += name == "a"
                breaks += name in ("br", "hr")
                length += len((node.text or "").strip())
            if length > _LONG_CELL and len(rows) < 4:
                return False
            layout |= paragraphs > 1 and length > _LONG_VALUE
            layout |= len(row) > 1 and links > 2 and breaks >= links - 1
    return has_head or (len(rows) >= 2 and not layout)


def has_head(rows: Sequence[Sequence[_Element]]) -> bool:
    """Whether the first row names the columns: cells of their kind, or all of them bold."""
    first = [cell for cell in rows[0] if len(cell) or (cell.text or "").strip()]
    if not first:
        return False
    if all(local(cell) == "th" for cell in first):
        return True
    return all(
        not (cell.text or "").strip() and len(cell) > 0 and local(cell[0]) in ("b", "strong")
        for cell in first
    )


def is_line(row: _Element) -> bool:
    """Whether a row of a layout table is one line of text set in columns."""
    cells = [cell for cell in cells_of(row) if text_of(cell).strip()]
    if len(cells) < 2 or sum(len(text_of(cell)) for cell in cells) > _LINE:
        return False
    nodes = [local(node) for cell in cells for node in cell.iterdescendants()]
    return not any(name in BLOCKS or name in ("br", "math") for name in nodes)


def div_rows(element: _Element, names: str) -> list[list[_Element]]:
    """Cells of a table that is made of other elements than ``table``; [] for none."""
    if element.get("role") in ("table", "grid", "treegrid"):
        rows = [node for node in element.iterdescendants() if node.get("role") == "row"]
        return [
            cells
            for row in rows
            if (cells := [node for node in row.iterdescendants() if node.get("role") in _CELLS])
        ]
    if "summary table" not in names:
        return []
    found: list[list[_Element]] = []
    for child in element:
        words = names_of(child)
        if "col first" in words or not found:
            found.append([])
        found[-1].append(child)
    return found if len(found[0]) > 1 else []


def _span(cell: _Element, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return min(_MAX_SPAN, max(1, int(value))) if value.isascii() and value.isdigit() else 1


def grid(rows: Sequence[Sequence[tuple[_Element, str]]]) -> list[list[str]]:
    """Cell texts in columns: a cell that spans stands at its top left, the rest of its
    area is blank, so that no text is there twice."""
    taken: dict[tuple[int, int], bool] = {}
    result: list[list[str]] = []
    for number, row in enumerate(rows):
        line: list[str] = []
        for cell, text in row:
            while (number, len(line)) in taken:
                line.append("")
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            column = len(line)
            for below in range(1, min(height, len(rows) - number)):
                for across in range(width):
                    taken[number + below, column + across] = True
            line.extend([text] + [""] * (width - 1))
        while (number, len(line)) in taken:
            line.append("")
        result.append(line)
    return result


def escape(text: str) -> str:
    """Cell text on one line, with pipes that would end the cell escaped."""
    return " ".join(text.split("\n")).replace("|", r"\|").strip()


def markdown(rows: Sequence[Sequence[str]], *, headed: bool = True) -> list[str]:
    """Lines of a Markdown table; texts are escaped already.

    The first row is the head, or, without `headed`, the head is blank. Columns blank from
    top to bottom are left out.
    """
    width = max(map(len, rows))
    full = [[*row, *[""] * (width - len(row))] for row in rows]
    kept = [column for column in range(width) if any(row[column] for row in full)]
    lines = ["| " + " | ".join(row[column] for column in kept) + " |" for row in full]
    if not headed:
        lines.insert(0, "|" + "  |" * len(kept))
    lines.insert(1, "|" + "---|" * len(kept))
    return lines
