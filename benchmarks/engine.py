"""Run time of each stage on a generated text of 1 MB and of 10 MB, and import times.

    python -m benchmarks.engine [MEGABYTES …]

A megabyte is a million bytes of UTF-8. Times are CPU seconds of this process.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.boundaries import boundaries
from engine.codec import dump, restore
from engine.document import Boundaries, Result, Split
from engine.paragraphs import paragraphs
from engine.pipeline import load, packer_for, repair, scorer_for
from engine.settings import RULE_METHODS, VERSION, RunSettings
from engine.sources import paragraph_sources
from engine.textsplit import split_text
from engine.tokens import counter

T = TypeVar("T")

SIZES = (1.0, 10.0)
SETTINGS = RunSettings()
TEXT = (
    "the model reads every window of text before it decides where a topic begins and a packed plan "
    "keeps whole paragraphs together while the limit holds repair joins broken lines removes heads "
    "restores headings and never changes a number name or negation because meaning belongs to them"
)
WORDS = TEXT.split()
HAN = "模型读取每个窗口的文字然后判断新的主题从哪里开始程序把段落装进块里保证不超过长度限制"
IMPORTS = ("engine", "engine.pipeline", "app.cli")


def messy_text(megabytes: float, seed: int = 7) -> str:
    """Pages of broken lines with running heads, page numbers, headings, lists and tables, one
    paragraph in five in Chinese."""
    pick = random.Random(seed)
    pieces: list[str] = []
    size, page = 0, 1
    while size < megabytes * 1e6:
        piece = _piece(pick, len(pieces))
        if len(pieces) % 12 == 11:
            piece += f"\n{page}\n\fReport on the gates of the upper reach"
            page += 1
        pieces.append(piece)
        size += len(piece.encode()) + 2
    return "\n\n".join(pieces)


def _piece(pick: random.Random, number: int) -> str:
    kind = pick.random()
    if number % 15 == 0:
        return f"{number // 15 + 1} {' '.join(pick.choices(WORDS, k=4)).title()}"
    if kind < 0.05:
        return "\n".join(f"- {' '.join(pick.choices(WORDS, k=8))}" for _ in range(6))
    if kind < 0.08:
        rows = (f"| {pick.choice(WORDS)} | {pick.randrange(999)} |" for _ in range(8))
        return "\n".join(["| name | value |", "|---|---|", *rows])
    if kind < 0.28:
        text = "".join(pick.choices(HAN, k=150)) + "。"
        return "\n".join(text[at : at + 35] for at in range(0, len(text), 35))
    return _lines(pick, " ".join(pick.choices(WORDS, k=80)).capitalize() + ".")


def _lines(pick: random.Random, text: str) -> str:
    """`text` in lines of 75 characters, every second one of which ends in a broken word."""
    lines = []
    while len(text) > 75:
        cut = 75 if pick.random() < 0.5 else text.rfind(" ", 0, 75)
        broken = text[cut - 1].isalpha() and text[cut].isalpha()
        lines.append(text[:cut].rstrip() + ("-" if broken else ""))
        text = text[cut:].lstrip()
    return "\n".join([*lines, text])


class Table:
    """Times calls and prints a row for each."""

    def __init__(self, megabytes: float) -> None:
        self._megabytes = megabytes

    def row(self, name: str, call: Callable[[], T]) -> T:
        begun = time.process_time()
        result = call()
        seconds = time.process_time() - begun
        speed = f"{self._megabytes / seconds:8.1f}" if seconds else "       -"
        print(f"  {name:24} {seconds * 1000:10.1f} ms {speed} MB/s", flush=True)
        return result


def measure(megabytes: float) -> None:
    text = messy_text(megabytes)
    table = Table(len(text.encode()) / 1e6)
    tokens = counter(SETTINGS.encoding)
    tokens.count("the first count loads the tokenizer")
    print(f"{megabytes:g} MB, {len(text):,} code points")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.md"
        path.write_text(text, encoding="utf-8")
        document = table.row("load", lambda: load(path))
    repaired = table.row("repair (rules)", lambda: repair(document))
    found = table.row("paragraphs", lambda: paragraphs(repaired.text, tokens))
    marks: dict[str, Boundaries] = {}
    for method in RULE_METHODS:
        mark = partial(boundaries, repaired.text, found, method, counter=tokens)
        marks[method] = table.row(f"boundaries, {method}", mark)
    chosen = marks[SETTINGS.method]
    packer = table.row("packer", lambda: packer_for(repaired.text, found, SETTINGS, tokens))
    plan = table.row("plan", lambda: packer.plan(chosen.positions, chosen.strengths))
    sources = table.row("sources", lambda: paragraph_sources(repaired, found))
    scorer = table.row("scorer", lambda: scorer_for(repaired, found, sources, SETTINGS, tokens))
    scores = table.row("score", lambda: scorer.score(plan, chosen.positions))
    result = Result(Split(repaired, found, chosen, plan), scores, SETTINGS.to_dict(), VERSION)
    data = table.row("dump", lambda: dump(result))
    table.row("restore", lambda: restore(data))
    table.row("split_text, limit 512", lambda: split_text(text))
    print(
        f"  {len(found):,} paragraphs, {len(plan):,} chunks, {len(data) / 1e6:.2f} MB stored,"
        f" completeness {scores.document['completeness']:.3f},"
        f" clarity {scores.document['clarity']:.3f}\n"
    )


def import_times() -> None:
    """Wall time of importing each module in a fresh interpreter, the best of three."""
    code = "import time; b = time.perf_counter(); import {}; print(time.perf_counter() - b)"
    for module in IMPORTS:
        command = [sys.executable, "-c", code.format(module)]
        runs = (subprocess.run(command, capture_output=True, check=True) for _ in range(3))
        print(f"import {module:17} {min(float(run.stdout) for run in runs) * 1000:10.1f} ms")


def main(arguments: list[str]) -> None:
    for megabytes in map(float, arguments) if arguments else SIZES:
        measure(megabytes)
    import_times()


if __name__ == "__main__":
    main(sys.argv[1:])
