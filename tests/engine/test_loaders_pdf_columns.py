"""PDF files: columns of a few lines, and what stands beside, under and across them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from engine.document import Document
from engine.loaders import load

Draw = Callable[[Any], None]
LEFT = [
    "The dyke was raised by the farmers of",
    "the lower village, who carried the clay",
    "in baskets from the pits behind the mill.",
    "It has held since then, and the water",
    "has come over it only once.",
]
RIGHT = [
    "The warden lives beside it and looks",
    "at the gauge in the morning, as his",
    "mother did.",
]


def make(tmp_path: Path, *pages: Draw, width: float = 460) -> Document:
    pdf = pymupdf.open()
    for draw in pages:
        draw(pdf.new_page(width=width, height=595))
    path = tmp_path / "columns.pdf"
    pdf.save(path)
    return load(path)


def lines(page: Any, texts: list[str], x: float = 50, y: float = 80, **style: Any) -> None:
    step = style.pop("step", 13)
    for number, text in enumerate(texts):
        page.insert_text((x, y + number * step), text, **{"fontsize": 10, **style})


def words(document: Document) -> str:
    return " ".join(document.raw.split())


def roles(document: Document) -> dict[str, str]:
    texts = document.raw.split("\n")
    return {text: hint.role for text, hint in zip(texts, document.hints, strict=True) if text}


@pytest.mark.parametrize(("left", "right"), [(5, 3), (3, 3), (2, 2), (5, 1)])
def test_short_columns_are_read_one_after_the_other(tmp_path: Path, left: int, right: int) -> None:
    def draw(page: Any) -> None:
        lines(
            page, ["A line of the notice goes across both of its columns from edge to edge."], y=50
        )
        lines(page, LEFT[:left])
        lines(page, RIGHT[:right], x=245)

    document = make(tmp_path, draw)
    if right == 1:  # what stands beside a single line is no column
        assert f"{LEFT[0]}  {RIGHT[0]}" in document.raw
    else:
        assert words(document).endswith(" ".join(LEFT[:left] + RIGHT[:right]))


def test_a_single_line_is_a_column_where_other_pages_have_one(tmp_path: Path) -> None:
    def first(page: Any) -> None:
        lines(page, LEFT)
        lines(page, RIGHT, x=245)

    def last(page: Any) -> None:
        lines(page, LEFT[1:3])
        lines(page, ["Nobody else may open the gate."], x=245)

    assert words(make(tmp_path, first, last)).endswith(
        " ".join([*LEFT[1:3], "Nobody else may open the gate."])
    )


@pytest.mark.parametrize(
    "rows",
    [
        [("Keeper", "Anna Lindqvist"), ("Dyke", "lower village"), ("Gauge", "two metres")],
        [
            ("a bank of clay and stones", "keeps out the water"),
            ("a gauge of oak", "shows how high it is"),
            ("a bell of iron", "calls all to the dyke at night"),
        ],
    ],
)
def test_rows_of_a_table_stay_rows(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    def draw(page: Any) -> None:
        lines(page, [left for left, _ in rows])
        lines(page, [right for _, right in rows], x=200)

    text = make(tmp_path, draw).raw
    for left, right in rows:
        assert f"{left}  {right}" in text


def test_a_blank_in_the_middle_column_of_three_hides_no_gutter(tmp_path: Path) -> None:
    def column(page: Any, x: float, mark: str, blanks: range) -> None:
        for number in range(24):
            if number not in blanks:
                lines(page, [f"{mark} holds the water back for"], x=x, y=60 + 14 * number)

    def draw(page: Any) -> None:
        column(page, 40, "clay", range(0))
        column(page, 210, "oak", range(6, 16))
        column(page, 380, "iron", range(0))

    text = make(tmp_path, draw, width=560).raw
    assert text.index("clay") < text.rindex("clay") < text.index("oak")
    assert text.rindex("oak") < text.index("iron")


def test_a_note_under_the_left_column_does_not_part_its_sentence(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, LEFT[:2] * 3 + LEFT[:1], y=330)
        lines(page, ["1 The pits are under water today."], y=440, fontsize=7.5)
        lines(page, LEFT[1:] + RIGHT, x=245, y=330)

    document = make(tmp_path, draw)
    assert " ".join(LEFT[:2]) in words(document).split("1 The pits")[0]
    assert words(document).index("1 The pits") > words(document).index(LEFT[-1])


def test_large_pale_text_on_every_page_is_a_stamp(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, LEFT)
        lines(page, ["NOT FINAL"], x=120, y=300, fontsize=40, color=(0.85, 0.85, 0.85))

    found = roles(make(tmp_path, draw, draw))
    assert found["NOT FINAL"] == "stamp"


@pytest.mark.parametrize("every", [5, 10])
def test_numbers_beside_every_few_lines_count_the_lines(tmp_path: Path, every: int) -> None:
    def draw(page: Any) -> None:
        for number in range(1, 3 * every):
            lines(page, [LEFT[number % 4]], x=70, y=40 + 14 * number)
            if number % every == 0:
                lines(page, [str(number)], x=40, y=40 + 14 * number, fontsize=7)

    found = roles(make(tmp_path, draw))
    assert found[str(every)] == found[str(2 * every)] == "linenum"


def test_numbers_that_count_no_lines_stay_text(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number in range(1, 12):
            lines(page, [LEFT[number % 4]], x=70, y=40 + 14 * number)
        for number, value in ((2, "5"), (4, "10")):
            lines(page, [value], x=40, y=40 + 14 * number)

    assert "linenum" not in roles(make(tmp_path, draw)).values()


def test_heads_of_two_facing_pages_are_known_by_their_numbers(tmp_path: Path) -> None:
    def page(head: str) -> Draw:
        def draw(page: Any) -> None:
            lines(page, [head], y=30, fontsize=8)
            lines(page, LEFT * 4, y=90)

        return draw

    found = roles(make(tmp_path, page("12 M. Lindqvist"), page("On the keeping of dykes 13")))
    assert found["12 M. Lindqvist"] == found["On the keeping of dykes 13"] == "header"


def test_a_line_that_leaves_the_page_is_whole(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, LEFT)
        lines(
            page,
            ["and the long address of the parish is https://parish.example/dyke"],
            x=300,
            y=200,
        )
        lines(page, ["a crop mark of the printer"], x=700, y=300)

    text = make(tmp_path, draw).raw
    assert "https://parish.example/dyke" in text
    assert "printer" not in text


def test_an_index_under_an_exponent_stays_in_its_line(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        writer = pymupdf.TextWriter(page.rect)
        serif = pymupdf.Font("tiro")
        _, end = writer.append((50, 80), "The level of the canal is called h", serif, 10)
        writer.append((end.x, 76), "(m)", serif, 7)
        writer.write_text(page)
        lines(page, ["k"], x=end.x, y=82.4, fontsize=7)
        lines(page, ["in the tables, as it"], x=end.x + 14, y=80)
        lines(page, ["was measured in the spring."], y=93)

    text = make(tmp_path, draw).raw
    first, second = text.split("\n")
    assert first == "The level of the canal is called h(m)k in the tables, as it"
    assert second == "was measured in the spring."


def test_a_paragraph_on_a_figure_is_no_caption(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["Figure 2 shows the dyke as it was built,", *LEFT[1:]])
        lines(page, ["Figure A.2.: The dyke in spring"], y=200)

    found = roles(make(tmp_path, draw))
    assert found["Figure 2 shows the dyke as it was built,"] == ""
    assert found["Figure A.2.: The dyke in spring"] == "caption"


def test_a_name_in_typewriter_type_that_wraps_is_no_listing(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["The gauge is read by a program that writes"])
        lines(page, ["/var/lib/dyke/levels.csv"], y=93, fontname="cour")
        lines(page, ["gate = open(levels)", "gate.close()"], y=130, fontname="cour")

    found = roles(make(tmp_path, draw))
    assert found["/var/lib/dyke/levels.csv"] == ""
    assert found["gate = open(levels)"] == found["gate.close()"] == "code"


def test_a_little_space_between_paragraphs_shows_by_repetition(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        y = 60.0
        for _ in range(6):
            lines(page, LEFT[:3], y=y, step=12)
            y += 3 * 12 + 2.2

    document = make(tmp_path, draw)
    assert document.raw.strip().split("\n\n") == ["\n".join(LEFT[:3])] * 6


def test_entries_of_two_lines_are_paragraphs(tmp_path: Path) -> None:
    entries = [f"Lindqvist, A. {1900 + n}, Dykes of the north,\nin: The Gauge" for n in range(9)]

    def draw(page: Any) -> None:
        for number, entry in enumerate(entries):
            lines(page, entry.split("\n"), y=60 + 32 * number, step=13)

    assert make(tmp_path, draw).raw.strip().split("\n\n") == entries


def test_text_set_wider_than_its_list_stays_together(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, LEFT * 2, y=60, step=20)
        lines(page, ["- the gauge,", "- the bell,", "- the lamp,"] * 3, y=270, step=13)

    assert "\n".join(LEFT * 2) in make(tmp_path, draw).raw
