"""Files that are either written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file to write bytes to, which takes the place of `path` when the block ends well.

    An exception leaves `path` as it was. What is no regular file (a pipe, ``/dev/null``) is
    written directly. Raises OSError as `open` does.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as direct:
            yield direct
        return
    target = path.resolve()
    handle, name = tempfile.mkstemp(
        prefix=f".{target.name[:64]}.", suffix=".part", dir=target.parent
    )
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part = Path(name)
        part.chmod(_mode(target))
        part.replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write(path: Path, data: bytes) -> None:
    """Write `data` to `path`, all of it or nothing."""
    with writing(path) as file:
        file.write(data)


def _mode(target: Path) -> int:
    """The permissions `target` has, or would get if it were created plainly."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
