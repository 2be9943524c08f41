"""Tables and code of PDFs: wrapped cells, stacked tables, page breaks, fixed pitch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from engine.document import Document
from engine.loaders import load
from engine.loaders.pdf_fonts import mark_fixed_pitch
from engine.loaders.pdf_ladders import join_cell

Draw = Callable[[Any], None]


def make(tmp_path: Path, *pages: Draw) -> Document:
    pdf = pymupdf.open()
    for draw in pages:
        draw(pdf.new_page(width=420, height=595))
    path = tmp_path / "tables.pdf"
    pdf.save(path)
    return load(path)


def row(page: Any, y: float, *cells: str, xs: tuple[float, ...] = (60, 160, 260)) -> None:
    for x, cell in zip(xs, cells, strict=False):
        page.insert_text((x, y), cell, fontsize=10)


def rule(page: Any, y: float, x0: float = 55, x1: float = 350) -> None:
    page.draw_line((x0, y), (x1, y))


def tables(document: Document) -> list[list[str]]:
    found: list[list[str]] = []
    before = False
    for text, hint in zip(document.raw.split("\n"), document.hints, strict=True):
        if hint.role == "table":
            if not before:
                found.append([])
            found[-1].append(text)
        before = hint.role == "table"
    return found


def test_tables_of_one_width_with_a_caption_between_are_two(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for top, name in ((100, "oats"), (220, "rye")):
            page.insert_text((60, top - 12), f"Table {top // 100}: Yields of {name}", fontsize=9)
            for y in (top, top + 18, top + 54):
                rule(page, y)
            row(page, top + 13, "field", "sacks", "price")
            row(page, top + 32, f"{name} north", "12", "3.50")
            row(page, top + 47, f"{name} south", "9", "3.20")

    found = tables(make(tmp_path, draw))
    assert [table[0] for table in found] == ["| field | sacks | price |"] * 2
    assert found[1][2:] == ["| rye north | 12 | 3.50 |", "| rye south | 9 | 3.20 |"]


def test_wrapped_cell_of_a_table_between_rules(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for y in (100, 118, 190):
            rule(page, y)
        xs = (60.0, 100.0, 300.0)
        row(page, 113, "no", "duty", "hours", xs=xs)
        row(page, 132, "1", "Grease the axle and the well-", "4", xs=xs)
        row(page, 150, "", "defined cogs of the wheel daily", xs=xs)
        row(page, 168, "2", "Sweep", "1", xs=xs)

    (found,) = tables(make(tmp_path, draw))
    duty = "Grease the axle and the well-defined cogs of the wheel daily"
    assert found[2:] == [f"| 1 | {duty} | 4 |", "| 2 | Sweep | 1 |"]


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("the self-", "made man", "the self-made man"),
        ("a require-", "ment", "a requirement"),
        ("state-of-the-", "art", "state-of-the-art"),
        ("磨坊的", "水轮", "磨坊的水轮"),
        ("", "one", "one"),
        ("one", "two", "one two"),
    ],
)
def test_join_cell(before: str, after: str, whole: str) -> None:
    assert join_cell(before, after) == whole


def grid(page: Any, y: float, rows: list[tuple[str, ...]], height: float = 18) -> None:
    xs = (55.0, 155.0, 255.0, 350.0)
    for number in range(len(rows) + 1):
        rule(page, y + height * number)
    for x in xs:
        page.draw_line((x, y), (x, y + height * len(rows)))
    for number, cells in enumerate(rows):
        row(page, y + height * number + 13, *cells)


def test_table_over_a_page_break_is_one(tmp_path: Path) -> None:
    head = ("day", "tide", "sacks")

    def first(page: Any) -> None:
        page.insert_text((60, 480), "The tides of one week were these.", fontsize=10)
        grid(page, 500, [head, ("Monday", "high", "12"), ("Tuesday", "low", "7")])

    def second(page: Any) -> None:
        grid(page, 50, [head, ("Friday", "high", "15")])
        page.insert_text((60, 200), "After that week the wheel was mended.", fontsize=10)

    document = make(tmp_path, first, second)
    (found,) = tables(document)
    assert found[-1] == "| Friday | high | 15 |" and len(found) == 5
    assert document.raw.rstrip().endswith("mended.")


def test_rows_without_rules_between_them(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for y in (100, 118, 180):
            rule(page, y)
        for x in (55.0, 155.0, 255.0, 350.0):
            page.draw_line((x, 100), (x, 180))
        row(page, 113, "sign", "name", "note")
        for number, cells in enumerate(
            (("w", "wheel", ""), ("s", "sluice", "oak"), ("g", "gate", ""))
        ):
            row(page, 133 + 18 * number, *cells)

    (found,) = tables(make(tmp_path, draw))
    assert found[2:] == ["| w | wheel |  |", "| s | sluice | oak |", "| g | gate |  |"]


def test_scale_of_a_drawing_is_no_table(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for y in (100, 140, 180):
            rule(page, y)
        for x in (55.0, 155.0, 255.0, 350.0):
            page.draw_line((x, 100), (x, 180))
        row(page, 125, "30")
        row(page, 165, "", "10", "0")

    assert tables(make(tmp_path, draw)) == []


def spans(font: str, widths: dict[str, float]) -> dict[str, Any]:
    texts = ["a", "=", ",", "7", ";", "i"]
    found = [
        {
            "text": t,
            "font": font,
            "flags": 0,
            "size": 10.0,
            "bbox": (0, 0, 10 * widths.get(t, 0.5), 9),
        }
        for t in texts
    ]
    return {"blocks": [{"lines": [{"dir": (1.0, 0.0), "spans": found}]}]}


@pytest.mark.parametrize(("widths", "fixed"), [({}, True), ({",": 0.25, "i": 0.28}, False)])
def test_fixed_pitch_shows_in_the_widths(widths: dict[str, float], fixed: bool) -> None:
    content = spans("T3", widths)
    mark_fixed_pitch(content)
    flags = {span["flags"] for span in content["blocks"][0]["lines"][0]["spans"]}
    assert flags == ({8} if fixed else {0})


def test_bullet_of_a_symbol_font(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        font = pymupdf.Font("symb")
        writer = pymupdf.TextWriter(page.rect)
        writer.append((50, 80), "\uf0b7", font=font, fontsize=10)
        writer.write_text(page)
        page.insert_text((65, 80), "oil the hinges", fontsize=10)
        page.insert_text((50, 110), "The list above has one entry only.", fontsize=10)

    raw = make(tmp_path, draw).raw
    assert raw.split("\n")[0].lstrip("•").strip() == "oil the hinges"


def test_head_wider_than_its_column_stays_one_cell(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for y in (80, 98, 152):
            rule(page, y)
        row(page, 93, "Field", "Sacks brought in", "Remarks", xs=(60, 110, 200))
        for place, word in enumerate(("north", "south", "east")):
            row(
                page, 112 + 16 * place, word, f"{place}1", "all of it was milled", xs=(60, 110, 200)
            )

    assert tables(make(tmp_path, draw))[0][0] == "| Field | Sacks brought in | Remarks |"
