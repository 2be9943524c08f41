from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boundaries import boundaries
from engine.boundaries.cohesion import change
from engine.boundaries.fixed import fixed
from engine.boundaries.openings import cues
from engine.document import Paragraph
from engine.paragraphs import paragraphs
from engine.tokens import counter

RIVER = ["The river rose over the gate.", "The gate of the river was closed in the flood."]
BREAD = ["Bread needs flour and yeast.", "Yeast makes the flour dough of the bread rise."]
水 = ["河水漫过了水闸，水闸已经关闭。", "水闸旁边的河水很深。"]
面 = ["面包需要面粉和酵母。", "酵母让面包的面粉发酵。"]


@pytest.mark.parametrize(("first", "second"), [(RIVER, BREAD), (水, 面)])
def test_a_change_of_words_is_a_boundary(first: list[str], second: list[str]) -> None:
    text = "\n\n".join(first * 4 + second * 4)
    found = paragraphs(text, counter())
    marks = boundaries(text, found, "similarity")
    assert len(found) == 16
    assert marks.positions == (8,)
    assert max(marks.strengths) == marks.strengths[8]


@settings(deadline=None, max_examples=150)
@given(st.lists(st.text(max_size=40) | st.sampled_from(RIVER + BREAD + 水 + 面), max_size=12))
def test_strengths_of_any_text(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    found = paragraphs(text, counter())
    marks = boundaries(text, found, "similarity")
    assert len(marks.strengths) == len(found)
    assert all(0.0 <= strength <= 1.0 for strength in marks.strengths)
    assert list(marks.positions) == sorted(set(marks.positions))
    assert all(0 < position < len(found) for position in marks.positions)
    assert marks == boundaries(text, found, "similarity")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from([*RIVER, *BREAD, *水, "Okay.", "# Head", "- item", "…"]), max_size=9),
    st.text(" \n\t", max_size=5),
    st.sampled_from(["headings", "similarity"]),
)
def test_white_space_at_the_end_changes_nothing(blocks: list[str], white: str, method: str) -> None:
    text = "\n\n".join(blocks)
    marks = boundaries(text, paragraphs(text, counter()), method)
    longer = text + white
    assert boundaries(longer, paragraphs(longer, counter()), method) == marks
    assert np.isfinite(marks.strengths).all()
    assert not marks.strengths or marks.strengths[0] == 0


def _cue(above: str, below: str) -> float:
    text = f"{above}\n\n{below}"
    found = paragraphs(text, counter())
    return float(cues(text, found)[len(found) - 1])


LONG = "the barges went down to the lower basin and waited there for the tide to turn."


@pytest.mark.parametrize(
    "leaning",
    [
        f"However, {LONG}",
        f"“This,” they said, {LONG}",
        f"For example, {LONG}",
        f"{LONG}",
        f"Jedoch {LONG}",
        "但是驳船队直到傍晚涨潮以后才慢慢离开下游的船闸，驶向宽阔的河口。",
        f"Mate: But {LONG}",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Yeah.",
    ],
)
def test_what_leans_on_the_text_above_counts_against_a_topic(leaning: str) -> None:
    plain = f"Barges, {LONG}"
    assert _cue("The lock was shut.", leaning) < _cue("The lock was shut.", plain) == 0
    assert _cue("It was as follows:", plain) < 0
    assert _cue("```\nopen(lock)\n```", plain) < 0


@pytest.mark.parametrize("turning", ["Okay, ", "Next ", "Mate: Right, ", "接下来"])
def test_a_turn_in_speech_counts_for_a_topic(turning: str) -> None:
    assert _cue("The lock was shut.", turning + LONG) == 1


def test_equal_paragraphs_have_no_boundary() -> None:
    text = "\n\n".join(["The river rose over the gate."] * 50)
    found = paragraphs(text, counter())
    assert np.abs(change(text, found)).max() < 4


def test_text_without_words_has_no_boundary() -> None:
    assert boundaries("", (), "similarity").positions == ()
    text = "1\n\n2\n\n3\n\n4"
    marks = boundaries(text, paragraphs(text, counter()), "similarity")
    assert marks.positions == ()
    assert set(marks.strengths) == {0.0}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("unit", ["the ", "a\n\n", "字", "x", "🦊", "the river rose\n\n"])
def test_one_word_over_and_over_takes_seconds(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    boundaries(text, paragraphs(text, counter()), "similarity")


@settings(deadline=None, max_examples=100)
@given(st.lists(st.integers(1, 50), max_size=40), st.integers(1, 60))
def test_fixed_fills_up_to_the_limit(sizes: list[int], limit: int) -> None:
    parts = [Paragraph(i * 2, i * 2 + 1, tokens) for i, tokens in enumerate(sizes)]
    marks = fixed(parts, limit)
    edges = [0, *marks.positions, len(parts)]
    for first, last in itertools.pairwise(edges):
        held = sum(sizes[first:last])
        assert held <= limit or last - first <= 1
        if last < len(parts):
            assert held + sizes[last] > limit


def test_fixed_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="limit"):
        fixed((), 0)
