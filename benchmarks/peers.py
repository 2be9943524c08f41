"""Measure Seamline beside others: repair, splitting, speed and memory, one table each.

    python -m benchmarks.peers [repair] [splitting] [speed] [--split dev] [--timeout 300]

Peers come with ``pip install -c tests/constraints.txt -e '.[peers]'``; those that are missing
are named. Ground truth is that of ``shared`` beside the repository: without it only speed and
memory are measured, on generated text. Each figure is taken in a process of its own, so that
one that hangs or fails costs nothing but its cell; times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import repair_peers, split_peers
from benchmarks.engine import messy_text

SHARED = Path(__file__).resolve().parents[2] / "shared"
LIMITS = (512, 4096)
MB = 1_000_000
Figures = dict[str, float | None]

REPAIR_COLUMNS = [
    "prose_f1",
    "prose_precision",
    "prose_recall",
    "f1",
    "defects",
    "heading_f1",
    "heading_level_f1",
    "paragraph_f1",
    "order",
    "similarity",
    "cells",
    "cell_text",
    "cpu_per_mb",
]
SPLIT_COLUMNS = [
    "size",
    "fragments",
    "illegal",
    "over",
    "mid_sentence",
    "inside",
    "in_block",
    "orphans",
    "precision",
    "recall",
    "f1",
    "pk",
    "window_diff",
]
SPEED_COLUMNS = [*(f"mb_per_s_{limit}" for limit in LIMITS), "extra_mb_at_10_mb"]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="repair|splitting|speed")
    parser.add_argument("--split", choices=("train", "dev", "all"), default="dev")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for each figure")
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        print(json.dumps(_one(*options.one)))
        return 0
    missing: dict[str, str] = {}
    for table in options.tables or ("repair", "splitting", "speed"):
        _print_table(table, options, missing)
    for name, package in missing.items():
        print(f"missing: {name} (pip install -c tests/constraints.txt '{package}')")
    return 0


def _print_table(table: str, options: argparse.Namespace, missing: dict[str, str]) -> None:
    truth = {"repair": SHARED / "corpus", "splitting": SHARED / "segmentation"}.get(table)
    if truth is not None and not truth.is_dir():
        print(f"{table}: {truth} is missing, nothing to compare with\n")
        return
    peers = repair_peers.PEERS if table == "repair" else split_peers.PEERS
    if table == "repair":
        runs = {
            (peer.name, suffix): [table, peer.name, suffix, options.split]
            for suffix in (repair_peers.PDF, repair_peers.HTML)
            for peer in peers
            if suffix in peer.suffixes
        }
        columns = REPAIR_COLUMNS
    elif table == "splitting":
        runs = {
            (peer.name, str(limit)): [table, peer.name, str(limit)]
            for limit in LIMITS
            for peer in peers
        }
        columns = SPLIT_COLUMNS
    else:
        runs = {(peer.name, ""): [table, peer.name] for peer in peers}
        columns = SPEED_COLUMNS
    packages = {peer.name: peer.package for peer in peers}
    print(f"| {table} | | " + " | ".join(columns) + " |")
    print("|---|---|" + "---:|" * len(columns))
    for (name, variant), run in runs.items():
        if name in missing:
            continue
        figures, fault = _child(run, options.timeout)
        if fault == "ModuleNotFoundError" and packages[name]:
            missing[name] = packages[name]
        elif fault:
            print(f"| {name} | {variant} | {fault} |" + " |" * (len(columns) - 1), flush=True)
        else:
            cells = " | ".join(_cell(figures.get(column)) for column in columns)
            print(f"| {name} | {variant} | {cells} |", flush=True)
    print(flush=True)


def _cell(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def _child(run: Sequence[str], timeout: float) -> tuple[Figures, str]:
    """(figures, what went wrong) of one run in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.peers", "--one", *run]
    if run[0] == "speed":
        figures: Figures = {}
        for variant in (*map(str, LIMITS), "memory"):
            part, fault = _finish([*command, variant], timeout)
            if fault == "ModuleNotFoundError":
                return {}, fault
            figures |= part
        return figures, ""
    return _finish(command, timeout)


def _finish(command: Sequence[str], timeout: float) -> tuple[Figures, str]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return {}, f"over {timeout:.0f} s"
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["failed"]
        return {}, last[0].split(":")[0].rsplit(".", 1)[-1]
    result: Figures = json.loads(done.stdout.strip().splitlines()[-1])
    return result, ""


def _one(table: str, name: str, *rest: str) -> Figures:
    if table == "repair":
        return _repair(name, *rest)
    peer = next(peer for peer in split_peers.PEERS if peer.name == name)
    if table == "splitting":
        return _splitting(peer, int(rest[0]))
    return _memory(peer) if rest[0] == "memory" else _speed(peer, int(rest[0]))


def _repair(name: str, suffix: str, split: str) -> Figures:
    from training.corpus import find, read_text
    from training.evaluate import text_score
    from training.metrics import means

    peer = next(peer for peer in repair_peers.PEERS if peer.name == name)
    convert = peer.build()
    rows: list[Mapping[str, float | None]] = []
    for folder in find(SHARED / "corpus").items:
        document = read_text(folder)
        if document.source.suffix != suffix or split not in (document.split, "all"):
            continue
        started = time.process_time()
        output = convert(document.source)
        seconds = time.process_time() - started
        score = text_score(document, suffix[1:], output.text, seconds, output.formulas)
        rows.append(score.measures)
    return means(rows)


def _splitting(peer: split_peers.Peer, limit: int) -> Figures:
    from engine.tokens import counter
    from training.corpus import TrueTopics, find, read_topics
    from training.metrics import means
    from training.split_metrics import Counts, measure, true_split

    split = peer.build(limit)
    rows: list[Mapping[str, float | None]] = []
    for path in find(SHARED / "segmentation").items:
        counts = Counts()
        for document in read_topics(path):
            if not isinstance(document, TrueTopics):
                raise document
            truth = true_split(document.paragraphs, document.boundaries, counter())
            pieces = split_peers.pieces(truth.text, split(truth.text))
            counts += measure(truth, pieces, limit)
        rows.append(counts.measures())
    return means(rows)


def _speed(peer: split_peers.Peer, limit: int) -> Figures:
    split = peer.build(limit)
    text = _text(1.0)
    list(split(text[:20_000]))
    started = time.process_time()
    list(split(text))
    return {f"mb_per_s_{limit}": 1 / (time.process_time() - started)}


def _memory(peer: split_peers.Peer) -> Figures:
    split = peer.build(LIMITS[0])
    text = _text(10.0)
    list(split(text[:20_000]))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    list(split(text))
    extra = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"extra_mb_at_10_mb": extra * 1024 / MB}


def _text(megabytes: float) -> str:
    """Text of that many 10^6 bytes: real prose where the sets lie beside the repository."""
    path = SHARED / "segmentation" / "gutenberg.jsonl"
    if not path.is_file():
        return messy_text(megabytes)
    lines = path.read_text(encoding="utf-8").splitlines()
    whole = "\n\n".join(text for line in lines for text in json.loads(line)["paragraphs"])
    data = whole.encode()
    wanted = int(megabytes * MB)
    return (data * (wanted // len(data) + 1))[:wanted].decode("utf-8", "ignore")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
