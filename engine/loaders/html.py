"""Web pages: the visible text with its navigation, each raw line with its role."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml.etree import _Element

from engine.document import Document, SeamlineError
from engine.loaders import html_formulas
from engine.loaders.encodings import decode
from engine.loaders.html_roles import Weight, weigh
from engine.loaders.html_walk import Walker
from engine.loaders.text import clean

_META_CHARSET = re.compile(
    rb"""<(?:meta[^>]*?charset\s*=\s*["']?\s*|\?xml[^>]*?encoding\s*=\s*["'])([A-Za-z0-9_:.-]+)""",
    re.IGNORECASE,
)


def _declared_charset(data: bytes) -> str:
    head = data[:4096]
    match = _META_CHARSET.search(head)
    return match[1].decode("ascii") if match else ""


def _parse(text: str, name: str) -> _Element:
    """The tree of a page; nothing outside the file is read."""
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SeamlineError(f"{name} cannot be read as HTML: {error}.") from None
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise SeamlineError(f"{name} nests its elements too deeply to be read; save it anew.")
    if root is None:
        raise SeamlineError(f"{name} holds no HTML element; rename it to .txt to read it as text.")
    return root


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
    root = _parse(text, name)
    body = root.find("body")
    body = root if body is None else body
    weights = weigh(body)
    tex_in_text = bool(re.search(r"mathjax|katex", text[:200_000], re.IGNORECASE))
    formulas = html_formulas.Table(text)
    walker = Walker(
        formulas, weights, weights.get(body, Weight()), tex_in_text=tex_in_text, cancel=cancel
    )
    walker.walk(body)
    lines = walker.lines
    if encoding not in ("utf-8", "ascii"):
        notes = (f"Read as {encoding}.", *notes)
    return Document(
        path=path,
        name=name,
        kind="html",
        raw="\n".join(lines.text),
        sha256=sha256,
        hints=tuple(lines.hints),
        formulas=formulas.formulas,
        notes=(*notes, *removed),
    )
