from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.paragraphs import paragraphs
from engine.tokens import counter

LINES = st.lists(
    st.sampled_from(
        [
            "",
            "",
            "# Head",
            "Text here.",
            "文字。",
            "- item",
            "  more",
            "1. one",
            "2. two",
            "```",
            "~~~",
            "| a | b |",
            "| --- | --- |",
            "$$",
            "x^2",
            "\\[",
            "\\]",
            "\\begin{align}",
            "\\end{align}",
            "⟦F1⟧",
            "第一章",
            "\u3000\u3000缩进",
            "===",
            "---",
            "    code",
            "* * *",
            "<table>",
            "</table>",
            "\u2028",
        ]
    ),
    max_size=40,
).map("\n".join)


def _kinds(text: str) -> list[tuple[str, str]]:
    return [(p.kind, text[p.start : p.end]) for p in paragraphs(text, counter())]


@settings(deadline=None, max_examples=300)
@given(LINES | st.text(max_size=200))
def test_only_white_space_between(text: str) -> None:
    found = paragraphs(text, counter())
    at = 0
    for paragraph in found:
        assert not text[at : paragraph.start].strip()
        part = text[paragraph.start : paragraph.end]
        assert part
        assert part == part.strip()
        assert (paragraph.kind == "heading") == (paragraph.level > 0)
        assert 0 <= paragraph.level <= 6
        at = paragraph.end
    assert not text[at:].strip()
    assert found == paragraphs(text, counter())


@settings(deadline=None, max_examples=100)
@given(LINES)
def test_tokens_sum_up(text: str) -> None:
    found = paragraphs(text, counter())
    if found:
        lead = counter().count(text[: found[0].start])
        assert abs(sum(p.tokens for p in found) + lead - counter().count(text)) <= 2


@pytest.mark.parametrize(
    ("kind", "block"),
    [
        ("code", "```py\na\n\n# b\n```"),
        ("code", "~~~\n```\n\n~~~"),
        ("code", "````md\n```python and a language\n\n``` closes it\n````"),
        ("code", "  ```\n  x\n\n  ```".strip()),
        ("table", "| a | b |\n| --- | --- |\n| `x\\|y` |  |"),
        ("table", "a | b\n--|--\n1 | 2"),
        ("table", "<table><tr>\n\n</tr></table>"),
        ("formula", "$$\na\n\nb\n$$"),
        ("formula", "$$ a = b $$"),
        ("formula", "\\[\na\n\nb\n\\]"),
        ("formula", "\\begin{align*}\na\n\nb\n\\end{align*}"),
        ("formula", "⟦F1⟧"),
        ("list", "- one\n\n  ```sh\n  a\n\n  # b\n  ```\n\n  more\n  still"),
        ("list", "1. one\n   wrapped\n2. two\n3. three"),
        ("list", "• short\n• list"),
    ],
)
def test_blocks_stay_whole(kind: str, block: str) -> None:
    text = f"Before it.\n\n{block}\n\nAfter it."
    assert _kinds(text) == [("prose", "Before it."), (kind, block), ("prose", "After it.")]


def test_an_unclosed_fence_runs_to_the_end() -> None:
    text = "Run:\n\n```sh\nserve\n\n# more\n\nend"
    assert _kinds(text) == [("prose", "Run:"), ("code", text[6:])]


def test_unclosed_formulas_swallow_nothing() -> None:
    text = "$$ is two dollars.\n\n\\begin{align} opens.\n\n\\[ too."
    assert [kind for kind, _ in _kinds(text)] == ["prose"] * 3


def test_pipes_in_prose_are_no_table() -> None:
    text = "P(A|B) is the chance\nand |x| the size.\n\nRun sort | uniq | wc here.\n\nHome | News"
    assert [kind for kind, _ in _kinds(text)] == ["prose"] * 3


def test_headings_need_no_blank_line() -> None:
    assert _kinds("# One\nText.\n## Two ##\nMore.") == [
        ("heading", "# One"),
        ("prose", "Text."),
        ("heading", "## Two ##"),
        ("prose", "More."),
    ]
    assert _kinds("CHAPTER I\nA storm came up.") == [
        ("heading", "CHAPTER I"),
        ("prose", "A storm came up."),
    ]
    assert _kinds("CHAPTER I\nLoomings\n\nCall me.")[0] == ("heading", "CHAPTER I\nLoomings")
    assert _kinds("Head\n====\n\nText.")[0] == ("heading", "Head\n====")
    assert ("code", "```\nx\n```") in _kinds("# One\nText.\n```\nx\n```\nMore.")


def test_long_lists_are_divided_by_item() -> None:
    items = [f"- item {number} of the long list" for number in range(20)]
    assert _kinds("\n".join(items)) == [("list", item) for item in items]
    loose = ["- one", "- two\n  goes on", "- three"]
    assert _kinds("\n\n".join(loose)) == [("list", item) for item in loose]
    wordy = ["- " + "many words " * 20 + "end", "- short"]
    assert _kinds("\n".join(wordy)) == [("list", item) for item in wordy]


def test_numbered_titles_and_numbered_lists() -> None:
    text = "1. Introduction\n\nText.\n\n2. Methods\n\nText."
    assert [kind for kind, _ in _kinds(text)] == ["heading", "prose"] * 2
    assert {kind for kind, _ in _kinds("1. Milk\n\n2. Bread\n\n3. Eggs")} == {"list"}


def test_line_ends_of_other_systems() -> None:
    text = "One\r\ntwo.\r\n\r\nThree.\u2029Four\u2028five.\rsix"
    assert [part for _, part in _kinds(text)] == [
        "One\r\ntwo.",
        "Three.",
        "Four\u2028five.\rsix",
    ]


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    ["$$\n", "\\[\n", "```\n", "- a\n", "# a\n", "|-", "<pre>\n", "- a\n\n\n", "\n", "1. ", "a"],
)
def test_pathological_text_takes_seconds(unit: str) -> None:
    paragraphs(unit * (100_000 // len(unit)), counter())


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("```\n- a\n\n- b\n```", "code"),
        ("````\n```\nx\n\n```\n````", "code"),
        ("~~~py\nx\n\n# no heading\n~~~", "code"),
        ("   ```\n   x\n\n   y\n   ```", "code"),
        ("```math\nx = 1\n\ny = 2\n```", "code"),
        ("<!-- kept\n\nout of sight -->", "code"),
        ("<pre>\nx\n\ny\n</pre>", "code"),
        ("a | b\n--- | ---\n1 | 2\n3 | 4", "table"),
        ("+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+", "table"),
        ("<table>\n<tr><td>1</td></tr>\n\n</table>", "table"),
        ("$$\na\n\nb\n$$", "formula"),
        ("\\[\na = b\n\\]", "formula"),
        ("\\begin{align}\na\n\nb\n\\end{align}", "formula"),
        ("Title\n=====", "heading"),
        ("## Closed ##", "heading"),
        ("**Bold title**", "heading"),
        ("- a\n  - b\n    - c\n- d", "list"),
        ("- [ ] a\n- [x] b", "list"),
        ("2. Two\n\n   ```\n   x\n\n   y\n   ```", "list"),
        ("> One.\n> > Two.\n>\n> Three.", "prose"),
        ("> ```\n> x\n>\n> y\n> ```", "prose"),
        ("[^1]: The note.\n    And more.", "prose"),
        ("Term\n: The meaning of it.", "prose"),
        ("---\ntitle: A\ndate: 1\n---", "prose"),
        ("The set {x | x > 0} is open.\nIt is so.", "prose"),
        ("#hashtag and more", "prose"),
        ("####### too deep", "prose"),
        ("1986\\. A year.", "prose"),
    ],
)
@pytest.mark.parametrize("joint", ["\n\n", "\n\n\f", "\r\n\r\n"])
def test_a_block_is_one_paragraph_of_its_kind(block: str, kind: str, joint: str) -> None:
    end = joint[0] if joint[0] == "\n" else "\r\n"
    block = block.replace("\n", end)
    assert _kinds(f"Before it.{joint}{block}{joint}After it.") == [
        ("prose", "Before it."),
        (kind, block.strip()),
        ("prose", "After it."),
    ]


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    code = "```\nx = 1\n\n# no heading"
    assert _kinds(f"Before it.\n\n{code}") == [("prose", "Before it."), ("code", code)]


def test_a_sentence_that_begins_with_a_number_counts_nothing() -> None:
    parts = ["1 Introduction", "12 boats passed.", "2 Methods", "1998 was a dry year."]
    found = [kind for kind, _ in _kinds("\n\n".join(parts))]
    assert found == ["heading", "prose", "heading", "prose"]
