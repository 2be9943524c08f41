"""Which bare lines are headings: numbered, named or chapter lines without Markdown marks.

A line is judged by itself. Cross references ("11.5.14.2的试验…"), measures ("3.5米以上"),
list numbers and sentences are no headings.
"""

from __future__ import annotations

import re

LONGEST = 80
LONGEST_CJK = 40
_SENTENCE_END = tuple(".!?;:,。．！？；：，、…؟۔।،")
_INSIDE = re.compile(r"[。！？；]|(?<!\d)．|[a-z\d)][.!?;]\s+\S")
_FORMULA = re.compile(r"[=∑∏∫√≤≥≈∞]|://")
_LEADERS = re.compile(r"\.{3}|…|·{3}|(?:\t| {3,})\d{1,4}$")  # lines of a table of contents
_BOLD = re.compile(r"(\*\*|__)([^*_].*[^*_])\1")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_ZH_NUMBER = "[〇零一二三四五六七八九十百千两\\d０-９]{1,7}"
_ZH_UNIT = re.compile(
    rf"第\s?{_ZH_NUMBER}\s?(编|部分|部|篇|卷|章|回|讲|課|课|节|節|条|條)(?=[\s:：、.]|\W|\w|$)"
)
_ZH_LEVELS = {"编": 1, "部": 1, "部分": 1, "篇": 1, "卷": 1, "节": 3, "節": 3, "条": 4, "條": 4}
_ZH_ARTICLE = re.compile(rf"第{_ZH_NUMBER}(?:之{_ZH_NUMBER})?[条條](?=[\s：:]|$)")
_ZH_RUNS_ON = re.compile(r"\s*(?:的|中|所|至|和|及|与|或|规定|第|款|项|以)")
_ZH_VOLUME = re.compile("卷[一二三四五六七八九十百]{1,4}|[上中下][篇卷册冊编編部]")
_KO_UNIT = re.compile(r"제\s?\d{1,3}\s?([편부장절관조])(?=\s|$)")
_KO_LEVELS = {"편": 1, "부": 1, "절": 3, "관": 4, "조": 4}
_ZH_OUTER = re.compile(r"[一二三四五六七八九十]{1,3}、\s*\S")
_ZH_INNER = re.compile(r"[（(][一二三四五六七八九十]{1,3}[）)]\s*\S")

_KEYWORDS = (
    "chapter|part|book|section|appendix|article|volume|act|scene|canto|kapitel|teil|abschnitt|"
    "anhang|artikel|chapitre|partie|livre|annexe|titre|capítulo|capitolo|parte|sección|hoofdstuk|"
    "annex|schedule|exhibit|title|lesson|unit|module|letter|lektion|leçon|lección|"
    "artículo|título|artigo|articolo|titolo|clause|rozdział|artykuł|"
    "глава|часть|раздел|приложение|урок|статья"
)
_COUNT = (
    r"(?:\d{1,3}(?:\.\d{1,3}){0,3}|[ivxlc]{1,8}|[a-h]|one|two|three|four|five|six|seven|eight|nine|"
    r"ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|first|"
    r"second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)"
)
_NAMED = re.compile(rf"({_KEYWORDS})\s+(?:the\s+)?{_COUNT}(?![\w-])\s*([.:—–-]*)\s*(.*)", re.I)
_NAMED_LEVELS = {"part": 1, "book": 1, "volume": 1, "teil": 1, "livre": 1, "partie": 1, "parte": 1}
_NAMED_LEVELS |= {"часть": 1, "section": 3, "scene": 3, "abschnitt": 3, "раздел": 3, "sección": 3}
_NAMED_LEVELS |= {"article": 4, "artikel": 4, "artículo": 4, "artigo": 4, "articolo": 4}
_NAMED_LEVELS |= {"artykuł": 4, "статья": 4, "clause": 4}
_ALONE = re.compile(
    "introduction|preface|prologue|epilogue|foreword|afterword|contents|abstract|conclusions?|"
    "references|bibliography|acknowledge?ments|appendix|index|einleitung|vorwort|literatur|"
    "zusammenfassung|inhaltsverzeichnis|sommaire|préface|avant-propos|résumé|bibliographie|"
    "前言|引言|绪论|緒論|摘要|目录|目錄|结论|結論|结语|参考文献|參考文獻|附录|附錄|致谢|致謝|序|序言|"
    "楔子|引子|尾声|尾聲|跋|后记|後記|附件|附则|はじめに|おわりに",
    re.I,
)
_STATUTE = re.compile(r"§\s?\d{1,4}[a-z]?(?:\s+(.*))?")
_DECIMAL = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,5})\.?(\s*)(.*)")
_SINGLE = re.compile(r"(\d{1,2})\.?[ \t\u3000]+(?=[^\W\d_])(.*)")
_UNIT = re.compile(
    r"(?:[米元度倍万亿個个年月日吨克岁人次分秒时時升层寸尺里]|公里|公斤|毫|厘|千|百|%|％|‰|°|"
    r"(?:[kcmµ]?[mg]|km|kg|cm|mm|ml|l|hz|gb|mb|kb|million|billion|percent|per|times|x)\b)",
    re.I,
)
_DATE = re.compile(
    r"(?:jan|feb|mar|mär|apr|avr|may|mai|jun|jui|jul|aug|aoû|sep|oct|okt|nov|dec|dez|déc)[^\W\d_]*\.?"
    r"(?:,?\s+\d{4})?$",
    re.I,
)
_INITIAL = re.compile(r"[^\W\d_]\.")
_ROMAN = re.compile(r"(?=[IVXL])(X{0,3}(?:IX|IV|V?I{0,3})|XL(?:IX|IV|V?I{0,3})|L?X{0,3}V?I{0,3})")


def title_level(line: str) -> int:
    """The level 1–6 of a bare heading line that stands alone, 0 for anything else."""
    line = line.strip()
    if not line or len(line) > LONGEST or "|" in line or _LEADERS.search(line):
        return 0
    if bold := _BOLD.fullmatch(line):
        return title_level(bold[2]) or (4 if is_title(bold[2]) else 0)
    return (
        _chinese(line)
        or _korean(line)
        or _named(line)
        or _numbered(line)
        or _roman(line)
        or _capitals(line)
    )


def named_level(line: str) -> int:
    """As `title_level`, for lines so plain (CHAPTER 3, 第三章) that text may follow them
    without a blank line."""
    line = line.strip()
    if not line or len(line) > LONGEST or _LEADERS.search(line):
        return 0
    unit = _ZH_UNIT.match(line)
    return (_chinese(line) if unit else 0) or _korean(line) or _named(line)


def starts_article(line: str) -> bool:
    """Whether a line opens an article of a statute whose text may follow on the line."""
    return _ZH_ARTICLE.match(line) is not None


def is_title(rest: str) -> bool:
    """Whether a line, or what follows its number, can be a title: short, no sentence, no
    formula."""
    if (
        _FORMULA.search(rest)
        or len(rest) > LONGEST
        or (_CJK.search(rest) and len(rest) > LONGEST_CJK)
    ):
        return False
    return not rest.endswith(_SENTENCE_END) and not _INSIDE.search(rest)


def lacks_title(line: str) -> bool:
    """Whether a line is a chapter number alone, whose title may stand on the next line."""
    line = line.strip()
    named = _NAMED.fullmatch(line)
    return bool(named and not named[3]) or _ZH_UNIT.fullmatch(line) is not None


def _chinese(line: str) -> int:
    if unit := _ZH_UNIT.match(line):
        rest = line[unit.end() :]
        if _ZH_RUNS_ON.match(rest) or not is_title(rest.strip()):
            return 0
        return _ZH_LEVELS.get(unit[1], 2)
    if _ZH_VOLUME.fullmatch(line):
        return 1
    for pattern, level in ((_ZH_OUTER, 2), (_ZH_INNER, 3)):
        if pattern.match(line) and is_title(line):
            return level
    return 0


def _korean(line: str) -> int:
    """``제2장 안전``; a particle behind the unit (``제2장의 …``) makes it a reference."""
    unit = _KO_UNIT.match(line) if line[0] == "제" else None
    if unit is None or not is_title(line[unit.end() :].strip()):
        return 0
    return _KO_LEVELS.get(unit[1], 2)


def _named(line: str) -> int:
    if _ALONE.fullmatch(line.rstrip(".:：")) and not line.islower():
        return 2
    match = _NAMED.match(line)
    if not match or not line[0].isupper():
        return 0
    word, marks, rest = match[1], match[2], match[3].strip()
    level = _NAMED_LEVELS.get(word.casefold(), 2)
    if not rest:
        return level
    shouted = word.isupper() or rest.isupper()
    if not rest[0].isupper() and not rest[0].isdigit() and not _CJK.match(rest):
        return level if marks and shouted and not rest[0].islower() else 0
    return level if is_title(rest[:-1] if shouted and rest.endswith(".") else rest) else 0


def _numbered(line: str) -> int:
    if match := _STATUTE.fullmatch(line):
        rest = match[1] or ""
        return 4 if not rest or (rest[0].isupper() and is_title(rest)) else 0
    if match := _DECIMAL.match(line):
        number, space, rest = match[1], match[2], match[3]
        depth = number.count(".") + 1
        if not rest or not is_title(rest) or _ZH_RUNS_ON.match(rest) or _UNIT.match(rest):
            return 0
        if not (rest[0].isupper() or _CJK.match(rest)) or (not space and not _CJK.match(rest)):
            return 0
        return min(depth, 6)
    if match := _SINGLE.match(line):
        rest = match[2]
        starts = rest[0].isupper() or _CJK.match(rest)
        if line[0] == "0" or _DATE.match(rest) or _UNIT.match(rest):
            return 0
        return 1 if starts and is_title(rest) else 0
    return 0


def _roman(line: str) -> int:
    match = _ROMAN.match(line)
    if not match or not match[0]:
        return 0
    rest = line[match.end() :]
    if rest in ("", "."):
        return 2
    dotted = rest.startswith(".")
    title = rest.removeprefix(".")
    if not title.startswith((" ", "\t")) or not is_title(title := title.strip()):
        return 0
    # "II. Methods" counts; "V. I. Lenin" and "X is small" do not.
    named = dotted and title[:1].isupper() and not _INITIAL.match(title)
    return 2 if named or title.isupper() else 0


def _capitals(line: str) -> int:
    capitals = sum(map(str.isupper, line))  # letters without case are none
    if not line.isupper() or capitals * 2 <= len(line) or len(line) > 60:
        return 0
    # Acronyms and single letters are labels: "NIST", "BFS DFS", "A B C D".
    words = line.split()
    longest = max(map(len, words))
    worded = longest >= 5 or (longest == 4 and len(words) > 1)
    return 3 if worded and not line.endswith(_SENTENCE_END) and not _FORMULA.search(line) else 0
