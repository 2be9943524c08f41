"""Engine data turned into what the widgets draw."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from app.document import OpenDocument
from engine.document import Scores
from engine.edits import Seam
from engine.workspace import DocumentRow
from widgets.document_list import DocumentItem
from widgets.inspector import ChunkCard, CutCard, RewardItem
from widgets.view_data import PlanView

SEAM_WORDS = {
    Seam.MACHINE: "machine boundary",
    Seam.ADDED: "your boundary",
    Seam.REMOVED: "boundary you removed",
    Seam.ACCEPTED: "accepted",
    Seam.PINNED: "pinned",
    Seam.GLUED: "glued",
    Seam.FORCED: "forced by the limit, inside a paragraph",
}


def plan_view(document: OpenDocument) -> PlanView:
    settings = document.settings
    return PlanView(
        document.chunks, document.scores, document.seams, settings.limit, settings.fragment
    )


def document_items(
    rows: Iterable[DocumentRow], progress: Mapping[int, tuple[str, int, int]]
) -> list[DocumentItem]:
    return [
        DocumentItem(
            key=row.id,
            name=row.name,
            path=row.path,
            state=row.state,
            review=row.review,
            message=row.message,
            chunks=row.chunks,
            score=row.score,
            edits=row.edits,
            progress=progress.get(row.id),
        )
        for row in rows
    ]


def chunk_card(document: OpenDocument, number: int) -> ChunkCard:
    """Everything the inspector says about one chunk."""
    chunk = document.chunks[number]
    settings = document.settings
    items = tuple(
        RewardItem(item.name.capitalize(), item.value, item.weight, item.how)
        for item in document.planner.scorer.explain(document.chunks, document.scores, number)
    )
    return ChunkCard(
        number=number + 1,
        count=len(document.chunks),
        first=chunk.first,
        last=chunk.last,
        tokens=chunk.tokens,
        limit=settings.limit,
        heading_path=chunk.heading_path,
        pages=_pages(document, number),
        total=document.scores.chunks[number]["total"],
        items=items,
        above=_cut_card(document, number - 1, "Cut above"),
        below=_cut_card(document, number, "Cut below"),
    )


def _cut_card(document: OpenDocument, cut: int, title: str) -> CutCard | None:
    scores: Scores = document.scores
    if not 0 <= cut < len(scores.cuts):
        return None
    gap = document.chunks[cut + 1].first
    seam = document.seams.get(gap, Seam.NONE)
    kinds = [word for flag, word in SEAM_WORDS.items() if seam & flag]
    if scores.cuts[cut].get("mid_sentence"):
        kinds.append("mid-sentence")
    kind = ", ".join(kinds) or "size cut, no boundary here"
    return CutCard(f"{title} (¶ {gap})", kind, scores.cuts[cut]["independence"], gap)


def _pages(document: OpenDocument, number: int) -> str:
    """The pages a chunk's raw lines stand on, counted from 1; empty without pages."""
    source = document.result.document
    if len(source.pages) < 2:
        return ""
    chunk = document.chunks[number]
    spans = [
        span
        for paragraph in (chunk.first, chunk.last)
        for span in document.planner.sources.of(paragraph)
    ]
    if not spans:
        return ""
    first = bisect_right(source.pages, min(start for start, _ in spans))
    last = bisect_right(source.pages, max(end for _, end in spans) - 1)
    return f"page {first}" if first == last else f"pages {first}–{last}"
