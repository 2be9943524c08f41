"""Plain text and Markdown in any encoding, with its page map."""

from __future__ import annotations

import re
from collections import Counter

from engine.document import Document, SeamlineError
from engine.loaders.encodings import decode

# Paragraph separator is two line ends; every other line end of Unicode is one.
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\v]|\u2029")
_REMOVED: tuple[tuple[str, str], ...] = (
    ("\x00", "NUL character"),
    ("\ufeff", "byte order mark"),
)
_CONTROLS = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_LOST = re.compile(r"(?<![^\W\d_\x00])([^\W\d_]*)\x00([^\W\d_]*)(?![^\W\d_\x00])")
_LEAST_LETTERS = 3
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


def fill_ligatures(text: str) -> tuple[str, int]:
    """Text whose NULs inside words became the ligature that was lost there, and how many
    did: only where one ligature alone makes a word, of this text or a common one, and the
    letters without it make none."""
    from engine.repair import lexicon

    own = Counter(word.lower() for word in re.findall(r"[^\W\d_]+", text.replace("\x00", "0")))

    def known(word: str) -> bool:
        return lexicon.known(word) or own[word.lower()] > 1

    filled = 0

    def fill(match: re.Match[str]) -> str:
        nonlocal filled
        left, right = match.groups()
        bare = left + right
        words = [left + sign + right for sign in _LIGATURES if known(left + sign + right)]
        if len(words) != 1 or len(bare) < _LEAST_LETTERS or known(bare):
            return match[0]
        filled += 1
        return words[0]

    return _LOST.sub(fill, text), filled


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """Text without NULs, lone surrogates and stray byte order marks, and notes that
    count them."""
    notes = []
    text = join_surrogates(text)
    for character, noun in _REMOVED:
        count = text.count(character)
        if count:
            filled = 0
            if character == "\x00":
                text, filled = fill_ligatures(text)
            text = text.replace(character, "")
            notes.append(f"{plural(count, noun)} removed.")
            if filled:
                notes.append(f"{plural(filled, 'lost ligature')} written in their place.")
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
