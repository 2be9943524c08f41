import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.anchors import SIMILAR, Landmarks, align, anchor, fold, landmarks, reattach, similarity
from engine.document import Paragraph

examples = settings(deadline=None, max_examples=80)


def marks(texts: Sequence[str]) -> Landmarks:
    paragraphs, at = [], 0
    for text in texts:
        paragraphs.append(Paragraph(at, at + len(text), 1))
        at += len(text) + 2
    return landmarks("\n\n".join(texts), paragraphs)


def found(old: Sequence[str], new: Sequence[str], gaps: Sequence[int]) -> list[int | None]:
    before = marks(old)
    return reattach([anchor(gap, before) for gap in gaps], before.hashes, marks(new))


def prose(number: int) -> str:
    """Paragraph `number`: words of its own, like no other."""
    words = random.Random(number).choices("abcdefghijklmnopqrstuvwxyz", k=60)
    return " ".join("".join(words[at : at + 5]) for at in range(0, 60, 5)) + "."


def reformed(text: str, seed: int) -> str:
    """The same words in another form: broken lines, hyphens, marks."""
    chance = random.Random(seed)
    pieces = [chance.choice((" ", "\n", "  ", "-\n", " * ")) if c == " " else c for c in text]
    return chance.choice(("", "## ", "> ", "- ")) + "".join(pieces)


numbers = st.lists(st.integers(0, 40), min_size=1, max_size=25)


@examples
@given(st.lists(st.text(max_size=8), min_size=1, max_size=20), st.data())
def test_the_same_text_gives_the_same_gaps(texts: list[str], data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.integers(0, len(texts) - 1)))
    assert found(texts, texts, gaps) == gaps


@examples
@given(st.lists(st.integers(0, 40), unique=True, min_size=1), st.data())
def test_paragraphs_are_found_again_wherever_they_are(kept: list[int], data: st.DataObject) -> None:
    old = [prose(number) for number in sorted(kept)]
    order = data.draw(st.lists(st.integers(0, 80), unique=True))
    new = [reformed(prose(number), number) for number in order]
    expected = [order.index(n) if n in order else None for n in sorted(kept)]
    assert found(old, new, range(len(old))) == expected


@examples
@given(numbers, numbers)
def test_a_place_is_used_once_and_holds_the_paragraph(old: list[int], new: list[int]) -> None:
    texts = [prose(number % 5) for number in old], [prose(number % 5) for number in new]
    places = found(*texts, range(len(old)))
    used = [place for place in places if place is not None]
    assert len(set(used)) == len(used)
    for gap, place in enumerate(places):
        assert place is None or texts[0][gap] == texts[1][place]
    # Equal paragraphs are only lost where there are too few of them.
    for text in set(texts[0]):
        matched = sum(
            place is not None for gap, place in enumerate(places) if texts[0][gap] == text
        )
        assert matched == min(texts[0].count(text), texts[1].count(text))


@examples
@given(numbers, numbers, st.data())
def test_a_place_does_not_depend_on_the_other_decisions(
    old: list[int], new: list[int], data: st.DataObject
) -> None:
    texts = [prose(number % 5) for number in old], [prose(number % 5) for number in new]
    everything = found(*texts, range(len(old)))
    gaps = data.draw(st.lists(st.integers(0, len(old) - 1), unique=True))
    assert found(*texts, gaps) == [everything[gap] for gap in gaps]


@examples
@given(st.lists(st.integers(0, 2), min_size=1, max_size=15), st.integers(1, 6))
def test_repeated_paragraphs_move_with_what_is_inserted_above(old: list[int], shift: int) -> None:
    texts = [prose(number) for number in old]
    new = [prose(100 + number) for number in range(shift)] + texts
    assert found(texts, new, range(len(texts))) == [gap + shift for gap in range(len(texts))]


def test_repeated_paragraphs_are_told_apart_by_their_neighbours() -> None:
    old = ["Intro words", "Example", "First body text", "Example", "Second body text"]
    new = ["Example", "Second body text", "Intro words", "Example", "First body text"]
    assert found(old, new, [1, 3]) == [3, 0]


def test_an_altered_paragraph_is_found_by_its_text() -> None:
    old = [prose(number) for number in range(9)]
    new = [*old[:4], old[4].replace("e", "3", 2), *old[5:]]
    assert fold(old[4]) != fold(new[4])
    assert found(old, new, [4]) == [4]


def test_a_divided_paragraph_keeps_its_beginning() -> None:
    old = [prose(1), prose(2) + " " + prose(3), prose(4)]
    new = [prose(1), prose(2), prose(3), prose(4)]
    assert found(old, new, [1]) == [1]


def test_a_paragraph_that_joined_the_one_above_is_lost() -> None:
    old = [prose(1), prose(2), prose(3)]
    assert found(old, [prose(1) + " " + prose(2), prose(3)], [1, 2]) == [None, 1]


def test_another_paragraph_is_not_taken_for_a_similar_one() -> None:
    old = [
        prose(0),
        "Figure 3 shows the result of the run.",
        "Figure 4 shows the result of the run.",
    ]
    new = [prose(0), "Figure 4 shows the result of the run."]
    assert found(old, new, [1]) == [None]


def test_taken_places_are_left_alone() -> None:
    before = marks(["same"])
    assert reattach([anchor(0, before)], before.hashes, before, frozenset({0})) == [None]
    after = marks(["same", "same"])
    assert reattach([anchor(0, before)], before.hashes, after, frozenset({0})) == [1]


def test_form_does_not_count_but_words_and_signs_alone_do() -> None:
    assert fold("## The  **Ti-\ntle**") == fold("the title")
    assert fold("第一章\n 引言。") == fold("第一章 引言")
    assert fold("---") != fold("***") != ""
    assert fold("learning rate 5e-6") != fold("learning rate 5e-7")
    assert fold("a\udc80b") == "ab"


def test_a_gap_outside_the_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="gap 2 of 2"):
        anchor(2, marks(["a", "b"]))


@examples
@given(st.text(max_size=60), st.text(max_size=60))
def test_similarity_is_a_share(old: str, new: str) -> None:
    assert 0 <= similarity(old, new) <= 1
    assert similarity(old, old) == 1
    assert SIMILAR < 1


hashes = st.lists(st.sampled_from([bytes([value]) for value in range(6)]), max_size=40)


@examples
@given(hashes, hashes)
def test_an_alignment_is_monotone_and_true(old: list[bytes], new: list[bytes]) -> None:
    pairs = sorted(align(old, new).items())
    assert all(old[a] == new[b] for a, b in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(pairs))


@examples
@given(st.lists(st.integers(0, 255), unique=True, max_size=60), st.data())
def test_deletions_and_insertions_are_aligned_in_full(values: list[int], data) -> None:
    """Where neither side is reordered, everything both sides have is paired."""
    old = [bytes([value]) for value in values]
    kept = data.draw(st.lists(st.booleans(), min_size=len(old), max_size=len(old)))
    new: list[bytes] = []
    for digest, stays in zip(old, kept, strict=True):
        new += [b"new"] * data.draw(st.integers(0, 2))
        if stays:
            new.append(digest)
    assert len(align(old, new)) == sum(kept)
