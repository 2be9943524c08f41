"""The workspace file: an SQLite database that knows its own kind and version.

`application_id` says that a database is a workspace, `user_version` which of the ordered
`MIGRATIONS` it has been through. Every decision of a person hangs on an anchor: its gap
in the current run (NULL where the paragraph was not found again) and one place for each
repaired text it has been located in.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.document import SeamlineError

APPLICATION_ID = 0x5345414D  # "SEAM"
MAGIC = b"SQLite format 3\x00"
BUSY_SECONDS = 2.0

Migration = Sequence[str]

_FIRST: Migration = (
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        kind_hint TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'ready', 'failed')),
        review TEXT NOT NULL DEFAULT 'todo'
            CHECK (review IN ('todo', 'working', 'done', 'doubtful')),
        message TEXT NOT NULL DEFAULT '',
        run INTEGER REFERENCES runs (id),
        modified TEXT NOT NULL,
        removed TEXT
    ) STRICT""",
    """CREATE TABLE raw_texts (
        id INTEGER PRIMARY KEY,
        sha256 TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id),
        time TEXT NOT NULL,
        version TEXT NOT NULL,
        settings TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        raw INTEGER NOT NULL REFERENCES raw_texts (id),
        source TEXT NOT NULL,
        paragraphs INTEGER NOT NULL,
        chunks INTEGER NOT NULL,
        score REAL
    ) STRICT""",
    # Apart from `runs`, so that listing documents reads no blobs; of superseded runs only
    # the row in `runs` is kept.
    """CREATE TABLE results (
        run INTEGER PRIMARY KEY REFERENCES runs (id),
        data BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX runs_of_document ON runs (document)",
    """CREATE TABLE boundaries (
        run INTEGER NOT NULL REFERENCES runs (id),
        source TEXT NOT NULL,
        gap INTEGER NOT NULL,
        strength REAL,
        PRIMARY KEY (run, source, gap)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    # `hashes`: 8 bytes a paragraph, in order.
    "CREATE TABLE landmarks (key TEXT PRIMARY KEY, hashes BLOB NOT NULL) STRICT",
    """CREATE TABLE anchors (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id),
        annotator INTEGER NOT NULL REFERENCES annotators (id),
        gap INTEGER,
        discarded TEXT,
        UNIQUE (document, annotator, gap)
    ) STRICT""",
    "CREATE INDEX anchors_counted ON anchors (document, discarded, gap)",
    """CREATE TABLE places (
        anchor INTEGER NOT NULL REFERENCES anchors (id) ON DELETE CASCADE,
        landmarks TEXT NOT NULL REFERENCES landmarks (key),
        run INTEGER NOT NULL REFERENCES runs (id),
        gap INTEGER NOT NULL,
        below TEXT NOT NULL,
        above TEXT NOT NULL,
        excerpt TEXT NOT NULL,
        PRIMARY KEY (anchor, landmarks)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE decisions (
        anchor INTEGER PRIMARY KEY REFERENCES anchors (id) ON DELETE CASCADE,
        decision TEXT NOT NULL CHECK (decision IN ('added', 'removed', 'accepted'))
    ) STRICT""",
    """CREATE TABLE pins (
        anchor INTEGER PRIMARY KEY REFERENCES anchors (id) ON DELETE CASCADE
    ) STRICT""",
    """CREATE TABLE glue (
        anchor INTEGER PRIMARY KEY REFERENCES anchors (id) ON DELETE CASCADE
    ) STRICT""",
    """CREATE TABLE edit_log (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id),
        annotator INTEGER NOT NULL REFERENCES annotators (id),
        run INTEGER NOT NULL REFERENCES runs (id),
        time TEXT NOT NULL,
        what TEXT NOT NULL,
        changes TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX edit_log_of_document ON edit_log (document, annotator)",
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """CREATE TABLE judgements (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        prompt_version TEXT NOT NULL,
        model TEXT NOT NULL,
        time TEXT NOT NULL,
        answer TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX judgements_of_key ON judgements (key)",
)

MIGRATIONS: tuple[Migration, ...] = (_FIRST,)

_DAMAGED = "it is damaged: open a backup of it"
_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space and repeat the last step",
    sqlite3.SQLITE_READONLY: "it is write-protected: change its permissions or copy it",
    sqlite3.SQLITE_BUSY: "another program is writing to it: close that program and try again",
    sqlite3.SQLITE_LOCKED: "another program is writing to it: close that program and try again",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    # The statements keep every constraint of a sound file.
    sqlite3.SQLITE_CONSTRAINT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: "it is not a Seamline workspace, or it is damaged: choose another file",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: check the folder and its permissions",
    sqlite3.SQLITE_IOERR: "the disk reported an error: check the drive and the free space",
}


class DamageError(Exception):
    """A row that no version of the program can have written."""


@contextlib.contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turn what SQLite reports about the file into a `SeamlineError` that names it.

    Only faults of the file: a wrong statement is a bug and passes.
    """
    try:
        yield
    except (DamageError, UnicodeDecodeError) as error:
        # SQLite's own messages quote the file, which may not be UTF-8 any more.
        raise SeamlineError(f"{path}: {_DAMAGED}.") from error
    except sqlite3.DatabaseError as error:
        # Text that is not UTF-8 is reported by the module, without a code of SQLite.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        cause = _CAUSES.get(code & 0xFF)
        if cause is None:
            raise
        raise SeamlineError(f"{path}: {cause}.") from error


def decoded(text: str) -> Any:
    """The value of a JSON column; `DamageError` where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamageError(str(error)) from error


def connect(
    path: Path, *, create: bool, migrations: Sequence[Migration] = MIGRATIONS
) -> sqlite3.Connection:
    """Open the workspace at `path` at the newest schema version.

    A missing or empty file becomes a new workspace where `create` is set. An older
    version is first copied to ``<file>.v<version>.backup`` and then migrated in one
    transaction. Raises `SeamlineError` for a file that is missing, no workspace, damaged
    or written by a newer program; such a file is left as it is.
    """
    check_file(path, create=create)
    with faults(path):
        connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            version = _recognise(connection, path, len(migrations))
            if 0 < version < len(migrations):
                _back_up(connection, path, version)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection, version, migrations)
            # Off while migrating, so that a table can be rebuilt.
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def check_file(path: Path, *, create: bool) -> None:
    """Raise `SeamlineError` where `path` cannot be a workspace, without changing anything."""
    if path.is_dir():
        raise SeamlineError(f"{path} is a folder: choose a workspace file (.seam).")
    if not path.exists():
        if not create:
            raise SeamlineError(f"{path} does not exist: choose an existing workspace file.")
        if not path.parent.is_dir():
            raise SeamlineError(f"{path} cannot be created: its folder does not exist.")
        return
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError as error:
        raise SeamlineError(f"{path} cannot be read: {error.strerror}.") from error
    if start != MAGIC and (start or not create):
        raise SeamlineError(f"{path} is not a Seamline workspace: choose another file.")


def _recognise(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The schema version, 0 for a database without anything in it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    blank = application == 0 and version == 0 and objects == 0
    if application != APPLICATION_ID and not blank:
        raise SeamlineError(f"{path} is not a Seamline workspace: choose another file.")
    if version > newest:
        raise SeamlineError(
            f"{path} was written by a newer Seamline (format {version}, this one reads up to"
            f" {newest}): update Seamline to open it."
        )
    return int(version)


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    target = path.with_name(f"{path.name}.v{version}.backup")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(partial)) as copy:
        connection.backup(copy)
    partial.replace(target)


def _migrate(connection: sqlite3.Connection, version: int, migrations: Sequence[Migration]) -> None:
    if version == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in migrations[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
