"""Scanned pages in hOCR: HTML whose classes say what a text recogniser saw.

Class names and properties after the hOCR specification, version 1.2. Such a file is a
scanned text and no web page: its lines break where the paper did.
"""

from __future__ import annotations

import re

from lxml.etree import _Element

from engine.document import Document, LineHint
from engine.loaders.html_lines import collapse

_LINES = frozenset({"ocr_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"})
_ROLES = {"ocr_caption": "caption", "ocr_header": "", "ocr_footer": ""}
_BOX = re.compile(r"\bbbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)")
_RESOLUTION = re.compile(r"\bscan_res ([1-9]\d*)")
_USUAL_RESOLUTION = 300  # pixels an inch, where the file does not say
_SIZE = re.compile(r"\bx_size (\d+(?:\.\d+)?)")


def is_ocr(root: _Element) -> bool:
    """Whether a tree is hOCR."""
    for meta in root.iter("meta"):
        if (meta.get("name") or "").lower() in ("ocr-system", "ocr-capabilities"):
            return True
    return False


def _classes(element: _Element) -> set[str]:
    return set((element.get("class") or "").split())


def _hint(line: _Element, page: int, role: str, scale: float) -> LineHint:
    """Position and size of a line; `scale` is points per pixel of the scan."""
    title = line.get("title") or ""
    found, size = _BOX.search(title), _SIZE.search(title)
    box = None
    if found:
        left, top, right, bottom = (int(side) * scale for side in found.groups())
        box = (left, top, right, bottom)
    return LineHint(page=page, box=box, size=float(size[1]) * scale if size else 0.0, role=role)


def ocr_document(
    body: _Element, path: str, name: str, sha256: str, notes: tuple[str, ...]
) -> Document:
    """The recognised lines as a plain text with a blank line between paragraphs."""
    text: list[str] = []
    hints: list[LineHint] = []
    pages: list[int] = []
    page, length, paragraph = -1, 0, None
    scale = 72 / _USUAL_RESOLUTION
    for element in body.iter("div", "p", "span"):
        classes = _classes(element)
        if "ocr_page" in classes:
            page += 1
            pages.append(length)
            resolution = _RESOLUTION.search(element.get("title") or "")
            scale = 72 / int(resolution[1]) if resolution else 72 / _USUAL_RESOLUTION
        if not classes & _LINES:
            continue
        line = collapse("".join(str(piece) for piece in element.itertext())).replace("\n", " ")
        if not line:
            continue
        parent = element.getparent()
        if text and parent is not paragraph:
            text.append("")
            hints.append(LineHint(page=max(page, 0)))
            length += 1
        paragraph = parent
        role = next((_ROLES[kind] for kind in classes if kind in _ROLES), "")
        text.append(line)
        hints.append(_hint(element, max(page, 0), role, scale))
        length += len(line) + 1
    raw = "\n".join(text)
    starts = tuple(sorted({0, *(start for start in pages if start < len(raw))}))
    return Document(
        path=path,
        name=name,
        kind="text",
        raw=raw,
        sha256=sha256,
        hints=tuple(hints),
        pages=starts,
        notes=(*notes, "Read as recognised text (hOCR)."),
    )
