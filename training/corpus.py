"""Documents with ground truth, as they lie on disk.

Two kinds of corpora are known:

* **repair**: a folder for each document (or a folder ``docs`` of them) with ``source.pdf``,
  ``source.html`` or another file a user would open, ``truth.md``, the clean text of it, and
  ``meta.json`` (``split``, ``lang``, ``kind``; all optional);
* **splitting**: one or several ``*.jsonl``, one document a line with ``paragraphs`` (texts) and
  ``boundaries`` (numbers of the paragraphs, from 0, at which a topic starts); ``id``, ``lang``
  and ``split`` are optional.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engine.document import SeamlineError

Kind = Literal["repair", "splitting"]
SPLITS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class Corpus:
    """`items` are the folders of the documents, or the ``*.jsonl``."""

    kind: Kind
    items: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class TrueText:
    """A source file and the clean text of it. `genre` is the ``kind`` of ``meta.json``."""

    name: str
    source: Path
    truth: str
    split: str
    lang: str
    genre: str


@dataclass(frozen=True, slots=True)
class TrueTopics:
    """Paragraphs, and the numbers at which a topic starts, ascending, 0 never listed."""

    name: str
    paragraphs: tuple[str, ...]
    boundaries: tuple[int, ...]
    split: str
    lang: str


def find(path: Path) -> Corpus:
    """The corpus at `path`; SeamlineError where there is none."""
    if path.is_file() and path.suffix == ".jsonl":
        return Corpus("splitting", (path,))
    if path.is_dir():
        for folder in (path, path / "docs"):
            if _is_document(folder):
                return Corpus("repair", (folder,))
            children = sorted(folder.iterdir()) if folder.is_dir() else []
            documents = tuple(child for child in children if _is_document(child))
            if documents:
                return Corpus("repair", documents)
        sets = tuple(sorted(path.glob("*.jsonl")))
        if sets:
            return Corpus("splitting", sets)
    if not path.exists():
        raise SeamlineError(f"{path} does not exist; name a corpus.")
    raise SeamlineError(
        f"{path} is no corpus: neither folders with source.* and truth.md nor a .jsonl of"
        " paragraphs and boundaries."
    )


def _is_document(folder: Path) -> bool:
    return folder.is_dir() and any((folder / name).exists() for name in ("truth.md", "meta.json"))


def split_name(folder: Path) -> str:
    """The split that ``meta.json`` names, empty where none is named or readable."""
    try:
        return str(_meta(folder).get("split", ""))
    except SeamlineError:
        return ""


def read_text(folder: Path) -> TrueText:
    """The document of one folder; SeamlineError says what is missing."""
    truth, meta = folder / "truth.md", _meta(folder)
    sources = [path for path in sorted(folder.glob("source.*")) if path.is_file()]
    if len(sources) != 1:
        found = "no file" if not sources else f"{len(sources)} files"
        raise SeamlineError(f"{folder} holds {found} source.*; exactly one is needed.")
    try:
        text = truth.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SeamlineError(f"{truth} is not UTF-8; save it as UTF-8.") from error
    except OSError as error:
        raise SeamlineError(f"{truth} cannot be read ({error.strerror}).") from error
    if not text.strip():
        raise SeamlineError(f"{truth} is empty; there is nothing to compare with.")
    facts = (str(meta.get(key, "")) for key in ("split", "lang", "kind"))
    return TrueText(folder.name, sources[0], text, *facts)


def _meta(folder: Path) -> dict[str, Any]:
    path = folder / "meta.json"
    if not path.exists():
        return {}
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SeamlineError(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise SeamlineError(f"{path} is no JSON; correct or remove it.") from error
    if not isinstance(meta, dict):
        raise SeamlineError(f"{path} is no JSON object; correct or remove it.")
    return meta


def read_topics(path: Path) -> Iterator[TrueTopics | SeamlineError]:
    """The documents of one set, and in place of a bad line the fault that names it."""
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    try:
                        yield _topics(json.loads(line), f"{path.stem}:{number}")
                    except ValueError as error:
                        yield SeamlineError(f"{path}, line {number}: {error}")
    except UnicodeDecodeError:
        yield SeamlineError(f"{path} is not UTF-8; save it as UTF-8.")
    except OSError as error:
        yield SeamlineError(f"{path} cannot be read ({error.strerror}).")


def _topics(record: Any, name: str) -> TrueTopics:
    if not isinstance(record, dict):
        raise ValueError("a JSON object is expected here.")
    paragraphs, boundaries = record.get("paragraphs"), record.get("boundaries")
    if not isinstance(paragraphs, list) or not all(isinstance(text, str) for text in paragraphs):
        raise ValueError("paragraphs must be a list of texts.")
    if not any(text.strip() for text in paragraphs):
        raise ValueError("all its paragraphs are blank.")
    if not isinstance(boundaries, list) or not all(
        type(number) is int and 0 <= number < len(paragraphs) for number in boundaries
    ):
        raise ValueError("boundaries must be a list of numbers of paragraphs, counted from 0.")
    return TrueTopics(
        name=str(record.get("id", name)),
        paragraphs=tuple(paragraphs),
        boundaries=tuple(sorted(set(boundaries) - {0})),
        split=str(record.get("split", "")),
        lang=str(record.get("lang", "")),
    )
