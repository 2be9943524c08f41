"""Measure packing: quality on sets with true boundaries, and the time of a plan after an edit.

    python -m benchmarks.packing [SET …]

The sets are the ``*.jsonl`` of ``shared/segmentation`` beside the repository, where present:
one document a line with ``paragraphs`` and ``boundaries`` (paragraph numbers from 0).
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from engine.boundaries import boundaries
from engine.document import Boundaries, Chunk, Paragraph
from engine.pack_cost import fragment_tokens
from engine.packing import Packer, handed_on
from engine.paragraphs import paragraphs
from engine.rewards import is_mid_sentence
from engine.tokens import Counter, counter

SETS = Path(__file__).resolve().parents[2] / "shared" / "segmentation"
LIMITS = (512, 4096)
# (packer, balance); greedy has no use for a balance.
RUNS = (
    ("greedy", 1.0),
    *(("optimal", balance) for balance in (0.1, 0.3, 1.0, 4.0)),
    *(("sentences", balance) for balance in (0.1, 0.3, 1.0)),
)
FRAGMENT = 512
BUDGETS_MS = {2_500: 8.0, 25_000: 40.0}


@dataclass(frozen=True, slots=True)
class Case:
    """A document with its paragraphs, its true boundaries as offsets and a method's marks."""

    text: str
    paragraphs: tuple[Paragraph, ...]
    truth: frozenset[int]
    marks: Boundaries


@dataclass(slots=True)
class Tally:
    """Sums over the documents of one set."""

    limit: int
    fills: list[float] = field(default_factory=list)
    inner_fills: list[float] = field(default_factory=list)
    fragments: int = 0
    cuts: int = 0
    hits: int = 0
    true: int = 0
    mid_sentence: int = 0
    orphans: int = 0
    inside: int = 0
    wrong: int = 0
    seconds: float = 0.0
    characters: int = 0

    def add(self, case: Case, chunks: tuple[Chunk, ...], tokens: Counter) -> None:
        fills = [min(chunk.tokens / self.limit, 1.0) for chunk in chunks]
        self.fills += fills
        self.inner_fills += fills[:-1]
        if len(chunks) > 1:
            crumb = fragment_tokens(self.limit, FRAGMENT)
            self.fragments += sum(chunk.tokens < crumb for chunk in chunks)
        self.true += len(case.truth)
        self.characters += len(case.text)
        tiles = [0, *(chunk.end for chunk in chunks)] == [
            *(chunk.start for chunk in chunks),
            len(case.text),
        ]
        self.wrong += not tiles
        for chunk in chunks:
            exact = tokens.count(handed_on(case.text, chunk))
            self.wrong += chunk.tokens != exact or exact > self.limit
        for above, below in pairwise(chunks):
            self.cuts += 1
            if above.last == below.first:
                self.inside += 1
                continue
            self.hits += below.start in case.truth
            before, after = case.paragraphs[above.last], case.paragraphs[below.first]
            self.orphans += before.kind == "heading"
            self.mid_sentence += is_mid_sentence(case.text, before, after)

    def row(self) -> str:
        precision = self.hits / max(1, self.cuts)
        recall = self.hits / max(1, self.true)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return (
            f"{statistics.fmean(self.fills):7.3f} {_mean(self.inner_fills):7.3f} "
            f"{self.fragments:5d} {precision:6.3f} {recall:6.3f} {f1:6.3f} "
            f"{self.mid_sentence:4d} {self.orphans:4d} {self.inside:6d} {self.wrong:5d} "
            f"{self.cuts:6d} {self.characters / 1e6 / max(1e-9, self.seconds):6.1f}"
        )


HEAD = (
    f"{'set':15s} {'method':10s} {'packer':13s} limit    fill  fill-1  frag      P      R     F1 "
    " mid orph inside wrong   cuts   MB/s"
)


def _mean(values: list[float]) -> float:
    return statistics.fmean(values) if values else 1.0


def read(
    path: Path, tokens: Counter
) -> Iterator[tuple[str, tuple[Paragraph, ...], frozenset[int]]]:
    """Each document of a set as (text, paragraphs, offsets of the true boundaries)."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            starts, at = [], 0
            for paragraph in record["paragraphs"]:
                starts.append(at + len(paragraph) - len(paragraph.lstrip()))
                at += len(paragraph) + 2
            text = "\n\n".join(record["paragraphs"])
            truth = frozenset(starts[number] for number in record["boundaries"])
            yield text, paragraphs(text, tokens), truth


def quality(path: Path, tokens: Counter) -> None:
    """Print one row for each method, packer and limit."""
    documents = list(read(path, tokens))
    for method in ("headings", "similarity"):
        cases = [
            Case(text, found, truth, boundaries(text, found, method, counter=tokens))
            for text, found, truth in documents
        ]
        for limit in LIMITS:
            for packer, balance in RUNS:
                tally = Tally(limit)
                for case in cases:
                    start = time.process_time()
                    search = Packer(
                        case.text,
                        case.paragraphs,
                        tokens,
                        limit=limit,
                        packer=packer,
                        balance=balance,
                    )
                    chunks = search.plan(case.marks.positions, case.marks.strengths)
                    tally.seconds += time.process_time() - start
                    tally.add(case, chunks, tokens)
                name = packer if packer == "greedy" else f"{packer} {balance}"
                print(
                    f"{path.stem:15s} {method:10s} {name:13s} {limit:5d} {tally.row()}", flush=True
                )


def _sample(count: int, words: int, seed: random.Random) -> tuple[str, tuple[Paragraph, ...]]:
    """`count` paragraphs of `words` words on average, every twentieth a heading."""
    parts, found, at = [], [], 0
    for number in range(count):
        size = 3 if number % 20 == 0 else seed.randrange(words // 2, words * 3 // 2)
        part = "word " * size + "End."
        plain = Paragraph(at, at + len(part), size + 3)
        found.append(replace(plain, kind="heading", level=2) if number % 20 == 0 else plain)
        parts.append(part)
        at += len(part) + 2
    return "\n\n".join(parts) + "\n\n", tuple(found)


def edits(tokens: Counter, count: int, words: int, toggles: int = 200) -> None:
    """Print the CPU time of `plan` after one toggled boundary."""
    seed = random.Random(count)
    text, found = _sample(count, words, seed)
    marks = boundaries(text, found, "headings")
    packer = Packer(text, found, tokens)
    start = time.process_time()
    packer.plan(marks.positions, marks.strengths)
    first = (time.process_time() - start) * 1e3
    chosen = set(marks.positions)
    times = []
    for _ in range(toggles):
        chosen ^= {seed.randrange(1, count)}
        start = time.process_time()
        packer.plan(sorted(chosen), marks.strengths)
        times.append((time.process_time() - start) * 1e3)
    times.sort()
    print(
        f"{count:6d} paragraphs, {len(text) / 1e6:.1f} MB: first plan {first:5.1f} ms, after a "
        f"toggle median {statistics.median(times):5.2f}, p95 {times[len(times) * 95 // 100]:5.2f}, "
        f"most {times[-1]:5.2f} ms CPU (budget {BUDGETS_MS[count]:.0f})"
    )


def main(names: list[str]) -> None:
    tokens = counter()
    for count, words in ((2_500, 80), (25_000, 8), (25_000, 80)):
        edits(tokens, count, words)
    paths = [path for path in sorted(SETS.glob("*.jsonl")) if not names or path.stem in names]
    if not paths:
        print(f"no sets with true boundaries in {SETS}; the table needs them")
        return
    print(HEAD)
    for path in paths:
        quality(path, tokens)


if __name__ == "__main__":
    main(sys.argv[1:])
