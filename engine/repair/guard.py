"""The checks a repaired window must pass before it is accepted."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine import completeness
from engine.repair.formulas import PLACEHOLDER

LEAST_LENGTH = 0.3
LEAST_PROSE = 0.7
PROSE_WORDS = 8
PROSE_CJK = 15

_BROKEN_WORD = re.compile(r"-(?<=[^\W\d_]-)\n\s*(?=[a-zà-ÿ])")
_SENTENCE = re.compile(
    r"[^.!?。！？\n]*(?:[.!?](?!\S)[\"'”’)]*|[。！？][”’」』）]*)|[^.!?。！？\n]+"
)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_CJK_LETTER = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK_LETTER}]|[^\W_{_CJK_LETTER}]+")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_ASCII_NUMBER = re.compile(r"[0-9]+(?:[.,:/][0-9]+)*")  # the same, found sooner
_LEAST_MATCH = 0.8
_MARKS = "，：；！？（）“”‘’–—…•"
_PARTING = {code: " " for code in range(128) if not chr(code).isalnum()}
_STOPS = frozenset(".!?。！？…")
_CLOSERS = "\"'”’»)]）」』"
_SPACED = re.compile(rf"(?<=[{_CJK_LETTER}，。：；！？、]) (?=[{_CJK_LETTER}，。：；！？、])")


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
    kept, lost, new = _tally(raw_window, answer)
    checks = {
        "length_ratio": ratio,
        "prose_kept": prose,
        "placeholders_ok": float(placeholders),
        "numbers_kept": numbers,
        "kept": kept / (kept + lost) if kept + lost else 1.0,
        "new": new / (kept + new) if kept + new else 0.0,
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


def _tally(raw: str, answer: str) -> tuple[int, int, int]:
    """How many words were kept, are lost and are new. Only what the two bags of words
    leave over is compared letter by letter."""
    before, after = _words(raw), _words(answer)
    if before == after or "".join(before) == "".join(after):
        return len(after), 0, 0
    had, has = Counter(before), Counter(after)
    lost, new = _surplus(before, had, has), _surplus(after, has, had)
    tally = completeness.compare(" ".join(lost), " ".join(new))
    return len(after) - len(new) + tally.kept, len(tally.lost), len(tally.new)


def _words(text: str) -> list[str]:
    """As `completeness.words`, sooner where the text has little but ASCII."""
    if not text.isascii():
        for mark in _MARKS:  # they part words as spaces do
            text = text.replace(mark, " ")
    if text.isascii():
        return text.lower().translate(_PARTING).split()
    return completeness.words(text)


def _surplus(words: Sequence[str], own: Counter[str], other: Counter[str]) -> list[str]:
    """The last returns of each word that stands more often in `own` than in `other`."""
    spare = {word: times - other[word] for word, times in own.items() if times > other[word]}
    found: list[str] = []
    for word in reversed([word for word in words if word in spare]):
        if spare[word]:
            spare[word] -= 1
            found.append(word)
    return found[::-1]


def _visible(text: str) -> int:
    """Characters other than white space."""
    return len("".join(text.split()))


def prose_sentences(text: str) -> list[str]:
    """Prose-like sentences: lines of one paragraph joined, at least 8 words or 15 CJK
    characters, closed by a sentence end."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        joined = paragraph
        if "-\n" in joined:
            joined = _BROKEN_WORD.sub("", joined)
        joined = joined.replace("\n", " ")
        for sentence in _SENTENCE.findall(joined):
            if sentence.rstrip().rstrip(_CLOSERS)[-1:] not in _STOPS:
                continue
            if len(sentence.split()) >= PROSE_WORDS or len(_CJK.findall(sentence)) >= PROSE_CJK:
                found.append(sentence.strip())
    return found


def _fold(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _kept(sentences: list[str], answer: str) -> float:
    """Share of sentences of which at least 80 % of the word pairs stand in the answer."""
    if not sentences:
        return 1.0
    altered = _altered(sentences, answer)
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


def _altered(sentences: Sequence[str], answer: str) -> list[str]:
    """The sentences that do not stand in the answer, whatever the white space."""
    flat = _flat(answer)
    found: list[str] = []
    reached = 0
    for sentence in sentences:
        wanted = _flat(sentence)
        at = flat.find(wanted, reached)
        if at >= 0:
            reached = at + len(wanted)  # the next one most likely follows
        elif wanted not in flat:
            found.append(sentence)
    return found


def _flat(text: str) -> str:
    """White space as one space, and none between two CJK characters."""
    text = " ".join(text.split())
    return text if text.isascii() else _SPACED.sub("", text)


def _placeholders(raw: str, answer: str, formulas: Collection[str]) -> bool:
    """Whether each placeholder of the window comes back exactly as often as it stood
    there, and no other appears."""
    if "⟦" not in raw and "⟦" not in answer:
        return True
    known = set(formulas)
    before = Counter(name for name in PLACEHOLDER.findall(raw) if name in known or not known)
    after = Counter(name for name in PLACEHOLDER.findall(answer) if name in known or not known)
    return before == after


def _found_numbers(text: str) -> list[str]:
    return (_ASCII_NUMBER if text.isascii() else _NUMBER).findall(text)


def _numbers(sentences: list[str], answer: str, furniture: str) -> float:
    """Share of the numbers in prose sentences that stand in the answer."""
    wanted = Counter(_found_numbers("\n".join(sentences)))
    if furniture:
        wanted -= Counter(_found_numbers(furniture))
    if not wanted:
        return 1.0
    found = Counter(_found_numbers(answer))
    missing = sum((wanted - found).values())
    return 1.0 - missing / sum(wanted.values())
