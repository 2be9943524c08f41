"""Read a file into a `Document`: plain text, HTML or PDF, told apart by content."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from engine.document import Cancelled, Document, SeamlineError
from engine.loaders.sniff import sniff

__all__ = ["EmptyFileError", "load"]

Progress = Callable[[int, int], None]
Cancel = Callable[[], bool]


class EmptyFileError(SeamlineError):
    """The file holds no byte, or nothing but white space."""


def _read(path: Path) -> bytes:
    name = path.name or str(path)
    try:
        if path.is_dir():
            raise SeamlineError(f"{name} is a folder; open a file inside it.")
        return path.read_bytes()
    except FileNotFoundError:
        raise SeamlineError(f"{name} does not exist; check the path {path}.") from None
    except PermissionError:
        raise SeamlineError(f"{name} may not be read; change its permissions.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SeamlineError(f"{name} cannot be read: {reason}.") from None


def load(
    path: str | Path, *, progress: Progress | None = None, cancel: Cancel | None = None
) -> Document:
    """Read `path` into a `Document`.

    `progress` is called with (pages done, pages in all); `cancel` is asked between pages.
    Raises SeamlineError, one sentence that names the file, where it is missing, empty,
    encrypted, damaged, scanned without text or of a kind that cannot be read; Cancelled
    when `cancel` says so.
    """
    path = Path(path)
    data = _read(path)
    name = path.name
    if cancel is not None and cancel():
        raise Cancelled
    if not data.strip(b" \t\r\n\f\v\x00"):
        raise EmptyFileError(f"{name} is empty; choose a file that holds text.")
    kind = sniff(data, name)
    sha256 = hashlib.sha256(data).hexdigest()
    if kind == "pdf":
        from engine.loaders.pdf import load_pdf

        return load_pdf(str(path), name, data, sha256, progress=progress, cancel=cancel)
    if kind == "html":
        from engine.loaders.html import load_html

        document = load_html(str(path), name, data, sha256, cancel=cancel)
    else:
        from engine.loaders.text import load_text

        document = load_text(str(path), name, data, sha256)
    if not document.raw.strip():
        raise EmptyFileError(f"{name} holds no visible text; choose a file that does.")
    if progress is not None:
        progress(1, 1)
    return document
