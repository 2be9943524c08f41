"""The words of Seamline as frozen data.

Every stage is a plain function from these to these. Offsets count Unicode code
points; spans are half open, ``(start, end)``. Everything after `Repaired` is spans of
one repaired text, so nothing is ever found again by searching.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

Span = tuple[int, int]
FileKind = Literal["text", "html", "pdf"]
ParagraphKind = Literal["prose", "heading", "list", "table", "code", "formula"]
Outcome = Literal["rules", "model", "retried"]
ChangeKind = Literal["removed", "added", "dehyphenated", "heading", "moved", "replaced"]


class SeamlineError(Exception):
    """A fault the user can act on: one sentence that names the file or address."""


class Cancelled(Exception):  # noqa: N818 - a word of the domain, not an error
    """The caller's `cancel` said stop."""


@dataclass(frozen=True, slots=True)
class LineHint:
    """What the file told us about one raw line.

    `page` counts from 0; `box` is (x0, y0, x1, y1) in points from the page's top left;
    `size` is the font size in points (0.0 where unknown). `role` is a lower-case word:
    ``h1``…``h6``, ``p``, ``li``, ``table``, ``code``, ``formula``, ``caption``, ``quote``,
    ``footnote``, ``header``, ``footer``, ``pagenum``, ``stamp``, ``nav``, ``linenum``,
    ``figure`` (labels inside a picture), ``contents`` (a contents page) or ``""``.
    `path` is the HTML element path (``body>main>p``), empty for PDF.
    """

    page: int = -1
    box: tuple[float, float, float, float] | None = None
    size: float = 0.0
    bold: bool = False
    mono: bool = False
    role: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """What a loader read: raw text with its line breaks and its dirt.

    `hints` has one entry per raw line (``raw.split("\\n")``) or is empty for plain text.
    `pages` holds the raw offset at which each page begins, ``(0,)`` without pages.
    `formulas` maps placeholder ids (``"F1"`` for ``⟦F1⟧``) to LaTeX. `notes` are
    sentences on what the loader changed ("3 NUL characters removed").
    """

    path: str
    name: str
    kind: FileKind
    raw: str
    sha256: str
    hints: tuple[LineHint, ...] = ()
    pages: tuple[int, ...] = (0,)
    formulas: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """A run of raw text repaired as one unit. Windows tile the raw text and, in order,
    the repaired text. `checks` holds each guard figure (``length_ratio``, ``prose_kept``,
    ``placeholders_ok``, ``numbers_kept``, ``kept``, ``new``); `reason` says why a window
    was retried or fell back, empty where nothing happened."""

    raw: Span
    repaired: Span
    outcome: Outcome
    checks: Mapping[str, float]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One ledger entry: what repair took away, added or altered, and why.

    A removal has an empty `repaired` span at the place where the text would stand.
    Joined line ends are not listed: they are the normal case.
    """

    kind: ChangeKind
    raw: Span
    repaired: Span
    reason: str
    window: int


@dataclass(frozen=True, slots=True)
class Repaired:
    """The repaired text with its provenance.

    `links` is int64 [n, 4] with columns raw_start, raw_end, repaired_start,
    repaired_end, ordered by repaired_start without overlap on either side: each row is
    a piece of raw text (at most one raw line) and what it became.
    """

    document: Document
    text: str
    windows: tuple[Window, ...]
    ledger: tuple[Change, ...]
    links: np.ndarray


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The unit of splitting. ``text[start:end]`` has no outer white space; `tokens`
    counts it together with the white space up to the next paragraph. `level` is 1–6 for
    a heading, else 0."""

    start: int
    end: int
    tokens: int
    kind: ParagraphKind = "prose"
    level: int = 0


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Paragraph numbers at which a topic starts, ascending, 0 implied and never listed.

    `strengths` has one value in 0..1 per paragraph (index = gap above that paragraph,
    entry 0 is unused), or is empty where the source gives none.
    """

    positions: tuple[int, ...]
    source: str
    strengths: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Paragraphs first..last (inclusive) packed together: ``text[start:end]``.

    `prefix` and `suffix` are what is handed on around the span (a repeated table
    header, a re-opened or re-closed fence); `tokens` counts prefix + span + suffix (and
    the heading path where it is included). `forced` marks a chunk that begins or ends
    inside a paragraph over the limit.
    """

    first: int
    last: int
    start: int
    end: int
    tokens: int
    heading_path: tuple[str, ...] = ()
    forced: bool = False
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Split:
    """Paragraphs, boundaries and the packed plan of one repaired text."""

    repaired: Repaired
    paragraphs: tuple[Paragraph, ...]
    boundaries: Boundaries
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Rule halves of the rewards, 0..1 (−1 for an invalid answer).

    Keys of a chunk: ``completeness clarity length independence size total``. Keys of cut
    i (between chunk i and i + 1): ``independence mid_sentence forced on_boundary``. Keys
    of the document: those of a chunk and ``utilisation fragments longest forced``.
    """

    chunks: tuple[Mapping[str, float], ...]
    cuts: tuple[Mapping[str, float], ...]
    document: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Result:
    """One document all the way through, with the settings that made it."""

    split: Split
    scores: Scores
    settings: Mapping[str, Any]
    version: str

    @property
    def repaired(self) -> Repaired:
        return self.split.repaired

    @property
    def document(self) -> Document:
        return self.split.repaired.document
