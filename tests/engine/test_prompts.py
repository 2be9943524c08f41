import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Paragraph
from engine.prompts import (
    PREVIEW,
    mark_answer,
    mark_messages,
    merge,
    preview,
    previews,
    repair_messages,
    sections,
)

examples = settings(deadline=None, max_examples=100)


def shown(text: str, kind: str = "prose") -> str:
    return preview(text, Paragraph(0, len(text), 1, kind))  # type: ignore[arg-type]


@examples
@given(st.text(), st.sampled_from(("prose", "heading", "list", "table", "code", "formula")))
def test_a_preview_is_one_short_line(text: str, kind: str) -> None:
    line = shown(text, kind)
    assert len(line) <= PREVIEW
    assert len(line.splitlines()) <= 1
    assert line == " ".join(line.split())


@examples
@given(st.text(alphabet="ab \n\t\u3000", max_size=600))
def test_prose_is_shown_from_its_start(text: str) -> None:
    assert shown(text) == " ".join(text.split())[:PREVIEW].rstrip()


def test_verbatim_paragraphs_are_shown_by_the_first_line_that_says_something() -> None:
    assert shown("| Year | Sum |\n|---|---|\n| 1 | 2 |", "table") == "| Year | Sum |"
    assert shown("$$\nE = mc^2\n$$", "formula") == "E = mc^2"
    assert shown("```python\nprint(1)\n```", "code") == "```python"
    assert shown("---\n***", "code") == "--- ***"
    assert shown("深度学习\n的方法") == "深度学习 的方法"


def test_messages_number_the_paragraphs() -> None:
    text = "One.\n\nTwo\nlines.\n\n三。"
    paragraphs = (Paragraph(0, 4, 1), Paragraph(6, 16, 1), Paragraph(18, 20, 1))
    system, user = mark_messages(previews(text, paragraphs), 7)
    assert (system["role"], user["role"]) == ("system", "user")
    assert user["content"] == "7: One.\n8: Two lines.\n9: 三。"
    assert '{"boundaries": [' in system["content"]


def test_the_system_message_does_not_depend_on_the_document() -> None:
    assert mark_messages(["a"])[0] == mark_messages(["b", "c"], 40)[0]
    assert repair_messages("a")[0] == repair_messages("b")[0]


@examples
@given(st.text())
def test_a_window_is_sent_as_it_is(text: str) -> None:
    assert repair_messages(text)[1] == {"role": "user", "content": text}


def test_an_answer_has_one_form() -> None:
    assert mark_answer((31, 3, 4, 3, 18)) == '{"boundaries": [3, 4, 18, 31]}'
    assert mark_answer(()) == '{"boundaries": []}'


@st.composite
def layouts(draw) -> tuple[int, int, int]:
    size = draw(st.integers(2, 30))
    return draw(st.integers(0, 150)), size, draw(st.integers(1, size - 1))


@examples
@given(layouts())
def test_sections_cover_the_document_and_own_each_gap_once(layout) -> None:
    total, size, overlap = layout
    lines = [str(number) for number in range(total)]
    parts = sections(lines, size, overlap)
    owned = [gap for part in parts for gap in range(*part.owned)]
    assert owned == list(range(total))
    for part in parts:
        end = part.first + len(part.previews)
        assert list(part.previews) == lines[part.first : end]
        assert len(part.previews) == min(size, total)
        # Each gap it owns can be named: it is listed and is not the first.
        assert part.owned[0] > part.first or part.first == 0
        assert part.owned[1] <= end
    for before, after in itertools.pairwise(parts):
        assert before.first + size - after.first >= overlap


@examples
@given(layouts(), st.data())
def test_right_answers_merge_to_the_boundaries(layout, data) -> None:
    total, size, overlap = layout
    gaps = st.sets(st.integers(1, total - 1)) if total > 1 else st.just(set())
    boundaries = sorted(data.draw(gaps))
    parts = sections(["x"] * total, size, overlap)
    answers = [part.inside(boundaries) for part in parts]
    assert merge(parts, answers) == tuple(boundaries)


@examples
@given(layouts(), st.data())
def test_wrong_numbers_never_leave_the_document(layout, data) -> None:
    total, size, overlap = layout
    parts = sections(["x"] * total, size, overlap)
    answers = [data.draw(st.lists(st.integers(-50, 250))) for _ in parts]
    assert all(0 < gap < total for gap in merge(parts, answers))


def test_sections_need_an_overlap() -> None:
    for overlap in (0, 10):
        with pytest.raises(ValueError, match="overlap"):
            sections(["x"] * 30, 10, overlap)
