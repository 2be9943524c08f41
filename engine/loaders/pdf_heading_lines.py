"""Whether a line of a PDF is set like a heading, by itself and by what stands around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.loaders.pdf_lines import Piece
from engine.loaders.pdf_roles import LEADERS, OPERATOR
from engine.loaders.pdf_text import CJK

MAX_HEADING = 180
NUMBERED = re.compile(
    r"^(?:(?:chapter|part|appendix|section|kapitel|teil|anhang|chapitre|annexe)\s+[\dIVXA-Z]+\b"
    r"|\d{1,2}(?:\.\d{1,3}){0,4}\.?\s+[^\W\d_]|[A-Z]\.(?:\d{1,2}\.?)*\s+[^\W\d_]|[IVX]{1,5}\.\s+[^\W\d_]"
    r"|第\s*[一二三四五六七八九十百零\d]+\s*[章节節篇部編回条]|[一二三四五六七八九十]{1,3}、"
    r"|§\s*\d|附\s*[录錄]\s*[A-Z一二三四五六七八九十]"
    r"|[A-Z]\d+(?:\.\d+)*[.:：]?\s+\S)",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"^(?:abstract|references|bibliography|acknowledge?ments?|introduction|conclusions?|"
    r"contents|table of contents|appendix|preface|foreword|glossary|index|summary|"
    r"摘\s*要|目\s*录|参考文献|致\s*谢|前\s*言|附\s*录|引\s*言|结\s*论|zusammenfassung|literatur(?:verzeichnis)?|"
    r"inhaltsverzeichnis|vorwort|einleitung)\s*[:.]?$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?:key\s?words(?: and phrases)?|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|"
    r"关键词|關鍵詞|关键字)\b",
    re.IGNORECASE,
)
THEOREM = re.compile(
    r"^(?:(?:theorem|lemma|definition|corollary|proposition|remark|example|proof|claim|axiom|satz|"
    r"beweis|beispiel)\b|(?:定理|定义|引理|推论|命题|公理|例|注|证明|证)\s*[\d:：.（(]|证明)",
    re.IGNORECASE,
)
_ADMONITION = re.compile(
    r"^(?:note|tip|hint|caution|warning|important|attention|danger|hinweis|tipp|achtung|warnung|"
    r"vorsicht|wichtig|remarque|astuce|avertissement|nota|consejo|advertencia|atención|aviso|dica|"
    r"cuidado|suggerimento|avvertimento|attenzione|замечание|примечание|подсказка|внимание|"
    r"предупреждение|注意|提示|警告|小心|重要|ヒント|ノート)\s*[:!.：！]?$",
    re.IGNORECASE,
)
_CAPTIONED = re.compile(
    r"^(?:fig(?:ure|ura)?|tab(?:le|elle|leau|la)?|abb(?:ildung)?|algorithm|listing|图|圖|表|図)\.?"
    r"\s*[A-Z]?\.?\d",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"^(?:(?:[学專专][业業])?(?:博士|硕士|碩士|学士|學士|本科)\S{0,10}(?:论文|論文|设计)"
    r"|(?:a\s+)?(?:doctoral|ph\.?\s?d\.?|master[’']?s?|bachelor[’']?s?)(?: of \w+)?"
    r"\s+(?:thesis|dissertation)"
    r"|(?:master|bachelor|diplom|doktor)arbeit)$",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[•◦▪‣●○⚫⚬■□◆❖✓➢►∙▸*–—-]\s*\S")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_UNIT = re.compile(r"\[[^\]]{1,12}\]|\([^)]{0,12}[/−⁻][^)]{0,12}\)")
_CELLS = re.compile(r"\S {2,}\S")
_CLAUSE = re.compile(
    r"[\u3400-\u9fff\u3040-\u30ff][，,;；。]\s*\S"
)  # of a sentence, seldom of a title
_SENTENCE_MARK = ".。!！?？;；,，:："
_BODY_FACE = 0.08  # share of the running text that makes a typeface one of it


def body_faces(lines: Iterable[Piece], body: float) -> frozenset[str]:
    """Typefaces of the running text, set at `body` points."""
    counts: Counter[str] = Counter()
    for line in lines:
        if line.role in ("", "li") and abs(line.size - body) < 0.07 * body and not line.bold:
            counts[line.font] += len(line.text)
    total = sum(counts.values())
    return frozenset(face for face, count in counts.items() if count >= _BODY_FACE * total)


def is_prose(line: Piece, body: float) -> bool:
    """Whether a line is running text: long, of the usual size, with words in it."""
    if line.role not in ("", "li", "caption") or abs(line.size - body) > 0.12 * body:
        return False
    han = len(CJK.findall(line.text))
    return han >= 12 or (len(line.text) >= 30 and len(_WORDS.findall(line.text)) >= 4)


def is_listing(line: Piece) -> bool:
    """Whether a line is one of code."""
    return line.mono or line.role == "code"


def can_be_heading(line: Piece, typescript: bool = False) -> bool:
    """Whether the words of a line allow it to be a heading: no formula, no contents entry,
    no row of cells, and no code, unless all of the document is in type of one width."""
    if line.role not in ("", "li", "formula") or LEADERS.search(line.text):
        return False
    if line.mono and not typescript:
        return False
    text = line.text.strip()
    letters = sum(c.isalpha() for c in text)
    if letters < 2 or letters < 0.45 * len(text.replace(" ", "")) or len(text) > MAX_HEADING:
        return False
    if (OPERATOR.search(text) and letters < 0.6 * len(text)) or THEOREM.match(text):
        return False
    if _LABEL.match(text) or len(_UNIT.findall(text)) > 1 or _BULLET.match(text):
        return False
    if _ADMONITION.match(text) or _DEGREE.match(text):
        return False
    if not _WORDS.search(text) and not CJK.search(text):
        return False
    parts = _CELLS.split(text)
    return len(parts) == 1 or bool(NUMBERED.match(text) and len(parts) == 2)


def set_as_heading(lines: Sequence[Piece], index: int, body: float, width: float) -> bool:
    """Whether line `index` of a column `width` points wide stands out by its size, or by
    its weight and a paragraph of its own."""
    line = lines[index]
    text = line.text.strip()
    if line.size < 1.13 * body and _CLAUSE.search(text) and not NUMBERED.match(text):
        return False
    if line.size >= 1.13 * body:
        return line.math < 0.3 and not (text.endswith((",", ";", "，", "；")) and len(text) > 60)
    following = lines[index + 1] if index + 1 < len(lines) else None
    if line.gap and NAMED.match(text):
        smaller = following is None or following.size < line.size + 0.3
        return line.size > 0.75 * body and smaller
    if line.size < 0.94 * body or not line.gap:
        return False
    short = (line.x1 - line.x0) < 0.5 * width
    if line.bold and text[-1] in ":：" and len(text) <= 40 and short:
        if following is None or is_listing(following):
            return False
        return following.gap and not following.bold
    ends_sentence = text[-1] in _SENTENCE_MARK
    alone = following is None or following.gap or not following.bold or following.size != line.size
    if line.bold and not ends_sentence and alone and (line.x1 - line.x0) < 0.85 * width:
        return following is None or following.gap or following.bold != line.bold
    return line.bold and not ends_sentence and len(text) < 120 and bool(NUMBERED.match(text))


def stands_apart(
    lines: Sequence[Piece], index: int, body: float, width: float, faces: frozenset[str]
) -> bool:
    """Whether line `index` is a short paragraph in italics, or in a typeface or a colour of
    its own, above text in the usual type. Emphasis looks the same, so one line proves
    nothing."""
    line = lines[index]
    text = line.text.strip()
    if line.bold or not line.gap or not 0.94 * body <= line.size < 1.13 * body:
        return False
    if line.lead and line.lead_type in ("b", "i"):
        return False
    if index + 1 >= len(lines) or line.x1 - line.x0 > 0.7 * width or len(text) > 80:
        return False
    if (
        text[-1] in _SENTENCE_MARK
        or _CLAUSE.search(text)
        or not (text[0].isupper() or CJK.match(text[0]))
    ):
        return False
    following = lines[index + 1]
    if line.math > 0.1 or not is_prose(following, body):
        return False
    if line.color != following.color:
        return True
    return not following.italic and (
        line.italic or (line.font not in faces and line.font != following.font)
    )


def is_centred(lines: Sequence[Piece], index: int, body: float, width: float) -> bool:
    """Whether line `index` is a short paragraph in the middle of the column, above text. A
    line of verse or a place looks the same, so a few prove nothing."""
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else None
    if following is None or not (line.gap and is_prose(following, body)):
        return False
    if _CAPTIONED.match(line.text):
        return False
    if not 0.8 * body <= line.size < 1.13 * body or line.math > 0.1 or line.role == "formula":
        return False
    if line.text[-1] in _SENTENCE_MARK or not (line.text[0].isupper() or CJK.match(line.text)):
        return False
    inner = min(line.x0 - following.x0, following.x1 - line.x1)
    off = abs(line.x0 + line.x1 - following.x0 - following.x1)
    return inner > 0.12 * width and off < 0.03 * width and following.x1 - following.x0 > 0.8 * width


def is_term(lines: Sequence[Piece], index: int) -> bool:
    """Whether line `index` is the term of a list whose definition hangs below it."""
    line = lines[index]
    below = lines[index + 1 : index + 3]
    if not below:
        return False
    indent = below[0].x0 - line.x0
    hangs = len(below) < 2 or abs(below[1].x0 - below[0].x0) < 1
    return indent > 2.2 * line.size or (indent > 0.7 * line.size and len(below) == 2 and hangs)


def continues(before: Piece, line: Piece) -> bool:
    """Whether `line` is the next line of the heading `before`."""
    if (
        abs(before.size - line.size) > 0.4
        or before.bold != line.bold
        or line.role not in ("", "li")
    ):
        return False
    if NUMBERED.match(line.text) or line.mono:
        return False
    return 0 < line.base - before.base < 1.7 * line.size
