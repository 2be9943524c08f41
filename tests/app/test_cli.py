import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import app.console
from app.cli import main
from engine.document import SeamlineError

GATE = "# The gate\n\nThe keeper of the gate\nwrites notes.\n\nThe pump is shut.\n\n水闸每天开。\n"


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Logs go to a folder of the test."""
    folder = tmp_path / "logs"
    monkeypatch.setattr("platformdirs.user_log_dir", lambda *_, **__: _made(folder))
    return folder


def _made(folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    return str(folder)


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    path = tmp_path / "gate.md"
    path.write_text(GATE, encoding="utf-8")
    return path


def seamline(*arguments: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "app.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=120, check=False, **options)  # type: ignore[call-overload,no-any-return]


def status(*arguments: object) -> int:
    """The exit status, also where the parser leaves early."""
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as leave:
        return int(leave.code or 0)


def test_split_writes_one_line_a_document(gate: Path, capsysbinary) -> None:
    assert main(["split", str(gate), str(gate), "--limit", "32"]) == 0
    out, err = capsysbinary.readouterr()
    lines = [json.loads(line) for line in out.decode("utf-8").splitlines()]
    assert len(lines) == 2
    assert lines[0] == lines[1]
    assert lines[0]["path"] == str(gate)
    assert lines[0]["settings"]["limit"] == 32
    assert lines[0]["tokenizer"] == "cl100k_base"
    assert "水闸" in lines[0]["repaired"]
    progress = err.decode("utf-8").splitlines()
    assert len(progress) == 2
    assert progress[1].startswith(f"[2/2] {gate}: ")
    assert "\x1b" not in err.decode()


def test_one_file_is_silent(gate: Path, capsysbinary) -> None:
    assert main(["split", str(gate)]) == 0
    assert capsysbinary.readouterr().err == b""


def test_options_reach_the_settings(gate: Path, capsysbinary) -> None:
    options = ["--method", "similarity", "--packer", "greedy", "--balance", "topics"]
    assert main(["split", str(gate), *options, "--limit", "9", "--engine", "rules"]) == 0
    used = json.loads(capsysbinary.readouterr().out)["settings"]
    assert used["method"] == "similarity"
    assert (used["packer"], used["balance"], used["limit"]) == ("greedy", 4.0, 9)


def test_out_is_written_whole(gate: Path, tmp_path: Path, capsysbinary) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["split", str(gate), "-o", str(out)]) == 0
    assert capsysbinary.readouterr().out == b""
    assert json.loads(out.read_text(encoding="utf-8"))["repaired"]
    assert out.stat().st_mode & 0o777 == gate.stat().st_mode & 0o777
    assert not list(tmp_path.glob(".*"))


def test_a_bad_file_does_not_stop_the_others(gate: Path, tmp_path: Path, capsysbinary) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    gone, broken = tmp_path / "gone.txt", tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing more")
    out = tmp_path / "out.jsonl"
    files = [str(path) for path in (gone, empty, gate, tmp_path, broken)]
    assert main(["split", *files, "-o", str(out)]) == 1
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1
    errors = [
        line for line in capsysbinary.readouterr().err.decode().splitlines() if line[0] != "["
    ]
    assert len(errors) == 4
    for path, line in zip((gone, empty, tmp_path, broken), errors, strict=True):
        assert line.startswith(f"seamline: {path}: ")
        assert line.count(path.name) == line.count(str(path))
    assert "*" in errors[2]


def test_nothing_to_write_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old", encoding="utf-8")
    assert status("split", tmp_path / "gone.txt", "-o", out) == 1
    assert out.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    "arguments",
    [
        ["split"],
        ["split", "{gate}", "--limit", "0"],
        ["split", "{gate}", "--limit", "many"],
        ["split", "{gate}", "--limit", "4_096"],
        ["split", "{gate}", "--balance", "nan"],
        ["split", "{gate}", "--balance", "some"],
        ["split", "{gate}", "--method", "model"],
        ["split", "{gate}", "--engine", "local"],
        ["split", "{gate}", "--encoding", "no_such"],
        ["split", "{gate}", "-o", "{gate}"],
        ["split", "{gate}", "-o", "no/such/folder/out.jsonl"],
        ["split", "{gate}", "-o", "."],
        ["split", "{gate}", "--lim", "x"],
        ["export", "x.seam"],
        ["shot", "{gate}"],
        ["shot", "{gate}", "-o", "a.png", "--size", "big"],
        ["shot", "{gate}", "-o", "a.png", "--size", "1x1"],
        ["shot", "{gate}", "-o", "a.png", "--theme", "pink"],
        ["{gate}"],
        ["a.seam", "b.seam"],
        ["open"],
        ["open", "{seam}"],
        ["--nonsense"],
    ],
)
def test_wrong_usage_is_2_and_one_line(
    arguments, gate, tmp_path, capsysbinary, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seam = tmp_path / "w.seam"
    seam.touch()
    assert status(*(part.format(gate=gate, seam=seam) for part in arguments)) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert len(err.decode().splitlines()) == 1
    assert err.startswith(b"seamline: ")
    assert gate.read_text(encoding="utf-8") == GATE


def test_a_fault_nobody_foresaw_goes_to_the_log(gate, logs, capsysbinary, monkeypatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise KeyError("hm")

    monkeypatch.setattr("engine.pipeline.run", broken)
    assert main(["split", str(gate)]) == 1
    err = capsysbinary.readouterr().err.decode()
    assert len(err.splitlines()) == 1
    assert str(gate) in err
    assert str(logs / "seamline.log") in err
    assert "Traceback" not in err
    assert "KeyError: 'hm'" in (logs / "seamline.log").read_text(encoding="utf-8")


def test_no_log_is_no_second_fault(gate, capsysbinary, monkeypatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr("platformdirs.user_log_dir", broken)
    monkeypatch.setattr("engine.pipeline.run", lambda *_, **__: 1 / 0)
    assert main(["split", str(gate)]) == 1
    assert b"ZeroDivisionError" in capsysbinary.readouterr().err


def test_a_full_disk_is_one_sentence(gate: Path, capsysbinary) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    assert main(["split", str(gate), "-o", str(full)]) == 1
    assert capsysbinary.readouterr().err.decode().splitlines() == [
        "seamline: /dev/full: the disk is full; free some space and run it again."
    ]
    with full.open("wb") as out:
        command = [sys.executable, "-m", "app.cli", "split", str(gate)]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert len(done.stderr.decode().splitlines()) == 1


def test_a_reader_that_leaves_is_no_fault(gate: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "split", *[str(gate)] * 30]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(60) in (0, 141)
    assert "Traceback" not in errors
    assert "Broken" not in errors


def test_ctrl_c_is_quiet_and_leaves_nothing(gate: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("A plain sentence that goes on for a while.\n" * 200_000, encoding="utf-8")
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "app.cli", "split", str(gate), str(long), "-o", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert b"[1/2]" in process.stderr.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 130
    assert errors == b""
    assert not out.exists()
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))


def test_utf8_whatever_the_locale(gate: Path) -> None:
    done = seamline("split", gate, env=os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "水闸" in done.stdout.decode("utf-8")


def test_a_file_name_that_is_no_utf8(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9\x1b[1m.txt"
    try:
        with open(path, "wb") as file:  # noqa: PTH123 - Path takes no bytes
            file.write(GATE.encode())
    except OSError:
        pytest.skip("the file system takes UTF-8 names only")
    done = seamline("split", os.fsdecode(path), os.fsdecode(path) + "x")
    assert done.returncode == 1
    assert json.loads(done.stdout.decode("utf-8"))["repaired"]
    assert b"\x1b" not in done.stderr


def test_split_needs_no_window(gate: Path) -> None:
    code = (
        "import sys; from app.cli import main; main(['split', sys.argv[1]]);"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'torch', 'widgets')];"
        "assert not bad, bad"
    )
    done = subprocess.run([sys.executable, "-c", code, gate], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_help_and_version_load_nothing_heavy() -> None:
    code = (
        "import sys, app.cli\ntry: app.cli.main(['--help'])\nexcept SystemExit: pass\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    done = seamline("--version")
    assert done.stdout.decode().startswith("seamline 0.")
    assert "exit status" in seamline("--help").stdout.decode().lower()
    for command in ("open", "demo", "split", "export", "shot"):
        assert seamline(command, "--help").returncode == 0


class Window:
    """Stands in for the window; remembers how it was opened."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def __call__(self, *arguments: object) -> int:
        self.calls.append(arguments)
        return 0


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    made = Window()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr("app.main.run_window", made)
    monkeypatch.setattr("app.shot.shot", made)
    return made


def test_the_window_commands(gate: Path, window: Window, tmp_path: Path) -> None:
    for arguments in ([], ["work.seam"], ["demo"], ["open", str(gate)]):
        assert main(arguments) == 0
    picture = tmp_path / "a.png"
    assert (
        main(["shot", str(gate), "-o", str(picture), "--size", "800x600", "--theme", "dark"]) == 0
    )
    assert window.calls == [
        (None, [], False),
        (Path("work.seam"), [], False),
        (None, [], True),
        (None, [gate], False),
        (gate, picture, (800, 600), "dark"),
    ]


def test_the_window_is_not_opened_for_files_that_are_not_there(
    window: Window, tmp_path: Path, capsysbinary
) -> None:
    for path in (tmp_path / "gone.pdf", tmp_path):
        assert main(["open", str(path)]) == 1
    assert len(capsysbinary.readouterr().err.splitlines()) == 2
    assert window.calls == []


def test_without_a_screen_it_says_so(monkeypatch, capsysbinary) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux runs without a screen")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 1
    assert b"no screen" in capsysbinary.readouterr().err


def test_export_hands_its_arguments_on(tmp_path, monkeypatch, capsysbinary) -> None:
    calls = []

    def export(workspace: Path, fmt: str, out: Path, *, annotator: str | None, include: str):
        calls.append((workspace, fmt, out, annotator, include))
        from training.corrections import ExportReport

        return ExportReport(3, 2, out)

    monkeypatch.setattr("training.corrections.export", export)
    seam, out = tmp_path / "w.seam", tmp_path / "o.jsonl"
    assert main(["export", str(seam), "--format", "messages", "-o", str(out)]) == 1
    seam.touch()
    options = ["--annotator", "ann", "--include", "edited"]
    assert main(["export", str(seam), "--format", "messages", "-o", str(out), *options]) == 0
    assert calls == [(seam, "messages", out, "ann", "edited")]
    assert b"3 records of 2 documents" in capsysbinary.readouterr().err


def test_a_file_that_is_no_workspace_is_one_sentence(
    gate: Path, tmp_path: Path, capsysbinary
) -> None:
    out = tmp_path / "o.jsonl"
    assert main(["export", str(gate), "--format", "chunks", "-o", str(out)]) == 1
    assert len(capsysbinary.readouterr().err.splitlines()) == 1
    assert not out.exists()


def test_a_command_that_fails_says_why(gate, monkeypatch, capsysbinary) -> None:
    def refuse(*_arguments: object) -> int:
        raise SeamlineError("gate.md cannot be drawn; try another.")

    monkeypatch.setattr("app.shot.shot", refuse)
    assert main(["shot", str(gate), "-o", str(gate.with_suffix(".png"))]) == 1
    assert capsysbinary.readouterr().err == b"seamline: gate.md cannot be drawn; try another.\n"


def test_a_live_line_on_a_terminal(gate: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = app.console.LiveLine("[1/2] gate.md: ")
    line.show("repair", 2, 9)
    line.clear()
    written = capsys.readouterr().err
    assert "[1/2] gate.md: repair 2/9" in written
    assert "\n" not in written


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None, reason="the extra embeddings is not installed"
)
def test_a_folder_without_a_model_is_refused_before_any_file_is_read(
    gate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--method", "embeddings", "--embedding-model", str(tmp_path))
    assert main(["split", str(gate), *options]) == 2
    assert str(tmp_path) in capsys.readouterr().err
