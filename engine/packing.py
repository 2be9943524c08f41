"""Pack paragraphs into chunks of at most `limit` tokens.

Chunks tile the text: the first starts at 0, the last ends at its end, the white space between
two paragraphs belongs to the first. A cut lies between two paragraphs unless one paragraph
alone is over the limit, or the packer fills with sentences; then it is divided
(`engine.oversize`) and the chunks that begin or end inside it are marked as forced. Such a
piece may share a chunk with its neighbours, so that neither a heading above nor a crumb below
is left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from engine.document import Chunk, Paragraph
from engine.oversize import SENTENCE
from engine.pack_cost import INSIDE, UNIT, GapCosts, fragment_tokens
from engine.pack_layout import NO_HEAD, Head, Ints, Layout, lay_out
from engine.pack_search import Greedy, Optimal
from engine.settings import PACKERS
from engine.tokens import Counter, Remembering

# Chunks are kept for the next plan, which shares most of them; so many are a few megabytes.
_KEPT_CHUNKS = 20_000
# Penalty, in full chunks, of a cut inside a paragraph where sentences fill the chunks: enough
# to prefer a place between paragraphs at the same fill.
BEHIND_SENTENCE = 0.02


class Packer:
    """Plans for one text. All that does not depend on boundaries is computed here, once;
    `plan` can then follow a person's edits.

    `paragraphs` are those of `text`, in order, with their token counts by `counter`. `limit`
    and `fragment` count tokens (`engine.pack_cost.fragment_tokens` for small limits);
    `packer` is ``"optimal"``, ``"greedy"`` or ``"sentences"``, which is optimal but may cut
    behind any sentence of prose and before any list item, so that chunks are fuller; `balance`
    weighs boundary strength against full chunks (not greedy: 0.1 full, 1 balanced, 4 topics).
    `heading_paths` has the path in force at each paragraph, or is empty; with
    `heading_path_in_text` each chunk is handed on below its path, joined as ``"A > B"`` and a
    blank line, and counted with it. A path that would take more than a quarter of the limit
    loses its outer headings. Raises ValueError
    for a limit under 1, an unknown packer or a wrong number of paths.
    """

    def __init__(
        self,
        text: str,
        paragraphs: Sequence[Paragraph],
        counter: Counter,
        *,
        limit: int = 4096,
        fragment: int = 512,
        packer: str = "optimal",
        balance: float = 1.0,
        heading_paths: Sequence[tuple[str, ...]] = (),
        heading_path_in_text: bool = False,
    ) -> None:
        if limit < 1:
            raise ValueError(f"the limit is {limit} tokens; it must be at least 1")
        if packer not in PACKERS:
            raise ValueError(f"unknown packer {packer!r}; there are {', '.join(PACKERS)}")
        if heading_paths and len(heading_paths) != len(paragraphs):
            raise ValueError(f"{len(heading_paths)} heading paths, {len(paragraphs)} paragraphs")
        self._text = text
        # A piece of a paragraph over the limit is counted when it is made and when it is a chunk.
        self._counter = Remembering(counter)
        self._limit = limit
        self._in_text = heading_path_in_text
        self._chunks: dict[tuple[int, int], Chunk] = {}
        self._layout: Layout | None = None
        if not paragraphs:
            return
        heads = self._heads(heading_paths) if heading_paths else [NO_HEAD] * len(paragraphs)
        sentences = packer == "sentences"
        self._layout = lay_out(text, paragraphs, self._counter, limit, heads, sentences)
        self._costs = GapCosts(text, paragraphs, self._layout, balance)
        self._relief: Ints | None = None
        if sentences:
            self._relief = _sentence_relief(self._layout, paragraphs, balance)
        threshold = fragment_tokens(limit, fragment)
        search = Greedy if packer == "greedy" else Optimal
        self._search: Optimal | Greedy = search(self._layout, threshold)

    def plan(
        self,
        boundaries: Sequence[int],
        strengths: Sequence[float] = (),
        pins: Collection[int] = (),
        glue: Collection[int] = (),
    ) -> tuple[Chunk, ...]:
        """The chunks for one set of boundaries; empty for a text without paragraphs.

        `boundaries` is the effective set, a person's decisions applied. `strengths` has one
        value in 0..1 per paragraph (the gap above it) or is empty. Gaps that a person decided
        about come with strength 0: a boundary without strength counts as 1, another gap
        without strength as 0. `pins` are always cut; `glue` is never cut unless a glued run is
        over the limit by itself, which is then cut where it hurts least. Numbers that name
        no gap are passed over. The result depends on the arguments only, not on earlier
        calls. Raises ValueError for a wrong number of strengths.
        """
        layout = self._layout
        if layout is None:
            return ()
        if len(strengths) not in (0, len(layout.gap_of)):
            raise ValueError(f"{len(strengths)} strengths, {len(layout.gap_of)} paragraphs")
        gaps = self._costs.values(boundaries, strengths, pins, glue)
        if self._relief is not None:
            penalties = gaps.penalties - self._relief
            gaps = replace(gaps, values=gaps.values + self._relief, penalties=penalties)
        while True:
            cuts = self._search.plan(gaps)
            chunks = tuple(self._chunk(layout, *pair) for pair in pairwise(cuts))
            over = [
                (start, end)
                for (start, end), chunk in zip(pairwise(cuts), chunks, strict=True)
                if chunk.tokens > self._limit and end > start + 1
            ]
            if not over:
                break
            for start, end in over:
                self._search.forbid(start, end)
        self._counter.forget()
        if len(self._chunks) > _KEPT_CHUNKS:
            self._chunks = dict(zip(pairwise(cuts), chunks, strict=True))
        return chunks

    def _heads(self, paths: Sequence[tuple[str, ...]]) -> list[Head]:
        known: dict[tuple[str, ...], Head] = {}
        for path in paths:
            if path not in known:
                known[path] = self._head(path) if self._in_text else Head(path, "", 0)
        return [known[path] for path in paths]

    def _head(self, path: tuple[str, ...]) -> Head:
        """The path as it is handed on, the outer headings dropped where it is too long."""
        while path:
            text = _head_text(path)
            tokens = self._counter.count(text)
            if 4 * tokens <= self._limit:
                return Head(path, text, tokens)
            path = path[1:]
        return NO_HEAD

    def _chunk(self, layout: Layout, start: int, end: int) -> Chunk:
        chunk = self._chunks.get((start, end))
        if chunk is None:
            chunk = self._chunks[start, end] = self._build(layout, start, end)
        return chunk

    def _build(self, layout: Layout, start: int, end: int) -> Chunk:
        head, prefix, suffix = layout.around(start, end)
        span = (layout.offsets[start], layout.offsets[end])
        if layout.exact(start, end):
            tokens = layout.estimate(start, end)
        else:
            body = self._text[span[0] : span[1]]
            tokens = self._counter.count(head.text + prefix + body + suffix)
        return Chunk(
            first=layout.paragraph[start],
            last=layout.paragraph[end - 1],
            start=span[0],
            end=span[1],
            tokens=tokens,
            heading_path=head.path,
            forced=layout.inside(start) or layout.inside(end),
            prefix=prefix,
            suffix=suffix,
        )


def _sentence_relief(layout: Layout, paragraphs: Sequence[Paragraph], balance: float) -> Ints:
    """What a cut behind a sentence of prose costs less where sentences fill the chunks."""
    relief = np.zeros(layout.last + 1, dtype=np.int64)
    less = round((INSIDE[SENTENCE] - BEHIND_SENTENCE) * (1.0 + balance) * UNIT)
    for gap, (rank, number) in enumerate(zip(layout.rank, layout.paragraph, strict=True)):
        if rank == SENTENCE and paragraphs[number].kind in ("prose", "list"):
            relief[gap] = less
    return relief


def handed_on(text: str, chunk: Chunk, *, heading_path_in_text: bool = False) -> str:
    """The text of a chunk as it is handed on and counted: path, prefix, span, suffix."""
    head = _head_text(chunk.heading_path) if heading_path_in_text else ""
    return head + chunk.prefix + text[chunk.start : chunk.end] + chunk.suffix


def _head_text(path: tuple[str, ...]) -> str:
    return " > ".join(path) + "\n\n" if path else ""
