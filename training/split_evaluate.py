"""Ways to split measured on sets with true boundaries."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.boundaries import boundaries
from engine.document import Boundaries
from engine.packing import Packer, handed_on
from engine.paragraphs import paragraphs
from engine.settings import RunSettings
from engine.tokens import Counter
from training.corpus import TrueTopics
from training.metrics import means
from training.split_metrics import Counts, Piece, measure, true_split


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of the texts of one set, split in one way, and the CPU seconds it took."""

    counts: Counts = field(default_factory=Counts)
    seconds: float = 0.0
    size: int = 0  # bytes of UTF-8

    def add(self, counts: Counts, seconds: float, size: int) -> Tally:
        return Tally(self.counts + counts, self.seconds + seconds, self.size + size)

    def measures(self) -> dict[str, float | None]:
        """Those of `Counts`, and the speed in 10^6 bytes per CPU second."""
        speed = self.size / 1e6 / self.seconds if self.seconds else None
        return self.counts.measures() | {"mb_per_s": speed}


class Tallies:
    """Tallies by set and way; the ways of all sets are reported in order of appearance."""

    def __init__(self) -> None:
        self._by_set: defaultdict[str, dict[RunSettings, Tally]] = defaultdict(dict)

    def add(
        self, name: str, document: TrueTopics, ways: Iterable[RunSettings], tokens: Counter
    ) -> None:
        """Split `document` of the set `name` in each of the ways and count."""
        results = list(split_all_ways(document, ways, tokens))
        tallies = self._by_set[name]
        for way, counts, seconds, size in results:
            tallies[way] = tallies.get(way, Tally()).add(counts, seconds, size)

    def sets(self) -> Mapping[str, Mapping[RunSettings, Tally]]:
        return self._by_set

    def means(self) -> dict[RunSettings, dict[str, float | None]]:
        """The mean of each measure over the sets."""
        rows: defaultdict[RunSettings, list[dict[str, float | None]]] = defaultdict(list)
        for tallies in self._by_set.values():
            for way, tally in tallies.items():
                rows[way].append(tally.measures())
        return {way: means(group) for way, group in rows.items()}


def ways(
    methods: Sequence[str], limits: Sequence[int], balances: Sequence[float], settings: RunSettings
) -> list[RunSettings]:
    """The settings of every combination, all else as in `settings`."""
    return [
        replace(settings, method=method, limit=limit, balance=balance)
        for limit in limits
        for method in methods
        for balance in balances
    ]


def split_all_ways(
    document: TrueTopics, chosen: Iterable[RunSettings], tokens: Counter
) -> Iterator[tuple[RunSettings, Counts, float, int]]:
    """(settings, counts, CPU seconds, bytes) of each way; `tokens` is the tokenizer that all
    the settings name."""
    truth = true_split(document.paragraphs, document.boundaries, tokens)
    text, size = truth.text, len(truth.text.encode("utf-8", "replace"))
    started = time.process_time()
    found = paragraphs(text, tokens)
    reading = time.process_time() - started
    marked: dict[tuple[str, int], tuple[Boundaries, float]] = {}
    for way in chosen:
        # A model is asked once: only the fixed method depends on the limit.
        key = way.method, way.limit if way.method == "fixed" else 0
        if key not in marked:
            started = time.process_time()
            marks = boundaries(
                text,
                found,
                way.method,
                counter=tokens,
                limit=way.limit,
                model=way.embedding_model,
            )
            marked[key] = marks, time.process_time() - started
        marks, marking = marked[key]
        started = time.process_time()
        packer = Packer(
            text,
            found,
            tokens,
            limit=way.limit,
            fragment=way.fragment,
            packer=way.packer,
            balance=way.balance,
        )
        chunks = packer.plan(marks.positions, marks.strengths)
        seconds = reading + marking + time.process_time() - started
        pieces = [
            Piece(chunk.start, chunk.end, tokens.count(handed_on(text, chunk))) for chunk in chunks
        ]
        yield way, measure(truth, pieces, way.limit), seconds, size
