"""Web pages: the visible text with its navigation, each raw line with its role."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml.etree import _Element

from engine.document import Document, SeamlineError
from engine.loaders import html_formulas
from engine.loaders.encodings import decode
from engine.loaders.html_notes import notes_of
from engine.loaders.html_ocr import is_ocr, ocr_document
from engine.loaders.html_walk import Page, Walker
from engine.loaders.html_weights import main_element, title_element, weigh
from engine.loaders.html_writer import Writer
from engine.loaders.text import clean

_META_CHARSET = re.compile(
    rb"""<(?:meta[^>]*?charset\s*=\s*["']?\s*|\?xml[^>]*?encoding\s*=\s*["'])([A-Za-z0-9_:.-]+)""",
    re.IGNORECASE,
)
# Elements that only box others in: the ones that a broken page nests by the thousand.
_BOXES = "div|section|center|blockquote|span|font|b|i|em|strong|small|big"
_BOX = re.compile(rf"<(?:{_BOXES})\b[^>]*>", re.IGNORECASE)
_CLOSING_BOX = re.compile(rf"</(?:{_BOXES})\s*>", re.IGNORECASE)


def _declared_charset(data: bytes) -> str:
    head = data[:4096]
    match = _META_CHARSET.search(head)
    return match[1].decode("ascii") if match else ""


def _parse(text: str, name: str) -> tuple[_Element, tuple[str, ...]]:
    """The tree of a page and notes on it; nothing outside the file is read."""
    root, deep = _tree(text, name)
    if not deep:
        return root, ()
    flat = _CLOSING_BOX.sub("", _BOX.sub("<p>", text))
    root, deep = _tree(flat, name)
    if deep:
        raise SeamlineError(f"{name} nests its elements too deeply to be read; save it anew.")
    return root, ("Its elements nest too deeply; boxes were read as paragraphs.",)


def _tree(text: str, name: str) -> tuple[_Element, bool]:
    """The tree, and whether it is incomplete because elements nest too deeply."""
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SeamlineError(f"{name} cannot be read as HTML: {error}.") from None
    if root is None:
        raise SeamlineError(f"{name} holds no HTML element; rename it to .txt to read it as text.")
    return root, any("depth" in entry.message.lower() for entry in parser.error_log)


def load_html(
    path: str,
    name: str,
    data: bytes,
    sha256: str,
    *,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a web page into a `Document` with a hint for every raw line.

    Raises SeamlineError where the page cannot be parsed, Cancelled when `cancel` says so.
    """
    text, encoding, notes = decode(data, _declared_charset(data))
    text, removed = clean(text)
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text).replace("\v", " ").replace("\f", " ")
    root, remarks = _parse(text, name)
    body = root.find("body")
    body = root if body is None else body
    if encoding not in ("utf-8", "ascii"):
        notes = (f"Read as {encoding}.", *notes)
    notes = (*notes, *removed, *remarks)
    if is_ocr(root):
        return ocr_document(body, path, name, sha256, notes)
    weights = weigh(body)
    main = main_element(body, weights)
    head = root.findtext(".//title") or ""
    title = title_element(head, body, weights, main)
    page = Page(weights, weights[body], main, title, notes_of(body), cancel)
    formulas = html_formulas.Table(text)
    tex, dollars = html_formulas.tex_in_text(text)
    out = Writer(formulas, tex=tex, dollars=dollars)
    Walker(page, out).walk(body)
    out.close()
    out.lines.drop_bare_headings()
    return Document(
        path=path,
        name=name,
        kind="html",
        raw="\n".join(out.lines.text),
        sha256=sha256,
        hints=tuple(out.lines.hints),
        formulas=formulas.formulas,
        notes=notes,
    )
