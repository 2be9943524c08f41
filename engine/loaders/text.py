"""Plain text and Markdown in any encoding, with its page map."""

from __future__ import annotations

import re

from engine.document import Document, SeamlineError
from engine.loaders.encodings import decode

# Paragraph separator is two line ends; every other line end of Unicode is one.
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\v]|\u2029")
_REMOVED: tuple[tuple[str, str], ...] = (
    ("\x00", "NUL character"),
    ("\ufeff", "byte order mark"),
)
_CONTROLS = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BINARY_SHARE = 0.03  # of control characters; text has next to none, random bytes one in nine
_SURROGATE = re.compile("[\ud800-\udfff]")


def plural(count: int, noun: str) -> str:
    """``1 page``, ``3 pages``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def join_surrogates(text: str) -> str:
    """Text with surrogate pairs joined to the characters they stand for."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """Text without NULs, lone surrogates and stray byte order marks, and notes that
    count them."""
    notes = []
    text = join_surrogates(text)
    for character, noun in _REMOVED:
        count = text.count(character)
        if count:
            text = text.replace(character, "")
            notes.append(f"{plural(count, noun)} removed.")
    text, count = _SURROGATE.subn("", text)
    if count:
        notes.append(f"{plural(count, 'lone surrogate')} removed.")
    return text, tuple(notes)


def normalise_lines(text: str) -> str:
    """Text whose only line end is ``\\n``; form feeds stay for the page map."""
    return _LINE_ENDS.sub(lambda match: "\n\n" if match[0] == "\u2029" else "\n", text)


def paginate(text: str) -> tuple[str, tuple[int, ...]]:
    """Text with form feeds turned into line ends, and the offset of each page in it.

    A form feed after a line end adds none: a sentence that runs over the page must not
    be cut by a blank line.
    """
    pieces: list[str] = []
    pages = [0]
    length = 0
    parts = text.split("\f")
    for number, part in enumerate(parts):
        if number:
            if length and not pieces[-1].endswith("\n"):
                pieces.append("\n")
                length += 1
            if length > pages[-1]:
                pages.append(length)
        if part:
            pieces.append(part)
            length += len(part)
    raw = "".join(pieces)
    if len(pages) > 1 and pages[-1] >= len(raw):
        pages.pop()
    return raw, tuple(pages)


def load_text(path: str, name: str, data: bytes, sha256: str) -> Document:
    """Read plain text; `Document.hints` stays empty. `SeamlineError` for binary data."""
    text, encoding, notes = decode(data)
    if len(_CONTROLS.findall(text)) > max(8, _BINARY_SHARE * len(text)):
        raise SeamlineError(f"{name} is not text but binary data; open a PDF, HTML or text file.")
    text, removed = clean(text)
    raw, pages = paginate(normalise_lines(text))
    if encoding not in ("utf-8", "ascii"):
        notes = (f"Read as {encoding}.", *notes)
    return Document(
        path=path,
        name=name,
        kind="text",
        raw=raw,
        sha256=sha256,
        pages=pages,
        notes=(*notes, *removed),
    )
