"""How near a repaired text comes to the true one.

Words are those of `engine.completeness.words`: a CJK character is a word of its own,
everything else a run of letters and digits, folded. With formulas left out, a word must have
a letter and, outside CJK, two characters, since what is left of a shattered formula are single
signs. All measures lie in 0..1; one that has nothing to measure (headings in a text without
any) is None and stays out of every mean.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import fmean

from engine.completeness import words
from engine.defects import defects
from engine.repair import restore
from training import format_defects
from training.markdown import Block, blocks, without_formulas

SHIFTS = (0, -1, 1, -2, 2)
"""By how much the heading levels of two texts may differ as a whole: whether a title counts
as level 1 is a matter of taste."""

_CJK = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# Sources leave the numbers of sections to the typesetter, so the truth has none.
_NUMBERING = re.compile(
    r"(?:(?:chapter|section|part|appendix|kapitel|abschnitt|teil|anhang|chapitre|annexe|partie|"
    r"cap[íi]tulo|secci[óo]n|parte|глава|раздел|часть|附录|附錄)"
    r"(?:\s*\d+|\s+(?:[IVX]+|[A-Z]))(?!\w)"
    r"|(?:附录|附錄)\s*[A-Z](?!\w)"
    r"|第\s*[\d一二三四五六七八九十百]+\s*[章节節篇部回讲]"
    r"|[一二三四五六七八九十]{1,3}、|[(（][一二三四五六七八九十]{1,3}[)）]"
    r"|[A-Z](?:\.|(?=\s|\d))|[IVX]{1,5}\.|\d+)[\s:：.、．—–-]*",
    re.IGNORECASE,
)
_INDEL_CELLS = 4_000_000_000
"""Above this product of lengths the exact alignment would take more than 500 MB."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Precision, recall and F1 of `hits` matches among `found` and `true` items."""

    hits: float
    found: float
    true: float

    @property
    def precision(self) -> float | None:
        return self.hits / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        return self.hits / self.true if self.true else None

    @property
    def f1(self) -> float | None:
        """None without a true item; 0 where there are some and none is found."""
        return 2 * self.hits / (self.found + self.true) if self.true else None


def bag(found: Iterable[Hashable], true: Iterable[Hashable]) -> Overlap:
    """Overlap of two bags: an item counts as often as both hold it."""
    mine, theirs = Counter(found), Counter(true)
    return Overlap((mine & theirs).total(), mine.total(), theirs.total())


def prose_words(text: str) -> list[str]:
    """The words of `text` in order, formulas and what looks like their remains left out."""
    return [word for word in words(without_formulas(text)) if _is_prose(word)]


def _is_prose(word: str) -> bool:
    if len(word) == 1:
        return _CJK.match(word) is not None
    return word.isalpha() or any(map(str.isalpha, word))


def titles(text_blocks: Iterable[Block]) -> list[tuple[str, int]]:
    """(folded title, level) of each heading: its letters, without formulas and numbering, so
    that ``2.1 Méthode :`` and ``Méthode`` are the same title."""
    return [(_fold(block.text), block.level) for block in text_blocks if block.kind == "heading"]


def _fold(title: str) -> str:
    title = unicodedata.normalize("NFKC", without_formulas(title)).strip(" \t*_§")
    bare = title
    while match := _NUMBERING.match(bare):
        bare = bare[match.end() :]
    letters = "".join(filter(str.isalpha, "".join(words(bare))))
    return letters or "".join(words(title))


def headings(found: Sequence[Block], true: Sequence[Block]) -> tuple[Overlap, Overlap]:
    """(titles alone, titles with their level) as bags. Levels are compared after the shift
    of `SHIFTS` that suits them best."""
    mine, theirs = titles(found), titles(true)
    alone = bag((title for title, _ in mine), (title for title, _ in theirs))
    levelled = [bag([(title, level + by) for title, level in mine], theirs) for by in SHIFTS]
    return alone, max(levelled, key=lambda overlap: overlap.hits)


def cells(found: Sequence[Block], true: Sequence[Block]) -> tuple[float | None, float | None]:
    """The share of true table cells that are (cells of a table, words in a row anywhere) in
    `found`. Cells without words do not count."""
    theirs = _cells(true)
    if not theirs:
        return None, None
    as_cells = bag(_cells(found), theirs)
    running = f" {' '.join(word for block in found for word in words(block.text))} "
    return as_cells.recall, fmean(f" {cell} " in running for cell in theirs)


def _cells(text_blocks: Iterable[Block]) -> list[str]:
    found = (" ".join(words(c)) for b in text_blocks for row in b.rows for c in row)
    return [cell for cell in found if cell]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The longest common subsequence of two word sequences.

    `order` is its length by that of the bag both share: 1 where all shared words stand in the
    same order. `similarity` is 2·length / (words of both), the normalised Indel similarity.
    `breaks` compares where paragraphs begin: a gap between two aligned neighbours counts for
    a text when a paragraph of it begins there, however much one text alone has in the gap.
    """

    order: float | None
    similarity: float | None
    breaks: Overlap


def align(found: Sequence[Block], true: Sequence[Block]) -> Alignment:
    """Align the prose of two texts word by word."""
    mine, my_starts = _sequence(found)
    theirs, their_starts = _sequence(true)
    ids: dict[str, int] = {}
    left = [ids.setdefault(word, len(ids)) for word in mine]
    right = [ids.setdefault(word, len(ids)) for word in theirs]
    pairs = _common(left, right)
    shared = bag(left, right).hits
    both = len(left) + len(right)
    return Alignment(
        order=len(pairs) / shared if shared else None,
        similarity=2 * len(pairs) / both if both else None,
        breaks=_breaks(pairs, my_starts, their_starts),
    )


def _sequence(text_blocks: Iterable[Block]) -> tuple[list[str], list[int]]:
    """The prose words of the blocks, and the numbers of those that begin a block."""
    parts = [prose_words(block.text) for block in text_blocks]
    parts = [part for part in parts if part]
    starts = list(accumulate(map(len, parts), initial=0))[:-1]
    return [word for part in parts for word in part], starts


def _common(left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of equal items at ascending numbers of both."""
    from rapidfuzz.distance import Indel, Levenshtein

    # Levenshtein opcodes need little memory but may miss a few pairs of the longest subsequence.
    measure = Indel if len(left) * len(right) <= _INDEL_CELLS else Levenshtein
    return [
        (at, at + block.dest_start - block.src_start)
        for block in measure.opcodes(left, right)
        if block.tag == "equal"
        for at in range(block.src_start, block.src_end)
    ]


def _breaks(
    pairs: Sequence[tuple[int, int]], mine: Sequence[int], theirs: Sequence[int]
) -> Overlap:
    found = true = hits = 0
    for (left, right), (next_left, next_right) in pairwise(pairs):
        here = _any_within(mine, left, next_left)
        there = _any_within(theirs, right, next_right)
        found += here
        true += there
        hits += here and there
    return Overlap(hits, found, true)


def _any_within(starts: Sequence[int], after: int, until: int) -> bool:
    """Whether one of the ascending `starts` is in (after, until]."""
    at = bisect_left(starts, after + 1)
    return at < len(starts) and starts[at] <= until


def repair_measures(
    text: str, truth: str, formulas: Mapping[str, str] | None = None
) -> dict[str, float | None]:
    """Every measure of one repaired text against the true one; both are Markdown.

    `formulas` has the LaTeX of the placeholders in `text`. ``f1 precision recall`` are bags
    of words, ``prose_…`` the same with formulas left out. ``defects`` counts per 1000 words of
    the repaired text, ``brk … rhead`` its classes (`training.format_defects`); ``mess`` counts
    all kinds of `engine.defects`, the ones that the clarity reward knows.
    """
    found, true = blocks(text), blocks(truth)
    full = restore(text, formulas) if formulas else text
    whole = bag(words(full), words(truth))
    prose = bag(prose_words(text), prose_words(truth))
    alone, levelled = headings(found, true)
    alignment = align(found, true)
    as_cells, as_text = cells(blocks(full) if formulas else found, true)
    counts = format_defects.count(text)
    return {
        "f1": whole.f1,
        "precision": whole.precision,
        "recall": whole.recall,
        "prose_f1": prose.f1,
        "prose_precision": prose.precision,
        "prose_recall": prose.recall,
        "defects": counts.density,
        "mess": counts.per_1000(len(defects(text))),
        **{name: counts.per_1000(number) for name, number in counts.by_class.items()},
        "heading_f1": alone.f1,
        "heading_precision": alone.precision if alone.true else None,
        "heading_recall": alone.recall,
        "heading_level_f1": levelled.f1,
        "paragraph_f1": alignment.breaks.f1,
        "paragraph_precision": alignment.breaks.precision if alignment.breaks.true else None,
        "paragraph_recall": alignment.breaks.recall,
        "order": alignment.order,
        "similarity": alignment.similarity,
        "cells": as_cells,
        "cell_text": as_text,
    }


def means(rows: Sequence[Mapping[str, float | None]]) -> dict[str, float | None]:
    """The mean of each measure over the rows that have it, None where none has."""
    result: dict[str, float | None] = {}
    for name in rows[0] if rows else ():
        values = [value for row in rows if (value := row[name]) is not None]
        result[name] = fmean(values) if values else None
    return result
