"""Results as JSON: the line that `seamline split` prints, and the form results are kept in.

`dump` and `restore` keep a whole `Result` as compressed JSON with one array per column
instead of one object per line or paragraph. Columns of numbers are base64 of little-endian
arrays, which reads ten times as fast as JSON numbers. The form holds data only, so a file
from a stranger can at worst be refused.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from itertools import pairwise
from typing import Any, get_args

import numpy as np

from engine.document import (
    Boundaries,
    Change,
    ChangeKind,
    Chunk,
    Document,
    FileKind,
    LineHint,
    Outcome,
    Paragraph,
    ParagraphKind,
    Repaired,
    Result,
    Scores,
    SeamlineError,
    Split,
    Window,
)

FORMAT = "seamline result 1"
_LEVEL = 1
_LARGEST = 1 << 30
_UNSAFE_IN_LINES = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
_Json = dict[str, Any]


def to_line(result: Result, tokenizer: str | None = None) -> dict[str, Any]:
    """The JSON object of one document on the command line; offsets count code points.

    `tokenizer` names the tokenizer that counted, where the caller knows it already.
    """
    if tokenizer is None:
        from engine.tokens import counter

        tokenizer = counter(str(result.settings["encoding"])).name
    split, document = result.split, result.document
    return {
        "path": document.path,
        "raw": document.raw,
        "repaired": result.repaired.text,
        "formulas": dict(document.formulas),
        "windows": [
            {
                "raw": list(window.raw),
                "repaired": list(window.repaired),
                "outcome": window.outcome,
                "checks": dict(window.checks),
            }
            for window in result.repaired.windows
        ],
        "paragraphs": [
            {"start": p.start, "end": p.end, "tokens": p.tokens, "kind": p.kind}
            for p in split.paragraphs
        ],
        "boundaries": list(split.boundaries.positions),
        "boundary_source": split.boundaries.source,
        "chunks": [
            {
                "first": chunk.first,
                "last": chunk.last,
                "start": chunk.start,
                "end": chunk.end,
                "tokens": chunk.tokens,
                "heading_path": list(chunk.heading_path),
                "forced": chunk.forced,
                "scores": dict(scores),
            }
            for chunk, scores in zip(split.chunks, result.scores.chunks, strict=True)
        ],
        "scores": dict(result.scores.document),
        "settings": dict(result.settings),
        "tokenizer": tokenizer,
        "version": result.version,
    }


def json_line(value: Mapping[str, Any]) -> str:
    """One line of JSON without its line end.

    Characters that some readers take for a line end (U+0085, U+2028, U+2029) are escaped;
    half a surrogate pair, which only a file name can hold, becomes U+FFFD.
    """
    line = json.dumps(value, ensure_ascii=False, allow_nan=False).translate(_UNSAFE_IN_LINES)
    return line.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def dump(result: Result) -> bytes:
    """The whole result as bytes; `restore` gives an equal one back."""
    document, repaired, split = result.document, result.repaired, result.split
    value = {
        "format": FORMAT,
        "version": result.version,
        "settings": dict(result.settings),
        "document": {
            "path": document.path,
            "name": document.name,
            "kind": document.kind,
            "raw": document.raw,
            "sha256": document.sha256,
            "hints": _dump_hints(document.hints),
            "pages": _pack(document.pages, "i4"),
            "formulas": dict(document.formulas),
            "notes": list(document.notes),
        },
        "repaired": {
            "text": repaired.text,
            "windows": [
                [*w.raw, *w.repaired, w.outcome, dict(w.checks), w.reason] for w in repaired.windows
            ],
            "ledger": {
                "spans": _pack([[*c.raw, *c.repaired, c.window] for c in repaired.ledger], "i4"),
                "kinds": _dump_words(c.kind for c in repaired.ledger),
                "reasons": _dump_words(c.reason for c in repaired.ledger),
            },
            "links": _pack(repaired.links, "i4"),
        },
        "split": {
            "paragraphs": {
                "numbers": _pack(
                    [[p.start, p.end, p.tokens, p.level] for p in split.paragraphs], "i4"
                ),
                "kinds": _dump_words(p.kind for p in split.paragraphs),
            },
            "boundaries": {
                "positions": list(split.boundaries.positions),
                "source": split.boundaries.source,
                "strengths": _pack(split.boundaries.strengths, "f8"),
            },
            "chunks": [list(astuple(chunk)) for chunk in split.chunks],
        },
        "scores": {
            "chunks": _dump_scores(result.scores.chunks),
            "cuts": _dump_scores(result.scores.cuts),
            "document": dict(result.scores.document),
        },
    }
    return zlib.compress(
        json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"), _LEVEL
    )


def restore(data: bytes) -> Result:
    """The result that `dump` wrote. SeamlineError where the bytes are anything else."""
    try:
        value = json.loads(_inflate(data).decode("utf-8", "surrogatepass"))
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise SeamlineError("This is not a result of this version of Seamline; run it again.")
        result = _restore(value)
        _check(result)
    except (
        zlib.error,
        binascii.Error,
        KeyError,
        TypeError,
        ValueError,
        IndexError,
        AttributeError,
        RecursionError,
    ) as error:
        raise SeamlineError(
            f"The stored result is damaged ({type(error).__name__}: {error}); run it again."
        ) from error
    return result


def _inflate(data: bytes) -> bytes:
    decompressor = zlib.decompressobj()
    inflated = decompressor.decompress(data, _LARGEST)
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("it does not end where it should")
    return inflated


def _restore(value: _Json) -> Result:
    document, repaired, split = value["document"], value["repaired"], value["split"]
    scores = value["scores"]
    restored = Repaired(
        Document(
            path=_str(document["path"]),
            name=_str(document["name"]),
            kind=_one_of(document["kind"], FileKind),
            raw=_str(document["raw"]),
            sha256=_str(document["sha256"]),
            hints=_restore_hints(document["hints"]),
            pages=tuple(_unpack(document["pages"], "i4").tolist()),
            formulas={_str(key): _str(latex) for key, latex in document["formulas"].items()},
            notes=tuple(map(_str, document["notes"])),
        ),
        _str(repaired["text"]),
        tuple(
            Window(
                (int(raw_start), int(raw_end)),
                (int(start), int(end)),
                _one_of(outcome, Outcome),
                _floats(checks),
                _str(reason),
            )
            for raw_start, raw_end, start, end, outcome, checks, reason in repaired["windows"]
        ),
        _restore_ledger(repaired["ledger"]),
        _unpack(repaired["links"], "i4", 4).astype(np.int64),
    )
    return Result(
        Split(
            restored,
            _restore_paragraphs(split["paragraphs"]),
            Boundaries(
                tuple(map(int, split["boundaries"]["positions"])),
                _str(split["boundaries"]["source"]),
                tuple(_unpack(split["boundaries"]["strengths"], "f8").tolist()),
            ),
            tuple(map(_restore_chunk, split["chunks"])),
        ),
        Scores(
            _restore_scores(scores["chunks"]),
            _restore_scores(scores["cuts"]),
            _floats(scores["document"]),
        ),
        dict(value["settings"]),
        _str(value["version"]),
    )


def _dump_hints(hints: Sequence[LineHint]) -> _Json:
    missing = (np.nan,) * 4
    return {
        "pages": _pack([hint.page for hint in hints], "i4"),
        "boxes": _pack([hint.box or missing for hint in hints], "f8"),
        "sizes": _pack([hint.size for hint in hints], "f8"),
        "faces": _pack([hint.bold + 2 * hint.mono for hint in hints], "u1"),
        "roles": _dump_words(hint.role for hint in hints),
        "paths": _dump_words(hint.path for hint in hints),
    }


def _restore_hints(value: _Json) -> tuple[LineHint, ...]:
    boxes = [
        None if box[0] != box[0] else tuple(box)
        for box in _unpack(value["boxes"], "f8", 4).tolist()
    ]
    faces = _unpack(value["faces"], "u1").tolist()
    return tuple(
        map(
            LineHint,
            *_same_length(
                _unpack(value["pages"], "i4").tolist(),
                boxes,
                _unpack(value["sizes"], "f8").tolist(),
                [bool(face & 1) for face in faces],
                [bool(face & 2) for face in faces],
                _restore_words(value["roles"]),
                _restore_words(value["paths"]),
            ),
        )
    )


def _restore_ledger(value: _Json) -> tuple[Change, ...]:
    spans = _unpack(value["spans"], "i4", 5).tolist()
    kinds, reasons = _restore_words(value["kinds"], ChangeKind), _restore_words(value["reasons"])
    return tuple(
        Change(kind, (raw_start, raw_end), (start, end), reason, window)
        for (raw_start, raw_end, start, end, window), kind, reason in zip(
            *_same_length(spans, kinds, reasons), strict=True
        )
    )


def _restore_paragraphs(value: _Json) -> tuple[Paragraph, ...]:
    numbers = _unpack(value["numbers"], "i4", 4).tolist()
    kinds = _restore_words(value["kinds"], ParagraphKind)
    return tuple(
        Paragraph(start, end, tokens, kind, level)
        for (start, end, tokens, level), kind in zip(*_same_length(numbers, kinds), strict=True)
    )


def _restore_chunk(row: Sequence[Any]) -> Chunk:
    first, last, start, end, tokens, heading_path, forced, prefix, suffix = row
    return Chunk(
        int(first),
        int(last),
        int(start),
        int(end),
        int(tokens),
        tuple(map(_str, heading_path)),
        bool(forced),
        _str(prefix),
        _str(suffix),
    )


def _dump_scores(rows: Sequence[Mapping[str, float]]) -> _Json:
    names = list(rows[0]) if rows else []
    return {"names": names, "values": _pack([[row[name] for name in names] for row in rows], "f8")}


def _restore_scores(value: _Json) -> tuple[dict[str, float], ...]:
    names = list(map(_str, value["names"]))
    if not names:
        return ()
    values = _unpack(value["values"], "f8", len(names)).tolist()
    return tuple(dict(zip(names, row, strict=True)) for row in values)


def _pack(values: Sequence[Any] | np.ndarray, dtype: str) -> str:
    return base64.b64encode(np.asarray(values, f"<{dtype}").tobytes()).decode("ascii")


def _unpack(value: str, dtype: str, columns: int = 0) -> np.ndarray:
    """The array of a column, [n] or [n, columns]."""
    array = np.frombuffer(base64.b64decode(value, validate=True), f"<{dtype}")
    native = array.astype(dtype)
    return native.reshape(-1, columns) if columns else native


def _dump_words(words: Iterable[str]) -> _Json:
    """A column of few different words: the words and, for each row, which."""
    numbers: dict[str, int] = {}
    rows = [numbers.setdefault(word, len(numbers)) for word in words]
    return {"words": list(numbers), "rows": _pack(rows, "u4")}


def _restore_words(value: _Json, allowed: Any = None) -> list[Any]:
    words = list(map(_str, value["words"]))
    if allowed is not None:
        for word in words:
            _one_of(word, allowed)
    return [words[row] for row in _unpack(value["rows"], "u4").tolist()]


def _same_length(*columns: Sequence[Any]) -> tuple[Sequence[Any], ...]:
    if len({len(column) for column in columns}) > 1:
        raise ValueError("columns of different length")
    return columns


def _str(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"text expected, not {type(value).__name__}")
    return value


def _floats(value: Mapping[str, Any]) -> dict[str, float]:
    return {_str(name): float(number) for name, number in value.items()}


def _one_of(value: Any, literal: Any) -> Any:
    if value not in get_args(literal):
        raise ValueError(f"unknown value {value!r}")
    return value


def _check(result: Result) -> None:
    """ValueError unless every span lies in its text and every number in its range."""
    document, repaired, split = result.document, result.repaired, result.split
    raw, text, count = len(document.raw), len(repaired.text), len(split.paragraphs)

    def need(holds: bool, what: str) -> None:
        if not holds:
            raise ValueError(what)

    def tile(spans: Sequence[tuple[int, int]], length: int) -> bool:
        edges = [0, *(end for _, end in spans)]
        return [start for start, _ in spans] == edges[:-1] and edges[-1] == length

    lines = document.raw.count("\n") + 1
    need(len(document.hints) in (0, lines), "one hint a line")
    need(all(0 <= page <= raw for page in document.pages), "pages within the raw text")
    need(tile([w.raw for w in repaired.windows], raw), "windows tile the raw text")
    need(tile([w.repaired for w in repaired.windows], text), "windows tile the repaired text")
    windows = len(repaired.windows)
    need(
        all(
            0 <= change.raw[0] <= change.raw[1] <= raw
            and 0 <= change.repaired[0] <= change.repaired[1] <= text
            and 0 <= change.window < windows
            for change in repaired.ledger
        ),
        "ledger entries within the texts and windows",
    )
    links = repaired.links
    if len(links):
        within = links.min() >= 0 and links[:, :2].max() <= raw and links[:, 2:].max() <= text
        need(bool(within), "links within the texts")
    edges = [0, *(edge for p in split.paragraphs for edge in (p.start, p.end)), text]
    need(all(a <= b for a, b in pairwise(edges)), "paragraphs in order")
    need(all(p.start < p.end for p in split.paragraphs), "paragraphs hold something")
    need(all(0 < p < count for p in split.boundaries.positions), "boundaries name paragraphs")
    need(len(split.boundaries.strengths) in (0, count), "one strength a paragraph")
    need(tile([(c.start, c.end) for c in split.chunks], text if split.chunks else 0), "chunks tile")
    need(all(0 <= c.first <= c.last < count for c in split.chunks), "chunks name paragraphs")
    need(len(result.scores.chunks) == len(split.chunks), "one score a chunk")
    need(len(result.scores.cuts) == max(len(split.chunks) - 1, 0), "one score a cut")
