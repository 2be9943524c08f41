from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.document import Chunk, Scores
from engine.edits import Seam
from widgets import colours as theme
from widgets.paired_view import RowView
from widgets.row_geometry import gap_lines
from widgets.view_data import PlanView, TextPair, token_offsets, totals_around
from widgets.view_words import row_name, tooltip

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot, pair: TextPair, plan: PlanView) -> RowView:
    widget = RowView()
    qtbot.addWidget(widget)
    widget.resize(1000, 700)
    widget.show()
    widget.set_text(pair)
    widget.set_plan(plan)
    return widget


def _tops(view: RowView) -> dict[int, int]:
    return {row.row: row.y for row in view.shown}


def _line(view: RowView, gap: int) -> QPoint:
    """A point in the gutter on the line of a visible gap."""
    lines = dict(gap_lines(view.shown, view.sizes))
    return QPoint(int(view.geometry_columns.number) + 4, int(lines[gap]))


def _drag(qtbot: QtBot, view: RowView, start: QPoint, *path: QPoint) -> None:
    qtbot.mousePress(view.viewport(), LEFT, pos=start)
    for point in path:
        qtbot.mouseMove(view.viewport(), point)
        view._pointer.move(point, LEFT)


def test_two_hundred_steps_up_move_every_row_by_exactly_the_step(view: RowView) -> None:
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    bar.setValue(bar.maximum())
    for _ in range(200):
        before = _tops(view)
        if bar.value() < 37:
            break
        bar.setValue(bar.value() - 37)
        after = _tops(view)
        common = before.keys() & after.keys()
        assert common
        assert {after[row] - before[row] for row in common} == {37}


def test_painting_lays_nothing_out(view: RowView, monkeypatch: pytest.MonkeyPatch) -> None:
    view.restore_position((40, 0.5))

    def refuse(*_: object) -> None:
        raise AssertionError("layout while painting")

    monkeypatch.setattr("widgets.row_layout.RowLayouts._lay_out", refuse)
    view.grab()


def test_a_new_plan_keeps_the_layouts_and_the_current_paragraph(
    view: RowView, plan: PlanView
) -> None:
    view.set_current(33)
    layouts = {row.row: row.layout for row in view.shown}
    place = next(row.y + row.gap for row in view.shown if row.paragraph == 33)
    seams = {**plan.seams, 32: Seam.ADDED, 33: Seam.ADDED}
    view.set_plan(PlanView(plan.chunks, plan.scores, seams))
    assert next(row.y + row.gap for row in view.shown if row.paragraph == 33) == place
    for row in view.shown:
        assert layouts.get(row.row, row.layout) is row.layout


def test_the_first_plan_leaves_the_beginning_in_sight(view: RowView) -> None:
    assert view.verticalScrollBar().value() == 0
    assert view.shown[0].y == 0


@pytest.mark.parametrize("change", ["width", "size", "columns"])
def test_the_place_in_the_text_survives(view: RowView, change: str) -> None:
    view.restore_position((57, 0.0))
    if change == "width":
        view.resize(720, 500)
    elif change == "size":
        view.set_text_size(14)
    else:
        view.set_columns("repaired")
    paragraph, fraction = view.position()
    assert paragraph == 57
    assert fraction == pytest.approx(0.0, abs=0.05)


def test_current_is_clamped_announced_once_and_brought_into_sight(
    qtbot: QtBot, view: RowView
) -> None:
    seen: list[object] = []
    view.currentChanged.connect(seen.append)
    view.set_current(999)
    view.set_current(119)
    assert seen == [119]
    assert view.last_visible() == 119
    view.set_current(-5)
    assert (view.current, view.first_visible()) == (0, 0)
    view.current = 60
    view.centre_current()
    row = next(row for row in view.shown if row.paragraph == 60)
    assert abs((row.y + row.bottom) / 2 - view.viewport().height() / 2) < 3


def test_page_keys_scroll_and_take_the_current_paragraph_along(qtbot: QtBot, view: RowView) -> None:
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
        assert view.first_visible() <= view.current <= view.last_visible()
    assert view.first_visible() > 0
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.current == view.last_visible() == 119
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert (view.current, view.verticalScrollBar().value()) == (0, 0)
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert view.current == 0


def test_a_click_on_a_gap_names_it(qtbot: QtBot, view: RowView) -> None:
    gap = view.shown[2].paragraph
    with qtbot.waitSignal(view.seamClicked) as caught:
        qtbot.mouseClick(view.viewport(), LEFT, pos=_line(view, gap))
    assert caught.args == [gap]


def test_a_middle_click_asks_to_remove_a_seam_but_no_empty_gap(qtbot: QtBot, view: RowView) -> None:
    view.restore_position((8, 0.0))
    middle = Qt.MouseButton.MiddleButton
    with qtbot.waitSignal(view.seamRemoveRequested) as caught:
        qtbot.mouseClick(view.viewport(), middle, pos=_line(view, 10))
    assert caught.args == [10]
    with qtbot.assertNotEmitted(view.seamRemoveRequested):
        qtbot.mouseClick(view.viewport(), middle, pos=_line(view, 9))


def test_a_dragged_seam_snaps_to_a_gap_and_moves(qtbot: QtBot, view: RowView) -> None:
    view.restore_position((9, 0.0))
    target = _line(view, 11) + QPoint(0, 3)
    with qtbot.waitSignal(view.seamMoved) as caught, qtbot.assertNotEmitted(view.seamClicked):
        _drag(qtbot, view, _line(view, 10), target)
        assert view._pointer.ghost is not None
        assert view._pointer.ghost.gap == 11
        view.grab()
        qtbot.mouseRelease(view.viewport(), LEFT, pos=target)
    assert caught.args == [10, 11]


def test_escape_ends_a_drag_and_is_otherwise_left_to_others(qtbot: QtBot, view: RowView) -> None:
    view.restore_position((9, 0.0))
    target = _line(view, 11)
    with qtbot.assertNotEmitted(view.seamMoved), qtbot.assertNotEmitted(view.seamClicked):
        _drag(qtbot, view, _line(view, 10), target)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        assert view._pointer.dragged == -1
        qtbot.mouseRelease(view.viewport(), LEFT, pos=target)
    assert not view._pointer.cancel()


def test_an_empty_gap_cannot_be_dragged(qtbot: QtBot, view: RowView) -> None:
    view.restore_position((9, 0.0))
    with qtbot.assertNotEmitted(view.seamMoved):
        _drag(qtbot, view, _line(view, 11), _line(view, 10))
        qtbot.mouseRelease(view.viewport(), LEFT, pos=_line(view, 10))


def test_a_drag_shows_what_both_chunks_would_hold(pair: TextPair, plan: PlanView) -> None:
    offsets = token_offsets(pair.paragraphs)
    assert totals_around(offsets, plan.chunks, 10, 12) == (1200, 800)
    assert totals_around(offsets, plan.chunks, 10, 25) == (500, 500)
    assert totals_around(offsets, plan.chunks, 110, 119) == (1900, 100)


def test_hovering_an_empty_gap_offers_a_boundary(qtbot: QtBot, view: RowView) -> None:
    view.restore_position((8, 0.0))
    view._pointer.move(_line(view, 9), Qt.MouseButton.NoButton)
    assert view._pointer.ghost is not None
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    view._pointer.move(_line(view, 10), Qt.MouseButton.NoButton)
    assert view._pointer.ghost is None
    assert view.viewport().cursor().shape() == Qt.CursorShape.SplitVCursor


def test_dragging_over_text_selects_it(qtbot: QtBot, view: RowView) -> None:
    row = view.shown[1]
    x, y = int(view.geometry_columns.repaired), row.text_top(view.sizes) + 6
    _drag(qtbot, view, QPoint(x, y), QPoint(x + 4000, y))
    assert view.selected_text()
    assert view.current_text().startswith(view.selected_text())
    qtbot.mouseDClick(view.viewport(), LEFT, pos=QPoint(x + 4, y))
    assert view.selected_text() == "word1"


def test_folds_open_and_close(
    qtbot: QtBot, view: RowView, make_pair: Callable[..., TextPair]
) -> None:
    view.set_text(make_pair([("formula", "⟦F1⟧", "\n".join("abcdefghijklmnopqrst"))]))
    raw = view.shown[0].layout.raw
    assert raw is not None
    note = QPoint(
        int(view.geometry_columns.raw) + 5,
        view.shown[0].text_top(view.sizes) + raw.height + 4,
    )
    with qtbot.waitSignal(view.foldToggled) as caught:
        qtbot.mouseClick(view.viewport(), LEFT, pos=note)
    assert caught.args == [0, True]
    opened = view.shown[0].height
    view.toggle_fold(0, True)
    view.toggle_fold(0)
    assert view.shown[0].height < opened


def test_removed_text_says_why(view: RowView, make_pair: Callable[..., TextPair]) -> None:
    pair = make_pair([("prose", "Text.", "Text.\n12 Journal")], ["12 Journal"])
    view.set_text(pair)
    x = int(view.geometry_columns.raw) + 6
    y = view.shown[0].text_top(view.sizes)
    assert tooltip(view, QPoint(x, y + view.fonts.line + 8)) == "Removed: page head"
    assert tooltip(view, QPoint(x, y + 4)) == ""


def test_badges_and_seams_explain_themselves(view: RowView) -> None:
    view.restore_position((8, 0.0))
    row = next(row for row in view.shown if row.paragraph == 10)
    place = QPoint(int(view.geometry_columns.number) + 4, int(row.header_middle(view.sizes)) + 6)
    assert "Chunk 2: paragraphs 10–19" in tooltip(view, place)
    assert "achine boundary" in tooltip(view, _line(view, 10))


def test_a_forced_cut_is_drawn_inside_its_paragraph(view: RowView, pair: TextPair) -> None:
    view.restore_position((2, 0.0))
    before = next(row for row in view.shown if row.paragraph == 3)
    start, end = pair.paragraphs[3].start, len(pair.repaired)
    chunks = (
        Chunk(0, 3, 0, start + 40, 500, forced=True),
        Chunk(3, 119, start + 40, end, 500, forced=True),
    )
    view.set_plan(PlanView(chunks, Scores(({}, {"total": -1.0}), (), {}), {3: Seam.FORCED}))
    after = next(row for row in view.shown if row.paragraph == 3)
    assert after.height > before.height
    assert after.gap == view.sizes.plain
    view.grab()


def test_a_huge_paragraph_opens_at_once(view: RowView, make_pair: Callable[..., TextPair]) -> None:
    text = "这是一个没有换行的段落。" * 80_000
    started = time.monotonic()
    view.set_text(make_pair([("prose", text, text), ("prose", "End.", "End.")]))
    view.grab()
    view.set_current(1)
    assert view.last_visible() == 1
    assert time.monotonic() - started < 10
    assert len(view.shown) < 5


@pytest.mark.parametrize("message", ["", "Reading paper.pdf …"])
def test_without_a_text_there_is_a_message(qtbot: QtBot, view: RowView, message: str) -> None:
    view.set_text(None, message)
    assert (view.first_visible(), view.last_visible(), view.current_text()) == (-1, -1, "")
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_End):
        qtbot.keyClick(view, key)
    view.set_plan(PlanView())
    view.set_current(4)
    view.resize(600, 400)
    view.set_text_size(13)
    empty = view.grab().toImage()
    middle = {empty.pixel(x, empty.height() // 2) for x in range(200, 400)}
    assert (len(middle) > 1) == bool(message)


@pytest.mark.parametrize("mode", ["raw", "repaired", "both"])
def test_one_column_takes_the_whole_width(view: RowView, mode: str) -> None:
    view.set_columns(mode)  # type: ignore[arg-type]
    sides = [(row.layout.raw is not None, row.layout.repaired is not None) for row in view.shown]
    assert set(sides) == {(mode != "repaired", mode != "raw")}
    view.grab()


def test_the_theme_follows_the_palette(view: RowView) -> None:
    view.setPalette(theme.palette("dark"))
    image = view.grab().toImage()
    assert image.pixelColor(3, image.height() - 3) == theme.DARK.base


def test_layers_can_be_switched_off(view: RowView) -> None:
    full = view.grab().toImage()
    view.set_bands_visible(False)
    assert view.grab().toImage() != full
    view.set_bands_visible(True)
    view.set_marks_visible(False)
    view.grab()


def test_the_page_in_sight_is_signalled_when_it_changes(qtbot: QtBot, view: RowView) -> None:
    with qtbot.waitSignal(view.viewportChanged):
        view.restore_position((50, 0.0))
    with qtbot.assertNotEmitted(view.viewportChanged):
        view.scroll_by(1)


def test_screen_readers_find_the_paragraphs_of_the_page(view: RowView) -> None:
    view.restore_position((10, 0.0))
    found = QAccessible.queryAccessibleInterface(view)
    assert found.role() == QAccessible.Role.List
    assert found.childCount() == view.last_visible() - view.first_visible() + 1
    item = found.child(0)
    name = item.text(QAccessible.Text.Name)
    assert name == row_name(view, 10)
    assert name.startswith("Paragraph 10, chunk 2, 1")
    assert "machine boundary" in name
    assert found.indexOfChild(item) == 0
    assert item.rect().height() > 0


def test_letters_are_safe_from_input_methods(view: RowView) -> None:
    assert not view.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)


def test_a_parent_may_die_first(qtbot: QtBot, pair: TextPair, qapp: QApplication) -> None:
    parent = QWidget()
    child = RowView(parent)
    child.set_text(pair)
    QAccessible.queryAccessibleInterface(child)
    shiboken6.delete(parent)
    qapp.processEvents()
    with pytest.raises(RuntimeError):
        child.width()
