"""The whole way from a file to a scored plan, and its stages one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.boundaries import boundaries
from engine.boundaries.headings import heading_paths
from engine.document import (
    Cancelled,
    Document,
    Paragraph,
    Repaired,
    Result,
    Scores,
    SeamlineError,
    Split,
)
from engine.loaders import load
from engine.packing import Packer
from engine.paragraphs import paragraphs
from engine.repair import Repairer
from engine.repair import repair as repair_windows
from engine.rewards import Scorer
from engine.settings import METHODS, PACKERS, VERSION, RunSettings
from engine.sources import Sources, paragraph_sources
from engine.textsplit import split_text
from engine.tokens import Counter, counter

__all__ = ["load", "repair", "run", "score", "split", "split_text"]

STAGES = ("load", "repair", "paragraphs", "boundaries", "pack", "score")
ENGINES = ("rules",)
DEFAULTS = RunSettings()

Progress = Callable[[str, int, int], None]
Cancel = Callable[[], bool]


def check_settings(settings: RunSettings) -> RunSettings:
    """The settings themselves; SeamlineError in one sentence where a value is impossible."""
    for name, value, known in (
        ("engine", settings.engine, ENGINES),
        ("method", settings.method, METHODS),
        ("packer", settings.packer, PACKERS),
    ):
        if value not in known:
            raise SeamlineError(f"{name} {value!r} is unknown; choose {' or '.join(known)}.")
    for name, number, least in (
        ("limit", settings.limit, 1),
        ("fragment", settings.fragment, 0),
        ("window_tokens", settings.window_tokens, 1),
    ):
        if type(number) is not int or number < least:
            raise SeamlineError(f"{name} must be a whole number, {least} or more, not {number!r}.")
    if type(settings.balance) not in (int, float) or not 0 <= settings.balance <= 1000:
        raise SeamlineError(f"balance must be a number from 0 to 1000, not {settings.balance!r}.")
    return settings


def repair(
    document: Document, repairer: Repairer | None = None, settings: RunSettings = DEFAULTS
) -> Repaired:
    """Repair a document window by window, with the rules or with `repairer`."""
    check_settings(settings)
    return repair_windows(
        document,
        repairer,
        counter=counter(settings.encoding),
        window_tokens=settings.window_tokens,
    )


def split(repaired: Repaired, settings: RunSettings = DEFAULTS) -> Split:
    """Paragraphs, boundaries by the method of `settings`, and the packed plan."""
    check_settings(settings)
    return _split(repaired, settings, counter(settings.encoding), _Reporter(None, None))


def score(split: Split, settings: RunSettings = DEFAULTS) -> Scores:
    """Score a plan; `settings` give the limit, the fragment size and the tokenizer."""
    check_settings(settings)
    return _score(split, settings, counter(settings.encoding))


def run(
    path: str | Path,
    settings: RunSettings = DEFAULTS,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Result:
    """Take one file all the way.

    `progress` is called with (stage, done, total): the stage is one of `STAGES`, total is 0
    where it is not known. Raises SeamlineError where the file or a setting cannot be used,
    Cancelled soon after `cancel` says so.
    """
    check_settings(settings)
    report = _Reporter(progress, cancel)
    tokens = counter(settings.encoding)
    report("load")
    document = load(path, progress=report.within("load"), cancel=cancel)
    report("repair")
    repaired = repair_windows(
        document,
        counter=tokens,
        window_tokens=settings.window_tokens,
        progress=report.within("repair"),
        cancel=cancel,
    )
    planned = _split(repaired, settings, tokens, report)
    report("score")
    scores = _score(planned, settings, tokens)
    report("score", 1, 1)
    return Result(planned, scores, settings.to_dict(), VERSION)


class _Reporter:
    """Reports stages and raises Cancelled between them."""

    def __init__(self, progress: Progress | None, cancel: Cancel | None) -> None:
        self._progress = progress
        self.cancel = cancel

    def __call__(self, stage: str, done: int = 0, total: int = 0) -> None:
        if self.cancel is not None and self.cancel():
            raise Cancelled
        if self._progress is not None:
            self._progress(stage, done, total)

    def within(self, stage: str) -> Callable[[int, int], None] | None:
        """A progress function for one stage."""
        progress = self._progress
        if progress is None:
            return None
        return lambda done, total: progress(stage, done, total)


def _split(repaired: Repaired, settings: RunSettings, tokens: Counter, report: _Reporter) -> Split:
    text = repaired.text
    report("paragraphs")
    found = paragraphs(text, tokens)
    report("boundaries")
    marks = boundaries(
        text,
        found,
        settings.method,
        counter=tokens,
        limit=settings.limit,
        model=settings.embedding_model,
        progress=report.within("boundaries"),
        cancel=report.cancel,
    )
    report("pack")
    plan = packer_for(text, found, settings, tokens).plan(marks.positions, marks.strengths)
    return Split(repaired, found, marks, plan)


def packer_for(
    text: str, found: Sequence[Paragraph], settings: RunSettings, tokens: Counter
) -> Packer:
    """The packer that a run with these settings uses."""
    return Packer(
        text,
        found,
        tokens,
        limit=settings.limit,
        fragment=settings.fragment,
        packer=settings.packer,
        balance=settings.balance,
        heading_paths=heading_paths(text, found),
        heading_path_in_text=settings.heading_path_in_text,
    )


def scorer_for(
    repaired: Repaired,
    found: Sequence[Paragraph],
    sources: Sources,
    settings: RunSettings,
    tokens: Counter,
) -> Scorer:
    """The scorer that a run with these settings uses."""
    return Scorer(
        repaired, found, sources, tokens, limit=settings.limit, fragment=settings.fragment
    )


def _score(split: Split, settings: RunSettings, tokens: Counter) -> Scores:
    sources = paragraph_sources(split.repaired, split.paragraphs)
    scorer = scorer_for(split.repaired, split.paragraphs, sources, settings, tokens)
    return scorer.score(split.chunks, split.boundaries.positions)
