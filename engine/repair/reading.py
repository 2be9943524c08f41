"""Raw text read as lines, with their characters put right."""

from __future__ import annotations

import re
from functools import cache

from engine.document import Document, LineHint
from engine.repair import characters, headings, mojibake, stamps
from engine.repair.lines import NO_HINT, Drop, Line

_MOST_BLANK = 256
_FENCE = re.compile(r"^[^\S\n]*(?:```|~~~)", re.MULTILINE)


@cache
def _on_page(page: int) -> LineHint:
    return LineHint(page=page)


def read(document: Document) -> tuple[list[Line], list[Drop]]:
    """Clean lines. A line with a stamp or a fused heading inside becomes several."""
    raw = document.raw
    hints = document.hints
    spaced = characters.spaced_ligatures(raw)
    garbled = mojibake.garbled(raw)
    pages = document.pages
    page = 0
    lines: list[Line] = []
    drops: list[Drop] = []
    start = 0
    skipping = _blank_lines_skipped(document)
    blanks = 0
    for number, text in enumerate(raw.split("\n")):
        end = start + len(text)
        blanks = 0 if text else blanks + 1
        if blanks > _MOST_BLANK and skipping:
            start = end + 1
            continue
        hint = hints[number] if number < len(hints) else NO_HINT
        if hint is NO_HINT and len(pages) > 1:
            while page + 1 < len(pages) and pages[page + 1] <= start:
                page += 1
            hint = _on_page(page)
        if not text:
            lines.append(Line(start, end, "", number, role="blank", hint=hint))
            start = end + 1
            continue
        if text.isascii() and text.isprintable() and text[0] != " " and text[-1] != " ":
            line = Line(start, end, text, number, hint=hint)  # nothing to put right
        else:
            line = characters.clean(raw, start, end, number, hint, spaced=spaced)
            hidden = characters.unseen(line, raw, start, end)
            if hidden is not None:
                drops.append(hidden)
            if garbled and line.text:
                mojibake.mend(line)
        clear = line.text
        if clear and not hint.role and (clear[0].isdigit() or "arXiv:" in clear):
            _divide(line, lines, drops)
        else:
            lines.append(line)
        start = end + 1
    return lines, drops


def _blank_lines_skipped(document: Document) -> bool:
    """Whether the blank lines of a long run may go unread: outside code they say no more
    than the first few."""
    raw = document.raw
    long = "\n" * (_MOST_BLANK + 2) in raw
    return long and not document.hints and len(document.pages) < 2 and not _FENCE.search(raw)


def _divide(line: Line, lines: list[Line], drops: list[Drop]) -> None:
    found = stamps.within(line)
    if found:
        begin = 0
        for low, high in [*found, (len(line.text), len(line.text))]:
            part = line.part(begin, low)
            if part.text:
                lines.append(part)
            if high > low:
                drops.append(Drop(line.raw_at(low), line.raw_at(high), "repeated stamp"))
                if not part.text and begin == 0 and high == len(line.text):
                    lines.append(Line(line.start, line.start, "", line.number, role="drop"))
            begin = high
        return
    place = headings.fused(line.text)
    if place:
        lines.extend((line.part(0, place), line.part(place)))
    else:
        lines.append(line)
