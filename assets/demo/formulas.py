"""Formulas set glyph by glyph from a small part of LaTeX, as boxes.

As in real papers nothing but position says what belongs together, so that a text
extractor takes a display formula apart into short lines.
"""

from __future__ import annotations

import re

from assets.demo import boxes
from assets.demo.boxes import Box, Rule

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}_^&]|\d+(?:\.\d+)?|[^\s]")
_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "psi": "ψ", "omega": "ω",
    "Delta": "Δ", "Gamma": "Γ", "Phi": "Φ", "Omega": "Ω", "infty": "∞", "partial": "∂",
    "ldots": "…", "mid": "|", "prime": "′", "circ": "°",
}  # fmt: skip
_RELATIONS = {
    "le": "≤", "ge": "≥", "approx": "≈", "in": "∈", "to": "→", "ne": "≠", "sim": "~",
    "=": "=", "<": "<", ">": ">",
}  # fmt: skip
_OPERATORS = {"cdot": "·", "times": "×", "pm": "±", "+": "+", "-": "−"}
_BIG = {"sum": "∑", "int": "∫", "prod": "∏"}
_NAMED = {"max", "min", "exp", "log", "ln", "sin", "cos", "Pr", "arg"}
_SPACES = {",": 0.17, ";": 0.28, "quad": 1.0, " ": 0.28}


def formula(latex: str, size: float, *, display: bool = False) -> Box:
    """Set one formula. Raises ValueError for a command it does not know."""
    return _Setter(_TOKEN.findall(latex), display).until("", size)


class _Setter:
    """Recursive descent over the tokens; each method returns the box it has read."""

    def __init__(self, tokens: list[str], display: bool) -> None:
        self._tokens = tokens
        self._at = 0
        self._display = display

    def _next(self) -> str:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def until(self, stop: str, size: float) -> Box:
        parts: list[Box] = []
        while self._peek() not in ("", stop):
            parts.append(self._scripted(size, first=not parts))
        if stop:
            self._next()
        return boxes.row(parts)

    def _group(self, size: float) -> Box:
        if self._peek() == "{":
            self._next()
            return self.until("}", size)
        return self._atom(size, first=True)

    def _scripted(self, size: float, first: bool) -> Box:
        limits = self._display and self._peek()[1:] in {"sum", "prod", "max", "min"}
        integral = self._peek() == "\\int"
        base = boxes.space(0.0) if self._peek() in ("_", "^") else self._atom(size, first)
        small = max(size * 0.7, 5.0)
        scripts: dict[str, Box] = {}
        while self._peek() in ("_", "^"):
            which = self._next()
            scripts[which] = self._group(small)
        if not scripts:
            return base
        upper, lower = scripts.get("^"), scripts.get("_")
        if limits:
            stacked, offsets = [base], [0.0]
            if upper:
                stacked.append(upper)
                offsets.append(-base.ascent - upper.descent - 1.5)
            if lower:
                stacked.append(lower)
                offsets.append(base.descent + lower.ascent + 1.0)
            return boxes.row([boxes.stack(stacked, offsets), boxes.space(0.17 * size)])
        # A tall base (a bracket, an integral) carries its scripts at its corners.
        tall = 0.5 * size if integral else max(0.0, base.ascent - 0.9 * size)
        placed, wide = [base], 0.0
        for script, dy in ((upper, -0.38 * size - tall), (lower, 0.2 * size + tall * 0.8)):
            if script:
                placed.append(boxes.shifted(script, base.width + 0.4, dy))
                wide = max(wide, script.width + 0.9)
        return boxes.overlay(placed, base.width + wide)

    def _atom(self, size: float, first: bool) -> Box:
        token = self._next()
        if token == "{":
            return self.until("}", size)
        if token[0] == "\\":
            return self._command(token[1:], size, first)
        if token in _RELATIONS:
            return self._padded(_RELATIONS[token], size, 0.28)
        if token in _OPERATORS:
            return self._padded(_OPERATORS[token], size, 0.0 if first else 0.2)
        if token.isalpha() and token.isascii():
            return boxes.text(token, "italic", size)
        return boxes.row(
            [boxes.text(token, "roman", size), boxes.space(0.12 * size * (token == ","))]
        )

    def _command(self, name: str, size: float, first: bool) -> Box:
        if name in _SYMBOLS:
            return boxes.text(_SYMBOLS[name], "roman", size)
        if name in _RELATIONS:
            return self._padded(_RELATIONS[name], size, 0.28)
        if name in _OPERATORS:
            return self._padded(_OPERATORS[name], size, 0.0 if first else 0.2)
        if name in _BIG:
            most = 1.9 if name == "int" else 1.5
            grown = size * (most if self._display else 1.15)
            glyph = boxes.text(_BIG[name], "roman", grown)
            return boxes.shifted(glyph, 0.0, (0.18 if name == "int" else 0.12) * grown)
        if name in _NAMED:
            return boxes.row([boxes.text(name, "roman", size), boxes.space(0.15 * size)])
        if name in _SPACES:
            return boxes.space(_SPACES[name] * size)
        if name in {"{", "}"}:
            return boxes.text(name, "roman", size)
        if name in {"text", "mathrm", "mathbf"}:
            return self._words(size, "bold" if name == "mathbf" else "roman")
        if name == "frac":
            return self._fraction(size)
        if name == "sqrt":
            return self._root(size)
        if name in {"hat", "bar"}:
            return self._accent(name, size)
        if name == "left":
            return self._fenced(size)
        if name == "cases":
            return self._cases(size)
        raise ValueError(f"unknown command \\{name}")

    def _padded(self, glyph: str, size: float, pad: float) -> Box:
        gap = boxes.space(pad * size)
        return boxes.row([gap, boxes.text(glyph, "roman", size), gap])

    def _words(self, size: float, face: str) -> Box:
        self._next()
        words = []
        while (token := self._next()) != "}":
            words.append(" " if token == "\\ " else token)
        return boxes.text("".join(words), face, size)

    def _fraction(self, size: float) -> Box:
        inner = size if self._display else size * 0.72
        over, under = self._group(inner), self._group(inner)
        axis = 0.25 * size
        wide = max(over.width, under.width) + 3.0
        placed = [
            boxes.shifted(over, (wide - over.width) / 2, -axis - over.descent - 2.0),
            boxes.shifted(under, (wide - under.width) / 2, under.ascent + 2.4 - axis),
            Box(wide, 0.0, 0.0, (), (Rule(((0.0, -axis), (wide, -axis)), 0.45),)),
        ]
        gap = boxes.space(1.2)
        return boxes.row([gap, boxes.overlay(placed, wide), gap])

    def _root(self, size: float) -> Box:
        inner = self._group(size)
        top, foot = -inner.ascent - 1.6, inner.descent
        tick = 0.55 * size
        line = (
            (0.0, foot - 0.4 * size),
            (tick * 0.4, foot),
            (tick, top),
            (tick + inner.width + 1, top),
        )
        sign = Box(tick, -top, foot, (), (Rule(line, 0.45),))
        return boxes.overlay([sign, boxes.shifted(inner, tick, 0.0)], tick + inner.width + 1.5)

    def _accent(self, name: str, size: float) -> Box:
        inner = self._group(size)
        top = -inner.ascent - 0.5
        middle = inner.width / 2 + 0.08 * size
        half = 0.16 * size if name == "hat" else 0.22 * size
        peak = top - (1.6 if name == "hat" else 0.0)
        mark = Rule(((middle - half, top), (middle, peak), (middle + half, top)), 0.45)
        return boxes.overlay([inner, Box(0.0, -peak, 0.0, (), (mark,))], inner.width)

    def _fenced(self, size: float) -> Box:
        opening = self._next().lstrip("\\")
        inner = self.until("\\right", size)
        closing = self._next().lstrip("\\")
        parts = [inner]
        if opening != ".":
            parts.insert(0, self._fence(opening, inner, size))
        if closing != ".":
            parts.append(self._fence(closing, inner, size))
        return boxes.row(parts)

    def _fence(self, glyph: str, inner: Box, size: float) -> Box:
        high = inner.ascent + inner.descent
        grown = max(size, high * 1.08)
        middle = (inner.descent - inner.ascent) / 2
        bracket = boxes.text(glyph, "roman", grown)
        return boxes.shifted(bracket, 0.0, middle + 0.25 * grown)

    def _cases(self, size: float) -> Box:
        r"""``\cases{a & b \\ c & d}``"""
        self._next()
        table: list[list[list[str]]] = [[[]]]
        depth = 0
        while (token := self._next()) != "}" or depth:
            depth += (token == "{") - (token == "}")
            if token == "&" and not depth:
                table[-1].append([])
            elif token == "\\\\":
                table.append([[]])
            else:
                table[-1][-1].append(token)
        cells = [[_Setter(cell, False).until("", size) for cell in line] for line in table]
        pitch = 1.55 * size
        first = -pitch * (len(cells) - 1) / 2
        left = max(line[0].width for line in cells)
        placed = []
        for number, line in enumerate(cells):
            y = first + number * pitch
            placed.append(boxes.shifted(line[0], 0.0, y))
            if len(line) > 1:
                placed.append(boxes.shifted(line[1], left + size, y))
        wide = max(left + size + (line[1].width if len(line) > 1 else 0.0) for line in cells)
        body = boxes.overlay(placed, wide)
        return boxes.row([self._fence("{", body, size), boxes.space(2.0), body])
