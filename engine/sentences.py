"""Where sentences end, in Latin, CJK, Arabic, Indic and other scripts.

A stop ends a sentence unless what stands around it says otherwise: an abbreviation or an
initial before it, a small letter or a comma behind it, no space where the script needs
one. Every look back is bounded, so that the time is linear in the text.
"""

from __future__ import annotations

import re

from engine.abbreviations import abbreviated
from engine.titles import title_level

_WIDE = "。！？｡．"
_ELLIPSIS = "…‥"
_PLAIN = ".!?؟۔।॥։።។။"
_CLOSERS = "\"'”’»›)]}）】」』》〉］｝*_"
# Behind a Latin stop, “ and « close („Nein.“, »Warum?«); behind a wide one they open.
_END = re.compile(
    rf"(?:[{_WIDE}{_ELLIPSIS}]+[{_PLAIN}{_WIDE}{_ELLIPSIS}]*[{re.escape(_CLOSERS)}]*"
    rf"(?:[¹²³⁴-⁹]|\[\d{{1,3}}\]|[〔［]\d{{1,3}}[〕］])*"
    rf"|[{_PLAIN}]+[{_PLAIN}{_WIDE}{_ELLIPSIS}]*(?:[{re.escape(_CLOSERS)}“‘«‹¹²³⁴-⁹]|\[\d{{1,3}}\]"
    rf"|[ \u00a0\u202f][»›](?=\s|$))*)|\n(?:[ \t\r\u3000]*\n)++"
)
_NEXT = re.compile(r"\s*[\"'“‘„«‹»›(\[（「『*_¿¡]*\s?")
# 他问。 老人低声说道，: who spoke, directly behind what was said; with a colon it leads on, and
# 没有人回答。 says that nobody did.
_TAG = re.compile(
    "(?:(?![没沒不都也就])[\u3400-\u9fff]){0,8}?(?:[说說问問答喊叫嚷吼骂罵叹嘆歎]|笑道|心想|想道|回应|回應|吩咐)"
    "[\u3400-\u9fff]{0,4}[。，！,]"
)
_OPENED = re.compile("[「『（」』）]")
_QUOTES = {"”": "“", "’": "‘", "」": "「", "』": "『", '"': '"'}
_PAIRS = {"「": "」", "『": "』", "（": "）"}
_COMPLETE_LINE = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]|\|.*\|$|`{3,}|~{3,}|[-*+•·◦▪‣●○■□][ \t]+\S|\d{1,3}[.)][ \t]+\S|"
    r"[（(]?[一二三四五六七八九十\d]{1,3}[）)、]|\\end\{)"
)
_FOOTNOTE = re.compile(r"(?:\[\d{1,3}\]|[¹²³⁴-⁹])+$")
_NOTE_ENDS = "]¹²³⁴⁵⁶⁷⁸⁹"
_FINAL = _WIDE + _ELLIPSIS + "!?؟۔।॥։።។။:："
_QUOTATION = 200  # code points; the sentences of a longer one are told apart


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
    alone = tail[max(0, begin - 2) : begin] in ("", "\n\n")
    if alone and not line[0].islower() and title_level(line):
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
    return bare[-1] == "." and not abbreviated(bare, len(bare) - 1, 0, "")


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
        small = ahead.islower() or (closed and _spoken(text, stop))
        return not small and (closed or (after.isspace() and (after == "\n" or ahead.isupper())))
    # 「まだ早い。」と言った: a quotation inside a sentence, kana carries it on.
    return not (closed and ("ぁ" <= after <= "ゖ" or _spoken(text, stop)))


def _spoken(text: str, stop: int) -> bool:
    """Whether a quotation that nothing led in ends at `stop` and a word on who spoke follows."""
    opening = _QUOTES.get(text[stop - 1])
    if opening is None or not _TAG.match(text, stop):
        return False
    begin = text.rfind(opening, max(0, stop - _QUOTATION), stop - 1)
    return begin < 1 or text[begin - 1] not in ":："


def _plain_end(text: str, match: re.Match[str], last: int, end: int) -> bool:
    """Whether a stop that wants a space behind it ends the sentence that began at or
    behind `last`, the case of what follows aside."""
    mark, stop = match[0], match.end()
    if not text[stop].isspace():
        # Chinese typed with ASCII marks has no space behind them.
        if not _is_cjk(text[stop]) or _spoken(text, stop):
            return False
        return mark[0] in "!?" or (match.start() > last and _is_cjk(text[match.start() - 1]))
    if mark[0] != "." or mark.startswith(".."):
        return True
    following = _NEXT.match(text, stop, end)
    ahead = text[following.end() : min(end, following.end() + 24)] if following else ""
    return not abbreviated(text, match.start(), last, ahead)


def _next_is_small(text: str, stop: int, end: int) -> bool:
    following = _NEXT.match(text, stop, end)
    return following is not None and text[following.end() : following.end() + 1].islower()


def _is_cjk(sign: str) -> bool:
    return "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or sign in "“「『（《"
