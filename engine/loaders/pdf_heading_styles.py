"""Type styles of headings, and what the listed headings of a document say about others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.loaders.pdf_heading_lines import NUMBERED
from engine.loaders.pdf_lines import Piece

LARGE = 1.13  # of the text size: type from here on is larger than the text
_MIN_LISTED = 3  # titles found in the text that make the outline a measure of the rest

# Size in half points, bold, a typeface other than those of the text, italic, sRGB colour.
Style = tuple[float, bool, bool, bool, int]


@dataclass(slots=True)
class Found:
    """A line of a heading in column `column` at `index`; `level` is that of the outline, 0
    where only the type shows it."""

    column: int
    index: int
    line: Piece
    level: int


class Measure:
    """The types of the headings that a document lists."""

    def __init__(self, listed: Sequence[Found], styles: Sequence[Style], body: float) -> None:
        self._styles = set(styles)
        self._numbered: dict[Style, set[bool]] = defaultdict(set)
        for item, style in zip(listed, styles, strict=True):
            self._numbered[style].add(bool(NUMBERED.match(item.line.text)))
        small = [i.line for i in listed if i.line.size < LARGE * body]
        self._small = {(line.font, line.color) for line in small or [i.line for i in listed]}
        self._bold = all(item.line.bold for item in listed)
        self.lines = {id(item.line) for item in listed}
        self.enough = len(listed) >= _MIN_LISTED

    def has(self, style: Style) -> bool:
        """Whether a listed heading has this style."""
        return style in self._styles

    def numbered(self, style: Style) -> bool:
        """Whether every listed heading of this style is numbered."""
        return self._numbered[style] == {True}

    def allows(self, line: Piece, large: bool) -> bool:
        """Whether the type of `line` agrees with the listed ones: bold where all of them
        are, and where it is no larger than the text, of a typeface and a colour of theirs."""
        alike = (line.font, line.color) in self._small
        return (line.bold or not self._bold) and (large or alike)
