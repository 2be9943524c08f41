"""The blocks of a Markdown text, as far as evaluation compares them.

`engine.paragraphs` reads text for splitting and mends what it finds; a measure must not, so
this reader knows nothing but the marks: blank lines, ``#``, fences, ``|`` rows and list items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["prose", "heading", "list", "table", "code"]

# What follows backticks holds none, or they open no fence but code in a line (CommonMark).
_FENCE = re.compile(r" {0,3}(`{3,}(?!.*`)|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|[（(]\d{1,3}[）)])[ \t]+\S")
_BAR = re.compile(r"(?<!\\)\|")
# Of pandoc's rule: no white space inside the dollars, no digit behind them.
_FORMULA = re.compile(
    r"⟦F\d+⟧|(?<!\\)\$\$.+?\$\$|(?<![\\$])\$(?=[^\s$])(?:\\.|[^$\\\n])*?(?<!\s)\$(?![\d$])",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """One block; `text` is its source without the heading mark. `level` is 1–6 for a heading,
    else 0. `rows` holds the cells of a table, without its rule."""

    kind: BlockKind
    text: str
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def without_formulas(text: str) -> str:
    """The text with ``$…$``, ``$$…$$`` and placeholders replaced by a space."""
    return _FORMULA.sub(" ", text) if "$" in text or "⟦" in text else text


def blocks(text: str) -> list[Block]:
    """The blocks of `text` in order.

    Blank lines divide; a heading, a table, a fence and each list item is a block of its own.
    """
    return [_block(kind, lines) for kind, lines in _runs(text.split("\n"))]


def _runs(lines: list[str]) -> Iterator[tuple[BlockKind, list[str]]]:
    kind: BlockKind = "prose"
    run: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            run.append(line)
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                yield "code", run
                run, fence = [], ""
            continue
        found = _kind(line, mark is not None)
        goes_on = found == kind and found in ("prose", "table")
        goes_on = goes_on or (found == "prose" and kind == "list")
        if run and not (goes_on and line.strip()):
            yield kind, run
            run = []
        if not line.strip():
            continue
        kind = kind if run else found
        run.append(line)
        fence = mark[1] if mark else ""
    if run:
        yield "code" if fence else kind, run


def _kind(line: str, fenced: bool) -> BlockKind:
    if fenced:
        return "code"
    if _HEADING.match(line):
        return "heading"
    if _ROW.match(line):
        return "table"
    return "list" if _ITEM.match(line) else "prose"


def _block(kind: BlockKind, lines: list[str]) -> Block:
    text = "\n".join(lines)
    if kind == "heading" and (match := _HEADING.match(text)):
        return Block(kind, match[2], level=len(match[1]))
    if kind == "table":
        rows = tuple(_cells(line) for line in lines if not _RULE.match(line))
        return Block(kind, text, rows=rows)
    return Block(kind, text)


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in _BAR.split(row.strip())[1:-1])
