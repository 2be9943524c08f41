"""Headings: marked, numbered, worded or hinted, and their levels."""

from __future__ import annotations

import re

from engine.repair.lexicon import words as word_set
from engine.repair.lines import Line, columns

_MARKED = re.compile(r"(#{1,6})\s+(?=\S)")
_NUMBERED = re.compile(
    r"((?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4})(\.?)[ \t\u2003\u3000]+"
    r"(?=[^\W\d_a-z\u00df-\u00f6\u00f8-\u00ff])"
)
_DECIMAL_CJK = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.．、]?\s*(?=[㐀-鿿])")
_KEYWORD = re.compile(
    r"(?:chapter|section|part|article|artikel|appendix|annex|book|kapitel|abschnitt|teil|anhang|"
    r"chapitre|partie|annexe|cap[ií]tulo|secci[oó]n|parte|ap[eé]ndice|capitolo|hoofdstuk|deel|"
    r"bijlage|kapittel|rozdział|глава|раздел|часть)\s+"
    r"(?:\d{1,3}(?:\.\d{1,2})*|[IVXLC]{1,7}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?![\w])\s*[.:)—–-]?\s*",
    re.IGNORECASE,
)
_KEYWORD_STARTS = word_set(
    "cha sec par art app ann boo kap abs tei anh cap ape apé hoo dee bij roz гла раз час"
)
_TOP = re.compile(
    r"(?:part|book|chapter|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|"
    r"hoofdstuk|глава|часть)\b",
    re.IGNORECASE,
)
_CJK_NUMBER = "[〇零一二三四五六七八九十百千两\\d]"
_CJK = re.compile(
    rf"(?:第\s*{_CJK_NUMBER}{{1,5}}\s*([编篇卷部章节節回编]))(?![的中里内所之])[\s\u3000:：.、]*"
)
_CJK_LIST = re.compile("([一二三四五六七八九十]{1,3})、|[（(]([一二三四五六七八九十]{1,3})[）)]")
ARTICLE = re.compile(rf"第\s*{_CJK_NUMBER}{{1,6}}\s*[条條款](?:之{_CJK_NUMBER}{{1,2}})?[\s\u3000]+")
_CJK_LEVEL = {"编": 1, "篇": 1, "卷": 1, "部": 1, "章": 1, "回": 1, "节": 2, "節": 2}
_BARE = word_set(
    "abstract summary contents introduction background motivation methods method results "
    "discussion conclusion conclusions references bibliography acknowledgements acknowledgments "
    "acknowledgement appendix preface foreword prologue epilogue glossary index overview "
    "zusammenfassung einleitung einführung inhaltsverzeichnis literaturverzeichnis literatur fazit "
    "anhang résumé sommaire bibliographie remerciements resumen introducción conclusiones "
    "referencias bibliografía índice 摘要 目录 目錄 引言 绪论 前言 结论 总结 参考文献 参考資料 "
    "致谢 附录 后记 序言 序 结语 はじめに おわりに 概要 要約 目次 謝辞 参考文献"
) | {"table of contents", "related work", "executive summary", "materials and methods"}
_END = re.compile(r"[.!?。！？…,，;；:：、]['\"”’»」』)\]]*$")
_LONGEST = 90
_FUSED = re.compile(
    r"(\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?:[A-Z][a-z]+)(?:\s+[A-Za-z]+){0,5}?[a-z])(?=[A-Z][a-z]*\s+[a-z]+)"
)
_FUSED_MARK = re.compile(r"(#{1,6})(?=[^\W\d_#])")
_SPACED_GAP = re.compile(r"\s{2,}")


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
    if first in "第一二三四五六七八九十（(":
        found = _chinese(text)
        if found[0]:
            return found
    if first.isdigit() or (first.isupper() and text[1:2] in ". "):
        found = _numbered(text, below, alone)
        if found[0]:
            return found
    if (first.isupper() or alone) and _worded(text, below):
        return (1 if _TOP.match(text) else 2), "worded heading"
    if alone and text.casefold().rstrip(":： ").replace("\u3000", "").replace(" ", " ") in _BARE:
        return 2, "heading word"
    if alone and re.sub(r"\s", "", text) in _BARE:
        return 2, "heading word"
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


def _worded(text: str, below: str) -> bool:
    match = _KEYWORD.match(text) if text[:3].casefold() in _KEYWORD_STARTS else None
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
    letters = [c for c in text if c.isalpha()]
    return (
        len(letters) >= 4
        and len(letters) >= 0.7 * len(text.replace(" ", ""))
        and not ends(text)
        and (" " in text or len(letters) >= 5)
    )


def fused(text: str) -> int:
    """Where a numbered heading is fused with the sentence below it (``1.1. AimsWe …``)."""
    if not text[0].isdigit():
        return 0
    match = _FUSED.match(text)
    return match.end() if match else 0


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
    return letters >= 0.7 * len(text.replace(" ", "")) and not _SPACED_GAP.search(text)
