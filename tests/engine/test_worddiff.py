"""Word marks: what counts as a change, what is only reflow, and how far it scales."""

from __future__ import annotations

import random
import textwrap
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.worddiff import FINE_CHARACTERS, Mark, marks

WORDS = [
    "tidal",
    "gate",
    "well-known",
    "5e-6",
    "3.14",
    "潮",
    "汐",
    "闸",
    "门",
    "⟦F1⟧",
    "x",
    "=",
    "。",
]
texts = st.text(alphabet=st.sampled_from(list("ab -\n#1.潮汐⟦F⟧|\u00ad")), max_size=60)


def shown(text: str, found: list[Mark]) -> list[tuple[str, str]]:
    return [(mark.kind, text[mark.start : mark.end]) for mark in found]


def diff(raw: str, repaired: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    left, right = marks(raw, repaired)
    return shown(raw, left), shown(repaired, right)


@pytest.mark.parametrize(
    ("raw", "repaired"),
    [
        ("", ""),
        ("one\ntwo  three", "one two three"),
        ("潮汐\n闸门", "潮汐闸门"),
        ("潮汐\n闸门 gate", "潮汐闸门gate"),
        ("2.1 Gates\nThe gate", "## 2.1 Gates\n\nThe gate"),
        ("a well-\nknown gate", "a well-known gate"),
        ("# Already marked", "# Already marked"),
        ("", "\n \n"),
    ],
)
def test_reflow_leaves_no_marks(raw: str, repaired: str) -> None:
    assert marks(raw, repaired) == ([], [])


def test_removed_added_replaced() -> None:
    assert diff("the 12 Tidal Gates gate", "the gate") == ([("removed", "12 Tidal Gates")], [])
    assert diff("the gate", "the new gate") == ([], [("added", "new")])
    assert diff("rate 5e-6 now", "rate 5e-5 now") == ([("replaced", "6")], [("replaced", "5")])


def test_a_lost_space_between_words_is_shown() -> None:
    assert diff("tidal gate", "tidalgate")[1] == [("replaced", "tidalgate")]


@pytest.mark.parametrize("broken", ["infor-\nmation", "infor\u00ad\nmation", "infor\nmation"])
def test_a_rejoined_word_is_joined_on_both_sides(broken: str) -> None:
    left, right = diff(f"new {broken} here", "new information here")
    assert left == [("joined", broken)]
    assert right == [("joined", "information")]


def test_a_word_broken_twice_is_one_join() -> None:
    assert diff("an in-\nfor-\nmation gap", "an information gap")[1] == [("joined", "information")]


def test_a_page_head_inside_a_broken_word_is_the_only_removal() -> None:
    left, right = diff("more infor-\n12 Tidal Gates\nmation came", "more information came")
    assert left == [("joined", "infor-"), ("removed", "12 Tidal Gates"), ("joined", "mation")]
    assert right == [("joined", "information")]


def test_rejoined_digits_are_a_fault_not_a_join() -> None:
    assert diff("in 2019-\n2020 it", "in 20192020 it")[1] == [("replaced", "20192020")]


def test_pieces_kept_here_though_the_word_stands_elsewhere() -> None:
    assert marks("the re-\nentry of reentry", "the re-entry of reentry") == ([], [])


def test_neighbouring_marks_of_one_kind_are_one() -> None:
    left, right = diff("a gate-\nway har-\nbour b", "a gateway harbour b")
    assert left == [("joined", "gate-\nway har-\nbour")]
    assert right == [("joined", "gateway harbour")]


def test_a_shattered_formula_against_its_placeholder() -> None:
    left, right = diff("so\nx\n=\n2\nholds", "so ⟦F1⟧ holds")
    assert left == [("replaced", "x\n=\n2")]
    assert right == [("replaced", "⟦F1⟧")]


@settings(deadline=None, max_examples=300)
@given(texts, texts)
def test_marks_are_inside_ordered_disjoint_and_merged(raw: str, repaired: str) -> None:
    for text, found, allowed in zip(
        (raw, repaired), marks(raw, repaired), ({"removed"}, {"added"}), strict=True
    ):
        previous: Mark | None = None
        for mark in found:
            assert 0 <= mark.start < mark.end <= len(text)
            assert not text[mark.start].isspace() and not text[mark.end - 1].isspace()
            assert mark.kind in allowed | {"replaced", "joined"}
            if previous is not None:
                between = text[previous.end : mark.start]
                assert previous.end <= mark.start
                assert previous.kind != mark.kind or (between and not between.isspace())
            previous = mark


@settings(deadline=None, max_examples=200)
@given(texts, texts)
def test_unmarked_text_is_the_same_on_both_sides(raw: str, repaired: str) -> None:
    kept = []
    for text, found in zip((raw, repaired), marks(raw, repaired), strict=True):
        rest, at = "", 0
        for mark in found:
            rest += text[at : mark.start]
            at = mark.end
        kept.append("".join((rest + text[at:]).replace("#", "").split()))
    assert kept[0] == kept[1]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from(WORDS), max_size=60), st.integers(8, 40))
def test_any_reflow_leaves_no_marks(words: list[str], width: int) -> None:
    text = " ".join(words)
    wrapped = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=True)
    assert marks(wrapped, text) == ([], [])
    assert marks(text, wrapped) == ([], [])


def test_long_texts_are_compared_by_clauses() -> None:
    rng = random.Random(7)
    clauses = [f"clause {rng.randrange(10**9)} about gates," for _ in range(1200)]
    raw = "\n".join(clauses)
    changed = [*clauses[:500], "a new clause,", *clauses[500:]]
    assert len(raw) > FINE_CHARACTERS
    assert diff(raw, " ".join(changed)) == ([], [("added", "a new clause,")])


@pytest.mark.parametrize(
    ("raw", "repaired"),
    [
        ("a " * 10_000, "a " * 9_000 + "b " * 900),
        ("a" * 19_999, "b" * 19_999),
        ("潮" * 20_000, "潮汐" * 10_000),
        ("a, " * 200_000, "a, " * 100_000 + "b"),
        ("gate\n" * 100_000, "door " * 100_000),
    ],
)
def test_repetitive_texts_end_in_seconds(raw: str, repaired: str) -> None:
    begin = time.process_time()
    left, right = marks(raw, repaired)
    assert left or right
    assert time.process_time() - begin < 5
