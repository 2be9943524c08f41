"""A generated document as view data: English and Chinese with the dirt of a parsed PDF."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Sequence

from engine.document import Chunk, Paragraph, ParagraphKind, Scores, Span
from engine.edits import Seam
from widgets.view_data import PlanView, TextPair

TEXT = (
    "the model reads every window of text before it decides where a topic begins and a packed "
    "plan keeps whole paragraphs together while the limit of each chunk holds for all languages "
    "that people write repair joins broken lines removes running headers restores headings and "
    "never changes a number name or negation because meaning belongs to the author measurement"
)
HAN = "模型读取每个窗口的文字然后判断新的主题从哪里开始程序把段落装进块里保证不超过长度限制"
WORDS = TEXT.split()
SIZE_LIMIT = 4096


class ListSources:
    """Raw spans per paragraph, as a plain list."""

    def __init__(self, spans: Sequence[Sequence[Span]]) -> None:
        self._spans = spans

    def of(self, index: int) -> Sequence[Span]:
        return self._spans[index]


def _english(rng: random.Random, words: int) -> str:
    text = " ".join(rng.choice(WORDS) for _ in range(words))
    return f"{text[0].upper()}{text[1:]}."


def _chinese(rng: random.Random, characters: int) -> str:
    pieces = []
    while characters > 0:
        length = min(rng.randint(8, 24), characters)
        pieces.append("".join(rng.choice(HAN) for _ in range(length)))
        characters -= length
    return "，".join(pieces) + "。"


def _broken(rng: random.Random, text: str, width: int) -> list[str]:
    """The lines of a narrow column, some words broken by hyphens."""
    if not text.isascii():
        return [text[i : i + width // 2] for i in range(0, len(text), width // 2)]
    lines = textwrap.wrap(text, width)
    for number in range(len(lines) - 1):
        head, _, tail = lines[number + 1].partition(" ")
        if len(head) > 6 and rng.random() < 0.3:
            lines[number] += f" {head[:3]}-"
            lines[number + 1] = f"{head[3:]} {tail}"
    return lines


def _block(rng: random.Random, number: int) -> tuple[str, list[str], ParagraphKind]:
    """One paragraph: repaired text, raw lines, kind."""
    if number % 12 == 0:
        title = _english(rng, 4).rstrip(".")
        return f"## {title}", [title], "heading"
    if number % 31 == 7:
        table = [f"| {i} | {rng.random():.3f} | {rng.choice(WORDS)} |" for i in range(4)]
        return "\n".join(table), [row.strip("| ") for row in table], "table"
    if number % 37 == 5:
        return f"⟦F{number}⟧", [rng.choice("abxyz=+−∑∫") for _ in range(24)], "formula"
    chinese = rng.random() < 0.4
    text = _chinese(rng, rng.randint(80, 420)) if chinese else _english(rng, rng.randint(30, 130))
    return text, _broken(rng, text, 76), "prose"


def text_pair(megabytes: float, seed: int = 7) -> TextPair:
    """A raw and a repaired text with about `megabytes` of UTF-8 in the repaired one."""
    rng = random.Random(seed)
    repaired: list[str] = []
    raw: list[str] = []
    paragraphs: list[Paragraph] = []
    spans: list[list[Span]] = []
    removed: list[tuple[int, int, str]] = []
    at = raw_at = size = number = 0
    while size < megabytes * 1e6:
        text, lines, kind = _block(rng, number)
        start = raw_at
        piece = "\n".join(lines) + "\n"
        if number % 9 == 4:
            header = f"{number // 9} Journal of Seams\n"
            removed.append((raw_at + len(piece), raw_at + len(piece) + len(header), "page head"))
            piece += header
        raw.append(piece)
        raw_at += len(piece)
        spans.append([(start, raw_at)])
        tokens = max(len(text.encode()) // 4, 1)
        level = 2 if kind == "heading" else 0
        paragraphs.append(Paragraph(at, at + len(text), tokens, kind, level))
        repaired.append(text + "\n\n")
        at += len(text) + 2
        size += len(text.encode()) + 2
        number += 1
    return TextPair("".join(repaired), "".join(raw), tuple(paragraphs), ListSources(spans), removed)


def plan_view(pair: TextPair, seed: int = 7, added: Sequence[int] = ()) -> PlanView:
    """A greedy plan with boundaries at the headings and at `added`."""
    rng = random.Random(seed)
    paragraphs = pair.paragraphs
    seams = {
        gap: Seam.MACHINE for gap, p in enumerate(paragraphs) if p.kind == "heading" and gap > 0
    }
    seams |= dict.fromkeys(added, Seam.ADDED)
    chunks: list[Chunk] = []
    first = tokens = 0
    for number, paragraph in enumerate(paragraphs):
        if number > first and tokens + paragraph.tokens > SIZE_LIMIT:
            chunks.append(_chunk(paragraphs, first, number, tokens))
            seams[number] = seams.get(number, Seam.NONE) | Seam.CUT
            first, tokens = number, 0
        tokens += paragraph.tokens
    chunks.append(_chunk(paragraphs, first, len(paragraphs), tokens))
    parts = tuple({"total": rng.random(), "clarity": rng.random()} for _ in chunks)
    return PlanView(tuple(chunks), Scores(parts, (), {}), seams)


def _chunk(paragraphs: Sequence[Paragraph], first: int, after: int, tokens: int) -> Chunk:
    start = paragraphs[first].start
    end = paragraphs[after].start if after < len(paragraphs) else paragraphs[-1].end + 2
    return Chunk(first, after - 1, start, end, tokens, ("Generated document",))
