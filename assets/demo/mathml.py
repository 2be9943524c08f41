"""A small part of LaTeX as presentation MathML with its source as annotation."""

from __future__ import annotations

import html
import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[{}_^]|[^\s]")
_SYMBOLS = {"Delta": "Δ", "rho": "ρ", "eta": "η"}


def mathml(latex: str, *, display: bool = False) -> str:
    """Raises ValueError for a command it does not know."""
    tokens = _TOKEN.findall(latex)
    row = _row(tokens, "")
    source = html.escape(f"{{\\displaystyle {latex}}}")
    kind = ' display="block"' if display else ""
    return (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML"{kind}><semantics>{row}'
        f'<annotation encoding="application/x-tex">{source}</annotation></semantics></math>'
    )


def _row(tokens: list[str], stop: str) -> str:
    parts: list[str] = []
    while tokens and tokens[0] != stop:
        parts.append(_scripted(tokens))
    if stop:
        tokens.pop(0)
    return f"<mrow>{''.join(parts)}</mrow>"


def _scripted(tokens: list[str]) -> str:
    base = _atom(tokens)
    scripts: dict[str, str] = {}
    while tokens and tokens[0] in ("_", "^"):
        which = tokens.pop(0)
        scripts[which] = _atom(tokens)
    if len(scripts) == 2:
        return f"<msubsup>{base}{scripts['_']}{scripts['^']}</msubsup>"
    if "_" in scripts:
        return f"<msub>{base}{scripts['_']}</msub>"
    if "^" in scripts:
        return f"<msup>{base}{scripts['^']}</msup>"
    return base


def _atom(tokens: list[str]) -> str:
    token = tokens.pop(0)
    if token == "{":
        return _row(tokens, "}")
    if token == "\\frac":
        return f"<mfrac>{_atom(tokens)}{_atom(tokens)}</mfrac>"
    if token == "\\sqrt":
        return f"<msqrt>{_atom(tokens)}</msqrt>"
    if token == "\\left":
        opening = tokens.pop(0)
        inner = _row(tokens, "\\right")
        return f"<mrow><mo>{opening}</mo>{inner}<mo>{tokens.pop(0)}</mo></mrow>"
    if token[0] == "\\":
        if token[1:] not in _SYMBOLS:
            raise ValueError(f"unknown command {token}")
        return f"<mi>{_SYMBOLS[token[1:]]}</mi>"
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    if token.isalpha():
        return f"<mi>{token}</mi>"
    return f"<mo>{html.escape('−' if token == '-' else token)}</mo>"
