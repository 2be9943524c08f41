"""What a workspace hands out, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

State = Literal["new", "ready", "failed"]
Review = Literal["todo", "working", "done", "doubtful"]


class DocumentRow(NamedTuple):
    """One document of the list. `paragraphs`, `chunks` and `score` (total, 0..1, None
    before the first run) belong to the current run; `edits` counts the gaps a person
    decided on, `unmatched` those whose paragraph was not found again, both over all
    annotators. `modified` is ISO 8601 in UTC."""

    id: int
    path: str
    name: str
    state: State
    review: Review
    message: str
    paragraphs: int
    chunks: int
    score: float | None
    edits: int
    unmatched: int
    modified: str


@dataclass(frozen=True, slots=True)
class GapChange:
    """What held at a gap before and after an edit: any of ``added``, ``removed``,
    ``accepted``, ``pinned`` and ``glued``."""

    gap: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One saved edit. Gaps are numbered as in run `run`; `time` is ISO 8601 in UTC."""

    time: str
    what: str
    run: int
    changes: tuple[GapChange, ...]


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A decision whose paragraph is not in the current text. `gap` and `excerpt` (folded
    text of the paragraph below) are those of the last text in which it stood."""

    id: int
    gap: int
    holds: tuple[str, ...]
    excerpt: str
