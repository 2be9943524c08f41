"""Presentation MathML without a TeX annotation, turned into LaTeX as well as it goes.

Element by element after the MathML 3 recommendation, chapter 3; layout attributes are
left out, since a reader of the formula needs its structure and not its spacing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from lxml.etree import _Element

from engine.loaders.dom import local, text_of

_MAX_DEPTH = 120
_SYMBOLS = {
    "×": r"\times",
    "÷": r"\div",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "±": r"\pm",
    "∓": r"\mp",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∼": r"\sim",
    "∝": r"\propto",
    "∞": r"\infty",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∮": r"\oint",
    "∂": r"\partial",
    "∇": r"\nabla",
    "√": r"\surd",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "→": r"\to",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "↦": r"\mapsto",
    "…": r"\dots",
    "⋯": r"\cdots",
    "⋮": r"\vdots",
    "⋱": r"\ddots",
    "′": "'",
    "−": "-",
    "∗": "*",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "‖": r"\|",
    "∥": r"\parallel",
    "⊥": r"\perp",
    "∘": r"\circ",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "ℏ": r"\hbar",
    "ℓ": r"\ell",
    "∠": r"\angle",
    "°": r"{}^{\circ}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "$": r"\$",
    "_": r"\_",
    "\\": r"\backslash",
    "^": r"\hat{}",
    "~": r"\sim",
    "\u2061": "",
    "\u2062": "",
    "\u2063": "",
    "\u2064": "",
    "\u200b": "",
    "\xa0": " ",
}
_GREEK_VARIANTS = {"ϵ": r"\epsilon", "ε": r"\varepsilon", "ϕ": r"\phi", "φ": r"\varphi"}
_GREEK_VARIANTS |= {"ϑ": r"\vartheta", "ϱ": r"\varrho", "ς": r"\varsigma", "ϖ": r"\varpi"}
_FUNCTIONS = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "sinh",
        "cosh",
        "tanh",
        "arcsin",
        "arccos",
        "arctan",
        "log",
        "ln",
        "exp",
        "lim",
        "max",
        "min",
        "sup",
        "inf",
        "det",
        "dim",
        "ker",
        "gcd",
        "arg",
        "deg",
        "hom",
        "Pr",
        "limsup",
        "liminf",
    ]
)
_ACCENTS = {
    "^": r"\hat",
    "ˆ": r"\hat",
    "¯": r"\bar",
    "‾": r"\overline",
    "_": r"\underline",
    "˙": r"\dot",
    "¨": r"\ddot",
    "~": r"\tilde",
    "˜": r"\tilde",
    "→": r"\vec",
    "⃗": r"\vec",
    "⏞": r"\overbrace",
    "⏟": r"\underbrace",
}
_VARIANTS = {
    "bold": r"\mathbf",
    "double-struck": r"\mathbb",
    "script": r"\mathcal",
    "fraktur": r"\mathfrak",
    "sans-serif": r"\mathsf",
    "monospace": r"\mathtt",
}


def _greek(character: str) -> str:
    if character in _GREEK_VARIANTS:
        return _GREEK_VARIANTS[character]
    if not "\u0370" <= character <= "\u03ff":
        return ""
    words = unicodedata.name(character, "").split()
    if len(words) != 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return ""
    name = words[3].lower().replace("lamda", "lambda")
    if name == "omicron":
        return "o"
    return "\\" + (name.capitalize() if words[1] == "CAPITAL" else name)


def _token(text: str) -> str:
    """LaTeX of the characters of a token, a command followed by a space."""
    parts = []
    for character in text:
        plain = character
        if "\U0001d400" <= character <= "\U0001d7ff":
            plain = unicodedata.normalize("NFKC", character)
        symbol = _SYMBOLS.get(plain)
        command = _greek(plain) if symbol is None else symbol
        if not command and symbol is None:
            command = plain
        parts.append(command + " " if command[:1] == "\\" and command[-1:].isalpha() else command)
    return "".join(parts)


def _group(latex: str) -> str:
    latex = latex.strip()
    return "{" + latex + "}"


def _script(latex: str) -> str:
    """An argument of ``^`` or ``_``: braces unless it is one character."""
    latex = latex.strip()
    return latex if len(latex) == 1 else "{" + latex + "}"


def _base(latex: str) -> str:
    latex = latex.strip()
    if len(latex) <= 1 or (latex[0] == "\\" and latex[1:].isalpha()):
        return latex
    return latex if latex.isalnum() else "{" + latex + "}"


def _is_big(base: str) -> bool:
    return base.strip() in {
        r"\sum",
        r"\prod",
        r"\int",
        r"\oint",
        r"\lim",
        r"\max",
        r"\min",
        r"\sup",
        r"\inf",
    }


def _under_over(name: str, parts: Sequence[str]) -> str:
    base = parts[0].strip()
    under = parts[1].strip() if name != "mover" else ""
    over = parts[-1].strip() if name != "munder" else ""
    if _is_big(base):
        below = f"_{_script(under)}" if under else ""
        above = f"^{_script(over)}" if over else ""
        return f"{base}{below}{above} "
    result = base
    for mark, stack in ((over, r"\overset"), (under, r"\underset")):
        if not mark:
            continue
        raw = next((s for s, c in _SYMBOLS.items() if c == mark and s in _ACCENTS), mark)
        accent = _ACCENTS.get(raw, "")
        result = f"{accent}{_group(result)}" if accent else f"{stack}{_group(mark)}{_group(result)}"
    return result


def _table(element: _Element, depth: int) -> str:
    rows = []
    for row in element:
        if local(row) not in ("mtr", "mlabeledtr"):
            continue
        cells = [c for c in row if local(c) == "mtd"]
        rows.append(" & ".join(_row(cell, depth + 1).strip() for cell in cells))
    return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"


def _row(element: _Element, depth: int) -> str:
    return "".join(_convert(child, depth + 1) for child in element)


def _fenced(element: _Element, depth: int) -> str:
    inner = [_convert(child, depth + 1).strip() for child in element]
    opening, closing = element.get("open", "("), element.get("close", ")")
    separators = element.get("separators", ",").strip()[:1]
    body = separators.join(inner) if separators else "".join(inner)
    return rf"\left{_token(opening) or '.'}{body}\right{_token(closing) or '.'}"


def _multiscripts(parts: Sequence[str], names: Sequence[str]) -> str:
    split = names.index("mprescripts") if "mprescripts" in names else len(names)
    post, pre = parts[1:split], parts[split + 1 :]

    def pair(scripts: Sequence[str]) -> str:
        marks = ""
        for position, script in enumerate(scripts):
            if script.strip():
                marks += ("_" if position % 2 == 0 else "^") + _script(script)
        return marks

    before = "{}" + pair(pre) if pre else ""
    return before + _base(parts[0]) + pair(post)


def _leaf(element: _Element, name: str) -> str:
    text = " ".join(text_of(element).split()) if name != "mtext" else (text_of(element))
    if name == "mtext":
        stripped = text.replace("\xa0", " ")
        return rf"\text{{{stripped}}}" if stripped.strip() else " "
    if name == "mi" and text in _FUNCTIONS:
        return f"\\{text} "
    latex = _token(text)
    variant = _VARIANTS.get(element.get("mathvariant", ""), "")
    if variant:
        return f"{variant}{_group(latex)}"
    if name == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}"
    return latex


def _convert(element: _Element, depth: int) -> str:
    name = local(element)
    if depth > _MAX_DEPTH:
        return _token(text_of(element))
    if name in ("mi", "mn", "mo", "mtext", "ms"):
        return _leaf(element, name)
    if name in ("", "annotation", "annotation-xml", "mprescripts", "none", "maligngroup"):
        return ""
    if name == "mspace":
        return " "
    if name == "mtable":
        return _table(element, depth)
    if name == "mfenced":
        return _fenced(element, depth)
    if name == "msqrt":
        return rf"\sqrt{_group(_row(element, depth))}"
    children = [child for child in element if local(child)]
    parts = [_convert(child, depth + 1) for child in children]
    if name == "mfrac" and len(parts) == 2:
        return rf"\frac{_group(parts[0])}{_group(parts[1])}"
    if name == "mroot" and len(parts) == 2:
        return rf"\sqrt[{parts[1].strip()}]{_group(parts[0])}"
    if name == "msup" and len(parts) == 2:
        return f"{_base(parts[0])}^{_script(parts[1])}"
    if name == "msub" and len(parts) == 2:
        return f"{_base(parts[0])}_{_script(parts[1])}"
    if name == "msubsup" and len(parts) == 3:
        return f"{_base(parts[0])}_{_script(parts[1])}^{_script(parts[2])}"
    if name in ("munder", "mover") and len(parts) == 2:
        return _under_over(name, parts)
    if name == "munderover" and len(parts) == 3:
        return _under_over(name, parts)
    if name == "mmultiscripts" and parts:
        return _multiscripts(parts, [local(child) for child in children])
    if name == "semantics" and parts:
        return parts[0]
    own = _token((element.text or "").strip()) if not children else ""
    return own + "".join(parts)


def to_latex(math: _Element) -> str:
    """LaTeX of a ``math`` element; "" where it shows nothing."""
    return " ".join(_convert(math, 0).split())
