"""Repair by rules: the whole document at once, so that every decision knows all of it."""

from __future__ import annotations

from collections.abc import Callable

from engine.document import Cancelled, Document
from engine.repair import (
    flow,
    formulas,
    furniture,
    hyphens,
    margins,
    residue,
    running,
    spacing,
    stamps,
    verbatim,
)
from engine.repair.blocks import build
from engine.repair.lines import Block, Drop, Line
from engine.repair.paragraphs import Gap, Para, Splitter, shape
from engine.repair.reading import read

Cancel = Callable[[], bool]

_VERBATIM = {"code", "table", "latex", "formula", "glyphs"}


def run(document: Document, cancel: Cancel | None = None) -> tuple[list[Block], list[Drop]]:
    """The paragraphs of the repaired document and the raw spans it leaves out."""
    raw = document.raw
    lines, drops = read(document)
    _check(cancel)
    verbatim.mark(lines)
    furniture.by_hint(lines)
    furniture.worded_numbers(lines)
    residue.drop(lines)
    stamps.interrupting(lines)
    running.heads(lines)
    formulas.shattered(lines)
    drops.extend(furniture.bare_numbers(lines))
    drops.extend(margins.strip(lines))
    _check(cancel)
    spacing.undo(lines)
    form = shape(lines, document.kind)
    found = flow.merge_headings(_paragraphs(lines, Splitter(form)))
    paras = flow.connect(found, raw, form)
    flow.titles(paras, form)
    _check(cancel)
    words = hyphens.Vocabulary(raw)
    blocks = build(paras, words, raw)
    gone = (line for line in lines if line.role == "drop" and line.text)
    drops.extend(Drop(line.start, line.end, line.reason) for line in gone)
    return blocks, drops


def _check(cancel: Cancel | None) -> None:
    if cancel is not None and cancel():
        raise Cancelled


def _paragraphs(lines: list[Line], splitter: Splitter) -> list[Para]:
    """Runs of lines between gaps, taken apart."""
    paras: list[Para] = []
    gap: Gap = "blank"
    page = lines[0].hint.page if lines else -1
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.role == "blank":
            gap = "page" if gap == "page" else "blank"
            index += 1
        elif line.role == "drop":
            gap = "page"
            index += 1
        else:
            if line.hint.page != page:
                gap, page = ("page" if paras else "blank"), line.hint.page
            stop = index + 1
            role = line.role
            while (
                stop < len(lines)
                and lines[stop].hint.page == page
                and (lines[stop].role == role or (role == "code" and _inside(lines, stop)))
            ):
                stop += 1
            run = lines[index:stop]
            if role in _VERBATIM:
                paras.append(Para(role, _trimmed(run), gap))  # type: ignore[arg-type]
            else:
                paras.extend(splitter.split(run, gap))
            gap = "none"
            index = stop
    return paras


def _inside(lines: list[Line], index: int) -> bool:
    """Whether a blank line lies within a block of code."""
    if lines[index].role != "blank":
        return False
    following = index
    while following < len(lines) and lines[following].role == "blank":
        following += 1
    return following < len(lines) and lines[following].role == "code" and following - index <= 2


def _trimmed(run: list[Line]) -> list[Line]:
    while run and not run[-1].text:
        run.pop()
    while run and not run[0].text:
        run.pop(0)
    return run
