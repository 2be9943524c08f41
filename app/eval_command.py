"""`seamline eval`: measure repair or splitting against ground truth."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.console import (
    FAILED,
    OK,
    USAGE,
    LiveLine,
    RefusedError,
    about,
    check_out,
    fault,
    os_fault,
    printable,
    say,
)
from engine.settings import METHODS, PACKERS, RULE_METHODS, VERSION, RunSettings

if TYPE_CHECKING:
    from training.corpus import Corpus
    from training.evaluate import TextScore

SPLITS = ("train", "dev", "test", "all")
LIMITS = (512, 4096)
_TEXT_COLUMNS = {
    "prose_f1": "F1 prose",
    "prose_precision": "P",
    "prose_recall": "R",
    "f1": "F1 all",
    "defects": "defects",
    "mess": "mess",
    "heading_f1": "head F1",
    "heading_level_f1": "+level",
    "paragraph_f1": "para F1",
    "order": "order",
    "similarity": "similar",
    "cells": "cells",
    "cell_text": "in text",
    "cpu_per_mb": "s/MB",
}
_TEXT_NOTE = """
F1 prose, P, R: bag of words, formulas left out. defects: broken lines and words, page numbers,
stamps, runs of blanks per 1000 words; mess: all that the clarity reward counts. head F1: titles,
+level: with their level. para F1: where paragraphs begin. order: shared words in true order.
cells, in text: true table cells found as cells, in the text. s/MB: CPU seconds per MB of source."""


_SPLIT_COLUMNS = {
    "size": "size",
    "utilisation": "filled",
    "fragments": "crumbs",
    "illegal": "illegal",
    "over": "over",
    "mid_sentence": "mid-sent",
    "inside": "in para",
    "in_block": "in block",
    "orphans": "orphans",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "pk": "Pk",
    "window_diff": "WD",
    "mb_per_s": "MB/s",
}
_SPLIT_NOTE = """
size: mean min(tokens / limit, 1) of all chunks less the share of fragments (crumbs); filled: the
same mean without last chunks. illegal: plans with lost, doubled or overlong text. mid-sent,
in para, orphans: shares of cuts in sentences, in paragraphs, behind a heading; in block: cuts in
tables and fences that would fit. P, R, F1: cuts on true boundaries. Pk, WD (WindowDiff): errors."""


def add(parser: argparse.ArgumentParser, balances: Mapping[str, float]) -> None:
    """Add the options of the command to its parser; `balances` are the named ones."""
    parser.add_argument(
        "corpus",
        type=Path,
        metavar="CORPUS",
        help="a folder of documents (source.* and truth.md), or *.jsonl with true boundaries",
    )
    parser.add_argument("--split", choices=SPLITS, default="all", help="only this part")
    parser.add_argument(
        "--per-document",
        action="store_true",
        help="a line for each document (each set of *.jsonl) as well",
    )
    parser.add_argument("--json", type=Path, metavar="OUT.json", help="write all figures here")
    sets = parser.add_argument_group("for *.jsonl with true boundaries")
    sets.add_argument(
        "--methods",
        type=_listed(METHODS),
        default=RULE_METHODS,
        metavar=",".join(METHODS),
        help="what marks topic boundaries (default all that need no model)",
    )
    sets.add_argument(
        "--balances",
        type=_listed(tuple(balances)),
        default=tuple(balances),
        metavar=",".join(balances),
        help="full chunks against cuts on topic boundaries (default all)",
    )
    sets.add_argument(
        "--limit",
        type=_limits,
        default=LIMITS,
        metavar="TOKENS,…",
        help=f"most tokens a chunk may have (default {','.join(map(str, LIMITS))})",
    )
    sets.add_argument("--packer", choices=PACKERS, default=RunSettings().packer)
    parser.set_defaults(command=run, named_balances=balances)


def _listed(known: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """A parser of names, a comma between them."""

    def read(text: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
        unknown = [name for name in names if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(known)}")
        return names

    return read


def _limits(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(
        part.isascii() and part.isdigit() and 1 <= int(part) <= 10_000_000 for part in parts
    ):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of whole numbers of at least 1")
    return tuple(dict.fromkeys(map(int, parts)))


def run(options: argparse.Namespace) -> int:
    """Print the table, write the JSON; FAILED where a document could not be measured."""
    from engine.document import SeamlineError
    from training.corpus import find

    try:
        corpus = find(options.corpus)
    except SeamlineError as error:
        raise RefusedError(str(error), USAGE) from error
    if options.json is not None:
        inputs = [file for item in corpus.items for file in (item, *item.glob("*"))]
        check_out(options.json, inputs)
    measured = _texts if corpus.kind == "repair" else _splits
    status, report = measured(corpus, options)
    if options.json is not None:
        _write(options.json, report)
    return status


def _texts(corpus: Corpus, options: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    from engine.tokens import counter
    from training.corpus import read_text, split_name
    from training.evaluate import score_text, text_groups

    settings = RunSettings()
    wanted = ("", options.split)
    folders = [
        path for path in corpus.items if options.split == "all" or split_name(path) in wanted
    ]
    if not folders:
        raise RefusedError(f"{options.corpus}: no document belongs to the split {options.split}.")
    status = OK
    scores: list[TextScore] = []
    for number, folder in enumerate(folders, 1):
        live = LiveLine(f"[{number}/{len(folders)}] {printable(folder.name)}: ")
        try:
            scores.append(score_text(read_text(folder), settings, live.show))
        except Exception as error:  # noqa: BLE001 - one bad document never stops the others
            live.clear()
            say(about(folder, fault(error)))
            status = FAILED
        finally:
            live.clear()
    if not scores:
        raise RefusedError(f"{options.corpus}: not one document could be measured.")
    groups = text_groups(scores)
    rows = [(name, str(count), measures) for name, (count, measures) in groups.items()]
    if options.per_document:
        rows = [(score.name, score.split, score.measures) for score in scores] + rows
    print(_table(rows, _TEXT_COLUMNS, ("documents", "n")) + "\n" + _TEXT_NOTE)
    return status, {
        "version": VERSION,
        "corpus": str(options.corpus),
        "split": options.split,
        "tokenizer": counter(settings.encoding).name,
        "settings": settings.to_dict(),
        "means": {
            name: {"documents": count} | measures for name, (count, measures) in groups.items()
        },
        "documents": [score.to_dict() for score in scores],
    }


def _splits(corpus: Corpus, options: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    from engine.document import SeamlineError
    from engine.tokens import counter
    from training.corpus import read_topics
    from training.split_evaluate import Tallies, ways

    settings = RunSettings(packer=options.packer)
    balances = {options.named_balances[name]: name for name in options.balances}
    chosen = ways(options.methods, options.limit, tuple(balances), settings)
    tokens = counter(settings.encoding)
    if "embeddings" in options.methods:
        from engine.boundaries.embeddings import model_folder

        model_folder(settings.embedding_model)
    status, tallies = OK, Tallies()
    for number, path in enumerate(corpus.items, 1):
        live = LiveLine(f"[{number}/{len(corpus.items)}] {printable(path.name)}: ")
        try:
            for count, document in enumerate(read_topics(path), 1):
                if isinstance(document, SeamlineError):
                    live.clear()
                    say(str(document))
                    status = FAILED
                elif options.split in ("all", document.split or options.split):
                    live.show(f"document {count}", 0, 0)
                    try:
                        tallies.add(path.stem, document, chosen, tokens)
                    except Exception as error:  # noqa: BLE001 - nor does one stop the others here
                        live.clear()
                        say(f"{path}, {document.name}: {fault(error)}")
                        status = FAILED
        finally:
            live.clear()
    if not tallies.sets():
        raise RefusedError(f"{options.corpus}: not one document could be measured.")

    def named(way: RunSettings) -> tuple[str, str]:
        return f"{way.method} {balances[way.balance]}", str(way.limit)

    rows = [(*named(way), figures) for way, figures in tallies.means().items()]
    if options.per_document:
        of_sets = [
            (f"{name} {named(way)[0]}", named(way)[1], tally.measures())
            for name, group in tallies.sets().items()
            for way, tally in group.items()
        ]
        rows = of_sets + rows
    print(_table(rows, _SPLIT_COLUMNS, ("method and balance", "limit")) + "\n" + _SPLIT_NOTE)

    def plain(way: RunSettings) -> dict[str, Any]:
        return {"method": way.method, "balance": balances[way.balance], "limit": way.limit}

    return status, {
        "version": VERSION,
        "corpus": str(options.corpus),
        "split": options.split,
        "tokenizer": tokens.name,
        "settings": {"packer": settings.packer, "fragment": settings.fragment},
        "balances": {name: value for value, name in balances.items()},
        "means": [plain(way) | figures for way, figures in tallies.means().items()],
        "sets": [
            {"set": name} | plain(way) | tally.measures() | {"documents": tally.counts.plans}
            for name, group in tallies.sets().items()
            for way, tally in group.items()
        ],
    }


def _table(
    rows: Sequence[tuple[str, str, Mapping[str, float | None]]],
    columns: Mapping[str, str],
    heads: tuple[str, str],
) -> str:
    """Rows of (name, count or note, measures) as lines of aligned columns."""
    lines = [[*heads, *columns.values()]]
    for name, second, measures in rows:
        lines.append([printable(name), second, *(_figure(measures[key]) for key in columns)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def _write(path: Path, report: Mapping[str, Any]) -> None:
    from engine.atomic import write

    text = json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    try:
        write(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise RefusedError(f"{path}: {os_fault(error)}") from error
