import dataclasses
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Chunk
from engine.edits import Edits, Seam, seams

LAST = 12
gaps = st.integers(1, LAST)
machines = st.frozensets(gaps, max_size=6)
steps = st.lists(
    st.tuples(
        st.sampled_from(("toggle", "pin", "glued", "move", "added", "removed", "accepted", "none")),
        gaps,
        gaps,
    ),
    max_size=15,
)
examples = settings(deadline=None, max_examples=150)


def apply(edits: Edits, step: tuple[str, int, int], machine: frozenset[int]) -> Edits:
    name, gap, target = step
    if name in ("toggle", "pin", "glued"):
        return getattr(edits, name)(gap, machine)
    if name == "move":
        return edits.move(gap, target, machine)
    return edits.decide(gap, None if name == "none" else name)  # type: ignore[arg-type]


@st.composite
def edited(draw) -> tuple[Edits, frozenset[int]]:
    machine, edits = draw(machines), Edits()
    for step in draw(steps):
        edits = apply(edits, step, machine)
    return edits, machine


by_hand = st.tuples(st.sampled_from(("toggle", "pin", "glued", "move")), gaps, gaps)


@st.composite
def edited_by_hand(draw) -> tuple[Edits, frozenset[int]]:
    """Edits made with the keys alone, which keep pins, glue and boundaries consistent."""
    machine, edits = draw(machines), Edits()
    for step in draw(st.lists(by_hand, max_size=15)):
        edits = apply(edits, step, machine)
    return edits, machine


@examples
@given(edited(), gaps)
def test_toggling_turns_one_boundary_and_no_other(state, gap: int) -> None:
    edits, machine = state
    before, after = (set(e.boundaries(machine)) for e in (edits, edits.toggle(gap, machine)))
    assert before ^ after == {gap}


@examples
@given(edited_by_hand(), gaps)
def test_toggling_twice_restores_the_boundaries(state, gap: int) -> None:
    edits, machine = state
    twice = edits.toggle(gap, machine).toggle(gap, machine)
    assert twice.boundaries(machine) == edits.boundaries(machine)
    if gap not in edits.pins | edits.glue and edits.decisions.get(gap) != "accepted":
        assert twice == edits


@examples
@given(edited(), gaps, gaps)
def test_moving_keeps_the_number_of_boundaries(state, gap: int, target: int) -> None:
    edits, machine = state
    before = set(edits.boundaries(machine))
    moved = edits.move(gap, target, machine)
    if gap in before and target not in before and gap != target:
        assert set(moved.boundaries(machine)) == before - {gap} | {target}
        assert (target in moved.pins) == (gap in edits.pins or target in edits.pins)
        assert gap not in moved.pins
        back = moved.move(target, gap, machine)
        assert set(back.boundaries(machine)) == before
    else:
        assert moved is edits


@examples
@given(edited_by_hand())
def test_a_pin_is_a_boundary_and_glue_is_none(state) -> None:
    edits, machine = state
    present = set(edits.boundaries(machine))
    assert edits.pins <= present
    assert not edits.glue & present
    assert not edits.pins & edits.glue


@examples
@given(edited_by_hand(), gaps)
def test_pin_and_glue_are_toggles(state, gap: int) -> None:
    edits, machine = state
    pinned, glued = edits.pin(gap, machine), edits.glued(gap, machine)
    assert (gap in pinned.pins) == (gap not in edits.pins)
    assert (gap in glued.glue) == (gap not in edits.glue)
    assert gap not in pinned.pin(gap, machine).pins or gap in edits.pins
    assert pinned.pin(gap, machine).boundaries(machine) == pinned.boundaries(machine)
    assert glued.glued(gap, machine).boundaries(machine) == glued.boundaries(machine)


@examples
@given(edited())
def test_boundaries_are_ascending_and_follow_the_decisions(state) -> None:
    edits, machine = state
    boundaries = edits.boundaries(machine)
    assert list(boundaries) == sorted(set(boundaries))
    for gap in range(1, LAST + 1):
        decision = edits.decisions.get(gap)
        expected = decision == "added" or (gap in machine and decision != "removed")
        assert (gap in boundaries) == expected


@examples
@given(edited(), gaps)
def test_a_decision_is_taken_back(state, gap: int) -> None:
    edits, _ = state
    decided = edits.decide(gap, "accepted")
    assert decided.decisions[gap] == "accepted"
    assert gap not in decided.decide(gap, None).decisions


@examples
@given(edited(), steps)
def test_edits_never_change_in_place(state, more) -> None:
    edits, machine = state
    before = dict(edits.decisions), edits.pins, edits.glue
    for step in more:
        apply(edits, step, machine)
    assert (dict(edits.decisions), edits.pins, edits.glue) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        edits.pins = frozenset()  # type: ignore[misc]
    with pytest.raises(TypeError):
        edits.decisions[1] = "added"  # type: ignore[index]


@examples
@given(edited())
def test_empty_means_nothing_decided(state) -> None:
    edits, machine = state
    assert edits.empty == (edits == Edits())
    if edits.empty:
        assert edits.boundaries(machine) == tuple(sorted(machine))


def chunks(cuts: list[int]) -> tuple[Chunk, ...]:
    edges = [0, *cuts, LAST + 1]
    pairs = itertools.pairwise(edges)
    return tuple(Chunk(first, after - 1, 0, 0, 1) for first, after in pairs)


@examples
@given(edited(), st.sets(gaps))
def test_seams_show_all_that_holds_in_a_gap(state, cuts: set[int]) -> None:
    edits, machine = state
    shown = seams(machine, edits, chunks(sorted(cuts)))
    assert set(shown) == machine | set(edits.decisions) | edits.pins | edits.glue | cuts
    for gap, seam in shown.items():
        assert bool(seam & Seam.MACHINE) == (gap in machine)
        assert bool(seam & Seam.PINNED) == (gap in edits.pins)
        assert bool(seam & Seam.GLUED) == (gap in edits.glue)
        assert bool(seam & Seam.CUT) == (gap in cuts)
        assert seam.boundary == (gap in edits.boundaries(machine))


def test_a_cut_inside_a_paragraph_is_forced() -> None:
    parts = (Chunk(0, 2, 0, 5, 1), Chunk(2, 2, 5, 9, 1), Chunk(3, 4, 9, 12, 1))
    assert seams((), Edits(), parts) == {2: Seam.FORCED, 3: Seam.CUT}
