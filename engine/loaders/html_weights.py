"""How much text, how many links and how much prose each element of a page holds, and
which element holds the main text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.html_elements import HEADINGS, hidden
from engine.loaders.html_names import CERTAIN, MAIN, TITLE, names_of

_FURNITURE_TAGS = frozenset({"nav", "footer", "header", "aside", "menu", "dialog", "button"})
_FURNITURE_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "dialog", "menu"})
_CONTROLS = frozenset({"input", "select", "textarea"})
_WHOLE = frozenset({"pre", "math", "mjx-container"})
_SMALL = 600  # characters of prose up to which the name of an element is believed
_SHARE_OF_MAIN = 0.5  # of the page's prose, for an element that calls itself the main one
_SHARE_OF_NAMED = 0.75  # for one that is only named like it
_LEAST_PROSE = 40
_LEAST_TITLE = 4
_LONGEST_TITLE = 200


@dataclass(slots=True)
class Weight:
    """Tag and names (see `names_of`) of an element, its characters of text, those of them
    in links, those that are neither in links nor in furniture (`prose`), and what the
    element contains."""

    name: str = ""
    names: str = ""
    text: int = 0
    linked: int = 0
    prose: int = 0
    controls: int = 0
    links: int = 0
    has_main: bool = False
    has_title: bool = False
    headings: bool = False
    hidden: bool = False


def weigh(root: _Element) -> dict[_Element, Weight]:
    """Weights of every element under `root`, parents after their children. What is hidden,
    and what is written as a whole (code, formulas), is not entered."""
    weights: dict[_Element, Weight] = {}
    order: list[tuple[_Element, str]] = []
    stack = [root]
    while stack:
        element = stack.pop()
        name = local(element)
        if not name or hidden(element, name):
            weights[element] = Weight(name, controls=int(name in _CONTROLS), hidden=True)
        elif name in _WHOLE:
            length = len(text_of(element).strip())
            weights[element] = Weight(
                name, names_of(element), text=length, prose=length if name == "pre" else 0
            )
        else:
            order.append((element, name))
            stack.extend(element)
    for element, name in reversed(order):
        weights[element] = _sum(element, name, weights)
    return weights


def _sum(element: _Element, name: str, weights: Mapping[_Element, Weight]) -> Weight:
    """The weight of one element from those of its children."""
    total = Weight(name, names_of(element))
    own = element.text
    if own:
        total.text = total.prose = len(own.strip())
    for child in element:
        part = weights[child]
        if not part.hidden:
            total.text += part.text
            total.linked += part.linked
            total.prose += part.prose
            total.links += part.links
            total.has_main |= part.has_main
            total.has_title |= part.has_title
            total.headings |= part.headings
        total.controls += part.controls
        tail = child.tail
        if tail:
            length = len(tail.strip())
            total.text += length
            total.prose += length
    role = element.get("role")
    if name == "a":
        if element.get("href") is not None:
            total.linked, total.prose = total.text, 0
            total.links += 1
    elif name == "button":
        total.controls += 1
    elif name in ("main", "article") or role == "main":
        total.has_main = True
    elif name in HEADINGS:
        total.headings = True
        total.has_title |= name == "h1" and total.text > 0
    if total.prose and (
        name in _FURNITURE_TAGS
        or role in _FURNITURE_ROLES
        or (total.prose < _SMALL and CERTAIN(total.names))
    ):
        total.prose = 0
    return total


def main_element(body: _Element, weights: Mapping[_Element, Weight]) -> _Element | None:
    """The element that holds the main text, None where no element stands out.

    First an ``article`` or ``main``, then an element named like one. It has to hold most of
    the prose of the page: a page of many articles has none.
    """
    whole = weights[body].prose
    if whole < _LEAST_PROSE:
        return None
    mains: list[_Element] = []
    articles: list[_Element] = []
    named: list[_Element] = []
    for element in body.iterdescendants():
        weight = weights.get(element)
        if weight is None or weight.prose < _SHARE_OF_MAIN * whole:
            continue
        name = weight.name
        if name == "article":
            articles.append(element)
        elif name == "main" or element.get("role") == "main":
            mains.append(element)
        elif weight.prose >= _SHARE_OF_NAMED * whole and (
            element.get("itemprop") in ("articleBody", "text", "mainContentOfPage")
            or MAIN(weight.names)
        ):
            named.append(element)
    outer = mains[-1] if mains else None
    around = weights[outer].prose if outer is not None else whole
    article = next((e for e in articles if weights[e].prose >= _SHARE_OF_NAMED * around), None)
    if article is not None or outer is not None:
        return article if article is not None else outer
    return next((e for e in named if not weights[e].has_main), None)


def title_element(
    head: str, body: _Element, weights: Mapping[_Element, Weight], main: _Element | None
) -> _Element | None:
    """The title of the page where it stands outside the main text, or, on a page without
    ``h1``, the element that shows what `head` (the text of ``title``) says; else None."""
    if main is not None and weights[main].has_title:
        return None
    wanted = " ".join(head.split()).casefold()
    if main is not None and weights[main].headings:
        own = next((text_of(node) for node in main.iter(*HEADINGS) if text_of(node).strip()), "")
        if " ".join(own.split()).casefold().rstrip(" #¶§\u200b") in wanted:
            return None
    first = None
    for element in body.iter("h1"):
        weight = weights.get(element)
        if main is None or weight is None or weight.hidden or not weight.text:
            continue
        if " ".join(text_of(element).split()).casefold() in wanted:
            return element
        first = element if first is None else first
    if first is not None or weights[body].has_title or len(wanted) < _LEAST_TITLE:
        return first
    for element in body.iterdescendants("div", "p", "span", "td"):
        weight = weights.get(element)
        if weight is None or weight.links or not _LEAST_TITLE <= weight.text <= _LONGEST_TITLE:
            continue
        shown = " ".join(text_of(element).split()).casefold()
        if TITLE(weight.names) and shown in wanted:
            return element
    return None
