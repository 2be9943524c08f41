"""The raw lines of a web page while it is being walked: inline text gathers, blocks
flush it."""

from __future__ import annotations

import re

from engine.document import LineHint

BREAK = "\v"  # a hard line break inside gathered text; the source's own are cleaned away
_SPACE = re.compile(r"[ \t\n\r\f]+")
_AROUND_BREAK = re.compile(r" *\v *")


def collapse(text: str) -> str:
    """White space as a browser shows it: one space, none at the ends; hard breaks as
    ``\\n``. No-break spaces stay."""
    text = _AROUND_BREAK.sub("\v", _SPACE.sub(" ", text))
    return text.strip(" \v").replace("\v", "\n")


class Lines:
    """Raw lines with their hints. A gap between blocks is one blank line, never more."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.hints: list[LineHint] = []
        self._gathered: list[str] = []
        self._gap = False

    def gather(self, text: str) -> None:
        """Add inline text to the block being read."""
        self._gathered.append(text)

    def take(self) -> str:
        """The gathered text, collapsed, and start afresh."""
        text = collapse("".join(self._gathered))
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
