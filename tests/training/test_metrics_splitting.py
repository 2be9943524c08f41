from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tokens import counter
from training.split_metrics import Counts, Piece, TrueSplit, measure, true_split, window_measure

TEXTS = (
    "# The mill",
    "The wheel turns. The water runs e.g. in spring, and the miller sleeps.",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "# The grate",
    "It is cleared at six, and then",
    "again at noon.",
)


def truth(texts: tuple[str, ...] = TEXTS, boundaries: tuple[int, ...] = (3,)) -> TrueSplit:
    return true_split(texts, boundaries, counter())


def cut_at(split: TrueSplit, *cuts: int, limit: int = 4096) -> Counts:
    """The counts of a plan that tiles the text with these cuts."""
    edges = [0, *cuts, len(split.text)]
    tokens = counter()
    pieces = [
        Piece(start, end, tokens.count(split.text[start:end])) for start, end in pairwise(edges)
    ]
    return measure(split, pieces, limit)


def test_kinds_and_boundaries_are_those_of_the_truth() -> None:
    split = truth(("", "  # Mill", "Words."), (1, 2))
    assert [(p.kind, p.level) for p in split.paragraphs] == [("heading", 1), ("prose", 0)]
    assert split.text[split.paragraphs[0].start :].startswith("# Mill")
    assert split.boundaries == {split.paragraphs[1].start}


def test_a_cut_on_a_boundary_is_a_hit() -> None:
    split = truth()
    counts = cut_at(split, split.text.index("# The grate"))
    assert (counts.cuts, counts.hits, counts.true) == (1, 1, 1)
    assert (counts.inside, counts.orphans, counts.mid_sentence, counts.illegal) == (0, 0, 0, 0)
    measures = counts.measures()
    assert measures["precision"] == measures["recall"] == measures["f1"] == 1.0
    assert measures["pk"] == measures["window_diff"] == 0.0


def test_a_cut_behind_a_heading_orphans_it() -> None:
    split = truth()
    assert cut_at(split, split.text.index("The wheel")).orphans == 1


def test_cuts_in_sentences_and_paragraphs() -> None:
    split = truth()
    clean = cut_at(split, split.text.index("The water"))
    assert (clean.inside, clean.inside_fitting, clean.mid_sentence) == (1, 1, 0)
    torn = cut_at(split, split.text.index("and the miller"))
    assert (torn.inside, torn.mid_sentence) == (1, 1)
    between = cut_at(split, split.text.index("again"))
    assert (between.inside, between.mid_sentence) == (0, 1)


def test_white_space_belongs_to_no_side() -> None:
    split = truth()
    at = split.text.index("# The grate")
    for near in (at - 1, at - 2):
        counts = cut_at(split, near)
        assert (counts.hits, counts.inside, counts.illegal) == (1, 0, 0)


def test_tables_that_fit_must_stay_whole() -> None:
    split = truth()
    at = split.text.index("| 1")
    assert cut_at(split, at).in_block == 1
    assert cut_at(split, at, limit=8).in_block == 0


def test_lost_doubled_altered_and_long_chunks_are_illegal() -> None:
    split = truth(("One two.", "Three four."), (1,))
    tidy = [Piece(0, 8, 3), Piece(10, 21, 3)]
    assert measure(split, tidy, 10).illegal == 0
    for pieces, name, number in (
        ([Piece(0, 7, 3), Piece(10, 21, 3)], "lost", 1),
        ([Piece(0, 8, 3), Piece(4, 21, 3)], "doubled", 4),
        ([Piece(0, 8, 3, altered=True), Piece(10, 21, 3)], "altered", 1),
        ([Piece(0, 8, 11), Piece(10, 21, 3)], "over", 1),
        ([], "lost", 17),
    ):
        counts = measure(split, pieces, 10)
        assert getattr(counts, name) == number
        assert counts.illegal == 1


def test_size_takes_fragments_from_the_fill() -> None:
    split = truth(("One.", "Two."), ())
    counts = measure(split, [Piece(0, 4, 2048), Piece(6, 10, 100)], 4096)
    assert counts.fragments == 1
    assert counts.measures()["size"] == pytest.approx((0.5 + 100 / 4096 - 1) / 2)
    assert counts.measures()["utilisation"] == 0.5
    assert measure(split, [Piece(0, 10, 9)], 4096).fragments == 0


def test_counts_add_up() -> None:
    split = truth()
    one = cut_at(split, split.text.index("# The grate"))
    two = cut_at(split, split.text.index("again"))
    both = one + two
    assert (both.plans, both.cuts, both.hits, both.true) == (2, 2, 1, 2)
    assert both.measures()["pk"] == pytest.approx((one.pk + two.pk) / 2)
    assert Counts().measures()["size"] is None


def masses(*sizes: int) -> tuple[set[int], int]:
    """Segment sizes, as the literature gives segmentations, as (starts, units)."""
    ends = list(accumulate(sizes))
    return set(ends[:-1]), ends[-1]


@pytest.mark.parametrize(
    ("found", "true", "pk", "window_diff"),
    # Chapter 1 of The Moonstone by the annotators of Kazantseva and Szpakowicz (2012); values
    # by SegEval (C. Fournier).
    [
        ((2, 8, 2, 1), (11, 2), 3 / 10, 4 / 10),
        ((11, 2), (2, 8, 2, 1), 3 / 11, 3 / 11),
        ((2, 1, 7, 2, 1), (9, 4), 1 / 2, 1 / 2),
        ((2, 3, 6), (5, 6), 2 / 8, 2 / 8),
    ],
)
def test_window_measures_of_published_segmentations(
    found: tuple[int, ...], true: tuple[int, ...], pk: float, window_diff: float
) -> None:
    starts, units = masses(*true)
    mine, _ = masses(*found)
    assert window_measure(starts, mine, units, pk=True) == pytest.approx(pk)
    assert window_measure(starts, mine, units, pk=False) == pytest.approx(window_diff)


def test_window_measures_need_a_window() -> None:
    assert window_measure((), (), 2, pk=True) is None
    assert window_measure((), (), 0, pk=False) is None


@given(st.sets(st.integers(1, 40)), st.sets(st.integers(1, 40)), st.integers(0, 41))
@settings(max_examples=80, deadline=None)
def test_window_measures_bound_each_other(true: set[int], found: set[int], units: int) -> None:
    pk = window_measure(true, found, units, pk=True)
    window_diff = window_measure(true, found, units, pk=False)
    assert (pk is None) == (window_diff is None)
    if pk is not None and window_diff is not None:
        assert 0.0 <= pk <= window_diff <= 1.0
    assert window_measure(true, true, units, pk=False) in (None, 0.0)


@given(st.lists(st.integers(1, 150), max_size=8))
@settings(max_examples=60, deadline=None)
def test_any_tiling_loses_and_doubles_nothing(cuts: list[int]) -> None:
    split = truth()
    counts = cut_at(split, *sorted(cut for cut in set(cuts) if cut < len(split.text)))
    assert (counts.lost, counts.doubled, counts.altered) == (0, 0, 0)
    assert counts.hits <= counts.cuts
    assert counts.in_block <= counts.inside_fitting <= counts.inside <= counts.cuts
