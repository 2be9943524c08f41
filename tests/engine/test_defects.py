import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.defects import defects, density_score, word_count

SHARED = Path(__file__).resolve().parents[3] / "shared"
CLEAN = (
    "# The upper gate\n\nThe keeper of the upper gate writes his notes twice a day. The pump house"
    " was closed in the autumn, and the key is with the keeper.\n\n- short- and long-term plans\n"
    "- the well-known state-of-the-art pump\n\n| Gate | Height |\n|---|---|\n| Upper | 12 |\n"
    "| Lower \\| old | 7 |\n\n水闸每天早晚各开一次，值班员须在日志上签字。\n\n"
    "```text\n<div>a</div>\n17\nmod-\nel\n```\n\n"
    "Gates A, B and C were closed. I saw a boat at 4 p. m.\n"
)
MESS = {
    "broken line": "The keeper of the upper gate writes\nhis notes twice a day.",
    "broken word": "The keeper of the upper gate inde-\npendently writes his notes.",
    "furniture": "The keeper of the upper gate writes his notes.\n\n- 17 -\n\nEach day he does so.",
    "web residue": "Skip to main content\n\nThe keeper writes <br/>his notes.",
    "bad characters": "The keeper\ufffds notes, â€œquotedâ€\x9d, (cid:12).",
    "spaced letters": "R E P O R T  O N  T H E  G A T E\n\nThe keeper writes his notes.",
    "doubled text": "SSuummmmaarryy ooff ccoossttss\n\nThe keeper writes his notes.",
    "shattered formula": "The sum is\n\n∑\nn\n=\n1\n∞\nx\n\nfor every x.",
    "broken table": "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |",
}


def kinds(text: str) -> set[str]:
    return {defect.kind for defect in defects(text)}


def score(text: str) -> float:
    return density_score(len(defects(text)), word_count(text))


def test_clean_text_has_no_defects() -> None:
    assert defects(CLEAN) == ()
    assert score(CLEAN) == 1.0


@pytest.mark.parametrize("kind", MESS)
def test_each_kind_of_mess_is_found(kind: str) -> None:
    assert kind in kinds(MESS[kind])


@pytest.mark.parametrize("kind", MESS)
def test_mess_lowers_the_score_of_a_clean_text(kind: str) -> None:
    assert score(CLEAN + "\n" + MESS[kind]) < score(CLEAN)


def test_defects_name_their_place() -> None:
    text = "The keeper of the upper gate writes.\n\n<span>x</span>"
    assert [text[d.start : d.end] for d in defects(text)] == ["<span>", "</span>"]


def test_a_sentence_split_into_paragraphs_is_seen() -> None:
    good = "The keeper of the upper gate writes his notes twice a day."
    bad = "The keeper of the upper gate writes\n\nhis notes twice a day."
    assert score(bad) < score(good)


def test_repeated_paragraphs_are_seen() -> None:
    sentence = "The keeper of the upper gate writes his notes twice a day.\n\n"
    assert kinds(sentence * 2) == {"doubled text"}


def test_running_head_is_seen_only_where_it_returns() -> None:
    page = "The keeper of gate {} writes his notes twice a day.\n\nReport on gates {}\n\n"
    text = "".join(page.format(n, n) for n in range(1, 6))
    assert sum(d.kind == "furniture" for d in defects(text)) == 5
    assert not defects(page.format(1, 1))


def test_numbers_in_a_table_column_are_no_page_numbers() -> None:
    assert "furniture" not in kinds("Heights\n12\n17\n23\nmetres")


def test_lists_verse_and_headings_are_whole_lines() -> None:
    text = "- one thing that is rather long to say\n- another\n\nO rose thou art sick\nThe worm\n"
    assert not defects(text)


def test_verse_with_small_letters_is_left_alone() -> None:
    text = (
        "Grey water under the old bridge,\n  a lamp in the pilot's right hand,\n"
        "we counted the boats at the high ridge\n  and none of them came to land.\n"
    )
    assert not defects(text)
    assert defects(text.replace(",", ""))


def test_word_count_counts_cjk_characters() -> None:
    assert word_count("two words") == 2
    assert word_count("水闸 gate 开") == 4


@given(st.text(max_size=400))
@settings(deadline=None, max_examples=150)
def test_any_text_gives_ordered_defects_within_it(text: str) -> None:
    found = defects(text)
    assert found == defects(text)
    assert all(0 <= d.start <= d.end <= len(text) for d in found)
    assert [d.start for d in found] == sorted(d.start for d in found)


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 1e6))
def test_score_is_bounded_and_falls_with_defects(count: float, more: float, words: float) -> None:
    assert 0 <= density_score(count + more, words) <= density_score(count, words) <= 1


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a ",
        "aa",
        "- ",
        "|",
        "a-\n",
        "\n",
        "<",
        "<p ",
        "Ã",
        "((",
        "1\n",
        "水",
        "水\n",
        "```\n",
        "a\n\n",
    ],
)
def test_time_is_linear(unit: str) -> None:
    begun = time.process_time()
    defects(unit * (400_000 // len(unit)))
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("name", ["acre-guide", "asvs-zh", "physik-abi-de", "rust-book-ja"])
def test_published_sources_have_next_to_no_defects(name: str) -> None:
    truth = SHARED / "corpus" / "docs" / name / "truth.md"
    if not truth.is_file():
        pytest.skip("the corpus is not here")
    text = truth.read_text(encoding="utf-8")
    density = 1000 * len(defects(text)) / word_count(text)
    assert density < 2.5
    lines = text.splitlines()
    broken = "\n".join(
        line[: len(line) // 2] + "\n" + line[len(line) // 2 :]
        if len(line) > 100 and line[0].isalpha()
        else line
        for line in lines
    )
    assert score(broken) < score(text)
