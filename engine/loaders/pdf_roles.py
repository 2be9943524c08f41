"""What a line of a PDF is by itself: list item, caption, code, formula, footnote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.loaders.pdf_lines import PageText, Piece
from engine.loaders.pdf_text import CJK

CAPTION = re.compile(
    r"^(?:(?:figure|fig\.|table|tab\.|algorithm|listing|scheme|plate|chart|box|abbildung|abb\.|"
    r"tabelle|tableau|figura|tabla)\s*(?:[A-Z]\.?)?\d*[\dIVX](?:[.\-–]\d+)*[a-z]?\s*(?:[.:|–—\-]|\s(?-i:[A-ZÀ-Þ(])|$)"
    r"|(?:图|圖|表|図|附图|附表|算法|代码)\s*[A-Z]?\d+(?:[.\-–—]\d+)*(?:\s|[:：.、．]|$))",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"^(?:[•◦▪‣●○⚫⚬■□◆❖✓➢►∙⁃◾▸]\s*\S|[–—*·\-]\s+\S|\(?\d{1,3}[.)]\s+\S|\(?[a-z][.)]\s+\S|\([ivx]{1,4}\)\s*\S|"
    r"[ivx]{1,4}[.)]\s+\S|[（(]\d{1,2}[)）]\s*\S|[①-⑳]\s*\S|\[\d{1,3}\]\s+\S)"
)
_FIRST = re.compile(r"^\(?(?:1|a|i)[.)]\s|^[（(][1一][)）]|^①")
_NOTE = re.compile(r"^(?:\d{1,3}(?![\d,])|[*†‡§¶∗]+|[①-⑳⑴-⒇]|\[\d{1,3}\]|[a-z]\))\s*\S")
LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|(?:[·⋅∙]\s?){4,}|_{6,}")
WORD = re.compile(r"[^\W\d_]{4,}")
OPERATOR = re.compile(r"[=+<>≤≥≠≈∑∏∫√∂∇±×÷∈⊂∪∩∀∃→⇒←↔∞·∗⋅]")
_EQUATION_NUMBER = re.compile(r"\s\(\d{1,2}(?:\.\d{1,2})?[a-z]?\)$")
_SHORT_WORD = re.compile(r"[a-z]{2,3},?")
_ENDED = ".!?;:。！？；：{}"
_COMMENT = re.compile(r"(?://|/\*|\*|#|--|%|;)\s*\S")
_BULLETS = "•◦▪‣●○⚫⚬■□◆❖✓➢►∙⁃◾▸①②③④⑤⑥⑦⑧⑨⑩"


def body_size(pages: Sequence[PageText]) -> float:
    """Font size of most characters of the document, in points."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for piece in page.pieces:
            sizes[round(piece.size * 2) / 2] += len(piece.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def mono_body(pages: Sequence[PageText]) -> bool:
    """Whether the running text itself is set in a monospaced font (a typescript)."""
    mono = sum(len(p.text) for page in pages for p in page.pieces if p.mono)
    total = sum(len(p.text) for page in pages for p in page.pieces)
    return mono > 0.6 * total


def is_formula(line: Piece) -> bool:
    """Whether a line is glyphs of a display formula rather than prose."""
    text = line.text
    if LEADERS.search(text):
        return False
    words = [w for w in WORD.findall(text) if not CJK.match(w)]
    cjk = len(CJK.findall(text))
    letters = sum(map(len, words))
    if cjk > 2 or letters > 0.35 * len(text.replace(" ", "")):
        return False
    if line.math >= 0.3 and letters <= 0.3 * len(text):
        return bool(re.search(r"\S", text)) and (len(text) > 1 or line.math > 0.5)
    operators = len(OPERATOR.findall(text))
    if line.math > 0.05:
        return len(words) <= 2 and operators > 0
    # Set in the text font: only a line that stands apart, and is numbered or all operators.
    numbered = _EQUATION_NUMBER.search(text) is not None
    return line.gap and len(words) <= 1 and operators > (0 if numbered else 1)


def mark_local_roles(lines: Sequence[Piece], typescript: bool) -> None:
    """Set the roles a line shows by itself: code, caption, formula, list item."""
    item: Piece | None = None
    code = _code_lines(lines, typescript)
    caption: Piece | None = None
    for index, line in enumerate(lines):
        if line.role:
            caption = None
            continue
        if caption is not None and not line.gap and _goes_on(caption, lines, index):
            line.role = "caption"
            continue
        caption = None
        neighbours = (index > 0 and code[index - 1]) or (index + 1 < len(lines) and code[index + 1])
        if code[index] and (neighbours or line.gap):
            line.role = "code"
        elif CAPTION.match(line.text) and (line.gap or line.bold):
            line.role = "caption"
            caption = line
        elif is_formula(line):
            line.role = "formula"
        elif _begins_item(lines, index, item):
            line.role = "li"
        if line.role == "li":
            item = line
        elif line.gap:
            item = None
    _spread_formulas(lines)


def _code_lines(lines: Sequence[Piece], typescript: bool) -> list[bool]:
    """Which lines are set as code. A wrapped name in a sentence is none, a comment in another
    typeface, as it is used for Chinese, is."""
    code = [
        line.mono and not typescript and not line.role and line.text[0] not in f"{_BULLETS}–"
        for line in lines
    ]
    for index in range(1, len(lines)):
        line, before = lines[index], lines[index - 1]
        if line.gap or line.role or before.role:
            continue
        level = abs(line.x0 - before.x0) < 1.5
        if code[index] and not code[index - 1]:
            code[index] = not (level and before.text[-1] not in _ENDED)
        elif not code[index] and code[index - 1]:
            within = CJK.search(line.text) and any(code[index + 1 : index + 2])
            code[index] = bool(within) or _COMMENT.match(line.text) is not None
    return code


def _goes_on(caption: Piece, lines: Sequence[Piece], index: int) -> bool:
    """Whether line `index` goes on with a caption that begins with the line `caption`. The
    lines of a centred one do not get longer to the left."""
    line, before = lines[index], lines[index - 1]
    right = max(other.x1 for other in lines)
    inset = caption.x0 - line.x0 > line.size and right - caption.x1 > 2 * line.size
    return line.size <= before.size + 0.3 and not inset


def _spread_formulas(lines: Sequence[Piece]) -> None:
    """Give the limits, numerators and brackets beside a formula line its role."""
    for step in (1, -1):
        order = range(len(lines)) if step == 1 else range(len(lines) - 1, -1, -1)
        for index in order:
            other = index - step
            if not 0 <= other < len(lines) or lines[other].role != "formula":
                continue
            line = lines[index]
            near = abs(line.base - lines[other].base) < 2.2 * line.size
            words = WORD.findall(line.text)
            bare = len(line.text) <= 8 and not words and not _SHORT_WORD.fullmatch(line.text)
            dense = len(words) <= 1 and len(OPERATOR.findall(line.text)) > 1
            if line.role == "" and near and (bare or dense) and not CJK.search(line.text):
                line.role = "formula"


def _begins_item(lines: Sequence[Piece], index: int, item: Piece | None) -> bool:
    """Whether a line begins a list item. A number or letter at the start of a line may be
    the middle of a sentence, so it needs a place that begins something. `item` is the
    item before it, if the line stands in a list."""
    line = lines[index]
    if not _ITEM.match(line.text) or LEADERS.search(line.text):
        return False
    if line.gap or line.text[0] in _BULLETS:
        return True
    before = lines[index - 1]
    hanging = abs(line.x0 - before.x0) > 0.4 * line.size
    ended = before.text[-1:] in ".!?;:。！？；："
    if before.text[-1:] in ":：" and _FIRST.match(line.text):
        return True
    if item is not None:
        return hanging or ended or abs(line.x0 - item.x0) < 1
    return hanging and ended


def mark_footnotes(lines: Sequence[Piece], body: float, height: float) -> None:
    """Set ``footnote`` on the small lines at the foot of a column that begin with a
    marker."""
    _mark_raised_notes(lines, body, height)
    index = len(lines)
    while (
        index
        and not lines[index - 1].role.startswith("h")
        and (lines[index - 1].size < 0.94 * body and lines[index - 1].role in ("", "li", "formula"))
    ):
        index -= 1
    notes = lines[index:]
    start = next(
        (
            i
            for i, line in enumerate(notes)
            if line.raised or ((i == 0 or line.gap) and _NOTE.match(line.text))
        ),
        None,
    )
    if start is None or notes[start].y0 < 0.35 * height:
        return
    if index == 0 and start == 0 and len(lines) > 3 and notes[0].y0 < 0.6 * height:
        return  # a whole column of small print
    for line in notes[start:]:
        line.role = "footnote"


def _mark_raised_notes(lines: Sequence[Piece], body: float, height: float) -> None:
    """Notes that begin with a superscript and stand above a figure at the page foot."""
    noting = False
    for line in lines:
        small = line.size < 0.94 * body and line.role in ("", "li")
        begins = small and bool(line.raised) and line.gap and line.text[:1] in line.raised
        noting = (begins and line.y0 > 0.5 * height) or (noting and small and not line.gap)
        if noting:
            line.role = "footnote"
