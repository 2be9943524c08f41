"""One file with everything people decided: documents, runs, edits, judgements.

One process at a time holds a workspace. Every call is one short transaction that is on
disk when it returns; a call that fails leaves the file as it was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, get_args

from filelock import FileLock, Timeout

from engine import workspace_edits
from engine.anchors import Landmarks, landmarks
from engine.document import Result, SeamlineError
from engine.edits import Edits
from engine.workspace_rows import DocumentRow, LogEntry, Review, Unmatched
from engine.workspace_schema import DamageError, check_file, connect, decoded, faults

__all__ = ["DocumentRow", "LogEntry", "Unmatched", "Workspace", "judge_key"]

CACHED_LANDMARKS = 4  # documents

Judgement = float | dict[str, Any]


class Workspace:
    """An open workspace file. `path` is absolute; methods may be called from any thread.

    Every method raises `SeamlineError` where the file cannot be read or written (full
    disk, damage, another program), and KeyError for an unknown document id.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._mutex = threading.RLock()
        self._landmarks: dict[int, Landmarks] = {}  # by run

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> Workspace:
        """Open the workspace at `path`, or make a new one where there is none and
        `create` is set. `SeamlineError` where it is missing, open elsewhere, damaged, of a
        newer program or something else."""
        path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
        check_file(path, create=create)
        lock = _hold(path)
        try:
            return cls(path, connect(path, create=create), lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Write what is left and let go of the file; a second call does nothing."""
        with self._mutex:
            self._connection.close()
            self._lock.release()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Documents

    def add(self, path: str, kind_hint: str = "") -> int:
        """The id of the document at `path`; one that was removed comes back as it was."""
        absolute = os.path.abspath(path)  # noqa: PTH100
        if _plain(absolute) != absolute:
            raise SeamlineError(f"{_plain(absolute)}: the file name is not UTF-8: rename the file.")
        with self._write() as connection:
            row = connection.execute(
                "INSERT INTO documents (path, name, kind_hint, modified) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (path) DO UPDATE SET removed = NULL RETURNING id",
                (absolute, Path(absolute).name, kind_hint, _now()),
            ).fetchone()
        return int(row[0])

    def documents(self) -> list[DocumentRow]:
        """All documents that are not removed, in the order in which they came."""
        rows = self._read(
            """SELECT d.id, d.path, d.name, d.state, d.review, d.message,
                coalesce(r.paragraphs, 0), coalesce(r.chunks, 0), r.score,
                (SELECT count(gap) FROM anchors a
                    WHERE a.document = d.id AND a.discarded IS NULL),
                (SELECT count(*) FROM anchors a
                    WHERE a.document = d.id AND a.discarded IS NULL AND a.gap IS NULL),
                d.modified
            FROM documents d
            LEFT JOIN runs r ON r.id = d.run
            WHERE d.removed IS NULL ORDER BY d.id"""
        )
        return [DocumentRow(*row) for row in rows]

    def remove(self, doc: int) -> None:
        """Take a document off the list; its runs and edits stay for `restore`."""
        self._update(doc, removed=_now())

    def restore(self, doc: int) -> None:
        """Undo `remove`."""
        self._update(doc, removed=None)

    def set_review(self, doc: int, state: str) -> None:
        """Set the review state, one of `Review`; ValueError for another word."""
        if state not in get_args(Review):
            raise ValueError(f"review state {state!r}")
        self._update(doc, review=state, modified=_now())

    def fail(self, doc: int, message: str) -> None:
        """Record that a run failed; an earlier run and the edits stay."""
        self._update(doc, state="failed", message=_plain(message), modified=_now())

    # Runs

    def save_run(self, doc: int, result: Result, *, blob: bytes | None = None) -> int:
        """Make `result` the current run of a document and return the run's id. Decisions
        are attached to the new paragraphs; those not found are kept as `unmatched`.
        `blob` is ``codec.dump(result)`` where the caller has it already."""
        if blob is None:
            from engine.codec import dump

            blob = dump(result)
        raw = result.document.raw
        digest = hashlib.sha256(raw.encode()).hexdigest()
        boundaries = result.split.boundaries
        strengths = boundaries.strengths
        with self._write() as connection:
            previous = self._run_of(doc)
            connection.execute(
                "INSERT OR IGNORE INTO raw_texts (sha256, text) VALUES (?, ?)", (digest, raw)
            )
            (run,) = connection.execute(
                """INSERT INTO runs (document, time, version, settings, sha256, raw, source,
                    paragraphs, chunks, score)
                VALUES (?, ?, ?, ?, ?, (SELECT id FROM raw_texts WHERE sha256 = ?),
                    ?, ?, ?, ?) RETURNING id""",
                (
                    doc,
                    _now(),
                    result.version,
                    json.dumps(dict(result.settings), sort_keys=True),
                    result.document.sha256,
                    digest,
                    boundaries.source,
                    len(result.split.paragraphs),
                    len(result.split.chunks),
                    result.scores.document.get("total"),
                ),
            ).fetchone()
            connection.executemany(
                "INSERT INTO boundaries (run, source, gap, strength) VALUES (?, ?, ?, ?)",
                [
                    (run, boundaries.source, gap, strengths[gap] if strengths else None)
                    for gap in boundaries.positions
                ],
            )
            connection.execute("DELETE FROM results WHERE run = ?", (previous,))
            connection.execute("INSERT INTO results (run, data) VALUES (?, ?)", (run, blob))
            connection.execute(
                "UPDATE documents SET run = ?, state = 'ready', message = '', modified = ?"
                " WHERE id = ?",
                (run, _now(), doc),
            )
            if connection.execute(
                "SELECT 1 FROM anchors WHERE document = ? LIMIT 1", (doc,)
            ).fetchone():
                marks = landmarks(result.repaired.text, result.split.paragraphs)
                workspace_edits.rehang(connection, doc, run, marks)
        return int(run)

    def load_run(self, doc: int) -> Result | None:
        """The current run, None before the first one."""
        from engine.codec import restore

        blob = self.run_blob(doc)
        if blob is None:
            return None
        try:
            return restore(blob)
        except SeamlineError as error:
            raise SeamlineError(f"{self.path}, document {doc}: {error}") from error

    def run_blob(self, doc: int) -> bytes | None:
        """The current run as ``codec.dump`` wrote it, to be restored in another thread."""
        with self._mutex, faults(self.path):
            run = self._run_of(doc)
            query = "SELECT data FROM results WHERE run = ?"
            row = self._connection.execute(query, (run,)).fetchone()
        return bytes(row[0]) if row else None

    def index(self, doc: int, result: Result) -> None:
        """Prepare `save_edits` for the current run, `result`, so that the first one does
        not have to restore and fold the text; may be called in another thread."""
        with self._mutex, faults(self.path):
            run = self._needs_run(doc)
        self._keep(run, landmarks(result.repaired.text, result.split.paragraphs))

    # Edits

    def edits(self, doc: int, annotator: str) -> Edits:
        """What `annotator` decided, in the paragraph numbers of the current run."""
        with self._mutex, faults(self.path):
            person = workspace_edits.annotator_id(self._connection, annotator, create=False)
            return workspace_edits.load(self._connection, doc, person)

    def save_edits(self, doc: int, annotator: str, edits: Edits, what: str) -> None:
        """Store `edits` and log them as `what`; on disk when this returns. Edits equal to
        the stored ones write nothing. `SeamlineError` before the first run, ValueError for
        a gap the current run does not have."""
        with self._write() as connection:
            run = self._needs_run(doc)
            person = workspace_edits.annotator_id(connection, _plain(annotator), create=True)
            marks = self._landmarks_of(doc, run)
            changes = workspace_edits.store(connection, doc, person, run, edits, marks)
            if changes:
                workspace_edits.log(connection, doc, person, run, _now(), _plain(what), changes)
                self._update(doc, modified=_now())

    def unmatched(self, doc: int, annotator: str) -> list[Unmatched]:
        """Decisions whose paragraph the current run does not have."""
        with self._mutex, faults(self.path):
            person = workspace_edits.annotator_id(self._connection, annotator, create=False)
            return workspace_edits.unmatched(self._connection, doc, person)

    def discard_unmatched(self, ids: Collection[int]) -> None:
        """Take decisions (`Unmatched.id`) off the list for good."""
        self._discard(ids, _now())

    def restore_unmatched(self, ids: Collection[int]) -> None:
        """Undo `discard_unmatched`."""
        self._discard(ids, None)

    def annotators(self) -> list[str]:
        """Everyone who has saved edits, by name."""
        return [row[0] for row in self._read("SELECT name FROM annotators ORDER BY name")]

    def editors(self, doc: int) -> list[str]:
        """Annotators with decisions in the current run, who edited last first."""
        return [
            row[0]
            for row in self._read(
                """SELECT name FROM annotators p
                WHERE EXISTS (SELECT 1 FROM anchors WHERE document = ?1 AND annotator = p.id
                    AND gap IS NOT NULL)
                ORDER BY (SELECT max(id) FROM edit_log WHERE document = ?1
                    AND annotator = p.id) DESC""",
                (doc,),
            )
        ]

    def history(self, doc: int, annotator: str) -> list[LogEntry]:
        """What `annotator` saved, oldest first."""
        with self._mutex, faults(self.path):
            person = workspace_edits.annotator_id(self._connection, annotator, create=False)
            return workspace_edits.history(self._connection, doc, person)

    # Settings and judgements

    def setting(self, key: str, default: Any = None) -> Any:
        """A stored JSON value, `default` where there is none."""
        with self._mutex, faults(self.path):
            query = "SELECT value FROM settings WHERE key = ?"
            row = self._connection.execute(query, (key,)).fetchone()
            return decoded(row[0]) if row else default

    def set_setting(self, key: str, value: Any) -> None:
        """Store a JSON value."""
        with self._write() as connection:
            connection.execute(
                "INSERT INTO settings (key, value) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, json.dumps(value)),
            )

    def judged(self, key: str) -> list[Judgement]:
        """Every stored answer for `key` (see `judge_key`), oldest first."""
        with self._mutex, faults(self.path):
            query = "SELECT answer FROM judgements WHERE key = ? ORDER BY id"
            return [decoded(row[0]) for row in self._connection.execute(query, (key,))]

    def save_judgement(
        self, key: str, answer: Judgement, *, prompt_version: str, model: str
    ) -> None:
        """Add an answer; several for one key show the noise of the judge."""
        with self._write() as connection:
            connection.execute(
                "INSERT INTO judgements (key, prompt_version, model, time, answer)"
                " VALUES (?, ?, ?, ?, ?)",
                (key, prompt_version, model, _now(), json.dumps(answer, allow_nan=False)),
            )

    # Internals

    @contextlib.contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with self._mutex, faults(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # SQLite itself rolls back on some faults, a full disk among them.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._mutex, faults(self.path):
            return self._connection.execute(query, values).fetchall()

    def _update(self, doc: int, **columns: str | None) -> None:
        names = ", ".join(f"{name} = ?" for name in columns)
        with self._mutex, faults(self.path):
            cursor = self._connection.execute(
                f"UPDATE documents SET {names} WHERE id = ?", (*columns.values(), doc)
            )
            if not cursor.rowcount:
                raise KeyError(doc)

    def _discard(self, ids: Collection[int], time: str | None) -> None:
        with self._write() as connection:
            connection.executemany(
                "UPDATE anchors SET discarded = ? WHERE id = ? AND gap IS NULL",
                [(time, anchor_id) for anchor_id in ids],
            )

    def _run_of(self, doc: int) -> int | None:
        row = self._connection.execute("SELECT run FROM documents WHERE id = ?", (doc,)).fetchone()
        if row is None:
            raise KeyError(doc)
        return None if row[0] is None else int(row[0])

    def _needs_run(self, doc: int) -> int:
        run = self._run_of(doc)
        if run is None:
            (path,) = self._connection.execute(
                "SELECT path FROM documents WHERE id = ?", (doc,)
            ).fetchone()
            raise SeamlineError(f"{path} has not been split yet: run it before editing.")
        return run

    def _landmarks_of(self, doc: int, run: int) -> Landmarks:
        if run not in self._landmarks:
            result = self.load_run(doc)
            if result is None:
                raise DamageError(f"run {run} has no result")
            self._keep(run, landmarks(result.repaired.text, result.split.paragraphs))
        return self._landmarks[run]

    def _keep(self, run: int, marks: Landmarks) -> None:
        with self._mutex:
            while len(self._landmarks) >= CACHED_LANDMARKS:
                self._landmarks.pop(next(iter(self._landmarks)))
            self._landmarks[run] = marks


def judge_key(content: str, prompt_version: str, model: str) -> str:
    """The key of a judgement: the same text, prompt and model give the same key."""
    parts = json.dumps([content, prompt_version, model])
    return hashlib.sha256(parts.encode()).hexdigest()


def _hold(path: Path) -> FileLock:
    """The lock on "<file>.lock", which the system takes back when the process ends."""
    place = path.with_name(path.name + ".lock")
    lock = FileLock(place, thread_local=False)
    try:
        # Read first: some versions of filelock empty the file when they try the lock.
        holder = place.read_text(encoding="ascii", errors="replace") if place.exists() else ""
        lock.acquire(timeout=0)
        place.write_text(str(os.getpid()), encoding="ascii")
    except Timeout:
        process = f" (process {holder.strip()})" if holder.strip().isdecimal() else ""
        raise SeamlineError(
            f"{path} is open in another Seamline window{process}: close it there first."
        ) from None
    except OSError as error:
        lock.release()
        raise SeamlineError(
            f"{path} cannot be opened for writing ({error.strerror}): check the folder's"
            " permissions and free space."
        ) from error
    return lock


def _plain(text: str) -> str:
    """`text` with what UTF-8 cannot hold shown as a question mark."""
    return text.encode("utf-8", "replace").decode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
