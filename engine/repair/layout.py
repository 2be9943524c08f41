"""Where a line stands on its page: alone, at an edge, within a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from engine.repair.lines import Line

SENTENCE_END = re.compile(r"[.!?。！？…:：;；]['\"”’»)\]]*$")
_GONE = ("blank", "drop")
_DEEPEST = 3  # lines of a page head or foot
_SHORTEST = 20  # characters of a line that can be the first half of a sentence


class Layout:
    """Which lines stand alone: with blank lines, page edges or furniture on both sides.

    `aside` holds the indexes of lines that may be furniture themselves: up to three of them
    between a line and the page edge do not part the two.
    """

    def __init__(self, lines: Sequence[Line], aside: Collection[int] = ()) -> None:
        self.lines = lines
        self._aside = aside

    def _free(self, index: int, step: int) -> bool:
        index += step
        if not 0 <= index < len(self.lines):
            return True
        return self.lines[index].role in _GONE

    def above(self, index: int) -> bool:
        return self._free(index, -1)

    def below(self, index: int) -> bool:
        return self._free(index, 1)

    def alone(self, index: int) -> bool:
        return self._free(index, -1) and self._free(index, 1)

    def edge(self, index: int) -> bool:
        """Whether a page begins or ends at this line."""
        page = self.lines[index].hint.page
        if page < 0:
            return False
        return self._other(index, -1, page) or self._other(index, 1, page)

    def _other(self, index: int, step: int, page: int) -> bool:
        depth = 0
        index += step
        while 0 <= index < len(self.lines):
            line = self.lines[index]
            if line.role not in _GONE:
                if line.hint.page != page:
                    return True
                if index not in self._aside or depth == _DEEPEST:
                    return False
                depth += 1
            index += step
        return True

    def neighbour(self, index: int, step: int) -> Line | None:
        """The next line that has text and is no furniture."""
        depth = 0
        index += step
        while 0 <= index < len(self.lines):
            if self.lines[index].role not in _GONE:
                if index not in self._aside or depth == _DEEPEST:
                    return self.lines[index]
                depth += 1
            index += step
        return None

    def run_above(self, index: int) -> list[Line]:
        """The lines of the paragraph above a line, a gap between the two not counted."""
        index -= 1
        while index >= 0 and self.lines[index].role in _GONE:
            index -= 1
        stop = index + 1
        while index >= 0 and self.lines[index].role not in _GONE and stop - index <= 8:
            index -= 1
        return list(self.lines[index + 1 : stop])

    def cuts(self, index: int) -> bool:
        """Whether the line stands in the middle of a sentence."""
        before, after = self.neighbour(index, -1), self.neighbour(index, 1)
        if before is None or after is None or len(before.text) < _SHORTEST:
            return False
        unfinished = SENTENCE_END.search(before.text[-8:]) is None and before.text[-1] not in ",，"
        return unfinished and (after.text[0].islower() or after.text[0] > "⺀")
