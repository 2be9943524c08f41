"""Paragraphs to justified lines: inline markup, hyphenation, optimal line breaking.

Markup: ``*italic*``, ``**bold**``, `` `code` ``, ``$formula$``, ``[^note]``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from assets.demo import boxes
from assets.demo.boxes import Box
from assets.demo.canvas import CJK, ligatures
from assets.demo.formulas import formula
from assets.demo.hyphens import hyphen_points

_INLINE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\$(.+?)\$|\[\^(\w+)\]")
_CJK_RUN = re.compile(
    r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’—…]|[^\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’—…]+"
)
_NEVER_FIRST = "，。；：！？、）》】”’％…—"
_NEVER_LAST = "（《【“‘"
_IMPOSSIBLE = 1e9


@dataclass(frozen=True, slots=True)
class Style:
    """How running text is set. `chinese` breaks between characters."""

    size: float
    face: str = "roman"
    bold: str = "bold"
    italic: str = "italic"
    chinese: bool = False
    hyphenate: bool = True
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A box and what follows it: `gap` points of space (stretchable by `stretch`), or a
    place where the line may end with `hyphen` added."""

    box: Box
    gap: float = 0.0
    stretch: float = 0.0
    breakable: bool = True
    hyphen: Box | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    box: Box
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Word:
    parts: list[tuple[str, str]] = field(default_factory=list)  # (kind, content)


def pieces(markup: str, style: Style, marks: dict[str, str] | None = None) -> list[Piece]:
    """Break the markup into boxes. `marks` gives the printed number of each note."""
    result: list[Piece] = []
    for word in _words(markup):
        result += _word_pieces(word, style, marks or {})
    return result


def _words(markup: str) -> list[_Word]:
    words = [_Word()]
    at = 0

    def plain(text: str, kind: str) -> None:
        for number, part in enumerate(re.split(r"[ \n]+", text)):
            if number:
                words.append(_Word())
            if part:
                words[-1].parts.append((kind, part))

    for match in _INLINE.finditer(markup):
        plain(markup[at : match.start()], "plain")
        for kind, content in zip(
            ("bold", "italic", "code", "math", "note"), match.groups(), strict=True
        ):
            if content is None:
                continue
            if kind in {"math", "note"}:
                words[-1].parts.append((kind, content))
            else:
                plain(content, kind)
        at = match.end()
    plain(markup[at:], "plain")
    return [word for word in words if word.parts]


def _word_pieces(word: _Word, style: Style, marks: dict[str, str]) -> list[Piece]:
    space = 0.25 * style.size
    made: list[Piece] = []
    for kind, content in word.parts:
        if kind == "note":
            mark = boxes.text(marks[content], "roman", style.size * 0.68, rise=style.size * 0.36)
            made[-1] = Piece(boxes.row([made[-1].box, mark]), notes=(content,))
        elif kind == "math":
            made.append(Piece(formula(content, style.size), breakable=False))
        else:
            made += _text_pieces(content, kind, style)
    for number in range(len(made) - 1):
        made[number] = _between(made[number], made[number + 1], style)
    last = made[-1]
    made[-1] = Piece(last.box, space, space * 0.55, True, None, last.notes)
    return made


def _between(piece: Piece, following: Piece, style: Style) -> Piece:
    if not style.chinese:
        return piece
    ours, theirs = _last_text(piece.box), _first_text(following.box)
    may = not (theirs[:1] and theirs[0] in _NEVER_FIRST) and not (
        ours[-1:] and ours[-1] in _NEVER_LAST
    )
    mixed = (ours[-1:] > "\u2fff") != (theirs[:1] > "\u2fff")
    punctuation = (
        ours[-1:] in _NEVER_FIRST + _NEVER_LAST or theirs[:1] in _NEVER_FIRST + _NEVER_LAST
    )
    gap = 0.18 * style.size if mixed and not punctuation else 0.0
    return Piece(piece.box, gap, 0.06 * style.size, may, None, piece.notes)


def _first_text(box: Box) -> str:
    return box.glyphs[0].text if box.glyphs else ""


def _last_text(box: Box) -> str:
    return box.glyphs[-1].text if box.glyphs else ""


def _text_pieces(text: str, kind: str, style: Style) -> list[Piece]:
    face = {"bold": style.bold, "italic": style.italic, "code": "mono"}.get(kind, style.face)
    size = style.size * 0.92 if kind == "code" else style.size
    heavy = style.heavy or (kind == "bold" and style.chinese)
    if style.chinese:
        return [
            Piece(
                boxes.text(run, CJK if _is_cjk(run) else face, size, heavy=heavy and _is_cjk(run))
            )
            for run in _CJK_RUN.findall(text)
        ]
    made: list[Piece] = []
    for part in re.split(r"(?<=[a-z])(?<=..)([-–—])(?=\w)", text):
        if part in {"-", "–", "—"} and made:
            joined = boxes.row([made[-1].box, boxes.text(part, face, size)])
            made[-1] = Piece(joined, 0.0, 0.0, True)
        elif part:
            made += _hyphenated(part, face, size, kind, style)
    return made


def _is_cjk(run: str) -> bool:
    return run[0] > "\u2fff" or run[0] in "“”‘’—…"


def _hyphenated(part: str, face: str, size: float, kind: str, style: Style) -> list[Piece]:
    match = re.match(r"(\W*)(.*?)(\W*)$", part)
    assert match is not None
    lead, core, trail = match.groups()
    cuts = hyphen_points(core) if style.hyphenate and kind != "code" else []
    joins = ligatures if kind != "code" else str
    ends = [*cuts, len(core)]
    made = []
    for number, (start, end) in enumerate(zip([0, *cuts], ends, strict=True)):
        content = (
            (lead if not number else "") + core[start:end] + (trail if end == len(core) else "")
        )
        hyphen = boxes.text("-", face, size) if end != len(core) else None
        made.append(
            Piece(boxes.text(joins(content), face, size), breakable=bool(hyphen), hyphen=hyphen)
        )
    return made


def break_lines(
    material: Sequence[Piece],
    width: float,
    *,
    indent: float = 0.0,
    hang: float = 0.0,
    justify: bool = True,
) -> list[Line]:
    """Lines of the given width by least total badness (after Knuth and Plass, 1981).

    The first line begins at `indent`, the others at `hang`.
    """
    n = len(material)
    best = [_IMPOSSIBLE**2] * (n + 1)
    best[0] = 0.0
    previous = [0] * (n + 1)
    hyphenated = [False] * (n + 1)
    for start in range(n):
        if best[start] >= _IMPOSSIBLE**2:
            continue
        room = width - (indent if start == 0 else hang)
        natural = stretch = 0.0
        for end in range(start, n):
            piece = material[end]
            extra = piece.hyphen.width if piece.hyphen else 0.0
            slack = room - natural - piece.box.width - extra
            last = end == n - 1
            if slack < -0.35 * stretch - 0.01 and end > start:
                break
            if piece.breakable or last:
                cost = best[start] + _badness(slack, stretch, last, justify)
                if piece.hyphen:
                    cost += 120.0 + (900.0 if hyphenated[start] else 0.0)
                if cost < best[end + 1]:
                    best[end + 1], previous[end + 1] = cost, start
                    hyphenated[end + 1] = piece.hyphen is not None
            natural += piece.box.width + piece.gap
            stretch += piece.stretch
    cuts = [n]
    while cuts[-1]:
        cuts.append(previous[cuts[-1]])
    cuts.reverse()
    return [
        _set_line(
            material[start:end],
            width,
            indent if start == 0 else hang,
            justify and end < n,
        )
        for start, end in pairwise(cuts)
    ]


def _badness(slack: float, stretch: float, last: bool, justify: bool) -> float:
    if last and slack >= 0:
        return 0.0
    if not justify:
        return slack * slack
    if slack < 0:
        return 100.0 * (-slack / (0.35 * stretch + 1e-6)) ** 3 + 10.0
    return 60.0 * min(slack / (stretch + 1e-6), 60.0) ** 3 + 10.0


def _set_line(material: Sequence[Piece], width: float, indent: float, justify: bool) -> Line:
    gaps = material[:-1]
    tail = material[-1]
    final = tail.box if tail.hyphen is None else boxes.row([tail.box, tail.hyphen])
    if not justify and tail.hyphen is not None and not gaps:
        final = tail.box
    natural = sum(piece.box.width + piece.gap for piece in gaps) + final.width
    stretch = sum(piece.stretch for piece in gaps)
    ratio = (width - indent - natural) / stretch if justify and stretch else 0.0
    if not justify and natural > width - indent and stretch:
        ratio = (width - indent - natural) / stretch
    parts = [boxes.space(indent)]
    for piece in gaps:
        parts += [piece.box, boxes.space(piece.gap + piece.stretch * ratio)]
    parts.append(final)
    notes = tuple(note for piece in material for note in piece.notes)
    return Line(boxes.row(parts), notes)
