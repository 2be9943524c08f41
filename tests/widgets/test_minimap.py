from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.edits import Seam
from widgets import colours as theme
from widgets.minimap import Strip, worst_per_pixel
from widgets.view_data import PlanView, TextPair

QUICK = settings(deadline=None, max_examples=60)


@QUICK
@given(st.lists(st.tuples(st.integers(1, 500), st.floats(-1, 1)), min_size=1, max_size=40))
def test_the_worst_score_wins_a_pixel(chunks: list[tuple[int, float]]) -> None:
    edges = np.cumsum([0, *(tokens for tokens, _ in chunks)]).astype(np.int64)
    scores = np.array([score for _, score in chunks])
    for height in (3, 50, 900):
        result = worst_per_pixel(edges, scores, height)
        assert not np.isnan(result).any()
        assert result.min() == scores.min()
        assert set(result) <= set(scores)


def test_an_unscored_chunk_hides_no_score() -> None:
    result = worst_per_pixel(np.array([0, 5, 10]), np.array([np.nan, 0.4]), 1)
    assert result.tolist() == [0.4]
    assert np.isnan(worst_per_pixel(np.zeros(0, np.int64), np.zeros(0), 4)).all()


@pytest.fixture
def strip(qtbot: QtBot, pair: TextPair, plan: PlanView) -> Strip:
    widget = Strip()
    qtbot.addWidget(widget)
    widget.resize(22, 600)
    widget.set_plan(plan, pair.paragraphs)
    widget.show()
    return widget


def test_clicks_and_drags_name_the_paragraph(qtbot: QtBot, strip: Strip) -> None:
    seen: list[object] = []
    strip.jumped.connect(seen.append)
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(10, 0))
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=QPoint(10, 300))
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(10, 302))
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(10, 599))
    assert seen == [0, 60, 119]


def test_an_empty_strip_takes_clicks(qtbot: QtBot, strip: Strip) -> None:
    strip.set_plan(None)
    with qtbot.assertNotEmitted(strip.jumped):
        qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(10, 30))
    strip.grab()


def test_colours_follow_the_scores(strip: Strip) -> None:
    image = strip.grab().toImage()
    middle = image.width() // 2
    assert image.pixelColor(middle, 25) == theme.LIGHT.scores[0]
    assert image.pixelColor(middle, image.height() - 25) == theme.LIGHT.scores[4]


def test_edits_are_ticked_and_the_page_is_boxed(
    strip: Strip, pair: TextPair, plan: PlanView
) -> None:
    before = strip.grab().toImage()
    seams = {**plan.seams, 33: Seam.ADDED}
    strip.set_plan(PlanView(plan.chunks, plan.scores, seams), pair.paragraphs)
    after = strip.grab().toImage()
    y = 33 * 600 // 120
    assert after.pixelColor(21, y) == theme.LIGHT.boundary
    assert before.pixelColor(21, y) != theme.LIGHT.boundary
    strip.set_viewport(60, 70)
    assert strip.grab().toImage() != after


def test_the_strip_has_a_name_for_screen_readers(strip: Strip) -> None:
    assert strip.accessibleName()
