"""Figures on a PDF page: where drawings and pictures stand, and the text that is theirs.

Tick marks, labels and the words in the boxes of a diagram are no part of the running text. A
figure is a cluster of drawn paths with a curve, a slanted line, a staircase or a picture in it, or
a picture; rules and panels alone make tables, boxed notes and listings. What reads as prose inside
is left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.loaders.pdf_lines import Box, Figure, PageText, Piece, union
from engine.loaders.pdf_roles import CAPTION
from engine.loaders.pdf_text import CJK

_CELL = 6.0  # points a cell of the page raster measures
_REACH = 1  # cells around a path; where two paths meet so, they are one figure
_MIN_SIDE = 36.0  # points; a smaller drawing is an icon
_STAIRS = 10  # lines of one path, end to end, that draw a staircase: a histogram
_MIN_DRAWN = 4  # curved or slanted paths of a figure without a caption
_MAX_PATHS = 3000  # beyond these the boxes of the paths must do
_WHOLE_PAGE = 0.6  # of its area: a background rather than a figure
_PROSE = 0.3  # share of prose in a region that makes it a boxed text
_PROSE_CAPTIONED = 0.6
_TEXT = 0.6  # share of a page that figures without a caption may claim
_NEAR = 1.4  # font sizes between a figure and a label outside of it
_LABEL = 40  # characters of a label outside of a figure
_LABEL_CJK = 8
_ICON = re.compile("[\ue000-\uf8ff]{1,2}")
# Titles of the parts of a figure, and the answers to choose from below one.
_CHOICE = re.compile(r"^(?:[（(]\s?[A-Za-z]\s?[)）]|[A-Z][.．、)])\s*\S*[^\W\d_]{2}")


class Drawings:
    """A PyMuPDF page whose drawings are read once, for tables and figures alike: that takes
    longer than reading its text."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._log: list[Any] | None = None
        self._paths: list[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def get_bboxlog(self) -> list[Any]:
        """Kind and box of everything drawn, as PyMuPDF lists them."""
        if self._log is None:
            self._log = self._page.get_bboxlog()
        return self._log

    def get_cdrawings(self) -> list[Any]:
        """The paths drawn, as PyMuPDF lists them."""
        if self._paths is None:
            self._paths = self._page.get_cdrawings()
        return self._paths


def find_figures(page: Any, pieces: Sequence[Piece]) -> list[Figure]:
    """Regions of a PyMuPDF page that may be figures with some of its text, `pieces`. Raises
    what PyMuPDF raises for damaged drawings."""
    width, height = page.rect.width, page.rect.height
    images: list[Box] = []
    paths: list[Box] = []
    for kind, box in page.get_bboxlog():
        x0, y0, x1, y1 = max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3])
        if x1 < x0 or y1 < y0 or (x1 - x0) * (y1 - y0) > _WHOLE_PAGE * width * height:
            continue
        if kind.endswith("path"):
            paths.append((x0, y0, x1, y1))
        elif "image" in kind or "shade" in kind:
            images.append((x0, y0, x1, y1))
    figures = [Figure(box, picture=True) for box in images if _is_large(box)]
    if len(paths) < 3 or not _is_large(union(paths)):
        return figures
    clusters = _Clusters(paths, width, height)
    labelled = [
        (number, box)
        for number, box in clusters.boxes.items()
        if _is_large(box) and _is_labelled(box, pieces)
    ]
    if not labelled:
        return figures  # reading what the paths are made of takes as long as reading the text
    drawn = paths if len(paths) > _MAX_PATHS else _drawn_boxes(page)
    counts = Counter(clusters.number_at(box) for box in drawn)
    for figure in figures:
        # Axes and a frame drawn around a picture are one figure with it.
        number = next((n for n, box in labelled if _covers(box, figure.box)), None)
        if number is not None:
            counts[number] += _MIN_DRAWN
    return figures + [Figure(box, drawn=counts[n]) for n, box in labelled if counts[n]]


def _is_labelled(box: Box, pieces: Sequence[Piece]) -> bool:
    """Whether text stands in a region or next to it, and not mostly prose."""
    near = [p for p in pieces if _distance(box, p.box) < _NEAR * p.size]
    inside = sum(_is_prose(p) for p in near if _holds(box, p))
    return len(near) > 2 * inside and not all(map(_is_prose, near))


def _is_large(box: Box) -> bool:
    return box[2] - box[0] >= _MIN_SIDE and box[3] - box[1] >= _MIN_SIDE


def _drawn_boxes(page: Any) -> list[Box]:
    """Boxes of the paths of a page that have a curve, a slanted line or a staircase."""
    return [path["rect"] for path in page.get_cdrawings() if _is_drawn(path["items"])]


def _is_drawn(items: Sequence[Any]) -> bool:
    stairs = 0
    end = None
    for item in items:
        if item[0] == "c":
            return True
        if item[0] != "l":
            continue
        start, last, end = item[1], end, item[2]
        if abs(start[0] - end[0]) > 1 and abs(start[1] - end[1]) > 1:
            return True
        stairs = stairs + 1 if start == last else 1
        if stairs >= _STAIRS:
            return True
    return False


class _Clusters:
    """Paths that touch or nearly touch: `boxes` by number of the cluster."""

    def __init__(self, paths: Sequence[Box], width: float, height: float) -> None:
        self._columns = int(width / _CELL) + _REACH + 3
        self._rows = int(height / _CELL) + 2
        cells = bytearray(self._rows * self._columns)
        for x0, y0, x1, y1 in paths:
            left = max(0, int(x0 / _CELL) - _REACH)
            right = min(self._columns - 1, int(x1 / _CELL) + 1 + _REACH)
            top = max(0, int(y0 / _CELL) - _REACH)
            for row in range(top, min(self._rows, int(y1 / _CELL) + 1 + _REACH)):
                start = row * self._columns
                cells[start + left : start + right] = b"\x01" * (right - left)
        self._labels = _label(cells, self._columns)
        self.boxes: dict[int, Box] = {}
        for box in paths:
            number = self.number_at(box)
            self.boxes[number] = union((self.boxes.get(number, box), box))

    def number_at(self, box: Box) -> int:
        """The cluster the middle of `box` lies in, 0 for none."""
        row = min(self._rows - 1, max(0, int((box[1] + box[3]) / 2 / _CELL)))
        column = min(self._columns - 1, max(0, int((box[0] + box[2]) / 2 / _CELL)))
        return self._labels[row * self._columns + column]


def _label(cells: bytearray, columns: int) -> list[int]:
    """Number of the connected component of each set cell of a raster, 0 for unset ones.
    The last column of the raster is unset, so that rows do not touch end to start."""
    labels = [0] * len(cells)
    number = 0
    start = cells.find(1)
    while start >= 0:
        number += 1
        stack = [start]
        cells[start] = 0
        while stack:
            cell = stack.pop()
            labels[cell] = number
            for near in (cell - columns, cell + columns, cell - 1, cell + 1):
                if 0 <= near < len(cells) and cells[near]:
                    cells[near] = 0
                    stack.append(near)
        start = cells.find(1, start)
    return labels


def mark_figures(text: PageText, body: float) -> None:
    """Set the role ``figure`` on the text that belongs to the figures of a page; `body` is the
    font size of the running text in points."""
    open_text = [p for p in text.pieces if p.role in ("", "stamp")] + text.rotated
    captions = [p for p in text.pieces if CAPTION.match(p.text)]
    tables = [p.box for p in text.pieces if p.role == "table"]
    total = sum(len(p.text) for p in text.pieces)
    claimed = [p for p in open_text if p.size > 1.4 * body and _ICON.fullmatch(p.text)]
    for figure in text.figures:
        captioned = any(_distance(caption.box, figure.box) < 4 * body for caption in captions)
        sure = figure.picture or captioned or figure.drawn >= _MIN_DRAWN
        if any(_covers(figure.box, table) for table in tables):
            continue
        inside = [p for p in open_text if _holds(figure.box, p) and not CAPTION.match(p.text)]
        small = all(p.size < 0.8 * body for p in inside)
        if not (sure or small) or _is_text(inside, body, captioned):
            continue
        inside = [p for p in inside if not _in_prose(p, open_text, body)]
        if not figure.picture:
            inside = _with_labels(figure.box, inside, open_text, body)
        size = sum(len(p.text) for p in inside)
        if captioned or size <= _TEXT * total:
            claimed += inside
    for piece in claimed:
        piece.role = "figure"


def _holds(box: Box, piece: Piece) -> bool:
    x, y = (piece.x0 + piece.x1) / 2, piece.mid
    return box[0] - 2 <= x <= box[2] + 2 and box[1] - 2 <= y <= box[3] + 2


def _covers(box: Box, table: Box) -> bool:
    return (
        box[0] < (table[0] + table[2]) / 2 < box[2] and box[1] < (table[1] + table[3]) / 2 < box[3]
    )


def _is_prose(piece: Piece) -> bool:
    """Whether a piece alone is a stretch of running text."""
    cjk = len(CJK.findall(piece.text))
    words = len(piece.text.split())
    return cjk >= 12 or (len(piece.text) >= 35 and words >= 5 and piece.math < 0.3)


def _is_text(inside: Sequence[Piece], body: float, captioned: bool) -> bool:
    """Whether the text in a region reads as prose or a listing, or, without a caption to the
    region, is as large as a title."""
    total = sum(len(p.text) for p in inside)
    prose = sum(len(p.text) for p in inside if _is_prose(p))
    mono = sum(len(p.text) for p in inside if p.mono)
    large = sum(len(p.text) for p in inside if p.size > 1.3 * body)
    titled = large > 0.5 * total and not captioned
    # The region of a figure may enclose its caption.
    limit = _PROSE_CAPTIONED if captioned else _PROSE
    return prose > limit * total or mono > 0.6 * total > 60 or titled


def _distance(one: Box, other: Box) -> float:
    across = max(0.0, one[0] - other[2], other[0] - one[2])
    down = max(0.0, one[1] - other[3], other[1] - one[3])
    return max(across, down)


def _with_labels(
    region: Box, inside: list[Piece], text: Sequence[Piece], body: float
) -> list[Piece]:
    """`inside` and the labels around the region: of its axes, and their titles."""
    found = list(inside)
    taken = {id(p) for p in found}
    for _ in range(2):
        largest = max([1.05 * body, *(p.size for p in found)])
        near = [
            p
            for p in text
            if id(p) not in taken
            and _distance(p.box, region) <= _NEAR * max(p.size, 6.0)
            and _is_label(p, text, taken, body, largest)
        ]
        if not near:
            break
        found += near
        taken |= {id(p) for p in near}
        region = union([region, *(p.box for p in near)])
    return found


def _is_label(
    piece: Piece, text: Sequence[Piece], taken: set[int], body: float, size: float
) -> bool:
    """Whether a piece outside of a figure is a label of it, of at most `size`, rather than a
    line of text."""
    row = [p for p in text if abs(p.base - piece.base) < 0.3 * body and p.role == piece.role]
    beside = [p for p in row if p is piece or _distance(p.box, piece.box) < 0.6 * body]
    length = sum(len(p.text) for p in beside)
    if length > _LABEL or len(CJK.findall(piece.text)) > _LABEL_CJK:
        return False
    if len(piece.text.split()) > 3 and piece.text[-1] in ".:;,。：；，":
        return False
    if piece.size > size or CAPTION.match(piece.text) or _CHOICE.match(piece.text):
        return False
    return not _in_prose(piece, [other for other in text if id(other) not in taken], body)


def _in_prose(piece: Piece, text: Sequence[Piece], body: float) -> bool:
    """Whether a piece is running text itself, or stands on a line with some or just above or
    below one."""
    if _is_prose(piece):
        return True
    for other in text:
        if other is piece or not _is_prose(other):
            continue
        step = abs(other.base - piece.base)
        if step < 0.3 * body and _distance(other.box, piece.box) < 1.5 * body:
            return True
        over = min(other.x1, piece.x1) > max(other.x0, piece.x0)
        if step < 1.7 * body and over and abs(other.size - piece.size) < 0.6:
            return True
    return False
