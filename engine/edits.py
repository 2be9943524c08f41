"""What a person decided about the seams of one document, as frozen data.

A gap is named by the paragraph below it (gap 7 lies above paragraph 7). Edits lie over
the machine's boundaries and never change them, so a re-run can bring new machine
boundaries under the same decisions.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from engine.document import Chunk

Decision = Literal["added", "removed", "accepted"]


class Seam(enum.Flag):
    """What the interface shows in one gap; several may hold at once."""

    NONE = 0
    MACHINE = enum.auto()
    ADDED = enum.auto()
    REMOVED = enum.auto()
    ACCEPTED = enum.auto()
    PINNED = enum.auto()
    GLUED = enum.auto()
    CUT = enum.auto()
    FORCED = enum.auto()

    @property
    def boundary(self) -> bool:
        """Whether a topic starts here once the person's decisions are applied."""
        return bool(self & Seam.ADDED) or (bool(self & Seam.MACHINE) and not self & Seam.REMOVED)


def _frozen(decisions: Mapping[int, Decision]) -> Mapping[int, Decision]:
    return MappingProxyType(dict(sorted(decisions.items())))


@dataclass(frozen=True, slots=True)
class Edits:
    """Decisions per gap, gaps that must be cut (`pins`) and that never may be (`glue`)."""

    decisions: Mapping[int, Decision] = field(default_factory=lambda: MappingProxyType({}))
    pins: frozenset[int] = frozenset()
    glue: frozenset[int] = frozenset()

    def boundaries(self, machine: Iterable[int]) -> tuple[int, ...]:
        """The person's boundary set: machine ∪ added − removed, ascending."""
        result = set(machine)
        for gap, decision in self.decisions.items():
            if decision == "removed":
                result.discard(gap)
            elif decision == "added":
                result.add(gap)
        return tuple(sorted(result))

    def decide(self, gap: int, decision: Decision | None) -> Edits:
        """Record `decision` for `gap`; None takes the decision back."""
        decisions = dict(self.decisions)
        if decision is None:
            decisions.pop(gap, None)
        else:
            decisions[gap] = decision
        return replace(self, decisions=_frozen(decisions))

    def toggle(self, gap: int, machine: Iterable[int]) -> Edits:
        """Set a boundary at `gap` where there is none, take it away where there is one.
        A pin goes with its boundary; glue goes when a boundary is set."""
        machine = set(machine)
        present = gap in self.boundaries(machine)
        natural = gap in machine
        if present:
            edited = self.decide(gap, "removed" if natural else None)
            return replace(edited, pins=self.pins - {gap})
        edited = self.decide(gap, None if natural else "added")
        return replace(edited, glue=self.glue - {gap})

    def move(self, gap: int, target: int, machine: Iterable[int]) -> Edits:
        """Move the boundary at `gap` to `target`, with its pin; the same edits where
        there is none at `gap` or already one at `target`."""
        machine = set(machine)
        present = self.boundaries(machine)
        if gap == target or gap not in present or target in present:
            return self
        moved = self.toggle(gap, machine).toggle(target, machine)
        if gap in self.pins:
            moved = replace(moved, pins=moved.pins | {target})
        return moved

    def pin(self, gap: int, machine: Iterable[int]) -> Edits:
        """Toggle "must cut here"; pinning sets the boundary as well."""
        if gap in self.pins:
            return replace(self, pins=self.pins - {gap})
        edited = self if gap in self.boundaries(machine) else self.toggle(gap, machine)
        return replace(edited, pins=edited.pins | {gap}, glue=edited.glue - {gap})

    def glued(self, gap: int, machine: Iterable[int]) -> Edits:
        """Toggle "never cut here"; gluing takes the boundary away as well."""
        if gap in self.glue:
            return replace(self, glue=self.glue - {gap})
        edited = self.toggle(gap, machine) if gap in self.boundaries(machine) else self
        return replace(edited, glue=edited.glue | {gap}, pins=edited.pins - {gap})

    @property
    def empty(self) -> bool:
        return not (self.decisions or self.pins or self.glue)


def seams(machine: Iterable[int], edits: Edits, chunks: Sequence[Chunk]) -> dict[int, Seam]:
    """Every gap that has something to show, with all that holds there."""
    result: dict[int, Seam] = dict.fromkeys(machine, Seam.MACHINE)
    flags = {"added": Seam.ADDED, "removed": Seam.REMOVED, "accepted": Seam.ACCEPTED}
    for gap, decision in edits.decisions.items():
        result[gap] = result.get(gap, Seam.NONE) | flags[decision]
    for gap in edits.pins:
        result[gap] = result.get(gap, Seam.NONE) | Seam.PINNED
    for gap in edits.glue:
        result[gap] = result.get(gap, Seam.NONE) | Seam.GLUED
    for before, chunk in pairwise(chunks):
        inside = chunk.first == before.last
        gap = chunk.first
        result[gap] = result.get(gap, Seam.NONE) | (Seam.FORCED if inside else Seam.CUT)
    return result
