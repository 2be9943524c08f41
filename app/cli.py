"""The command line: `seamline …`."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn

from app import eval_command
from app.console import (
    FAILED,
    INTERRUPTED,
    OK,
    PIPE_CLOSED,
    USAGE,
    LiveLine,
    RefusedError,
    about,
    check_out,
    fault,
    note,
    os_fault,
    printable,
    say,
)
from engine.settings import METHODS, PACKERS, VERSION, RunSettings

BALANCES = {"full": 0.1, "balanced": 1.0, "topics": 4.0}
DESCRIPTION = "See, judge and correct how documents are repaired and split into chunks."
EPILOG = """\
seamline                     the window, with the workspace open last
seamline WORKSPACE.seam      the window, with this workspace
seamline COMMAND --help      the options of a command

Exit status: 0 all well, 1 a file could not be processed, 2 wrong usage."""


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        say(f"{message} (see {self.prog} --help)")
        sys.exit(USAGE)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser, commands = _parser()
    if arguments and (arguments[0].startswith("-") or arguments[0] in commands):
        options = parser.parse_args(arguments)
    else:
        options = argparse.Namespace(command=_window, arguments=arguments)
    try:
        return int(options.command(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes stdout once more at exit and must not find the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except RefusedError as error:
        say(str(error))
        return error.status
    except Exception as error:  # noqa: BLE001 - no traceback ever reaches a user
        say(fault(error))
        return FAILED


def _parser() -> tuple[_Parser, frozenset[str]]:
    parser = _Parser(
        prog="seamline",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"seamline {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    open_ = commands.add_parser("open", help="open files in the window")
    open_.add_argument("files", nargs="+", type=Path, metavar="FILE")
    open_.set_defaults(command=_open)

    demo = commands.add_parser("demo", help="open the demo documents in the window")
    demo.set_defaults(command=_demo)

    _add_split(commands.add_parser("split", help="repair and split files, one JSON line each"))

    eval_command.add(commands.add_parser("eval", help="measure against ground truth"), BALANCES)

    export = commands.add_parser("export", help="write corrections as training data, or chunks")
    export.add_argument("workspace", type=Path, metavar="WORKSPACE.seam")
    export.add_argument(
        "--format",
        required=True,
        choices=("messages", "prompt-completion", "preference", "chunks"),
    )
    export.add_argument("-o", "--out", required=True, type=Path, metavar="OUT.jsonl")
    export.add_argument("--annotator", metavar="NAME", help="only this person's labels")
    export.add_argument(
        "--include",
        choices=("done", "edited"),
        default="done",
        help="documents marked done (default), or also those with edits",
    )
    export.set_defaults(command=_export)

    shot = commands.add_parser("shot", help="the window as a picture, no screen needed")
    shot.add_argument("file", type=Path, metavar="FILE")
    shot.add_argument("-o", "--out", required=True, type=Path, metavar="OUT.png")
    shot.add_argument("--size", type=_size, default=(1600, 1000), metavar="WIDTHxHEIGHT")
    shot.add_argument("--theme", choices=("light", "dark"), default="light")
    shot.set_defaults(command=_shot)
    return parser, frozenset(commands.choices)


def _add_split(parser: argparse.ArgumentParser) -> None:
    defaults = RunSettings()
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--engine", choices=("rules",), default=defaults.engine, help="what repairs: the rules"
    )
    parser.add_argument(
        "--method", choices=METHODS, default=defaults.method, help="what marks topic boundaries"
    )
    parser.add_argument("--packer", choices=PACKERS, default=defaults.packer)
    parser.add_argument(
        "--limit",
        type=_limit,
        default=defaults.limit,
        metavar="TOKENS",
        help=f"most tokens a chunk may have (default {defaults.limit})",
    )
    parser.add_argument(
        "--encoding",
        default=defaults.encoding,
        metavar="NAME|PATH",
        help="tokenizer: cl100k_base, or the path of a tokenizer.json",
    )
    parser.add_argument(
        "--balance",
        type=_balance,
        default=defaults.balance,
        metavar="|".join(BALANCES) + "|NUMBER",
        help="full chunks against cuts on topic boundaries (default balanced)",
    )
    parser.add_argument(
        "--embedding-model",
        default=defaults.embedding_model,
        metavar="FOLDER",
        help="sentence-transformers model for --method embeddings (default the installed one)",
    )
    parser.add_argument(
        "-o", "--out", type=Path, metavar="OUT.jsonl", help="write here instead of to stdout"
    )
    parser.set_defaults(command=_split)


def _limit(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _balance(text: str) -> float:
    try:
        value = BALANCES[text] if text in BALANCES else float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1000:
        names = ", ".join(BALANCES)
        raise argparse.ArgumentTypeError(
            f"{text!r} is none of {names} and no number from 0 to 1000"
        )
    return value


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[x×](\d{2,5})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (320 <= width <= 10_000 and 240 <= height <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size like 1600x1000")
    return width, height


# The window


def _window(options: argparse.Namespace) -> int:
    names = options.arguments
    if len(names) > 1 or any(not name.endswith(".seam") for name in names):
        raise RefusedError(
            f"{names[0]!r} is neither a command nor a workspace (.seam); to open documents:"
            f" seamline open {names[0]}",
            USAGE,
        )
    return _run_window(Path(names[0]) if names else None, [], demo=False)


def _open(options: argparse.Namespace) -> int:
    for path in options.files:
        if not path.exists():
            raise RefusedError(f"{path}: there is no such file.")
        if path.is_dir():
            raise RefusedError(_folder(path))
        if path.suffix == ".seam":
            raise RefusedError(f"{path} is a workspace; open it with: seamline {path}", USAGE)
    return _run_window(None, options.files, demo=False)


def _demo(_options: argparse.Namespace) -> int:
    return _run_window(None, [], demo=True)


def _run_window(workspace: Path | None, files: list[Path], *, demo: bool) -> int:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform == "linux" and not any(map(os.environ.get, screens)):
        raise RefusedError(
            "There is no screen to open a window on; `seamline split` and `shot` need none."
        )
    from app.main import run_window

    return run_window(workspace, files, demo)


def _shot(options: argparse.Namespace) -> int:
    check_out(options.out, [options.file])
    from app.shot import shot

    return shot(options.file, options.out, options.size, options.theme)


# Without a window


def _export(options: argparse.Namespace) -> int:
    if not options.workspace.is_file():
        raise RefusedError(f"{options.workspace}: there is no such workspace.")
    check_out(options.out, [options.workspace])
    from training.corrections import export

    report = export(
        options.workspace,
        options.format,
        options.out,
        annotator=options.annotator,
        include=options.include,
    )
    note(f"{report.records} records of {report.documents} documents are in {options.out}")
    return OK


def _split(options: argparse.Namespace) -> int:
    names = ("engine", "method", "packer", "limit", "encoding", "balance", "embedding_model")
    settings = RunSettings(**{name: getattr(options, name) for name in names})
    from engine.boundaries.embeddings import model_folder
    from engine.document import SeamlineError
    from engine.tokens import counter

    try:
        counter(settings.encoding)
        if settings.method == "embeddings":
            model_folder(settings.embedding_model)
    except SeamlineError as error:
        raise RefusedError(str(error), USAGE) from error
    if options.out is None:
        return _split_files(options.files, settings, sys.stdout.buffer)
    check_out(options.out, options.files)
    from engine.atomic import writing

    try:
        with writing(options.out) as out:
            status = _split_files(options.files, settings, out)
            if status == FAILED and out.tell() == 0:
                raise RefusedError(f"{options.out}: nothing to write, so it is left as it was.")
    except OSError as error:
        raise RefusedError(f"{options.out}: {os_fault(error)}") from error
    return status


def _split_files(files: Sequence[Path], settings: RunSettings, out: BinaryIO) -> int:
    status = OK
    for number, path in enumerate(files, 1):
        live = LiveLine(f"[{number}/{len(files)}] {printable(str(path))}: ")
        started = time.monotonic()
        try:
            line, chunks = _split_file(path, settings, live.show)
        except Exception as error:  # noqa: BLE001 - one bad file never stops the others
            live.clear()
            say(about(path, fault(error)))
            status = FAILED
            continue
        live.clear()
        out.write(line)
        out.flush()
        if len(files) > 1:
            note(f"{live.head}{chunks} chunks, {time.monotonic() - started:.1f} s")
    return status


def _split_file(
    path: Path, settings: RunSettings, progress: Callable[[str, int, int], None]
) -> tuple[bytes, int]:
    """The line of one document, and how many chunks it has."""
    from engine.codec import json_line, to_line
    from engine.pipeline import run

    if path.is_dir():
        raise RefusedError(_folder(path))
    result = run(path, settings, progress=progress)
    return json_line(to_line(result)).encode() + b"\n", len(result.split.chunks)


def _folder(path: Path) -> str:
    return f"{path}: is a folder; name the files in it, like {path / '*.pdf'}"


if __name__ == "__main__":
    sys.exit(main())
