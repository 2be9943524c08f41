"""Which parts of a web page are furniture: navigation, page head and foot, banners.

Told from elements and ARIA roles first, then from class and id names. Names lie (a body
called ``has-sidebar`` holds everything), so a name counts only for an element that is
not the content itself and, for the vague ones, is mostly links.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_elements import BLOCKS, HEADINGS
from engine.loaders.html_names import (
    ASIDE_CONTENT,
    CERTAIN,
    FOOT,
    HEAD,
    LIKELY,
    PAGE_NUMBER,
    PERMALINK,
    SHARE,
    names_of,
)
from engine.loaders.html_weights import Weight

_ROLES = {
    "navigation": "nav",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "nav",
    "search": "nav",
    "menu": "nav",
    "menubar": "nav",
    "toolbar": "nav",
    "dialog": "nav",
    "alertdialog": "nav",
    "doc-toc": "nav",
    "doc-pagelist": "nav",
    "doc-pagebreak": "pagenum",
}
_SKIP_TEXT = re.compile(
    r"^(?:skip to|jump to|back to top|(?:zum|aller au|跳到|跳转到|跳至|转到|返回顶部|回到顶部))",
    re.IGNORECASE,
)
_SIGNS = frozenset({"¶", "#", "§", "🔗", "\uf0c1", "◆", "\u200b"})
_ARROWS = frozenset({"↩", "↩︎", "↵", "⏎", "↑", "⤴", "⬆", "^", "^^", "↲"})
_BAR = re.compile(r"[\s|·•»›>/\[\]()–—:-]*")
_MAX_SHARE = 0.5
_CONTROL_TEXT = 80
_SHARE_TEXT = 60
_BAR_LINKS = 3
_COLUMN_LINKS = 5
_TEXTUAL = HEADINGS | {"p", "pre", "code", "td", "th", "tr", "tbody", "table", "dd", "dt"}


def permalink(element: _Element) -> bool:
    """Whether `element` is the ¶ or # beside a heading, caption or definition."""
    if local(element) != "a":
        return False
    own = text_of(element).strip()
    if len(own) > 2 or "#" not in (element.get("href") or ""):
        return False
    return own in _SIGNS or (not own.isalnum() and PERMALINK(names_of(element)))


def backlink(element: _Element) -> bool:
    """Whether `element` is the arrow that leads from a footnote back to the text."""
    if local(element) != "a" or not (element.get("href") or "").startswith("#"):
        return False
    return text_of(element).strip() in _ARROWS


def furniture(
    element: _Element, weights: Mapping[_Element, Weight], page: Weight, inside_main: bool
) -> str:
    """Role of a furniture element: ``nav``, ``header``, ``footer``, ``pagenum``, or "" for
    content.

    `page` is the weight of the body. An element with the main text in it is never
    furniture.
    """
    weight = weights[element]
    name = weight.name
    if name in ("body", "html", "main"):
        return ""
    given = (element.get("role") or "").lower()
    if given == "note":
        return ""
    if weight.has_main or (weight.text > _MAX_SHARE * page.text and page.text > 400):
        dense = weight.linked > 0.7 * weight.text and name in ("nav", "aside", "ul")
        if weight.has_main or not dense:
            return ""
    role = _ROLES.get(given, "")
    if role and not (role == "header" and weight.has_title):
        return role
    if name in ("nav", "menu", "dialog"):
        return "nav"
    names = weight.names
    if name == "aside":
        if ASIDE_CONTENT(names) or (inside_main and not _is_menu(names, weight)):
            return "nav" if CERTAIN(names) and weight.text < _MAX_SHARE * page.text else ""
        return "nav"
    if name == "header":
        return (
            "" if inside_main or (weight.has_title and not _is_menu("header", weight)) else "header"
        )
    if name == "footer":
        return "footer"
    if name == "button":
        return "nav"
    if name == "a":
        link = _link(element, names)
        if link:
            return link
    if _controls(element, name, weight) or _bar(element, name, weight):
        return "nav"
    if name == "td" and _side_column(element, weight, weights):
        return "nav"
    return _named(name, names, weight, page, inside_main) if names else ""


def _named(name: str, names: str, weight: Weight, page: Weight, inside_main: bool) -> str:
    if PAGE_NUMBER(names) and weight.text <= 12:
        return "pagenum"
    if weight.has_title:
        return ""
    certain = CERTAIN(names) or (weight.text <= _SHARE_TEXT and SHARE(names))
    if name in _TEXTUAL:
        menu = weight.linked >= 0.5 * weight.text
        if not certain or name in HEADINGS or not (menu or weight.text <= 120):
            return ""
    elif not certain and not (LIKELY(names) and _is_menu(names, weight)):
        return ""
    if weight.prose > 400 and weight.prose > 0.3 * page.prose:
        return ""
    if FOOT(names):
        return "footer"
    return "header" if HEAD(names) and not inside_main else "nav"


def _link(element: _Element, names: str) -> str:
    """Whether a link is furniture by itself: to edit, to skip, back to the top."""
    if "edit" in (element.get("rel") or "").split():
        return "nav"
    if (element.get("href") or "").startswith("#"):
        text = text_of(element).strip()
        if len(text) < 40 and (_SKIP_TEXT.match(text) or text.lower() in ("more...", "more…")):
            return "nav"
        if text in _ARROWS:
            return "nav"
    elif names == "src" or names.startswith("src "):
        return "nav"
    return ""


def _controls(element: _Element, name: str, weight: Weight) -> bool:
    """Whether a block is a form or a row of controls with their labels."""
    if not weight.controls or name not in ("div", "form", "fieldset", "section"):
        return False
    most = 400 if name == "form" else min(_CONTROL_TEXT, 20 + 30 * weight.controls)
    if weight.has_title or weight.text > most:
        return False
    inner = {local(node) for node in element.iterdescendants()}
    if name == "form" and ("textarea" in inner or "button" in inner):
        return True
    return not inner & {"p", "li", "pre", "table", "dl", "blockquote", "math"} and not (
        inner & HEADINGS
    )


def _bar(element: _Element, name: str, weight: Weight) -> bool:
    """Whether a block is a bar of links with separators between them, or a column of
    links beside the text of an old page."""
    if weight.links < _BAR_LINKS or name not in BLOCKS or weight.text > 40 * weight.links:
        return False
    if name not in ("p", "div", "center", "td", "font", "small") or weight.linked < weight.text / 2:
        return False
    outside: list[str] = []
    stack = [element]
    while stack:
        node = stack.pop()
        for child in node:
            outside.append(child.tail or "")
            if local(child) == "a":
                continue
            if local(child) in BLOCKS and local(child) not in ("center", "p", "div"):
                return False
            stack.append(child)
        outside.append(node.text or "")
    rest = "".join(outside)
    if not _BAR.fullmatch(rest):
        return False
    if name == "td":
        return True
    return rest.count("|") + rest.count("·") + rest.count("•") >= _BAR_LINKS - 1


def _side_column(cell: _Element, weight: Weight, weights: Mapping[_Element, Weight]) -> bool:
    """Whether a cell of a layout table is a column of links beside the text."""
    if weight.links < _COLUMN_LINKS or weight.linked < 0.7 * weight.text:
        return False
    row = cell.getparent()
    others = [weights[other] for other in row if other is not cell] if row is not None else []
    return any(other.text >= 2 * weight.text for other in others)


def _is_menu(names: str, weight: Weight) -> bool:
    """Whether an element with a vague name holds links and controls rather than text."""
    if weight.text == 0:
        return False
    if weight.linked >= 0.5 * weight.text:
        return True
    if weight.text <= 400 and weight.controls:
        return True
    return FOOT(names) and weight.text <= 600
