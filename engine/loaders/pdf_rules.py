"""Ruling lines on a PDF page, and the grids they form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.loaders.pdf_lines import Box

_MAX_PATHS = 2500  # beyond these a page is a drawing, not a table
_MAX_RULES = 1500
_SNAP = 2.5  # points between two rules drawn as one
_REACH = 3.5  # points a rule may stop short of the one it meets
_MIN_LENGTH = 8.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight rule: `at` is its fixed coordinate, `start` to `end` its extent."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """Horizontal and vertical rules of a page, collinear pieces merged, in points."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Cell edges of a ruled table. `owner[i][j]` is the (row, column) of the cell that
    the basic cell i, j belongs to: neighbours without a rule between them are one."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    owner: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def box(self) -> Box:
        return (self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


def _merge(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules on one line joined where they touch, by position."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda r: r.at):
        if groups and rule.at - groups[-1][-1].at <= _SNAP and rule.at - groups[-1][0].at <= 4:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    merged: list[Rule] = []
    for group in groups:
        at = sum(r.at for r in group) / len(group)
        start = end = None
        for rule in sorted(group, key=lambda r: r.start):
            if end is not None and start is not None and rule.start <= end + _REACH:
                end = max(end, rule.end)
                continue
            if start is not None and end is not None:
                merged.append(Rule(at, start, end))
            start, end = rule.start, rule.end
        if start is not None and end is not None:
            merged.append(Rule(at, start, end))
    return tuple(r for r in merged if r.end - r.start >= _MIN_LENGTH)


def _has_candidates(page: Any) -> bool:
    """Whether enough straight boxes are drawn; reads only the boxes of what is drawn."""
    log = page.get_bboxlog()
    thin = boxes = paths = 0
    for kind, (x0, y0, x1, y1) in log:
        if not kind.endswith("path"):
            continue
        paths += 1
        width, height = x1 - x0, y1 - y0
        if (height < 3 and width > 15) or (width < 3 and height > 5):
            thin += 1
        elif width > 30 and height > 6:
            boxes += 1
    return paths <= _MAX_PATHS and (thin >= 3 or boxes >= 1)


def read_rules(page: Any) -> Rules:
    """The rules of a PyMuPDF page; none for a page that is a drawing."""
    if not _has_candidates(page):
        return Rules()
    horizontal: list[Rule] = []
    vertical: list[Rule] = []
    limit = (0.97 * page.rect.width, 0.97 * page.rect.height)

    def add(x0: float, y0: float, x1: float, y1: float) -> None:
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        if y1 - y0 <= 3 and x1 - x0 > y1 - y0:
            horizontal.append(Rule((y0 + y1) / 2, x0, x1))
        elif x1 - x0 <= 3 and y1 - y0 > x1 - x0:
            vertical.append(Rule((x0 + x1) / 2, y0, y1))

    for path in page.get_cdrawings():
        items = path["items"]
        if len(items) > 400 or any(item[0] == "c" for item in items):
            continue
        for item in items:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
                add(x0, y0, x1, y1)
            elif item[0] == "re":
                x0, y0, x1, y1 = item[1]
                if x1 - x0 > limit[0] and y1 - y0 > limit[1]:
                    continue
                if min(x1 - x0, y1 - y0) <= 3:
                    add(x0, y0, x1, y1)
                else:
                    add(x0, y0, x1, y0)
                    add(x0, y1, x1, y1)
                    add(x0, y0, x0, y1)
                    add(x1, y0, x1, y1)
        if len(horizontal) + len(vertical) > _MAX_RULES:
            return Rules()
    return Rules(_merge(horizontal), _merge(vertical))


def _meet(across: Rule, down: Rule) -> bool:
    return (
        across.start - _REACH <= down.at <= across.end + _REACH
        and down.start - _REACH <= across.at <= down.end + _REACH
    )


def _groups(rules: Rules) -> list[tuple[list[Rule], list[Rule]]]:
    """Rules that meet one another, directly or through others."""
    left = [True] * len(rules.vertical)
    used = [False] * len(rules.horizontal)
    groups = []
    for first in range(len(rules.horizontal)):
        if used[first]:
            continue
        used[first] = True
        across, down = [rules.horizontal[first]], []
        queue: list[tuple[bool, Rule]] = [(True, rules.horizontal[first])]
        while queue:
            is_across, rule = queue.pop()
            if is_across:
                for index, other in enumerate(rules.vertical):
                    if left[index] and _meet(rule, other):
                        left[index] = False
                        down.append(other)
                        queue.append((False, other))
            else:
                for index, other in enumerate(rules.horizontal):
                    if not used[index] and _meet(other, rule):
                        used[index] = True
                        across.append(other)
                        queue.append((True, other))
        groups.append((across, down))
    return groups


def _edges(values: Iterable[float]) -> tuple[float, ...]:
    edges: list[float] = []
    for value in sorted(values):
        if not edges or value - edges[-1] > 4:
            edges.append(value)
    return tuple(edges)


def _owners(
    xs: Sequence[float], ys: Sequence[float], across: Sequence[Rule], down: Sequence[Rule]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    rows, columns = len(ys) - 1, len(xs) - 1
    parent = list(range(rows * columns))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    def ruled(lines: Sequence[Rule], at: float, middle: float) -> bool:
        return any(abs(r.at - at) <= 4 and r.start <= middle <= r.end for r in lines)

    for i in range(rows):
        for j in range(columns):
            cell = i * columns + j
            if j + 1 < columns and not ruled(down, xs[j + 1], (ys[i] + ys[i + 1]) / 2):
                first, second = sorted((root(cell), root(cell + 1)))
                parent[second] = first
            if i + 1 < rows and not ruled(across, ys[i + 1], (xs[j] + xs[j + 1]) / 2):
                first, second = sorted((root(cell), root(cell + columns)))
                parent[second] = first
    return tuple(
        tuple(divmod(root(i * columns + j), columns) for j in range(columns)) for i in range(rows)
    )


def find_grids(rules: Rules) -> list[Grid]:
    """Grids of at least two columns and two rows."""
    grids = []
    for across, down in _groups(rules):
        if len(across) < 2 or not down or len(across) * len(down) > 6000:
            continue
        xs = _edges(
            [r.at for r in down] + [min(r.start for r in across)] + [max(r.end for r in across)]
        )
        ys = _edges(
            [r.at for r in across] + [min(r.start for r in down)] + [max(r.end for r in down)]
        )
        if len(xs) < 3 or len(ys) < 3:
            continue
        grids.append(Grid(xs, ys, _owners(xs, ys, across, down)))
    return grids


def find_ladders(rules: Rules) -> list[tuple[Box, tuple[float, ...]]]:
    """Stacks of three or more horizontal rules of one width without vertical ones, as
    tables in print have them: (box, heights of the rules)."""
    ladders: list[tuple[Box, tuple[float, ...]]] = []
    stacks: list[list[Rule]] = []
    for rule in sorted(rules.horizontal, key=lambda r: r.at):
        if rule.end - rule.start < 60:
            continue
        for stack in stacks:
            top = stack[0]
            if abs(top.start - rule.start) <= 4 and abs(top.end - rule.end) <= 4:
                stack.append(rule)
                break
        else:
            stacks.append([rule])
    for stack in stacks:
        if len(stack) < 3:
            continue
        box = (stack[0].start, stack[0].at, stack[0].end, stack[-1].at)
        inside = [
            r
            for r in rules.vertical
            if box[0] - 2 < r.at < box[2] + 2 and r.end > box[1] and r.start < box[3]
        ]
        if len(inside) < 2:
            ladders.append((box, tuple(r.at for r in stack)))
    return ladders
