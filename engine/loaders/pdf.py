"""PDF files through PyMuPDF: lines with page, box and type, in reading order."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.document import Cancelled, Document, LineHint, SeamlineError
from engine.loaders import pdf_furniture as furniture
from engine.loaders import pdf_roles as roles
from engine.loaders.pdf_headings import Headings
from engine.loaders.pdf_layout import join_drop_caps, mark_gaps, reading_order
from engine.loaders.pdf_lines import PageText, Piece, read_content, read_page
from engine.loaders.pdf_outline import read_outline, read_titles
from engine.loaders.pdf_rows import join_rows
from engine.loaders.pdf_tables import find_tables, without_tables

_LOOSE = ("header", "footer", "pagenum", "stamp")  # stand outside the text of the page
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…][\"'”’»）)\]】」』]*\s*(?:\d{1,3})?$")
_MIN_TEXT = 12  # letters a page; below it a page of pictures counts as scanned
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


class _Writer:
    """Raw lines, their hints and the page map."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.hints: list[LineHint] = []
        self.pages: list[int] = []
        self._length = 0
        self._page_waits = False
        self._text = ""

    @property
    def unfinished(self) -> bool:
        """Whether the running text stops within a sentence."""
        return bool(self._text) and not _SENTENCE_END.search(self._text)

    def _add(self, text: str, hint: LineHint) -> None:
        self.lines.append(text)
        self.hints.append(hint)
        self._length += len(text) + 1

    def start_page(self) -> None:
        """Begin a page at the next line that is not blank."""
        self._settle()
        self._page_waits = True

    def _settle(self) -> None:
        if self._page_waits:
            self.pages.append(self._length)
            self._page_waits = False

    def blank(self, page: int, role: str = "") -> None:
        """Write a blank line, never two in a row and none at the start."""
        if self.lines and self.lines[-1]:
            self._add("", LineHint(page=page, role=role))

    def line(self, page: int, piece: Piece, text: str, role: str) -> None:
        """Write a line of `page`, counted from 0."""
        self._settle()
        x0, y0, x1, y1 = (round(v, 2) for v in piece.box)
        hint = LineHint(
            page=page,
            box=(x0, y0, x1, y1),
            size=round(piece.size, 2),
            bold=piece.bold,
            mono=piece.mono,
            role=role,
        )
        self._add(text, hint)
        if role not in _LOOSE and role not in ("footnote", "caption", "linenum"):
            self._text = text if role in ("", "li") else ""

    def finish(self) -> str:
        """The raw text; a last page without text begins at its end."""
        self._settle()
        raw = "\n".join(self.lines)
        self.pages = [min(offset, len(raw)) for offset in self.pages]
        return raw


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
        try:
            tables = find_tables(page, size, text.pieces)
        except faults:
            notes.append(f"The drawings of page {number + 1} are damaged; its tables are lines.")
            tables = []
        text.pieces[:] = without_tables(text.pieces, tables)
        pages.append(text)
        if progress is not None:
            progress(number + 1, count)
    return pages, pictures, notes


def _check_text(pages: Sequence[PageText], pictures: int, name: str) -> list[str]:
    """Notes on the quality of the text; SeamlineError where there is none."""
    everything = "".join(p.text for page in pages for p in page.pieces)
    letters = sum(c.isalnum() for c in everything)
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
    unknown = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" for c in everything)
    if unknown > _UNREADABLE * max(1, len(everything)):
        return ["Many characters have no readable value in this PDF; OCR may read it better."]
    return []


def _write_code(writer: _Writer, number: int, run: Sequence[Piece]) -> None:
    """A run of code lines as a fence, indented as on the page."""
    left = min(line.x0 for line in run)
    pitch = sorted(line.pitch for line in run)[len(run) // 2] or 6.0
    steps = sorted(b.base - a.base for a, b in itertools.pairwise(run))
    usual = steps[len(steps) // 2] if steps else 0.0
    fence = "```"
    writer.line(number, run[0], fence, "code")
    for index, line in enumerate(run):
        if index and usual and line.base - run[index - 1].base > 1.6 * usual:
            writer.blank(number, "code")
        indent = max(0, round((line.x0 - left) / pitch))
        writer.line(number, line, " " * indent + line.text, "code")
    writer.line(number, run[-1], fence, "code")


def _write_column(writer: _Writer, number: int, lines: Sequence[Piece]) -> None:
    index = 0
    previous = ""
    while index < len(lines):
        line = lines[index]
        role = line.role
        if role == "code":
            end = index
            while end < len(lines) and lines[end].role == "code":
                end += 1
            writer.blank(number)
            _write_code(writer, number, lines[index:end])
            writer.blank(number)
            index = end
            previous = role
            continue
        same_formula = role == previous == "formula"
        runs_on = index == 0 and role == "" and writer.unfinished
        if (
            (line.gap and not same_formula and not runs_on)
            or role == "table"
            or previous in ("table", "code")
            or (role != previous and (role[:1] == "h" or previous[:1] == "h"))
        ):
            writer.blank(number)
        for text in line.text.split("\n"):
            writer.line(number, line, text, role)
        previous = role
        index += 1


def _layout(
    pages: Sequence[PageText], outline: dict[int, list[tuple[int, str]]]
) -> list[tuple[list[Piece], list[list[Piece]], list[Piece]]]:
    """Per page: what stands above the text, its columns, and what stands below."""
    body = roles.body_size(pages)
    typescript = roles.mono_body(pages)
    furniture.mark_furniture(pages, body)
    headings = Headings(read_titles(outline, pages), body)
    on_title_page = 0
    result = []
    for number, page in enumerate(pages):
        edge = join_rows([p for p in page.pieces if p.role in _LOOSE])
        above = [p for p in edge if p.mid < page.height / 2]
        below = [p for p in edge if p.mid >= page.height / 2] + page.rotated
        numbers = [p for p in page.pieces if p.role == "linenum"]
        text = [p for p in page.pieces if p.role not in (*_LOOSE, "linenum")]
        columns = reading_order(join_drop_caps(text, body))
        for column in columns:
            mark_gaps(column)
            roles.mark_local_roles(column, typescript)
            width = max(p.x1 for p in column) - min(p.x0 for p in column)
            headings.collect(number, column, max(width, 0.4 * page.width))
            roles.mark_footnotes(column, body, page.height)
        if number == 0:
            on_title_page = headings.found()
        result.append((above, [_with_numbers(c, numbers) for c in columns], below))
    headings.finish(on_title_page)
    return result


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
    writer = _Writer()
    for number, (above, columns, below) in enumerate(_layout(pages, outline)):
        writer.start_page()
        for piece in above:
            writer.line(number, piece, piece.text, piece.role)
        if above:
            writer.blank(number)
        for column in columns:
            _write_column(writer, number, column)
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
