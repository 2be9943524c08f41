"""Plans and scores of one run under a person's decisions, again and again."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.document import Boundaries, Chunk, Result, Scores
from engine.edits import Edits
from engine.packing import Packer
from engine.pipeline import packer_for, scorer_for
from engine.rewards import Scorer
from engine.settings import RunSettings
from engine.sources import Sources, paragraph_sources
from engine.tokens import Counter, counter

SOURCE = "human"


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan under some edits: effective boundaries, chunks and their scores."""

    positions: tuple[int, ...]
    chunks: tuple[Chunk, ...]
    scores: Scores


@dataclass(frozen=True, slots=True)
class Planner:
    """All that does not depend on edits, made once for a run (`planner`); `plan` then
    takes milliseconds. `strengths` is float [paragraphs], the machine's."""

    result: Result
    settings: RunSettings
    counter: Counter
    sources: Sources
    packer: Packer
    scorer: Scorer
    strengths: npt.NDArray[np.float64]

    def plan(self, edits: Edits) -> Planned:
        """Pack and score. Where a person decided, the machine's strength no longer counts:
        a boundary that is set there is taken as certain, one that was removed is gone."""
        machine = self.result.split.boundaries.positions
        positions = edits.boundaries(machine)
        strengths = self.strengths
        if edits.decisions:
            strengths = strengths.copy()
            strengths[list(edits.decisions)] = 0.0
        chunks = self.packer.plan(positions, strengths.tolist(), edits.pins, edits.glue)
        return Planned(positions, chunks, self.scorer.score(chunks, positions))


def planner(result: Result) -> Planner:
    """Read the text of a run once for all plans to come, O(text)."""
    known = RunSettings().to_dict()
    settings = RunSettings(**{key: result.settings.get(key, known[key]) for key in known})
    paragraphs = result.split.paragraphs
    tokens = counter(settings.encoding)
    sources = paragraph_sources(result.repaired, paragraphs)
    strengths = result.split.boundaries.strengths
    return Planner(
        result=result,
        settings=settings,
        counter=tokens,
        sources=sources,
        packer=packer_for(result.repaired.text, paragraphs, settings, tokens),
        scorer=scorer_for(result.repaired, paragraphs, sources, settings, tokens),
        strengths=np.asarray(strengths, np.float64) if strengths else np.zeros(len(paragraphs)),
    )


def replan(result: Result, edits: Edits) -> Result:
    """`result` with the person's boundaries, packed and scored again under the settings
    of the run; the same result where there are no edits."""
    if edits.empty:
        return result
    planned = planner(result).plan(edits)
    boundaries = Boundaries(planned.positions, SOURCE, result.split.boundaries.strengths)
    split = replace(result.split, boundaries=boundaries, chunks=planned.chunks)
    return replace(result, split=split, scores=planned.scores)
