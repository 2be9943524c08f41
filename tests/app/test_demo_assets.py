"""The bundled demo documents: there, reproducible, and as dirty as promised."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pymupdf
import pytest

from assets.demo.build import build
from assets.demo.canvas import width
from assets.demo.formulas import formula
from assets.demo.hyphens import hyphen_points
from assets.demo.lines import Style, break_lines, pieces

ASSETS = Path(__file__).resolve().parents[2] / "assets"
DEMO = ASSETS / "demo"
NAMES = ("tidal-gates.pdf", "bearing-report-zh.pdf", "navigation-lock.html", "lower-gate.txt")
ICONS = [
    "open", "run", "stop", "undo", "redo", "boundary-add", "boundary-move", "merge", "accept",
    "reject", "pin", "glue", "prev", "next", "worst", "find", "theme", "export", "done", "document",
    "chunk", "eye", "help", "settings", "seamline",
]  # fmt: skip


@pytest.fixture(scope="module")
def paper() -> pymupdf.Document:
    return pymupdf.open(DEMO / NAMES[0])


@pytest.fixture(scope="module")
def report() -> pymupdf.Document:
    return pymupdf.open(DEMO / NAMES[1])


def edge_lines(document: pymupdf.Document, index: int) -> Counter[str]:
    """The first (0) or last (-1) line by height of each page, counted."""
    found: Counter[str] = Counter()
    for page in document:
        lines = [
            ("".join(span["text"] for span in line["spans"]).strip(), line["bbox"][1])
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            if line["dir"] == (1.0, 0.0)
        ]
        found[sorted(lines, key=lambda line: line[1])[index][0]] += 1
    return found


def test_the_files_are_there_and_small() -> None:
    sizes = [(DEMO / name).stat().st_size for name in NAMES]
    assert all(size > 10_000 for size in sizes)
    assert sum(sizes) < 4_000_000


def test_the_build_gives_the_committed_bytes(tmp_path: Path) -> None:
    made = build(tmp_path)
    assert [path.name for path in made] == list(NAMES)
    again = build(tmp_path / "again")
    for first, second in zip(made, again, strict=True):
        assert first.read_bytes() == second.read_bytes(), first.name
    for path in made[2:]:
        assert path.read_bytes() == (DEMO / path.name).read_bytes(), path.name
    for path in made[:2]:
        # The compressed streams may differ between builds of the PDF library, the text not.
        new, old = pymupdf.open(path), pymupdf.open(DEMO / path.name)
        assert [page.get_text() for page in new] == [page.get_text() for page in old], path.name


def test_the_paper_has_heads_stamp_hyphens_and_shattered_formulas(
    paper: pymupdf.Document,
) -> None:
    assert paper.page_count >= 12
    heads = edge_lines(paper, 0)
    assert sum(count >= 5 for count in heads.values()) == 2
    assert set(edge_lines(paper, -1)) == {str(number) for number in range(1, paper.page_count + 1)}
    turned = [
        "".join(span["text"] for span in line["spans"])
        for block in paper[0].get_text("dict")["blocks"]
        for line in block.get("lines", ())
        if line["dir"] != (1.0, 0.0)
    ]
    assert len(turned) == 1 and turned[0].startswith("arXiv:")
    text = "\n".join(page.get_text(flags=pymupdf.TEXT_PRESERVE_LIGATURES) for page in paper)
    assert len(re.findall(r"[a-z]-\n[a-z]", text)) >= 30
    assert len(re.findall("[ﬀﬁﬂﬃﬄ]", text)) >= 50
    assert len(re.findall(r"\n.{1,2}(?=\n)", text)) >= 100
    assert len(text.split()) >= 6000
    fonts = {font[3] for page in paper for font in page.get_fonts()}
    assert any("Mono" in font or "Courier" in font for font in fonts)


def test_no_text_of_the_paper_leaves_the_page(paper: pymupdf.Document) -> None:
    for page in paper:
        for x0, y0, x1, y1, *_ in page.get_text("words"):
            assert 10 < x0 < x1 < 545 and 20 < y0 < y1 < 830


def test_the_report_is_read_as_chinese_and_has_its_furniture(report: pymupdf.Document) -> None:
    assert report.page_count >= 8
    text = "\n".join(page.get_text() for page in report)
    assert len(re.findall("[一-鿿]", text)) >= 4500
    assert "\ufffd" not in text
    for heading in ("第一章", "1.1", "一、"):
        assert heading in text
    assert re.search("附录 ?A", text)
    feet = edge_lines(report, -1)
    assert all(re.fullmatch(r"第 ?\d+ 页 ?共 ?\d+ 页", foot) for foot in feet)
    assert text.count("清渡泵站轴承振动监测技术报告") == report.page_count - 1


def test_the_page_carries_navigation_and_formulas_with_their_source() -> None:
    page = (DEMO / NAMES[2]).read_text(encoding="utf-8")
    for piece in (
        "cookie-banner", 'id="toc"', "editsection", "sidebar", "share", "navbox", "<footer>",
        "infobox", "references", "datatable",
    ):  # fmt: skip
        assert piece in page
    assert page.count('encoding="application/x-tex"') >= 20
    assert page.count('alt="{\\displaystyle ') >= 5
    assert "[[" not in page and "{{" not in page.replace("{{\\displaystyle", "")


def test_the_book_has_hard_breaks_heads_form_feeds_and_chapters() -> None:
    book = (DEMO / NAMES[3]).read_text(encoding="utf-8")
    assert 60_000 <= len(book.encode()) <= 100_000
    assert max(map(len, book.split("\n"))) <= 71
    assert book.count("\f") >= 30
    assert "CHAPTER IV" in book and "My dear Harriet," in book
    assert len(re.findall(r"^\f?\d+ +THE LOWER GATE$", book, re.MULTILINE)) >= 8
    assert len(re.findall(r"[a-z]-\n[a-z]", book)) >= 20
    assert "       Heave round, my girl, heave round;" in book


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_drawings_that_take_the_text_colour(name: str) -> None:
    path = ASSETS / "icons" / f"{name}.svg"
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert root.get("viewBox") == ("0 0 64 64" if name == "seamline" else "0 0 24 24")
    assert name == "seamline" or root.get("stroke") == "currentColor"


def test_justified_lines_end_at_the_measure() -> None:
    text = "The doors were coming together as they ought to when something stopped them. " * 6
    lines = break_lines(pieces(text, Style(10.0)), 200.0)
    ends = [
        max(run.x + width(run.text, run.face, run.size) for run in line.box.glyphs)
        for line in lines[:-1]
    ]
    assert all(abs(end - 200.0) < 0.01 for end in ends)


def test_formulas_name_what_they_cannot_set() -> None:
    box = formula(r"\frac{a}{b} + \sqrt{x_i^2}", 10.0, display=True)
    assert box.width > 0 and box.ascent > 10 and box.descent > 5
    with pytest.raises(ValueError, match="unknown command"):
        formula(r"\nonsense", 10.0)


def test_hyphens_stand_between_syllables() -> None:
    assert hyphen_points("information") == [5, 7]
    assert hyphen_points("gates") == [] and hyphen_points("MPC-based") == []
