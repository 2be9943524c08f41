"""Boxes of glyphs and rules, the material of lines, formulas and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assets.demo import canvas
from assets.demo.canvas import BLACK, Canvas, Colour


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A run at (x, y) from the box's left end of the baseline; y grows downwards."""

    x: float
    y: float
    text: str
    face: str
    size: float
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    points: tuple[tuple[float, float], ...]
    weight: float = 0.5


@dataclass(frozen=True, slots=True)
class Box:
    """Something with a baseline: `ascent` above it and `descent` below it, in points."""

    width: float
    ascent: float
    descent: float
    glyphs: tuple[Glyphs, ...] = ()
    rules: tuple[Rule, ...] = ()

    def draw(self, page: Canvas, x: float, y: float, colour: Colour = BLACK) -> None:
        for run in self.glyphs:
            page.text(
                x + run.x, y + run.y, run.text, run.face, run.size, colour=colour, heavy=run.heavy
            )
        for rule in self.rules:
            page.path([(x + dx, y + dy) for dx, dy in rule.points], rule.weight, colour)


def space(width: float) -> Box:
    return Box(width, 0.0, 0.0)


def text(string: str, face: str, size: float, *, rise: float = 0.0, heavy: bool = False) -> Box:
    """One run; `rise` lifts it (superscripts)."""
    return Box(
        canvas.width(string, face, size),
        0.72 * size + rise,
        max(0.0, 0.22 * size - rise),
        (Glyphs(0.0, -rise, string, face, size, heavy),),
    )


def shifted(box: Box, dx: float, dy: float) -> Box:
    """The same marks moved right and down; width unchanged, extents adjusted."""
    return Box(
        box.width,
        box.ascent - dy,
        box.descent + dy,
        tuple(
            Glyphs(run.x + dx, run.y + dy, run.text, run.face, run.size, run.heavy)
            for run in box.glyphs
        ),
        tuple(
            Rule(tuple((x + dx, y + dy) for x, y in rule.points), rule.weight) for rule in box.rules
        ),
    )


def row(boxes: Sequence[Box]) -> Box:
    """Side by side on one baseline."""
    at = 0.0
    placed = []
    for box in boxes:
        placed.append(shifted(box, at, 0.0))
        at += box.width
    return overlay(placed, at)


def overlay(boxes: Sequence[Box], width: float) -> Box:
    """Boxes that are already placed, as one box of the given width."""
    return Box(
        width,
        max((box.ascent for box in boxes), default=0.0),
        max((box.descent for box in boxes), default=0.0),
        tuple(run for box in boxes for run in box.glyphs),
        tuple(rule for box in boxes for rule in box.rules),
    )


def stack(boxes: Sequence[Box], offsets: Sequence[float], *, centre: bool = True) -> Box:
    """One above the other, each baseline `offset` below the box's own baseline."""
    widest = max(box.width for box in boxes)
    placed = [
        shifted(box, (widest - box.width) / 2 if centre else 0.0, offset)
        for box, offset in zip(boxes, offsets, strict=True)
    ]
    return overlay(placed, widest)
