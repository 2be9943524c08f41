"""Format defects as corpora with ground truth count them.

`engine.defects` is part of the reward, and what a method is rewarded for must not be the only
thing it is judged by. These counts are coarser, defined on lines alone, and by construction
near 0 on clean Markdown:

=====  =============================================================================
class  counts
=====  =============================================================================
brk    a line of at least 40 columns (a CJK character takes two) that ends in a letter,
       digit or comma, with a next line that goes on in lower case or, after CJK, at all
hyph   a word broken by a hyphen at a line end: each broken line is a defect
page   a line that holds a page number and nothing else
arxiv  a stamp of arXiv.org
space  three or more blanks within a line of text outside code
glyph  lines of one character in runs of three or more: a formula, glyph by glyph
rhead  a running head: a short line that comes again and again
=====  =============================================================================

`Counts.density` adds up the first five; glyph and rhead stand beside, because the tables of
some documents look the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine.completeness import words
from engine.defects import defects

CLASSES = ("brk", "hyph", "page", "arxiv", "space", "glyph", "rhead")
COUNTED = CLASSES[:5]

_COLUMNS = 40
_GLYPH_RUN = 3
_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IS_CJK = re.compile(f"[{_CJK}]")
_HYPHEN = re.compile("[^\\W\\d_][-\u2010\u00ad]\n[^\\S\n]*[a-zß-öø-ÿ]")
_NUMBER = re.compile(
    r"(?:[-–—|]\s*)?(?:page|pg\.?|p\.|seite|página)?\s*\d{1,4}(?:\s*(?:/|of|von|de)\s*\d{1,4})?"
    r"(?:\s*[-–—|])?"
    r"|第?\s*\d{1,4}\s*页.*|[ivxlc]{1,6}",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[^\s|] {3,}[^\s|]")
_FENCE = re.compile(r" {0,3}(?:`{3,}(?!.*`)|~{3,})")


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each class of `CLASSES` occurs in a text of `words` words."""

    by_class: Mapping[str, int]
    words: int

    @property
    def density(self) -> float:
        """Defects of the classes `COUNTED` per 1000 words."""
        return self.per_1000(sum(self.by_class[name] for name in COUNTED))

    def per_1000(self, count: int) -> float:
        return 1000.0 * count / max(1, self.words)


def count(text: str) -> Counts:
    """The defects of `text` by class."""
    prose = "\n".join(_outside_fences(text))
    lines = [line.strip() for line in prose.split("\n")]
    found = dict.fromkeys(CLASSES, 0)
    found["brk"] = sum(_is_broken(above, below) for above, below in pairwise(lines))
    found["hyph"] = len(_HYPHEN.findall(prose))
    found["space"] = len(_BLANKS.findall(prose))
    found["glyph"] = _glyphs(lines)
    for defect in defects(text):
        if defect.kind == "furniture":
            found[_furniture_class(text[defect.start : defect.end].strip())] += 1
    return Counts(found, len(words(text)))


def _outside_fences(text: str) -> Iterator[str]:
    fenced = False
    for line in text.split("\n"):
        mark = _FENCE.match(line) is not None
        yield "" if fenced or mark else line
        fenced ^= mark


def _is_broken(above: str, below: str) -> bool:
    if not above or not below or not (above[-1].isalnum() or above[-1] in ",，、"):
        return False
    if not below[0].islower() and not _IS_CJK.match(above[-1]):
        return False
    marked = above.startswith(("|", "#")) or below.startswith(("|", "#"))
    return not marked and len(above) + len(_IS_CJK.findall(above)) >= _COLUMNS


def _glyphs(lines: list[str]) -> int:
    total = run = 0
    for line in [*lines, "end"]:
        if not line:
            continue
        if len(line) == 1:
            run += 1
            continue
        total += run if run >= _GLYPH_RUN else 0
        run = 0
    return total


def _furniture_class(line: str) -> str:
    if _NUMBER.fullmatch(line):
        return "page"
    return "arxiv" if "arxiv:" in line.casefold() else "rhead"
