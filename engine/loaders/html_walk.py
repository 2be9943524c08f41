"""The walk through the tree of a web page that writes its raw lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml.etree import _Element

from engine.document import Cancelled
from engine.loaders import html_formulas, html_tables
from engine.loaders.dom import local, text_of
from engine.loaders.html_code import code_language, code_text, is_line_numbers
from engine.loaders.html_lines import BREAK, Lines, collapse
from engine.loaders.html_roles import Weight, furniture, names_of, permalink
from engine.loaders.text import normalise_lines

_SKIPPED = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "svg",
        "iframe",
        "object",
        "embed",
        "canvas",
        "audio",
        "video",
        "map",
        "input",
        "select",
        "textarea",
        "datalist",
        "progress",
        "meter",
        "rp",
        "colgroup",
        "param",
        "source",
        "track",
    ]
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "details",
        "dialog",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "caption",
    ]
)
_TIGHT = frozenset({"li", "tr", "td", "th", "tbody", "thead", "tfoot"})
_ROLES = {f"h{level}": f"h{level}" for level in range(1, 7)}
_ROLES |= {"li": "li", "caption": "caption", "figcaption": "caption", "blockquote": "quote"}
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_HIDDEN_NAMES = re.compile(
    r"(?:^|/ )(?:(?:sr|screen reader) (?:only|text)|visually hidden|visuallyhidden|hidden|"
    r"invisible|d none|offscreen)(?: /|$)"
)
_ORDINAL = re.compile(r"^(?:st|nd|rd|th|er|re|e|ème|o|a|º|ª|tm|®|™)$", re.IGNORECASE)
_RAISED = re.compile(r"^[−–+-]?[0-9n]{1,4}$")
_FOOTNOTES = re.compile(r"(?:^|/ )(?:footnotes?|endnotes?)(?: |$)")


@dataclass(slots=True)
class _List:
    """An open ``ul`` or ``ol``; `number` is None for bullets."""

    number: int | None
    step: int


@dataclass(frozen=True, slots=True)
class _Opened:
    """What opening an element did, so that closing it undoes the same."""

    role: str
    main: bool
    ticked: bool


class Walker:
    """Walks the tree once, without recursion, and writes the raw lines."""

    def __init__(
        self,
        formulas: html_formulas.Table,
        weights: dict[_Element, Weight],
        page: Weight,
        *,
        tex_in_text: bool,
        cancel: Callable[[], bool] | None,
    ) -> None:
        self.lines = Lines()
        self.formulas = formulas
        self.weights = weights
        self.page = page
        self.tex_in_text = tex_in_text
        self.cancel = cancel
        self._path: list[str] = []
        self._opened: list[_Opened] = []
        self._roles: list[str] = []
        self._furniture: list[str] = []
        self._main = 0
        self._lists: list[_List] = []
        self._marker = ""
        self._after_heading: list[str] = []

    # --- inline text -----------------------------------------------------------------

    def _text(self, text: str | None) -> None:
        if not text:
            return
        if self.tex_in_text and ("\\" in text or "$$" in text):
            text = html_formulas.INLINE_TEX.sub(self._tex, text)
        self.lines.gather(text)

    def _tex(self, match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        mark = self.formulas.add(match[kind].strip())
        return f"{BREAK}{mark}{BREAK}" if kind.startswith("d") else mark

    def _formula(self, formula: html_formulas.Formula) -> None:
        if not formula.latex:
            return
        mark = self.formulas.add(formula.latex)
        if formula.display and self._role() not in ("li", "caption") and not self._roles_has("h"):
            self._flush()
            self.lines.gap()
            self.lines.emit(mark, self._furniture_role() or "formula", self._where())
            self.lines.gap()
        else:
            self.lines.gather(mark)

    # --- state -----------------------------------------------------------------------

    def _role(self) -> str:
        return self._roles[-1] if self._roles else "p"

    def _roles_has(self, prefix: str) -> bool:
        return self._role()[:1] == prefix and self._role()[1:].isdigit()

    def _furniture_role(self) -> str:
        return self._furniture[-1] if self._furniture else ""

    def _where(self) -> str:
        return ">".join(self._path)

    def _flush(self) -> None:
        """Write the gathered text as lines of the current block."""
        text = self.lines.take()
        if not text:
            return
        role = self._furniture_role() or self._role()
        if not self._furniture and re.fullmatch(r"⟦F\d+⟧", text) and role == "p":
            role = "formula" if text[1:-1] in self.formulas.formulas else role
        indent = "  " * max(0, len(self._lists) - 1)
        marker, self._marker = self._marker, ""
        for number, line in enumerate(text.split("\n")):
            if self._lists and not self._roles_has("h"):
                lead = indent + (marker if number == 0 and marker else "  " * bool(self._lists))
                line = lead + line
            elif self._roles_has("h") and number:
                # A heading is one line: a break inside it is layout.
                self.lines.text[-1] += " " + line
                continue
            self.lines.emit(line, role, self._where())

    # --- elements --------------------------------------------------------------------

    def walk(self, root: _Element) -> None:
        """Write `root` and everything in it."""
        stack: list[tuple[_Element, bool]] = [(root, False)]
        seen = 0
        while stack:
            element, closing = stack.pop()
            if closing:
                self._end(element)
                if element is not root:
                    self._text(element.tail)
                continue
            seen += 1
            if seen % 2000 == 0 and self.cancel is not None and self.cancel():
                raise Cancelled
            if not isinstance(element.tag, str) or not self._start(element):
                if element is not root:
                    self._text(element.tail)
                continue
            stack.append((element, True))
            stack.extend((child, False) for child in reversed(element))
        self._flush()

    def _hidden(self, element: _Element, name: str) -> bool:
        if name in _SKIPPED or element.get("hidden") is not None:
            return True
        style = element.get("style")
        if style and _HIDDEN_STYLE.search(style):
            return True
        return bool(_HIDDEN_NAMES.search(names_of(element))) if element.get("class") else False

    def _start(self, element: _Element) -> bool:
        """Open `element`; False where its content is left out or written already."""
        name = local(element)
        formula = html_formulas.recognise(element)
        if formula is not None:
            self._formula(formula)
            return False
        if self._hidden(element, name):
            return False
        if name == "br":
            self.lines.gather(BREAK)
            return False
        if name in ("wbr", "img"):
            return False
        role = furniture(element, self.weights, self.page, self._main > 0)
        if self._roles_has("h") and not self._furniture:
            if permalink(element, self.weights.get(element, Weight())):
                return False
            if name == "a" and not names_of(element).startswith("edit"):
                role = ""
            if role:
                self._after_heading.append(collapse(text_of(element)))
                return False
        block = name in _BLOCKS
        if block or role:
            self._flush()
            if name not in _TIGHT or role:
                self.lines.gap()
        if name == "pre":
            self._pre(element, role)
            return False
        if name == "table" and not role and not self._furniture and html_tables.is_data(element):
            self._table(element)
            return False
        if name in ("td", "th") and is_line_numbers(element):
            numbers = collapse(" ".join(text_of(element).split()))
            self.lines.emit(numbers, "linenum", self._where())
            return False
        self._open(element, name, role)
        self._text(element.text)
        return True

    def _open(self, element: _Element, name: str, role: str) -> None:
        self._path.append(name)
        main = name in ("main", "article") or element.get("role") == "main"
        ticked = name in ("code", "tt") and self._ticked(element)
        self._opened.append(_Opened(role, main, ticked))
        if role:
            self._furniture.append(role)
        self._main += main
        if name in _ROLES:
            self._roles.append(_ROLES[name])
        elif _FOOTNOTES.search(names_of(element)):
            self._roles.append("footnote")
        elif name in ("p", "dt", "dd", "summary") and self._role() not in (
            "quote",
            "footnote",
            "li",
        ):
            self._roles.append("p")
        else:
            self._roles.append(self._role())
        if name in ("ul", "ol", "menu"):
            self._lists.append(_open_list(element, name))
        elif name == "li":
            self._marker = self._next_marker(element)
        elif ticked:
            self.lines.gather("`")
        elif name == "sup":
            own = text_of(element).strip()
            if _RAISED.match(own) and element.find(".//a") is None and not _ORDINAL.match(own):
                self.lines.gather("^")
        elif name == "q":
            self.lines.gather("“")
        elif name == "rt":
            self.lines.gather("(")

    def _end(self, element: _Element) -> None:
        name = local(element)
        opened = self._opened.pop()
        role = opened.role
        if opened.ticked:
            self.lines.gather("`")
        elif name == "q":
            self.lines.gather("”")
        elif name == "rt":
            self.lines.gather(")")
        if name in _BLOCKS or role:
            self._flush()
            if name == "li":
                self._marker = ""
            if name not in _TIGHT or role:
                self.lines.gap()
        self._roles.pop()
        if name in ("ul", "ol", "menu"):
            self._lists.pop()
            if self._lists:
                self.lines.close_gap()
        self._main -= opened.main
        if role:
            self._furniture.pop()
        self._path.pop()
        if name in _ROLES and name[0] == "h":
            for text in self._after_heading:
                if text:
                    self.lines.emit(text, "nav", f"{self._where()}>{name}")
            self._after_heading.clear()

    def _ticked(self, element: _Element) -> bool:
        """Whether inline code is shown between backticks."""
        text = text_of(element)
        return bool(text.strip()) and "`" not in text and not self._furniture

    def _next_marker(self, element: _Element) -> str:
        if not self._lists:
            return "- "
        current = self._lists[-1]
        if current.number is None:
            return "- "
        value = (element.get("value") or "").strip()
        if value.lstrip("-").isdigit():
            current.number = int(value)
        marker = f"{current.number}. "
        current.number += current.step
        return marker

    def _pre(self, element: _Element, role: str) -> None:
        """A preformatted block as a fence; its lines and indentation stay as they are."""
        text = normalise_lines(code_text(element)).strip("\n").rstrip()
        if not text.strip():
            return
        role = role or self._furniture_role() or "code"
        where = f"{self._where()}>pre"
        longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
        fence = "`" * (longest + 1)
        for line in (fence + code_language(element), *text.split("\n"), fence):
            self.lines.emit(line, role, where)
        self.lines.gap()

    def _table(self, table: _Element) -> None:
        where = f"{self._where()}>table"
        for child in table:
            if local(child) == "caption":
                text = self._cell(child)
                if text:
                    self.lines.emit(text, "caption", f"{where}>caption")
        rows = []
        for row in html_tables.rows_of(table):
            if self._hidden(row, "tr"):
                continue
            cells = [
                (cell, html_tables.escape(self._cell(cell)))
                for cell in html_tables.cells_of(row)
                if not self._hidden(cell, "td")
            ]
            rows.append(cells)
        body = [row for row in html_tables.grid(rows) if any(row)]
        # A title that spans the whole table above its rows is no header row.
        while len(body) > 1 and sum(map(bool, body[0])) == 1 and body[0][0] and len(body[0]) > 1:
            self.lines.gap()
            self.lines.emit(body.pop(0)[0].replace(r"\|", "|"), "caption", where)
        if body:
            self.lines.gap()
            for line in html_tables.markdown(body):
                self.lines.emit(line, "table", where)
        self.lines.gap()

    def _cell(self, cell: _Element) -> str:
        """What a cell shows, on one line."""
        inner = Walker(
            self.formulas,
            self.weights,
            self.page,
            tex_in_text=self.tex_in_text,
            cancel=self.cancel,
        )
        inner._main = 1
        inner.walk(cell)
        return " ".join(line for line in inner.lines.text if line)


def _open_list(element: _Element, name: str) -> _List:
    if name != "ol":
        return _List(None, 1)
    start = (element.get("start") or "1").strip()
    number = int(start) if start.lstrip("-").isdigit() else 1
    reverse = element.get("reversed") is not None
    if reverse and element.get("start") is None:
        number = sum(1 for child in element if local(child) == "li")
    return _List(number, -1 if reverse else 1)
