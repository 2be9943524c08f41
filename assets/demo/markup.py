"""The small markup in which the text of the demo PDFs is written.

A blank line ends a paragraph. ``# ``, ``## `` and ``### `` begin headings, ``- `` and
``[key] `` items with a hanging indent. ``::: kind key=value … | caption`` up to a line
``:::`` holds a formula, table, figure, listing or note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BLOCK_KINDS = ("formula", "table", "figure", "code", "note")


@dataclass(frozen=True, slots=True)
class Block:
    """`kind` is one of `BLOCK_KINDS`, ``heading``, ``text`` or ``item``."""

    kind: str
    text: str
    level: int = 0
    marker: str = ""
    caption: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def parse(source: str) -> list[Block]:
    """Blocks in order. Raises ValueError for a block kind it does not know."""
    blocks: list[Block] = []
    lines = iter(source.split("\n"))
    paragraph: list[str] = []

    def end_paragraph() -> None:
        if paragraph:
            blocks.append(_paragraph(" ".join(paragraph)))
            paragraph.clear()

    for line in lines:
        if line.startswith(":::"):
            end_paragraph()
            body: list[str] = []
            for inner in lines:
                if inner == ":::":
                    break
                body.append(inner)
            blocks.append(_directive(line[3:].strip(), "\n".join(body)))
        elif line.startswith("#"):
            end_paragraph()
            marks, _, title = line.partition(" ")
            blocks.append(Block("heading", title, level=len(marks)))
        elif not line.strip():
            end_paragraph()
        else:
            paragraph.append(line.strip())
    end_paragraph()
    return blocks


def _paragraph(text: str) -> Block:
    if text.startswith("- "):
        return Block("item", text[2:], marker="•")
    if text.startswith("[") and text[1:2].isdigit():
        marker, _, rest = text.partition(" ")
        return Block("item", rest, marker=marker)
    return Block("text", text)


def _directive(head: str, body: str) -> Block:
    settings, _, caption = head.partition(" | ")
    kind, *words = settings.split()
    if kind not in BLOCK_KINDS:
        raise ValueError(f"unknown block {kind!r}")
    options = dict(word.partition("=")[::2] for word in words)
    return Block(kind, body, caption=caption.strip(), options=options)
