"""Repair measured against true texts, one document at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.loaders import load
from engine.pipeline import repair
from engine.settings import RunSettings
from training.corpus import TrueText
from training.metrics import means, repair_measures

Measures = dict[str, float | None]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class TextScore:
    """The measures of one document. ``cpu_per_mb`` is CPU seconds of loading and repair per
    10^6 bytes of the source, ``cpu`` the seconds themselves."""

    name: str
    split: str
    lang: str
    genre: str
    file_kind: str
    measures: Measures

    def to_dict(self) -> dict[str, Any]:
        facts = {"id": self.name, "split": self.split, "lang": self.lang, "genre": self.genre}
        return facts | {"file": self.file_kind, **self.measures}


def score_text(
    document: TrueText, settings: RunSettings, progress: Progress | None = None
) -> TextScore:
    """Load and repair the source of `document`, and compare; SeamlineError as `load` raises."""
    say = progress or (lambda _stage, _done, _total: None)
    started = time.process_time()
    loaded = load(document.source, progress=lambda done, total: say("load", done, total))
    say("repair", 0, 0)
    repaired = repair(loaded, settings=settings)
    seconds = time.process_time() - started
    say("compare", 0, 0)
    return text_score(document, loaded.kind, repaired.text, seconds, loaded.formulas)


def text_score(
    document: TrueText,
    file_kind: str,
    text: str,
    seconds: float,
    formulas: Mapping[str, str] | None = None,
) -> TextScore:
    """The score of `text`, which some method made of the document's source in `seconds`.
    `formulas` has the LaTeX of the placeholders in it."""
    megabytes = document.source.stat().st_size / 1e6
    measures = repair_measures(text, document.truth, formulas or {})
    measures |= {"cpu": seconds, "cpu_per_mb": seconds / megabytes if megabytes else None}
    return TextScore(
        document.name, document.split, document.lang, document.genre, file_kind, measures
    )


def text_groups(scores: Sequence[TextScore]) -> dict[str, tuple[int, Measures]]:
    """(documents, mean of each measure over documents) of each split, and of its PDF, HTML
    and text files where there are several kinds."""
    groups: dict[str, list[TextScore]] = {}
    for split in dict.fromkeys([*(score.split for score in scores), "all"]):
        members = [score for score in scores if split in (score.split, "all")]
        groups[split or "no split"] = members
        kinds = sorted({score.file_kind for score in members})
        if len(kinds) > 1:
            for kind in kinds:
                alike = [score for score in members if score.file_kind == kind]
                groups[f"{split or 'no split'} {kind}"] = alike
    if len({score.split for score in scores}) <= 1:
        groups = {name: group for name, group in groups.items() if not name.startswith("all")}
    return {
        name: (len(group), means([score.measures for score in group]))
        for name, group in groups.items()
    }
