"""Preformatted blocks of a web page and the line numbers beside them."""

from __future__ import annotations

import itertools
import re

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_names import names_of

_NOT_CODE = re.compile(
    r"(?:^|/ )(?:(?:\w+ )*(?:linenos?|lineno|line numbers?|line numbers rows|blob num|gutter)|"
    r"lnt?|hljs ln numbers|boring|copy btn)(?: /|$)"
)
_HOLDERS = re.compile(r"(?:^|/ )(?:fragment|syntaxhighlighter|blob wrapper|hljs ln|js file line)")
_CODE_LINE = re.compile(
    r"(?:^|/ )(?:line(?: number\d* .*)?|blob code(?: \w+)*|hljs ln code)(?: /|$)"
)
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|hl-|src-|sourceCode\s+)"
    r"([A-Za-z][A-Za-z0-9+#]*)"
)
_OUTER_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|highlight-source-|highlight-|hl-|sourceCode\s+)([A-Za-z][A-Za-z0-9+#]*)"
)
_WRAPPERS = frozenset({"div", "td", "tr", "tbody", "table", "figure", "pre"})
_REACH = 8
_NO_LANGUAGE = frozenset({"source", "text", "plaintext", "none", "default", "plain", "nohighlight"})
_ALIASES = {"ipython3": "python", "ipython": "python", "python3": "python"}
_LINE_BLOCKS = frozenset({"div", "p", "li", "tr", "ol", "ul", "table", "tbody", "thead"})


class _Text:
    """Code as it grows; a block begins and ends a line, the markup around it adds none."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._fresh = True
        self._pending = False

    def add(self, text: str) -> None:
        if not text:
            return
        if self._pending and not text.startswith("\n"):
            self.parts.append("\n")
        self._pending = False
        self.parts.append(text)
        self._fresh = text.endswith("\n")

    def begin(self) -> None:
        if self._pending or not self._fresh:
            self.parts.append("\n")
        self._pending, self._fresh = False, True

    def end(self, empty: bool) -> None:
        if empty:
            self.parts.append("\n")
        self._pending = not self._fresh


def code_text(element: _Element) -> str:
    """Text of a ``pre`` with its ``br`` and blocks as line ends; copy buttons, line numbers
    and lines that the page hides are left out."""
    out = _Text()
    out.add(element.text or "")
    stack: list[tuple[_Element, int]] = [(child, -1) for child in reversed(element)]
    while stack:
        node, begun = stack.pop()
        name = local(node)
        if begun >= 0:
            row = name in ("li", "tr") or "line" in names_of(node).split()
            out.end(row and begun == len(out.parts))
            _tail(out, node)
            continue
        names = names_of(node)
        if name in ("button", "script", "style", "") or (names and _NOT_CODE.search(names)):
            _tail(out, node)
            continue
        if name == "br":
            out.add("\n")
            out.add(node.tail or "")
            continue
        if name in _LINE_BLOCKS:
            out.begin()
            stack.append((node, len(out.parts)))
            if name in ("div", "p", "li") or (node.text or "").strip():
                out.add(node.text or "")
            stack.extend((child, -1) for child in reversed(node))
            continue
        out.add(node.text or "")
        if len(node):
            stack.append((_tail_only(node), -1))
            stack.extend((child, -1) for child in reversed(node))
        else:
            out.add(node.tail or "")
    return "".join(out.parts)


def _tail_only(node: _Element) -> _Element:
    """An empty stand-in that carries the tail of `node`."""
    from lxml import etree

    stand_in = etree.Element("span")
    stand_in.tail = node.tail
    return stand_in


def _tail(out: _Text, node: _Element) -> None:
    """The text behind `node`, unless it is the white space between rows of a table."""
    tail = node.tail or ""
    parent = node.getparent()
    between = parent is not None and local(parent) in ("table", "tbody", "thead", "tr", "ol", "ul")
    if tail.strip() or not between:
        out.add(tail)


def code_lines(element: _Element, names: str) -> str:
    """Code that a page sets line by line without a ``pre``, "" for other elements."""
    if not _HOLDERS.search(names) or element.find(".//pre") is not None:
        return ""
    lines: list[_Element] = []
    stack = [element]
    while stack:
        node = stack.pop()
        if node is not element and _CODE_LINE.search(names_of(node)):
            lines.append(node)
        else:
            stack.extend(reversed(node))
    return "\n".join(code_text(node).strip("\n").rstrip() for node in lines)


def code_language(element: _Element) -> str:
    """Language of a code block from the class names around it, "" where none is given."""
    for node in (*element.iter("code"), element):
        language = _language(_LANGUAGE, node)
        if language:
            return language
    for node in itertools.islice(element.iterancestors(), _REACH):
        if local(node) not in _WRAPPERS:
            break
        language = _language(_OUTER_LANGUAGE, node)
        if language:
            return language
    return ""


def _language(pattern: re.Pattern[str], element: _Element) -> str:
    for found in pattern.findall(element.get("class") or ""):
        language = str(found).lower()
        if language not in _NO_LANGUAGE:
            return _ALIASES.get(language, language)
    return ""


def is_line_numbers(cell: _Element) -> bool:
    """Whether a table cell holds nothing but the line numbers of the code beside it."""
    names = names_of(cell)
    if "linenos" not in names and "gutter" not in names and "line numbers" not in names:
        return False
    return bool(re.fullmatch(r"[\s\d]+", text_of(cell)))
