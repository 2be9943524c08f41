"""Choose the cuts: fill and step back (greedy), or the best plan there is (optimal).

Both work on the gaps of a `Layout`. A plan is a rising list of gaps from 0 to the last; its
chunks are the stretches in between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from engine.pack_cost import UNIT, GapValues
from engine.pack_layout import Layout

# The best value up to a gap and the gap share one integer, called a state: the value above, the
# gap in the low bits. One comparison then orders by value and, among equals, by the later gap.
_GAP_BITS = 24
_GAP_MASK = (1 << _GAP_BITS) - 1
_NONE = -1 << 80


class Optimal:
    """The plan with the highest value, by dynamic programming over the gaps.

    best(j) = value(j) − chunk + max over i of best(i) − (fragment, if i to j is one), over all i
    from which a chunk fits up to j; `engine.pack_cost` says what the terms are. Two heaps hold
    the starts in reach, those near enough to make a fragment and those beyond, so
    the whole table takes O(n) time.

    The table is kept. When values change, it is computed anew from the first changed gap until
    it differs from the old one by the same number over all that is in reach of the next gap:
    from there it would differ by that number for ever, so it is shifted up to the next changed
    gap. Values are integers, so the plan is exactly that of a fresh search.
    """

    def __init__(self, layout: Layout, fragment: int) -> None:
        """`fragment`: chunks under so many tokens are fragments."""
        self._layout = layout
        self._fragment = fragment
        self._last = layout.last
        starts = zip(layout.tokens, layout.before, strict=False)
        # A chunk from a gap reaches as far as the total of `_reach` plus the limit. `_sure` is
        # the least reach of this gap and all after it, so it rises.
        self._reach = [tokens - before for tokens, before in starts]
        self._sure = list(accumulate(reversed(self._reach), min))[::-1]
        self._uneven = len(set(layout.before)) > 1
        self._steps: list[int] = []
        self._best: list[int] = []
        self._from: list[int] = []
        self._gaps: GapValues | None = None
        self._illegal: dict[int, set[int]] = {}
        self._dirty: set[int] = set()
        # Ends to which a single unit is over the limit by its estimate; it may stand all the same.
        self._tight = {
            gap + 1 for gap in range(self._last) if layout.estimate(gap, gap + 1) > layout.limit
        }

    def forbid(self, start: int, end: int) -> None:
        """Take a chunk out of the search for good: its exact count is over the limit."""
        self._illegal.setdefault(end, set()).add(start)
        if end < self._last:
            self._dirty.add(end)

    def plan(self, gaps: GapValues) -> list[int]:
        """The best plan."""
        self._update(gaps)
        cuts = [self._last, self._scan(self._last, gaps) & _GAP_MASK]
        while cuts[-1]:
            cuts.append(self._from[cuts[-1]])
        return cuts[::-1]

    def _update(self, gaps: GapValues) -> None:
        old, self._gaps = self._gaps, gaps
        if old is None or (old.chunk, old.fragment) != (gaps.chunk, gaps.fragment):
            steps = (gaps.values - gaps.chunk << _GAP_BITS) + np.arange(self._last + 1)
            self._steps = steps.tolist()
            self._best = [0] * self._last
            self._from = [0] * self._last
            self._compute(gaps, [1], frozenset(), settles=False)
        else:
            different = np.flatnonzero(gaps.values != old.values).tolist()
            for gap in different:
                self._steps[gap] = (int(gaps.values[gap]) - gaps.chunk << _GAP_BITS) + gap
            moved = frozenset(gaps.pins).symmetric_difference(old.pins)
            changed = sorted(moved.union(different, self._dirty) - {0, self._last})
            if changed:
                self._compute(gaps, changed, moved, settles=True)
        self._dirty.clear()

    def _compute(
        self, gaps: GapValues, changed: Sequence[int], moved: frozenset[int], settles: bool
    ) -> None:
        """Fill the table from the first of the `changed` gaps. `moved` are pins that came or
        went; with `settles`, stretches that would only shift are skipped."""
        tokens, limit, fragment = self._layout.tokens, self._layout.limit, self._fragment
        reach, sure, uneven = self._reach, self._sure, self._uneven
        best, came, steps, last = self._best, self._from, self._steps, self._last
        crumb = gaps.fragment << _GAP_BITS
        pins = frozenset(gaps.pins)
        tight = self._tight.union(self._illegal)
        after = self._layout.after
        # best differs from the old table by `shift` from gap `since` on.
        shift = since = kept_pin = 0
        gap = changed[0]
        near, far, lowest, promoted = self._window(gap, gaps)
        floor = lowest
        while gap < last:
            total = tokens[gap]
            nearest = total - limit
            while promoted < gap and total - tokens[promoted] >= fragment:
                state = best[promoted]
                while far and far[-1] < state:
                    far.pop()
                far.append(state)
                promoted += 1
            while lowest < gap and sure[lowest] < nearest:
                lowest += 1
            while far and far[0] & _GAP_MASK < lowest:
                far.popleft()
            while near and near[0] & _GAP_MASK < lowest:
                near.popleft()
            if gap in tight or not near:
                state = self._scan(gap, gaps)
            else:
                state = near[0] - crumb
                if far and far[0] > state:
                    state = far[0]
                if uneven:
                    # Starts before `lowest` still reach if they cost less than later ones.
                    early = lowest - 1
                    while early >= floor and tokens[early] >= nearest:
                        if reach[early] >= nearest:
                            state = max(state, self._state(early, gap, gaps))
                        early -= 1
            if after[gap] and reach[state & _GAP_MASK] < nearest + after[gap]:
                state = self._scan(gap, gaps)
            origin = state & _GAP_MASK
            state += steps[gap] - origin
            drift = state - best[gap]
            if drift != shift:
                shift, since = drift, gap
            came[gap] = origin
            best[gap] = state
            if gap in pins:
                near.clear()
                far.clear()
                floor = lowest = promoted = gap
                if gap not in moved:
                    kept_pin = gap
            if gap in moved:
                since = gap + 1
            while near and near[-1] < state:
                near.pop()
            near.append(state)
            gap += 1
            if settles and (
                not since or kept_pin >= since or tokens[since - 1] < tokens[gap] - limit
            ):
                following = bisect_left(changed, gap)
                stop = changed[following] if following < len(changed) else last
                if stop > gap:
                    if shift:
                        best[gap:stop] = [state + shift for state in best[gap:stop]]
                    gap = stop
                    near, far, lowest, promoted = self._window(gap, gaps)
                    floor = lowest

    def _window(self, gap: int, gaps: GapValues) -> tuple[deque[int], deque[int], int, int]:
        """The two queues just before `gap`, the first start in reach, and the first start that
        is not yet in the far queue."""
        tokens, best = self._layout.tokens, self._best
        lowest = self._lowest(gap, gaps)
        promoted = lowest
        near: deque[int] = deque()
        far: deque[int] = deque()
        for start in range(lowest, gap):
            if tokens[gap] - tokens[start] >= self._fragment:
                _push(far, best[start])
                promoted = start + 1
            _push(near, best[start])
        return near, far, lowest, promoted

    def _lowest(self, gap: int, gaps: GapValues) -> int:
        """The first start from which a chunk might end at `gap`."""
        tokens = self._layout.tokens
        lowest = min(bisect_left(tokens, tokens[gap] - self._layout.limit), gap - 1)
        before = bisect_left(gaps.pins, gap)
        return max(lowest, gaps.pins[before - 1]) if before else max(lowest, 0)

    def _scan(self, gap: int, gaps: GapValues) -> int:
        """The best value up to a chunk that ends at `gap`, with its start, found by trying all.
        Utilisation leaves out the last chunk, so there a start as late as possible counts."""
        layout = self._layout
        illegal = self._illegal.get(gap, ())
        states = (
            self._state(start, gap, gaps)
            for start in range(self._lowest(gap, gaps), gap)
            if start not in illegal and layout.fits(start, gap)
        )
        if gap < self._last:
            return max(states)
        return max(
            state + (layout.tokens[state & _GAP_MASK] * UNIT // layout.limit << _GAP_BITS)
            for state in states
        )

    def _state(self, start: int, gap: int, gaps: GapValues) -> int:
        """The best value up to `start` less what a fragment from there to `gap` costs."""
        tokens = self._layout.tokens
        crumb = gaps.fragment if tokens[gap] - tokens[start] < self._fragment else 0
        return self._best[start] - (crumb << _GAP_BITS)


class Greedy:
    """Fill; when the next paragraph would not fit, cut at the last boundary inside, else before
    it. A cut that hurts (in a sentence, after a heading, at a glued gap) or leaves a fragment is
    taken only where every other would hurt as much."""

    def __init__(self, layout: Layout, fragment: int) -> None:
        """`fragment`: chunks under so many tokens are fragments."""
        self._layout = layout
        self._fragment = fragment
        self._tokens = np.asarray(layout.tokens, dtype=np.int64)
        self._illegal: set[tuple[int, int]] = set()

    def forbid(self, start: int, end: int) -> None:
        """Take a chunk out for good: its exact count is over the limit."""
        self._illegal.add((start, end))

    def plan(self, gaps: GapValues) -> list[int]:
        """The plan that filling gives."""
        cuts = [0]
        for stop in (*gaps.pins, self._layout.last):
            while cuts[-1] < stop:
                cuts.append(self._next(cuts[-1], stop, gaps))
        return cuts

    def _next(self, start: int, stop: int, gaps: GapValues) -> int:
        layout = self._layout
        room = layout.limit - layout.before[start] + layout.tokens[start]
        furthest = min(bisect_right(layout.tokens, room) - 1, stop)
        while furthest > start + 1 and not self._legal(start, furthest):
            furthest -= 1
        if furthest >= stop:
            return stop
        furthest = max(furthest, start + 1)
        inside = slice(start + 1, furthest + 1)
        crumbs = self._tokens[inside] - self._tokens[start] < self._fragment
        costs = 2 * (gaps.penalties[inside] + gaps.fragment * crumbs) + ~gaps.boundaries[inside]
        # The last of the cheapest gaps comes first; the sort is stable.
        order = np.argsort(costs[::-1], kind="stable")
        ends = (furthest - int(index) for index in order)
        return next(end for end in ends if self._legal(start, end))

    def _legal(self, start: int, end: int) -> bool:
        return self._layout.fits(start, end) and (start, end) not in self._illegal


def _push(queue: deque[int], state: int) -> None:
    """Append to a queue that holds falling values; those it beats will never be wanted."""
    while queue and queue[-1] < state:
        queue.pop()
    queue.append(state)
