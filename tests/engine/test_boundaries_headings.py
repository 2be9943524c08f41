from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boundaries import boundaries
from engine.boundaries.headings import heading_paths
from engine.document import Boundaries, Paragraph
from engine.paragraphs import paragraphs
from engine.titles import title_level
from engine.tokens import counter

SHARED = Path(__file__).resolve().parents[3] / "shared"
BLOCKS = st.lists(
    st.sampled_from(
        [
            "# Title",
            "## Part",
            "### Section",
            "The river rose in the night.",
            "第三章 总则",
            "第九条　渡船每天首班为六时。",
            "Text, more text, and words about bridges.",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ]
    ),
    max_size=12,
)


def _mark(text: str, method: str = "headings") -> tuple[tuple[Paragraph, ...], Boundaries]:
    found = paragraphs(text, counter())
    return found, boundaries(text, found, method, counter=counter())


def _starts(text: str) -> list[str]:
    found, marks = _mark(text)
    return [text[found[p].start : found[p].end] for p in marks.positions]


@settings(deadline=None, max_examples=100)
@given(BLOCKS)
def test_positions_are_heads_of_runs(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    found, marks = _mark(text)
    assert list(marks.positions) == sorted(set(marks.positions))
    assert len(marks.strengths) == len(found)
    assert all(0 <= strength <= 1 for strength in marks.strengths)
    for number, (above, below) in enumerate(itertools.pairwise(found), 1):
        if above.level:
            assert marks.strengths[number] == 0
            assert number not in marks.positions
        elif below.level:
            assert number in marks.positions
            assert marks.strengths[number] >= 0.4


def test_higher_levels_are_stronger() -> None:
    body = "\n\nThe river rose.\n\n"
    text = f"# Title{body}## One{body}### Two{body}## Three{body}#### Four{body}"
    found, marks = _mark(text)
    by_title = {text[found[p].start : found[p].end]: marks.strengths[p] for p in marks.positions}
    assert by_title["## One"] == by_title["## Three"] == 1.0
    assert by_title["## One"] > by_title["### Two"] > by_title["#### Four"] > 0


def test_no_heading_no_boundary() -> None:
    assert _starts("One thing.\n\nAnother thing.\n\nA third.") == []
    assert _mark("")[1].positions == ()


def test_bare_headings() -> None:
    body = "\n\nThe keeper of the gate wrote it down.\n\n"
    heads = ["1 Introduction", "2.1 Study design", "CHAPTER II", "第三章 总则", "一、总体要求"]
    heads += ["II. Methods", "IV. THE FLOOD", "Part Two", "Book the Second", "Annex II", "Lesson 5"]
    heads += ["§ 12 Haftung", "卷三", "上篇", "楔子"]
    heads += ["Appendix A. Tables", "参考文献", "1.2.3闸门编号", "IV", "GENERAL TERMS", "**Notes**"]
    assert _starts("Start." + body + body.join(heads) + body) == heads


@pytest.mark.parametrize(
    "line",
    [
        "11.5.14.2的试验适用于外护套",
        "3.5米以上",
        "3.5 m below the bridge",
        "第三章的规定适用于船员",
        "Chapter 3 describes the river",
        "Chapter 1 ........ 5",
        "The river rose in the night.",
        "2 x 4",
        "（一）坚持市场。加强管理。",
        "Part of the problem",
        "Section 4 of this act, however",
        "V. I. Surname",
        "I. am not sure",
        "Letter to a friend",
        "Unit 3 of the plant",
        "§ 12 gilt entsprechend",
        "§ 12 Abs. 3 der Satzung gilt.",
        "上部结构",
        "如果使用 FFT 的话，可以降到 ⟦F19⟧．",
        "设 A 是一个矩阵",
        "28 May 2021",
        "NIST",
        "A B C D",
        "1. Lock Society: https://lock.example",
    ],
)
def test_no_heading(line: str) -> None:
    assert title_level(line) == 0


def test_lists_of_numbers_are_no_headings() -> None:
    assert _starts("Buy:\n\n1. Milk\n\n2. Bread\n\n3. Eggs\n\nThen go.") == []


def test_articles_open_topics() -> None:
    text = "第九条　渡船每天首班为六时。\n\n第十条　乘客不得站立。\n\n前款不适用于船员。"
    assert _starts(text) == ["第十条　乘客不得站立。"]


def test_code_is_never_a_heading() -> None:
    assert _starts("Run:\n\n```sh\n# read\n\n# store\n```\n\n## Levels\n\nEnd.") == ["## Levels"]


def test_heading_paths() -> None:
    text = (
        "Before.\n\n# **Book** #\n\n## One\n\ntext\n\n### Deep\n\n## Two\n\nend\n\nNext\n====\n\nx"
    )
    found = paragraphs(text, counter())
    assert heading_paths(text, found) == (
        (),
        ("Book",),
        ("Book", "One"),
        ("Book", "One"),
        ("Book", "One", "Deep"),
        ("Book", "Two"),
        ("Book", "Two"),
        ("Next",),
        ("Next",),
    )


@pytest.mark.parametrize("line", ["* * *", "***", "---", "⁂", "※ ※ ※"])
def test_a_scene_starts_after_its_separator(line: str) -> None:
    scenes = ["The gate fell.", "Nobody came.", line, "In spring the water rose.", "Ships left."]
    text = "\n\n".join(scenes)
    found, marks = _mark(text)
    assert len(found) == 5
    assert _starts(text) == [scenes[3]]
    assert marks.strengths[2] == 0
    assert marks.strengths[3] >= 0.5


def test_a_separator_above_a_heading_adds_nothing() -> None:
    assert _starts("One.\n\n* * *\n\n# Two\n\nText.\n\n* * *") == ["# Two"]


def test_unknown_method() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        boundaries("", (), "nonsense")


def test_headings_of_a_chinese_manual() -> None:
    path = SHARED / "segmentation" / "trpl_zh.jsonl"
    if not path.is_file():
        pytest.skip("shared/segmentation is not there")
    named = right = wanted = 0
    for line in path.read_text(encoding="utf-8").splitlines()[:6]:
        record = json.loads(line)
        text = "\n\n".join(record["paragraphs"])
        starts = [0]
        for part in record["paragraphs"]:
            starts.append(starts[-1] + len(part) + 2)
        gold = {starts[number] for number in record["boundaries"]}
        found, marks = _mark(text)
        named += len(marks.positions)
        right += sum(found[p].start in gold for p in marks.positions)
        wanted += len(gold)
    assert right == wanted
    assert right / named > 0.7
