"""Converters of others behind one face: a PDF or HTML file in, Markdown or text out.

Left out: docling, marker and MinerU, which need models that they fetch, and unstructured, which
gave no result within 200 seconds where this was measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PDF, HTML = ".pdf", ".html"

_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")


@dataclass(frozen=True, slots=True)
class Output:
    """What a converter made of a file; `formulas` has the LaTeX of placeholders in it."""

    text: str
    formulas: Mapping[str, str] = field(default_factory=dict)


Converter = Callable[[Path], Output]


@dataclass(frozen=True, slots=True)
class Peer:
    """`package` is what pip installs, empty for Seamline and what it depends on; `build`
    imports it, so that imports are not timed."""

    name: str
    package: str
    suffixes: tuple[str, ...]
    build: Callable[[], Converter]


def _seamline() -> Converter:
    from engine.pipeline import load, repair

    def convert(path: Path) -> Output:
        document = load(path)
        return Output(repair(document).text, document.formulas)

    return convert


def _pymupdf() -> Converter:
    import pymupdf

    def convert(path: Path) -> Output:
        with pymupdf.open(path) as document:
            return Output("\n".join(page.get_text() for page in document))

    return convert


def _pymupdf4llm() -> Converter:
    import pymupdf4llm

    return lambda path: Output(pymupdf4llm.to_markdown(str(path), show_progress=False))


def _markitdown() -> Converter:
    from markitdown import MarkItDown

    converter = MarkItDown()
    # The targets of links are no text that a reader sees.
    return lambda path: Output(_LINK.sub(r"\1", converter.convert(path).text_content))


def _lxml() -> Converter:
    from lxml import html

    def convert(path: Path) -> Output:
        tree = html.document_fromstring(_read(path))
        for element in tree.xpath("//script|//style|//noscript|//template"):
            element.drop_tree()
        return Output("\n".join(tree.itertext()))

    return convert


def _trafilatura() -> Converter:
    import trafilatura

    def convert(path: Path) -> Output:
        return Output(trafilatura.extract(_read(path), output_format="markdown") or "")

    return convert


def _html2text() -> Converter:
    import html2text

    def convert(path: Path) -> Output:
        converter = html2text.HTML2Text(bodywidth=0)
        converter.ignore_links = converter.ignore_images = True
        return Output(converter.handle(_read(path)))

    return convert


def _markdownify() -> Converter:
    import markdownify

    return lambda path: Output(
        markdownify.markdownify(_read(path), heading_style="ATX", strip=["a", "img", "script"])
    )


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


PEERS = (
    Peer("seamline", "", (PDF, HTML), _seamline),
    Peer("PyMuPDF plain text", "", (PDF,), _pymupdf),
    Peer("pymupdf4llm", "pymupdf4llm==0.3.4", (PDF,), _pymupdf4llm),
    Peer("markitdown", "markitdown[pdf]", (PDF, HTML), _markitdown),
    Peer("lxml plain text", "", (HTML,), _lxml),
    Peer("trafilatura", "trafilatura", (HTML,), _trafilatura),
    Peer("html2text", "html2text", (HTML,), _html2text),
    Peer("markdownify", "markdownify", (HTML,), _markdownify),
)
