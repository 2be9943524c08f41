"""Where sentences end, in Latin, CJK, Arabic, Indic and other scripts.

A stop ends a sentence unless what stands around it says otherwise: an abbreviation or an
initial before it, a small letter or a comma behind it, no space where the script needs
one. Every look back is bounded, so that the time is linear in the text.
"""

from __future__ import annotations

import re

from engine.titles import title_level

_WIDE = "。！？｡．"
_ELLIPSIS = "…‥"
_PLAIN = ".!?؟۔।॥։።។။"
_CLOSERS = "\"'”’»›)]}）】」』》〉］｝*_"
# Behind a Latin stop, “ and « close („Nein.“, »Warum?«); behind a wide one they open.
_END = re.compile(
    rf"(?:[{_WIDE}{_ELLIPSIS}]+[{_PLAIN}{_WIDE}{_ELLIPSIS}]*[{re.escape(_CLOSERS)}]*"
    rf"|[{_PLAIN}]+[{_PLAIN}{_WIDE}{_ELLIPSIS}]*(?:[{re.escape(_CLOSERS)}“‘«‹¹²³⁴-⁹]|\[\d{{1,3}}\]"
    rf"|[ \u00a0\u202f][»›](?=\s|$))*)|\n(?:[ \t\r\u3000]*\n)++"
)
_NEXT = re.compile(r"\s*[\"'“‘„«‹»›(\[（「『*_¿¡]*\s?")
_BEFORE_WORD = re.compile(r".*[\s(\[{„“”\"'«»‹›—–/（「『*_]", re.DOTALL)
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_FIGURE = re.compile(r"\d|(?:[IVXLC]+|[ivxlc]+|[A-Z])\b(?! [a-z]|['’])|[A-Z]\.?\d")
_INITIAL = re.compile(r"[^\W\d_]\.")
_LETTERS = re.compile(r"[^\W\d_]+")
_OPENED = re.compile("[「『（」』）]")
_PAIRS = {"「": "」", "『": "』", "（": "）"}
_LOOK_BACK = 24
_COMPLETE_LINE = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]|\|.*\|$|`{3,}|~{3,}|[-*+•·◦▪‣●○■□][ \t]+\S|\d{1,3}[.)][ \t]+\S|"
    r"[（(]?[一二三四五六七八九十\d]{1,3}[）)、]|\\end\{)"
)
_FOOTNOTE = re.compile(r"(?:\[\d{1,3}\]|[¹²³⁴-⁹])+$")
_NOTE_ENDS = "]¹²³⁴⁵⁶⁷⁸⁹"
_FINAL = _WIDE + _ELLIPSIS + "!?؟۔।॥։።។။:："
_QUOTATION = 200  # code points; the sentences of a longer one are told apart


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# What always has its other half behind it.
_BEFORE_NAME = _words(
    "mr mrs ms dr prof st mt ft gen col capt lt sgt rev hon gov sen rep pres dept univ assn "
    "e.g i.e cf vs viz approx resp incl excl esp z.b d.h u.a o.ä s.o s.u bzw ca bspw vgl evtl ggf "
    "hrsg zzgl inkl sog str hl mme mlle mgr me p.ex c.-à-d env av apr réf n.b sr sra dña ud uds "
    "p.ej pág núm г ул им т.е т.к напр см стр рис"
)
# What has a number or a letter behind it; without one it may close a sentence ("No.").
_BEFORE_NUMBER = _words(
    "no nos nr fig figs eq eqs sec secs ch chap vol vols art arts abb tab tbl p pp s f ff bd kap "
    "abs aufl ex ref refs app def thm lem cor prop ln pt § n° jan feb mar apr jun jul aug sep sept "
    "oct nov dec"
)
# Those of them that are plain words too, and at the end of a text more likely so.
_WORDS_TOO = _words("art app prop tab")
# What may close a sentence, and does where a capital letter follows.
_MAYBE = _words(
    "etc al inc ltd co corp jr sr bros usw u.s.w ed eds est ph.d b.a m.a b.sc m.sc a.m p.m "
    "a.d b.c u.s u.k u.n e.u d.c"
)
_STARTERS = _words(
    "the it its in this that these those he she we they a an but however and there then when "
    "while if for as at on after before i you his her our their my yet so der die das es er sie "
    "wir ein eine im in am auch aber le la les il elle nous on un une ce cette"
)
_ORDINAL_NOUNS = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|"
    r"Jahrhundert|Jh|Auflage|Kapitel|Band|Klasse|Lebensjahr|Geburtstag|Weltkrieg)"
)


def sentence_ends(text: str, start: int, end: int) -> list[int]:
    """Offsets in ``text[start:end]`` behind each sentence, `end` last (where not empty)."""
    ends: list[int] = []
    quotations = _Quotations(text, start, end)
    cased: bool | None = None
    last = start
    for match in _END.finditer(text, start, end):
        stop = match.end()
        if stop >= end:
            break
        first = match[0][0]
        if first == "\n":
            stop = match.start()
            if stop <= last:
                continue
        elif first in _WIDE or first in _ELLIPSIS:
            if not _wide_end(text, match, start) or quotations.open_at(stop):
                continue
        else:
            if not _plain_end(text, match, last, end):
                continue
            if _next_is_small(text, stop, end):
                if cased is None:
                    cased = any(map(str.isupper, text[start:end]))
                if cased:
                    continue
        ends.append(stop)
        last = stop
    if start < end:
        ends.append(end)
    return ends


class _Quotations:
    """Which places lie in a short bracketed quotation; asked in ascending order."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._at, self._end = text, start, end
        self._closing = ""

    def open_at(self, place: int) -> bool:
        for sign in _OPENED.findall(self._text, self._at, place):
            if not self._closing:
                self._closing = _PAIRS.get(sign, "")
            elif sign == self._closing:
                self._closing = ""
        self._at = place
        if self._closing:
            reach = min(self._end, place + _QUOTATION)
            if self._text.find(self._closing, place, reach) < 0:
                self._closing = ""
        return bool(self._closing)


def sentences(text: str) -> list[str]:
    """The sentences of `text` without the white space around them."""
    result, at = [], 0
    for end in sentence_ends(text, 0, len(text)):
        if piece := text[at:end].strip():
            result.append(piece)
        at = end
    return result


def ends_sentence(text: str) -> bool:
    """Whether a cut behind `text` is not in the middle of a sentence.

    Headings, table rows, fences, list items and lead-ins with a colon are complete where
    they end; other text is where a sentence ends.
    """
    tail = text.rstrip()
    if not tail or tail[-1] in _FINAL:
        return True
    begin = tail.rfind("\n") + 1
    line = tail[begin:]
    if _COMPLETE_LINE.match(line) or line.endswith(("$$", "\\]", "⟧")):
        return True
    if tail[max(0, begin - 2) : begin] in ("", "\n\n") and title_level(line):
        return True
    bare = line[-_QUOTATION:]
    if bare[-1] in _NOTE_ENDS:
        bare = _FOOTNOTE.sub("", bare)
    bare = bare.rstrip(_CLOSERS + "“‘«‹ \u00a0\u202f")
    if not bare:
        return True
    # "… as follows:—" leads in like a bare colon.
    if bare[-1] in _FINAL or bare.rstrip("-–—")[-1:] in (":", "："):
        return True
    return bare[-1] == "." and not _abbreviated(bare, len(bare) - 1, 0, "")


def _wide_end(text: str, match: re.Match[str], start: int) -> bool:
    """Whether a CJK stop or an ellipsis ends a sentence."""
    mark, stop = match[0], match.end()
    after = text[stop]
    if after in "，、；：,;:)）」』】》”’" or (after in "—–" and mark[-1] not in _WIDE):
        return False
    before = text[match.start() - 1] if match.start() > start else ""
    if mark[0] == "．" and before.isdigit() and after.isdigit():
        return False
    closed = mark[-1] in _CLOSERS
    if mark[0] in _ELLIPSIS and not any(sign in _WIDE + "!?" for sign in mark):
        # Dots trail off inside a sentence as often as at its end.
        following = _NEXT.match(text, stop)
        ahead = text[following.end() : following.end() + 1] if following else ""
        return closed or (after.isspace() and (after == "\n" or ahead.isupper()))
    # 「まだ早い。」と言った: a quotation inside a sentence, kana carries it on.
    return not (closed and "ぁ" <= after <= "ゖ")


def _plain_end(text: str, match: re.Match[str], last: int, end: int) -> bool:
    """Whether a stop that wants a space behind it ends the sentence that began at or
    behind `last`, the case of what follows aside."""
    mark, stop = match[0], match.end()
    if not text[stop].isspace():
        # Chinese typed with ASCII marks has no space behind them.
        return _is_cjk(text[stop]) and (
            mark[0] in "!?" or (match.start() > last and _is_cjk(text[match.start() - 1]))
        )
    if mark[0] != "." or mark.startswith(".."):
        return True
    following = _NEXT.match(text, stop, end)
    ahead = text[following.end() : min(end, following.end() + 24)] if following else ""
    return not _abbreviated(text, match.start(), last, ahead)


def _next_is_small(text: str, stop: int, end: int) -> bool:
    following = _NEXT.match(text, stop, end)
    return following is not None and text[following.end() : following.end() + 1].islower()


def _abbreviated(text: str, dot: int, last: int, ahead: str) -> bool:
    """Whether the full stop at `dot` belongs to an abbreviation, an initial or a list
    number and `ahead`, the text behind it ("" at the end of a text), goes on with it.
    The sentence begins at or behind `last`."""
    nearby = text[max(last, dot - _LOOK_BACK) : dot]
    before = _BEFORE_WORD.match(nearby)
    word = nearby[before.end() :] if before else nearby
    lower = word.casefold()
    if not word or lower in _BEFORE_NAME:
        return bool(word)
    if lower in _BEFORE_NUMBER:
        if not ahead and word in _WORDS_TOO:
            return False
        return not ahead or _FIGURE.match(ahead) is not None
    if lower in _MAYBE or _DOTTED.fullmatch(word):
        if not ahead:
            return False
        return not _starts_sentence(ahead) if word.isupper() else not ahead[0].isupper()
    if len(word) == 1 and word.isalpha():
        # A capital is taken for an initial; "z. B." and its like are two letters.
        initial = word.isupper() and not (word == "I" and _starts_sentence(ahead))
        return initial or _INITIAL.match(ahead) is not None
    if word.isdigit() and len(word) <= 3:
        lead = nearby[: len(nearby) - len(word)]
        starts = not lead[lead.rfind("\n") + 1 :].strip()
        return (starts and bool(ahead)) or _ORDINAL_NOUNS.match(ahead) is not None
    return False


def _starts_sentence(ahead: str) -> bool:
    word = _LETTERS.match(ahead)
    return word is not None and word[0][0].isupper() and word[0].casefold() in _STARTERS


def _is_cjk(sign: str) -> bool:
    return "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or sign in "“「『（《"
