from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from widgets.colours import LIGHT
from widgets.row_heights import (
    FOLD_LINES,
    SPLIT_ABOVE,
    Heights,
    build_rows,
    line_table,
    settle,
    shown_raw_lines,
)
from widgets.row_layout import Fonts, RowLayouts, SideLayout, Utf16, estimate, placeholders
from widgets.view_data import TextPair

QUICK = settings(deadline=None, max_examples=60)
HEIGHTS = st.lists(st.tuples(st.integers(5, 400), st.integers(5, 400)), min_size=30, max_size=90)


def _heights(rows: list[tuple[int, int]]) -> tuple[Heights, Callable[[int], int]]:
    guess = np.array([a for a, _ in rows], np.int64)
    return Heights(guess, np.full(len(rows), 8, np.int64)), lambda row: rows[row][1]


@QUICK
@given(HEIGHTS, st.integers(1, 120))
def test_scrolling_up_moves_every_common_row_by_exactly_the_step(
    rows: list[tuple[int, int]], step: int
) -> None:
    heights, measure = _heights(rows)
    page = 300
    offset = settle(heights, heights.total, page, measure)
    for _ in range(200):
        before = {row: heights.top(row) - offset for row in heights.visible(offset, page)}
        offset = settle(heights, offset - step, page, measure)
        if offset == 0:
            break
        after = {row: heights.top(row) - offset for row in heights.visible(offset, page)}
        assert {after[r] - before[r] for r in before.keys() & after.keys()} <= {step}


@QUICK
@given(HEIGHTS, st.integers(0, 30_000))
def test_a_settled_page_is_exact_and_inside_the_document(
    rows: list[tuple[int, int]], offset: int
) -> None:
    heights, measure = _heights(rows)
    offset = settle(heights, offset, 300, measure)
    visible = heights.visible(offset, 300)
    assert all(heights.exact[row] for row in visible)
    assert all(heights.content[row] == rows[row][1] for row in visible)
    assert 0 <= offset <= max(heights.total - 300, 0)
    assert settle(heights, offset, 300, measure) == offset


@QUICK
@given(st.text(st.sampled_from("ab\n文，𝛼")), st.data())
def test_line_tables_count_the_characters_of_every_row(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=5)) | {0, len(text)})
    starts, ends = np.array(cuts[:-1], np.int64), np.array(cuts[1:], np.int64)
    table = line_table(text, starts, ends, np.arange(len(starts)))
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        piece = text[start:end].rstrip("\n")
        mine = table.row == row
        assert int(mine.sum()) == (piece.count("\n") + 1 if piece else 0)
        assert int(table.wide[mine].sum()) == sum(c >= "\u2e80" for c in piece)
        assert int((table.wide + table.narrow)[mine].sum()) == len(piece.replace("\n", ""))


@QUICK
@given(st.text())
def test_utf16_maps_there_and_back(text: str) -> None:
    mapped = Utf16(text)
    for point in range(len(text) + 1):
        unit = mapped.units(point)
        assert unit == len(text[:point].encode("utf-16-le", "surrogatepass")) // 2
        assert mapped.points(unit) == point


def test_placeholders_behind_an_astral_letter_are_found_in_units() -> None:
    text = "a𝛼b⟦F1⟧"
    assert placeholders(text) == [(3, 7)]
    assert Utf16(text).units(7) == 8


@QUICK
@given(st.integers(0, 500), st.integers(0, 500))
def test_folding_leaves_room_for_the_repaired_side(raw: int, repaired: int) -> None:
    shown = int(shown_raw_lines(raw, repaired))
    assert shown <= raw
    assert shown == raw or shown == max(repaired, FOLD_LINES)


def test_rows_of_a_long_paragraph_tile_both_texts(make_pair: Callable[..., TextPair]) -> None:
    sentence = "A sentence that goes on for a while. "
    text = (sentence * 2000).strip()
    raw = text.replace("while. ", "while.\n")
    pair = make_pair([("prose", "Before.", "Before."), ("prose", text, raw)])
    rows = build_rows(pair)
    mine = [row for row in range(len(rows)) if rows.paragraph[row] == 1]
    assert len(mine) > len(text) // SPLIT_ABOVE
    joined = "".join(pair.repaired[rows.start[row] : rows.end[row]] for row in mine)
    assert joined == text
    spans = [span for row in mine for span in rows.raw(row)]
    assert "".join(pair.raw[a:b] for a, b in spans) == raw + "\n"
    assert [rows.begins(row) for row in mine] == [True] + [False] * (len(mine) - 1)


def test_one_line_without_a_break_is_divided_as_well(make_pair: Callable[..., TextPair]) -> None:
    text = "字" * (3 * SPLIT_ABOVE)
    rows = build_rows(make_pair([("prose", text, text)]))
    assert len(rows) > 3
    assert (
        "".join(rows.pair.repaired[a:b] for a, b in zip(rows.start, rows.end, strict=True)) == text
    )


@pytest.mark.usefixtures("qapp")
class TestLayouts:
    def test_estimates_are_near_the_exact_heights(self, pair: TextPair) -> None:
        rows, fonts, widths = build_rows(pair), Fonts(10.5), (420.0, 420.0)
        layouts = RowLayouts(rows, fonts, LIGHT, widths, set())
        exact = np.array([layouts.row(row).height for row in range(len(rows))])
        guess = estimate(rows, fonts, widths)
        assert abs(guess.sum() / exact.sum() - 1) < 0.08

    def test_a_shattered_formula_folds_and_opens(self, make_pair: Callable[..., TextPair]) -> None:
        rows = build_rows(make_pair([("formula", "⟦F1⟧", "\n".join("abcdefghijklmnopqrst"))]))
        fonts, opened = Fonts(10.5), set[int]()
        layouts = RowLayouts(rows, fonts, LIGHT, (400.0, 400.0), opened)
        folded = layouts.row(0)
        assert folded.raw is not None
        assert folded.raw.shown == FOLD_LINES
        assert folded.raw.hidden == 20 - FOLD_LINES
        opened.add(0)
        layouts.forget(0)
        unfolded = layouts.row(0)
        assert unfolded.raw is not None
        assert unfolded.raw.hidden == 0
        assert unfolded.height > folded.height

    def test_only_the_last_rows_are_kept(self, make_pair: Callable[..., TextPair]) -> None:
        rows = build_rows(make_pair([("prose", "x", "x")] * 900))
        layouts = RowLayouts(rows, Fonts(10.5), LIGHT, (400.0, 400.0), set())
        for row in range(900):
            layouts.row(row)
        assert len(layouts) == 400
        assert layouts.row(899) is layouts.row(899)

    def test_a_forced_cut_begins_a_line_with_room_above(self) -> None:
        fonts = Fonts(10.5)
        text = "one two three four five six seven eight nine ten"
        plain = SideLayout(text, fonts.body, 1000.0, fonts.leading)
        cut = SideLayout(text, fonts.body, 1000.0, fonts.leading, breaks=[14], room=30.0)
        assert (plain.lines, cut.lines) == (1, 2)
        assert cut.line_top(13) == 0.0
        assert cut.line_top(14) >= plain.height + 30
        assert cut.text == text

    def test_boxes_and_points_agree_behind_astral_letters(self) -> None:
        fonts = Fonts(10.5)
        side = SideLayout("𝛼𝛽 word", fonts.body, 1000.0, fonts.leading)
        (box,) = side.rects(3, 7)
        assert side.offset_at(box.left() + 0.5, 5.0) == 3
        assert side.offset_at(box.right() + 50, 5.0) == 7
        assert side.rects(3, 3) == []

    def test_removed_text_carries_no_word_mark(self, make_pair: Callable[..., TextPair]) -> None:
        raw = "It reads\n12 Journal of Seams\nevry line."
        pair = make_pair([("prose", "It reads every line.", raw)], ["12 Journal of Seams"])
        layouts = RowLayouts(build_rows(pair), Fonts(10.5), LIGHT, (400.0, 400.0), set())
        row = layouts.row(0)
        row.mark_words()
        assert row.removed == [(9, 28, "page head")]
        assert {kind for kind, _ in row.raw_boxes or ()} == {"replaced"}
        assert {kind for kind, _ in row.repaired_boxes or ()} == {"replaced"}


def test_chinese_text_takes_simplified_forms(qapp: QApplication) -> None:
    families = Fonts(10.5).body.families()
    assert families.index("Noto Sans CJK SC") < len(families)
    assert not any("CJK JP" in family for family in families)
