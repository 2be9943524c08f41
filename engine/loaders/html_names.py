"""Class and id names of elements as words, and what those words say about them."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

_TOKEN = re.compile(r"[a-z]+|\d+")
_CAMEL = re.compile(r"([a-z])([A-Z])")
# Words that say what a page or box has, not what it is: has-sidebar, no-toc, with-nav.
_STATE = frozenset({"has", "with", "no", "hide", "show", "without", "not"})


class Words:
    """A test of the names of an element that remembers its answers: pages repeat names."""

    def __init__(self, pattern: str) -> None:
        self._search = re.compile(pattern).search
        self._known = lru_cache(maxsize=4096)(self._found)

    def _found(self, names: str) -> bool:
        return self._search(names) is not None

    def __call__(self, names: str) -> bool:
        """Whether `names` (see `names_of`) match."""
        return bool(names) and self._known(names)


def _any(words: str) -> Words:
    """A test for any of these runs of words inside a name."""
    return Words(rf"(?:^| )(?:{words})(?= |$)")


def _whole(words: str) -> Words:
    """A test for any of these runs of words as a whole name."""
    return Words(rf"(?:^|/ )(?:{words})(?= /|$)")


# Furniture whatever it holds, short of a large part of the text.
CERTAIN = _any(
    r"navbar|nav|navbox|navpath|navlinks|navigation|breadcrumbs?|pagination|pager|skip|skiplink|"
    r"jump (?:link|to)|sharing|sharedaddy|addtoany|addthis|edit ?section|cat ?links|site ?sub|"
    r"content ?sub|site ?notice|redirectedfrom|newsletter|mailchimp|advert|advertisements?|"
    r"adsbygoogle|"
    r"ad (?:slot|label|container|unit|wrapper|banner|block|box|break|placeholder)|sponsored|"
    r"sitemap|sphinxsidebar|printfooter|noprint|topbar|paywall|masthead|hamburger|toolbar|"
    r"share (?:bar|buttons?|links?|icons?|this|tools?|label|menu)|ambox|"
    r"social (?:bar|buttons?|links?|icons?|media|share|sharing)|onetrust|cookiebot|"
    r"(?:cookie|cookies|consent|gdpr|privacy) (?:banner|notice|bar|consent|popup|dialog|message|"
    r"overlay|modal|wall|law|policy bar)|edit (?:link|page|this|button|on)|editlink|"
    r"back to top|to ?top|go ?top|scroll to top|prev next|next prev|relatedposts|"
    r"(?:related|recommended|similar|more|latest|recent|popular|suggested) (?:posts?|articles?|"
    r"links?|content|stories|products?|items?|news|reading|navigation|entries)|recommendations|"
    r"inline related|most (?:read|popular|viewed|shared|commented)|"
    r"(?:site|global|page) (?:footer|header|nav)|footer (?:nav|links?|menu|wrapper|inner|bottom)|"
    r"read (?:more|next)|toc (?:sidebar|nav|wrapper|container|tree|mobile)|"
    r"(?:mw|vector) (?:portlet|dropdown|toc|menu)|announcement ?bar|popup|modal|lightbox|"
    r"offcanvas|drawer|boilerplate|copy (?:btn|button|path)|clipboard|feedback|md source|"
    r"version badge|comments? (?:form|reply|respond|notes)|respond|reply (?:link|title)|"
    r"vote ?(?:cell|count)|voting|reputation|post menu|tag ?list|(?:cat|tags?) links|"
    r"(?:article|entry|post|md|footer) tags|print (?:link|button|page)|interlanguage|"
    r"(?:lang|language) (?:btn|switcher|selector|menu|list)|search (?:box|form|bar|results)|"
    r"(?:input|output|in|out) prompt|viewcode link|(?:cite )?backlink|backrefs?|backref|"
    r"reversefootnote|hideme|glr signature|side ?bar ?(?:nav|menu|toc)"
)
# Furniture where it is mostly links or controls.
LIKELY = _any(
    r"menu|side ?bar|toc|contents|share|social|related|footer|header|tags?|links|promo|banner|"
    r"recommend(?:ed)?|trending|popular|widget|login|signin|signup|search|lang(?:uage)?s?|"
    r"cookies?|consent|gdpr|comments|tools|actions|buttons|ads?|siblings|tablist|dropdown|"
    r"switcher|kicker|copyright|contributors|licen[cs]e"
)
SHARE = _whole(r"share|shares|social|bdshare(?:buttonbox)?")  # furniture where it is short
FOOT = _any(r"footer|printfooter|copyright|colophon")
HEAD = _any(r"header|masthead|topbar")
ASIDE_CONTENT = _any(
    r"note|notes|admonition|tip|warning|callout|important|caution|danger|info|hint|sidenote|"
    r"footnotes?|endnotes?|example|box|pullquote|quote|definition|theorem"
)
PERMALINK = Words(
    r"(?:^|/ )(?:header ?link|anchor|anchorjs|permalink|heading|hash|header|headerlink|"
    r"(?:header|hash|anchor|heading|doc) (?:link|anchor)|anchor link)(?= \w+ /| /|$)"
)
HIDDEN = _whole(
    r"(?:sr|screen reader) (?:only|text)|(?:[a-z]+ )?visually hidden|visuallyhidden|hidden|"
    r"invisible|d none|offscreen|off screen|assistive text|a11y hidden|is hidden|u hidden|"
    r"nodisplay|geo (?:nondefault|multi punct)|hideme"
)
PAGE_NUMBER = _whole(r"page ?num(?:ber)?|page ?no|page ?break|x ebookmaker page ?no")
FOOTNOTES = Words(r"(?:^|/ )(?:footnotes?|endnotes?)(?: |$)")
VERSE = _any(r"verse|stanza|poem|poetry|line ?block")
MAIN = _whole(
    r"(?:main|page|site|post|article|entry|body|doc)? ?(?:content|contents|body|text|main)"
    r"(?: \d+)?|"
    r"markdown(?: body)?|rst content|document|post|hentry|prose|main content|mw parser output"
)
# Parts of LaTeXML pages: texts on lines of their own, footnotes in place, labels.
LATEXML_LINE = Words(r"ltx (?:contact|author notes|creator)")
LATEXML_NOTE = _whole("ltx note")
LATEXML_TAG = Words(r"(?:^|/ )ltx tag(?: |$)")
TITLE = _whole(r"(?:\w+ )?title(?: text)?|headline")


@lru_cache(maxsize=8192)
def words_of(classes: str, identity: str) -> str:
    """The names of an element in lower-case words, one space between, names apart by
    `` / ``: ``"md-nav mainMenu"`` is ``md nav / main menu``."""
    found = []
    for name in (*classes.split(), *identity.split()):
        words = _TOKEN.findall(_CAMEL.sub(r"\1 \2", name).lower())
        if words and not (len(words) > 1 and words[0] in _STATE):
            found.append(" ".join(words))
    return " / ".join(found)


def names_of(element: _Element) -> str:
    """`words_of` the class and id of an element, "" without either."""
    classes, identity = element.get("class"), element.get("id")
    if classes is None and identity is None:
        return ""
    return words_of(classes or "", identity or "")
