"""The drawings of the demo paper: a map and three plots, from fixed invented data."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assets.demo import canvas
from assets.demo.canvas import Canvas, Colour

GREY: Colour = (0.86, 0.86, 0.86)
WATER: Colour = (0.85, 0.91, 0.96)
BLUE: Colour = (0.13, 0.33, 0.55)
RED: Colour = (0.72, 0.22, 0.16)
_LABEL = 7.0


class _Axes:
    """A plot area with ticks; data coordinates to page coordinates."""

    def __init__(
        self,
        page: Canvas,
        box: tuple[float, float, float, float],
        xs: tuple[float, float],
        ys: tuple[float, float],
    ) -> None:
        self.page = page
        self.x0, self.y0, self.x1, self.y1 = box
        self._xs, self._ys = xs, ys

    def at(self, x: float, y: float) -> tuple[float, float]:
        (a, b), (c, d) = self._xs, self._ys
        return (
            self.x0 + (x - a) / (b - a) * (self.x1 - self.x0),
            self.y1 - (y - c) / (d - c) * (self.y1 - self.y0),
        )

    def frame(
        self,
        x_ticks: Sequence[tuple[float, str]],
        y_ticks: Sequence[tuple[float, str]],
        x_title: str,
        y_title: str,
    ) -> None:
        page = self.page
        page.path(((self.x0, self.y0), (self.x0, self.y1), (self.x1, self.y1)), 0.5)
        for value, label in x_ticks:
            x, _ = self.at(value, self._ys[0])
            page.rule((x, self.y1), (x, self.y1 + 2.5), 0.4)
            left = canvas.centred(x, x, label, "sans", _LABEL)
            page.text(left, self.y1 + 9.5, label, "sans", _LABEL)
        for value, label in y_ticks:
            _, y = self.at(self._xs[0], value)
            page.rule((self.x0 - 2.5, y), (self.x0, y), 0.4)
            wide = canvas.width(label, "sans", _LABEL)
            page.text(self.x0 - 4.5 - wide, y + 2.5, label, "sans", _LABEL)
        left = canvas.centred(self.x0, self.x1, x_title, "sans", _LABEL)
        page.text(left, self.y1 + 19.0, x_title, "sans", _LABEL)
        high = canvas.width(y_title, "sans", _LABEL)
        middle = (self.y0 + self.y1 + high) / 2
        page.text(self.x0 - 24.0, middle, y_title, "sans", _LABEL, upward=True)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour,
        weight: float = 1.0,
        dash: str = "",
    ) -> None:
        self.page.path([self.at(x, y) for x, y in points], weight, colour, dash)

    def dot(self, x: float, y: float, radius: float, fill: Colour, square: bool = False) -> None:
        cx, cy = self.at(x, y)
        sides, turn = (4, math.pi / 4) if square else (20, 0.0)
        corners = [
            (
                cx + radius * math.cos(turn + 2 * math.pi * i / sides),
                cy + radius * math.sin(turn + 2 * math.pi * i / sides),
            )
            for i in range(sides)
        ]
        self.page.path(corners, fill=fill)
        if square:
            self.page.path([*corners, corners[0]], 0.7, RED)


def estuary(page: Canvas, x: float, y: float, width: float) -> None:
    """A sketch map, 150 points high."""
    page.box(x, y, width, 150.0, (0.96, 0.95, 0.91))
    north = [
        (0.0, 8),
        (0.2, 30),
        (0.42, 52),
        (0.58, 62),
        (0.66, 58),
        (0.8, 40),
        (0.93, 52),
        (1.0, 60),
    ]
    south = [
        (1.0, 70),
        (0.93, 84),
        (0.86, 104),
        (0.72, 96),
        (0.62, 76),
        (0.56, 80),
        (0.4, 96),
        (0.2, 122),
        (0.0, 142),
    ]
    page.path([(x + a * width, y + b) for a, b in (*north, *south)], fill=WATER)
    for shore in (north, south):
        page.path([(x + a * width, y + b) for a, b in shore], 0.8, BLUE)
    river = [(0.84, 100), (0.87, 118), (0.83, 132), (0.86, 150)]
    page.path([(x + a * width, y + b) for a, b in river], 2.6, WATER)
    page.path([(x + a * width, y + b) for a, b in river], 0.6, BLUE)
    for i in range(5):
        top = y + 61.0 + i * 3.6
        page.box(x + 0.585 * width, top, 4.0, 2.6, RED)
    quay = [(0.66, 58), (0.8, 40), (0.81, 43), (0.67, 61)]
    page.path([(x + a * width, y + b) for a, b in quay], fill=(0.55, 0.5, 0.42))
    for name, a, b in (("O", 0.22, 78), ("B", 0.75, 70), ("R", 0.885, 122)):
        page.box(x + a * width - 2, y + b - 2, 4, 4, BLUE)
        page.text(x + a * width + 4, y + b + 2.5, name, "sansbold", _LABEL)
    page.text(x + 0.02 * width, y + 80, "open sea", "sans", _LABEL, colour=BLUE)
    page.text(x + 0.50 * width, y + 100, "barrier", "sans", _LABEL)
    page.text(x + 0.62 * width, y + 36, "Orrin, lower quays", "sans", _LABEL)
    page.text(x + 0.76 * width, y + 90, "basin", "sans", _LABEL, colour=BLUE)
    page.text(x + 0.71 * width, y + 143, "river Sarn", "sans", _LABEL)
    page.rule((x + 10, y + 140), (x + 50, y + 140), 1.0)
    page.text(x + 20, y + 137, "2 km", "sans", _LABEL)


def landscape(page: Canvas, x: float, y: float, width: float) -> None:
    """Expected cost against closing time, 128 points high."""
    axes = _Axes(page, (x + 30, y + 4, x + width - 4, y + 102), (17.0, 22.0), (30, 110))
    points = []
    for i in range(31):
        hour = 17.0 + i / 6
        cost = 46 - 1.6 * (hour - 17) + 0.9 * max(0.0, hour - 20.2) ** 3 * 9
        cost += 9.0 * math.exp(-(((hour - 18.5) / 0.45) ** 2))
        points.append((hour, min(cost, 109.0)))
    axes.line(points, BLUE, 1.2)
    axes.line([(17.0, 41.0), (22.0, 41.0)], RED, 0.9, "3 2")
    axes.dot(20.17, points[19][1], 3.0, RED)
    axes.frame(
        [(h, f"{h}:00") for h in range(17, 23)],
        [(v, str(v)) for v in (40, 60, 80, 100)],
        "time of closing",
        "expected cost (kEUR)",
    )


def sensitivity(page: Canvas, x: float, y: float, width: float) -> None:
    """Closures against missed events for seven prices, 138 points high."""
    axes = _Axes(page, (x + 30, y + 4, x + width - 4, y + 112), (65, 150), (-0.3, 6.3))
    ours = [(74, 3), (77, 2), (80, 2), (83, 1), (89, 1), (96, 0), (103, 0)]
    thresholds = [(84, 6), (92, 5), (101, 4), (112, 3), (124, 2), (139, 1), (148, 0)]
    axes.line(thresholds, RED, 0.8, "2 2")
    axes.line(ours, BLUE, 1.0)
    for a, b in thresholds:
        axes.dot(a, b, 3.0, (1.0, 1.0, 1.0), square=True)
    for a, b in ours:
        axes.dot(a, b, 2.6, BLUE)
    axes.frame(
        [(v, str(v)) for v in (70, 90, 110, 130, 150)],
        [(v, str(v)) for v in (0, 2, 4, 6)],
        "closures in five winters",
        "missed events",
    )


def night(page: Canvas, x: float, y: float, width: float) -> None:
    """Water levels through one tide, 138 points high."""
    axes = _Axes(page, (x + 30, y + 4, x + width - 4, y + 112), (16.0, 28.0), (-1.2, 2.4))
    left, top = axes.at(20.17, 2.4)
    right, bottom = axes.at(26.0, -1.2)
    page.box(left, top, right - left, bottom - top, GREY)

    def sea(hour: float) -> float:
        surge = 0.82 * math.exp(-(((hour - 23.4) / 3.4) ** 2))
        return 0.16 + 1.07 * math.cos(2 * math.pi * (hour - 23.3) / 12.42) + surge

    def basin(hour: float) -> float:
        if hour < 20.3:
            return sea(hour - 0.15)
        if hour < 26.0:
            return sea(20.15) + (1.31 - sea(20.15)) * (hour - 20.3) / 5.7
        return 1.31 + (sea(hour) - 1.31) * min(1.0, (hour - 26.0) / 1.2)

    hours = [16.0 + i / 6 for i in range(73)]
    axes.line([(16.0, 1.85), (28.0, 1.85)], RED, 0.6, "4 2")
    axes.line([(h, sea(h)) for h in hours], BLUE, 1.3)
    axes.line([(h, sea(h - 0.25) - 0.03) for h in hours], (0.5, 0.5, 0.5), 0.5)
    axes.line([(h, basin(h)) for h in hours], (0.1, 0.1, 0.1), 1.1, "1 2")
    axes.frame(
        [(h, f"{h % 24:02d}:00") for h in (16, 18, 20, 22, 24, 26, 28)],
        [(v, f"{v:.1f}".replace("-", "−")) for v in (-1.0, 0.0, 1.0, 2.0)],
        "17–18 January 2022",
        "level (m)",
    )


FIGURES = {
    "estuary": (150.0, estuary),
    "landscape": (124.0, landscape),
    "sensitivity": (134.0, sensitivity),
    "night": (134.0, night),
}
