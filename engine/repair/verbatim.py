"""Lines that repair must not touch: code, tables, LaTeX blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lines import Line

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)$")
_SEPARATOR = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?")
_BEGIN = re.compile(r"\\begin\{([a-zA-Z]+\*?)\}")
_OPENINGS = frozenset("\\$")  # signs a LaTeX block begins with
_DISPLAY_MAX = 200
_CODE_SIGNS = re.compile(
    r"[{};=]|\(\)|->|::|^(?:def|class|import|from|return|if|for|while|else|try|print|let|var|const|"
    r"sudo|cd|git|pip|npm|make|echo)\b|^(?:\$|>>>|#include|#!|//|/\*)"
)
_PROSE_END = re.compile(r"[a-z]{2,}[.!?]$")


def mark(lines: Sequence[Line]) -> None:
    """Set the roles ``code``, ``table`` and ``latex``."""
    _hinted(lines)
    _fences(lines)
    _latex(lines)
    _tables(lines)
    _indented(lines)


def _hinted(lines: Sequence[Line]) -> None:
    for line in lines:
        role = line.hint.role
        if role in ("code", "table"):
            line.role = role
        elif role == "formula" and line.role != "blank":
            line.role = "formula"


def _fences(lines: Sequence[Line]) -> None:
    """Fenced blocks. One that is never closed ends with the document."""
    opened = ""
    if not any(line.text[:3] in ("```", "~~~") for line in lines):
        return
    for line in lines:
        match = _FENCE.match(line.text) if line.text[:3] in ("```", "~~~") else None
        if opened:
            line.role = "code"
            if match and match.group(1)[0] == opened[0] and len(match.group(1)) >= len(opened):
                opened = "" if not match.group(2).strip() else opened
        elif match and not ("`" in match.group(2) and opened == "" and match.group(1)[0] == "`"):
            opened = match.group(1)
            line.role = "code"


def _latex(lines: Sequence[Line]) -> None:
    """Multi-line ``\\begin…\\end``, ``\\[…\\]`` and ``$$…$$``. Blank lines inside go, as
    they would end the formula; an opening that never closes is left as text."""
    index = 0
    while index < len(lines):
        line = lines[index]
        closing = ""
        if line.text[:1] in _OPENINGS and line.role not in ("code", "table", "drop", "blank"):
            closing = _closing(line.text)
        if closing:
            last = _find(lines, index, closing)
            if last is not None:
                for inner in lines[index : last + 1]:
                    if inner.role != "drop":
                        inner.role = "drop" if inner.role == "blank" else "latex"
                index = last
        index += 1


def _closing(text: str) -> str:
    first = text[:1]
    if first == "\\":
        match = _BEGIN.match(text)
        if match and match.group(1) not in (
            "document",
            "itemize",
            "enumerate",
            "quote",
            "abstract",
        ):
            return f"\\end{{{match.group(1)}}}"
        if text.startswith("\\["):
            return "\\]"
    if first == "$" and text.startswith("$$"):
        return "$$"
    return ""


def _find(lines: Sequence[Line], index: int, closing: str) -> int | None:
    for last in range(index, min(len(lines), index + _DISPLAY_MAX)):
        text = lines[last].text
        begin = 2 if last == index else 0
        at = text.find(closing, begin)
        if at >= 0:
            # Prose after the closing mark: the formula stands inside a sentence.
            tail = text[at + len(closing) :].strip()
            return last if len(tail) <= 3 or tail.startswith(("\\", "%", "(")) else None
    return None


def _tables(lines: Sequence[Line]) -> None:
    """Markdown tables: a separator row with rows around it, or rows closed by pipes."""
    index = 0
    while index < len(lines):
        if lines[index].role or "|" not in lines[index].text:
            index += 1
            continue
        last = index
        while last < len(lines) and not lines[last].role and "|" in lines[last].text:
            last += 1
        run = lines[index:last]
        separated = any(_SEPARATOR.fullmatch(line.text) and "-" in line.text for line in run[:2])
        closed = all(line.text[0] == "|" and line.text[-1] == "|" for line in run)
        if len(run) >= 2 and (separated or closed):
            for line in run:
                line.role = "table"
        index = last


def _indented(lines: Sequence[Line]) -> None:
    """Blocks indented by four columns that look like code, after a blank line."""
    index = 0
    while index < len(lines):
        if lines[index].role or lines[index].indent < 4:
            index += 1
            continue
        last = index
        while last < len(lines) and not lines[last].role and lines[last].indent >= 4:
            last += 1
        before = index == 0 or lines[index - 1].role == "blank"
        run = lines[index:last]
        signs = sum(_CODE_SIGNS.search(line.text) is not None for line in run)
        prose = sum(_PROSE_END.search(line.text) is not None for line in run)
        if before and signs >= 0.5 * len(run) and prose <= 0.3 * len(run):
            for line in run:
                line.role = "code"
        index = last
