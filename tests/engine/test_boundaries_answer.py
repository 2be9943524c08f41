from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boundaries.answer import parse_answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"boundaries": [3, 4, 18]}', (3, 4, 18)),
        ('{"boundaries": []}', ()),
        ("[3, 4]", (3, 4)),
        ('<think>Maybe {"boundaries": [9]}? No, ', None),
        ('Here it is:\n```json\n{"boundaries": [3, 4]}\n```\nI hope this helps [1].', (3, 4)),
        ('<think>{"boundaries": [9]}</think>\n{"boundaries": [2]}', (2,)),
        ('no: {"boundaries": [9]}</think> {"boundaries": [2]}', (2,)),
        ('{"boundaries": [9]} Sorry, I mean {"boundaries": [2]}', (2,)),
        ('{"boundaries": ["7", 3, 3, 0, -2, 12.0, 99, null, true, "x", 5]}', (3, 5, 7, 12)),
        ('{"boundaries": [0]}', ()),
        ('{"boundaries": [19, 20]}', (19,)),
        ('{"boundaries": ["x", 99, 2.5]}', None),
        ('{"boundaries": [2, 6, 9, 1', None),
        ('{"boundaries": 3}', None),
        ('{"topics": [3]}', None),
        ("As [3] shows, a new topic starts later.", None),
        ("I would start a new topic at the gate.", None),
        ("", None),
        ("[" * 100_000, None),
        ('{"boundaries": [NaN, Infinity, 4]}', (4,)),
    ],
)
def test_known_answers(answer: str, expected: tuple[int, ...] | None) -> None:
    assert parse_answer(answer, 20) == expected


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=200) | st.text(alphabet='{}[]"boundaries:,0123456789 \n`.-', max_size=80))
def test_any_answer_is_read_or_refused(answer: str) -> None:
    positions = parse_answer(answer, 20)
    if positions is not None:
        assert list(positions) == sorted(set(positions))
        assert all(0 < position < 20 for position in positions)


@settings(deadline=None, max_examples=100)
@given(st.sets(st.integers(1, 99)), st.sampled_from(["", "Here:\n", "```json\n"]))
def test_a_right_answer_comes_back(wanted: set[int], before: str) -> None:
    answer = before + json.dumps({"boundaries": sorted(wanted)}) + "\n```"
    assert parse_answer(answer, 100) == tuple(sorted(wanted))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("unit", ["[", "[1,", "[]", '{"a":', "<think>", '{"boundaries": [1]} '])
def test_long_answers_take_seconds(unit: str) -> None:
    parse_answer(unit * (500_000 // len(unit)), 20)
