"""Raw lines of a PDF with their hints: paragraphs apart, code in fences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from engine.document import LineHint
from engine.loaders.pdf_lines import Piece

# Stand outside the text of the page.
LOOSE = ("header", "footer", "pagenum", "stamp", "figure")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…][\"'”’»）)\]】」』]*\s*(?:\d{1,3})?$")


class Writer:
    """Raw lines, their hints and the page map."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.hints: list[LineHint] = []
        self.pages: list[int] = []
        self._length = 0
        self._page_waits = False
        self._text = ""

    @property
    def unfinished(self) -> bool:
        """Whether the running text stops within a sentence."""
        return bool(self._text) and not _SENTENCE_END.search(self._text)

    @property
    def captioned(self) -> bool:
        """Whether the last line is one of a caption."""
        return bool(self.hints) and self.hints[-1].role == "caption"

    def _add(self, text: str, hint: LineHint) -> None:
        self.lines.append(text)
        self.hints.append(hint)
        self._length += len(text) + 1

    def start_page(self) -> None:
        """Begin a page at the next line that is not blank."""
        self._settle()
        self._page_waits = True

    def _settle(self) -> None:
        if self._page_waits:
            self.pages.append(self._length)
            self._page_waits = False

    def blank(self, page: int, role: str = "") -> None:
        """Write a blank line, never two in a row and none at the start."""
        if self.lines and self.lines[-1]:
            self._add("", LineHint(page=page, role=role))

    def line(self, page: int, piece: Piece, text: str, role: str) -> None:
        """Write a line of `page`, counted from 0."""
        self._settle()
        x0, y0, x1, y1 = (round(v, 2) for v in piece.box)
        hint = LineHint(
            page=page,
            box=(x0, y0, x1, y1),
            size=round(piece.size, 2),
            bold=piece.bold,
            mono=piece.mono,
            role=role,
        )
        self._add(text, hint)
        if role not in LOOSE and role not in ("footnote", "caption", "linenum"):
            self._text = text if role in ("", "li") else ""

    def finish(self) -> str:
        """The raw text; a last page without text begins at its end."""
        self._settle()
        raw = "\n".join(self.lines)
        self.pages = [min(offset, len(raw)) for offset in self.pages]
        return raw


def _write_code(writer: Writer, number: int, run: Sequence[Piece]) -> None:
    """A run of code lines as a fence, indented as on the page."""
    left = min(line.x0 for line in run)
    pitch = sorted(line.pitch for line in run)[len(run) // 2] or 6.0
    steps = sorted(b.base - a.base for a, b in itertools.pairwise(run))
    usual = steps[len(steps) // 2] if steps else 0.0
    fence = "```"
    writer.line(number, run[0], fence, "code")
    for index, line in enumerate(run):
        if index and usual and line.base - run[index - 1].base > 1.6 * usual:
            writer.blank(number, "code")
        indent = max(0, round((line.x0 - left) / pitch))
        writer.line(number, line, " " * indent + line.text, "code")
    writer.line(number, run[-1], fence, "code")


def _apart(role: str) -> bool:
    """Whether lines of a role share no paragraph with others."""
    return role[:1] == "h" or role == "caption"


def write_column(writer: Writer, number: int, lines: Sequence[Piece]) -> None:
    """Write the lines of a column of page `number`, counted from 0."""
    index = 0
    previous = "caption" if writer.captioned else ""
    while index < len(lines):
        line = lines[index]
        role = line.role
        if role == "code":
            end = index
            while end < len(lines) and lines[end].role == "code":
                end += 1
            writer.blank(number)
            _write_code(writer, number, lines[index:end])
            writer.blank(number)
            index = end
            previous = role
            continue
        same_formula = role == previous == "formula"
        runs_on = index == 0 and role == "" and writer.unfinished
        if (
            (line.gap and not same_formula and not runs_on)
            or role == "table"
            or previous in ("table", "code")
            or (role != previous and (_apart(role) or _apart(previous)))
        ):
            writer.blank(number)
        for text in line.text.split("\n"):
            writer.line(number, line, text, role)
        previous = role
        index += 1
