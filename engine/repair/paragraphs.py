"""Runs of lines taken apart into paragraphs, headings, items and kept lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.repair import articles, headings, hyphens, listings, lists, talk, verse
from engine.repair.endings import demands, finished, open_word, paused, resumes
from engine.repair.lines import Line, columns

Gap = Literal["none", "blank", "page"]
Kind = Literal[
    "prose", "heading", "item", "kept", "code", "table", "latex", "formula", "glyphs", "caption"
]

_NOTE = re.compile(
    r"(\d{1,3}|[*†‡§¶]{1,2}|[①-⑳]|[¹²³⁰⁴-⁹]{1,3}|\[\d{1,3}\]|[〔［]\d{1,3}[〕］])[\s\u3000]*"
    r"(?=[^\W\d_]|[\"“‘'(《「])"
)
_REFERENCE = re.compile(r"\[\d{1,3}\]\s*\S")
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|listing|algorithm|abbildung|abb\.|tabelle|tableau|figura|tabla|"
    r"图|表|圖|図)"
    r"\s?\d+(?:[.-]\d+)*\s*[.:：|—–]?\s",
    re.IGNORECASE,
)
_HINTED_HEADING = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_TEX = re.compile(
    r"\\(?:item|begin|end|(?:sub){0,2}section|chapter|paragraph|label|caption|documentclass|"
    r"usepackage|title|author|date|maketitle|newcommand|input|include|includegraphics|centering|"
    r"bibliography|bibliographystyle|tableofcontents)(?![a-z])"
)
_TEX_COMMENT = re.compile(r"(?<![\\\d\s])\s+%\s|[.}\\]%")
_LONE_DASHES = frozenset("–—o")
_CONJUNCTIONS = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "e", "en", "и", "или"))
_COMMENT = re.compile(r"(?:^|[^\d\s\\]\s*)%\s?[^\W\d_]")
_ASIDES = frozenset(("caption", "footnote"))
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_OPENING = re.compile(r"[\"“„«「『—–]\s?\S")


@dataclass(slots=True)
class Para:
    """Lines that become one paragraph, and how it stands to the one above."""

    kind: Kind
    lines: list[Line]
    gap: Gap = "none"
    level: int = 0
    reason: str = ""
    moved: bool = False

    @property
    def first(self) -> str:
        return self.lines[0].text

    @property
    def last(self) -> str:
        return self.lines[-1].text


@dataclass(frozen=True, slots=True)
class Shape:
    """How the document sets its lines. `width` is the column at which prose wraps, 0 where
    that is unknown; `wrapped` is false where a line is a whole paragraph; `html` and `pdf`
    say that the loader already parted the paragraphs. `run_on` says that provisions of a
    statute begin on the line of their number. `longest` is about the
    length of the longest line, 0 in a PDF, where short lines may be parts of a figure."""

    width: int = 0
    wrapped: bool = True
    html: bool = False
    pdf: bool = False
    run_on: bool = False
    longest: int = 0


def shape(lines: Sequence[Line], kind: str) -> Shape:
    """Measure the lines of prose."""
    if kind == "html":
        return Shape(wrapped=False, html=True)
    run_on = articles.run_on([line.text for line in lines])
    widths = sorted(columns(line.text) for line in lines if not line.role and len(line.text) > 20)
    if len(widths) < 8:
        longest = widths[-1] if widths else 0
        reach = max((columns(line.text) for line in lines if not line.role), default=0)
        reach = 0 if kind == "pdf" else reach
        return Shape(0, longest <= 200, False, kind == "pdf", run_on, reach)
    width = widths[-1] if len(widths) < 24 else widths[int(0.95 * (len(widths) - 1))]
    wrapped = width <= 160
    reach = width if wrapped and kind != "pdf" else 0
    return Shape(width if wrapped else 0, wrapped, False, kind == "pdf", run_on, reach)


class Splitter:
    """Takes one run of lines (without a gap inside) apart."""

    def __init__(self, form: Shape) -> None:
        self._form = form
        self._number = 0
        self._finished = True
        self._articles = False
        self._latex = False
        self._series: frozenset[int] = frozenset()

    def split(self, run: list[Line], gap: Gap, *, alone_below: bool = True) -> list[Para]:
        """The paragraphs of `run`; the first stands below `gap`."""
        result: list[Para] = []
        start = 0
        self._articles = articles.several(line.text for line in run)
        self._latex = any(line.text[0] == "\\" for line in run)
        while start < len(run):
            stop = start
            while stop < len(run):
                above = (stop == 0 and gap != "none") or (stop > 0 and stop == start)
                level, reason = self._heading(run, stop, gap if stop == 0 else "none", above)
                if level:
                    break
                stop += 1
            if stop > start:
                result.extend(self._body(run[start:stop]))
            if stop < len(run):
                stop = self._take_heading(run, stop, level, reason, result)
            start = stop
        if result:
            result[0].gap = gap
        return result

    def _take_heading(
        self, run: list[Line], at: int, level: int, reason: str, result: list[Para]
    ) -> int:
        lines = [run[at]]
        stop = at + 1
        if reason == "worded heading" and not self._form.html and headings.untitled(run[at].text):
            following = [line.text for line in run[stop + 1 : stop + 5]]
            if stop < len(run) and headings.subtitle(run[stop].text, following):
                lines.append(run[stop])
                stop += 1
        if stop < len(run) and reason == "underlined heading":
            run[stop].drop("heading underline")
            stop += 1
        role = run[at].hint.role
        if role in _HINTED_HEADING and self._form.pdf:
            while stop < len(run) and run[stop].hint.role == role and len(lines) < 4:
                lines.append(run[stop])
                stop += 1
        result.append(Para("heading", lines, "none", level, reason))
        self._finished, self._number = True, 0
        return stop

    def _heading(self, run: Sequence[Line], at: int, gap: Gap, above: bool) -> tuple[int, str]:
        line = run[at]
        text = line.text
        if text[0] == "#" and not self._form.pdf:
            level = headings.marked(line)
            if level:
                return level, ""
        role = line.hint.role
        if not role and at and not above:
            before = run[at - 1].text
            if before[-1].isalpha() and not before.isupper():
                below = run[at + 1].text if at + 1 < len(run) else ""
                numbered = text[0].isdigit() or text[0] in "IVX"
                if not numbered or not headings.numbered_word(text, below):
                    return 0, ""  # within a sentence
                return headings.level(text, below=below, alone=True)
        if role in _HINTED_HEADING and (self._form.html or headings.plausible(text)):
            return int(role[1]), "heading by its style"
        if role not in ("", "p") and role not in _HINTED_HEADING:
            return 0, ""
        if self._form.run_on and articles.opens(text):
            return 0, ""
        below = run[at + 1].text if at + 1 < len(run) else ""
        if (
            at == 0
            and below
            and below[0] in "=-"
            and _UNDERLINE.fullmatch(below)
            and len(text) <= 80
            and text[0] not in "-|>"
        ) and (below[0] == "=" or (len(below) >= 0.5 * len(text) and not finished(text))):
            return (1 if below[0] == "=" else 2), "underlined heading"
        if at == 0:
            before_ok = (gap != "none" and (self._finished or gap == "blank")) or self._finished
        else:
            before_ok = (
                above or finished(run[at - 1].text) or bool(headings.capitals(run[at - 1].text))
            )
        if not before_ok:
            return 0, ""
        alone = (at == 0 or above) and not below
        level, reason = headings.level(text, below=below, alone=alone)
        if level:
            return level, reason
        if self._form.html or self._form.pdf:
            return 0, ""
        led = alone or ((at == 0 or above) and headings.level(below, below="", alone=False)[0] > 0)
        if headings.capitals(text) and (led or headings.leads(text, below)):
            return 2, "heading in capitals"
        return 0, ""

    def _body(self, run: list[Line]) -> list[Para]:
        """A run without headings."""
        if self._form.html and len(run) > 1 and not any(line.hint.role == "li" for line in run):
            return [self._closed(Para("kept", run))]
        for line in run:
            if lists.leaders(line.text):
                return self._contents(run)
        turns = self._turns(run)
        if turns:
            return turns
        self._series = lists.series([line.text for line in run])
        parted = self._form.html or self._articles
        if not parted and listings.listing(run):
            return [self._closed(Para("kept", run))]
        parted = parted or self._listed(run) or (bool(self._series) and not verse.aligned(run))
        if not parted and verse.kept(run, self._form.width, self._form.longest):
            return [self._closed(Para("kept", run))]
        return self._walk(run)

    def _closed(self, para: Para) -> Para:
        self._finished, self._number = True, 0
        return para

    def _listed(self, run: Sequence[Line]) -> bool:
        for line in run:
            text = line.text
            if text[0] in lists.SIGNS and (lists.bullet(text) or text in lists.LONE):
                return True
        return False

    def _contents(self, run: list[Line]) -> list[Para]:
        """A table of contents: each entry keeps its line; an entry over two lines is joined."""
        result: list[Para] = []
        open_entry = False
        for line in run:
            if open_entry and result[-1].kind == "item":
                result[-1].lines.append(line)
            else:
                result.append(Para("item", [line]))
            open_entry = not lists.leaders(line.text) and not headings.ends(line.text)
            open_entry = open_entry and columns(line.text) > 40
        return [self._closed(para) for para in result]

    def _turns(self, run: list[Line]) -> list[Para]:
        """The turns of a conversation or the lines of a form, where the run is one."""
        parts = talk.turns(run)
        if parts:
            if len(parts) == len(run) and max(columns(line.text) for line in run) <= 60:
                return [self._closed(Para("kept", run))]
            return [self._closed(Para("prose", list(part))) for part in parts]
        kind: Kind = "prose" if run[0].text[0] in talk.CLOSING else "item"
        return [self._closed(Para(kind, list(part))) for part in talk.spoken(run)]

    def _walk(self, run: list[Line]) -> list[Para]:
        """Prose and lists, line by line."""
        result: list[Para] = []
        base = min(line.indent for line in run)
        hanging = sum([line.indent > base for line in run]) > 0.5 * len(run)
        notes = _NOTE.match(run[0].text) is not None and not lists.number(run[0].text)
        index = 0
        while index < len(run):
            line = run[index]
            current = result[-1] if result else None
            lone = self._lone(run, index, current) if len(line.text) <= 8 else ""
            if lone == "bullet":
                result.append(Para("item", [line, run[index + 1]]))
                index += 2
                continue
            if lone == "hyphen" and current is not None:
                current.lines.extend((line, run[index + 1]))
                index += 2
                continue
            item = self._item(run, index, current)
            if item or current is None or self._begins(line, current, base, hanging, notes):
                kind: Kind = "item" if item else "prose"
                if line.hint.role == "caption":
                    kind = "caption"
                result.append(Para(kind, [line]))
            else:
                current.lines.append(line)
            index += 1
        self._finished = finished(run[-1].text) or result[-1].kind == "item"
        return result

    def _lone(self, run: Sequence[Line], index: int, current: Para | None) -> str:
        """Whether a line is only a bullet, or only the hyphen of a word in two lines."""
        text = run[index].text
        if index + 1 >= len(run):
            return ""
        if text not in lists.LONE:
            counter = index in self._series and lists.lone_counter(text)
            dash = text in _LONE_DASHES and sum(line.text == text for line in run) > 1
            return "bullet" if counter or dash else ""
        before = run[index - 1].text if index else ""
        after = run[index + 1].text
        broken = text == "-" and before[-1:].isalnum() and after[0].islower()
        if broken and current is not None and current.lines[0].text not in lists.LONE:
            return "hyphen"
        return "bullet"

    def _item(self, run: Sequence[Line], index: int, current: Para | None) -> bool:
        line = run[index]
        text = line.text
        if line.hint.role == "li":
            return True
        if index in self._series and self._counted(run, index):
            self._number = lists.number(text) or self._number
            return True
        if text[0].isalpha():
            return bool(lists.enumerated(text)) and self._free(run, index, current)
        if text[0] == "\\" and not self._form.pdf and _TEX.match(text):
            return True
        size = lists.bullet(text)
        if size:
            if text[0] not in "-–—*+·":
                return True
            if self._free(run, index, current):
                return True
            after_item = current is not None and current.kind == "item"
            if not text[1].isspace() or not (after_item or text[0] in "·*"):
                return False
            alike = (other for other in run if other.text[:2] == text[:2])
            return len(list(itertools.islice(alike, 2))) == 2
        number = lists.number(text)
        if number is not None:
            if not self._free(run, index, current):
                return False
            if number == self._number + 1 or number == 1 or self._counts(run, index, number):
                self._number = number
                return True
            return False
        if text[0] == "[" and _REFERENCE.match(text):
            return self._free(run, index, current)
        return bool(lists.enumerated(text)) and self._free(run, index, current)

    def _free(self, run: Sequence[Line], index: int, current: Para | None) -> bool:
        """Whether a new item may begin here: not within a sentence."""
        if index == 0 or current is None:
            return True
        before = run[index - 1].text
        if current.kind == "item" and not demands(before):
            return True
        if current.kind == "item" and before[-1] in ",，、":
            return True
        return finished(before) or paused(before)

    def _counted(self, run: Sequence[Line], index: int) -> bool:
        """Whether a line of a series begins an item: not where a sentence only happens to
        be wrapped at "(2)"."""
        if index == 0:
            return True
        before = run[index - 1].text
        if index == min(self._series):
            return len(self._series) > 2 or not open_word(before)
        if not before[-1].isalnum():
            return before[-1] not in "(（-–—"
        if before.rsplit(None, 1)[-1] in _CONJUNCTIONS:
            return True
        bracketed = run[index].text[0] in "(（" and index - 1 not in self._series
        return not bracketed and (len(before.split()) <= 2 or not open_word(before))

    def _counts(self, run: Sequence[Line], index: int, number: int) -> bool:
        for later in range(index + 1, len(run)):
            following = lists.number(run[later].text)
            if following is not None:
                return following == number + 1
        return index == 0

    def _begins(self, line: Line, current: Para, base: int, hanging: bool, notes: bool) -> bool:
        """Whether the line begins a paragraph below `current` without a blank line."""
        before = current.last
        text = line.text
        if before[-1] in hyphens.HYPHENS and hyphens.broken(before, text):
            return False
        if before[0] == "\\" and before[-1] == "}" and _TEX.match(before):
            return True
        if "%" in before and _TEX_COMMENT.search(before):
            return True  # the comment ends with its line
        if self._latex and "%" in before and _COMMENT.search(before):
            return True  # a comment of LaTeX ends with its line
        done = finished(before)
        above = current.lines[-1].hint.role
        if line.hint.role != above and (line.hint.role in _ASIDES or (above in _ASIDES and done)):
            return True
        if notes and done and _NOTE.match(text) and not lists.number(text):
            return True
        listed = self._articles or text[0] in "第제"
        if listed and (done or paused(before)) and articles.opens(text):
            return True
        if self._form.pdf:
            return False
        if current.kind == "item":
            return self._leaves(line, current, done)
        if (
            not hanging
            and line.indent >= base + 2
            and (done or line.indent >= base + 4 > 4 or self._ideographic(line))
        ):
            return done or self._ideographic(line)
        if not done:
            return (
                not self._form.wrapped
                and not resumes(text)
                and not demands(before)
                and (columns(before) > 160 or columns(text) > 160)
            )
        if not self._form.wrapped:
            return not resumes(text)
        if before[-1] in '"”»」』' and _OPENING.match(text):
            return True
        short = self._form.width and columns(before) < 0.75 * self._form.width
        return bool(short) and not resumes(text)

    def _ideographic(self, line: Line) -> bool:
        return line.indent >= 4 and line.text[0] > "⺀"

    def _leaves(self, line: Line, current: Para, done: bool) -> bool:
        """Whether a line below an item is no longer part of it."""
        if line.indent > current.lines[0].indent or not done or resumes(line.text):
            return False
        width = self._form.width or 60
        if columns(current.last) < 0.75 * width:
            return True
        return all(columns(other.text) < 0.85 * width for other in current.lines)


def footnote(text: str) -> str:
    """The mark of a footnote that begins this line, else empty."""
    match = _NOTE.match(text)
    return match.group(1) if match else ""


def caption(text: str) -> bool:
    """Whether the line begins the caption of a figure or table."""
    return _CAPTION.match(text) is not None
