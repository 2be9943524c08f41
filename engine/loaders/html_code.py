"""Preformatted blocks of a web page and the line numbers beside them."""

from __future__ import annotations

import re

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_roles import names_of

_NOT_CODE = re.compile(r"(?:^|/ )(?:linenos?|lineno|line numbers?|boring|copy btn)(?: /|$)")
_CODE_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight|brush:)[-\s]?([A-Za-z0-9+#]+)")


def code_text(element: _Element) -> str:
    """Text of a ``pre`` with its ``br`` as line ends; copy buttons, line numbers and lines
    that the page hides are left out."""
    for node in list(element.iterdescendants()):
        name = local(node)
        names = names_of(node) if node.get("class") else ""
        if name == "br":
            node.tail = "\n" + (node.tail or "")
        elif name in ("button", "script", "style") or _NOT_CODE.search(names):
            tail = node.tail
            node.clear()
            node.tail = tail
    return text_of(element)


def code_language(element: _Element) -> str:
    """Language of a code block from the class names around it, "" where none is given."""
    parent = element.getparent()
    for node in (*element.iter("code"), element, *(() if parent is None else (parent,))):
        match = _CODE_LANGUAGE.search(node.get("class") or "")
        if match and match[1].lower() not in ("source", "text", "plaintext", "none", "default"):
            return match[1].lower()
    return ""


def is_line_numbers(cell: _Element) -> bool:
    names = names_of(cell)
    if "linenos" not in names and "gutter" not in names and "line numbers" not in names:
        return False
    return bool(re.fullmatch(r"[\s\d]+", text_of(cell)))
