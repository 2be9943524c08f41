"""Sentences that run on over blank lines, pages and footnotes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair import headings, hyphens, lists
from engine.repair.endings import demands, finished, paused, resumes
from engine.repair.lines import columns
from engine.repair.paragraphs import Para, Shape, caption, footnote

_OWN = re.compile(r"[A-Z]?\d+(?:\.\d+)*\b|[^\w(\"“]")
_LETTER_NOTE = re.compile(r"([a-z])\s(?=[^\W\d_a-z])")
_SHORTEST = 18
_NOTE_REACH = 8000
_FULL = 0.7  # share of the longest line that a line of prose has at least
_PARAGRAPH = 60  # columns that make lines a paragraph rather than a title or an entry
_CORRESPONDENCE = re.compile(r"[*†‡]{1,2}\s?\D{0,60}\S@\S+\.\S+$")
_YEAR = re.compile(r"\b\d{4}$")
_BEHIND_WORD = frozenset(".,;:!?’”\"')）。，")
_TITLED = 80  # characters of prose that make a short line above them a title


def connect(paras: Sequence[Para], raw: str, form: Shape) -> list[Para]:
    """Join each sentence that a gap cuts in two. Footnotes and captions that stood in the
    gap go behind the paragraph they interrupted."""
    result: list[Para] = []
    index = 0
    while index < len(paras):
        para = paras[index]
        if para.kind in ("prose", "item") and not finished(para.last):
            index = _extend(paras, index, raw, form, result)
            continue
        result.append(para)
        index += 1
    return result


def titles(paras: Sequence[Para], form: Shape) -> None:
    """Make headings, in place, of short lines that stand alone above prose."""
    if form.html or form.pdf:
        return
    for index, para in enumerate(paras[:-1]):
        following = paras[index + 1]
        if para.kind != "prose" or para.gap == "none" or len(para.first) > _TITLED:
            continue
        if following.kind != "prose" or footnote(para.first):
            continue
        furniture = following.lines[0].hint.page == para.lines[-1].hint.page
        if following.gap != "blank" and not (following.gap == "page" and furniture):
            continue
        long = sum(len(line.text) for line in following.lines) >= _TITLED
        free = index == 0 or paras[index - 1].kind != "prose" or finished(paras[index - 1].last)
        text = " ".join(line.text for line in para.lines)
        if long and free and headings.title(text) and not caption(para.first):
            para.kind, para.level = "heading", 1 if index == 0 else 2
            para.reason = "short line above a paragraph"


def merge_headings(paras: Sequence[Para]) -> list[Para]:
    """Join the lines of a heading that the page sets on several lines."""
    result: list[Para] = []
    for para in paras:
        above = result[-1] if result else None
        if above is not None and _same_heading(above, para):
            above.lines.extend(para.lines)
        else:
            result.append(para)
    return result


def _same_heading(above: Para, para: Para) -> bool:
    if above.kind != "heading" or para.kind != "heading" or above.level != para.level:
        return False
    first, second = above.lines[-1].hint, para.lines[0].hint
    if first.box is None or second.box is None or first.page != second.page:
        return False
    near = 0 <= second.box[1] - first.box[1] <= 1.7 * max(first.size, 1.0)
    own = headings.level(para.first, below="", alone=True)[0] or _OWN.match(para.first)
    return near and abs(first.size - second.size) < 0.5 and not own and len(above.lines) < 4


def _extend(paras: Sequence[Para], index: int, raw: str, form: Shape, result: list[Para]) -> int:
    """Append ``paras[index]`` with all that continues it; returns the next index."""
    para = paras[index]
    aside: list[Para] = []
    index += 1
    while index < len(paras) and not finished(para.last):
        between: list[Para] = []
        at = index
        while at < len(paras) and len(between) < 6 and _aside(paras, at, para, raw):
            between.append(paras[at])
            at += 1
        if at >= len(paras):
            break
        paged = any(other.gap == "page" for other in paras[index : at + 1]) or bool(between)
        if not continues(para, paras[at], paged, form):
            break
        para.lines.extend(paras[at].lines)
        for other in between:
            other.moved = True
            if other.kind == "item":
                other.kind = "prose"  # a note, not an entry of a list
        aside.extend(between)
        index = at + 1
    result.append(para)
    result.extend(aside)
    return index


def _aside(paras: Sequence[Para], at: int, above: Para, raw: str) -> bool:
    """Whether a paragraph is a footnote or caption that the sentence `above` may run around."""
    para = paras[at]
    if para.kind == "caption":
        return True
    if para.kind not in ("prose", "item") or len(para.first) < 3:
        return False
    if para.lines[0].hint.role == "footnote" or caption(para.first):
        return True
    lettered = _LETTER_NOTE.match(para.first)
    if lettered and finished(para.last):
        reach = raw[max(0, para.lines[0].start - _NOTE_REACH) : para.lines[0].start]
        return re.search(rf"\w[,.;:)]{lettered.group(1)}\s", reach) is not None
    mark = footnote(para.first)
    if not mark or mark == footnote(above.first):
        return False
    if _called(mark, raw, para.lines[0].start) or _CORRESPONDENCE.match(para.first):
        return True
    # A word broken over a page end is reason enough to take what stands at the foot for a note.
    following = paras[at + 1] if at + 1 < len(paras) else None
    return (
        following is not None
        and following.gap == "page"
        and following.first[0].islower()
        and hyphens.broken(above.last, following.first)
    )


def _called(mark: str, raw: str, before: int) -> bool:
    """Whether the text around the note has its mark set at a word."""
    text = raw[max(0, before - _NOTE_REACH) : before + _NOTE_REACH // 2]
    at = text.find(mark)
    while at >= 0:
        end = at + len(mark)
        word = at - 1
        while word >= 0 and text[word] in _BEHIND_WORD:
            word -= 1
        letter = word >= 0 and text[word].isalnum() and not text[word].isdecimal()
        year = at - word == 2 and _YEAR.search(text[max(0, word - 4) : word + 1]) is not None
        if (letter or year) and not text[end : end + 1].isdecimal():
            return True
        at = text.find(mark, at + 1)
    return False


def _long(para: Para, least: int = _SHORTEST) -> bool:
    """Whether the paragraph has at least `least` columns, counted no further than needed."""
    length = 0
    for line in para.lines:
        length += columns(line.text) + 1
        if length >= least:
            return True
    return False


def continues(above: Para, para: Para, paged: bool, form: Shape) -> bool:
    """Whether `para` goes on with the sentence that `above` leaves open."""
    if para.kind != "prose" or para.lines[0].hint.role in ("caption", "footnote"):
        return False
    left, right = above.last, para.first
    if form.html or headings.marked(para.lines[0]) or lists.turn(right):
        return False
    if caption(right) or (caption(above.first) and not paged):
        return False
    if hyphens.broken(left, right) and right[0].islower():
        return True
    if paused(left) or lists.leaders(left):
        return False
    wide = right[0] > "⺀"
    if resumes(right):
        if wide or right[0] in "，。、；）」』”":
            return True
        return _long(above) or demands(left)
    # A full stop that demands more is that of "Dr." or "St.".
    if demands(left) and (paged or left[-1] in ",，、(（."):
        return _long(above) and not footnote(right)
    if not paged:
        return False
    if above.kind != "prose":
        return False
    if wide and left[-1] > "⺀":
        return _long(above, 24)
    if form.width > 0 and columns(left) >= 0.85 * form.width:
        return columns(right) >= 0.6 * form.width
    return not form.pdf and _cut_off(above, para)


def _cut_off(above: Para, para: Para) -> bool:
    """Whether a page end cuts a sentence although the next word has a capital or a digit,
    as German nouns and names have: both halves are prose, and the first ends in a word."""
    left, right = above.last, para.first
    if not left[-1].isalpha() or left.isupper() or lists.number(right) is not None:
        return False
    if not (right[0].isupper() or right[0].isdigit()) or lists.enumerated(right):
        return False
    words = [word for line in above.lines for word in line.text.split()]
    longest = max(columns(line.text) for line in above.lines)
    if not words[-1][0].islower() and columns(left) < _FULL * longest:
        return False  # a name below the text
    lower = sum(word[0].islower() for word in words)
    prose = _long(above, _PARAGRAPH) and lower >= 0.4 * len(words)
    return prose and (finished(para.last) or _long(para, _PARAGRAPH)) and not footnote(right)
