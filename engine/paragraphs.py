"""Repaired text into paragraphs: the numbered units of splitting.

Blank lines divide, except inside what must stay whole: fenced code, tables, display
formulas and list items with their continuation lines. A heading on its own line is a
paragraph even without a blank line behind it. One pass over the lines, linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from engine.document import Paragraph, ParagraphKind
from engine.titles import LONGEST, is_title, lacks_title, named_level, starts_article, title_level
from engine.tokens import Counter, counts_between

SHORT_LIST = 8  # items
SHORT_ITEM = 120  # code points
REACH = 20_000  # code points in which an environment or element must close

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(={3,}|-{3,})[ \t]*$")
_BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r"[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$")
_BULLET = re.compile(r"([ \t\u3000]*)[-*+•·◦▪‣●○■□–](?:[ \t\u3000]+(?=\S)|$)")
_NUMBER = re.compile(
    r"([ \t\u3000]*)(?:(?:\d{1,3}[.)]|[a-z][.)]|[A-Z]\)|[ivx]{1,4}[.)]|\[\d{1,3}\]|"
    r"[（(](?:\d{1,3}|[a-z]|[ivx]{1,4})[）)])[ \t\u3000]+(?=\S)|"
    r"(?:\d{1,2}[、．]|（\d{1,2}）|[①-⑳])(?=[^\s\d]))"
)
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_GRID = re.compile(r"[ \t]*\+(?:[-=:]{2,}\+)+[ \t]*$")
_PLACEHOLDER = re.compile(r"[ \t]*(?:⟦F\d+⟧[ \t]*)+[.,;，。；]?[ \t]*$")
_ENVIRONMENT = re.compile(
    r"[ \t]*\\begin\{((?:equation|align|alignat|aligned|gather|multline|flalign|eqnarray|array|"
    r"cases|[pbvBV]?matrix|split|displaymath|math|IEEEeqnarray|tikzcd|verbatim|lstlisting|minted|"
    r"algorithm|algorithmic|table|tabular|tabularx|longtable)\*?)\}"
)
_ENVIRONMENT_KINDS: dict[str, ParagraphKind] = dict.fromkeys(
    ("verbatim", "lstlisting", "minted", "algorithm", "algorithmic"), "code"
)
_ENVIRONMENT_KINDS |= dict.fromkeys(("table", "tabular", "tabularx", "longtable"), "table")
_ELEMENT = re.compile(r"[ \t]*<(table|pre)\b", re.I)
_STOPS = ".!?。！？"
_COUNTED = re.compile(r"\d{1,3}[.)、]?[ \t\u3000]")
_LINE_ENDS = dict.fromkeys(map(ord, "\r\v\x85\u2028"), "\n") | {ord("\f"): " "}
_INDENTED = re.compile(r"\u3000{1,2}[^\s\u3000]")

Block = tuple[int, int, ParagraphKind, int]  # start, end, kind, level


def paragraphs(text: str, counter: Counter) -> tuple[Paragraph, ...]:
    """Paragraphs in order, without overlap; only white space stands between and around
    them. `tokens` counts up to the next paragraph, by difference of one tokenisation."""
    blocks = _without_lists_of_titles(text, list(_Reader(text).blocks()))
    if not blocks:
        return ()
    counts = counts_between(text, [*(block[0] for block in blocks), len(text)], counter)
    return tuple(
        Paragraph(start, end, tokens, kind, level)
        for (start, end, kind, level), tokens in zip(blocks, counts, strict=True)
    )


def _without_lists_of_titles(text: str, blocks: list[Block]) -> list[Block]:
    """A number before a title makes a heading only where no numbered neighbour shows that
    it counts the items of a list ("1. Milk", "2. Bread")."""
    # "12 boats passed." is a sentence and counts nothing.
    numbered = [
        _COUNTED.match(text, start) is not None
        and not (kind == "prose" and text[end - 1] in _STOPS)
        for start, end, kind, _ in blocks
    ]
    result: list[Block] = []
    for number, (start, end, kind, level) in enumerate(blocks):
        alone = not any(numbered[max(0, number - 1) : number]) and not any(
            numbered[number + 1 : number + 2]
        )
        if kind == "list" and numbered[number] and alone:
            found = title_level(text[start:end]) if "\n" not in text[start:end] else 0
            result.append((start, end, "heading" if found else kind, found))
        elif kind == "heading" and level == 1 and numbered[number] and not alone:
            result.append((start, end, "prose", 0))
        else:
            result.append((start, end, kind, level))
    return result


class _Reader:
    """The lines of a text and the blocks they make; no method looks back."""

    def __init__(self, text: str) -> None:
        # Loaders leave only line feeds; text from elsewhere may hold other line ends, and form
        # feeds before the first mark of a line.
        if any(end in text for end in "\r\v\x85\u2028\f"):
            text = text.replace("\r\n", " \n").translate(_LINE_ENDS)
        self.text = text
        self.lines: list[str] = []
        self.starts: list[int] = []
        at = 0
        for number, part in enumerate(text.split("\u2029")):
            if number:
                self.lines.append("")
                self.starts.append(at)
            for line in part.split("\n"):
                self.lines.append(line)
                self.starts.append(at)
                at += len(line) + 1
        self._closings: dict[str, int] = {}

    def blocks(self) -> Iterator[Block]:
        index, count = 0, len(self.lines)
        while index < count:
            line = self.lines[index]
            if not line or line.isspace():
                index += 1
                continue
            if heading := _HEADING.match(line):
                yield self._block(index, index, "heading", len(heading[1]))
                index += 1
            elif whole := self._whole(index):
                last, kind = whole
                yield self._block(index, last, kind)
                index = last + 1
            elif _item(line):
                items = self._items(index)
                yield from self._list(items)
                index = items[-1][1] + 1
            else:
                last = self._prose_end(index)
                yield from self._prose(index, last)
                index = last + 1

    def _blank(self, index: int) -> bool:
        return index >= len(self.lines) or not self.lines[index].strip()

    def _block(self, first: int, last: int, kind: ParagraphKind, level: int = 0) -> Block:
        while last > first and self._blank(last):
            last -= 1
        head, tail = self.lines[first], self.lines[last]
        start = self.starts[first] + len(head) - len(head.lstrip())
        return start, self.starts[last] + len(tail.rstrip()), kind, level

    def _whole(self, index: int) -> tuple[int, ParagraphKind] | None:
        """Last line and kind of the code, formula or table that begins at a line."""
        line = self.lines[index]
        first = line.lstrip()[:1]
        if first in "`~":
            return (self._fence_end(index), "code") if _FENCE.match(line) else None
        if first == "$" or first == "\\":
            return self._formula(index)
        if first == "⟦":
            return (index, "formula") if _PLACEHOLDER.match(line) else None
        if first == "<" and line.lstrip().startswith("<!--"):
            last = self._closing_line(self.starts[index], "-->")
            return (last, "code") if last >= 0 else None
        if first == "<" and (element := _ELEMENT.match(line)):
            last = self._closing_line(self.starts[index], f"</{element[1]}>")
            kind: ParagraphKind = "table" if element[1].lower() == "table" else "code"
            return (last, kind) if last >= 0 else None
        if first == "+" and _GRID.match(line):
            last = index
            while not self._blank(last + 1) and self.lines[last + 1].lstrip()[:1] in "+|":
                last += 1
            return (last, "table") if last > index else None
        if "|" in line and self._is_table(index):
            last = index
            while not self._blank(last + 1) and "|" in self.lines[last + 1]:
                last += 1
            return last, "table"
        return None

    def _is_table(self, index: int) -> bool:
        line = self.lines[index]
        if _ROW.match(line) and line.replace("\\|", "").count("|") >= 3:
            return True
        below = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        return "|" in below and "-" in below and _RULE.match(below) is not None

    def _fence_end(self, index: int, mark: str = "") -> int:
        """The line that closes the fence opened at `index`; the last line without one."""
        if not mark:
            match = _FENCE.match(self.lines[index])
            assert match is not None
            mark = match[1] or match[2]
        for later in range(index + 1, len(self.lines)):
            line = self.lines[later].strip()
            if line.startswith(mark) and not line.strip(mark[0]):
                return later
        return len(self.lines) - 1

    def _formula(self, index: int) -> tuple[int, ParagraphKind] | None:
        line = self.lines[index]
        lead = line.strip()
        start = self.starts[index]
        if environment := _ENVIRONMENT.match(line):
            last = self._closing_line(start, f"\\end{{{environment[1]}}}")
            kind = _ENVIRONMENT_KINDS.get(environment[1].rstrip("*"), "formula")
            return (last, kind) if last >= 0 else None
        for opening, closing in (("$$", "$$"), ("\\[", "\\]")):
            if lead.startswith(opening):
                last = self._closing_line(start + line.index(opening) + 2, closing)
                inside = last == index and lead.rstrip(".,;，。； ")[-2:] != closing
                return (last, "formula") if last >= 0 and not inside else None
        return None

    def _closing_line(self, start: int, closing: str) -> int:
        """The line with the first `closing` from offset `start` on, −1 without one in
        reach. What was found is kept, so that many openings search the text once."""
        found = self._closings.get(closing)
        if found is None or 0 <= found < start:
            found = self.text.find(closing, start)
            self._closings[closing] = found
        if found < 0 or found > start + REACH:
            return -1
        return bisect_right(self.starts, found) - 1

    def _prose_end(self, index: int) -> int:
        for later in range(index + 1, len(self.lines)):
            if not self.lines[later].strip() or self._interrupts(later):
                return later - 1
        return len(self.lines) - 1

    def _interrupts(self, index: int) -> bool:
        """Whether a line ends the prose above it without a blank line between."""
        line = self.lines[index]
        if line[0].isalpha() and line[0] != "第" and "|" not in line:
            return False
        if _HEADING.match(line) or self._whole(index) or _INDENTED.match(line):
            return True
        if starts_article(line):
            return self.lines[index - 1].rstrip().endswith(("。", "；", "："))
        return _item(line) and (_BULLET.match(line) is not None or line.lstrip()[:1] == "1")

    def _prose(self, first: int, last: int) -> Iterator[Block]:
        """Prose, or a bare heading with the text that follows it without a blank line."""
        lines = self.lines
        if first == last:
            line = lines[first]
            level = 0
            if not line[0].islower():  # which no title is
                level = title_level(line) if self._blank(last + 1) else 0
                level = level or named_level(line)
            yield self._block(first, last, "heading" if level else "prose", level)
            return
        underline = _UNDERLINE.match(lines[last])
        if underline and last == first + 1 and len(lines[first].strip()) <= LONGEST:
            yield self._block(first, last, "heading", 1 if underline[1][0] == "=" else 2)
            return
        level = named_level(lines[first])
        if not level or named_level(lines[first + 1]):
            yield self._block(first, last, "prose")
        elif last == first + 1 and lacks_title(lines[first]) and is_title(lines[last].strip()):
            yield self._block(first, last, "heading", level)
        else:
            yield self._block(first, first, "heading", level)
            yield self._block(first + 1, last, "prose")

    def _items(self, index: int) -> list[tuple[int, int]]:
        """First and last line of each item of the list that begins at `index`, up to the
        first blank line between two items."""
        base = _indent(self.lines[index])
        items: list[tuple[int, int]] = []
        while not self._blank(index) and (not items or _item(self.lines[index])):
            last = self._item_end(index, base)
            items.append((index, last))
            index = last + 1
        return items

    def _item_end(self, index: int, base: int) -> int:
        """The last line of an item: lines indented under it, with their code and blank
        lines, and lines that run on from the line above."""
        line = self.lines[index]
        marker = _BULLET.match(line) or _NUMBER.match(line)
        fence = _FENCE.match(line, marker.end()) if marker else None
        last = self._fence_end(index, fence[1] or fence[2]) if fence else index
        while True:
            ahead = last + 1
            while ahead < len(self.lines) and self._blank(ahead):
                ahead += 1
            if ahead >= len(self.lines):
                return last
            line = self.lines[ahead]
            if _indent(line) >= base + 2:
                whole = self._whole(ahead)
                last = whole[0] if whole else ahead
            elif ahead > last + 1 or _item(line) or self._interrupts(ahead):
                return last
            else:
                last = ahead

    def _list(self, items: list[tuple[int, int]]) -> Iterator[Block]:
        blocks = [self._block(first, last, "list") for first, last in items]
        short = all(end - start <= SHORT_ITEM for start, end, _, _ in blocks)
        if short and len(blocks) <= SHORT_LIST:
            yield blocks[0][0], blocks[-1][1], "list", 0
        else:
            yield from blocks


def _item(line: str) -> bool:
    marked = _BULLET.match(line) or _NUMBER.match(line)
    return marked is not None and not _BREAK.match(line)


def _indent(line: str) -> int:
    lead = line[: len(line) - len(line.lstrip())]
    return len(lead.expandtabs(4))
