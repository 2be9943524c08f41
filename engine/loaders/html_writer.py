"""Raw lines written while a page is walked: the state of lists, roles and furniture."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.loaders import html_formulas
from engine.loaders.html_lines import BREAK, Lines, collapse

_PLACEHOLDER = re.compile(r"⟦F\d+⟧")
# Two line breaks are how old pages part their paragraphs.
_TWO_BREAKS = re.compile(rf"{BREAK}[ \t\r\n]*{BREAK}[ \t\r\n{BREAK}]*")
_CODE_SPAN = re.compile(r"(`[^`]*`)")
# A counter or bullet that an item carries in its own text.
_OWN_MARK = re.compile(r"(?:[•‣◦▪●○■–—·∙*]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])(?:\s+|$)")


@dataclass(slots=True)
class OpenList:
    """An open ``ul`` or ``ol``; `number` is None for bullets."""

    number: int | None
    step: int


@dataclass(frozen=True, slots=True)
class Later:
    """Furniture inside a line of text, written behind the block it stood in."""

    text: str
    role: str
    path: str


class Writer:
    """Gathers inline text and writes it as lines of the block it belongs to.

    `tex` says whether text may hold TeX between delimiters, `dollars` whether single
    dollars are such delimiters.
    """

    def __init__(self, formulas: html_formulas.Table, *, tex: bool, dollars: bool) -> None:
        self.lines = Lines()
        self.formulas = formulas
        self.tex, self.dollars = tex, dollars
        self.path: list[str] = []
        self.roles: list[str] = []
        self.furniture: list[str] = []
        self.lists: list[OpenList] = []
        self.marker = ""
        self.later: list[Later] = []

    # --- state -----------------------------------------------------------------------

    @property
    def role(self) -> str:
        """Role of the block being read, furniture not regarded."""
        return self.roles[-1] if self.roles else "p"

    @property
    def apart(self) -> str:
        """Role of the furniture being read, "" in content."""
        return self.furniture[-1] if self.furniture else ""

    @property
    def in_heading(self) -> bool:
        role = self.role
        return role[:1] == "h" and role[1:].isdigit()

    def where(self) -> str:
        """The element path of the line being written."""
        return ">".join(self.path)

    # --- text ------------------------------------------------------------------------

    def text(self, text: str | None) -> None:
        """Add inline text."""
        if text:
            self.lines.gather(text)

    def _formulas_in(self, text: str) -> str:
        if not self.tex or ("\\" not in text and "$" not in text):
            return text
        pieces = _CODE_SPAN.split(text)
        for at in range(0, len(pieces), 2):
            pieces[at] = html_formulas.INLINE_TEX.sub(self._tex, pieces[at])
            if self.dollars:
                pieces[at] = html_formulas.DOLLAR_TEX.sub(self._tex, pieces[at])
        return "".join(pieces)

    def _tex(self, match: re.Match[str]) -> str:
        kind = next(name for name, value in match.groupdict().items() if value is not None)
        mark = self.formulas.add(match[kind].replace(BREAK, "\n").strip())
        return f"{BREAK}{BREAK}{mark}{BREAK}{BREAK}" if kind.startswith("d") else mark

    def formula(self, formula: html_formulas.Formula) -> None:
        """Add a formula: in the line, or on its own where it is displayed."""
        if not formula.latex:
            return
        mark = self.formulas.add(formula.latex)
        if formula.display and self.role not in ("li", "caption") and not self.in_heading:
            self.flush()
            self.lines.gap()
            self.lines.emit(mark, self.apart or "formula", self.where())
            self.lines.gap()
        else:
            self.lines.gather(mark)

    def flush(self) -> None:
        """Write the gathered text as lines of the current block."""
        gathered = self.lines.gathered()
        if not gathered:
            return
        gathered = self._formulas_in(gathered)
        parts = _TWO_BREAKS.split(gathered)
        if len(parts) == 1 or self.in_heading or self.lists:
            self._write(collapse(gathered))
            return
        for part in parts:
            text = collapse(part)
            if text:
                self.lines.gap()
                self._write(text)
        self.lines.gap()

    def _write(self, text: str) -> None:
        if not text:
            return
        role = self.apart or self.role
        if role == "p" and _PLACEHOLDER.fullmatch(text) and text[1:-1] in self.formulas.formulas:
            role = "formula"
        heading, indent = self.in_heading, "  " * max(0, len(self.lists) - 1)
        marker = self._take_marker(text)
        for number, line in enumerate(filter(None, text.split("\n"))):
            if heading and number:
                # A heading is one line: a break inside it is layout.
                self.lines.text[-1] += " " + line
                continue
            if self.lists and not heading:
                line = indent + (marker if number == 0 and marker else "  ") + line
            elif marker and number == 0:
                line = marker + line
            self.lines.emit(line, role, self.where())

    def _take_marker(self, text: str) -> str:
        """The marker of the item that begins here; none where its text brings its own."""
        marker, self.marker = self.marker, ""
        if marker and not marker.startswith("[") and _OWN_MARK.match(text):
            return ""
        return marker

    def close(self) -> None:
        """Write the furniture that stood inside the block just ended."""
        for later in self.later:
            if later.role == "footnote":
                self.lines.gap()
                self.lines.emit(later.text, later.role, later.path)
                self.lines.gap()
            else:
                self.lines.emit_aside(later.text, later.role, later.path)
        self.later.clear()
