"""What people decided in a workspace, as training data or as chunks."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.document import Chunk, Document, Result, SeamlineError
from engine.edits import Edits
from engine.prompts import PROMPT_VERSION, mark_answer, previews, sections
from engine.replan import replan
from engine.workspace import DocumentRow, Workspace
from training.records import (
    Provenance,
    completion_record,
    preference_record,
    sft_record,
    split_of,
    to_line,
    write_lines,
)

FORMATS = ("messages", "prompt-completion", "preference", "chunks")
INCLUDES = ("done", "edited")
PREVIEW_LINES = 5


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: `records` lines about `documents` documents, at `path`."""

    records: int
    documents: int
    path: Path


@dataclass(frozen=True, slots=True)
class _Labels:
    """One document as one person sees it. `time` is that of the last edit, or of the
    last change of the document where nobody edited it."""

    row: DocumentRow
    result: Result
    annotator: str
    edits: Edits
    time: str


def export(
    workspace: Workspace | Path,
    fmt: str,
    out: Path,
    *,
    annotator: str | None = None,
    include: str = "done",
) -> ExportReport:
    """Write the decisions of a workspace (open, or the path of one) to `out`.

    `include` is ``done`` (documents marked done) or ``edited`` (those and every document
    with edits; of a document that is not done only the sections with an edit, as nobody
    has vouched for the rest). Without `annotator` every person's labels count. Equal
    records are written once. Formats:

    - ``messages``: ``{"messages": [system, user, assistant], "meta"}``;
    - ``prompt-completion``: the same as ``prompt`` and ``completion`` message lists;
    - ``preference``: ``prompt``, ``chosen`` (the person), ``rejected`` (the machine),
      where they differ;
    - ``chunks``: one chunk a line, of the person who edited the document last.

    Raises `SeamlineError` where there is nothing to write or `out` cannot be written; an
    earlier file is then still there.
    """
    _check(fmt, include)
    with _opened(workspace) as source:
        if out.resolve() == source.path.resolve():
            raise SeamlineError(f"{out} is the workspace itself: choose another file.")
        documents: set[int] = set()

        def lines() -> Iterator[str]:
            for doc, line in _lines(source, fmt, annotator, include):
                documents.add(doc)
                yield line

        count = write_lines(out, _some(lines(), source, fmt, include))
    return ExportReport(count, len(documents), out)


def preview(
    workspace: Workspace | Path,
    fmt: str,
    *,
    annotator: str | None = None,
    include: str = "done",
    limit: int = PREVIEW_LINES,
) -> list[str]:
    """The first `limit` lines that `export` would write; the same errors."""
    _check(fmt, include)
    with _opened(workspace) as source:
        lines = (line for _, line in _lines(source, fmt, annotator, include))
        return list(itertools.islice(_some(lines, source, fmt, include), limit))


def _check(fmt: str, include: str) -> None:
    for name, value, known in (("format", fmt, FORMATS), ("selection", include, INCLUDES)):
        if value not in known:
            raise SeamlineError(f"{name} {value!r} is unknown; choose {', '.join(known)}.")


def _opened(workspace: Workspace | Path) -> Workspace | nullcontext[Workspace]:
    if isinstance(workspace, Workspace):
        return nullcontext(workspace)
    return Workspace.open(workspace, create=False)


def _some(lines: Iterator[str], source: Workspace, fmt: str, include: str) -> Iterator[str]:
    """`lines`, or the sentence that says what to do where there are none."""
    first = next(lines, None)
    if first is None:
        if include == "done":
            what = "has nothing to export that is marked done: mark documents done (Ctrl+Enter)"
            what += " or export the edited ones as well"
        else:
            what = "has nothing to export: correct a boundary or mark a document done first"
        if fmt == "preference":
            what += "; pairs need boundaries that differ from the machine's"
        raise SeamlineError(f"{source.path} {what}.")
    return itertools.chain((first,), lines)


def _lines(
    source: Workspace, fmt: str, annotator: str | None, include: str
) -> Iterator[tuple[int, str]]:
    seen: set[bytes] = set()
    for row in source.documents():
        for labels in _labels(source, row, annotator, include, last_only=fmt == "chunks"):
            records = _chunks(labels) if fmt == "chunks" else _answers(labels, fmt)
            for content, record in records:
                digest = hashlib.sha256(content.encode("utf-8", "replace")).digest()
                if digest not in seen:
                    seen.add(digest)
                    yield row.id, to_line(record)


def _labels(
    source: Workspace, row: DocumentRow, annotator: str | None, include: str, *, last_only: bool
) -> Iterator[_Labels]:
    done = row.review == "done"
    if not done and (include == "done" or not row.edits):
        return
    editors = source.editors(row.id)
    people = [name for name in editors if annotator in (None, name)]
    if last_only:
        people = people[:1]
    if not people and (editors or not done):
        return
    result = source.load_run(row.id)
    if result is None:
        return
    if not people:
        # Nobody changed anything and the document is done: the machine was right.
        yield _Labels(row, result, annotator or "", Edits(), row.modified)
    for name in people:
        time = source.history(row.id, name)[-1].time
        yield _Labels(row, result, name, source.edits(row.id, name), time)


def _answers(labels: _Labels, fmt: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Content (what makes two records equal) and record of each section."""
    split = labels.result.split
    machine = split.boundaries.positions
    human = labels.edits.boundaries(machine)
    touched = {*labels.edits.decisions, *labels.edits.pins, *labels.edits.glue}
    for section in sections(previews(split.repaired.text, split.paragraphs)):
        if labels.row.review != "done" and not section.inside(sorted(touched)):
            continue
        answer = mark_answer(section.inside(human))
        model_answer = mark_answer(section.inside(machine))
        if fmt == "preference" and answer == model_answer:
            continue
        prompt = section.messages
        origin = _provenance(labels, model_answer)
        if fmt == "messages":
            record = sft_record(prompt, answer, origin)
        elif fmt == "prompt-completion":
            record = completion_record(prompt, answer, origin)
        else:
            record = preference_record(prompt, answer, model_answer, origin)
        rejected = model_answer if fmt == "preference" else ""
        yield "\n".join((prompt[-1]["content"], answer, rejected)), record


def _provenance(labels: _Labels, model_answer: str) -> Provenance:
    return Provenance(
        doc=labels.row.name,
        sha256=labels.result.document.sha256,
        kind="boundaries",
        annotator=labels.annotator,
        time=labels.time,
        model_answer=model_answer,
        prompt_version=PROMPT_VERSION,
    )


def _chunks(labels: _Labels) -> Iterator[tuple[str, dict[str, Any]]]:
    from engine.packing import handed_on
    from engine.tokens import counter

    tokenizer = counter(str(labels.result.settings["encoding"])).name
    result = replan(labels.result, labels.edits)
    document, split = result.document, result.split
    with_path = bool(result.settings.get("heading_path_in_text"))
    for index, (chunk, scores) in enumerate(zip(split.chunks, result.scores.chunks, strict=True)):
        yield (
            f"{document.sha256} {index}",
            {
                "doc": labels.row.name,
                "sha256": document.sha256,
                "annotator": labels.annotator,
                "split": split_of(document.sha256),
                "index": index,
                "first": chunk.first,
                "last": chunk.last,
                "start": chunk.start,
                "end": chunk.end,
                "text": handed_on(split.repaired.text, chunk, heading_path_in_text=with_path),
                "tokens": chunk.tokens,
                "tokenizer": tokenizer,
                "heading_path": list(chunk.heading_path),
                "forced": chunk.forced,
                "pages": _pages(document, split.repaired.links, chunk),
                "scores": dict(scores),
                "version": result.version,
            },
        )


def _pages(document: Document, links: np.ndarray, chunk: Chunk) -> list[int]:
    """The pages a chunk comes from, counted from 1; none where the file has no pages."""
    if document.kind != "pdf" and len(document.pages) < 2:
        return []
    inside = links[(links[:, 3] > chunk.start) & (links[:, 2] < chunk.end)]
    pages = np.searchsorted(np.asarray(document.pages), inside[:, 0], side="right")
    return [int(page) for page in np.unique(pages)]
