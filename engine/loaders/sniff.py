"""What a file is, told from its first bytes; the suffix only names what was expected."""

from __future__ import annotations

import re
from pathlib import PurePath

from engine.document import FileKind, SeamlineError

_PDF_HEADER_WINDOW = 1024  # PDF readers accept the header anywhere in the first kilobyte

_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"%!PS", "a PostScript file"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x7fELF", "a program"),
    (b"ID3", "an audio file"),
    (b"OggS", "an audio file"),
    (b"fLaC", "an audio file"),
)
_ZIP_MEMBERS: tuple[tuple[bytes, str], ...] = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
    (b"application/epub+zip", "an EPUB book"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
)
_HTML_START = re.compile(
    rb"""(?:\s|\xef\xbb\xbf|<\?xml[^>]*>|<!--.*?-->)*
    <(?:!doctype\s*html|html[\s>]|head[\s>]|body[\s>]|title[\s>]|meta\s|article[\s>]|main[\s>])""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_ANY_TAG = re.compile(rb"<[a-zA-Z!/]")
_HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".shtml"})


def _foreign(data: bytes) -> str:
    """What a binary file of another kind is, "" for none known."""
    if data.startswith(b"PK\x03\x04"):
        for mark, what in _ZIP_MEMBERS:
            if mark in data[:4096] or mark in data[-65536:]:
                return what
        return "a ZIP archive"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WebP image"
    if data[:2] == b"BM" and len(data) > 14 and int.from_bytes(data[2:6], "little") == len(data):
        return "a BMP image"
    if data[4:8] == b"ftyp":
        return "a video or HEIC image"
    return next((what for magic, what in _FOREIGN if data.startswith(magic)), "")


def _ascii_view(data: bytes) -> bytes:
    """The first kilobytes with the NULs of UTF-16 and UTF-32 taken out, for the patterns."""
    head = data[:8192]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or head.count(0) * 4 >= len(head):
        head = head.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\x00", b"")
    return head


def sniff(data: bytes, name: str) -> FileKind:
    """Kind of a file from its content.

    Raises SeamlineError for images, archives, Office files and other binary data, and
    for a file that calls itself PDF and is none.
    """
    if b"%PDF-" in data[:_PDF_HEADER_WINDOW]:
        return "pdf"
    foreign = _foreign(data)
    if foreign:
        raise SeamlineError(
            f"{name} is {foreign}, which cannot be read; save it as PDF, HTML or plain text first."
        )
    suffix = PurePath(name).suffix.lower()
    head = _ascii_view(data)
    is_html = bool(_HTML_START.match(head)) or (
        suffix in _HTML_SUFFIXES and bool(_ANY_TAG.search(head))
    )
    if suffix == ".pdf":
        if is_html:
            raise SeamlineError(
                f"{name} is not a PDF but a web page, often an error or sign-in page saved by "
                "a failed download; download it again, or rename it to .html to open it as is."
            )
        raise SeamlineError(
            f"{name} is not a valid PDF: it is damaged or a file of another kind; "
            "get a fresh copy of it."
        )
    return "html" if is_html else "text"
