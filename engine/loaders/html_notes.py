"""Footnotes of a web page: which links call one and where each is written out."""

from __future__ import annotations

import re

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_names import names_of

_MARK = re.compile(r"\d{1,3}|[*†‡§]{1,3}|[a-z]{1,2}|[ivx]{1,5}")
_CALLS = re.compile(r"(?:^|/ )(?:foot)?note ?(?:ref(?:erence)?|anchor|link|call)s?(?: |$)")
_TARGET = re.compile(
    r"#(?:user content )?(?:_?(?:fn|ftn|footnote|fnote|endnote|edn|sdfootnote)[\w:.-]*\d)", re.I
)


def calls_note(link: _Element) -> str:
    """The mark of the footnote that a link calls, "" where it calls none or already shows
    its mark in brackets."""
    href = link.get("href") or ""
    if not href.startswith("#") or len(href) < 2:
        return ""
    mark = text_of(link).strip()
    if not _MARK.fullmatch(mark):
        return ""
    parent = link.getparent()
    raised = parent is not None and local(parent) == "sup"
    named = (
        link.get("role") == "doc-noteref"
        or link.get("data-footnote-ref") is not None
        or "noteref" in (link.get("type") or "")
        or _CALLS.search(names_of(link))
        or (parent is not None and _CALLS.search(names_of(parent)))
    )
    if named or (_TARGET.match(href.replace("-", " ", 2)) and (raised or _has_sup(link))):
        return mark
    return ""


def _has_sup(link: _Element) -> bool:
    return any(local(node) == "sup" for node in link)


def notes_of(body: _Element) -> dict[str, str]:
    """Marks of the footnotes by the id of the element that holds their text."""
    marks: dict[str, str] = {}
    for link in body.iter("a"):
        mark = calls_note(link)
        if mark:
            marks.setdefault((link.get("href") or "")[1:], mark)
    if not marks:
        return marks
    ids = {node.get("id") for node in body.iter("li", "p", "div", "aside", "dd", "td", "section")}
    return {target: mark for target, mark in marks.items() if target in ids}
