"""Headings that run into the first line of their paragraph, in bold, italic or other type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.loaders.pdf_heading_lines import NAMED, THEOREM
from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_outline import normal
from engine.loaders.pdf_text import CJK

RUN_IN = "heading"
"""Role of a run-in heading whose level is not set yet."""

_DASH = re.compile(r"\s*[—–]+$")
_MARK = re.compile(r"[.。—–]$")
_SENTENCE = re.compile(
    r"^((?:[A-Z]?\d+(?:\.\d+)*\.?\s+)?\S[^.:—–。：]{1,78}(?:[.:。：]|\s[—–]))\s*\S"
)
_MAX_LENGTH = 80
_MAX_WHOLE = 40
_MIN_USES = 3


@dataclass(frozen=True, slots=True)
class RunIn:
    """Line `index` of column `column` begins with the heading `text`, which is its first
    `length` characters but for a dash; `level` is that of its title in the outline, 0 where
    it is not listed."""

    column: int
    index: int
    text: str
    length: int
    level: int = 0


def _lead(line: Piece, faces: frozenset[str]) -> str:
    """The words a line begins with that may be a heading, else an empty string. A line set
    in one type is its own lead where it ends with a full stop."""
    lead, kind = line.lead, line.lead_type
    if not line.gap or line.role not in ("", "li") or kind in faces:
        return ""
    if not lead and kind in ("b", "i") and _MARK.search(line.text) and len(line.text) < _MAX_WHOLE:
        lead = line.text
    if not line.text.startswith(lead) or not 3 <= len(lead) <= _MAX_LENGTH:
        return ""
    if not (lead[0].isupper() or CJK.match(lead[0]) or lead[0].isdigit()):
        return ""
    letters = sum(c.isalpha() for c in lead)
    if re.search(r"[^\W\d_]\.\s", lead):
        return ""
    if letters < 0.6 * len(lead.replace(" ", "")) or THEOREM.match(lead):
        return ""
    rest = line.text[len(lead) :].strip()
    if NAMED.match(lead) or _MARK.search(lead):
        return lead
    if lead[-1] in ":：" or not rest or not (rest[0].isupper() or CJK.match(rest[0])):
        return ""
    return lead


def _hangs(lines: Sequence[Piece], index: int) -> bool:
    """Whether the paragraph hangs from its first line, as the term of a list does."""
    if index + 1 >= len(lines) or lines[index + 1].gap:
        return False
    return lines[index + 1].x0 - lines[index].x0 > 0.7 * lines[index].size


def _listed(line: Piece, titles: Mapping[str, int]) -> tuple[str, int]:
    """The first words of a paragraph that the outline lists as a title, and its level."""
    if not titles or not line.gap or line.role not in ("", "li"):
        return "", 0
    match = _SENTENCE.match(line.text)
    for words in (line.lead, match[1] if match else ""):
        if words and line.text.startswith(words):
            key = normal(words)
            level = titles.get(key) or titles.get(key.lstrip("0123456789"), 0)
            if level:
                return words, level
    return "", 0


def find_run_ins(
    columns: Sequence[Sequence[Piece]],
    faces: frozenset[str],
    titles: Sequence[Mapping[str, int]],
) -> list[RunIn]:
    """Run-in headings: those that the outline lists, and those of a type that the document
    uses for several. `titles` maps, for each column, the folded titles listed near it to
    their levels."""
    groups: dict[tuple[str, bool, int], list[RunIn]] = defaultdict(list)
    found: list[RunIn] = []
    for number, lines in enumerate(columns):
        for index, line in enumerate(lines):
            words, level = _listed(line, titles[number])
            lead = words or _lead(line, faces)
            if not lead or (not level and _hangs(lines, index)):
                continue
            item = RunIn(number, index, _DASH.sub("", lead), len(lead), level)
            marked = bool(_MARK.search(lead))
            if level or NAMED.match(lead):
                found.append(item)
            elif marked or line.lead_type == "b":
                groups[line.lead_type, marked, round(line.size)].append(item)
    listed = {
        (columns[item.column][item.index].lead_type, round(columns[item.column][item.index].size))
        for item in found
        if item.level
    }
    for (kind, _, size), members in groups.items():
        distinct = len({normal(member.text) for member in members})
        used = distinct >= _MIN_USES and distinct > 0.7 * len(members)
        if used or (kind, size) in listed:
            found.extend(members)
    return sorted(found, key=lambda item: (item.column, item.index))


def part(line: Piece, item: RunIn) -> list[Piece]:
    """The run-in heading of a line, and what stands behind it on the line."""
    rest = line.text[item.length :].strip()
    share = item.length / max(1, len(line.text))
    middle = line.x0 + share * (line.x1 - line.x0)
    x0, y0, x1, y1 = line.box
    head = replace(
        line,
        text=item.text,
        box=(x0, y0, middle, y1),
        bold=line.bold or line.lead_type == "b",
        role=RUN_IN,
        lead="",
        math=0.0,
    )
    if not rest:
        return [head]
    return [head, replace(line, text=rest, box=(middle, y0, x1, y1), gap=True, role="", lead="")]
