"""Repair by rules: CPU time for each megabyte of generated text, by kind of text.

    python -m benchmarks.repair [MEGABYTES]

A megabyte is a million bytes of UTF-8. Every row is also given as a multiple of a floor
measured in the same run, one pass of a simple regular expression over the same text, so that
two machines, or one machine busy with other things, can be compared. The shapes at the end are
no documents; they show that no input makes a stage slower than linear.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Mapping

from benchmarks.engine import HAN, WORDS, messy_text
from engine.document import Document
from engine.repair import repair
from engine.tokens import counter

MEGABYTES = 1.0
ROUNDS = 3
_WORD = re.compile(r"\w+")
_SEED = 11
_COLUMNS = 72


def _sentence(pick: random.Random, words: int = 12) -> str:
    return " ".join(pick.choices(WORDS, k=words)).capitalize() + "."


def _wrapped(pick: random.Random, breaks_words: bool) -> str:
    """A paragraph in lines of at most 72 columns."""
    lines = [""]
    for word in " ".join(_sentence(pick) for _ in range(5)).split():
        free = _COLUMNS - len(lines[-1]) - 1
        if len(word) <= free:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
        elif breaks_words and len(word) > 6 and free > 4:
            lines[-1] += f" {word[:3]}-"
            lines.append(word[3:])
        else:
            lines.append(word)
    return "\n".join(lines)


def _chinese(pick: random.Random) -> str:
    text = "。".join("".join(pick.choices(HAN, k=28)) for _ in range(6)) + "。"
    return "\n".join(text[at : at + 36] for at in range(0, len(text), 36))


def _log(pick: random.Random) -> str:
    rows = (
        f"2024-03-{pick.randint(10, 28)} 12:{pick.randint(10, 59)}:07 INFO {_sentence(pick, 6)}"
        for _ in range(12)
    )
    return "\n".join(rows)


def _code(pick: random.Random) -> str:
    body = "\n".join(f"    {pick.choice(WORDS)} = {pick.choice(WORDS)}(1)" for _ in range(8))
    return f"def {pick.choice(WORDS)}():\n{body}\n    return {pick.choice(WORDS)}"


def _verse(pick: random.Random) -> str:
    return "\n".join(" ".join(pick.choices(WORDS, k=5)).capitalize() + "," for _ in range(8))


def _markdown(pick: random.Random) -> str:
    rows = "\n".join(f"| {pick.choice(WORDS)} | {pick.randint(1, 99)} |" for _ in range(4))
    items = "\n".join(f"- {_sentence(pick)}" for _ in range(4))
    head = f"## {_sentence(pick, 3)[:-1]}\n\n{_sentence(pick, 40)}"
    return f"{head}\n\n| a | b |\n|---|---|\n{rows}\n\n{items}"


def _dirty(pick: random.Random) -> str:
    text = list(_wrapped(pick, breaks_words=True))
    for sign in "\xad\u200b\ufeffﬁ\xa0\x00":
        text.insert(pick.randrange(len(text)), sign)
    return "".join(text)


KINDS: Mapping[str, Callable[[random.Random], str]] = {
    "English, wrapped": lambda pick: _wrapped(pick, breaks_words=False),
    "English, broken words": lambda pick: _wrapped(pick, breaks_words=True),
    "Chinese, wrapped": _chinese,
    "Markdown": _markdown,
    "log": _log,
    "code": _code,
    "verse": _verse,
    "odd characters": _dirty,
}

SHAPES: Mapping[str, str] = {
    "one-letter lines": "x\n",
    "new lines": "\n",
    "spaces": " ",
    "no space": "abcXYZ019",
    "CJK without a stop": HAN,
    "digits": "1234567890",
    "hyphens at line ends": "a line with a broken exam-\n",
    "rows of pipes": "| a | b | 12 |\n",
    "fences": "```\nx\n",
    "brackets": "[(",
    "emoji clusters": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "combining marks": "e\u0301",
    "special tokens": "<|endoftext|>",
    "NUL": "a\x00",
}


def kind_text(make: Callable[[random.Random], str], megabytes: float) -> str:
    """Paragraphs of one kind, `megabytes` of them in UTF-8."""
    pick = random.Random(_SEED)
    pieces: list[str] = []
    size = 0
    while size < megabytes * 1e6:
        pieces.append(make(pick))
        size += len(pieces[-1].encode()) + 2
    return "\n\n".join(pieces)


def shape_text(piece: str, megabytes: float) -> str:
    return piece * int(megabytes * 1e6 / len(piece.encode()))


def _fastest(call: Callable[[], object], rounds: int) -> float:
    """CPU seconds of the fastest of `rounds` calls."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        call()
        times.append(time.process_time() - begun)
    return min(times)


def _row(name: str, text: str, rounds: int) -> None:
    document = Document("text", "text", "text", text, "")
    tokens = counter()
    seconds = _fastest(lambda: repair(document, counter=tokens), rounds)
    floor = _fastest(lambda: sum(1 for _ in _WORD.finditer(text)), rounds)
    size = len(text.encode()) / 1e6
    print(
        f"  {name:24} {seconds / size:8.2f} s/MB {seconds / len(text) * 1e6:8.2f} s/M characters"
        f" {seconds / max(floor, 1e-6):8.1f} × floor",
        flush=True,
    )


def main(arguments: list[str]) -> None:
    megabytes = float(arguments[0]) if arguments else MEGABYTES
    _row("(first, loads word lists)", kind_text(KINDS["English, broken words"], 0.02), 1)
    for name, make in KINDS.items():
        _row(name, kind_text(make, megabytes), ROUNDS)
    _row("all of it mixed", messy_text(megabytes), ROUNDS)
    for name, piece in SHAPES.items():
        _row(name, shape_text(piece, megabytes), 1)


if __name__ == "__main__":
    main(sys.argv[1:])
