"""What the elements of HTML are: blocks, parts nobody sees, headings."""

from __future__ import annotations

import re

from lxml.etree import _Element

from engine.loaders.html_names import HIDDEN, names_of

SKIPPED = frozenset(
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
    ]
)
BLOCKS = frozenset(
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
        "xmp",
        "listing",
    ]
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Blocks without a blank line around them.
TIGHT = frozenset({"li", "tr", "td", "th", "tbody", "thead", "tfoot"})
PREFORMATTED = frozenset({"pre", "xmp", "listing"})

_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_SHOWN_WIDE = re.compile(r"\w:(?:block|flex|grid|inline|table)")
_SHORT = 30


def hidden(element: _Element, name: str) -> bool:
    """Whether nobody sees this element, neither on a screen nor by opening a tab or fold."""
    if name in SKIPPED:
        return True
    attributes = element.attrib
    if not attributes:
        return False
    panel = attributes.get("role") == "tabpanel"
    if "hidden" in attributes:
        return not panel and attributes["hidden"] != "until-found"
    style = attributes.get("style")
    if style and not panel and _HIDDEN_STYLE.search(style):
        return True
    if attributes.get("aria-hidden") == "true" and name not in BLOCKS:
        return True
    classes = attributes.get("class")
    if not classes or not HIDDEN(names_of(element)):
        return False
    return not _SHOWN_WIDE.search(classes)
