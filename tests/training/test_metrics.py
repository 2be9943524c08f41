import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.markdown import blocks, without_formulas
from training.metrics import (
    align,
    bag,
    cells,
    headings,
    means,
    prose_words,
    repair_measures,
    titles,
)

TRUTH = """# The mill

The keeper of the mill writes a note about the water each morning before six.

## 2 Wheels

Two wheels turn in the old channel, and $w_i = 3$ of them were sold years ago.

| wheel | metres |
|---|---|
| north | 4.2 |
| south | 3.9 |

- oil the axle
- clear the grate
"""


def test_a_text_is_like_itself() -> None:
    measures = repair_measures(TRUTH, TRUTH)
    for name in ("f1", "prose_f1", "heading_f1", "heading_level_f1", "paragraph_f1", "order"):
        assert measures[name] == 1.0, name
    assert measures["similarity"] == measures["cells"] == measures["cell_text"] == 1.0
    assert measures["defects"] == measures["mess"] == 0.0


def test_nothing_to_measure_is_none() -> None:
    measures = repair_measures("Plain words only.", "Plain words only.")
    assert measures["heading_f1"] is measures["cells"] is measures["paragraph_f1"] is None
    assert measures["f1"] == 1.0


def test_an_empty_result_scores_zero() -> None:
    measures = repair_measures("", TRUTH)
    assert measures["f1"] == measures["recall"] == measures["heading_f1"] == 0.0
    assert measures["precision"] is None
    assert measures["order"] is None


def test_bags_count_repeats() -> None:
    overlap = bag("aab", "abb")
    assert (overlap.hits, overlap.found, overlap.true) == (2, 3, 3)
    assert overlap.f1 == pytest.approx(2 / 3)


def test_formulas_are_left_out_on_both_sides() -> None:
    assert without_formulas("so $a+b$ holds").split() == ["so", "holds"]
    assert without_formulas("a $$x\ny$$ b ⟦F12⟧ c").split() == ["a", "b", "c"]
    for price in ("from $5 to $6 each", "cost $ 5$ in all", r"\$x and \$y"):
        assert without_formulas(price) == price
    assert prose_words("the x of 12 水位 q3") == ["the", "of", "水", "位", "q3"]


def test_placeholders_count_with_their_formulas() -> None:
    whole = repair_measures("so ⟦F1⟧ holds", "so $\\alpha^2$ holds", {"F1": "\\alpha^2"})
    assert whole["f1"] == whole["prose_f1"] == 1.0
    assert repair_measures("so ⟦F1⟧ holds", "so $\\alpha^2$ holds")["f1"] != 1.0


@pytest.mark.parametrize(
    "title",
    ["2.1 Wheels", "Wheels", "2 . 1 WHEELS :", "Chapter 4: Wheels", "§3 Wheels", "B. Wheels"],
)
def test_numbering_is_no_part_of_a_title(title: str) -> None:
    assert titles(blocks(f"## {title}")) == [("wheels", 2)]


def test_a_title_of_numbering_alone_keeps_it() -> None:
    assert titles(blocks("# Chapter 4\n\n# 1984\n\n# 第三章 水闸")) == [
        ("chapter4", 1),
        ("1984", 1),
        ("水闸", 1),
    ]


def test_levels_may_be_shifted_as_a_whole() -> None:
    true = blocks("# Mill\n\n## Wheels\n\n## Grate")
    alone, levelled = headings(blocks("## Mill\n\n### Wheels\n\n### Grate"), true)
    assert alone.f1 == levelled.f1 == 1.0
    alone, levelled = headings(blocks("# Mill\n\n# Wheels\n\n## Grate\n\n## More"), true)
    assert (alone.hits, alone.found, levelled.hits) == (3, 4, 2)


def test_hashes_in_a_fence_are_no_headings() -> None:
    text = "```\n# a comment\n```\n\n# Mill #\n\n#hashtag"
    assert [(block.kind, block.text) for block in blocks(text) if block.level] == [
        ("heading", "Mill")
    ]
    assert [block.kind for block in blocks(text)] == ["code", "heading", "prose"]


def test_blocks_of_lists_and_tables() -> None:
    text = "Intro\nruns on\n- one\n  goes on\n- two\n| a | b |\n|---|:-:|\n| 1 | x\\|y |\nend"
    found = blocks(text)
    assert [block.kind for block in found] == ["prose", "list", "list", "table", "prose"]
    assert found[3].rows == (("a", "b"), ("1", "x\\|y"))


def test_an_open_fence_runs_to_the_end() -> None:
    assert [block.kind for block in blocks("a\n\n~~~\n# x\n\n- y")] == ["prose", "code"]


def _breaks(found: str, true: str) -> tuple[float, float, float]:
    overlap = align(blocks(found), blocks(true)).breaks
    return overlap.hits, overlap.found, overlap.true


def test_paragraphs_are_compared_where_words_agree() -> None:
    true = "one two three\n\nfour five six\n\nseven eight nine"
    assert _breaks(true, true) == (2, 2, 2)
    assert _breaks("one two three four five six\n\nseven eight nine", true) == (1, 1, 2)
    assert _breaks("one two\n\nthree\n\nfour five six seven eight nine", true) == (1, 2, 2)


def test_what_one_text_has_alone_is_one_gap() -> None:
    true = "one two three\n\nfour five six"
    extra = "one two three\n\nskip\n\nhome\n\nlogin\n\nfour five six"
    assert _breaks(extra, true) == (1, 1, 1)
    assert _breaks("page 7\n\none two three\n\nfour five six", true) == (1, 1, 1)


def test_order_looks_at_shared_words_only() -> None:
    true = blocks("one two three four five six")
    swapped = align(blocks("four five six one two three"), true)
    assert swapped.order == swapped.similarity == 0.5
    shorter = align(blocks("two four six more words"), true)
    assert shorter.order == 1.0
    assert shorter.similarity == pytest.approx(6 / 11)


def test_cells_as_cells_and_as_text() -> None:
    true = blocks("| wheel | metres |\n|---|---|\n| north wheel | 4.2 |")
    assert cells(blocks("wheel metres north wheel 4.2"), true) == (0.0, 1.0)
    assert cells(blocks("| north wheel | 4.2 |"), true) == (0.5, 0.75)
    assert cells(blocks("| x |"), blocks("no table")) == (None, None)


def test_means_leave_out_what_is_missing() -> None:
    assert means([{"a": 1.0, "b": None}, {"a": 0.0, "b": 0.5}]) == {"a": 0.5, "b": 0.5}
    assert means([{"a": None}]) == {"a": None}
    assert means([]) == {}


words_list = st.lists(st.sampled_from(["mill", "wheel", "water", "grate", "note"]), max_size=30)


@given(words_list, words_list)
@settings(max_examples=60, deadline=None)
def test_measures_stay_within_bounds(left: list[str], right: list[str]) -> None:
    found, true = ("\n\n".join(words) for words in (left, right))
    forth, back = align(blocks(found), blocks(true)), align(blocks(true), blocks(found))
    assert forth.similarity == back.similarity
    for value in (forth.order, forth.similarity, forth.breaks.f1, forth.breaks.precision):
        assert value is None or 0.0 <= value <= 1.0


@given(st.text(alphabet="ab#|`~- \n1.$", max_size=80))
@settings(max_examples=120, deadline=None)
def test_blocks_keep_every_line(text: str) -> None:
    kept = [line for block in blocks(text) for line in block.text.split("\n")]
    lines = [line for line in text.split("\n") if line.strip()]
    assert len([line for line in kept if line.strip()]) <= len(lines)


@pytest.mark.parametrize(
    ("numbered", "bare"),
    [
        ("Chapitre 2 : Les vannes", "Les vannes"),
        ("三、值班", "值班"),
        ("（二）水位", "水位"),
        ("Appendix B Gauges", "Gauges"),
        ("附录A 表格", "表格"),
    ],
)
def test_numbers_of_headings_do_not_count(numbered: str, bare: str) -> None:
    alone, _ = headings(blocks(f"# {numbered}"), blocks(f"# {bare}"))
    assert alone.f1 == 1


def test_a_plural_is_no_number() -> None:
    alone, _ = headings(blocks("# Parts list"), blocks("# List"))
    assert alone.f1 == 0


def test_code_in_a_line_opens_no_fence() -> None:
    assert [block.kind for block in blocks("```a``` is code.\n\n# Title")] == ["prose", "heading"]
