"""PDF files: what stands in the text and in which order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf

from engine.document import Document
from engine.loaders import load

Draw = Callable[[Any], None]
PROSE = [
    "The keeper of the lock writes his notes twice a day, and nobody",
    "reads them before the barges have passed the lower gate at dusk.",
    "When the water is high he adds the hour at which it began to fall",
]


def make(tmp_path: Path, *pages: Draw) -> Document:
    pdf = pymupdf.open()
    for draw in pages:
        draw(pdf.new_page(width=420, height=595))
    path = tmp_path / "paper.pdf"
    pdf.save(path)
    document = load(path)
    assert len(document.hints) == document.raw.count("\n") + 1
    return document


def lines(page: Any, texts: list[str], x: float = 50, y: float = 80, **style: Any) -> None:
    step = style.pop("step", 13)
    for number, text in enumerate(texts):
        page.insert_text((x, y + number * step), text, **{"fontsize": 10, **style})


def roles(document: Document) -> dict[str, str]:
    texts = document.raw.split("\n")
    return {text: hint.role for text, hint in zip(texts, document.hints, strict=True) if text}


def paragraphs(document: Document) -> list[str]:
    return [" ".join(block.split("\n")) for block in document.raw.split("\n\n")]


def plot(page: Any, top: float) -> None:
    """Axes with ticks, a curve of slanted strokes, and labels around them."""
    shape = page.new_shape()
    shape.draw_rect(pymupdf.Rect(100, top, 300, top + 120))
    points = [(100 + 10 * i, top + 60 + 30 * (-1) ** i) for i in range(20)]
    for start, end in pairwise(points):
        shape.draw_line(start, end)
        shape.finish()
    shape.commit()
    for number in range(5):
        lines(page, [f"0.{2 * number}"], x=84, y=top + 118 - 25 * number, fontsize=8)
        lines(page, [f"{number}00"], x=110 + 40 * number, y=top + 131, fontsize=8)
    lines(page, ["depth of water"], x=120, y=top + 12, fontsize=8)


def test_labels_of_a_plot_are_no_text(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, PROSE, y=60)
        plot(page, 120)
        lines(page, ["Figure 1: The depth of water at the lower gate."], y=272)
        lines(page, PROSE, y=310)

    found = roles(make(tmp_path, draw))
    labels = [text for text, role in found.items() if role == "figure"]
    assert {"depth of water"} <= set(labels)
    assert sum(text.count("0.") for text in labels) == 5
    assert found["Figure 1: The depth of water at the lower gate."] == "caption"
    assert all(found[line] != "figure" for line in PROSE)


def test_words_in_the_boxes_of_a_diagram_are_no_text(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, PROSE, y=60)
        shape = page.new_shape()
        for number, word in enumerate(["Upper pound", "Chamber", "Lower pound"]):
            left = 60 + 110 * number
            shape.draw_rect(pymupdf.Rect(left, 140, left + 80, 190))
            if number:
                shape.draw_line((left - 30, 165), (left, 165))
                shape.draw_line((left - 6, 160), (left, 165))
                shape.draw_line((left - 6, 170), (left, 165))
            shape.finish()
            page.insert_text((left + 8, 168), word, fontsize=9)
        shape.commit()
        lines(page, ["Figure 2: The way of a barge."], y=215)
        lines(page, PROSE, y=240)

    found = roles(make(tmp_path, draw))
    assert [t for t, role in found.items() if role == "figure"] == [
        "Upper pound  Chamber  Lower pound"
    ]


def test_a_boxed_note_with_round_corners_stays_text(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, PROSE, y=60)
        shape = page.new_shape()
        shape.draw_rect(pymupdf.Rect(40, 130, 390, 190), radius=0.1)
        shape.finish()
        shape.commit()
        lines(
            page,
            [
                "Keep the paddles shut while the chamber is being filled, and let the",
                "crew stand clear.",
            ],
            y=155,
        )
        lines(page, PROSE, y=230)

    found = roles(make(tmp_path, draw))
    assert "figure" not in found.values()


def test_a_line_of_text_close_to_a_figure_is_no_label(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, [*PROSE, "on the gauge."], y=70)
        plot(page, 114)
        lines(page, ["Figure 1: The depth of water."], y=262)

    assert roles(make(tmp_path, draw))["on the gauge."] != "figure"


def note_page(page: Any) -> None:
    lines(page, ["The chamber was rebuilt twice and each time the masons found older"], y=80)
    lines(page, ["beams below it"], y=93)
    page.insert_text(
        (50 + pymupdf.get_text_length("beams below it", fontsize=10), 89), "3", fontsize=6
    )
    lines(page, [". The drawings are lost."], x=121, y=93)
    lines(page, PROSE, y=125)
    page.insert_text((50, 527), "3", fontsize=6)
    lines(page, ["Oak, of the kind that grows along the upper pound."], x=54, y=530, fontsize=8)


def test_a_note_stands_behind_the_paragraph_that_calls_it(tmp_path: Path) -> None:
    document = make(tmp_path, note_page)
    found = paragraphs(document)
    assert "beams below it[^3]. The drawings are lost." in found[0]
    assert found[1] == "[^3]: Oak, of the kind that grows along the upper pound."
    assert found[2].startswith(PROSE[0])
    assert roles(document)[found[1]] == "footnote"


def test_a_raised_number_without_a_note_stays_as_it_is(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, PROSE, y=80)
        lines(page, ["The chamber holds forty metres"], y=119)
        width = pymupdf.get_text_length("The chamber holds forty metres", fontsize=10)
        page.insert_text((50 + width, 115), "3", fontsize=6)
        lines(page, PROSE, y=140)

    raw = make(tmp_path, draw).raw
    assert "metres3" in raw and "[^" not in raw


TITLES = ["The upper pound", "The chamber", "The lower gate", "The keeper", "The barges"]


def contents(page: Any) -> None:
    lines(page, ["Contents"], y=60, fontsize=16)
    for number, title in enumerate(TITLES):
        lines(page, [f"{number + 1} {title} {'. ' * 30}{number + 2}"], y=100 + 15 * number)


def chapter(number: int) -> Draw:
    def draw(page: Any) -> None:
        lines(page, [f"{number + 1} {TITLES[number]}"], y=70, fontsize=16)
        lines(page, PROSE * 3, y=110)

    return draw


def test_a_contents_page_that_repeats_the_headings_is_named(tmp_path: Path) -> None:
    document = make(tmp_path, contents, *map(chapter, range(5)))
    named = [t for t, role in roles(document).items() if role == "contents"]
    assert len(named) == 6 and named[0] == "Contents"
    assert all(roles(document)[f"{n + 1} {title}"][0] == "h" for n, title in enumerate(TITLES))


def test_a_price_list_with_leaders_is_no_contents_page(tmp_path: Path) -> None:
    def chapter_only(page: Any) -> None:
        lines(page, ["Of tolls and dues"], y=70, fontsize=16)
        lines(page, PROSE * 3, y=110)

    document = make(tmp_path, contents, chapter_only)
    assert "contents" not in roles(document).values()


def column_page(left: list[str]) -> Draw:
    def draw(page: Any) -> None:
        lines(page, left, x=40, y=80)
        lines(page, [f"right column line number {row}" for row in range(12)], x=225, y=80)

    return draw


def test_a_page_of_formulas_has_the_columns_of_its_document(tmp_path: Path) -> None:
    plain = [f"left column line number {row}" for row in range(12)]
    short = ["a = b", "c", "d + e", "f", "g = h", "i", "k", "l", "so ends the left column"]
    document = make(tmp_path, *map(column_page, [plain, plain, plain, short]))
    page = document.raw[document.pages[3] :]
    assert page.index("so ends the left column") < page.index("right column line number 0")


def justified(page: Any, texts: list[str], x: float, y: float, right: float) -> None:
    """Lines stretched to the right edge, but for those that end in ``|``."""
    for number, text in enumerate(texts):
        words = text.rstrip("|").split()
        lengths = [pymupdf.get_text_length(word, fontsize=10) for word in words]
        space = (right - x - sum(lengths)) / (len(words) - 1)
        place = x
        for word, length in zip(words, lengths, strict=True):
            page.insert_text((place, y + 13 * number), word, fontsize=10)
            place += length + (3.0 if text.endswith("|") else space)


def test_a_short_last_line_ends_a_paragraph_without_indent(tmp_path: Path) -> None:
    texts = [*PROSE, "and the gates close.|", *PROSE, "and the lamps are lit.|", *PROSE]

    def draw(page: Any) -> None:
        justified(page, texts, 50, 80, 360)

    found = paragraphs(make(tmp_path, draw))
    assert len(found) == 3
    assert found[1].startswith("The keeper") and found[1].endswith("lamps are lit.")


def test_entries_with_a_hanging_indent_are_paragraphs(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for number in range(5):
            justified(
                page,
                [f"Writer {number}, A. and Keeper B.: On the filling of the chamber"],
                50,
                80 + 26 * number,
                330,
            )
            lines(
                page, [f"at high water. Harbour Press, {1900 + number}."], x=65, y=93 + 26 * number
            )

    found = paragraphs(make(tmp_path, draw))
    assert len(found) == 5
    assert all(text.startswith("Writer") and "Press" in text for text in found)


def test_an_icon_in_the_margin_is_no_bullet() -> None:
    from engine.loaders.pdf_figures import mark_figures
    from engine.loaders.pdf_lines import PageText, Piece

    icon = Piece("\uf05a", (50, 90, 74, 114), 110, 24)
    note = Piece(
        "Keep the paddles shut while the chamber is being filled.", (100, 100, 380, 110), 108, 10
    )
    mark_figures(PageText([icon, note], [], 420, 595), 10)
    assert (icon.role, note.role) == ("figure", "")


def test_pieces_of_tall_brackets_have_their_characters() -> None:
    from engine.loaders.pdf_text import BULLETS

    assert "\uf8f1\uf8f2\uf8f3\uf8f4\uf8eb\uf8f8".translate(BULLETS) == "⎧⎨⎩⎪⎛⎠"


def test_the_last_line_of_a_letter_is_no_running_foot(tmp_path: Path) -> None:
    def letters(page: Any) -> None:
        lines(page, [*PROSE, "With kind regards,"], y=80)
        lines(page, [*PROSE, "With kind regards,"], y=300)
        lines(page, [*PROSE, "With kind regards,"], y=531)

    document = make(tmp_path, *[letters] * 5)
    assert document.raw.count("With kind regards,") == 15
    assert "footer" not in {hint.role for hint in document.hints}


def test_a_note_on_several_pages_is_no_running_foot(tmp_path: Path) -> None:
    document = make(tmp_path, *[note_page] * 4)
    assert document.raw.count("[^3]: Oak, of the kind") == 4


def test_notes_of_equal_words_are_no_running_foot(tmp_path: Path) -> None:
    def sheet(number: int) -> Draw:
        def draw(page: Any) -> None:
            lines(page, PROSE * 8)
            lines(page, [f"{number}See the ledger of the lower mill."], y=545, fontsize=8)

        return draw

    document = make(tmp_path, *(sheet(number) for number in range(1, 6)))
    found = [role for text, role in roles(document).items() if "ledger of the lower" in text]
    assert len(found) == 5
    assert "footer" not in found


def test_a_histogram_and_a_framed_picture_are_figures(tmp_path: Path) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 60), False)
    pixels.set_rect(pixels.irect, (90, 120, 200))

    def draw(page: Any) -> None:
        lines(page, PROSE * 3)
        stairs = [(120 + 10 * (step // 2), 300 - 9 * ((step + 1) // 2 % 5)) for step in range(24)]
        shape = page.new_shape()
        shape.draw_polyline(stairs)
        shape.finish(closePath=False)
        shape.draw_rect(pymupdf.Rect(120, 360, 300, 480))
        shape.finish()
        for tick in range(5):
            shape.draw_line((116, 370 + 25 * tick), (120, 370 + 25 * tick))
            shape.finish()
        shape.commit()
        lines(page, ["Figure 1. Barges at each hour of the day."], y=325)
        lines(page, ["Barges"], x=160, y=296, fontsize=8)
        page.insert_image(pymupdf.Rect(140, 370, 280, 460), pixmap=pixels)
        lines(page, ["25"], x=104, y=400, fontsize=8)
        lines(page, ["Hours"], x=190, y=491, fontsize=8)
        lines(page, PROSE, y=520)

    found = roles(make(tmp_path, draw))
    assert [found[label] for label in ("Barges", "25", "Hours")] == ["figure"] * 3
    assert {found[line] for line in PROSE} == {""}
