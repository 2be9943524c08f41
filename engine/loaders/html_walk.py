"""The walk through the tree of a web page that writes its raw lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lxml.etree import _Element

from engine.document import Cancelled
from engine.loaders import html_formulas, html_notes, html_tables
from engine.loaders.dom import local, text_of
from engine.loaders.html_code import code_language, code_lines, code_text, is_line_numbers
from engine.loaders.html_elements import BLOCKS, HEADINGS, PREFORMATTED, TIGHT
from engine.loaders.html_lines import BREAK, FURNITURE, collapse
from engine.loaders.html_names import (
    FOOTNOTES,
    LATEXML_LINE,
    LATEXML_NOTE,
    LATEXML_TAG,
    VERSE,
    names_of,
)
from engine.loaders.html_roles import backlink, furniture, permalink
from engine.loaders.html_weights import Weight
from engine.loaders.html_writer import Later, OpenList, Writer
from engine.loaders.text import normalise_lines

_ROLES = {name: name for name in HEADINGS}
_ROLES |= {"li": "li", "caption": "caption", "figcaption": "caption", "blockquote": "quote"}
_LISTS = frozenset({"ul", "ol", "menu"})
_KEEP_ROLE = frozenset({"quote", "footnote", "li"})
_UNSEEN = Weight(hidden=True)
_ORDINAL = re.compile(r"^(?:st|nd|rd|th|er|re|e|ème|o|a|º|ª|tm|®|™)$", re.IGNORECASE)
_RAISED = re.compile(r"^[−–+-]?[0-9n]{1,4}$")
_INLINE = re.compile(r"(?:^|;)\s*display\s*:\s*(?:-webkit-)?inline", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of a page before it is walked: weights of its elements, the element
    with the main text, the one with the title, and the marks of its footnotes by id."""

    weights: Mapping[_Element, Weight]
    whole: Weight
    main: _Element | None
    title: _Element | None
    notes: Mapping[str, str]
    cancel: Callable[[], bool] | None


@dataclass(frozen=True, slots=True)
class _Opened:
    """What opening an element did, so that closing it undoes the same."""

    name: str
    furniture: bool
    inline: bool
    main: bool
    listed: bool
    closing: str


class Walker:
    """Walks the tree once, without recursion, and hands its text to a `Writer`."""

    def __init__(self, page: Page, out: Writer, *, inside_main: bool = False) -> None:
        self.page = page
        self.out = out
        self._opened: list[_Opened] = []
        self._main = int(inside_main)
        self._label = ""
        if page.main is not None and not inside_main:
            out.furniture.append("nav")

    def walk(self, root: _Element) -> None:
        """Write `root` and everything in it."""
        stack: list[tuple[_Element, bool]] = [(root, False)]
        seen = 0
        while stack:
            element, closing = stack.pop()
            if closing:
                self._end(element)
            else:
                seen += 1
                cancel = self.page.cancel
                if seen % 2000 == 0 and cancel is not None and cancel():
                    raise Cancelled
                if isinstance(element.tag, str) and self._start(element):
                    stack.append((element, True))
                    stack.extend((child, False) for child in reversed(element))
                    continue
            if element is not root:
                self._text(element.tail)
        self.out.flush()

    def _text(self, text: str | None) -> None:
        if text:
            if self._label and text.strip():
                self._label = ""
            self.out.text(text)

    # --- opening ---------------------------------------------------------------------

    def _start(self, element: _Element) -> bool:
        """Open `element`; False where its content is left out or written already."""
        out = self.out
        formula = html_formulas.recognise(element)
        if formula is not None:
            out.formula(formula)
            return False
        weight = self.page.weights.get(element, _UNSEEN)
        name, names = weight.name, weight.names
        if weight.hidden:
            if name == "input" and element.get("type") == "checkbox":
                self._checkbox(element)
            return False
        if name == "br":
            out.text(BREAK)
            return False
        if name == "img":
            self._emoji(element)
            return False
        if (
            element is self.page.main
            or element is self.page.title
            or (out.apart and self._kept_apart(element, names))
        ):
            role = "content"
        elif out.apart:
            role = name if name in ("header", "footer") and not self._main else ""
        else:
            role = furniture(element, self.page.weights, self.page.whole, self._main > 0)
            if role and name in BLOCKS and out.in_heading:
                role = ""
        if name == "div" and not weight.text and not out.lines.empty and _bare(element):
            return False
        if name not in BLOCKS or (name == "div" and _INLINE.search(element.get("style") or "")):
            return self._inline(element, name, names, role)
        return self._block(element, name, names, role)

    def _kept_apart(self, element: _Element, names: str) -> bool:
        """Whether an element outside the main text belongs to it: its footnotes."""
        if self.page.main is None or self._main:
            return False
        return FOOTNOTES(names) or element.get("role") == "doc-endnotes"

    def _inline(self, element: _Element, name: str, names: str, role: str) -> bool:
        out = self.out
        if name == "a" and not out.apart:
            href = element.get("href") or ""
            if "#" in href and permalink(element):
                return False
            if href[1:] in self.page.notes and (mark := html_notes.calls_note(element)):
                out.text(f"[^{mark}]")
                return False
            if href[:1] == "#" and backlink(element):
                role = "nav"
        if self._label and text_of(element).strip().strip("[].:") == self._label:
            out.text(f"[^{self._label}]: ")
            self._label = ""
            return False
        if role and role != "content" and out.in_heading and name == "a":
            role = "" if not names.startswith("edit") else role
        if role and role != "content":
            text = collapse(text_of(element))
            if text:
                out.later.append(Later(text, role, f"{out.where()}>{name}"))
            return False
        if "ltx tag item" in names and out.lists and out.marker and out.lines.empty:
            out.marker = f"{text_of(element).strip()} ".replace("• ", "- ")
            return False
        if LATEXML_NOTE(names) and self._inline_note(element):
            return False
        if LATEXML_LINE(names):
            out.text(BREAK)
        elif name == "label":
            before = element.getprevious()
            out.text(BREAK if before is not None and local(before) == "label" else "")
        closing = ""
        if name in ("code", "tt") and self._ticked(element):
            out.text("`")
            closing = "`"
        elif name == "sup":
            own = text_of(element).strip()
            if _RAISED.match(own) and element.find(".//a") is None and not _ORDINAL.match(own):
                out.text("^")
        elif name == "q":
            out.text("“")
            closing = "”"
        elif name == "rt":
            out.text("(")
            closing = ")"
        elif LATEXML_TAG(names):
            closing = " "
        self._open(element, name, names, role, inline=True, closing=closing)
        return True

    def _inline_note(self, element: _Element) -> bool:
        """Write a footnote whose text stands at its mark behind the paragraph; False where
        the element holds no such text."""
        marks = [node for node in element.iter() if "ltx note mark" in names_of(node)]
        content = [node for node in element.iter() if "ltx note content" in names_of(node)]
        if not marks or not content:
            return False
        mark = text_of(marks[0]).strip()
        text = self._cell(content[0]).replace("^", "", 1)
        while mark and text.startswith(mark):
            text = text[len(mark) :].lstrip()
        self.out.text(f"[^{mark}]")
        self.out.later.append(Later(f"[^{mark}]: {text}", "footnote", self.out.where()))
        return True

    def _block(self, element: _Element, name: str, names: str, role: str) -> bool:
        out = self.out
        if not self._begins_item(name) and not self._follows_label(name):
            out.flush()
            if role or self._spaced(element, name):
                out.lines.gap()
        content = not out.apart and not (role and role != "content")
        if name in PREFORMATTED:
            self._pre(code_text(element), code_language(element), role)
            return False
        if content and self._special(element, name, names):
            return False
        if name in ("td", "th") and is_line_numbers(element):
            numbers = collapse(" ".join(text_of(element).split()))
            out.lines.emit(numbers, "linenum", out.where())
            return False
        self._open(element, name, names, role, inline=False, closing="")
        self._text(element.text)
        return True

    def _special(self, element: _Element, name: str, names: str) -> bool:
        """Write a table or a block of code line by line, if `element` is one."""
        if name == "table":
            equations = html_formulas.equations(element) if "ltx eqn table" in names else []
            for equation in equations:
                self.out.formula(equation)
            if equations:
                return True
        if names and name in ("div", "table"):
            lines = code_lines(element, names)
            if lines:
                self._pre(lines, "", "")
                return True
        if name == "table" and html_tables.is_data(element):
            self._table(element)
            return True
        if name == "div" and (names or element.get("role")):
            rows = html_tables.div_rows(element, names)
            if len(rows) > 1:
                self._rows(rows, headed=True)
                return True
        if name == "tr" and html_tables.is_line(element):
            cells = [self._cell(cell) for cell in html_tables.cells_of(element)]
            self.out.text(" ".join(text for cell in cells if (text := cell.strip(" \xa0"))))
            self.out.flush()
            return True
        return False

    def _begins_item(self, name: str) -> bool:
        """Whether this block is the first thing in a list item, beside its marker."""
        out = self.out
        return bool(out.lists and out.marker and out.lines.empty and name in ("p", "div"))

    def _follows_label(self, name: str) -> bool:
        """Whether this block is the text of a footnote whose number is just gathered."""
        out = self.out
        if name != "p" or out.role != "footnote" or not out.lines.labelled():
            return False
        out.text(" ")
        return True

    def _spaced(self, element: _Element, name: str) -> bool:
        """Whether a blank line stands above and below this block."""
        if name in TIGHT or (name in _LISTS and self.out.lists):
            return False
        if name in ("p", "div"):
            parent = element.getparent()
            if parent is not None and VERSE(self.page.weights.get(parent, _UNSEEN).names):
                return any(local(child) in BLOCKS for child in element)
        return True

    def _open(
        self, element: _Element, name: str, names: str, role: str, *, inline: bool, closing: str
    ) -> None:
        out = self.out
        out.path.append(name)
        main = name in ("main", "article") or element is self.page.main
        main = main or element.get("role") == "main"
        if role:
            out.furniture.append("" if role == "content" else role)
        self._main += main
        weight = self.page.weights[element]
        listed = name in _LISTS and not weight.headings
        self._opened.append(_Opened(name, bool(role), inline, main, listed, closing))
        mark = self.page.notes.get(element.get("id") or "") if self.page.notes else None
        if element is self.page.title and name not in HEADINGS:
            out.roles.append("h1")
        elif name == "li" and weight.headings:
            out.roles.append("p")
        elif name in _ROLES:
            out.roles.append("footnote" if mark and name == "li" else _ROLES[name])
        elif names and FOOTNOTES(names):
            out.roles.append("footnote")
        elif name in ("p", "dt", "dd", "summary") and out.role not in _KEEP_ROLE:
            out.roles.append("p")
        else:
            out.roles.append(out.role)
        if listed:
            out.lists.append(_open_list(element, name))
        elif name == "li" and not weight.headings:
            out.marker = self._next_marker(element)
            if mark:
                out.marker = f"[^{mark}]: "
                out.lines.gap()
        elif mark and not inline:
            self._label = mark
        if inline:
            self._text(element.text)

    # --- closing ---------------------------------------------------------------------

    def _end(self, element: _Element) -> None:
        out = self.out
        opened = self._opened.pop()
        name = opened.name
        if opened.closing:
            out.text(opened.closing)
        if not opened.inline or opened.furniture:
            out.flush()
            if name == "li":
                out.marker = ""
            if opened.furniture or (not out.lists and self._spaced(element, name)):
                out.lines.gap()
        out.roles.pop()
        if opened.listed:
            out.lists.pop()
            if out.lists:
                out.lines.close_gap()
            else:
                out.lines.gap()
        self._main -= opened.main
        if opened.furniture:
            out.furniture.pop()
        out.path.pop()
        if not opened.inline and not out.lists and not out.in_heading and out.later:
            out.close()

    # --- what stands for an element ----------------------------------------------------

    def _checkbox(self, element: _Element) -> None:
        """The box of a task list."""
        out = self.out
        if out.lists and out.marker and out.lines.empty and not out.apart:
            out.text("[x] " if element.get("checked") is not None else "[ ] ")

    def _emoji(self, element: _Element) -> None:
        """A picture that stands for a character of the text."""
        alt = (element.get("alt") or "").strip()
        if 0 < len(alt) <= 8 and not alt.isascii() and not any(c.isalnum() for c in alt):
            self.out.text(alt)

    def _ticked(self, element: _Element) -> bool:
        """Whether inline code is shown between backticks."""
        text = text_of(element)
        return bool(text.strip()) and "`" not in text and not self.out.apart

    def _next_marker(self, element: _Element) -> str:
        lists = self.out.lists
        if not lists or lists[-1].number is None:
            return "- "
        current = lists[-1]
        value = (element.get("value") or "").strip()
        if value.lstrip("-").isdigit():
            current.number = int(value)
        assert current.number is not None
        marker = f"{current.number}. "
        current.number += current.step
        return marker

    def _pre(self, code: str, language: str, role: str) -> None:
        """A preformatted block as a fence; its lines and indentation stay as they are."""
        out = self.out
        text = normalise_lines(code).strip("\n").rstrip()
        if not text.strip():
            return
        role = role if role and role != "content" else out.apart or "code"
        where = f"{out.where()}>pre"
        longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
        fence = "`" * (longest + 1)
        for line in (fence + language, *text.split("\n"), fence):
            out.lines.emit(line, role, where)
        out.lines.gap()

    def _table(self, table: _Element) -> None:
        out = self.out
        where = f"{out.where()}>table"
        for child in table:
            if local(child) == "caption":
                text = self._cell(child)
                if text:
                    out.lines.emit(text, "caption", f"{where}>caption")
        rows = []
        for row in html_tables.rows_of(table):
            if not self._unseen(row):
                rows.append([c for c in html_tables.cells_of(row) if not self._unseen(c)])
        self._rows(rows, headed=False)

    def _unseen(self, element: _Element) -> bool:
        return self.page.weights.get(element, _UNSEEN).hidden

    def _rows(self, rows: list[list[_Element]], *, headed: bool) -> None:
        """Write cells as a Markdown table."""
        out = self.out
        where = f"{out.where()}>table"
        rows = [row for row in rows if row]
        written = [[(cell, html_tables.escape(self._cell(cell))) for cell in row] for row in rows]
        grid = html_tables.grid(written)
        body = [(row, texts) for row, texts in zip(rows, grid, strict=True) if any(texts)]
        # A title that spans the whole table above its rows is no header row.
        while len(body) > 1 and len(body[0][1]) > 1 and body[0][1][0] and not any(body[0][1][1:]):
            if len(body[0][0]) > 1:
                break
            out.lines.gap()
            out.lines.emit(body.pop(0)[1][0].replace(r"\|", "|"), "caption", where)
        if body:
            headed = headed or html_tables.has_head([row for row, _ in body])
            out.lines.gap()
            for line in html_tables.markdown([texts for _, texts in body], headed=headed):
                out.lines.emit(line, "table", where)
        out.lines.gap()

    def _cell(self, cell: _Element) -> str:
        """What a cell shows, on one line."""
        out = self.out
        inner = Writer(out.formulas, tex=out.tex, dollars=out.dollars)
        Walker(self.page, inner, inside_main=True).walk(cell)
        shown = []
        for line, hint in zip(inner.lines.text, inner.lines.hints, strict=True):
            if hint.role in FURNITURE:
                out.later.append(Later(line, hint.role, f"{out.where()}>{hint.path}"))
            elif line:
                shown.append(line)
        out.later.extend(inner.later)
        return " ".join(shown)


def _bare(element: _Element) -> bool:
    """Whether an empty box is only an icon that a style sheet draws."""
    return next(element.iter("img", "script", "br", "hr"), None) is None


def _open_list(element: _Element, name: str) -> OpenList:
    if name != "ol":
        return OpenList(None, 1)
    start = (element.get("start") or "1").strip()
    number = int(start) if start.lstrip("-").isdigit() else 1
    reverse = element.get("reversed") is not None
    if reverse and element.get("start") is None:
        number = sum(1 for child in element if local(child) == "li")
    return OpenList(number, -1 if reverse else 1)
