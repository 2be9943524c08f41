"""The plan and scores of a run once a person's decisions are applied."""

from __future__ import annotations

from dataclasses import replace

from engine.document import Boundaries, Result
from engine.edits import Edits
from engine.settings import RunSettings

SOURCE = "human"


def replan(result: Result, edits: Edits) -> Result:
    """`result` with the person's boundaries, packed and scored again under the settings
    of the run; the same result where there are no edits."""
    if edits.empty:
        return result
    from engine.boundaries.headings import heading_paths
    from engine.packing import Packer
    from engine.rewards import Scorer
    from engine.sources import paragraph_sources
    from engine.tokens import counter

    known = RunSettings().to_dict()
    settings = RunSettings(**{key: result.settings.get(key, known[key]) for key in known})
    split = result.split
    text, paragraphs = split.repaired.text, split.paragraphs
    tokens = counter(settings.encoding)
    positions = edits.boundaries(split.boundaries.positions)
    strengths = list(split.boundaries.strengths)
    for gap, decision in edits.decisions.items():
        if strengths and decision == "removed":
            strengths[gap] = 0.0
    packer = Packer(
        text,
        paragraphs,
        tokens,
        limit=settings.limit,
        fragment=settings.fragment,
        packer=settings.packer,
        balance=settings.balance,
        heading_paths=heading_paths(text, paragraphs),
        heading_path_in_text=settings.heading_path_in_text,
    )
    chunks = packer.plan(positions, strengths, edits.pins, edits.glue)
    scorer = Scorer(
        split.repaired,
        paragraphs,
        paragraph_sources(split.repaired, paragraphs),
        tokens,
        limit=settings.limit,
        fragment=settings.fragment,
    )
    boundaries = Boundaries(positions, SOURCE, tuple(strengths))
    return replace(
        result,
        split=replace(split, boundaries=boundaries, chunks=tuple(chunks)),
        scores=scorer.score(chunks, positions),
    )
