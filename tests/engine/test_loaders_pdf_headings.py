"""Headings of PDFs: outline, printed contents, type, and headings that run into a paragraph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document
from engine.loaders import load
from engine.loaders.pdf_outline import is_title, normal

Draw = Callable[[Any], None]
PROSE = "The warden of the tide mill counts the sacks and writes them into his book"


def make(tmp_path: Path, *pages: Draw, toc: list[list[Any]] | None = None) -> Document:
    pdf = pymupdf.open()
    for draw in pages:
        draw(pdf.new_page(width=420, height=595))
    if toc:
        pdf.set_toc(toc)
    path = tmp_path / "mill.pdf"
    pdf.save(path)
    return load(path)


def put(page: Any, y: float, *texts: str, x: float = 50, **style: Any) -> None:
    for number, text in enumerate(texts):
        page.insert_text((x, y + 13 * number), text, **{"fontsize": 10, **style})


def prose(page: Any, y: float, count: int = 4) -> None:
    put(page, y, *[f"{PROSE[: 60 - n]}{n}" for n in range(count)])


def roles(document: Document) -> dict[str, str]:
    texts = document.raw.split("\n")
    return {text: hint.role for text, hint in zip(texts, document.hints, strict=True) if text}


def test_outline_titles_are_headings_and_labels_in_larger_type_are_none(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "The Tide Mill", fontsize=20)
        put(page, 80, "1 The wheel", fontsize=13, fontname="hebo")
        prose(page, 105)
        put(page, 180, "1.1 The sluice", fontname="hebo")
        prose(page, 200)
        put(page, 290, "Height [cm]", fontsize=14)
        put(page, 305, "0   10   20", fontsize=7)
        put(page, 330, "2 The stones", fontsize=13, fontname="hebo")
        prose(page, 350)

    toc = [[1, "The wheel", 1], [2, "The sluice", 1], [1, "The stones", 1]]
    found = roles(make(tmp_path, draw, toc=toc))
    assert found["The Tide Mill"] == "h1"
    assert found["1 The wheel"] == found["2 The stones"] == "h1"
    assert found["1.1 The sluice"] == "h2"
    assert found["Height [cm]"] == ""


def test_heading_below_the_depth_of_the_outline(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number, title in enumerate(("Flour", "Bran", "Chaff")):
            put(page, 50 + 170 * number, title, fontsize=14, fontname="hebo")
            prose(page, 75 + 170 * number)
            put(page, 140 + 170 * number, f"Uses of {title.lower()}", fontname="hebo")
            prose(page, 158 + 170 * number)

    toc = [[1, title, 1] for title in ("Flour", "Bran", "Chaff")]
    found = roles(make(tmp_path, draw, toc=toc))
    assert found["Flour"] == "h1" and found["Uses of bran"] == "h2"


def chapter(number: int) -> Draw:
    def draw(page: Any) -> None:
        put(page, 40, f"Chapter on sacks {number}", fontsize=16, fontname="hebo")
        put(page, 70, "Aim", fontsize=13)
        prose(page, 95, 6)

    return draw


def test_contents_entries_are_no_headings_but_the_titles_they_list_are(tmp_path: Path) -> None:
    def contents(page: Any) -> None:
        put(page, 50, "Contents", fontsize=16, fontname="hebo")
        for number in range(4):
            y = 80 + 30 * number
            put(page, y, f"Chapter on sacks {number} ........ {number + 2}", fontname="hebo")
            put(page, y + 13, f"Aim ............................... {number + 2}", x=60)

    document = make(tmp_path, contents, *[chapter(number) for number in range(4)])
    pairs = list(zip(document.raw.split("\n"), document.hints, strict=True))
    assert [h.role for text, h in pairs if text == "Aim"] == ["h2"] * 4
    assert not [text for text, h in pairs if "...." in text and h.role in ("h1", "h2", "h3")]


def test_heading_over_two_lines_is_one_paragraph(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "What the miller of the old", "mill owes to the village", fontsize=13)
        prose(page, 100)

    raw = make(tmp_path, draw).raw
    assert "What the miller of the old\nmill owes to the village\n\n" in raw


def run_in(page: Any, y: float, head: str, **style: Any) -> None:
    width = pymupdf.get_text_length(head + " ", fontname=style["fontname"], fontsize=10)
    put(page, y, head, **style)
    put(page, y, PROSE[:40], x=50 + width)
    put(page, y + 13, PROSE[:70], PROSE[:68], PROSE[:30])


def test_run_in_headings_are_parted_from_their_paragraphs(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number, head in enumerate(("Sieves.", "Hoppers.", "Ropes.")):
            run_in(page, 60 + 80 * number, head, fontname="heit")

    document = make(tmp_path, draw)
    found = roles(document)
    assert [found[head] for head in ("Sieves.", "Hoppers.", "Ropes.")] == ["h1"] * 3
    assert "Hoppers.\n\nThe warden" in document.raw


def test_repeated_labels_and_single_emphasis_are_no_run_in_headings(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number in range(4):
            run_in(page, 60 + 80 * number, "Remark.", fontname="hebo")
        run_in(page, 400, "Never.", fontname="heit")

    assert not any(role[:1] == "h" for role in roles(make(tmp_path, draw)).values())


def test_outline_names_a_run_in_heading_in_the_type_of_the_text(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 60, f"4.1 Sack hoist. {PROSE[:40]}", PROSE, PROSE[:50])

    found = roles(make(tmp_path, draw, toc=[[1, "Sack hoist", 1]]))
    assert found["4.1 Sack hoist."] == "h1"


def test_abstract_in_smaller_type_and_keywords(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "ABSTRACT", x=180, fontsize=9)
        put(page, 64, PROSE, PROSE, x=70, fontsize=9)
        put(page, 100, "Keywords", fontname="hebo", fontsize=9)
        put(page, 113, "mill, tide, sacks", fontsize=9)
        prose(page, 150, 12)

    found = roles(make(tmp_path, draw))
    assert found["ABSTRACT"][:1] == "h" and found["Keywords"] == ""


def test_labels_that_return_are_no_headings(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number in range(5):
            put(page, 60 + 90 * number, "Letter:", fontname="hebo")
            prose(page, 80 + 90 * number)

    assert roles(make(tmp_path, draw))["Letter:"] == ""


def test_term_of_a_hanging_list_is_no_heading_beside_listed_ones(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number, title in enumerate(("Wind", "Water", "Horse")):
            put(page, 40 + 120 * number, title, fontsize=13, fontname="hebo")
            prose(page, 60 + 120 * number)
        put(page, 420, "Paddle", fontname="hebo")
        put(page, 433, PROSE[:50], PROSE[:40], x=90)

    toc = [[1, title, 1] for title in ("Wind", "Water", "Horse")]
    assert roles(make(tmp_path, draw, toc=toc))["Paddle"] == ""


@settings(deadline=None, max_examples=60)
@given(
    st.from_regex(r"[a-z]{3,12} [a-z]{3,12}", fullmatch=True),
    st.sampled_from(["", "2.1 ", "Chapter 4 ", "IV. ", "A.2 ", "§3 "]),
)
def test_a_title_is_found_with_and_without_its_number(title: str, number: str) -> None:
    assert is_title(normal(number + title), normal(title))
    assert is_title(normal(title), normal(number + title))
    assert not is_title(normal(title + " of the old mill"), normal(title))


def test_number_of_a_chapter_and_its_title_are_one_heading(tmp_path: Path) -> None:
    def draw(page: Any, number: int, title: str) -> None:
        put(page, 60, f"Chapter {number}", fontsize=14, fontname="hebo")
        put(page, 95, title, fontsize=20, fontname="hebo")
        prose(page, 140)

    document = make(
        tmp_path, lambda page: draw(page, 1, "Sails"), lambda page: draw(page, 2, "Gears")
    )
    assert "Chapter 1\nSails\n\n" in document.raw
    found = roles(document)
    assert found["Chapter 2"] == found["Gears"] == "h1"


def test_levels_follow_the_numbers_where_no_outline_does(tmp_path: Path) -> None:
    """All are of one type, so only the numbers tell them apart."""
    titles = ("1 Sails", "1.1 Canvas", "1.1.1 Seams", "1.2 Ropes", "2 Gears", "2.1 Teeth")

    def draw(page: Any) -> None:
        for place, title in enumerate(titles):
            put(page, 50 + 80 * place, title, fontname="hebo", fontsize=12)
            prose(page, 68 + 80 * place, 3)

    found = roles(make(tmp_path, draw))
    assert [found[title] for title in titles] == ["h1", "h2", "h3", "h2", "h1", "h2"]


def test_levels_of_roman_numbers_and_letters(tmp_path: Path) -> None:
    titles = ("I. Sails", "A. Canvas", "B. Ropes", "II. Gears", "A. Teeth")

    def draw(page: Any) -> None:
        for place, title in enumerate(titles):
            put(page, 50 + 80 * place, title, fontname="hebo", fontsize=12)
            prose(page, 68 + 80 * place, 3)

    found = roles(make(tmp_path, draw))
    assert [found[title] for title in titles] == ["h1", "h2", "h2", "h1", "h2"]


def test_numbers_beside_an_outline_count_from_its_levels(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "3 Gears", fontname="hebo", fontsize=12)
        prose(page, 68)
        put(page, 150, "3.1 Teeth", fontname="hebo", fontsize=12)
        prose(page, 168)
        put(page, 250, "3.1.1 Beech", fontname="hebo", fontsize=12)
        prose(page, 268)

    found = roles(make(tmp_path, draw, toc=[[1, "Gears", 1], [2, "Teeth", 1]]))
    assert [found[t] for t in ("3 Gears", "3.1 Teeth", "3.1.1 Beech")] == ["h1", "h2", "h3"]


def test_admonitions_and_bold_items_are_no_headings(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "Grinding", fontsize=14, fontname="hebo")
        prose(page, 75)
        put(page, 160, "Warning", fontname="hebo", fontsize=12)
        prose(page, 180)
        put(page, 265, "- Mind the stones", fontname="hebo", fontsize=12)
        prose(page, 285)

    found = roles(make(tmp_path, draw))
    assert found["Grinding"] == "h1"
    assert found["Warning"][:1] != "h" and found["- Mind the stones"][:1] != "h"


def test_centred_lines_in_the_type_of_the_text(tmp_path: Path) -> None:
    """Three of them are headings; a single one may be a place or a line of verse."""

    def draw(page: Any, names: tuple[str, ...]) -> None:
        wide = pymupdf.get_text_length(PROSE[:70], fontsize=10)
        for place, name in enumerate(names):
            length = pymupdf.get_text_length(name, fontsize=10)
            put(page, 60 + 120 * place, name, x=50 + (wide - length) / 2)
            put(page, 80 + 120 * place, *[PROSE[:70]] * 3, PROSE[:40])

    three = ("Of the sails", "Of the gears", "Of the ropes")
    found = roles(make(tmp_path, lambda page: draw(page, three)))
    assert [found[name] for name in three] == ["h1"] * 3
    alone = roles(make(tmp_path, lambda page: draw(page, three[:1])))
    assert alone["Of the sails"] == ""


def test_headings_of_a_typescript(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for place, title in enumerate(("1. Terms", "2. Messages", "3. Errors")):
            put(page, 50 + 150 * place, title, fontname="cobo")
            lines = [f"{PROSE[: 50 - n]}{n}" for n in range(5)]
            put(page, 68 + 150 * place, *lines, fontname="cour")

    found = roles(make(tmp_path, draw))
    assert found["2. Messages"] == found["3. Errors"] == "h1"


def test_cover_keeps_its_title_alone(tmp_path: Path) -> None:
    def cover(page: Any) -> None:
        put(page, 80, "Master's Thesis", fontsize=24)
        put(page, 200, "On Mill Wheels", fontsize=18)
        put(page, 330, "Ada Miller", fontsize=14)
        put(page, 420, "University of Watermills", fontsize=14)

    def text(page: Any) -> None:
        put(page, 60, "Introduction", fontsize=14, fontname="hebo")
        prose(page, 90, 8)

    found = roles(make(tmp_path, cover, text, toc=[[1, "Introduction", 2]]))
    heads = [name for name, role in found.items() if role[:1] == "h" and role[1:].isdigit()]
    assert heads == ["On Mill Wheels", "Introduction"]


def test_abstract_below_the_title_is_of_the_second_level(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 50, "The Tide Mill", fontsize=20)
        put(page, 90, "Abstract", fontname="hebo")
        prose(page, 108)
        put(page, 190, "1 The wheel", fontsize=13, fontname="hebo")
        prose(page, 210)
        put(page, 290, "2 The stones", fontsize=13, fontname="hebo")
        prose(page, 310)

    found = roles(make(tmp_path, draw, toc=[[1, "The wheel", 1], [1, "The stones", 1]]))
    assert found["The Tide Mill"] == found["1 The wheel"] == "h1"
    assert found["Abstract"] == "h2"


def test_run_in_headings_stand_below_the_section_they_are_in(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        put(page, 40, "1.1 Sails", fontname="hebo")
        for number, head in enumerate(("Sieves.", "Hoppers.", "Ropes.")):
            run_in(page, 60 + 80 * number, head, fontname="heit")

    found = roles(make(tmp_path, draw, toc=[[1, "Of mills", 1], [2, "Sails", 1]]))
    assert found["Hoppers."] == "h3"


def test_list_of_figures_gives_no_titles(tmp_path: Path) -> None:
    def figures(page: Any) -> None:
        put(page, 50, "List of Figures", fontsize=16, fontname="hebo")
        put(page, 80, "1.1 The long way of the corn from", "the sack to the stones ... 2")
        put(page, 106, "The wheel .............. 2", "The stones ............. 2")

    def text(page: Any) -> None:
        put(page, 60, "Grinding", fontsize=14, fontname="hebo")
        prose(page, 90)
        put(page, 200, "The wheel")
        prose(page, 230)

    found = roles(make(tmp_path, figures, text))
    assert found["The wheel"] == ""
    assert found["1.1 The long way of the corn from"] in ("li", "contents")
