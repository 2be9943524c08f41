"""The engine link: order, progress, cancel, and a child that dies."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.jobs import EngineClient, Job
from engine.settings import RunSettings


@pytest.fixture
def client(qapp):
    made = EngineClient()
    yield made
    made.shutdown()


def job(key: int, path: Path, folder: Path) -> Job:
    return Job(key, str(path), RunSettings().to_dict(), folder / f"{key}.result")


@pytest.fixture
def long_text(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("A plain sentence that goes on for a while.\n" * 60_000, encoding="utf-8")
    return path


def test_jobs_finish_in_order_and_leave_their_files(qtbot, client, tmp_path):
    done: list[int] = []
    client.finished.connect(lambda key, out: done.append(key))
    for key in (1, 2, 3):
        path = tmp_path / f"{key}.txt"
        path.write_text(f"Document {key} says one thing.\n", encoding="utf-8")
        client.submit(job(key, path, tmp_path))
    qtbot.waitUntil(lambda: done == [1, 2, 3], timeout=60_000)
    assert all((tmp_path / f"{key}.result").stat().st_size for key in done)
    assert not client.busy


def test_a_missing_file_fails_with_its_name(qtbot, client, tmp_path):
    with qtbot.waitSignal(client.failed, timeout=60_000) as signal:
        client.submit(job(7, tmp_path / "gone.pdf", tmp_path))
    key, message = signal.args
    assert key == 7
    assert "gone.pdf" in message


def test_cancel_stops_the_running_and_the_waiting(qtbot, client, tmp_path, long_text):
    stopped: list[int] = []
    client.cancelled.connect(stopped.append)
    with qtbot.waitSignal(client.progressed, timeout=60_000):
        client.submit(job(1, long_text, tmp_path))
        client.submit(job(2, long_text, tmp_path))
    client.cancel()
    qtbot.waitUntil(lambda: sorted(stopped) == [1, 2], timeout=60_000)
    assert not (tmp_path / "1.result").exists()


def test_a_dead_child_fails_one_job_and_the_next_gets_a_new_child(
    qtbot, client, tmp_path, long_text
):
    short = tmp_path / "short.txt"
    short.write_text("One line.\n", encoding="utf-8")
    with qtbot.waitSignal(client.progressed, timeout=60_000):
        client.submit(job(1, long_text, tmp_path))
    client.submit(job(2, short, tmp_path))
    with qtbot.waitSignals([client.failed, client.finished], timeout=60_000):
        client._process.kill()


def test_shutdown_leaves_no_child(qtbot, client, tmp_path, long_text):
    with qtbot.waitSignal(client.progressed, timeout=60_000):
        client.submit(job(1, long_text, tmp_path))
    process = client._process
    client.shutdown()
    assert process.state() == process.ProcessState.NotRunning
