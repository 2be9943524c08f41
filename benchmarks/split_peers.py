"""Chunkers of others behind one face: text in, (start, end, text handed on) out.

Each is used as its documentation shows, without overlap, with the tokenizer that Seamline
counts with wherever it takes one. A chunker without offsets, or with wrong ones, is looked up
in the text behind its last chunk, and what is not found there counts as altered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from typing import Any

from engine.boundaries import boundaries
from engine.packing import Packer
from engine.paragraphs import paragraphs
from engine.settings import RunSettings
from engine.textsplit import split_text
from engine.tokens import counter
from training.split_metrics import Piece

Found = Iterable[tuple[int, int, str]]
Splitter = Callable[[str], Found]
GPT_4 = "gpt-4"  # the model whose tokenizer is cl100k_base


@dataclass(frozen=True, slots=True)
class Peer:
    """`package` is what pip installs, empty for Seamline itself; `build` takes the limit."""

    name: str
    package: str
    build: Callable[[int], Splitter]


def pieces(text: str, found: Found) -> list[Piece]:
    """What a chunker gave, with its tokens, each at its true place."""
    tokens, reached, result = counter(), 0, []
    for start, end, handed in found:
        piece = Piece(start, end, tokens.count(handed))
        if text[start:end] != handed:
            at = text.find(handed, reached)
            if at >= 0:
                start, end = at, at + len(handed)
            else:
                start, end = (min(max(place, 0), len(text)) for place in (start, end))
            piece = replace(piece, start=start, end=end, altered=True)
        reached = max(reached, end)
        result.append(piece)
    return result


@cache
def _encoding() -> Any:
    """cl100k_base as a `tiktoken.Encoding`, from the ranks that ship with Seamline: tiktoken
    itself would fetch them."""
    import base64
    from importlib.resources import files

    import tiktoken

    from engine.tokens import CL100K_PATTERN

    fields = files("assets").joinpath("cl100k_base.tiktoken").read_bytes().split()
    ranks = dict(zip(map(base64.b64decode, fields[::2]), map(int, fields[1::2]), strict=True))
    special = {"<|endoftext|>": 100257}
    return tiktoken.Encoding(
        "cl100k_base", pat_str=CL100K_PATTERN, mergeable_ranks=ranks, special_tokens=special
    )


def _length(text: str) -> int:
    return len(_encoding().encode_ordinary(text))


def _seamline(limit: int, *, method: str, balance: float, packer: str = "optimal") -> Splitter:
    tokens = counter()
    way = RunSettings(method=method, balance=balance, packer=packer, limit=limit)

    def split(text: str) -> Found:
        found = paragraphs(text, tokens)
        marks = boundaries(text, found, way.method, counter=tokens, limit=limit)
        packed = Packer(text, found, tokens, limit=limit, packer=packer, balance=balance)
        for chunk in packed.plan(marks.positions, marks.strengths):
            yield chunk.start, chunk.end, text[chunk.start : chunk.end]

    return split


def _seamline_plain(limit: int) -> Splitter:
    return lambda text: [(start, end, text[start:end]) for start, end in split_text(text, limit)]


def _semchunk(limit: int) -> Splitter:
    import semchunk

    chunker = semchunk.chunkerify(_encoding(), limit)

    def split(text: str) -> Found:
        chunks, offsets = chunker(text, offsets=True)
        return [(*place, chunk) for chunk, place in zip(chunks, offsets, strict=True)]

    return split


def _semantic_text_splitter(limit: int, *, markdown: bool) -> Splitter:
    import semantic_text_splitter

    kind = "MarkdownSplitter" if markdown else "TextSplitter"
    splitter = getattr(semantic_text_splitter, kind).from_tiktoken_model(GPT_4, limit)
    return lambda text: [(at, at + len(chunk), chunk) for at, chunk in splitter.chunk_indices(text)]


def _chonkie(limit: int, *, kind: str) -> Splitter:
    import chonkie

    chunker = getattr(chonkie, kind)(tokenizer=_encoding(), chunk_size=limit)
    return lambda text: [(c.start_index, c.end_index, c.text) for c in chunker.chunk(text)]


def _langchain(limit: int, *, kind: str) -> Splitter:
    import langchain_text_splitters

    splitter = getattr(langchain_text_splitters, kind)(
        chunk_size=limit, chunk_overlap=0, length_function=_length, add_start_index=True
    )

    def split(text: str) -> Found:
        for document in splitter.create_documents([text]):
            start = document.metadata["start_index"]
            yield start, start + len(document.page_content), document.page_content

    return split


def _llama_index(limit: int) -> Splitter:
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter

    splitter = SentenceSplitter(
        chunk_size=limit, chunk_overlap=0, tokenizer=_encoding().encode_ordinary
    )

    def split(text: str) -> Found:
        for node in splitter.get_nodes_from_documents([Document(text=text)]):
            yield node.start_char_idx or 0, node.end_char_idx or 0, node.text

    return split


def _lines_of_size(limit: int) -> Splitter:
    """The floor: cut wherever the limit is full, at a token."""
    tokens = counter()

    def split(text: str) -> Found:
        offsets = tokens.offsets(text)
        cuts = [0, *(offsets.searchsorted(range(limit - 2, offsets[-1], limit - 2), "right") - 1)]
        for start, end in pairwise([*map(int, cuts), len(text)]):
            yield start, end, text[start:end]

    return split


PEERS = (
    Peer("seamline split_text", "", _seamline_plain),
    *(
        Peer(f"seamline {name}", "", partial(_seamline, method="headings", balance=balance))
        for name, balance in (("full", 0.1), ("balanced", 1.0), ("topics", 4.0))
    ),
    Peer(
        "seamline sentences",
        "",
        partial(_seamline, method="headings", balance=0.1, packer="sentences"),
    ),
    Peer("every N tokens", "", _lines_of_size),
    Peer("semchunk", "semchunk", _semchunk),
    Peer(
        "semantic-text-splitter",
        "semantic-text-splitter",
        partial(_semantic_text_splitter, markdown=False),
    ),
    Peer(
        "semantic-text-splitter markdown",
        "semantic-text-splitter",
        partial(_semantic_text_splitter, markdown=True),
    ),
    Peer("chonkie recursive", "chonkie", partial(_chonkie, kind="RecursiveChunker")),
    Peer("chonkie sentence", "chonkie", partial(_chonkie, kind="SentenceChunker")),
    Peer("chonkie token", "chonkie", partial(_chonkie, kind="TokenChunker")),
    Peer(
        "langchain recursive",
        "langchain-text-splitters",
        partial(_langchain, kind="RecursiveCharacterTextSplitter"),
    ),
    Peer(
        "langchain markdown",
        "langchain-text-splitters",
        partial(_langchain, kind="MarkdownTextSplitter"),
    ),
    Peer("llama-index sentence", "llama-index-core", _llama_index),
)
