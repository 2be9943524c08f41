"""PDF files: reading order, roles, tables, and the files that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from engine.document import Cancelled, Document, SeamlineError
from engine.loaders import load
from engine.loaders.pdf_furniture import page_number
from engine.loaders.pdf_text import undouble

Draw = Callable[[Any], None]
PROSE = "The keeper of the lock writes his notes twice a day and nobody reads them at all"


def make(tmp_path: Path, *pages: Draw, name: str = "paper.pdf", **save: Any) -> Document:
    pdf = pymupdf.open()
    for draw in pages:
        draw(pdf.new_page(width=420, height=595))
    path = tmp_path / name
    pdf.save(path, **save)
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


def test_lines_carry_page_box_and_size(tmp_path: Path) -> None:
    document = make(
        tmp_path, lambda p: lines(p, ["first page"]), lambda p: lines(p, ["second page"])
    )
    assert [document.raw[o:].split("\n")[0] for o in document.pages] == [
        "first page",
        "second page",
    ]
    hint = document.hints[-1]
    assert hint.page == 1 and hint.size == 10 and hint.box is not None and hint.box[0] == 50


def test_two_columns_below_a_title(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["Minutes of the harbour committee and its guests"], fontsize=15, y=50)
        for row in range(8):
            lines(page, [f"left column line number {row}"], x=40, y=90 + 13 * row)
            lines(page, [f"right column line number {row}"], x=225, y=90 + 13 * row)
        lines(
            page,
            ["A caption that runs over both of the columns of this page, all the way"],
            x=40,
            y=220,
        )
        for row in range(5):
            lines(page, [f"left lower line number {row}"], x=40, y=250 + 13 * row)
            lines(page, [f"right lower line number {row}"], x=225, y=250 + 13 * row)

    raw = make(tmp_path, draw).raw
    order = ["Minutes", "left column line number 0", "left column line number 7"]
    order += ["right column line number 0", "right column line number 7", "A caption"]
    order += ["left lower line number 4", "right lower line number 0"]
    found = [raw.index(text) for text in order]
    assert found == sorted(found)


def test_paragraph_gaps_become_blank_lines(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, [PROSE[:40], PROSE[40:], PROSE[:40]])
        lines(page, [PROSE[:30], PROSE[30:]], y=140)

    assert [len(part.split("\n")) for part in make(tmp_path, draw).raw.split("\n\n")] == [3, 2]


def book(number: int) -> Draw:
    def draw(page: Any) -> None:
        head = "CROSSINGS OF THE BAY" if number % 2 == 0 else "The Night Ferry"
        lines(page, [head], y=40, x=120, fontsize=8)
        if number == 0:
            lines(page, ["The Night Ferry"], y=90, fontsize=16)
        body = [f"{word} {PROSE[:50]}" for word in ("one", "two", "three", "four", "five")]
        lines(page, [f"{text} {number}" for text in body], y=120)
        lines(page, [str(number + 12)], y=560, x=200 + 20 * (number % 2), fontsize=9)

    return draw


def test_running_heads_and_page_numbers(tmp_path: Path) -> None:
    document = make(tmp_path, *[book(number) for number in range(6)])
    for text, hint in zip(document.raw.split("\n"), document.hints, strict=True):
        if text in ("CROSSINGS OF THE BAY", "The Night Ferry") and hint.size < 10:
            assert hint.role == "header"
        elif text == "The Night Ferry":
            assert hint.role == "h1"
        elif text.isdigit():
            assert hint.role == "pagenum"
        elif text:
            assert hint.role == ""


def test_text_at_the_edge_of_a_page_is_no_furniture(tmp_path: Path) -> None:
    document = make(
        tmp_path,
        lambda p: lines(p, ["Rules for the guests of the house"], y=15),
        lambda p: lines(p, ["Boots stay on the porch"], y=585),
        lambda p: lines(p, ["Lamps are put out at ten"], y=12),
    )
    assert set(roles(document).values()) == {""}


def test_stamp_line_numbers_and_footnote(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((20, 300), "arXiv:2401.01234v2 [cs.CL]", fontsize=12, rotate=90)
        for row in range(12):
            lines(page, [PROSE[:45]], x=60, y=80 + 14 * row)
            lines(page, [str(row + 1)], x=40, y=80 + 14 * row, fontsize=7)
        lines(page, ["1 The notes are kept in the attic."], x=60, y=520, fontsize=7.5)

    found = roles(make(tmp_path, draw))
    assert found["arXiv:2401.01234v2 [cs.CL]"] == "stamp"
    assert found["7"] == "linenum"
    assert found["1 The notes are kept in the attic."] == "footnote"


def test_headings_lists_captions_and_code(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["A Study of Locks"], fontsize=18, y=50)
        lines(page, ["1. Introduction"], fontsize=13, y=90, fontname="hebo")
        lines(page, [PROSE[:50], PROSE[:50], PROSE[:50]], y=115)
        lines(page, ["- open the upper gate", "- wait for the water"], y=165)
        lines(page, ["Figure 1: The upper gate in spring"], y=210, fontsize=9)
        lines(page, ["def gate():", "    return 42"], y=240, fontname="cour", fontsize=9)
        lines(page, ["2. Methods"], fontsize=13, y=290, fontname="hebo")
        lines(page, [PROSE[:50], PROSE[:50], PROSE[:50]], y=315)

    document = make(tmp_path, draw)
    found = roles(document)
    assert found["A Study of Locks"] == "h1"
    assert found["1. Introduction"] == found["2. Methods"] == "h1"
    assert found["- open the upper gate"] == "li"
    assert found["Figure 1: The upper gate in spring"] == "caption"
    assert "```\ndef gate():\n    return 42\n```" in document.raw


def test_outline_gives_heading_levels(tmp_path: Path) -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    lines(page, ["Weirs"], fontname="hebo", y=60)
    lines(page, [PROSE] * 3, y=90)
    lines(page, ["Small weirs"], fontname="hebo", y=160)
    lines(page, [PROSE] * 3, y=190)
    pdf.set_toc([[1, "Weirs", 1], [2, "Small weirs", 1]])
    path = tmp_path / "outline.pdf"
    pdf.save(path)
    found = roles(load(path))
    assert (found["Weirs"], found["Small weirs"]) == ("h1", "h2")


def ruled(page: Any) -> None:
    rows = [["Month", "Up", "Down"], ["May", "41", "38"], ["June", "57", "a|b"]]
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            page.draw_rect((50 + 80 * j, 100 + 20 * i, 130 + 80 * j, 120 + 20 * i))
            lines(page, [text], x=55 + 80 * j, y=114 + 20 * i)
    lines(page, [PROSE[:50], PROSE[:40]], y=200)


def test_ruled_table_becomes_markdown_once(tmp_path: Path) -> None:
    document = make(tmp_path, ruled)
    assert (
        "| Month | Up | Down |\n|---|---|---|\n| May | 41 | 38 |\n| June | 57 | a\\|b |"
        in document.raw
    )
    assert document.raw.count("June") == 1
    assert roles(document)["| May | 41 | 38 |"] == "table"


def test_table_between_horizontal_rules(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for y in (90, 110, 160):
            page.draw_line((50, y), (350, y))
        for i, row in enumerate([["Gauge", "Error"], ["float", "0.13"], ["siphon", "0.24"]]):
            lines(page, [row[0]], x=55, y=103 + 20 * i)
            lines(page, [row[1]], x=250, y=103 + 20 * i)
        lines(page, [PROSE[:50], PROSE[:40]], y=200)

    assert (
        "| Gauge | Error |\n|---|---|\n| float | 0.13 |\n| siphon | 0.24 |"
        in make(tmp_path, draw).raw
    )


def test_a_frame_around_prose_is_no_table(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.draw_rect((45, 60, 380, 130))
        lines(page, [PROSE[:50], PROSE[:50], PROSE[:50]])

    document = make(tmp_path, draw)
    assert "|" not in document.raw and document.raw.count(PROSE[:50]) == 3


def test_drop_cap_joins_its_word(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["R"], x=40, y=110, fontsize=40)
        lines(
            page,
            ["epaired by the masons of two villages,", "the upper dam has held for long."],
            x=72,
            y=85,
        )
        lines(page, ["The lower dam was never repaired by them."] * 3, x=40, y=125)

    assert "Repaired by the masons" in make(tmp_path, draw).raw


def test_fake_bold_is_read_once(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        lines(page, ["Heavy words here"], x=50)
        lines(page, ["Heavy words here"], x=50.4)

    assert make(tmp_path, draw).raw == "Heavy words here"
    assert undouble("TThhee ggaattee") == "The gate"
    assert undouble("aardvark book") == "aardvark book"


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("- 7 -", 7), ("Page 3 of 9", 3), ("xiv", 14), ("第 5 页", 5), ("May 41", None)],
)
def test_page_number_forms(text: str, number: int | None) -> None:
    assert page_number(text) == number


def scan(page: Any) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 40))
    page.insert_image(page.rect, pixmap=pixels)


def test_scan_blank_and_passwords(tmp_path: Path) -> None:
    with pytest.raises(SeamlineError, match=r"paper\.pdf.*scan.*OCR"):
        make(tmp_path, scan)
    with pytest.raises(SeamlineError, match="no text"):
        make(tmp_path, lambda page: None)
    aes = pymupdf.PDF_ENCRYPT_AES_256
    with pytest.raises(SeamlineError, match="password"):
        make(tmp_path, lambda p: lines(p, ["x"]), encryption=aes, user_pw="u", owner_pw="o")
    opened = make(tmp_path, lambda p: lines(p, ["seen"]), encryption=aes, owner_pw="o")
    assert opened.raw == "seen"


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "torn.pdf"
    path.write_bytes(b"%PDF-1.7\n" + b"garbage " * 50)
    with pytest.raises(SeamlineError, match=r"torn\.pdf is damaged"):
        load(path)


def test_progress_and_cancel(tmp_path: Path) -> None:
    make(tmp_path, *[lambda p: lines(p, [PROSE])] * 3)
    seen: list[tuple[int, int]] = []
    load(tmp_path / "paper.pdf", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(Cancelled):
        load(tmp_path / "paper.pdf", cancel=lambda: len(seen) > 0)
