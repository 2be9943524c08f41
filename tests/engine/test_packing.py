"""Packing: legal for any text, the best there is, and the same after any edit."""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, pairwise

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken import Encoding

from engine.document import Chunk, Paragraph
from engine.pack_cost import UNIT, GapCosts, GapValues, fragment_tokens
from engine.pack_layout import NO_HEAD, Layout, lay_out
from engine.pack_search import Greedy, Optimal
from engine.packing import Packer, handed_on
from engine.paragraphs import paragraphs
from engine.sentences import ends_sentence
from engine.settings import PACKERS
from engine.textsplit import split_text
from engine.tokens import CL100K_PATTERN, Counter, counter

TOKENS = counter()
RANKS = files("assets").joinpath("cl100k_base.tiktoken").read_bytes().split()
REFERENCE = Encoding(
    "reference",
    pat_str=CL100K_PATTERN,
    mergeable_ranks=dict(
        zip(map(base64.b64decode, RANKS[::2]), map(int, RANKS[1::2]), strict=True)
    ),
    special_tokens={},
)

BLOCKS = st.sampled_from(
    [
        "# Harbour",
        "## 第二章",
        "The gate is closed at night. Nobody has the key, e.g. the old one. Is it lost?",
        "and so the keeper went home,",
        "Water rises.",
        "潮水在夜里上涨。守门人回家了！他说：「门开着。」谁也没有听见……",
        "هل أغلق الحارس البوابة؟ نعم، أغلقها قبل المغرب.",
        "👩‍👩‍👧‍👦🇩🇪👍🏽" * 5,
        "cafe\u0301 " * 12,
        "x" * 300,
        "没有标点的长段落" * 12,
        "- one item\n- another item, longer\n- a third",
        "| a | b |\n|---|---|\n| 1 | first |\n| 2 | second |\n| 3 | third |",
        "```py\ndef f(x):\n    return x + 1\n\n\nprint(f(2))\n```",
        "$$\nx = \\frac{a}{b}\n$$",
        "It holds ⟦F1⟧ and $a_1 = b. c$ here, for all n.",
        "<|endoftext|> is text",
    ]
)
TEXTS = st.builds(
    lambda lead, blocks, joints: (
        lead
        + "".join(block + joint for block, joint in zip(blocks, joints * len(blocks), strict=False))
    ),
    st.sampled_from(["", "\n\n", "  "]),
    st.lists(BLOCKS, min_size=1, max_size=14),
    st.lists(st.sampled_from(["\n\n", "\n\n\n", "\n \n  "]), min_size=1, max_size=3),
)
LIMITS = st.one_of(st.integers(1, 50), st.sampled_from([120, 4096]))


class DummyCounter:
    """Words, and one token for each call: counts never add up, as with dummy prefixes."""

    name = "dummy"

    def count(self, text: str) -> int:
        return len(text.split()) + 1

    def offsets(self, text: str) -> np.ndarray:
        starts = [not c.isspace() and (i == 0 or text[i - 1].isspace()) for i, c in enumerate(text)]
        return np.concatenate(([0], np.cumsum(starts))).astype(np.int32)


def check_legal(text: str, chunks: Sequence[Chunk], limit: int, in_text: bool, by: Counter) -> None:
    assert chunks[0].start == 0
    assert chunks[-1].end == len(text)
    assert all(above.end == below.start for above, below in pairwise(chunks))
    for chunk in chunks:
        assert chunk.start < chunk.end
        assert chunk.tokens == by.count(handed_on(text, chunk, heading_path_in_text=in_text))
        single = regex.fullmatch(r"\X", text[chunk.start : chunk.end])
        assert chunk.tokens <= limit or single


@given(TEXTS, LIMITS, st.sampled_from(PACKERS), st.booleans(), st.randoms())
@settings(deadline=None, max_examples=120)
def test_chunks_tile_the_text_within_the_limit(
    text: str, limit: int, packer: str, in_text: bool, seed: random.Random
) -> None:
    found = paragraphs(text, TOKENS)
    paths = tuple(("Harbour", "Gate")[: seed.randrange(3)] for _ in found)
    packing = Packer(
        text,
        found,
        TOKENS,
        limit=limit,
        packer=packer,
        heading_paths=paths,
        heading_path_in_text=in_text,
    )
    marks = seed.sample(range(1, len(found) + 1), seed.randrange(len(found)))
    chunks = packing.plan(marks, (), marks[:1], marks[1:2])
    check_legal(text, chunks, limit, in_text, TOKENS)
    edges = [0, *(paragraph.start for paragraph in found[1:]), len(text)]
    starts, ends = edges[:-1], edges[1:]
    for chunk in chunks:
        starts_inside = chunk.start != starts[chunk.first]
        assert chunk.forced == (starts_inside or chunk.end != ends[chunk.last])
        path = paths[chunk.first]
        assert chunk.heading_path == (path[len(path) - len(chunk.heading_path) :])
        if starts_inside and packer != "sentences":
            begin = starts[chunk.first]
            whole = replace(chunk, start=begin, end=ends[chunk.first], prefix="", suffix="")
            assert TOKENS.count(handed_on(text, whole, heading_path_in_text=in_text)) > limit


@given(st.lists(st.integers(1, 9), min_size=1, max_size=20), st.integers(3, 14), st.randoms())
@settings(deadline=None, max_examples=40)
def test_limit_is_exact_where_counts_do_not_add_up(
    sizes: list[int], limit: int, seed: random.Random
) -> None:
    text = "\n\n".join("w " * (size - 1) + "End." for size in sizes)
    by = DummyCounter()
    for packer in PACKERS:
        packing = Packer(text, paragraphs(text, by), by, limit=limit, packer=packer)
        for _ in range(2):
            marks = [gap for gap in range(1, len(sizes)) if seed.random() < 0.4]
            chunks = packing.plan(marks)
            check_legal(text, chunks, limit, False, by)
            fresh = Packer(text, paragraphs(text, by), by, limit=limit, packer=packer)
            assert chunks == fresh.plan(marks)


@pytest.mark.parametrize("joint", ["\n\n", "\n \n  "])
def test_a_paragraph_as_long_as_the_limit_is_not_cut(joint: str) -> None:
    text = f"هل أغلق الحارس البوابة؟ نعم، أغلقها قبل المغرب.{joint}# Harbour"
    found = paragraphs(text, TOKENS)
    limit = TOKENS.count(text[: found[1].start])
    chunks = Packer(text, found, TOKENS, limit=limit).plan(())
    assert chunks[0].tokens == limit
    assert not any(chunk.forced for chunk in chunks)


def prose(sizes: Sequence[int]) -> str:
    return "\n\n".join("word " * (size - 1) + "End." for size in sizes)


@given(
    st.lists(st.integers(1, 30), min_size=2, max_size=60),
    st.integers(8, 120),
    st.integers(0, 40),
    st.sampled_from([0.1, 1.0, 4.0]),
    st.randoms(),
)
@settings(deadline=None, max_examples=60)
def test_a_plan_after_edits_is_that_of_a_fresh_packer(
    sizes: list[int], limit: int, fragment: int, balance: float, seed: random.Random
) -> None:
    text = "# Top\n\n" + prose(sizes) + "\n\n## Sub\n\nAnd more,\n\nof it."
    found = paragraphs(text, TOKENS)
    paths = tuple(("Top " * seed.randrange(1, 4),) for _ in found)
    options = {
        "packer": seed.choice(["optimal", "sentences"]),
        "limit": limit,
        "fragment": fragment,
        "balance": balance,
        "heading_paths": paths,
        "heading_path_in_text": seed.random() < 0.5,
    }
    packing = Packer(text, found, TOKENS, **options)
    gaps = range(1, len(found))
    machine = {gap for gap in gaps if seed.random() < 0.2}
    strengths = [seed.random() if gap in machine else 0.0 for gap in range(len(found))]
    marks, pins, glue = set(machine), set(), set()
    for _ in range(12):
        gap, action = seed.choice(gaps), seed.randrange(5)
        if action == 0:
            marks ^= {gap}
        elif action == 1:
            pins ^= {gap}
        elif action == 2:
            glue ^= {gap}
        elif action == 3 and marks:
            marks.remove(seed.choice(sorted(marks)))
            marks.add(gap)
        else:
            strengths[gap] = 0.0
            marks.discard(gap)
        arguments = (sorted(marks), strengths, pins, glue)
        chunks = packing.plan(*arguments)
        assert chunks == Packer(text, found, TOKENS, **options).plan(*arguments)


@given(st.lists(st.integers(1, 20), min_size=1, max_size=25), st.integers(20, 60), st.randoms())
@settings(deadline=None, max_examples=80)
def test_pins_and_glue_are_obeyed(sizes: list[int], limit: int, seed: random.Random) -> None:
    text = prose(sizes)
    found = paragraphs(text, TOKENS)
    gaps = range(1, len(sizes))
    pins = {gap for gap in gaps if seed.random() < 0.2}
    glue = {gap for gap in gaps if seed.random() < 0.3} - pins
    for packer in PACKERS:
        chunks = Packer(text, found, TOKENS, limit=limit, packer=packer).plan((), (), pins, glue)
        whole = {paragraph.start for paragraph in found}
        cuts = {chunk.first for chunk in chunks if chunk.first and chunk.start in whole}
        assert pins <= cuts
        edges = [0, *(gap for gap in gaps if gap not in glue), len(sizes)]
        for start, end in pairwise(edges):
            run = sum(paragraph.tokens for paragraph in found[start:end])
            if run <= limit:
                assert not cuts & set(range(start + 1, end))


def plan_value(layout: Layout, gaps: GapValues, cuts: Sequence[int], fragment: int) -> int:
    """The objective of `engine.pack_cost`, written out plainly."""
    value = 0
    for start, end in pairwise(cuts):
        if layout.tokens[end] - layout.tokens[start] < fragment:
            value -= gaps.fragment
        if end < layout.last:
            value += int(gaps.values[end]) - gaps.chunk
    return value + layout.tokens[cuts[-2]] * UNIT // layout.limit


@given(
    st.lists(st.integers(1, 12), min_size=1, max_size=9),
    st.integers(8, 40),
    st.sampled_from([0.1, 1.0, 4.0]),
    st.randoms(),
)
@settings(deadline=None, max_examples=150)
def test_optimal_is_the_best_of_all_plans(
    sizes: list[int], limit: int, balance: float, seed: random.Random
) -> None:
    text = prose(sizes) + "\n\n# Late\n\nand on it goes"
    found = paragraphs(text, TOKENS)
    layout = lay_out(text, found, TOKENS, limit, [NO_HEAD] * len(found))
    fragment = fragment_tokens(limit, limit // 3)
    numbers = range(1, len(found))
    marks, pins, glue = ([gap for gap in numbers if seed.random() < p] for p in (0.3, 0.1, 0.1))
    strengths = [seed.random() for _ in found]
    gaps = GapCosts(text, found, layout, balance).values(marks, strengths, pins, glue)
    inner = range(1, layout.last)
    values = [
        plan_value(layout, gaps, cuts, fragment)
        for size in range(layout.last)
        for chosen in combinations(inner, size)
        if set(gaps.pins) <= set(chosen)
        for cuts in [(0, *chosen, layout.last)]
        if all(layout.fits(*pair) for pair in pairwise(cuts))
    ]
    best = Optimal(layout, fragment).plan(gaps)
    assert plan_value(layout, gaps, best, fragment) == max(values)
    filled = Greedy(layout, fragment).plan(gaps)
    assert plan_value(layout, gaps, filled, fragment) in values


def test_greedy_cuts_at_the_last_boundary_inside_else_before_what_does_not_fit() -> None:
    text = prose([10] * 12)
    found = paragraphs(text, TOKENS)
    unit = found[0].tokens
    packing = Packer(text, found, TOKENS, limit=4 * unit, fragment=unit, packer="greedy")
    assert [chunk.first for chunk in packing.plan(())] == [0, 4, 8]
    assert [chunk.first for chunk in packing.plan((1, 3, 5))] == [0, 3, 5, 9]


@pytest.mark.parametrize("packer", ["optimal", "greedy"])
def test_a_heading_stays_with_its_text_and_a_sentence_whole(packer: str) -> None:
    body = "word " * 19 + "End."
    text = "\n\n".join([body, body, "# One", "## Two", body, "It ran", "on and on.", body, body])
    found = paragraphs(text, TOKENS)
    for limit in range(60, 100):
        packing = Packer(text, found, TOKENS, limit=limit, fragment=5, packer=packer)
        cuts = {chunk.first for chunk in packing.plan(())[1:]}
        assert not cuts & {3, 4, 6}


def test_no_fragment_where_it_can_be_avoided() -> None:
    text = prose([40, 40, 40, 4])
    found = paragraphs(text, TOKENS)
    limit = sum(paragraph.tokens for paragraph in found[:3])
    chunks = Packer(text, found, TOKENS, limit=limit, fragment=20).plan((3,))
    assert min(chunk.tokens for chunk in chunks) >= 20


def test_a_boundary_without_strength_counts_in_full() -> None:
    text = prose([10] * 6)
    found = paragraphs(text, TOKENS)
    limit = sum(paragraph.tokens for paragraph in found[:4])
    packing = Packer(text, found, TOKENS, limit=limit, fragment=8)
    weak = [0.0, 0.0, 0.2, 0.2, 0.0, 0.0]
    assert packing.plan((2, 3, 4), weak)[1].first == 4
    assert packing.plan((2, 3), [0.0, 0.0, 0.9, 0.2, 0.0, 0.0])[1].first == 2


def test_balance_trades_fullness_for_boundaries() -> None:
    seed = random.Random(4)
    text = prose([seed.randrange(5, 40) for _ in range(300)])
    found = paragraphs(text, TOKENS)
    strengths = [seed.random() ** 3 for _ in found]
    fills, kept = [], []
    for balance in (0.1, 1.0, 4.0):
        chunks = Packer(text, found, TOKENS, limit=400, fragment=50, balance=balance).plan(
            (), strengths
        )
        fills.append(np.mean([chunk.tokens for chunk in chunks]))
        kept.append(np.mean([strengths[chunk.first] for chunk in chunks[1:]]))
    assert fills == sorted(fills, reverse=True)
    assert kept == sorted(kept)


def test_a_long_heading_path_loses_its_outer_headings() -> None:
    text = prose([10, 10])
    found = paragraphs(text, TOKENS)
    path = ("outer " * 30, "inner")
    chunk = Packer(
        text, found, TOKENS, limit=40, heading_paths=(path, path), heading_path_in_text=True
    ).plan(())[0]
    assert chunk.heading_path == ("inner",)
    assert (
        Packer(text, found, TOKENS, limit=40, heading_paths=(path, path)).plan(())[0].heading_path
        == path
    )


def test_numbers_that_name_no_gap_are_passed_over() -> None:
    text = prose([5, 5])
    packing = Packer(text, paragraphs(text, TOKENS), TOKENS)
    assert packing.plan((0, 7, -1), (), {0, 9}, {12}) == packing.plan(())


def test_blank_text_has_no_chunks() -> None:
    assert Packer(" \n\n ", (), TOKENS).plan(()) == ()


@pytest.mark.parametrize(
    "options",
    [{"limit": 0}, {"packer": "best"}, {"heading_paths": [()] * 3}],
)
def test_wrong_arguments_are_refused(options: dict[str, object]) -> None:
    text = prose([5, 5])
    with pytest.raises(ValueError):
        Packer(text, paragraphs(text, TOKENS), TOKENS, **options)
    with pytest.raises(ValueError):
        Packer(text, paragraphs(text, TOKENS), TOKENS).plan((), (0.5,))


def test_an_edit_in_a_long_document_takes_no_time() -> None:
    found, parts, at = [], [], 0
    for number in range(25_000):
        part = "word " * (number % 9) + "End."
        found.append(Paragraph(at, at + len(part), number % 9 + 3))
        parts.append(part)
        at += len(part) + 2
    packing = Packer("\n\n".join(parts), found, TOKENS)
    marks = set(range(50, 25_000, 50))
    packing.plan(sorted(marks))
    start = time.process_time()
    for gap in range(7, 25_000, 2_500):
        marks ^= {gap}
        packing.plan(sorted(marks))
    assert time.process_time() - start < 5.0


@given(st.integers(60, 300), st.randoms())
@settings(deadline=None, max_examples=20)
def test_sentences_fill_chunks_and_stay_whole(limit: int, seed: random.Random) -> None:
    sentences = [
        "The keeper paints the gate at night. ",
        "J. R. R. Moss rose at 4.75 m, i.e. too high. ",
        "守门人回家了！他说：「门开着。」",
        "Is it lost? ",
        "It holds $a_1 = b. c$ and ⟦F1⟧ here. ",
    ]
    blocks = ["".join(seed.choices(sentences, k=12)) for _ in range(30)]
    blocks[5], blocks[6] = "# One", "## Two"
    blocks[9] = "- the first item\n- the second item"
    blocks[12] = "```\nx = 1. \ny = 2. \n```"
    text = "\n\n".join(block.strip() for block in blocks)
    found = paragraphs(text, TOKENS)
    fills = {}
    for packer in ("optimal", "sentences"):
        chunks = Packer(text, found, TOKENS, limit=limit, packer=packer, balance=0.1).plan(())
        check_legal(text, chunks, limit, False, TOKENS)
        fills[packer] = np.mean([chunk.tokens for chunk in chunks[:-1]])
        for chunk, below in pairwise(chunks):
            if found[chunk.last].kind == "heading" and chunk.last < below.first:
                # Only above a paragraph that has no room for its headings.
                assert sum(paragraph.tokens for paragraph in found[5 : below.first + 1]) > limit
            if chunk.last == below.first:
                assert found[chunk.last].kind in ("prose", "list")
                assert ends_sentence(text[chunk.start : chunk.end])
    assert fills["sentences"] >= fills["optimal"] - 0.05 * limit


@given(st.text(max_size=400), st.integers(1, 40))
@settings(deadline=None, max_examples=60)
def test_split_text_takes_any_unicode(text: str, limit: int) -> None:
    spans = split_text(text, limit)
    if not text.strip():
        return
    assert [0, *(end for _, end in spans)] == [*(start for start, _ in spans), len(text)]
    for start, end in spans:
        assert TOKENS.count(text[start:end]) <= limit or end == start + 1


@given(TEXTS, st.integers(1, 60))
@settings(deadline=None, max_examples=40)
def test_split_text_tiles_the_text(text: str, limit: int) -> None:
    spans = split_text(text, limit)
    assert [0, *(end for _, end in spans)] == [*(start for start, _ in spans), len(text)]


RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ACGT",
    "aB3xYz+/",
    "01",
    " \t",
    "\n",
    "-_#.",
    "门关着",
    "🦊🇩🇪",
)


@given(
    st.lists(
        st.one_of(
            st.builds(
                lambda seed, signs, size: "".join(random.Random(seed).choices(signs, k=size)),
                st.integers(0, 99),
                st.sampled_from(RUNS),
                st.sampled_from([9, 700, 3_000, 20_000]),
            ),
            st.text(max_size=60),
            st.sampled_from(["\n\n", "The gate is closed. ", "没有人。"]),
        ),
        min_size=1,
        max_size=5,
    ).map("".join),
    st.sampled_from([64, 512, 4096]),
)
@settings(deadline=None, max_examples=25)
def test_no_span_is_over_the_limit_by_anybodys_count(text: str, limit: int) -> None:
    for start, end in split_text(text, limit):
        span = text[start:end].encode("utf-8", "replace").decode()
        assert len(REFERENCE.encode_ordinary(span)) <= limit or end == start + 1


def test_split_text_of_blank_text_is_empty() -> None:
    assert split_text("") == split_text(" \n\t ") == []
