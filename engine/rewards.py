"""The rule halves of the rewards, per chunk, per cut and per document.

=============  ======  ==========================================================================
item           weight  rule half
=============  ======  ==========================================================================
completeness   1       max(−1, recall − 2·max(0, new − 0.05)), words of the repaired text against
                       the raw lines it came from (`engine.completeness`)
clarity        1       2^(−d / 15), d = defects per 1000 words (`engine.defects`)
length         0       1 within the limit, −1 over it: the gate of the whole answer
independence   1.5     share of cuts that are not in the middle of a sentence
size           1       utilisation − share of fragments, at least 0
=============  ======  ==========================================================================

total = Σ weight·reward / Σ weight. Clarity and independence have a second half, the judge;
without one the rule half stands alone. A plan with a chunk over the limit, or one that does
not tile the text, is invalid: its total is −1.

Two readings of the definitions:

* Furniture, by the reason the ledger gives for its removal, is not counted as lost, and
  mended characters (Ã© for é) count as what they were meant to be. Otherwise every page
  number rightly dropped would cost recall. Any other removal or replacement counts.
* Utilisation leaves out the last chunk, which ends where the document ends; so the last
  chunk's own fill counts as 1. It can still be a fragment, which better cuts would avoid,
  except when it is the only chunk.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine import completeness
from engine.defects import HALVING, defects, density_score, word_count
from engine.document import Chunk, Paragraph, Repaired, Scores
from engine.sentences import ends_sentence
from engine.sources import Sources
from engine.tokens import Counter

WEIGHTS: Mapping[str, float] = {
    "completeness": 1.0,
    "clarity": 1.0,
    "length": 0.0,
    "independence": 1.5,
    "size": 1.0,
}
FURNITURE = frozenset(
    {
        "running head",
        "running foot",
        "page number",
        "repeated stamp",
        "navigation",
        "line number",
        "figure text",
        "contents page",
    }
)
"""Ledger reasons of what a page carries besides its text."""
CHARACTER_FIXES = frozenset({"wrong decoding", "doubled letters", "lost ligature"})
"""Ledger reasons for letters that stand for others, by the fault of whatever made the file."""

_SENTENCE_TAIL = 400
_Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Explained:
    """One reward of a chunk with its formula in words and numbers."""

    name: str
    value: float
    weight: float
    how: str


def total(items: Mapping[str, float]) -> float:
    """Σ weight·reward / Σ weight over the items present."""
    present = [(WEIGHTS[name], value) for name, value in items.items() if name in WEIGHTS]
    weight = sum(weight for weight, _ in present)
    return sum(weight * value for weight, value in present) / weight if weight else 0.0


def repair_rewards(raw: str, repaired: str) -> dict[str, float]:
    """Completeness, clarity and total of one repaired text, without a plan or a ledger."""
    tally = completeness.compare(raw, repaired)
    items = {
        "completeness": completeness.reward(tally.kept, len(tally.lost), len(tally.new)),
        "clarity": density_score(len(defects(repaired)), word_count(repaired)),
    }
    return items | {"total": total(items)}


def is_mid_sentence(text: str, above: Paragraph, below: Paragraph) -> bool:
    """Whether a sentence runs on from one paragraph into the next.

    Headings, lists, tables and code end where they end. Prose runs on when it does not end
    a sentence and what follows starts in lower case or is a formula, or when it stops at a
    comma; a line of prose without a stop before a capital is a title or a signature.
    """
    if above.kind not in ("prose", "formula") or below.kind not in ("prose", "formula"):
        return False
    head = text[below.start]
    if above.kind == "formula":
        return head.islower() and not _is_label(text, below)
    if not (head.islower() or text[above.end - 1] in ",，、;；–—-"):
        return False
    return not ends_sentence(text[max(above.start, above.end - _SENTENCE_TAIL) : above.end])


def _is_label(text: str, paragraph: Paragraph) -> bool:
    """``a) …`` starts in lower case and yet starts something."""
    return text[paragraph.start + 1 : paragraph.start + 2] in (")", ".")


class Scorer:
    """Scores plans of one repaired text.

    The constructor reads the text once, O(text); `score` then takes O(chunks · log). The
    statistics are prefix sums over paragraphs, so a chunk's figures are those of its
    paragraphs added up. A forced chunk, which holds part of a paragraph, takes the share of
    the paragraph's words that its characters make up.

    `limit` and `fragment` are in tokens (`engine.pack_cost.fragment_tokens` for small limits).
    Chunks carry their own token counts; `counter` only names the tokenizer in explanations.
    """

    def __init__(
        self,
        repaired: Repaired,
        paragraphs: Sequence[Paragraph],
        sources: Sources,
        counter: Counter,
        *,
        limit: int = 4096,
        fragment: int = 512,
    ) -> None:
        # Imported here because the packer imports this module.
        from engine.pack_cost import fragment_tokens

        self.limit = limit
        self.fragment = fragment_tokens(limit, fragment)
        self.tokenizer = counter.name
        self._text = repaired.text
        self._paragraphs = tuple(paragraphs)
        tallies = _tally(repaired, self._paragraphs, sources)
        # Region p reaches from the start of paragraph p to the start of the next.
        starts = [paragraph.start for paragraph in self._paragraphs]
        self._edges = np.array([0, *starts[1:], len(self._text)], np.float64)
        if not starts:
            self._edges = self._edges[:1]
            self._empty_completeness = _reward_for_nothing(repaired)
        self._kept = _prefix([tally.kept for tally in tallies])
        self._lost = _prefix([len(tally.lost) for tally in tallies])
        self._new = _prefix([len(tally.new) for tally in tallies])
        self._defects = defects(self._text)
        self._defect_starts = np.array([defect.start for defect in self._defects], np.int64)
        self._mid_sentence = [False] + [
            is_mid_sentence(self._text, above, below) for above, below in pairwise(self._paragraphs)
        ]

    def score(self, chunks: Sequence[Chunk], boundaries: Sequence[int]) -> Scores:
        """Scores of a plan; `boundaries` are the topic starts it was packed for."""
        if not chunks:
            return Scores((), (), self._empty_document())
        bounds = np.array([0.0, *(chunk.end for chunk in chunks)])
        kept, lost, new = (self._between(bounds, sums) for sums in self._sums)
        found = np.diff(np.searchsorted(self._defect_starts, bounds)).tolist()
        cuts = self._score_cuts(chunks, frozenset(boundaries))
        whole = [cut["independence"] for cut in cuts]
        rows = []
        for at, chunk in enumerate(chunks):
            own = whole[max(at - 1, 0) : at + 1]
            items = {
                "completeness": completeness.reward(kept[at], lost[at], new[at]),
                "clarity": density_score(found[at], kept[at] + new[at]),
                "length": 1.0 if chunk.tokens <= self.limit else -1.0,
                "independence": sum(own) / len(own) if own else 1.0,
                "size": self._size(chunk, at == len(chunks) - 1, len(chunks)),
            }
            rows.append(items | {"total": total(items) if items["length"] > 0 else -1.0})
        document = self._score_document(chunks, sum(kept), sum(lost), sum(new), whole)
        return Scores(tuple(rows), tuple(cuts), document)

    def explain(self, chunks: Sequence[Chunk], scores: Scores, index: int) -> tuple[Explained, ...]:
        """Every reward of chunk `index` with the numbers it came from."""
        chunk, row = chunks[index], scores.chunks[index]
        start = 0 if index == 0 else chunk.start
        bounds = np.array([start, chunk.end], np.float64)
        kept, lost, new = (self._between(bounds, sums)[0] for sums in self._sums)
        how = {
            "completeness": _explain_completeness(kept, lost, new),
            "clarity": self._explain_clarity(start, chunk.end, kept + new),
            "length": f"{chunk.tokens:,} of {self.limit:,} tokens ({self.tokenizer}); the gate",
            "independence": _explain_cuts(scores.cuts[max(index - 1, 0) : index + 1]),
            "size": self._explain_size(chunk, index == len(chunks) - 1, len(chunks)),
        }
        return tuple(Explained(name, row[name], WEIGHTS[name], how[name]) for name in WEIGHTS)

    @property
    def _sums(self) -> tuple[_Floats, _Floats, _Floats]:
        return self._kept, self._lost, self._new

    def _between(self, bounds: _Floats, sums: _Floats) -> list[float]:
        """What lies between neighbouring `bounds` (offsets), read from prefix sums."""
        between: list[float] = np.diff(np.interp(bounds, self._edges, sums)).tolist()
        return between

    def _size(self, chunk: Chunk, last: bool, count: int) -> float:
        fill = 1.0 if last else min(chunk.tokens / self.limit, 1.0)
        return max(0.0, fill - (count > 1 and chunk.tokens < self.fragment))

    def _score_cuts(
        self, chunks: Sequence[Chunk], boundaries: frozenset[int]
    ) -> list[dict[str, float]]:
        cuts = []
        for above, below in pairwise(chunks):
            inside = above.last == below.first
            if inside:
                mid = self._mid_paragraph(below.first, above.end)
            else:
                mid = self._mid_sentence[below.first]
            cuts.append(
                {
                    "independence": 0.0 if mid else 1.0,
                    "mid_sentence": float(mid),
                    "forced": float(inside),
                    "on_boundary": float(not inside and below.first in boundaries),
                }
            )
        return cuts

    def _mid_paragraph(self, paragraph: int, cut: int) -> bool:
        """Whether a cut inside a paragraph over the limit divides a sentence, row or line."""
        whole = self._paragraphs[paragraph]
        tail = self._text[max(whole.start, cut - _SENTENCE_TAIL) : cut]
        if whole.kind in ("table", "code", "list") and (
            tail.endswith("\n") or self._text[cut : cut + 1] == "\n"
        ):
            return False
        return not ends_sentence(tail.rstrip())

    def _score_document(
        self,
        chunks: Sequence[Chunk],
        kept: float,
        lost: float,
        new: float,
        independence: Sequence[float],
    ) -> dict[str, float]:
        tokens = [chunk.tokens for chunk in chunks]
        filled = [min(count / self.limit, 1.0) for count in tokens[:-1]]
        utilisation = sum(filled) / len(filled) if filled else 1.0
        fragments = sum(count < self.fragment for count in tokens) if filled else 0
        legal = max(tokens) <= self.limit
        items = {
            "completeness": completeness.reward(kept, lost, new),
            "clarity": density_score(len(self._defects), kept + new),
            "length": 1.0 if legal else -1.0,
            "independence": sum(independence) / len(independence) if independence else 1.0,
            "size": max(0.0, utilisation - fragments / len(chunks)),
        }
        valid = legal and self._tiles(chunks)
        return items | {
            "total": total(items) if valid else -1.0,
            "utilisation": utilisation,
            "fragments": float(fragments),
            "longest": float(max(tokens)),
            "forced": float(sum(chunk.forced for chunk in chunks)),
        }

    def _tiles(self, chunks: Sequence[Chunk]) -> bool:
        whole = chunks[0].start == 0 and chunks[-1].end == len(self._text)
        return whole and all(above.end == below.start for above, below in pairwise(chunks))

    def _empty_document(self) -> dict[str, float]:
        """Nothing is left of the text: the plan is right, the repair only if all was furniture."""
        items = dict.fromkeys(WEIGHTS, 1.0) | {"completeness": self._empty_completeness}
        counts = {"utilisation": 1.0, "fragments": 0.0, "longest": 0.0, "forced": 0.0}
        return items | {"total": total(items)} | counts

    def _explain_clarity(self, start: int, end: int, words: float) -> str:
        inside = self._defects[
            bisect_left(self._defect_starts, start) : bisect_left(self._defect_starts, end)
        ]
        kinds = ", ".join(
            f"{times} {kind}" for kind, times in Tally(d.kind for d in inside).most_common()
        )
        density = 1000.0 * len(inside) / words if words else 0.0
        count = f"{len(inside)} defect{'s' * (len(inside) != 1)}"
        found = f"{count} ({kinds})" if inside else "no defects"
        return (
            f"{found} in {words:,.0f} words: 2^(−{density:.1f} per 1000 / {HALVING:.0f});"
            " rule half, no judge"
        )

    def _explain_size(self, chunk: Chunk, last: bool, count: int) -> str:
        if count == 1:
            return "the only chunk: nothing to fill"
        fill = (
            "1 (last chunk, its fill is not counted)"
            if last
            else f"{chunk.tokens:,} / {self.limit:,} tokens"
        )
        if chunk.tokens < self.fragment:
            return f"{fill} − 1 (fragment: under {self.fragment:,} tokens), at least 0"
        return f"{fill} − 0 (no fragment)"


def _prefix(values: Sequence[int]) -> _Floats:
    return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))


def _tally(
    repaired: Repaired, paragraphs: Sequence[Paragraph], sources: Sources
) -> list[completeness.Tally]:
    """One tally per paragraph, moves within a window settled."""
    raw, text = _patched(repaired), repaired.text
    tallies = [
        completeness.compare(raw.text(sources.of(index)), text[paragraph.start : paragraph.end])
        for index, paragraph in enumerate(paragraphs)
    ]
    starts = [paragraph.start for paragraph in paragraphs]
    for window in repaired.windows:
        first, last = (bisect_left(starts, offset) for offset in window.repaired)
        completeness.settle_moves(tallies[first:last])
    return tallies


def _patched(repaired: Repaired) -> completeness.PatchedRaw:
    """The raw text without removed furniture and with mended characters."""
    patches: list[tuple[int, int, str]] = []
    for change in sorted(repaired.ledger, key=lambda change: change.raw):
        start, end = change.raw
        if patches:
            start = max(start, patches[-1][1])
        if start >= end:
            continue
        if change.kind == "removed" and change.reason in FURNITURE:
            patches.append((start, end, "\n"))
        elif change.kind == "replaced" and change.reason in CHARACTER_FIXES:
            patches.append((start, end, repaired.text[slice(*change.repaired)]))
    return completeness.PatchedRaw(repaired.document.raw, patches)


def _reward_for_nothing(repaired: Repaired) -> float:
    """The completeness of a text of which nothing is left."""
    raw = _patched(repaired).text([(0, len(repaired.document.raw))])
    return completeness.reward(0, len(completeness.words(raw)), 0)


def _explain_completeness(kept: float, lost: float, new: float) -> str:
    recall = kept / (kept + lost) if kept + lost else 1.0
    share = new / (kept + new) if kept + new else 0.0
    return (
        f"recall {recall:.3f} ({kept:,.0f} of {kept + lost:,.0f} words kept)"
        f" − 2 · max(0, new {share:.3f} − {completeness.NEW_ALLOWED})"
    )


def _explain_cuts(cuts: Sequence[Mapping[str, float]]) -> str:
    if not cuts:
        return "no cuts: the document is one chunk"
    clean = sum(not cut["mid_sentence"] for cut in cuts)
    return f"{clean} of its {len(cuts)} cuts between sentences; rule half, no judge"
