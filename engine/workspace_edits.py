"""A person's decisions in the workspace file: read, store, re-attach, log.

Plain functions on an open connection; `engine.workspace` wraps them in transactions.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from engine.anchors import HASH_BYTES, Anchor, Landmarks, anchor, reattach
from engine.edits import Decision, Edits
from engine.workspace_rows import GapChange, LogEntry, Unmatched
from engine.workspace_schema import DamageError, decoded

Holds = tuple[str, ...]  # "added", "removed" or "accepted", then "pinned", then "glued"

_HELD = """
    SELECT anchors.id, anchors.gap, decisions.decision, pins.anchor, glue.anchor
    FROM anchors
    LEFT JOIN decisions ON decisions.anchor = anchors.id
    LEFT JOIN pins ON pins.anchor = anchors.id
    LEFT JOIN glue ON glue.anchor = anchors.id
    WHERE anchors.document = ? AND anchors.annotator = ?"""


def annotator_id(connection: sqlite3.Connection, name: str, *, create: bool) -> int:
    """The id of an annotator, 0 for an unknown one that is not created."""
    if create:
        connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))
    row = connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
    return row[0] if row else 0


def load(connection: sqlite3.Connection, document: int, annotator: int) -> Edits:
    """The decisions that stand in the current run."""
    return _edits({gap: holds for gap, (_, holds) in _held(connection, document, annotator)})


def store(
    connection: sqlite3.Connection,
    document: int,
    annotator: int,
    run: int,
    edits: Edits,
    marks: Landmarks,
) -> tuple[GapChange, ...]:
    """Make `edits` what stands in the current run and return what that changed. Only
    changed gaps are written. ValueError for a gap the text does not have."""
    held = dict(_held(connection, document, annotator))
    wanted = _holds(edits)
    changes = []
    for gap in sorted(held.keys() | wanted.keys()):
        anchor_id, before = held.get(gap, (0, ()))
        after = wanted.get(gap, ())
        if before == after:
            continue
        changes.append(GapChange(gap, before, after))
        if not after:
            connection.execute("DELETE FROM anchors WHERE id = ?", (anchor_id,))
            continue
        if not anchor_id:
            anchor_id = _new_anchor(connection, document, annotator, run, anchor(gap, marks), marks)
        _write_holds(connection, anchor_id, after)
    return tuple(changes)


def log(
    connection: sqlite3.Connection,
    document: int,
    annotator: int,
    run: int,
    time: str,
    what: str,
    changes: Iterable[GapChange],
) -> None:
    """Append to the edit log."""
    rows = [[change.gap, change.before, change.after] for change in changes]
    connection.execute(
        "INSERT INTO edit_log (document, annotator, run, time, what, changes)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (document, annotator, run, time, what, json.dumps(rows)),
    )


def history(connection: sqlite3.Connection, document: int, annotator: int) -> list[LogEntry]:
    """The edit log, oldest entry first."""
    rows = connection.execute(
        "SELECT time, what, run, changes FROM edit_log"
        " WHERE document = ? AND annotator = ? ORDER BY id",
        (document, annotator),
    )
    return [
        LogEntry(time, what, run, _changes(decoded(changes))) for time, what, run, changes in rows
    ]


def _changes(rows: Any) -> tuple[GapChange, ...]:
    try:
        return tuple(GapChange(gap, tuple(before), tuple(after)) for gap, before, after in rows)
    except (TypeError, ValueError) as error:
        raise DamageError("a log entry of the wrong shape") from error


def unmatched(connection: sqlite3.Connection, document: int, annotator: int) -> list[Unmatched]:
    """Decisions without a place in the current run that nobody has discarded."""
    rows = connection.execute(
        _HELD + " AND anchors.gap IS NULL AND anchors.discarded IS NULL ORDER BY anchors.id",
        (document, annotator),
    ).fetchall()
    result = []
    for anchor_id, _, decision, pinned, glued in rows:
        last = _last_place(connection, anchor_id)
        result.append(Unmatched(anchor_id, last.gap, _words(decision, pinned, glued), last.excerpt))
    return result


def rehang(connection: sqlite3.Connection, document: int, run: int, marks: Landmarks) -> None:
    """Find the gap of every decision about `document` again in the text of `marks`,
    which run `run` made; those not found keep their last place and get no gap."""
    annotators = connection.execute(
        "SELECT DISTINCT annotator FROM anchors WHERE document = ?", (document,)
    ).fetchall()
    for (annotator,) in annotators:
        ids = [
            row[0]
            for row in connection.execute(
                "SELECT id FROM anchors WHERE document = ? AND annotator = ?"
                " AND discarded IS NULL ORDER BY id",
                (document, annotator),
            )
        ]
        placed = _place(connection, ids, marks)
        connection.execute(
            "UPDATE anchors SET gap = NULL WHERE document = ? AND annotator = ?",
            (document, annotator),
        )
        for anchor_id, gap in placed.items():
            connection.execute("UPDATE anchors SET gap = ? WHERE id = ?", (gap, anchor_id))
            _write_place(connection, anchor_id, run, anchor(gap, marks), marks)


def _place(connection: sqlite3.Connection, ids: Sequence[int], marks: Landmarks) -> dict[int, int]:
    """Anchors that once stood in this very text go back exactly; then the others, text
    by text, from the last place of each."""
    placed: dict[int, int] = {}
    groups: dict[str, dict[int, Anchor]] = {}
    for anchor_id in ids:
        known = _place_in(connection, anchor_id, marks.key)
        last = known or _last_place(connection, anchor_id)
        groups.setdefault(last.key, {})[anchor_id] = last
    for key in sorted(groups, key=lambda key: key != marks.key):
        group = groups[key]
        old = marks.hashes if key == marks.key else _hashes(connection, key)
        gaps = reattach(list(group.values()), old, marks, frozenset(placed.values()))
        for anchor_id, gap in zip(group, gaps, strict=True):
            # Two anchors of one annotator can have shared a place in an older text.
            if gap is not None and gap not in placed.values():
                placed[anchor_id] = gap
    return placed


def _held(
    connection: sqlite3.Connection, document: int, annotator: int
) -> list[tuple[int, tuple[int, Holds]]]:
    rows = connection.execute(_HELD + " AND anchors.gap IS NOT NULL", (document, annotator))
    return [
        (gap, (anchor_id, _words(decision, pinned, glued)))
        for anchor_id, gap, decision, pinned, glued in rows
    ]


def _words(decision: str | None, pinned: int | None, glued: int | None) -> Holds:
    words = (decision, "pinned" if pinned else None, "glued" if glued else None)
    return tuple(word for word in words if word)


def _holds(edits: Edits) -> dict[int, Holds]:
    return {
        gap: _words(edits.decisions.get(gap), gap in edits.pins, gap in edits.glue)
        for gap in {*edits.decisions, *edits.pins, *edits.glue}
    }


def _edits(holds: Mapping[int, Holds]) -> Edits:
    decisions = {
        gap: cast(Decision, words[0])
        for gap, words in sorted(holds.items())
        if words and words[0] in ("added", "removed", "accepted")
    }
    return Edits(
        MappingProxyType(decisions),
        frozenset(gap for gap, words in holds.items() if "pinned" in words),
        frozenset(gap for gap, words in holds.items() if "glued" in words),
    )


def _new_anchor(
    connection: sqlite3.Connection,
    document: int,
    annotator: int,
    run: int,
    place: Anchor,
    marks: Landmarks,
) -> int:
    cursor = connection.execute(
        "INSERT INTO anchors (document, annotator, gap) VALUES (?, ?, ?)",
        (document, annotator, place.gap),
    )
    anchor_id = cast(int, cursor.lastrowid)
    _write_place(connection, anchor_id, run, place, marks)
    return anchor_id


def _write_holds(connection: sqlite3.Connection, anchor_id: int, holds: Holds) -> None:
    for table in ("decisions", "pins", "glue"):
        connection.execute(f"DELETE FROM {table} WHERE anchor = ?", (anchor_id,))
    for word in holds:
        if word == "pinned":
            connection.execute("INSERT INTO pins (anchor) VALUES (?)", (anchor_id,))
        elif word == "glued":
            connection.execute("INSERT INTO glue (anchor) VALUES (?)", (anchor_id,))
        else:
            connection.execute(
                "INSERT INTO decisions (anchor, decision) VALUES (?, ?)", (anchor_id, word)
            )


def _write_place(
    connection: sqlite3.Connection, anchor_id: int, run: int, place: Anchor, marks: Landmarks
) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO landmarks (key, hashes) VALUES (?, ?)",
        (marks.key, b"".join(marks.hashes)),
    )
    connection.execute(
        "INSERT INTO places (anchor, landmarks, run, gap, below, above, excerpt)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (anchor, landmarks) DO UPDATE SET run = excluded.run",
        (
            anchor_id,
            place.key,
            run,
            place.gap,
            place.below.hex(),
            place.above.hex(),
            place.excerpt,
        ),
    )


_PLACE = "SELECT landmarks, gap, below, above, excerpt FROM places WHERE anchor = ?"


def _last_place(connection: sqlite3.Connection, anchor_id: int) -> Anchor:
    query = _PLACE + " ORDER BY run DESC LIMIT 1"
    row = connection.execute(query, (anchor_id,)).fetchone()
    if row is None:
        raise DamageError(f"anchor {anchor_id} has no place")
    return _as_anchor(row)


def _place_in(connection: sqlite3.Connection, anchor_id: int, key: str) -> Anchor | None:
    row = connection.execute(_PLACE + " AND landmarks = ?", (anchor_id, key)).fetchone()
    return _as_anchor(row) if row else None


def _as_anchor(row: tuple[str, int, str, str, str]) -> Anchor:
    key, gap, below, above, excerpt = row
    try:
        return Anchor(key, gap, bytes.fromhex(below), bytes.fromhex(above), excerpt)
    except ValueError as error:
        raise DamageError(f"place with hashes {below!r}, {above!r}") from error


def _hashes(connection: sqlite3.Connection, key: str) -> list[bytes]:
    row = connection.execute("SELECT hashes FROM landmarks WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise DamageError(f"no landmarks {key}")
    blob = row[0]
    return [blob[at : at + HASH_BYTES] for at in range(0, len(blob), HASH_BYTES)]
