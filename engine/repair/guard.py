"""The checks a repaired window must pass before it is accepted."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine import completeness
from engine.repair.formulas import PLACEHOLDER

LEAST_LENGTH = 0.3
LEAST_PROSE = 0.7
PROSE_WORDS = 8
PROSE_CJK = 15

_SENTENCE = re.compile(
    r"[^.!?。！？\n]*(?:[.!?](?!\S)[\"'”’)]*|[。！？][”’」』）]*)|[^.!?。！？\n]+"
)
_END = re.compile(r"[.!?。！？…][\"'”’»)\]）」』]*\s*$")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_CJK_LETTER = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK_LETTER}]|[^\W_{_CJK_LETTER}]+")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_LEAST_MATCH = 0.8


@dataclass(frozen=True, slots=True)
class GuardReport:
    """Whether an answer is accepted, its figures (keys as in `Window.checks`), and in
    words why not."""

    ok: bool
    checks: Mapping[str, float]
    reason: str = ""


def check(
    raw_window: str, answer: str, formulas: Collection[str] = (), *, furniture: str = ""
) -> GuardReport:
    """Check `answer` against the raw text of its window.

    `formulas` names the placeholders of the document (``"F1"``); those that stand in
    `raw_window` must each come back exactly as often. `furniture` is raw text that may go
    (page numbers and heads the rules know). The length must be 30 % of the input or 70 %
    of its prose-like sentences must be kept; an empty answer never passes.
    """
    length = _visible(raw_window)
    ratio = _visible(answer) / length if length else 1.0
    sentences = prose_sentences(raw_window)
    prose = _kept(sentences, answer)
    placeholders = _placeholders(raw_window, answer, formulas)
    numbers = _numbers(sentences, answer, furniture)
    tally = completeness.compare(raw_window, answer)
    before, after = tally.kept + len(tally.lost), tally.kept + len(tally.new)
    checks = {
        "length_ratio": ratio,
        "prose_kept": prose,
        "placeholders_ok": float(placeholders),
        "numbers_kept": numbers,
        "kept": tally.kept / before if before else 1.0,
        "new": len(tally.new) / after if after else 0.0,
    }
    reason = ""
    if not answer.strip():
        reason = "the answer is empty"
    elif ratio < LEAST_LENGTH and (prose < LEAST_PROSE or not sentences):
        reason = f"only {ratio:.0%} of the length and {prose:.0%} of the sentences are left"
    elif not placeholders:
        reason = "a formula placeholder is missing, doubled or new"
    elif numbers < 1.0:
        reason = f"only {numbers:.0%} of the numbers are kept"
    return GuardReport(not reason, checks, reason)


def _visible(text: str) -> int:
    """Characters other than white space."""
    return sum(map(len, text.split()))


def prose_sentences(text: str) -> list[str]:
    """Prose-like sentences: lines of one paragraph joined, at least 8 words or 15 CJK
    characters, closed by a sentence end."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        joined = re.sub(r"(?<=[^\W\d_])-\n\s*(?=[a-zà-ÿ])", "", paragraph).replace("\n", " ")
        for match in _SENTENCE.finditer(joined):
            sentence = match.group()
            if _END.search(sentence) is None:
                continue
            if len(_CJK.findall(sentence)) >= PROSE_CJK or len(sentence.split()) >= PROSE_WORDS:
                found.append(sentence.strip())
    return found


def _fold(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _kept(sentences: list[str], answer: str) -> float:
    """Share of sentences of which at least 80 % of the word pairs stand in the answer."""
    if not sentences:
        return 1.0
    flat = " ".join(answer.split())
    altered = [s for s in sentences if " ".join(s.split()) not in flat]
    if not altered:
        return 1.0
    words = _fold(answer)
    pairs = set(itertools.pairwise(words))
    kept = len(sentences) - len(altered)
    for sentence in altered:
        own = _fold(sentence)
        mine = list(itertools.pairwise(own))
        kept += sum(pair in pairs for pair in mine) >= _LEAST_MATCH * len(mine)
    return kept / len(sentences)


def _placeholders(raw: str, answer: str, formulas: Collection[str]) -> bool:
    """Whether each placeholder of the window comes back exactly as often as it stood
    there, and no other appears."""
    known = set(formulas)
    before = Counter(name for name in PLACEHOLDER.findall(raw) if name in known or not known)
    after = Counter(name for name in PLACEHOLDER.findall(answer) if name in known or not known)
    return before == after


def _numbers(sentences: list[str], answer: str, furniture: str) -> float:
    """Share of the numbers in prose sentences that stand in the answer."""
    wanted = Counter(number for s in sentences for number in _NUMBER.findall(s))
    wanted -= Counter(_NUMBER.findall(furniture))
    if not wanted:
        return 1.0
    found = Counter(_NUMBER.findall(answer))
    missing = sum((wanted - found).values())
    return 1.0 - missing / sum(wanted.values())
