"""PDF files through PyMuPDF: lines with page, box and type, in reading order."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.document import Cancelled, Document, SeamlineError
from engine.loaders import pdf_furniture as furniture
from engine.loaders import pdf_roles as roles
from engine.loaders.pdf_columns import column_starts, find_bands, in_bands
from engine.loaders.pdf_contents import mark_contents
from engine.loaders.pdf_figures import Drawings, find_figures, mark_figures
from engine.loaders.pdf_gaps import mark_gaps
from engine.loaders.pdf_headings import Headings
from engine.loaders.pdf_joined import join_tables
from engine.loaders.pdf_layout import (
    find_gutters,
    join_drop_caps,
    page_gutters,
    reading_order,
    row_gaps,
    shared_gutters,
)
from engine.loaders.pdf_lines import PageText, Piece, read_content, read_page
from engine.loaders.pdf_notes import place_notes
from engine.loaders.pdf_outline import read_outline, read_titles
from engine.loaders.pdf_rows import join_rows
from engine.loaders.pdf_tables import find_tables, without_tables
from engine.loaders.pdf_writer import LOOSE, Writer, write_column

_MIN_TEXT = 12  # letters a page; below it a page of pictures counts as scanned
_NO_VALUE = re.compile("[\ufffd\ue000-\uf8ff]")
_UNREADABLE = 0.3  # share of characters without a Unicode value that is worth a note


def _faults() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises for damaged data."""
    pymupdf: Any = importlib.import_module("pymupdf")
    return (RuntimeError, pymupdf.mupdf.FzErrorBase)


def _open(data: bytes, name: str) -> Any:
    """An opened PyMuPDF document with at least one page."""
    pymupdf: Any = importlib.import_module("pymupdf")
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    damaged = SeamlineError(
        f"{name} is damaged and cannot be opened as PDF; get a fresh copy of it."
    )
    faults: tuple[type[Exception], ...] = (*_faults(), ValueError)
    try:
        pdf = pymupdf.open(stream=data, filetype="pdf")
    except faults:
        raise damaged from None
    if pdf.needs_pass:
        pdf.close()
        raise SeamlineError(
            f"{name} is encrypted with a password; save a copy without the password and open that."
        )
    try:
        count = pdf.page_count
    except faults:
        raise damaged from None
    if count == 0:
        broken = pdf.is_repaired
        pdf.close()
        if broken:
            raise damaged
        raise SeamlineError(f"{name} has no page: it is empty or damaged; get a fresh copy of it.")
    return pdf


def _read_pages(
    pdf: Any,
    progress: Callable[[int, int], None] | None,
    cancel: Callable[[], bool] | None,
) -> tuple[list[PageText], int, list[str]]:
    """Text of all pages with tables, how many pages hold pictures, and notes."""
    pages: list[PageText] = []
    notes: list[str] = []
    pictures = 0
    faults = _faults()
    count = pdf.page_count
    for number in range(count):
        if cancel is not None and cancel():
            raise Cancelled
        try:
            page = pdf.load_page(number)
            content = read_content(page)
        except faults:
            notes.append(f"Page {number + 1} is damaged and was left out.")
            pages.append(PageText([], [], 0.0, 0.0))
            continue
        text = read_page(page, content)
        if len(text.pieces) < 4:
            pictures += bool(page.get_images())
        furniture.mark_stamps(text)
        furniture.mark_line_numbers(text)
        size = roles.body_size([text])
        drawings = Drawings(page)
        try:
            tables = find_tables(drawings, size, text.pieces)
        except faults:
            notes.append(f"The drawings of page {number + 1} are damaged; its tables are lines.")
            tables = []
        text.pieces[:] = without_tables(text.pieces, tables)
        if text.width == content["width"]:  # else the text is turned, and drawings are not
            try:
                text.figures.extend(find_figures(drawings, text.pieces))
            except faults:
                notes.append(f"The drawings of page {number + 1} are damaged; labels are text.")
        pages.append(text)
        if progress is not None:
            progress(number + 1, count)
    return pages, pictures, notes


def _check_text(pages: Sequence[PageText], pictures: int, name: str) -> list[str]:
    """Notes on the quality of the text; SeamlineError where there is none."""
    everything = "".join(p.text for page in pages for p in page.pieces)
    letters = sum(map(str.isalnum, everything))
    if letters == 0 or (pictures == len(pages) and letters < _MIN_TEXT * len(pages)):
        if pictures:
            raise SeamlineError(
                f"{name} is a scan without a text layer; run OCR on it first and open the result."
            )
        if letters == 0:
            raise SeamlineError(
                f"{name} holds no text: its pages are blank or drawn as pictures; "
                "run OCR on it first."
            )
    unknown = len(_NO_VALUE.findall(everything))
    if unknown > _UNREADABLE * max(1, len(everything)):
        return ["Many characters have no readable value in this PDF; OCR may read it better."]
    return []


def _layout(
    pages: Sequence[PageText], outline: dict[int, list[tuple[int, str]]]
) -> list[tuple[list[Piece], list[list[Piece]], list[Piece]]]:
    """Per page: what stands above the text, its columns, and what stands below."""
    body = roles.body_size(pages)
    typescript = roles.mono_body(pages)
    furniture.mark_furniture(pages, body)
    for page in pages:
        mark_figures(page, body)
    titles = read_titles(outline, pages)
    headings = Headings(titles, body)
    headings.keep_titles(pages)
    texts = [join_drop_caps(_running(page), body) for page in pages]
    own = [find_gutters(text) for text in texts]
    shared = shared_gutters(own)
    gutters = [page_gutters(text, x, shared) for text, x in zip(texts, own, strict=True)]
    starts = _column_starts(texts, gutters)
    result = []
    for number, page in enumerate(pages):
        edge = join_rows([p for p in page.pieces if p.role in LOOSE])
        above = [p for p in edge if p.mid < page.height / 2 and p.role != "figure"]
        below = [p for p in edge if p.role == "figure"] + page.rotated
        below += [p for p in edge if p.mid >= page.height / 2 and p.role != "figure"]
        numbers = [p for p in page.pieces if p.role == "linenum"]
        text = texts[number]
        bands = [] if gutters[number] else find_bands(text, row_gaps(text), starts)
        columns = in_bands(text, bands) if bands else reading_order(text, gutters[number])
        for column in columns:
            mark_gaps(column)
            roles.mark_local_roles(column, typescript)
            width = max(p.x1 for p in column) - min(p.x0 for p in column)
            headings.collect(number, column, max(width, 0.4 * page.width))
            roles.mark_footnotes(column, body, page.height)
        result.append((above, columns, numbers, below))
    headings.finish()
    join_tables([columns for _, columns, _, _ in result])
    mark_contents([columns for _, columns, _, _ in result], titles)
    for _, columns, _, _ in result:
        place_notes(columns)
        columns[:] = [column for column in columns if column]
    return [
        (above, [_with_numbers(column, numbers) for column in columns], below)
        for above, columns, numbers, below in result
    ]


def _column_starts(
    texts: Sequence[Sequence[Piece]], gutters: Sequence[Sequence[float]]
) -> list[float]:
    """Where right columns start on the pages that show it themselves, in points."""
    starts: list[float] = []
    for text, found in zip(texts, gutters, strict=True):
        if found:
            starts += column_starts(text, found)
        else:
            starts += [band.start for band in find_bands(text, row_gaps(text))]
    return sorted(set(starts))


def _running(page: PageText) -> list[Piece]:
    """The pieces of a page that stand in its text."""
    return [p for p in page.pieces if p.role not in (*LOOSE, "linenum")]


def _with_numbers(column: list[Piece], numbers: Sequence[Piece]) -> list[Piece]:
    """The column with each line number of the margin before its line."""
    if not numbers:
        return column
    merged: list[Piece] = []
    left = list(numbers)
    for line in column:
        for number in [n for n in left if abs(n.mid - line.mid) < 0.6 * line.size]:
            number.gap, line.gap = line.gap, False
            merged.append(number)
            left.remove(number)
        merged.append(line)
    return merged


def load_pdf(
    path: str,
    name: str,
    data: bytes,
    sha256: str,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a PDF into a `Document` with a hint for every raw line.

    Raises SeamlineError where it is encrypted, damaged, without pages or without text,
    Cancelled when `cancel` says so. A page that cannot be read is left out and noted.
    """
    pdf = _open(data, name)
    try:
        pages, pictures, notes = _read_pages(pdf, progress, cancel)
        outline = read_outline(pdf)
    finally:
        pdf.close()
    notes += _check_text(pages, pictures, name)
    writer = Writer()
    for number, (above, columns, below) in enumerate(_layout(pages, outline)):
        writer.start_page()
        for piece in above:
            writer.line(number, piece, piece.text, piece.role)
        if above:
            writer.blank(number)
        for column in columns:
            write_column(writer, number, column)
        if below:
            writer.blank(number)
        for piece in below:
            writer.line(number, piece, piece.text, piece.role)
    raw = writer.finish()
    return Document(
        path=path,
        name=name,
        kind="pdf",
        raw=raw,
        sha256=sha256,
        hints=tuple(writer.hints),
        pages=tuple(writer.pages),
        notes=tuple(notes),
    )
