"""Windows tile the raw text and break where it hurts least."""

from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document
from engine.tokens import counter
from engine.windows import windows

PARAGRAPH = "The keeper reads the gauge at six and writes it down.\n" * 3


def spans(raw: str, tokens: int = 100) -> tuple[tuple[int, int], ...]:
    return windows(Document("t", "t", "text", raw, ""), counter(), tokens)


@settings(deadline=None, max_examples=80)
@given(st.text(alphabet=st.sampled_from("ab 水\n\n.`|#-"), max_size=1500), st.integers(1, 200))
def test_windows_tile_the_text(raw: str, tokens: int) -> None:
    found = spans(raw, tokens)
    assert "".join(raw[a:b] for a, b in found) == raw
    assert all(a < b for a, b in found)
    assert all(before[1] == after[0] for before, after in pairwise(found))


def test_breaks_prefer_blank_lines() -> None:
    raw = (PARAGRAPH + "\n") * 12
    for start, _ in spans(raw)[1:]:
        assert raw[start - 2 : start] == "\n\n"


def test_windows_are_near_the_wanted_size() -> None:
    raw = (PARAGRAPH + "\n") * 40
    sizes = [counter().count(raw[a:b]) for a, b in spans(raw, 200)]
    assert all(100 <= size <= 260 for size in sizes[:-1])


def test_a_fence_is_not_broken_where_a_blank_line_is_near() -> None:
    fence = "```\n" + "x = 1\n\n" * 6 + "```\n"
    raw = (PARAGRAPH + "\n" + fence + "\n") * 8
    for start, _ in spans(raw, 150)[1:]:
        assert raw[:start].count("```") % 2 == 0


def test_a_line_over_the_size_is_divided() -> None:
    raw = "word " * 4000
    assert len(spans(raw, 500)) >= 6
    assert len(spans("水" * 5000, 500)) >= 6


def test_an_empty_text_has_no_windows() -> None:
    assert spans("") == ()


def test_a_megabyte_without_a_space_ends_in_seconds() -> None:
    begin = time.process_time()
    spans("a" * 1_000_000, 2500)
    assert time.process_time() - begin < 30
