"""Headings: marked, numbered, worded or hinted, and their levels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair import lexicon
from engine.repair.endings import open_word
from engine.repair.lexicon import words as word_set
from engine.repair.lines import Line, columns

_MARKED = re.compile(r"(#{1,6})\s+(?=\S)")
_NUMBERED = re.compile(
    r"((?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4})(\.?)[ \t\u2003\u3000]+"
    r"(?=[^\W\d_a-z\u00df-\u00f6\u00f8-\u00ff])"
)
_DECIMAL_CJK = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.．、]?\s*(?=[㐀-鿿])")
_KEYWORD = re.compile(
    r"(?:§\s?|(?:chapter|section|part|article|artikel|appendix|annex|book|clause|kapitel|abschnitt|teil|"
    r"anhang|chapitre|partie|annexe|titre|livre|cap[ií]tulo|secci[oó]n|se[cç]ção|seção|parte|"
    r"ap[eêé]ndice|art[ií]culo|artigo|articolo|t[ií]tulo|titolo|cl[aá]usula|clausola|sezione|"
    r"capitolo|hoofdstuk|deel|bijlage|kapittel|rozdział|artykuł|część|глава|раздел|часть|статья|"
    r"приложение)\s+)"
    r"(?:\d{1,3}(?:\.\d{1,2})*|[IVXLC]{1,7}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?![\w])\s*[.:)—–-]?\s*",
    re.IGNORECASE,
)
_KEYWORD_STARTS = word_set(
    "cha sec par art app ann boo kap abs tei anh cap ape apé apê hoo dee bij roz cla tit tít liv "
    "sez seç czę clá гла раз час ста при"
)
_TOP = re.compile(
    r"(?:part|book|chapter|kapitel|teil|chapitre|partie|titre|livre|cap[ií]tulo|t[ií]tulo|"
    r"capitolo|titolo|hoofdstuk|rozdział|глава|часть)\b",
    re.IGNORECASE,
)
_CJK_NUMBER = "[〇零一二三四五六七八九十百千两\\d]"
_CJK = re.compile(
    rf"(?:第\s*{_CJK_NUMBER}{{1,5}}\s*([编篇卷部章节節回编]))(?![的中里内所之])[\s\u3000:：.、]*"
)
_CJK_LIST = re.compile("([一二三四五六七八九十]{1,3})、|[（(]([一二三四五六七八九十]{1,3})[）)]")
_KOREAN = re.compile(r"제\s?\d{1,3}\s?([편장절관])(?=\s|$)")
_KOREAN_LEVEL = {"편": 1, "장": 1, "절": 2, "관": 3}
_ROMAN = re.compile(r"([IVX]{1,5})\.[ \t\u2003\u3000]+(?=[^\W\d_])")
_CJK_LEVEL = {"编": 1, "篇": 1, "卷": 1, "部": 1, "章": 1, "回": 1, "节": 2, "節": 2}
_BARE = word_set(
    "abstract summary contents introduction background motivation methods method results "
    "discussion conclusion conclusions references bibliography acknowledgements acknowledgments "
    "acknowledgement appendix preface foreword prologue epilogue glossary index overview "
    "evaluation zusammenfassung einleitung einführung inhaltsverzeichnis literaturverzeichnis "
    "literatur fazit "
    "anhang résumé sommaire bibliographie remerciements resumen introducción conclusiones "
    "referencias bibliografía índice vorwort nachwort verfahren ergebnisse methodik diskussion "
    "avant-propos préface méthodes résultats conclusion prólogo métodos resultados agradecimientos "
    "introduzione riassunto sommario metodi risultati conclusioni bibliografia ringraziamenti "
    "samenvatting inleiding methoden resultaten conclusie literatuur wstęp streszczenie wnioski "
    "literatura введение заключение методы результаты выводы литература аннотация предисловие "
    "초록 서론 결론 참고문헌 摘要 目录 目錄 引言 绪论 前言 结论 总结 参考文献 参考資料 "
    "致谢 附录 后记 序言 序 结语 はじめに おわりに 概要 要約 目次 謝辞 参考文献"
) | {"table of contents", "related work", "executive summary", "materials and methods"}
_END = re.compile(r"[.!?。！？．｡…,，;；:：、]['\"”’»」』)\]]*$")
_LONGEST = 90
_FUSED_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=[^\W\d_])")
_FUSED_WORD = re.compile(r"[^\W\d_]+")
_FUSED_WORDS = 7  # the longest title that is looked at
_OPENERS = word_set(
    "the a an we this these that those in on at our it its there here for to from all each every "
    "some many most when while as by after before if both one two three no such they he she their "
    "der die das ein eine wir es im diese dieser dieses für zur zum bei nach mit als wenn alle "
    "jede jeder um auf da so man le la les un une nous cette ce ces dans en il elle on pour chaque "
    "tous toutes après l d el los las una este esta se para cada lo gli i questo questa si per "
    "nel nella de het een wij dit deze er o os um uma em na no w na ten ta to в на мы это эта этот "
    "для при как все каждый"
)
_LEAST_PROSE = 3  # lower-case words that make a line one of prose


def marked(line: Line) -> int:
    """The level of a Markdown heading, else 0."""
    if line.text[0] != "#":
        return 0
    match = _MARKED.match(line.text)
    return len(match.group(1)) if match else 0


def ends(text: str) -> bool:
    """Whether the line closes with punctuation, which a heading does not."""
    return _END.search(text[-8:]) is not None


def level(text: str, *, below: str, alone: bool) -> tuple[int, str]:
    """The level of an unmarked heading and what shows that it is one; ``(0, "")`` if the
    line is none. `below` is the next line of the same run, empty at a blank line; `alone`
    says that blank lines stand on both sides.
    """
    if len(text) < 2 or columns(text) > _LONGEST:
        return 0, ""
    first = text[0]
    if first in "第一二三四五六七八九十（(제":
        found = _korean(text) if first == "제" else _chinese(text)
        if found[0]:
            return found
    if first.isdigit() or (first.isupper() and text[1:2] in ". IVX"):
        found = _numbered(text, below, alone)
        if found[0]:
            return found
    if (first.isupper() or first == "§" or alone) and _worded(text, below):
        return (1 if _TOP.match(text) else 2), "worded heading"
    if (alone or (first.isupper() and _over_text(below))) and bare(text):
        return 2, "heading word"
    return 0, ""


def bare(text: str) -> bool:
    """Whether the line is a word like *Abstract* that heads a part of a document."""
    if len(text) > 30:
        return False
    folded = text.casefold().rstrip(":： ").replace("\u3000", "")
    return folded in _BARE or re.sub(r"\s", "", text) in _BARE


def prose(text: str) -> bool:
    """Whether a line begins like a sentence and runs on in lower case."""
    if not text[:1].isupper():
        return False
    return sum(word[0].islower() for word in text.split()) >= _LEAST_PROSE


def _over_text(below: str) -> bool:
    """Whether what stands below a heading word is a sentence or a reference."""
    return prose(below) or (len(below) > 20 and below[0].isupper() and ". " in below)


def leads(text: str, below: str) -> bool:
    """Whether a line in capitals heads the prose below it: one word alone is as often a
    speaker as a title."""
    return (" " in text or bare(text)) and not below.isupper() and prose(below)


def _korean(text: str) -> tuple[int, str]:
    match = _KOREAN.match(text)
    if match and len(text) <= 30 and len(text.split()) <= 6 and not ends(text):
        return _KOREAN_LEVEL[match.group(1)], "numbered heading"
    return 0, ""


def _chinese(text: str) -> tuple[int, str]:
    match = _CJK.match(text)
    # "第二章说明…；第三章给出…" speaks of chapters; a title has no stop or semicolon in it.
    if match and len(text) <= 40 and not ends(text) and not re.search("[。；;]", text):
        return _CJK_LEVEL.get(match.group(1), 1), "numbered heading"
    match = _CJK_LIST.match(text)
    if match and len(text) <= 30 and not ends(text) and len(text) > match.end():
        return (2 if match.group(1) else 3), "numbered heading"
    return 0, ""


def _numbered(text: str, below: str, alone: bool) -> tuple[int, str]:
    if ends(text) and not text.endswith("?"):
        return 0, ""
    match = _DECIMAL_CJK.match(text)
    if match:
        dotted = "." in match.group(1)
        if len(text) <= 36 and (dotted or alone) and not re.search("[。，；]", text):
            return min(6, match.group(1).count(".") + 1), "numbered heading"
        return 0, ""
    if open_word(text):
        return 0, ""
    match = _ROMAN.match(text) if text[0] in "IVX" else None
    if match and _roman(match, text, below):
        return 1, "numbered heading"
    match = _NUMBERED.match(text)
    if match is None or text[match.end() :].count(". ") > 0:
        return 0, ""
    title = text[match.end() :]
    dots = match.group(1).count(".")
    letters = sum(c.isalpha() for c in title)
    if letters < 3 or letters < 0.6 * len(title) or len(title.split()) > 12:
        return 0, ""
    if match.group(1)[0].isalpha() and (dots == 0 and not match.group(2) and not alone):
        return 0, ""
    if match.group(1) == "A" and dots == 0 and not match.group(2):
        return 0, ""
    if below and below[0].islower():
        return 0, ""
    if dots == 0 and match.group(2) and not alone:
        return 0, ""
    return min(6, dots + 1), "numbered heading"


def _roman(match: re.Match[str], text: str, below: str) -> bool:
    """Whether a line like ``II. Methods`` is a heading. One letter is as often an initial."""
    title = text[match.end() :]
    if ". " in title or len(title.split()) > 12 or (below and below[0].islower()):
        return False
    if not title[0].isupper() or sum(c.isalpha() for c in title) < 0.6 * len(title):
        return False
    return len(match.group(1)) > 1 or title.isupper() or bare(title)


def numbered_word(text: str, below: str) -> bool:
    """Whether the line is a number and a heading word above prose, a heading whatever line
    stands above."""
    match = _NUMBERED.match(text) or _ROMAN.match(text)
    return match is not None and bare(text[match.end() :]) and prose(below)


def untitled(text: str) -> bool:
    """Whether the line is nothing but ``Chapter 4``: its title may be the next line."""
    return _KEYWORD.fullmatch(text) is not None


def subtitle(text: str, following: Sequence[str]) -> bool:
    """Whether the line is the title of the chapter number above it: clearly shorter than
    the prose below, with which it makes no sentence."""
    if not following or not title(text) or open_word(text) or columns(text) > 48:
        return False
    longest = max(columns(other) for other in following[:4])
    below = following[0]
    return not below[0].islower() and columns(text) <= 0.75 * longest and len(below.split()) > 2


def _worded(text: str, below: str) -> bool:
    near = text[0] == "§" or text[:3].casefold() in _KEYWORD_STARTS
    match = _KEYWORD.match(text) if near and not open_word(text) else None
    if match is None or (ends(text) and not text.rstrip(".").isupper() and len(text) > match.end()):
        return False
    title = text[match.end() :]
    if title and not title[0].isupper() and not title[0].isdigit():
        return False
    return not (below and below[0].islower()) and len(title.split()) <= 14


def capitals(text: str) -> bool:
    """Whether a short line is set in capitals, as headings often are."""
    if not text.isupper() or len(text) > 70:
        return False
    letters = [c for c in text if c.isupper()]
    return (
        len(letters) >= 4
        and len(letters) >= 0.7 * len(text.replace(" ", ""))
        and not ends(text)
        and (" " in text or len(letters) >= 5)
    )


def fused(text: str) -> int:
    """Where a numbered heading is fused with the sentence below it (``1.1. AimsWe …``).

    A name like *OpenGate* is written the same way, so the title must be a heading word or
    the rest begin with a word that opens sentences.
    """
    number = _FUSED_NUMBER.match(text)
    if number is None:
        return 0
    for count, word in enumerate(_FUSED_WORD.finditer(text, number.end())):
        if count == _FUSED_WORDS or (count and text[word.start() - 1] != " "):
            return 0
        letters = word.group()
        seam = next((i for i, c in enumerate(letters) if i and c.isupper()), 0)
        if not seam:
            continue
        right = letters[seam:]
        if not letters[seam - 1].islower() or lexicon.known(letters):
            return 0
        goes_on = text[word.end() : word.end() + 2]
        if not (goes_on[:1] in "'’" or (goes_on[:1] == " " and goes_on[1:].islower())):
            return 0
        at = word.start() + seam
        opens = right.lower() in _OPENERS and right[1:] == right[1:].lower()
        return at if opens or bare(text[number.end() : at]) else 0
    return 0


def plausible(text: str) -> bool:
    """Whether a line set like a heading may be one: no formula, no sentence, no label."""
    if re.search(r"[=≤≥∑∫]|[✓✗]", text) or len(text) > 160:
        return False
    if text[-1] in ",，;；" or (text[-1] in ".。" and len(text) > 60):
        return False
    words = text.lstrip("§0123456789. ") or text
    letters = sum(c.isalpha() for c in words)
    return letters >= 2 and letters >= 0.4 * len(words.replace(" ", ""))


def title(text: str) -> bool:
    """Whether a line that stands alone above prose reads like a title."""
    if not (text[0].isupper() or text[0] > "⺀") or not 3 <= columns(text) <= 60 or ends(text):
        return False
    if text[0] > "⺀":
        return len(text) <= 20 and not re.search("[，。；：、\\d|｜>]", text)
    words = text.split()
    if len(words) > 9 or re.search(r"[|>@=<{}\\⟦$]|\d{3,}|https?:", text):
        return False
    letters = sum(c.isalpha() for c in text)
    return letters >= 0.7 * len(text.replace(" ", ""))
