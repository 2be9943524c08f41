"""Seams, badges and the chunk band: how they look and what lies under the pointer.

Pure functions of geometry, flags and colours; they keep nothing. Every kind of seam has
its own line and its own glyph, so that none is told apart by colour alone:

======================= ======================= =====================
seam                    line                    glyph
======================= ======================= =====================
machine boundary        solid                   –
added by a person       dashed                  –
removed by a person     dotted, grey            cross
packed cut              solid, thin where alone tab on the band
forced cut              zigzag, warning colour  "forced" tag
accepted, pinned, glued –                       tick, pin, chain link
======================= ======================= =====================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen

from engine.edits import Seam
from widgets.colours import Colours, blend, ink_on, score_bin, score_colour

Line = Literal["none", "solid", "thin", "dashed", "dotted"]
Glyph = Literal["accepted", "pinned", "glued", "removed"]


@dataclass(frozen=True, slots=True)
class SeamStyle:
    """The line of a seam, whether the band gets a tab, and the glyphs, left to right."""

    line: Line
    tab: bool
    glyphs: tuple[Glyph, ...]


def style(seam: Seam) -> SeamStyle:
    """How all that holds in one gap is shown together."""
    line: Line = "none"
    if seam & Seam.ADDED:
        line = "dashed"
    elif seam.boundary:
        line = "solid"
    elif seam & Seam.CUT:
        line = "thin"
    elif seam & Seam.REMOVED:
        line = "dotted"
    flags: tuple[tuple[Seam, Glyph], ...] = (
        (Seam.REMOVED, "removed"),
        (Seam.GLUED, "glued"),
        (Seam.PINNED, "pinned"),
        (Seam.ACCEPTED, "accepted"),
    )
    return SeamStyle(line, bool(seam & Seam.CUT), tuple(g for flag, g in flags if seam & flag))


def label(seam: Seam) -> str:
    """The few words that stand on the line itself."""
    if seam & Seam.ADDED:
        return QCoreApplication.translate("Seam", "added by hand")
    if seam & Seam.REMOVED:
        return QCoreApplication.translate("Seam", "removed by hand")
    if seam & Seam.MACHINE:
        return ""
    if seam & Seam.CUT:
        return QCoreApplication.translate("Seam", "cut for size")
    if seam & Seam.GLUED:
        return QCoreApplication.translate("Seam", "never cut here")
    return ""


def describe(seam: Seam) -> str:
    """All that holds in a gap, in words, for tooltips and screen readers."""
    words = (
        (Seam.MACHINE, QCoreApplication.translate("Seam", "machine boundary")),
        (Seam.ADDED, QCoreApplication.translate("Seam", "boundary added by hand")),
        (Seam.REMOVED, QCoreApplication.translate("Seam", "removed by hand")),
        (Seam.ACCEPTED, QCoreApplication.translate("Seam", "accepted")),
        (Seam.PINNED, QCoreApplication.translate("Seam", "pinned: must cut here")),
        (Seam.GLUED, QCoreApplication.translate("Seam", "glued: never cut here")),
        (Seam.CUT, QCoreApplication.translate("Seam", "chunks are cut here")),
        (Seam.FORCED, QCoreApplication.translate("Seam", "forced cut inside the paragraph")),
    )
    return ", ".join(text for flag, text in words if seam & flag)


def gap_at(lines: Sequence[tuple[int, float]], y: float, slop: float) -> int | None:
    """The gap whose line lies within `slop` pixels of `y`. `lines` holds (gap, y)."""
    nearest = nearest_gap(lines, y)
    if nearest is None:
        return None
    return next((gap for gap, at in lines if gap == nearest and abs(at - y) <= slop), None)


def nearest_gap(lines: Sequence[tuple[int, float]], y: float) -> int | None:
    """The gap whose line is nearest to `y`; a drag snaps to it."""
    return min(lines, key=lambda item: abs(item[1] - y))[0] if lines else None


def paint_line(
    painter: QPainter, line: Line, left: float, right: float, y: float, colours: Colours
) -> None:
    """One seam line from `left` to `right`."""
    if line == "none":
        return
    colour = colours.boundary if line in ("solid", "dashed") else colours.faint
    pen = QPen(colour, 1.0 if line == "thin" else 2.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if line == "dashed":
        pen.setDashPattern([5.0, 3.0])
    elif line == "dotted":
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.4])
    painter.setPen(pen)
    painter.drawLine(QPointF(left, y), QPointF(right, y))


def paint_tab(painter: QPainter, band: QRectF, y: float, colour: QColor) -> None:
    """The tab on the band that marks a packed cut: a flag as wide as two bands."""
    tab = QRectF(band.left() - band.width() * 0.6, y - 3.0, band.width() * 2.2, 6.0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(tab, 3.0, 3.0)


def paint_zigzag(
    painter: QPainter, left: float, right: float, y: float, colours: Colours, step: float = 5.0
) -> None:
    """The jagged line of a forced cut."""
    path = QPainterPath(QPointF(left, y))
    x, up = left, True
    while x < right:
        x = min(x + step, right)
        path.lineTo(x, y - 2.2 if up else y + 2.2)
        up = not up
    pen = QPen(colours.warning, 1.4)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def paint_tag(
    painter: QPainter, text: str, right: float, y: float, font: QFont, ink: QColor, ground: QColor
) -> QRectF:
    """A small label centred on `y` that ends at `right`, opaque so that it reads on a line."""
    painter.setFont(font)
    metrics = painter.fontMetrics()
    width, height = metrics.horizontalAdvance(text) + 10.0, metrics.height() + 1.0
    box = QRectF(right - width, y - height / 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 3.0, 3.0)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return box


def paint_badge(
    painter: QPainter, box: QRectF, score: float, font: QFont, colours: Colours
) -> None:
    """A score as number, colour bin and outline; hatched when the answer is invalid."""
    fill = score_colour(colours, score)
    outline = blend(fill, colours.text, 0.45)
    painter.setPen(QPen(outline, 1.0))
    painter.setBrush(fill)
    box = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(box, 4.0, 4.0)
    ink = ink_on(fill)
    if score_bin(score) < 0:
        painter.setBrush(QBrush(colours.faint, Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(box, 4.0, 4.0)
        ink = colours.text
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, score_text(score))


def score_text(score: float) -> str:
    return "−1" if score_bin(score) < 0 else f"{score:.2f}"


def paint_glyphs(
    painter: QPainter,
    glyphs: Sequence[Glyph],
    right: float,
    y: float,
    size: float,
    colours: Colours,
) -> None:
    """Round chips on the seam line, from `right` to the left."""
    for glyph in reversed(glyphs):
        paint_glyph(painter, glyph, QRectF(right - size, y - size / 2, size, size), colours)
        right -= size + 3.0


def paint_glyph(painter: QPainter, glyph: Glyph, box: QRectF, colours: Colours) -> None:
    """One glyph, drawn and not typed, so that it looks the same with every font."""
    colour = colours.faint if glyph == "removed" else colours.boundary
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(colours.base)
    painter.drawEllipse(box.adjusted(0.6, 0.6, -0.6, -0.6))
    pen = QPen(colour, max(1.4, box.width() / 9))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)

    def at(x: float, y: float) -> QPointF:
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height())

    if glyph == "accepted":
        painter.drawPolyline([at(0.29, 0.53), at(0.44, 0.68), at(0.72, 0.35)])
    elif glyph == "removed":
        painter.drawLine(at(0.35, 0.35), at(0.65, 0.65))
        painter.drawLine(at(0.65, 0.35), at(0.35, 0.65))
    elif glyph == "pinned":
        painter.setBrush(colour)
        painter.drawEllipse(at(0.5, 0.38), box.width() * 0.13, box.height() * 0.13)
        painter.drawLine(at(0.5, 0.45), at(0.5, 0.76))
    else:
        radius = box.width() * 0.13
        for centre in (at(0.37, 0.5), at(0.63, 0.5)):
            painter.drawEllipse(centre, radius, radius * 0.9)
        painter.drawLine(at(0.43, 0.5), at(0.57, 0.5))
