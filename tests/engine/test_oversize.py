"""Paragraphs over the limit: cut where it hurts least, never inside what stands for one thing."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import ParagraphKind
from engine.oversize import _CLUSTER, LINE, SENTENCE, Piece, divide
from engine.packing import Packer, handed_on
from engine.paragraphs import paragraphs
from engine.tokens import counter

TOKENS = counter()


def pieces_of(text: str, limit: int, kind: ParagraphKind = "prose") -> tuple[Piece, ...]:
    return divide(text, (0, len(text)), kind, TOKENS, limit)


def parts_of(text: str, limit: int, kind: ParagraphKind = "prose") -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces_of(text, limit, kind)]


def chunks_of(text: str, limit: int) -> list[str]:
    plan = Packer(text, paragraphs(text, TOKENS), TOKENS, limit=limit).plan(())
    assert "".join(text[chunk.start : chunk.end] for chunk in plan) == text
    for chunk in plan:
        assert TOKENS.count(handed_on(text, chunk)) == chunk.tokens <= limit
    return [handed_on(text, chunk) for chunk in plan]


CHARACTERS = st.text(
    alphabet=st.sampled_from([*"ab .,\n$|`。，」「（é\u0301\u200d👩👍🏽🇩🇪中한क्षिสวั⟦F1⟧"]),
    min_size=1,
    max_size=120,
)


@given(CHARACTERS, st.integers(1, 40), st.sampled_from(["prose", "list", "table", "code"]))
@settings(deadline=None, max_examples=200)
def test_pieces_tile_the_span_and_fit(text: str, limit: int, kind: ParagraphKind) -> None:
    pieces = pieces_of(text, limit, kind)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    inside = {
        place
        for cluster in regex.finditer(r"\X", text)
        if TOKENS.count(cluster[0]) <= limit
        for place in range(cluster.start() + 1, cluster.end())
    }
    for piece, below in zip(pieces, [*pieces[1:], Piece(0, 0, 0)], strict=True):
        assert piece.start not in inside
        around = piece.prefix + text[piece.start : piece.end] + below.suffix
        assert TOKENS.count(around) <= limit or piece.end == piece.start + 1


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("The gate is closed at night. ", ". "),
        ("守门人回家了！", "！"),
        ("他说：「门开着。」", "」"),
        ("هل أغلق الحارس البوابة؟ ", "؟ "),
        ("She got 4.75 m of rope, i.e. too much. ", "much. "),
    ],
)
def test_prose_is_cut_after_sentences(sentence: str, end: str) -> None:
    parts = chunks_of(sentence * 40, 60)
    assert len(parts) > 1
    assert all(part.endswith(end) for part in parts[:-1])


def test_a_long_sentence_is_cut_at_clauses_then_words() -> None:
    assert all(part.endswith(", ") for part in parts_of("the pumps ran all night, " * 30, 40)[:-1])
    assert all(part.endswith("word ") for part in parts_of("word " * 200, 40)[:-1])


def test_parts_of_a_long_run_are_about_equal() -> None:
    sizes = [TOKENS.count(part) for part in parts_of("word " * 1010, 500)]
    assert len(sizes) == 3
    assert max(sizes) - min(sizes) < 10


def test_text_without_spaces_keeps_words_and_marks_together() -> None:
    parts = parts_of("在Seamline中打开（文件）并且拆分" * 40, 50)
    for above, below in pairwise(parts):
        assert not (above[-1].isascii() and below[0].isascii())
        assert above[-1] not in "（"
        assert below[0] not in "）"


def test_placeholders_and_formulas_are_never_cut() -> None:
    texts = [f"⟦F{number}⟧" for number in range(80)]
    texts += [f"$a_{{{number}}} = 1. 5 \\cdot b ! c?$" for number in range(40)]
    text = "又".join(texts)
    joined = "\0".join(chunks_of(text, 40))
    assert all(part in joined for part in texts)


def test_a_table_is_cut_between_rows_below_its_repeated_head() -> None:
    head = "| No | Station |\n|---|---|\n"
    rows = [f"| {number} | station {number} of the line |\n" for number in range(90)]
    parts = chunks_of(head + "".join(rows), 120)
    assert all(part.startswith(head + "| ") for part in parts)
    assert "".join(part.removeprefix(head) for part in parts) == "".join(rows)


def test_a_row_over_the_limit_is_cut_between_cells() -> None:
    row = "|" + "".join(f" {number},{number} |" for number in range(100, 200)) + "\n"
    assert all(part.rstrip().endswith("|") for part in parts_of(row * 2, 60, "table"))


@pytest.mark.parametrize("indent", ["", "   "])
def test_a_fence_is_closed_and_opened_again(indent: str) -> None:
    lines = "".join(f"{indent}value_{number} = {number}\n" for number in range(60))
    text = f"Before it.\n\n{indent}```py\n{lines}{indent}```\n\nAfter it."
    parts = chunks_of(text, 90)
    assert len(parts) > 2
    for part in parts:
        fences = [line for line in part.splitlines() if line.lstrip().startswith("```")]
        assert [fence.strip() for fence in fences] in ([], ["```py", "```"])


def test_code_is_rather_cut_at_blank_lines() -> None:
    code = "```\n" + "".join(f"a = {n} * (b + c + d + e + f) - g * h - k * l\n\n" for n in range(9))
    ranks = [piece.rank for piece in pieces_of(code + "x = 1\n" * 99 + "```", 100, "code")]
    assert SENTENCE in ranks[1:]
    assert LINE in ranks[1:]


def test_a_list_is_cut_between_items() -> None:
    item = "- the keeper paints the gate. He likes it. It is green\n  and red\n"
    assert parts_of(item * 20, 60, "list") == [item] * 20


def test_a_heading_stays_with_an_oversize_paragraph() -> None:
    text = "Short one.\n\n# Head\n\n" + "The gate is closed at night. " * 60
    parts = chunks_of(text, 80)
    assert not any(part.rstrip().endswith("# Head") for part in parts)


def test_white_space_over_the_limit_is_cut_too() -> None:
    parts = chunks_of("First.\n" + "\n" * 20_000 + "Last.", 100)
    assert parts[-1].endswith("Last.")


def test_the_limit_is_hard_even_inside_a_cluster() -> None:
    family = "👩‍👩‍👧‍👦"
    assert _texts(family * 3, 20) == [family] * 3
    marked = "e" + "\u0301" * 1000
    pieces = _texts(marked, 50)
    assert "".join(pieces) == marked
    assert all(counter().count(piece) <= 50 for piece in pieces)


def _texts(text: str, limit: int) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces_of(text, limit)]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "没有标点的长段落" * 25_000,
        "。" * 200_000,
        "$" * 200_000,
        "e\u0301" * 100_000,
    ],
    ids=["letter", "cjk", "stops", "dollars", "marks"],
)
def test_pathological_text_ends_in_seconds(text: str) -> None:
    start = time.process_time()
    chunks_of(text, 512)
    assert time.process_time() - start < 10.0


@pytest.mark.parametrize(
    "text",
    ["🇩🇪🇫🇷" * 20_000, "First.\n" + "\n" * 200_000 + "Last.", "🇩🇪\u0301" * 20_000],
    ids=["flags", "blank lines", "marked flags"],
)
def test_repeated_signs_take_linear_time(text: str) -> None:
    parts = chunks_of(text, 512)
    assert all(
        regex.fullmatch(r"(?:\p{RI}\p{RI}\u0301?)*", part) for part in parts[1:-1] if "🇩" in part
    )


@given(st.text(alphabet=st.sampled_from([*"🇩🇪a\u0301\u200d👩🏽क्ष\r\n \ufe0f\u0600"]), max_size=40))
@settings(deadline=None, max_examples=200)
def test_clusters_are_those_of_unicode(text: str) -> None:
    assert _CLUSTER.findall(text) == regex.findall(r"\X", text)
