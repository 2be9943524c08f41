import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.document import (
    Boundaries,
    Chunk,
    Document,
    FileKind,
    Paragraph,
    Repaired,
    Result,
    Scores,
    SeamlineError,
    Split,
    Window,
)
from engine.edits import Edits
from engine.prompts import mark_messages, previews, sections
from engine.settings import RunSettings
from engine.tokens import counter
from engine.workspace import Workspace
from training.corrections import export, preview
from training.records import split_of

MACHINE = (2, 5)
TEXTS = tuple(f"Paragraph {n} talks about matter number {n}." for n in range(8))


def make_result(
    texts: Sequence[str] = TEXTS,
    machine: Sequence[int] = MACHINE,
    *,
    kind: FileKind = "text",
    pages: tuple[int, ...] = (0,),
    limit: int = 4096,
) -> Result:
    """A run over `texts`, one paragraph each, all in one chunk."""
    text = "\n\n".join(texts) + "\n"
    count = counter("cl100k_base").count
    paragraphs, links, at = [], [], 0
    for part in texts:
        paragraphs.append(Paragraph(at, at + len(part), count(part + "\n\n")))
        links.append([at, at + len(part), at, at + len(part)])
        at += len(part) + 2
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    document = Document("/docs/a.txt", "a.txt", kind, text, sha256, pages=pages)
    window = Window((0, len(text)), (0, len(text)), "rules", {})
    repaired = Repaired(document, text, (window,), (), np.array(links, np.int64).reshape(-1, 4))
    chunk = Chunk(0, len(texts) - 1, 0, len(text), count(text))
    score = {"size": 1.0, "total": 0.75}
    return Result(
        Split(repaired, tuple(paragraphs), Boundaries(tuple(machine), "headings"), (chunk,)),
        Scores((score,), (), score),
        RunSettings(limit=limit).to_dict(),
        "0.1.0",
    )


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "labels.seam") as opened:
        yield opened


def add(workspace: Workspace, name: str, result: Result, *, done: bool = False) -> int:
    doc = workspace.add(f"/docs/{name}")
    workspace.save_run(doc, result)
    if done:
        workspace.set_review(doc, "done")
    return doc


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def test_a_corrected_document_is_what_the_student_would_be_sent(
    workspace: Workspace, tmp_path: Path
) -> None:
    result = make_result()
    doc = add(workspace, "a.txt", result, done=True)
    edits = Edits().toggle(2, MACHINE).toggle(6, MACHINE)
    workspace.save_edits(doc, "ann", edits, "edit")
    out = tmp_path / "out.jsonl"
    report = export(workspace, "messages", out)
    assert (report.records, report.documents, report.path) == (1, 1, out)
    (record,) = rows(out)
    sent = mark_messages(previews(result.repaired.text, result.split.paragraphs), 0)
    assert record["messages"][:2] == sent
    assert record["messages"][2] == {"role": "assistant", "content": '{"boundaries": [5, 6]}'}
    meta = record["meta"]
    assert meta["model_answer"] == '{"boundaries": [2, 5]}'
    assert (meta["doc"], meta["sha256"]) == ("a.txt", result.document.sha256)
    assert (meta["kind"], meta["annotator"], meta["prompt_version"]) == (
        "boundaries",
        "ann",
        "mark-1",
    )
    assert meta["split"] == split_of(result.document.sha256)
    assert meta["time"] == workspace.history(doc, "ann")[-1].time


def test_a_document_done_without_edits_confirms_the_machine(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "a.txt", make_result(), done=True)
    export(workspace, "messages", tmp_path / "out.jsonl", annotator="ann")
    (record,) = rows(tmp_path / "out.jsonl")
    assert record["messages"][2]["content"] == record["meta"]["model_answer"]
    assert record["meta"]["annotator"] == "ann"


def test_only_done_documents_unless_edited_ones_are_asked_for(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "done.txt", make_result(), done=True)
    edited = add(workspace, "edited.txt", make_result([*TEXTS, "More."]))
    workspace.save_edits(edited, "ann", Edits().toggle(3, MACHINE), "edit")
    add(workspace, "untouched.txt", make_result(["Nobody looked at this.", *TEXTS]))
    workspace.add("/docs/never-run.txt")
    out = tmp_path / "out.jsonl"
    assert export(workspace, "messages", out).documents == 1
    assert [row["meta"]["doc"] for row in rows(out)] == ["done.txt"]
    assert export(workspace, "messages", out, include="edited").documents == 2
    assert [row["meta"]["doc"] for row in rows(out)] == ["done.txt", "edited.txt"]


def test_a_long_document_is_one_record_a_section(workspace: Workspace, tmp_path: Path) -> None:
    texts = [f"Paragraph {number} of a long document." for number in range(300)]
    doc = add(workspace, "long.txt", make_result(texts, (10, 150, 290)))
    workspace.save_edits(doc, "ann", Edits().toggle(150, (10, 150, 290)), "edit")
    out = tmp_path / "out.jsonl"
    export(workspace, "messages", out, include="edited")
    # Not done: only what somebody has touched is vouched for.
    (record,) = rows(out)
    assert "150: Paragraph 150" in record["messages"][1]["content"]
    assert record["messages"][2]["content"] == '{"boundaries": []}'
    workspace.set_review(doc, "done")
    export(workspace, "messages", out)
    parts = sections(texts)
    assert [row["messages"][:2] for row in rows(out)] == [part.messages for part in parts]
    assert len({row["meta"]["split"] for row in rows(out)}) == 1


def test_equal_records_are_written_once(workspace: Workspace, tmp_path: Path) -> None:
    add(workspace, "a.txt", make_result(), done=True)
    add(workspace, "copy.txt", make_result(), done=True)
    report = export(workspace, "messages", tmp_path / "out.jsonl")
    assert (report.records, report.documents) == (1, 1)


def test_each_annotator_has_a_record_and_can_be_chosen(
    workspace: Workspace, tmp_path: Path
) -> None:
    doc = add(workspace, "a.txt", make_result(), done=True)
    workspace.save_edits(doc, "ann", Edits().toggle(3, MACHINE), "edit")
    workspace.save_edits(doc, "bob", Edits().toggle(4, MACHINE), "edit")
    out = tmp_path / "out.jsonl"
    export(workspace, "messages", out)
    assert {row["meta"]["annotator"] for row in rows(out)} == {"ann", "bob"}
    export(workspace, "messages", out, annotator="ann")
    assert [row["messages"][2]["content"] for row in rows(out)] == ['{"boundaries": [2, 3, 5]}']
    with pytest.raises(SeamlineError, match="nothing to export"):
        export(workspace, "messages", out, annotator="eve")


def test_preference_pairs_are_only_where_the_two_differ(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "agreed.txt", make_result(["One.", *TEXTS]), done=True)
    out = tmp_path / "out.jsonl"
    with pytest.raises(SeamlineError, match="differ"):
        export(workspace, "preference", out)
    doc = add(workspace, "a.txt", make_result(), done=True)
    workspace.save_edits(doc, "ann", Edits().toggle(2, MACHINE), "edit")
    assert export(workspace, "preference", out).documents == 1
    (record,) = rows(out)
    assert record["chosen"] == [{"role": "assistant", "content": '{"boundaries": [5]}'}]
    assert record["rejected"] == [{"role": "assistant", "content": '{"boundaries": [2, 5]}'}]
    assert [message["role"] for message in record["prompt"]] == ["system", "user"]


def test_prompt_and_completion_are_message_lists(workspace: Workspace, tmp_path: Path) -> None:
    add(workspace, "a.txt", make_result(), done=True)
    export(workspace, "messages", tmp_path / "a.jsonl")
    export(workspace, "prompt-completion", tmp_path / "b.jsonl")
    (whole,), (parts,) = rows(tmp_path / "a.jsonl"), rows(tmp_path / "b.jsonl")
    assert parts["prompt"] + parts["completion"] == whole["messages"]
    assert parts["meta"] == whole["meta"]


def test_chunks_of_an_unedited_document_are_those_of_the_run(
    workspace: Workspace, tmp_path: Path
) -> None:
    result = make_result()
    add(workspace, "a.txt", result, done=True)
    export(workspace, "chunks", tmp_path / "out.jsonl")
    (chunk,) = rows(tmp_path / "out.jsonl")
    assert chunk["text"] == result.repaired.text
    assert (chunk["first"], chunk["last"], chunk["tokens"]) == (0, 7, result.split.chunks[0].tokens)
    assert chunk["scores"] == {"size": 1.0, "total": 0.75}
    assert (chunk["pages"], chunk["heading_path"]) == ([], [])
    assert (chunk["tokenizer"], chunk["version"]) == ("cl100k_base", result.version)


def test_chunks_follow_the_person(workspace: Workspace, tmp_path: Path) -> None:
    starts = [0, len(TEXTS[0]) + len(TEXTS[1]) + 4]  # page 2 begins with paragraph 2
    result = make_result(kind="pdf", pages=tuple(starts), limit=60)
    doc = add(workspace, "a.pdf", result, done=True)
    workspace.save_edits(doc, "ann", Edits().pin(1, MACHINE), "pin")
    out = tmp_path / "out.jsonl"
    export(workspace, "chunks", out)
    chunks = rows(out)
    assert [chunk["index"] for chunk in chunks] == list(range(len(chunks)))
    assert (chunks[0]["last"], chunks[1]["first"]) == (0, 1)
    assert "".join(chunk["text"] for chunk in chunks) == result.repaired.text
    assert all(chunk["tokens"] <= 60 for chunk in chunks)
    assert chunks[0]["pages"] == [1]
    assert chunks[-1]["pages"] == [2]
    assert all(0 <= chunk["scores"]["total"] <= 1 for chunk in chunks)


def test_a_path_is_opened_and_closed(workspace: Workspace, tmp_path: Path) -> None:
    add(workspace, "a.txt", make_result(), done=True)
    with pytest.raises(SeamlineError, match="is open in another"):
        export(workspace.path, "messages", tmp_path / "out.jsonl")
    workspace.close()
    assert export(workspace.path, "messages", tmp_path / "out.jsonl").records == 1
    assert len(preview(workspace.path, "messages")) == 1
    Workspace.open(workspace.path).close()
    with pytest.raises(SeamlineError, match="does not exist"):
        export(tmp_path / "none.seam", "messages", tmp_path / "out.jsonl")


def test_a_preview_shows_the_first_lines(workspace: Workspace, tmp_path: Path) -> None:
    for number in range(4):
        add(workspace, f"{number}.txt", make_result([f"Start {number}.", *TEXTS]), done=True)
    out = tmp_path / "out.jsonl"
    export(workspace, "messages", out)
    written = out.read_text(encoding="utf-8").split("\n")[:-1]
    assert preview(workspace, "messages", limit=3) == written[:3]
    assert preview(workspace, "messages") == written


@pytest.mark.parametrize("fmt", ["messages", "prompt-completion", "preference", "chunks"])
@pytest.mark.parametrize("include", ["done", "edited"])
def test_nothing_to_export_says_what_to_do_and_keeps_the_file(
    workspace: Workspace, tmp_path: Path, fmt: str, include: str
) -> None:
    add(workspace, "a.txt", make_result())
    out = tmp_path / "out.jsonl"
    out.write_text("earlier")
    with pytest.raises(SeamlineError, match=r"labels\.seam has nothing to export.*mark"):
        export(workspace, fmt, out, include=include)
    with pytest.raises(SeamlineError, match="nothing to export"):
        preview(workspace, fmt, include=include)
    assert out.read_text() == "earlier"


def test_wrong_words_and_the_workspace_itself_are_refused(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "a.txt", make_result(), done=True)
    with pytest.raises(SeamlineError, match="format 'csv'"):
        export(workspace, "csv", tmp_path / "out.csv")
    with pytest.raises(SeamlineError, match="selection 'all'"):
        preview(workspace, "messages", include="all")
    with pytest.raises(SeamlineError, match="the workspace itself"):
        export(workspace, "messages", workspace.path)
    assert len(workspace.documents()) == 1


def test_an_export_can_be_repeated(workspace: Workspace, tmp_path: Path) -> None:
    doc = add(workspace, "a.txt", make_result(), done=True)
    workspace.save_edits(doc, "ann", Edits().toggle(2, MACHINE), "edit")
    export(workspace, "messages", tmp_path / "a.jsonl")
    export(workspace, "messages", tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
