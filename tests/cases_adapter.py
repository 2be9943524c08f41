"""Seamline's functions under the names the case runner calls.

Boundary numbers count from 1 there and from 0 here. A function whose part of the engine
is missing is left out, so that its cases are skipped.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import Any

from engine.document import Document
from engine.loaders.text import join_surrogates, normalise_lines, paginate


def _document(text: str) -> Document:
    """Text with its lines as the loader makes them; odd characters are left to repair."""
    raw, pages = paginate(normalise_lines(join_surrogates(text)))
    sha256 = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Document("case.txt", "case.txt", "text", raw, sha256, pages=pages)


_loaded: dict[str, Document] = {}

with contextlib.suppress(ImportError):
    from engine.tokens import counter as _counter

    def count(text: str) -> int:
        return _counter().count(text)


with contextlib.suppress(ImportError):
    from engine.loaders import load as _load

    def load(path: str) -> str:
        document = _load(path)
        from engine.repair import restore

        text = restore(document.raw, document.formulas) if document.formulas else document.raw
        _loaded[text] = document
        return text


with contextlib.suppress(ImportError):
    from engine.repair import clean_answer as clean_answer
    from engine.repair import repair as _repair
    from engine.repair import restore as restore

    def repair(text: str) -> str:
        document = _loaded.get(text) or _document(text)
        repaired = _repair(document, counter=_counter()).text
        return restore(repaired, document.formulas) if document.formulas else repaired


with contextlib.suppress(ImportError):
    from engine.paragraphs import paragraphs as _paragraphs

    def paragraphs(text: str) -> list[str]:
        return [text[p.start : p.end] for p in _paragraphs(text, _counter())]


with contextlib.suppress(ImportError):
    from engine.sentences import sentences as sentences


with contextlib.suppress(ImportError):
    from engine.boundaries import boundaries as _boundaries

    def boundaries(parts: list[str]) -> list[int]:
        text = "\n\n".join(parts)
        found = _paragraphs(text, _counter())
        marks = _boundaries(text, found, "headings", counter=_counter())
        starts: list[int] = []
        place = 0
        for part in parts:
            starts.append(place)
            place += len(part) + 2
        wanted = {found[p].start for p in marks.positions}
        return [number for number, start in enumerate(starts, 1) if start in wanted]


with contextlib.suppress(ImportError):
    from engine.boundaries.answer import parse_answer as _parse_answer

    def parse_boundaries(answer: str, n: int) -> list[int] | None:
        # Counted from 0, the runner's paragraph n is the last of n + 1.
        positions = _parse_answer(answer, n + 1)
        return None if positions is None else list(positions)


with contextlib.suppress(ImportError):
    from engine.packing import Packer as _Packer

    def pack(text: str, boundaries: list[int] | None = None, limit: int = 4096) -> list[str]:
        tokens = _counter()
        found = _paragraphs(text, tokens)
        if not found:
            return []
        from engine.boundaries import boundaries as mark

        if boundaries is None:
            marks = mark(text, found, "headings", counter=tokens, limit=limit)
            positions, strengths = marks.positions, marks.strengths
        else:
            positions, strengths = tuple(b - 1 for b in boundaries if b > 1), ()
        packer = _Packer(text, found, tokens, limit=limit, fragment=min(512, limit // 8))
        plan = packer.plan(positions, strengths)
        pieces = [chunk.prefix + text[chunk.start : chunk.end] + chunk.suffix for chunk in plan]
        # At a limit of a token or two, white space between paragraphs is a chunk of its own.
        return [piece for piece in pieces if piece.strip()]


with contextlib.suppress(ImportError):
    from engine.codec import json_line as _json_line

    def export(records: list[dict[str, Any]]) -> str:
        return "".join(_json_line(record).rstrip("\n") + "\n" for record in records)


with contextlib.suppress(ImportError):
    from engine.rewards import repair_rewards as _repair_rewards

    def score(raw: str, repaired: str) -> dict[str, float]:
        return _repair_rewards(raw, repaired)
