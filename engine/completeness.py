"""How much of the raw text a repaired text keeps, and how much is new in it.

The measure is a bag of words: a CJK character is a word of its own, everything else a run
of letters and digits after NFKC and case folding. Reflow must not count, so what the bags
leave over is compared letter by letter: ``mod-⏎el`` and ``model``, ``R E P O R T`` and
``REPORT`` are the same letters and no loss. A word that moved to another paragraph of its
window (a footnote, a line that two paragraphs share) is no loss either.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.document import Span

NEW_ALLOWED = 0.05
"""Share of new words that costs nothing: heading marks, rejoined words, restored table cells."""

_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Splitting at white space is three times as fast as a search for words.
_NO_WORD_ASCII = {code: " " for code in range(128) if not chr(code).isalnum()}
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_ALIGNED_LETTERS = 20_000


@dataclass(slots=True)
class Tally:
    """Words of one paragraph: how many were kept, which are lost, which are new."""

    kept: int
    lost: list[str]
    new: list[str]


def reward(kept: float, lost: float, new: float) -> float:
    """max(−1, recall − 2·max(0, new share − 0.05)) from word counts.

    recall = kept / (kept + lost), new share = new / (kept + new); a text without words on
    either side has lost nothing and added nothing.
    """
    recall = kept / (kept + lost) if kept + lost else 1.0
    new_share = new / (kept + new) if kept + new else 0.0
    return max(-1.0, recall - 2.0 * max(0.0, new_share - NEW_ALLOWED))


def words(text: str) -> list[str]:
    """The words of `text`, folded, in order."""
    if text.isascii():
        return text.lower().translate(_NO_WORD_ASCII).split()
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text).casefold())
    return _WORD.findall(text)


def compare(raw: str, repaired: str) -> Tally:
    """Tally the repaired text against the raw text it was made from."""
    before, after = words(raw), words(repaired)
    if before == after or "".join(before) == "".join(after):
        return Tally(len(after), [], [])
    lost, new = _left_over(before, after), _left_over(after, before)
    kept = len(after) - len(new)
    tally = Tally(kept, lost, new)
    _match_letters([tally])
    return tally


def settle_moves(tallies: Iterable[Tally]) -> None:
    """Within one window, let what is lost in one paragraph answer what is new in another."""
    tallies = [tally for tally in tallies if tally.lost or tally.new]
    _match_words(tallies)
    _match_letters(tallies)


def _match_words(tallies: Sequence[Tally]) -> None:
    lost: Counter[str] = Counter()
    new: Counter[str] = Counter()
    for tally in tallies:
        lost.update(tally.lost)
        new.update(tally.new)
    moved = lost & new
    if not moved:
        return
    arrived = moved.copy()
    for tally in tallies:
        found = len(tally.new)
        tally.new = _without(tally.new, arrived)
        tally.kept += found - len(tally.new)
        tally.lost = _without(tally.lost, moved)


class PatchedRaw:
    """The raw text as it counts: each patch (start, end, replacement) stands for what the
    file held there. Patches are ordered and do not overlap."""

    def __init__(self, raw: str, patches: Sequence[tuple[int, int, str]]) -> None:
        self._raw = raw
        self._patches = patches
        self._starts = [start for start, _, _ in patches]

    def text(self, spans: Iterable[Span]) -> str:
        """The text of `spans`, one below the other. A patch belongs to the span it ends in."""
        return "\n".join("".join(self._pieces(start, end)) for start, end in spans)

    def _pieces(self, start: int, end: int) -> Iterator[str]:
        first = max(bisect_right(self._starts, start) - 1, 0)
        for low, high, replacement in self._patches[first : bisect_left(self._starts, end)]:
            if high <= start:
                continue
            yield self._raw[start:low]
            if high <= end:
                yield replacement
            start = min(high, end)
        yield self._raw[start:end]


def _left_over(mine: Sequence[str], others: Sequence[str]) -> list[str]:
    return _without(mine, Counter(others))


def _without(mine: Iterable[str], bag: Counter[str]) -> list[str]:
    """`mine` in order, without what `bag` holds; takes from `bag` what it meets."""
    result = []
    for word in mine:
        if bag[word] > 0:
            bag[word] -= 1
        else:
            result.append(word)
    return result


def _match_letters(tallies: Sequence[Tally]) -> None:
    """Take runs of words with the same letters on both sides for kept.

    A run must begin and end at a word's edge on both sides, so that ``sub`` is not found
    within ``substitute``.
    """
    lost = [(tally, word) for tally in tallies for word in tally.lost]
    new = [(tally, word) for tally in tallies for word in tally.new]
    before, after = ("".join(word for _, word in side) for side in (lost, new))
    if not before or not after or max(len(before), len(after)) > _ALIGNED_LETTERS:
        return
    from rapidfuzz.distance import Indel

    edges_before = list(accumulate((len(word) for _, word in lost), initial=0))
    edges_after = list(accumulate((len(word) for _, word in new), initial=0))
    known = set(edges_after)
    gone_before: set[int] = set()
    gone_after: set[int] = set()
    for block in Indel.opcodes(before, after):
        if block.tag != "equal":
            continue
        shift = block.dest_start - block.src_start
        first = bisect_left(edges_before, block.src_start)
        last = bisect_right(edges_before, block.src_end)
        shared = [edge for edge in edges_before[first:last] if edge + shift in known]
        if len(shared) < 2:
            continue
        low, high = shared[0], shared[-1]
        gone_before.update(range(*(bisect_left(edges_before, edge) for edge in (low, high))))
        gone_after.update(range(*(bisect_left(edges_after, edge + shift) for edge in (low, high))))
    for tally in tallies:
        tally.lost, tally.new = [], []
    for at, (tally, word) in enumerate(lost):
        if at not in gone_before:
            tally.lost.append(word)
    for at, (tally, word) in enumerate(new):
        if at in gone_after:
            tally.kept += 1
        else:
            tally.new.append(word)
