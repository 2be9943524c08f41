"""What the text view says in words: tooltips and the names read out by screen readers.

Paragraphs are numbered from 0, as in the files; chunks are counted from 1, as in the
chunk table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint

from engine.edits import Seam
from widgets.row_geometry import Hit
from widgets.seam_gutter import describe, score_text
from widgets.view_data import PlanView, thousands

if TYPE_CHECKING:
    from widgets.paired_view import RowView

PARTS = ("completeness", "clarity", "length", "independence", "size")


def tooltip(view: RowView, position: QPoint) -> str:
    """The tooltip at a point of the viewport, empty for none."""
    pair = view.pair
    found = view.hit(position)
    if pair is None or found.place == "none":
        return ""
    if found.place == "gap":
        return _gap(view.plan.seams.get(found.paragraph, Seam.NONE))
    if found.place == "badge":
        return chunk_words(view.plan, view.chunk_index.headed[found.paragraph])
    if found.place == "number":
        paragraph = pair.paragraphs[found.paragraph]
        words = QCoreApplication.translate("RowView", "Paragraph {}, {} tokens, {}")
        return words.format(found.paragraph, thousands(paragraph.tokens), paragraph.kind)
    if found.place == "raw":
        return _removal(view, found, position)
    return ""


def _gap(seam: Seam) -> str:
    if not seam:
        return QCoreApplication.translate("RowView", "Click to start a new topic here")
    action = (
        QCoreApplication.translate("RowView", "Drag to move, click to remove")
        if seam.boundary
        else QCoreApplication.translate("RowView", "Click to start a new topic here")
    )
    text = describe(seam)
    return f"{text[:1].upper()}{text[1:]}\n{action}"


def chunk_words(plan: PlanView, number: int) -> str:
    """A chunk in words: where it lies, how full it is, and the parts of its score."""
    chunk = plan.chunks[number]
    lines = [
        QCoreApplication.translate("RowView", "Chunk {}: paragraphs {}–{}").format(
            number + 1, chunk.first, chunk.last
        ),
        QCoreApplication.translate("RowView", "{} of {} tokens").format(
            thousands(chunk.tokens), thousands(plan.limit)
        ),
    ]
    if chunk.heading_path:
        lines.append(" › ".join(chunk.heading_path))
    if number < len(plan.scores.chunks):
        scores = plan.scores.chunks[number]
        if "total" in scores:
            words = QCoreApplication.translate("RowView", "score {}")
            lines.append(words.format(score_text(scores["total"])))
        lines += [f"  {part} {score_text(scores[part])}" for part in PARTS if part in scores]
    return "\n".join(lines)


def _removal(view: RowView, found: Hit, position: QPoint) -> str:
    row = view.shown[found.row]
    side = row.layout.raw
    if side is None:
        return ""
    x = position.x() - view.geometry_columns.raw
    offset = side.offset_at(x, position.y() - row.text_top(view.sizes))
    for start, end, reason in row.layout.removed:
        if start <= offset <= end:
            return QCoreApplication.translate("RowView", "Removed: {}").format(reason)
    return ""


def row_name(view: RowView, paragraph: int) -> str:
    """A paragraph as a screen reader says it: "Paragraph 12, chunk 3, 3 870 tokens, …"."""
    words = [QCoreApplication.translate("RowView", "Paragraph {}").format(paragraph)]
    number = view.chunk_index.chunk_of(paragraph)
    if number >= 0:
        chunk = view.plan.chunks[number]
        words.append(QCoreApplication.translate("RowView", "chunk {}").format(number + 1))
        tokens = QCoreApplication.translate("RowView", "{} tokens")
        words.append(tokens.format(thousands(chunk.tokens)))
        score = view.plan.total(number)
        if score is not None:
            text = QCoreApplication.translate("RowView", "score {}")
            words.append(text.format(score_text(score)))
    seam = view.plan.seams.get(paragraph, Seam.NONE)
    if seam:
        words.append(describe(seam))
    return ", ".join(words)
