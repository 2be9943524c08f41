"""What a cut and a chunk are worth to the optimal packer.

The plan sought has the best ratio: mean utilisation − fragment share + balance · mean strength
at the cuts, less penalties for cuts that hurt. Dinkelbach's method (W. Dinkelbach, On nonlinear
fractional programming, Management Science 13, 1967) turns such a ratio into a sum in which
every chunk costs the ratio itself. Since the utilisations of a text add up to its length, the
sum is

    balance · Σ strength(cut) − Σ penalty(cut) − chunk · (number of chunks) − fragment · (fragments)

with chunk = fill + balance · reference. The exact fixed point would move with every boundary a
person sets, and cuts on page 300 would move with an edit on page 2. So `fill` is the utilisation
a full plan has, and `reference` a share `EXPECTED` of the mean over stretches of one limit's
length of the strongest gap in each, in coarse steps: what a cut can expect to find.

Utilisation leaves out the last chunk, so the later that starts the better: the search credits
its start with start/limit. In a text of two or three chunks that alone would decide where the
cuts are. All but a share `TAIL` of the credit is therefore taken back at the gaps from which
a last chunk can start.

Values are integers, `UNIT` to a full chunk, so that sums are exact in any order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph
from engine.oversize import CHARACTER, CLAUSE, CLUSTER, LINE, SENTENCE, WORD, WORD_END
from engine.pack_layout import PARAGRAPH_GAP, Ints, Layout
from engine.rewards import is_mid_sentence

Floats = npt.NDArray[np.float64]

UNIT = 4096
FILL = 1.0
EXPECTED = 0.8
TAIL = 0.15
REFERENCE_STEPS = 8

# Penalties in full chunks, before the balance is taken into account: however much strength
# weighs, it must not buy a fragment, a cut in a sentence or a heading at a chunk's end.
FRAGMENT = 1.0
MID_SENTENCE = 3.0
ORPHAN_HEADING = 8.0
GLUE = 1000.0
INSIDE = {SENTENCE: 4.0, LINE: 5.0, CLAUSE: 7.0, WORD: 8.0, WORD_END: 9.0} | {
    CHARACTER: 10.0,
    CLUSTER: 12.0,
}


def fragment_tokens(limit: int, fragment: int) -> int:
    """Under how many tokens a chunk counts as a fragment. A setting above half the limit
    asks for what few plans can give; an eighth of the limit (512 of 4096) then stands in."""
    return fragment if 2 * fragment <= limit else limit // 8


@dataclass(frozen=True, slots=True)
class GapValues:
    """The objective for one set of boundaries, in `UNIT`s.

    Arrays have one entry per gap: `penalties` and `values` (strength − penalties, less what a
    late last chunk is credited with) are int64, `boundaries` bool. `chunk` and `fragment` are
    what each chunk and each fragment costs.
    `pins` are the gaps that must be cut, ascending.
    """

    values: Ints
    penalties: Ints
    boundaries: npt.NDArray[np.bool_]
    chunk: int
    fragment: int
    pins: tuple[int, ...]


class GapCosts:
    """Computes `GapValues`; what does not depend on boundaries is computed once."""

    def __init__(
        self, text: str, paragraphs: Sequence[Paragraph], layout: Layout, balance: float
    ) -> None:
        self._layout = layout
        self._balance = balance
        self._scale = 1.0 + balance
        hurts = [0.0 if rank == PARAGRAPH_GAP else INSIDE[rank] for rank in layout.rank]
        gaps = layout.gap_of[1:].tolist()
        for gap, (above, below) in zip(gaps, pairwise(paragraphs), strict=True):
            if above.kind == "heading":
                hurts[gap] = ORPHAN_HEADING
            elif is_mid_sentence(text, above, below):
                hurts[gap] = MID_SENTENCE
        self._penalties = _integers(np.asarray([*hurts, 0.0]) * self._scale)
        self._late = _late(layout)
        # The first gap of each stretch of one limit's length.
        marks = np.arange(0, layout.tokens[-1], layout.limit)
        self._stretches = np.unique(np.searchsorted(layout.tokens[1:-1], marks, "right"))

    def values(
        self,
        boundaries: Sequence[int],
        strengths: Sequence[float],
        pins: Collection[int],
        glue: Collection[int],
    ) -> GapValues:
        """The objective for paragraph numbers; those that name no gap are passed over, and a
        gap both pinned and glued is pinned."""
        is_boundary = np.zeros(self._layout.last + 1, dtype=np.bool_)
        is_boundary[self._gaps(boundaries)] = True
        strength = self._strengths(is_boundary, strengths)
        penalties = self._penalties.copy()
        penalties[self._gaps(glue)] += round(GLUE * self._scale * UNIT)
        return GapValues(
            values=_integers(strength * self._balance) - penalties - self._late,
            penalties=penalties,
            boundaries=is_boundary,
            chunk=round((FILL + self._balance * self._reference(strength)) * UNIT),
            fragment=round(FRAGMENT * self._scale * UNIT),
            pins=tuple(self._gaps(pins).tolist()),
        )

    def _gaps(self, numbers: Collection[int]) -> Ints:
        """The gaps above these paragraphs, ascending."""
        wanted = np.unique(np.fromiter(numbers, np.int64, len(numbers)))
        gap_of = self._layout.gap_of
        return gap_of[wanted[(wanted > 0) & (wanted < len(gap_of))]]

    def _strengths(self, is_boundary: npt.NDArray[np.bool_], strengths: Sequence[float]) -> Floats:
        result = np.zeros(self._layout.last + 1)
        if len(strengths):
            result[self._layout.gap_of] = strengths
            result[0] = 0.0
        result[is_boundary & (result == 0.0)] = 1.0
        return result

    def _reference(self, strength: Floats) -> float:
        inner = strength[1:-1]
        stretches = self._stretches[self._stretches < len(inner)]
        if not len(stretches):
            return 0.0
        peaks = np.maximum.reduceat(inner, stretches)
        return EXPECTED * round(float(peaks.mean()) * REFERENCE_STEPS) / REFERENCE_STEPS


def _late(layout: Layout) -> Ints:
    """What is taken back of the credit for a last chunk that starts at each gap."""
    tokens = np.asarray(layout.tokens, dtype=np.int64)
    into = np.maximum(tokens - max(int(tokens[-1]) - layout.limit, 0), 0)
    into[[0, -1]] = 0
    return _integers((1.0 - TAIL) * into / layout.limit)


def _integers(values: Floats) -> Ints:
    result: Ints = np.rint(values * UNIT).astype(np.int64)
    return result
