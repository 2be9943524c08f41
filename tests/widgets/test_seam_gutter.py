from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.edits import Seam
from widgets import colours as theme
from widgets import seam_gutter
from widgets.row_layout import Fonts

QUICK = settings(deadline=None, max_examples=100)
KINDS = (
    Seam.MACHINE,
    Seam.ADDED,
    Seam.MACHINE | Seam.REMOVED,
    Seam.CUT,
    Seam.MACHINE | Seam.ACCEPTED,
    Seam.MACHINE | Seam.PINNED,
    Seam.GLUED,
    Seam.MACHINE | Seam.CUT,
)
LINES = st.lists(st.integers(0, 2000), min_size=1, max_size=30, unique=True).map(
    lambda ys: [(gap, float(y)) for gap, y in enumerate(sorted(ys), start=1)]
)


def _picture(seam: Seam, colours: theme.Colours) -> QImage:
    """A seam in one ink, so that nothing but form can tell it from another."""
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    style = seam_gutter.style(seam)
    seam_gutter.paint_line(painter, style.line, 0, 200, 20, colours)
    if style.tab:
        seam_gutter.paint_tab(painter, QRectF(100, 20, 6, 0), 20, colours.boundary)
    seam_gutter.paint_glyphs(painter, style.glyphs, 80, 20, 15, colours)
    if seam & Seam.FORCED:
        seam_gutter.paint_zigzag(painter, 0, 200, 20, colours)
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
def test_every_kind_of_seam_is_told_apart_without_colour() -> None:
    ink = QColor("black")
    grey = theme.Colours("light", QColor("white"), ink, ink, (ink, ink), (ink,) * 5, ink, ink, ink)
    pictures = [_picture(seam, grey) for seam in (*KINDS, Seam.FORCED)]
    assert all(one != other for one, other in itertools.combinations(pictures, 2))


def test_a_seam_may_be_several_things_at_once() -> None:
    style = seam_gutter.style(Seam.MACHINE | Seam.ACCEPTED | Seam.PINNED | Seam.CUT)
    assert style == seam_gutter.SeamStyle("solid", True, ("pinned", "accepted"))


def test_a_person_wins_over_the_machine() -> None:
    assert seam_gutter.style(Seam.MACHINE | Seam.REMOVED).line == "dotted"
    assert seam_gutter.style(Seam.ADDED | Seam.CUT).line == "dashed"
    assert seam_gutter.style(Seam.MACHINE | Seam.REMOVED | Seam.CUT).line == "thin"


def test_words_name_every_flag() -> None:
    every = Seam.MACHINE
    for flag in Seam:
        assert seam_gutter.describe(flag)
        every |= flag
    assert seam_gutter.describe(every).count(",") == len(Seam) - 1
    assert seam_gutter.describe(Seam.NONE) == ""


@QUICK
@given(LINES, st.floats(-100, 2100), st.floats(0, 50))
def test_the_gap_under_the_pointer_is_the_nearest_within_reach(
    lines: list[tuple[int, float]], y: float, slop: float
) -> None:
    found = seam_gutter.gap_at(lines, y, slop)
    distances = {gap: abs(at - y) for gap, at in lines}
    nearest = seam_gutter.nearest_gap(lines, y)
    assert nearest is not None
    assert distances[nearest] == min(distances.values())
    assert found == (nearest if distances[nearest] <= slop else None)


def test_without_gaps_nothing_is_hit() -> None:
    assert seam_gutter.nearest_gap([], 10.0) is None
    assert seam_gutter.gap_at([], 10.0, 100.0) is None


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_an_invalid_score_is_hatched(colours: theme.Colours) -> None:
    def colours_of(score: float) -> set[int]:
        image = QImage(60, 24, QImage.Format.Format_RGB32)
        image.fill(colours.base)
        painter = QPainter(image)
        seam_gutter.paint_badge(painter, QRectF(2, 2, 56, 20), score, Fonts(9).small, colours)
        painter.end()
        return {image.pixel(x, 5) for x in range(6, 54)}

    assert len(colours_of(0.9)) == 1
    assert len(colours_of(-1.0)) > 1
    assert seam_gutter.score_text(-1) == "−1"
    assert seam_gutter.score_text(0.806) == "0.81"


@QUICK
@given(st.floats(0, 1), st.floats(0, 1))
def test_better_scores_never_fall_into_worse_bins(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= theme.score_bin(low) <= theme.score_bin(high) <= 4
    assert theme.score_bin(-1.0) == -1


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_reads_on_every_ground(name: theme.Theme) -> None:
    colours = theme.THEMES[name]
    assert theme.of(theme.palette(name)) is colours
    for ground in (colours.base, colours.insert, colours.delete, colours.panel):
        assert theme.contrast(colours.text, ground) >= 7
    for score in colours.scores:
        assert theme.contrast(theme.ink_on(score), score) >= 4.5
    assert theme.contrast(colours.boundary, colours.base) >= 4.5
