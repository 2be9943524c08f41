import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from engine.settings import VERSION

TRUTH = "# The gate\n\nThe keeper of the gate writes notes.\n\nThe pump is shut.\n"
SOURCE = "# The gate\n\nThe keeper of the gate\nwrites notes.\n\nThe pump is shut.\n"


def status(*arguments: object) -> int:
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as leave:
        return int(leave.code or 0)


def add(corpus: Path, name: str, split: str = "dev") -> Path:
    folder = corpus / "docs" / name
    folder.mkdir(parents=True)
    (folder / "source.md").write_text(SOURCE, encoding="utf-8")
    (folder / "truth.md").write_text(TRUTH, encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps({"split": split}), encoding="utf-8")
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name, split in (("one", "dev"), ("two", "train"), ("three", "dev")):
        add(tmp_path / "corpus", name, split)
    return tmp_path / "corpus"


@pytest.fixture
def topics(tmp_path: Path) -> Path:
    path = tmp_path / "sets" / "mills.jsonl"
    path.parent.mkdir()
    parts = [text for n in range(6) for text in (f"# Mill {n}", f"Wheel {n} turns in the water.")]
    record = {"paragraphs": parts, "boundaries": list(range(2, 12, 2))}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return path


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.split("\n\n")[0].splitlines()]


def test_a_table_of_means_and_all_figures_as_json(corpus: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.json"
    assert status("eval", corpus, "--json", out) == 0
    written = capsys.readouterr()
    table = rows(written.out)
    assert [row[:2] for row in table[1:]] == [["dev", "2"], ["train", "1"], ["all", "3"]]
    assert written.err == ""
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["version"] == VERSION
    assert report["tokenizer"] == "cl100k_base"
    assert report["settings"]["engine"] == "rules"
    assert report["means"]["all"]["documents"] == 3
    assert report["means"]["all"]["prose_f1"] == 1.0
    assert [one["id"] for one in report["documents"]] == ["one", "three", "two"]


def test_one_split_and_a_line_a_document(corpus: Path, capsys) -> None:
    assert status("eval", corpus / "docs", "--split", "dev", "--per-document") == 0
    names = [row[0] for row in rows(capsys.readouterr().out)[1:]]
    assert names == ["one", "three", "dev"]
    assert status("eval", corpus, "--split", "test") == 1
    assert "split test" in capsys.readouterr().err


def test_a_bad_document_does_not_stop_the_others(corpus: Path, capsys) -> None:
    broken = add(corpus, "broken")
    (broken / "source.md").unlink()
    (broken / "source.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    (add(corpus, "bare") / "source.md").unlink()
    assert status("eval", corpus) == 1
    written = capsys.readouterr()
    assert rows(written.out)[-1][:2] == ["all", "3"]
    lines = written.err.splitlines()
    assert len(lines) == 2
    for name, line in zip(("bare", "broken"), lines, strict=True):
        assert line.startswith(f"seamline: {corpus / 'docs' / name}: ")


def test_nothing_measured_leaves_the_old_file(corpus: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.json"
    out.write_text("old", encoding="utf-8")
    for folder in (corpus / "docs").iterdir():
        (folder / "truth.md").write_text("", encoding="utf-8")
    assert status("eval", corpus, "--json", out) == 1
    assert out.read_text(encoding="utf-8") == "old"
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_sets_with_true_boundaries(topics: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.json"
    options = ["--methods", "headings,fixed", "--balances", "topics", "--limit", "32,64"]
    assert status("eval", topics.parent, *options, "--json", out) == 0
    table = rows(capsys.readouterr().out)
    assert [row[:3] for row in table[1:]] == [
        [method, "topics", limit] for limit in ("32", "64") for method in ("headings", "fixed")
    ]
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["tokenizer"] == "cl100k_base"
    assert report["means"][0]["precision"] == 1.0
    assert report["means"][0]["illegal"] == 0.0
    assert {row["set"] for row in report["sets"]} == {"mills"}


def test_per_document_adds_a_line_for_each_set(topics: Path, capsys) -> None:
    options = ["--methods", "fixed", "--balances", "full", "--limit", "64", "--per-document"]
    assert status("eval", topics, *options) == 0
    assert [row[0] for row in rows(capsys.readouterr().out)[1:]] == ["mills", "fixed"]


def test_a_bad_line_is_named_and_passed_over(topics: Path, capsys) -> None:
    with topics.open("a", encoding="utf-8") as file:
        file.write('{"paragraphs": ["One."], "boundaries": [4]}\n')
    assert status("eval", topics, "--methods", "fixed", "--limit", "64") == 1
    written = capsys.readouterr()
    assert f"{topics}, line 2: " in written.err
    assert rows(written.out)[1][0] == "fixed"


def test_a_document_that_cannot_be_split_does_not_stop_the_others(
    topics: Path, capsys, monkeypatch
) -> None:
    import training.split_evaluate

    topics.write_text(topics.read_text(encoding="utf-8") * 2, encoding="utf-8")
    work = training.split_evaluate.true_split
    calls: list[int] = []

    def once(*arguments: object):  # type: ignore[no-untyped-def]
        calls.append(1)
        if len(calls) == 1:
            raise RecursionError
        return work(*arguments)

    monkeypatch.setattr("platformdirs.user_log_dir", lambda *_, **__: str(topics.parent))
    monkeypatch.setattr("training.split_evaluate.true_split", once)
    assert status("eval", topics, "--methods", "fixed", "--limit", "64") == 1
    written = capsys.readouterr()
    assert written.err.startswith(f"seamline: {topics}, mills:1: unexpected fault")
    assert rows(written.out)[1][0] == "fixed"


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval"],
        ["eval", "{tmp}/gone"],
        ["eval", "{tmp}"],
        ["eval", "{corpus}", "--split", "best"],
        ["eval", "{topics}", "--methods", "guess"],
        ["eval", "{topics}", "--limit", "0"],
        ["eval", "{topics}", "--limit", "512,,"],
        ["eval", "{topics}", "--balances", "half"],
        ["eval", "{topics}", "--json", "{tmp}"],
        ["eval", "{topics}", "--json", "{tmp}/gone/out.json"],
        ["eval", "{topics}", "--json", "{topics}"],
        ["eval", "{corpus}", "--json", "{corpus}/docs/one/truth.md"],
    ],
)
def test_wrong_usage_is_one_line(
    arguments: list[str], corpus: Path, topics: Path, tmp_path: Path, capsys
) -> None:
    (tmp_path / "empty").mkdir()
    places = {"corpus": corpus, "topics": topics, "tmp": tmp_path / "empty"}
    assert status(*(argument.format(**places) for argument in arguments)) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert len(written.err.splitlines()) == 1
    assert written.err.startswith("seamline: ")


def drained(terminal: int) -> bytes:
    """What is still to be read from a terminal whose other side is closed."""
    read = b""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 65536):
            read += part
    os.close(terminal)
    return read


def test_progress_on_a_terminal(corpus: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "app.cli", "eval", str(corpus)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, timeout=120, check=False)
    os.close(theirs)
    shown = drained(ours).decode()
    assert done.returncode == 0
    assert "[1/3] one: " in shown
    assert shown.endswith("\x1b[K")


def test_ctrl_c_leaves_a_clean_line_and_no_file(topics: Path, tmp_path: Path) -> None:
    line = topics.read_text(encoding="utf-8")
    topics.write_text(line * 20_000, encoding="utf-8")
    out = tmp_path / "out.json"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "app.cli", "eval", str(topics), "--json", str(out)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"document" not in shown:
        shown += os.read(ours, 4096)
    run.send_signal(signal.SIGINT)
    printed, _ = run.communicate(timeout=60)
    shown += drained(ours)
    assert (run.returncode, printed) == (130, b"")
    assert b"Traceback" not in shown
    assert shown.endswith(b"\x1b[K")
    assert not out.exists()
