"""The raw lines of a web page while it is being walked: inline text gathers, blocks
flush it."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.document import LineHint

BREAK = "\v"  # a hard line break inside gathered text; the source's own are cleaned away
_SPACE = re.compile(r"[ \t\n\r\f]+")
_AROUND_BREAK = re.compile(r" *\v *")
_WIDE = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U00020000-\U0003fffd"
# CSS Text, level 3, section 4.1.3: a line end of the source between two wide characters
# is no space, as these scripts have none. Hangul has spaces and is left out.
_WIDE_BREAK = re.compile(rf"(?<=[{_WIDE}])[ \t]*\n[ \t\n\r]*(?=[{_WIDE}])")
_LABEL = re.compile(r"\s*(?:[\[(]?\w{1,4}[\])]?\.?|[*†‡§]{1,3})\s*")
FURNITURE = frozenset({"nav", "header", "footer", "pagenum"})


def collapse(text: str) -> str:
    """White space as a browser shows it: one space, none at the ends; hard breaks as
    ``\\n``. No-break spaces stay."""
    if "\n" in text and not text.isascii():
        text = _WIDE_BREAK.sub("", text)
    text = _AROUND_BREAK.sub("\v", _SPACE.sub(" ", text))
    return text.strip(" \v").replace("\v", "\n")


class Lines:
    """Raw lines with their hints. A gap between blocks is one blank line, never more."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.hints: list[LineHint] = []
        self._gathered: list[str] = []
        self._gap = False
        self._asides: set[int] = set()

    @property
    def empty(self) -> bool:
        """Whether no visible text is gathered."""
        return not any(piece.strip() for piece in self._gathered)

    def labelled(self) -> bool:
        """Whether the gathered text is nothing but the label of a note: ``[1]``, ``*``."""
        return _LABEL.fullmatch("".join(self._gathered)) is not None

    def gather(self, text: str) -> None:
        """Add inline text to the block being read."""
        self._gathered.append(text)

    def gathered(self) -> str:
        """The gathered text as it stands, and start afresh."""
        text = "".join(self._gathered)
        self._gathered.clear()
        return text

    def gap(self) -> None:
        """Ask for a blank line before the next line."""
        self._gap = True

    def close_gap(self) -> None:
        """Take the request for a blank line back."""
        self._gap = False

    def emit(self, text: str, role: str, path: str) -> None:
        """Write one raw line."""
        if self._gap and self.text:
            self.text.append("")
            self.hints.append(LineHint())
        self._gap = False
        self.text.append(text)
        self.hints.append(LineHint(role=role, path=path, mono=role == "code", bold=role[:1] == "h"))

    def emit_aside(self, text: str, role: str, path: str) -> None:
        """Write a line that belongs to the one above, whatever gap is asked for."""
        gap, self._gap = self._gap, False
        self._asides.add(len(self.text))
        self.emit(text, role, path)
        self._gap = gap

    def drop_bare_headings(self) -> None:
        """Make furniture of each heading below the first level that has nothing but
        furniture under it: what it announces is gone."""
        following, bare, seen = 0, True, False
        for index in range(len(self.text) - 1, -1, -1):
            role = self.hints[index].role
            if not self.text[index] or index in self._asides:
                continue
            if role in FURNITURE:
                seen = True
            elif role[:1] != "h" or not role[1:].isdigit():
                bare = False
            elif int(role[1]) > 1 and bare and seen and following <= int(role[1]):
                self.hints[index] = replace(self.hints[index], role="nav", bold=False)
            else:
                following, bare, seen = int(role[1]), True, False
