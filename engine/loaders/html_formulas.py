"""Formulas of a web page: where they hide and what their LaTeX is.

A formula is usually there more than once (glyph boxes for the eye, MathML for screen
readers, a picture for old browsers). `recognise` answers at the outermost element, so
that the walk takes it once and skips the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml.etree import _Element

from engine.loaders.dom import local, text_of
from engine.loaders.mathml import to_latex

_DISPLAY_STYLE = re.compile(r"^\{\\(displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_DELIMITED = re.compile(
    r"^\s*(?:\\\[(?P<d1>.*)\\\]|\$\$(?P<d2>.*)\$\$|\\\((?P<i1>.*)\\\)|\$(?P<i2>[^$]*)\$)\s*$",
    re.DOTALL,
)
_ENVIRONMENTS = "equation|align|gather|multline|eqnarray|alignat|flalign"
INLINE_TEX = re.compile(
    r"\\\((?P<i1>.+?)\\\)|\\\[(?P<d1>.+?)\\\]|\$\$(?P<d2>[^$]+?)\$\$|"
    rf"(?P<d3>\\begin\{{({_ENVIRONMENTS})(\*?)\}}.+?\\end\{{\5\6\}})",
    re.DOTALL,
)
# Single dollars, where the page says that they delimit formulas.
DOLLAR_TEX = re.compile(r"(?<![\\$\w])\$(?P<i3>[^\s$](?:[^$\n]{0,200}?[^\s$\\])?)\$(?![\d$])")
_RENDERER = re.compile(r"mathjax|katex|tex2jax", re.IGNORECASE)
_DOLLARS = re.compile(
    r"""inlineMath\s*['"]?\s*:\s*\[\s*\[\s*['"]\$['"]|left\s*:\s*['"]\$['"]|class=["']?jp-Notebook|"""
    r"""class=["'][^"']*\brendered_html\b"""
)
_IMAGE_CLASSES = frozenset(
    {"math", "tex", "latex", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display"}
)
_TEX_CLASSES = frozenset({"arithmatex", "math", "tex2jax_process", "katex-source", "latex"})
_RENDERED = frozenset(
    {"mathjax", "mathjax_preview", "mathjax_display", "mathjax_svg", "mathjax_chtml"}
    | {"mathjax_svg_display", "mathjax_chtml_display", "mjx-chtml"}
)


@dataclass(frozen=True, slots=True)
class Formula:
    """`latex` without delimiters; "" marks a rendering whose source stands elsewhere."""

    latex: str
    display: bool


def tex_in_text(source: str) -> tuple[bool, bool]:
    """Whether a page has TeX between delimiters in its text, and whether single dollars
    are such delimiters."""
    dollars = _DOLLARS.search(source) is not None
    return dollars or _RENDERER.search(source) is not None, dollars


def unwrap(latex: str) -> tuple[str, bool]:
    """LaTeX without Wikipedia's ``{\\displaystyle …}``, and whether it was there."""
    match = _DISPLAY_STYLE.match(latex.strip())
    if match is None:
        return latex.strip(), False
    return match[2].strip(), match[1] == "displaystyle"


def _classes(element: _Element) -> frozenset[str]:
    return frozenset((element.get("class") or "").lower().split())


def _math_source(math: _Element) -> str:
    for node in math.iter():
        if local(node) == "annotation" and "tex" in (node.get("encoding") or "").lower():
            return unwrap(text_of(node))[0]
    for name in ("data-latex", "alttext"):
        if math.get(name):
            return unwrap(math.get(name) or "")[0]
    return to_latex(math)


def _from_math(element: _Element) -> Formula | None:
    """The formula of the first ``math`` in or at `element`."""
    math = next((node for node in element.iter() if local(node) == "math"), None)
    if math is None:
        return None
    display = (math.get("display") or math.get("mode") or "").lower() in ("block", "display")
    return Formula(_math_source(math), display)


def _mathjax3(element: _Element) -> Formula:
    display = (element.get("display") or "").lower() in ("true", "block")
    for node in element.iter():
        if local(node) == "mjx-math" and node.get("data-latex"):
            latex = node.get("data-latex") or ""
            return Formula(latex.strip(), display or node.get("display") == "true")
    found = _from_math(element)
    return Formula("", display) if found is None else Formula(found.latex, display or found.display)


def _mathjax2(element: _Element) -> Formula:
    """A rendering; its source normally follows in a script element."""
    follower: _Element | None = element
    for _ in range(3):
        follower = follower.getnext() if follower is not None else None
        if follower is not None and _is_tex_script(follower):
            return Formula("", False)
    parent = element.getparent()
    if parent is not None and any(_is_tex_script(node) for node in parent):
        return Formula("", False)
    found = _from_math(element)
    if found is not None:
        return found
    from lxml import etree

    for node in element.iter():
        source = node.get("data-mathml")
        if source:
            parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
            math = etree.fromstring(source.encode(), parser)
            if math is not None:
                return Formula(_math_source(math), math.get("display") == "block")
    return Formula("", False)


def _is_tex_script(element: _Element) -> bool:
    return local(element) == "script" and (element.get("type") or "").startswith("math/tex")


def _delimited(text: str) -> Formula | None:
    match = _DELIMITED.match(text)
    if match is None:
        return None
    kind = match.lastgroup or ""
    return Formula(match[kind].strip(), kind.startswith("d"))


def _image(element: _Element, classes: frozenset[str]) -> Formula | None:
    alt = (element.get("alt") or "").strip()
    if not alt or (not classes & _IMAGE_CLASSES and "math-fallback" not in " ".join(classes)):
        return None
    latex, styled = unwrap(alt)
    named = _delimited(latex)
    if named is not None:
        return named
    parent = element.getparent()
    alone = (
        parent is not None
        and local(parent) in ("p", "div")
        and len(parent) == 1
        and not (parent.text or "").strip()
        and not (element.tail or "").strip()
    )
    return Formula(latex, alone or (any("display" in c for c in classes) and styled))


def _numbered(element: _Element) -> Formula | None:
    """A display formula with its number beside it in an element of its own."""
    number, rest = "", element.text or ""
    for child in element:
        if "eqno" in _classes(child):
            number = re.sub(r"[^\w.]", "", text_of(child))
        else:
            rest += text_of(child)
        rest += child.tail or ""
    found = _delimited(rest)
    if found is None or not number:
        return found
    return Formula(rf"{found.latex} \tag{{{number}}}", True)


def equations(table: _Element) -> list[Formula]:
    """The display formulas of a table that only sets equations beside their numbers."""
    found = []
    for row in table.iter("tr"):
        parts = [_math_source(node) for node in row.iter() if local(node) == "math"]
        tags = [node for node in row.iter("span") if "ltx_tag_equation" in _classes(node)]
        if parts:
            number = re.sub(r"[^\w.]", "", text_of(tags[0])) if tags else ""
            tag = rf" \tag{{{number}}}" if number else ""
            found.append(Formula(" ".join(filter(None, parts)) + tag, True))
    return found


_MAY_BE_MATH = re.compile(r"math|tex|mwe", re.IGNORECASE)
_MATH_TAGS = frozenset({"math", "mjx-container", "img", "script", "math-renderer"})


def recognise(element: _Element) -> Formula | None:
    """The formula `element` stands for, or None where it is no formula."""
    name = local(element)
    named = element.get("class")
    if name not in _MATH_TAGS and (named is None or _MAY_BE_MATH.search(named) is None):
        return None
    classes = _classes(element)
    if _is_tex_script(element):
        display = "mode=display" in (element.get("type") or "")
        return Formula((element.text or "").strip().removeprefix("% ").strip(), display)
    if name == "math":
        return _from_math(element)
    if name == "mjx-container":
        return _mathjax3(element)
    if name == "img":
        return _image(element, classes)
    if "katex-display" in classes or "katex" in classes:
        found = _from_math(element)
        if found is None:
            return None
        return Formula(found.latex, found.display or "katex-display" in classes)
    if "mwe-math-element" in classes:
        block = "mwe-math-element-block" in classes
        found = _from_math(element)
        if found is not None:
            return Formula(found.latex, found.display or block)
        for node in element.iter("img"):
            if node.get("alt"):
                return Formula(unwrap(node.get("alt") or "")[0], block)
        return None
    if classes & _RENDERED:
        return _mathjax2(element)
    if name == "math-renderer" or (classes & _TEX_CLASSES and len(element) == 0):
        return _delimited(text_of(element))
    if "math" in classes and name == "div":
        return _numbered(element)
    if "arithmatex" in classes and element.find(".//script") is None:
        return _delimited(text_of(element))
    return None


class Table:
    """Hands out placeholders and keeps their LaTeX."""

    def __init__(self, text: str) -> None:
        """`text` is the whole source: ids that occur in it as literal text are not used."""
        self._taken = {int(n) for n in re.findall(r"⟦\s*[Ff]\s*(\d{1,9})\s*⟧", text)}
        self._next = 1
        self.formulas: dict[str, str] = {}

    def add(self, latex: str) -> str:
        """Keep `latex` and return the placeholder that stands for it."""
        while self._next in self._taken:
            self._next += 1
        key = f"F{self._next}"
        self._next += 1
        self.formulas[key] = latex
        return f"⟦{key}⟧"
