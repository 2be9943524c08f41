"""Which parts of a web page are furniture: navigation, page head and foot, banners.

Told from elements and ARIA roles first, then from class and id names. Names lie (a body
called ``has-sidebar`` holds everything), so a name counts only for an element that is
not the content itself and, for the vague ones, is mostly links.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml.etree import _Element

from engine.loaders.dom import local, text_of

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
}
_TOKEN = re.compile(r"[a-z]+|\d+")
# Certain: an element of this name is furniture whatever it holds.
_CERTAIN = re.compile(
    r"(?:^| )(?:navbar|nav|navbox|navigation|breadcrumbs?|pagination|pager|skip|sharing|addtoany|"
    r"editsection|catlinks|newsletter|subscribe|advert|advertisement|adsbygoogle|sitemap|"
    r"sphinxsidebar|printfooter|noprint|topbar|paywall|masthead|hamburger|toolbar|"
    r"share (?:bar|buttons?|links?|icons?|this|tools?)|"
    r"social (?:bar|buttons?|links?|icons?|media|share)|"
    r"(?:cookie|consent|gdpr|privacy) (?:banner|notice|bar|consent|popup|dialog|message|overlay|"
    r"modal|wall|law|policy bar)|skip (?:link|to)|edit (?:link|page|this|button|on)|"
    r"back to top|prev next|related (?:posts?|articles?|links?|content|stories)|"
    r"site (?:footer|header|nav)|"
    r"page (?:footer|nav)|footer (?:nav|links?|menu|wrapper|inner|bottom)|read (?:more|next)|"
    r"toc (?:sidebar|nav|wrapper|container|tree))(?: |$)"
)
# Likely: furniture where it is mostly links or controls.
_LIKELY = re.compile(
    r"(?:^| )(?:menu|sidebar|toc|share|social|related|footer|header|tags?|links|promo|banner|"
    r"recommend(?:ed|ations?)?|trending|popular|widget|login|signin|signup|search|lang(?:uage)?s?|"
    r"cookies?|consent|gdpr|comments|tools|actions|buttons|byline|ads?|metadata|siblings|"
    r"tablist|dropdown|switcher)(?: |$)"
)
_FOOT = re.compile(r"(?:^| )(?:footer|printfooter|copyright)(?: |$)")
_HEAD = re.compile(r"(?:^| )(?:header|masthead|topbar)(?: |$)")
_ASIDE_CONTENT = re.compile(
    r"(?:^| )(?:note|notes|admonition|tip|warning|callout|important|caution|danger|info|hint|"
    r"sidenote|footnotes?|endnotes?|example|box|pullquote|quote|definition|theorem)(?: |$)"
)
_MAIN = frozenset({"main", "article"})
_PERMALINK = re.compile(
    r"^(?:headerlink|anchor|anchorjs|permalink|heading|hash|header) ?(?:link|anchor)?$"
)
_SKIP_TEXT = re.compile(
    r"^(?:skip to|jump to|back to top|(?:zum|aller au|跳到|跳转到|跳至|转到|返回顶部|回到顶部))",
    re.IGNORECASE,
)
_MAX_SHARE = 0.5


@dataclass(slots=True)
class Weight:
    """Characters of text in an element, those of them in links, and what it contains."""

    text: int = 0
    linked: int = 0
    controls: int = 0
    has_main: bool = False
    has_title: bool = False


def weigh(root: _Element) -> dict[_Element, Weight]:
    """Weights of every element under `root`, in one pass from the leaves up."""
    from lxml import etree

    weights: dict[_Element, Weight] = {}
    for _, element in etree.iterwalk(root, events=("end",)):
        name = local(element)
        if name in ("script", "style", "template", "noscript"):
            weights[element] = Weight()
            continue
        total = Weight(text=len((element.text or "").strip()))
        for child in element:
            part = weights.get(child)
            if part is not None:
                total.text += part.text
                total.linked += part.linked
                total.controls += part.controls
                total.has_main |= part.has_main
                total.has_title |= part.has_title
            total.text += len((child.tail or "").strip())
        if name == "a":
            total.linked = total.text
        elif name in ("button", "input", "select"):
            total.controls += 1
        total.has_main |= name in _MAIN or element.get("role") == "main"
        total.has_title |= name == "h1"
        weights[element] = total
    return weights


def names_of(element: _Element) -> str:
    """Words of class and id, lower case, one space between, names apart by `` / ``."""
    names = (element.get("class") or "").split() + (element.get("id") or "").split()
    split = (_TOKEN.findall(re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower()) for name in names)
    return " / ".join(" ".join(words) for words in split)


def permalink(element: _Element, weight: Weight) -> bool:
    """Whether `element` is the ¶ or # beside a heading."""
    if local(element) != "a" or weight.text > 2:
        return False
    href = element.get("href") or ""
    own = text_of(element).strip()
    named = any(_PERMALINK.match(name) for name in names_of(element).split(" / "))
    return "#" in href and bool(own) and (named or own in ("¶", "#", "§", "🔗", "\uf0c1"))


def furniture(
    element: _Element, weights: Mapping[_Element, Weight], page: Weight, inside_main: bool
) -> str:
    """Role of a furniture element: ``nav``, ``header``, ``footer``, or "" for content.

    `page` is the weight of the body. An element with the main text in it is never
    furniture.
    """
    name = local(element)
    if name in ("body", "html", "main"):
        return ""
    weight = weights.get(element, Weight())
    if weight.has_main or (weight.text > _MAX_SHARE * page.text and page.text > 400):
        dense = weight.linked > 0.7 * weight.text and name in ("nav", "aside", "ul")
        if weight.has_main or not dense:
            return ""
    role = _ROLES.get((element.get("role") or "").lower(), "")
    if role and not (role == "header" and weight.has_title):
        return role
    if name in ("nav", "menu", "dialog"):
        return "nav"
    names = names_of(element)
    if name == "aside":
        return (
            ""
            if _ASIDE_CONTENT.search(names) or (inside_main and not _is_menu(names, weight))
            else "nav"
        )
    if name == "header":
        return (
            "" if inside_main or (weight.has_title and not _is_menu("header", weight)) else "header"
        )
    if name == "footer":
        return "footer"
    if name == "button":
        return "nav"
    if name == "a" and "edit" in (element.get("rel") or "").split():
        return "nav"
    if name == "a" and (element.get("href") or "").startswith("#"):
        text = text_of(element).strip()
        if len(text) < 40 and _SKIP_TEXT.match(text):
            return "nav"
    if not names or name in ("h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "code", "td", "tr"):
        return ""
    if _CERTAIN.search(names) or (_LIKELY.search(names) and _is_menu(names, weight)):
        if _FOOT.search(names):
            return "footer"
        return "header" if _HEAD.search(names) and not inside_main else "nav"
    return ""


def _is_menu(names: str, weight: Weight) -> bool:
    """Whether an element with a vague name holds links and controls rather than text."""
    if weight.text == 0:
        return False
    if weight.linked >= 0.5 * weight.text:
        return True
    if weight.text <= 400 and weight.controls:
        return True
    return bool(_FOOT.search(names)) and weight.text <= 600
