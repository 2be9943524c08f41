import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import workspace_schema
from engine.codec import dump
from engine.document import (
    Boundaries,
    Chunk,
    Document,
    Paragraph,
    Repaired,
    Result,
    Scores,
    SeamlineError,
    Split,
    Window,
)
from engine.edits import Edits
from engine.workspace import Workspace, judge_key

TEXTS = tuple(f"Paragraph {name} says something of its own." for name in "ABCDEFGHIJ")


def make_result(texts: Sequence[str] = TEXTS, machine: Sequence[int] = (3, 6)) -> Result:
    """A run over `texts`, one paragraph each, all in one chunk."""
    text = "\n\n".join(texts) + "\n"
    paragraphs, links, at = [], [], 0
    for part in texts:
        paragraphs.append(Paragraph(at, at + len(part), 10))
        links.append([at, at + len(part), at, at + len(part)])
        at += len(part) + 2
    document = Document("/docs/a.txt", "a.txt", "text", text, "ab" * 32)
    window = Window((0, len(text)), (0, len(text)), "rules", {})
    repaired = Repaired(document, text, (window,), (), np.array(links, np.int64).reshape(-1, 4))
    strengths = tuple(0.5 for _ in texts)
    chunk = Chunk(0, len(texts) - 1, 0, len(text), 10 * len(texts))
    score = {"size": 1.0, "total": 0.75}
    return Result(
        Split(
            repaired, tuple(paragraphs), Boundaries(tuple(machine), "headings", strengths), (chunk,)
        ),
        Scores((score,), (), score),
        {"limit": 4096, "method": "headings"},
        "0.1.0",
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labels.seam"


@pytest.fixture
def workspace(path: Path) -> Iterator[Workspace]:
    with Workspace.open(path) as opened:
        yield opened


@pytest.fixture
def doc(workspace: Workspace) -> int:
    key = workspace.add("/docs/a.txt")
    workspace.save_run(key, make_result())
    return key


def added(*gaps: int) -> Edits:
    edits = Edits()
    for gap in gaps:
        edits = edits.decide(gap, "added")
    return edits


# Documents


def test_the_same_file_is_one_document(workspace: Workspace, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    first = workspace.add(str(tmp_path / "x.pdf"), "pdf")
    assert workspace.add("x.pdf") == first
    assert workspace.add("sub/../x.pdf") == first
    other = workspace.add("y.pdf")
    assert [(row.id, row.name, row.state) for row in workspace.documents()] == [
        (first, "x.pdf", "new"),
        (other, "y.pdf", "new"),
    ]


def test_removing_is_undone_with_all_labels(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", added(4), "add")
    workspace.remove(doc)
    assert workspace.documents() == []
    workspace.restore(doc)
    assert [row.edits for row in workspace.documents()] == [1]
    workspace.remove(doc)
    assert workspace.add("/docs/a.txt") == doc
    assert workspace.edits(doc, "ann") == added(4)


def test_a_row_tells_what_a_run_found(workspace: Workspace, doc: int) -> None:
    row = workspace.documents()[0]
    assert (row.state, row.paragraphs, row.chunks, row.score) == ("ready", 10, 1, 0.75)
    assert (row.review, row.edits, row.unmatched, row.message) == ("todo", 0, 0, "")
    workspace.set_review(doc, "doubtful")
    assert workspace.documents()[0].review == "doubtful"
    with pytest.raises(ValueError, match="finished"):
        workspace.set_review(doc, "finished")


def test_a_failure_keeps_the_earlier_run_and_a_new_run_clears_it(
    workspace: Workspace, doc: int
) -> None:
    workspace.fail(doc, "a.txt is damaged \udc80.")
    row = workspace.documents()[0]
    assert (row.state, row.message) == ("failed", "a.txt is damaged ?.")
    assert workspace.load_run(doc) is not None
    workspace.save_run(doc, make_result())
    row = workspace.documents()[0]
    assert (row.state, row.message) == ("ready", "")


def test_unknown_documents_are_key_errors(workspace: Workspace) -> None:
    for call in (workspace.remove, workspace.restore, workspace.load_run, workspace.run_blob):
        with pytest.raises(KeyError):
            call(99)
    with pytest.raises(KeyError):
        workspace.save_run(99, make_result())
    with pytest.raises(KeyError):
        workspace.save_edits(99, "ann", added(1), "add")


def test_a_file_name_that_is_not_utf8_is_refused(workspace: Workspace) -> None:
    with pytest.raises(SeamlineError, match="rename"):
        workspace.add("/docs/bad\udcff.txt")


# Runs


def test_a_run_comes_back_equal(workspace: Workspace, doc: int) -> None:
    loaded = workspace.load_run(doc)
    assert loaded is not None
    assert dump(loaded) == dump(make_result()) == workspace.run_blob(doc)
    assert workspace.load_run(workspace.add("/docs/new.txt")) is None


def test_runs_are_readable_tables(workspace: Workspace, path: Path, doc: int) -> None:
    workspace.save_edits(doc, "ann", Edits().pin(5, (3, 6)).glued(6, (3, 6)), "pin and glue")
    with sqlite3.connect(path) as shell:
        run = shell.execute("SELECT id, sha256, version, source FROM runs").fetchone()
        assert run[1:] == ("ab" * 32, "0.1.0", "headings")
        assert shell.execute(
            "SELECT gap, strength FROM boundaries WHERE run = ?", run[:1]
        ).fetchall() == [
            (3, 0.5),
            (6, 0.5),
        ]
        assert shell.execute("SELECT text FROM raw_texts").fetchone()[0].startswith("Paragraph A")
        human = shell.execute(
            "SELECT gap, decision FROM anchors JOIN decisions ON anchor = anchors.id ORDER BY gap"
        )
        assert human.fetchall() == [(5, "added"), (6, "removed")]
        pinned = shell.execute("SELECT gap FROM anchors JOIN pins ON anchor = id").fetchall()
        glued = shell.execute("SELECT gap FROM anchors JOIN glue ON anchor = id").fetchall()
        assert (pinned, glued) == ([(5,)], [(6,)])
    shell.close()


def test_a_damaged_run_names_the_workspace(workspace: Workspace, path: Path, doc: int) -> None:
    with sqlite3.connect(path) as shell:
        shell.execute("UPDATE results SET data = x'00'")
    shell.close()
    with pytest.raises(SeamlineError, match=r"labels\.seam"):
        workspace.load_run(doc)


# Edits

gaps = st.integers(1, len(TEXTS) - 1)
operations = st.lists(
    st.tuples(st.sampled_from(("toggle", "pin", "glued", "accept", "undecide")), gaps), max_size=12
)


def apply(edits: Edits, name: str, gap: int) -> Edits:
    if name == "accept":
        return edits.decide(gap, "accepted")
    if name == "undecide":
        return edits.decide(gap, None)
    return getattr(edits, name)(gap, (3, 6))


@settings(deadline=None, max_examples=40)
@given(operations, operations)
def test_every_saved_step_is_read_back(mine, theirs) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.seam"
        with Workspace.open(path) as workspace:
            doc = workspace.add("/docs/a.txt")
            workspace.save_run(doc, make_result())
            last = {}
            for who, steps in (("ann", mine), ("李", theirs)):
                edits, states = Edits(), []
                for name, gap in steps:
                    edits = apply(edits, name, gap)
                    workspace.save_edits(doc, who, edits, f"{name} {gap}")
                    assert workspace.edits(doc, who) == edits
                    states.append(edits)
                last[who] = edits
                # The log holds exactly the steps that changed something, each with its change.
                changed = [
                    step
                    for step, before, after in zip(steps, [Edits(), *states], states, strict=False)
                    if before != after
                ]
                log = workspace.history(doc, who)
                assert [entry.what for entry in log] == [f"{n} {g}" for n, g in changed]
                assert all(entry.changes for entry in log)
            for who, edits in last.items():
                assert workspace.edits(doc, who) == edits
        with Workspace.open(path) as workspace:
            for who, edits in last.items():
                assert workspace.edits(doc, who) == edits


def test_the_log_says_what_changed(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", Edits().pin(5, (3, 6)), "Pin 5")
    workspace.save_edits(doc, "ann", Edits(), "Undo")
    first, second = workspace.history(doc, "ann")
    assert (first.what, second.what) == ("Pin 5", "Undo")
    (there,) = first.changes
    (back,) = second.changes
    assert (there.gap, there.before, there.after) == (5, (), ("added", "pinned"))
    assert (back.gap, back.before, back.after) == (5, ("added", "pinned"), ())
    assert first.time <= second.time
    assert workspace.history(doc, "nobody") == []


def test_annotators_do_not_see_each_other(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", added(2), "add")
    workspace.save_edits(doc, "bob", added(5), "add")
    assert workspace.edits(doc, "ann") == added(2)
    assert workspace.edits(doc, "bob") == added(5)
    assert workspace.edits(doc, "nobody") == Edits()
    assert workspace.annotators() == ["ann", "bob"]
    assert workspace.editors(doc) == ["bob", "ann"]
    workspace.save_edits(doc, "bob", Edits(), "undo")
    assert workspace.editors(doc) == ["ann"]


def test_edits_need_a_run_and_a_paragraph(workspace: Workspace, doc: int) -> None:
    fresh = workspace.add("/docs/fresh.txt")
    with pytest.raises(SeamlineError, match=r"fresh\.txt"):
        workspace.save_edits(fresh, "ann", added(1), "add")
    with pytest.raises(ValueError, match="gap 10"):
        workspace.save_edits(doc, "ann", added(2, 10), "add")
    assert workspace.edits(doc, "ann") == Edits()


def test_edits_follow_their_paragraphs_through_runs(workspace: Workspace, doc: int) -> None:
    edits = Edits().pin(2, (3, 6)).decide(6, "removed").glued(9, (3, 6))
    workspace.save_edits(doc, "ann", edits, "edit")
    altered = ["A new start that was not there.", *TEXTS]
    altered[3] = "# Paragraph C\nsays some-thing of its own"  # the same words in another form
    workspace.save_run(doc, make_result(altered, (4,)))
    moved = workspace.edits(doc, "ann")
    assert dict(moved.decisions) == {3: "added", 7: "removed"}
    assert (moved.pins, moved.glue) == ({3}, {10})
    workspace.save_run(doc, make_result())
    assert workspace.edits(doc, "ann") == edits


def test_lost_decisions_are_kept_listed_and_come_back(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", Edits().pin(4, (3, 6)).decide(6, "accepted"), "edit")
    without = [text for number, text in enumerate(TEXTS) if number != 4]
    workspace.save_run(doc, make_result(without, (2,)))
    assert workspace.edits(doc, "ann") == Edits().decide(5, "accepted")
    (lost,) = workspace.unmatched(doc, "ann")
    assert (lost.gap, lost.holds) == (4, ("added", "pinned"))
    assert lost.excerpt == "paragrapheSaysSomethingOfItsOwn".casefold()
    row = workspace.documents()[0]
    assert (row.edits, row.unmatched) == (1, 1)
    # Editing goes on without touching it.
    workspace.save_edits(doc, "ann", Edits(), "undo")
    assert workspace.unmatched(doc, "ann") == [lost]
    workspace.discard_unmatched([lost.id])
    assert workspace.unmatched(doc, "ann") == []
    workspace.restore_unmatched([lost.id])
    assert workspace.unmatched(doc, "ann") == [lost]
    workspace.save_run(doc, make_result())
    assert workspace.edits(doc, "ann") == Edits().pin(4, (3, 6))
    assert workspace.unmatched(doc, "ann") == []


def test_a_discarded_decision_stays_away(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", added(4), "add")
    workspace.save_run(doc, make_result(TEXTS[:4], ()))
    workspace.discard_unmatched([item.id for item in workspace.unmatched(doc, "ann")])
    workspace.save_run(doc, make_result())
    assert workspace.edits(doc, "ann") == Edits()


@settings(deadline=None, max_examples=30)
@given(
    st.sets(st.integers(1, 9)),
    st.lists(st.lists(st.integers(0, 9), min_size=1, unique=True), max_size=3),
)
def test_no_run_loses_a_decision(chosen: set[int], runs: list[list[int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Workspace.open(Path(folder) / "w.seam") as work:
        doc = work.add("/docs/a.txt")
        texts = [letter * 12 for letter in "ABCDEFGHIJ"]  # nothing alike
        work.save_run(doc, make_result(texts))
        work.save_edits(doc, "ann", added(*chosen), "edit")
        for order in runs:
            work.save_run(doc, make_result([texts[number] for number in order], ()))
            standing = {order[gap] for gap in work.edits(doc, "ann").decisions}
            lost = {item.gap for item in work.unmatched(doc, "ann")}
            assert len(standing) + len(work.unmatched(doc, "ann")) == len(chosen)
            assert standing == chosen & set(order)
            assert len(lost) <= len(chosen - set(order))
        work.save_run(doc, make_result(texts))
        assert work.edits(doc, "ann") == added(*chosen)


def test_indexing_ahead_changes_nothing_but_time(workspace: Workspace, doc: int) -> None:
    workspace.index(doc, make_result())
    workspace.save_edits(doc, "ann", added(4), "add")
    assert workspace.edits(doc, "ann") == added(4)


# Settings and judgements


def test_settings_are_json(workspace: Workspace, path: Path) -> None:
    assert workspace.setting("shown") is None
    assert workspace.setting("shown", 7) == 7
    workspace.set_setting("shown", {"id": 3, "at": [1, 2.5, None]})
    workspace.set_setting("shown", {"id": 4, "name": "标题"})
    workspace.close()
    with Workspace.open(path) as again:
        assert again.setting("shown") == {"id": 4, "name": "标题"}


def test_judgements_are_kept_by_content_prompt_and_model(workspace: Workspace) -> None:
    key = judge_key("end ¶ start", "cut-1", "m")
    others = {judge_key("end ¶ start", "cut-2", "m"), judge_key("end", "cut-1", "m"), key}
    assert len(others) == 3
    assert workspace.judged(key) == []
    workspace.save_judgement(key, 4.0, prompt_version="cut-1", model="m")
    workspace.save_judgement(key, {"score": 3}, prompt_version="cut-1", model="m")
    assert workspace.judged(key) == [4.0, {"score": 3}]
    with pytest.raises(ValueError, match="JSON"):
        workspace.save_judgement(key, float("nan"), prompt_version="cut-1", model="m")
    assert len(workspace.judged(key)) == 2


def test_threads_may_share_a_workspace(workspace: Workspace, doc: int) -> None:
    def work(name: str) -> None:
        for number in range(1, 10):
            workspace.save_edits(doc, name, added(number), "edit")
            workspace.set_setting(name, number)
            workspace.documents()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(workspace.history(doc, name)) for name in "abc"] == [9, 9, 9]
    assert [workspace.setting(name) for name in "abc"] == [9, 9, 9]


# One process at a time

HOLD = """
import sys
from pathlib import Path
from engine.workspace import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""

EDIT = """
import sys
from pathlib import Path
from engine.edits import Edits
from engine.workspace import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
doc, done = workspace.documents()[0].id, workspace.edits(1, "ann")
for gap in range(len(done.decisions) + 1, 5000):
    done = done.decide(gap, "added")
    workspace.save_edits(doc, "ann", done, f"add {gap}")
    print(gap, flush=True)
"""


def child(code: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )


def test_a_workspace_is_opened_once(workspace: Workspace, path: Path) -> None:
    expected = rf"labels\.seam is open in another Seamline window \(process {os.getpid()}\)"
    for _ in range(2):
        with pytest.raises(SeamlineError, match=expected):
            Workspace.open(path)
    workspace.close()
    workspace.close()
    Workspace.open(path).close()


def test_another_process_is_named_and_its_lock_dies_with_it(path: Path) -> None:
    holder = child(HOLD, path)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(SeamlineError, match=rf"process {holder.pid}\)"):
            Workspace.open(path)
    finally:
        holder.kill()
        holder.communicate()
    Workspace.open(path).close()


def test_a_kill_loses_no_acknowledged_edit(path: Path) -> None:
    with Workspace.open(path) as workspace:
        doc = workspace.add("/docs/a.txt")
        workspace.save_run(doc, make_result([f"Paragraph number {n}." for n in range(5000)], ()))
    acknowledged = 0
    for round_ in range(5):
        writer = child(EDIT, path)
        assert writer.stdout is not None
        for _ in range(5 + 7 * round_):
            acknowledged = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest, _ = writer.communicate()
        acknowledged = max([acknowledged, *(int(line) for line in rest.split("\n")[:-1])])
        with Workspace.open(path) as workspace:
            kept = set(workspace.edits(doc, "ann").decisions)
            assert kept in (set(range(1, acknowledged + 1)), set(range(1, acknowledged + 2)))
            assert len(workspace.history(doc, "ann")) == len(kept)
    assert acknowledged >= 95


# Faults of the file


def saved(path: Path) -> Path:
    with Workspace.open(path) as workspace:
        doc = workspace.add("/docs/a.txt")
        workspace.save_run(doc, make_result([f"Paragraph {n} of many." for n in range(2000)], ()))
        workspace.save_edits(doc, "ann", added(*range(1, 400)), "edit")
    return path


@pytest.mark.parametrize("content", [b"just text", b"\x00", b"%PDF-1.7\n" + b"x" * 5000])
def test_another_file_is_recognised_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SeamlineError, match=r"labels\.seam is not a Seamline workspace"):
        Workspace.open(path)
    assert path.read_bytes() == content


def test_another_database_is_recognised_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(SeamlineError, match="is not a Seamline workspace"):
        Workspace.open(path)
    assert path.read_bytes() == before


def test_places_without_a_workspace_are_explained(tmp_path: Path) -> None:
    with pytest.raises(SeamlineError, match="is a folder"):
        Workspace.open(tmp_path)
    with pytest.raises(SeamlineError, match="does not exist"):
        Workspace.open(tmp_path / "none.seam", create=False)
    with pytest.raises(SeamlineError, match="folder does not exist"):
        Workspace.open(tmp_path / "none" / "none.seam")
    empty = tmp_path / "empty.seam"
    empty.touch()
    with pytest.raises(SeamlineError, match="not a Seamline workspace"):
        Workspace.open(empty, create=False)
    with Workspace.open(empty) as workspace:
        assert workspace.documents() == []
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix != ".lock") == ["empty.seam"]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_truncated_file_is_a_sentence(path: Path, share: float) -> None:
    saved(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(SeamlineError, match=r"labels\.seam"):
        use_everything(path)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4000))
def test_damage_is_a_sentence_or_harmless(at: int, noise: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = saved(Path(folder) / "labels.seam")
        content = bytearray(path.read_bytes())
        at = at * len(content) // 10_000
        content[at : at + len(noise)] = noise[: len(content) - at]
        path.write_bytes(content)
        try:
            use_everything(path)
        except SeamlineError as error:
            assert str(path) in str(error)


def use_everything(path: Path) -> None:
    with Workspace.open(path) as workspace:
        for row in workspace.documents():
            workspace.load_run(row.id)
            workspace.edits(row.id, "ann")
            workspace.unmatched(row.id, "ann")
            workspace.history(row.id, "ann")
            workspace.save_edits(row.id, "ann", added(500), "add")


def test_a_newer_file_is_refused(path: Path) -> None:
    saved(path)
    with sqlite3.connect(path) as shell:
        shell.execute("PRAGMA user_version = 99")
    shell.close()
    with pytest.raises(SeamlineError, match=r"newer Seamline \(format 99"):
        Workspace.open(path)


def test_an_older_file_is_backed_up_and_migrated(path: Path, monkeypatch) -> None:
    saved(path)
    now = workspace_schema.MIGRATIONS
    step = ("ALTER TABLE documents ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",)
    with workspace_schema.connect(path, create=False, migrations=(*now, step)) as shell:
        assert shell.execute("PRAGMA user_version").fetchone() == (len(now) + 1,)
        assert shell.execute("SELECT note FROM documents").fetchall() == [("none",)]
    shell.close()
    backup = path.with_name(f"labels.seam.v{len(now)}.backup")
    with Workspace.open(backup, create=False) as old:
        assert len(old.edits(1, "ann").decisions) == 399


def test_a_failed_migration_changes_nothing(path: Path) -> None:
    saved(path)
    now = workspace_schema.MIGRATIONS
    bad = ("ALTER TABLE documents ADD COLUMN note TEXT", "SELECT nonsense FROM nowhere")
    with pytest.raises(sqlite3.OperationalError):
        workspace_schema.connect(path, create=False, migrations=(*now, bad))
    with Workspace.open(path, create=False) as workspace:
        assert len(workspace.edits(1, "ann").decisions) == 399


def test_a_full_disk_is_a_sentence_and_changes_nothing(workspace: Workspace, doc: int) -> None:
    workspace.save_edits(doc, "ann", added(1), "add")
    before = workspace.documents(), workspace.run_blob(doc), workspace.history(doc, "ann")
    connection = workspace._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    big = make_result([f"{n} " + "many words " * 40 for n in range(2000)], ())
    with pytest.raises(SeamlineError, match=r"labels\.seam: the disk is full"):
        workspace.save_run(doc, big)
    with pytest.raises(SeamlineError, match="the disk is full"):
        for number in range(2000):
            workspace.set_setting(str(number), "x" * 500)
    with pytest.raises(SeamlineError, match="the disk is full"):
        workspace.save_edits(doc, "ann", added(1, 2), "w" * 100_000)
    assert (workspace.documents(), workspace.run_blob(doc), workspace.history(doc, "ann")) == before
    assert workspace.edits(doc, "ann") == added(1)
    connection.execute("PRAGMA max_page_count = 1000000")
    workspace.save_edits(doc, "ann", added(1, 2), "add")
    assert workspace.edits(doc, "ann") == added(1, 2)


def test_another_writer_is_a_sentence(workspace: Workspace, path: Path, monkeypatch) -> None:
    workspace._connection.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(SeamlineError, match="another program is writing"):
        workspace.set_setting("a", 1)
    other.execute("ROLLBACK")
    other.close()
    workspace.set_setting("a", 1)


def test_ten_thousand_documents_are_listed(workspace: Workspace) -> None:
    connection = workspace._connection
    connection.execute("BEGIN")
    for number in range(10_000):
        workspace._connection.execute(
            "INSERT INTO documents (path, name, kind_hint, modified) VALUES (?, 'n', '', '')",
            (f"/d/{number}",),
        )
    connection.execute("COMMIT")
    rows = workspace.documents()
    assert len(rows) == 10_000
    assert json.dumps([row.path for row in rows[:2]]) == '["/d/0", "/d/1"]'
