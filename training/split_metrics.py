"""How good a division of a text into chunks is, where the true topic boundaries are known.

Everything is judged on the paragraphs that the ground truth names, whatever paragraphs a
method sees, and a method is judged by spans of the text alone; so chunkers that know nothing
of paragraphs are measured by the same rule. White space at the edges of a chunk counts
neither as lost nor as doubled. A cut is the place where a chunk's first visible character
stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate

from engine.document import Paragraph, ParagraphKind
from engine.pack_cost import fragment_tokens
from engine.rewards import is_mid_sentence
from engine.tokens import Counter
from training.markdown import blocks

FRAGMENT = 512

_CLOSED = re.compile(r"(?:[.!?…:;。！？：；]|\|)[\"'”’»」』）)\]*_]*\Z")
_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class TrueSplit:
    """A text with its true paragraphs and the offsets at which a topic starts."""

    text: str
    paragraphs: tuple[Paragraph, ...]
    boundaries: frozenset[int]


@dataclass(frozen=True, slots=True)
class Piece:
    """One chunk: ``text[start:end]`` and its tokens as handed on. `altered` says that what
    is handed on is not that text."""

    start: int
    end: int
    tokens: int
    altered: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """What the measures are made of; the counts of several texts add up.

    `fill` sums min(tokens / limit, 1) over all chunks, `inner_fill` over all but the last of
    each text. `illegal` counts plans in which a chunk is over the limit (`over`) or altered,
    or visible characters are `lost` or `doubled`. `inside_fitting` are those of the cuts `inside`
    a paragraph that would fit into a chunk, `in_block` those of them in a table or
    fence. `pk` and `window_diff` sum over the `rated` texts.
    """

    plans: int = 0
    illegal: int = 0
    chunks: int = 0
    fragments: int = 0
    fill: float = 0.0
    inner_chunks: int = 0
    inner_fill: float = 0.0
    over: int = 0
    altered: int = 0
    lost: int = 0
    doubled: int = 0
    cuts: int = 0
    hits: int = 0
    true: int = 0
    mid_sentence: int = 0
    inside: int = 0
    inside_fitting: int = 0
    in_block: int = 0
    orphans: int = 0
    rated: int = 0
    pk: float = 0.0
    window_diff: float = 0.0

    def __add__(self, other: Counts) -> Counts:
        names = [field.name for field in fields(self)]
        return Counts(*(getattr(self, name) + getattr(other, name) for name in names))

    def measures(self) -> dict[str, float | None]:
        """The measures by name; shares are of all chunks or of all cuts."""
        precision, recall = _share(self.hits, self.cuts), _share(self.hits, self.true)
        total = self.cuts + self.true
        return {
            "size": _share(self.fill - self.fragments, self.chunks),
            "utilisation": _share(self.inner_fill, self.inner_chunks),
            "fragments": _share(self.fragments, self.chunks),
            "over": _share(self.over, self.chunks),
            "illegal": _share(self.illegal, self.plans),
            "mid_sentence": _share(self.mid_sentence, self.cuts),
            "inside": _share(self.inside, self.cuts),
            "inside_fitting": _share(self.inside_fitting, self.cuts),
            "in_block": float(self.in_block),
            "orphans": _share(self.orphans, self.cuts),
            "precision": precision,
            "recall": recall,
            "f1": 2 * self.hits / total if total else None,
            "pk": _share(self.pk, self.rated),
            "window_diff": _share(self.window_diff, self.rated),
            "chunks": float(self.chunks),
        }


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def true_split(texts: Sequence[str], boundaries: Sequence[int], tokens: Counter) -> TrueSplit:
    """The text of these paragraphs, one blank line between them; `boundaries` are numbers of
    paragraphs."""
    found, at = [], 0
    for text in texts:
        start = at + len(text) - len(text.lstrip())
        end = at + len(text.rstrip())
        if start < end:
            kind, level = _kind(text)
            found.append(Paragraph(start, end, tokens.count(text.strip()), kind, level))
        at += len(text) + 2
    joined = "\n\n".join(texts)
    starts = [paragraph.start for paragraph in found]
    offsets = list(accumulate((len(text) + 2 for text in texts), initial=0))
    wanted = {bisect_left(starts, offsets[number]) for number in boundaries}
    true = frozenset(starts[at] for at in wanted if 0 < at < len(starts))
    return TrueSplit(joined, tuple(found), true)


def _kind(text: str) -> tuple[ParagraphKind, int]:
    first = blocks(text)[0]
    return first.kind, first.level


def measure(truth: TrueSplit, pieces: Sequence[Piece], limit: int) -> Counts:
    """Judge one plan; `pieces` in reading order."""
    fills = [min(piece.tokens / limit, 1.0) for piece in pieces]
    crumb = fragment_tokens(limit, FRAGMENT)
    over = sum(piece.tokens > limit for piece in pieces)
    altered = sum(piece.altered for piece in pieces)
    lost, doubled = _coverage(truth.text, pieces)
    cuts = _cuts(truth.text, pieces)
    starts = [paragraph.start for paragraph in truth.paragraphs]
    mid_sentence = inside = inside_fitting = in_block = orphans = 0
    for cut in cuts:
        at = bisect_right(starts, cut) - 1
        if at < 0:
            continue
        paragraph = truth.paragraphs[at]
        if paragraph.start == cut:
            above = truth.paragraphs[at - 1] if at else paragraph
            orphans += at > 0 and above.kind == "heading"
            mid_sentence += at > 0 and is_mid_sentence(truth.text, above, paragraph)
            continue
        fits = paragraph.tokens <= limit
        inside += 1
        inside_fitting += fits
        in_block += fits and paragraph.kind in ("table", "code")
        mid_sentence += not _is_clean(truth.text, paragraph, cut)
    pk, window_diff, rated = _window_measures(truth, cuts)
    return Counts(
        plans=1,
        illegal=bool(over or altered or lost or doubled),
        chunks=len(pieces),
        fragments=sum(piece.tokens < crumb for piece in pieces) if len(pieces) > 1 else 0,
        fill=sum(fills),
        inner_chunks=max(0, len(pieces) - 1),
        inner_fill=sum(fills[:-1]),
        over=over,
        altered=altered,
        lost=lost,
        doubled=doubled,
        cuts=len(cuts),
        hits=sum(cut in truth.boundaries for cut in cuts),
        true=len(truth.boundaries),
        mid_sentence=mid_sentence,
        inside=inside,
        inside_fitting=inside_fitting,
        in_block=in_block,
        orphans=orphans,
        rated=rated,
        pk=pk,
        window_diff=window_diff,
    )


def _coverage(text: str, pieces: Sequence[Piece]) -> tuple[int, int]:
    """(visible characters in no piece, visible characters in more than one)."""
    lost = doubled = reached = 0
    for piece in sorted(pieces, key=lambda piece: (piece.start, piece.end)):
        lost += _visible(text[reached : piece.start])
        doubled += _visible(text[piece.start : min(reached, piece.end)])
        reached = max(reached, piece.end)
    return lost + _visible(text[reached:]), doubled


def _visible(text: str) -> int:
    return sum(map(len, text.split()))


def _cuts(text: str, pieces: Sequence[Piece]) -> list[int]:
    """Where the chunks but the first begin, ascending and without repeats."""
    found = set()
    for piece in pieces[1:]:
        first = _VISIBLE.search(text, piece.start)
        if first:
            found.add(first.start())
    return sorted(found)


def _is_clean(text: str, paragraph: Paragraph, cut: int) -> bool:
    """Whether a cut inside a paragraph leaves sentences whole: behind a sentence's last mark,
    or at a line end of a list, a table or code."""
    before = text[paragraph.start : cut]
    if _CLOSED.search(before.rstrip()[-8:]):
        return True
    return paragraph.kind != "prose" and "\n" in before[len(before.rstrip()) :]


def _window_measures(truth: TrueSplit, cuts: Sequence[int]) -> tuple[float, float, int]:
    """(Pk, WindowDiff, 1) with paragraphs as units, zeros for a text too short for either. A
    cut inside a paragraph stands for the nearer of the gaps around it."""
    starts = [paragraph.start for paragraph in truth.paragraphs]
    true = {bisect_left(starts, offset) for offset in truth.boundaries}
    found = set()
    for cut in cuts:
        at = max(bisect_right(starts, cut) - 1, 0)
        paragraph = truth.paragraphs[at]
        found.add(at if 2 * cut <= paragraph.start + paragraph.end else at + 1)
    pk = window_measure(true, found, len(starts), pk=True)
    window_diff = window_measure(true, found, len(starts), pk=False)
    return (0.0, 0.0, 0) if pk is None or window_diff is None else (pk, window_diff, 1)


def window_measure(
    true: Collection[int], found: Collection[int], units: int, *, pk: bool
) -> float | None:
    """Pk (D. Beeferman, A. Berger, J. Lafferty, Statistical Models for Text Segmentation,
    Machine Learning 34, 1999) or WindowDiff (L. Pevzner, M. Hearst, A Critique and Improvement
    of an Evaluation Metric for Text Segmentation, Computational Linguistics 28, 2002).

    `true` and `found` are the numbers of the units, from 1, at which a segment starts. A window
    of k + 1 units, k half the mean length of the true segments and at least 2, slides over the
    `units`: Pk is the share of its places where the two disagree whether first and last unit
    are of one segment, WindowDiff where their numbers of boundaries within differ. None where
    the text is no longer than k.
    """
    theirs, mine = _starts_so_far(true, units), _starts_so_far(found, units)
    width = max(2, round(units / (2 * max(1, theirs[-1] + 1)))) if units else 2
    places = units - width
    if places <= 0:
        return None
    wrong = 0
    for first in range(places):
        expected = theirs[first + width] - theirs[first]
        actual = mine[first + width] - mine[first]
        wrong += (expected > 0) != (actual > 0) if pk else expected != actual
    return wrong / places


def _starts_so_far(numbers: Collection[int], units: int) -> list[int]:
    """For each unit, how many segments start at it or before it, the first one left out."""
    starts = set(numbers)
    return list(accumulate(int(unit in starts and unit > 0) for unit in range(units)))
