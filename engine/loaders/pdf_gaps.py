"""Where paragraphs begin on a page: by distance, indentation and short last lines."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from engine.loaders.pdf_lines import Piece

_MIN_HANGING = 3  # entries that show a hanging indentation
_SPACED = 1.14  # times the usual step between lines
_MIN_SPACED = 4  # equal steps that show a space between paragraphs
_MIN_ENTRIES = 4  # steps within the entries of a list
_ENDS = ".!?。！？:："
_MARKER = re.compile(r"\[\w{1,8}\]|\(?\d{1,3}[.)]|[•·◦▪‣●○■–—-]\s")


def mark_gaps(lines: Sequence[Piece]) -> None:
    """Set `gap` on each line that begins a paragraph: after a wider distance, with an
    indentation, or after a short last line of justified text."""
    if not lines:
        return
    pitches = [
        after.base - before.base
        for before, after in pairwise(lines)
        if abs(after.size - before.size) < 0.6 and 0 < after.base - before.base < 3 * after.size
    ]
    usual = statistics.median(pitches) if pitches else 1.2 * lines[0].size
    tight = statistics.median_low([p for p in pitches if p <= 1.15 * usual] or [usual])
    tight = min(tight, _entry_step(lines, usual))
    spaced = Counter(round(p * 2) for p in pitches if _SPACED * tight < p < 2 * tight)
    left = statistics.median_low([line.x0 for line in lines])
    right = _right_edge(lines)
    hanging = _hanging(lines, right)
    lines[0].gap = True
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        step = line.base - before.base
        size = max(line.size, before.size)
        allowed = tight * max(1.0, size / max(1.0, statistics.median([p.size for p in lines])))
        wide = step > 1.3 * allowed or step < 0
        # A little space between paragraphs shows by the same step after several sentences.
        parted = (
            step > _SPACED * allowed
            and before.text[-1:] in _ENDS
            and sum(spaced[round(step * 2) + near] for near in (-1, 0, 1)) >= _MIN_SPACED
        )
        resized = abs(line.size - before.size) > 0.12 * size and len(line.text) > 2
        restyled = line.bold != before.bold and line.mono == before.mono
        indent = line.x0 - before.x0
        after = lines[index + 1] if index + 1 < len(lines) else None
        indented = (
            0.8 * line.size < indent < 6 * line.size
            and (abs(before.x0 - left) < 2 or (after is not None and abs(before.x0 - after.x0) < 2))
            and (after is None or after.x0 < line.x0 - 0.5 * line.size)
            and index not in hanging
            and not _MARKER.match(before.text)
        )
        short = (
            right is not None
            and right - before.x1 > 4 * before.size
            and before.text[-1:] in _ENDS
            and abs(line.x0 - before.x0) < 2
            and index > 1
            and (_is_full(lines[index - 2], right) or _is_full(line, right))
        )
        hangs = index - 1 in hanging and index not in hanging and line.x0 < before.x0 - 0.5
        restyled = restyled and step > 1.05 * tight
        line.gap = wide or parted or resized or restyled or indented or short or hangs


def _entry_step(lines: Sequence[Piece], usual: float) -> float:
    """The step between the lines of short entries with space between them, as bibliographies
    have: there, wide steps are as frequent as those within an entry, and turn by turn with
    them. `usual` for other lines, such as text set wider than a list in it."""
    size = statistics.median([line.size for line in lines])
    steps = [
        after.base - before.base if abs(after.size - before.size) < 0.3 else 0.0
        for before, after in pairwise(lines)
        if abs(before.size - size) < 0.3 and not before.mono
    ]
    low = [step for step in steps if size <= step < usual / 1.2]
    if len(low) < _MIN_ENTRIES or len(low) < 0.3 * len(steps):
        return usual
    step = statistics.median(low)
    runs = sum(1 for a, b in pairwise(steps) if a > 1.2 * step and b > 1.2 * step)
    even = all(abs(other - step) < 0.04 * step for other in low)
    return step if even and runs < 0.3 * len(steps) else usual


def _right_edge(lines: Sequence[Piece]) -> float | None:
    """Where most lines of justified text end, None for ragged text."""
    ends = Counter(round(line.x1) for line in lines)
    if len(lines) < 4:
        return None
    edge = max(ends, key=lambda x: (sum(ends[y] for y in (x - 1, x, x + 1)), x))
    full = sum(ends[y] for y in (edge - 1, edge, edge + 1))
    return float(edge) if full >= max(3, 0.25 * len(lines)) else None


def _is_full(line: Piece, right: float) -> bool:
    return abs(right - line.x1) < max(2.5, 0.3 * line.size)


def _hanging(lines: Sequence[Piece], right: float | None) -> set[int]:
    """Numbers of the indented lines of paragraphs with a hanging indentation, as
    bibliographies have them: there a line that is followed by an indented one is full, where
    a first line is indented the line above it is the short last one of a paragraph."""
    found: set[int] = set()
    run: list[int] = []
    for index in range(1, len(lines) + 1):
        indent = lines[index].x0 - lines[index - 1].x0 if index < len(lines) else 0.0
        deep = index < len(lines) and 0.6 * lines[index].size < indent < 4 * lines[index].size
        if deep:
            run.append(index)
    if len(run) < _MIN_HANGING:
        return found
    edge = right if right is not None else max(line.x1 for line in lines)
    full = [i for i in run if edge - lines[i - 1].x1 < 6 * lines[i].size]
    ended = [i for i in run if lines[i - 1].text[-1:] in ".!?。！？"]
    if len(full) < 0.8 * len(run) or len(ended) > 0.4 * len(run):
        return found
    for index in run:
        depth = lines[index].x0
        while index < len(lines) and abs(lines[index].x0 - depth) < 1.5:
            found.add(index)
            index += 1
    return found
