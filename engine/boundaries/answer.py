"""A model's answer to "where do topics start", checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

LONGEST = 200_000  # code points of an answer that are read
TRIES = 100  # brackets that may turn out to open no JSON

_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_THINKING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_LINE_REST = re.compile(r"[` \t.]*(?:\n|$)")
_OPEN = re.compile(r"[{\[]")
_INTEGER = re.compile(r"[+-]?\d{1,9}(?:\.0+)?")


def parse_answer(answer: str, n: int) -> tuple[int, ...] | None:
    """The paragraph numbers that `answer` names for a text of `n` paragraphs.

    The answer is one JSON object ``{"boundaries": [3, 4, 18]}`` or the bare list on lines
    of its own, with any text, fence or thinking around it; the last usable one counts,
    since models correct themselves. Entries that are no whole number are dropped, so are
    0, which is implied, and numbers outside the text; the rest is sorted, each number once.

    None where nothing usable is found: no list, a list cut off before its end, or one
    whose entries were all dropped. An empty list means that the topic never changes.
    """
    text = answer[:LONGEST]
    for thought in _THOUGHT.finditer(text):
        text = answer[thought.end() : LONGEST]
    # Thinking that never closes holds drafts only.
    text = _THINKING.split(text, maxsplit=1)[0]
    named: list[object] | None = None
    bare: list[object] | None = None
    for value, alone in _values(text):
        if isinstance(value, dict):
            entries = value.get("boundaries")
            named = entries if isinstance(entries, list) else named
        elif alone and isinstance(value, list) and all(map(_whole, value)):
            bare = value
    entries = named if named is not None else bare
    if entries is None:
        return None
    numbers = {number for entry in entries if (number := _number(entry)) is not None}
    positions = tuple(sorted(number for number in numbers if 0 < number < n))
    # [0] names the start alone: an answer, if an idle one. [99, "x"] is none.
    return positions if positions or not entries or numbers == {0} else None


def _values(text: str) -> Iterator[tuple[object, bool]]:
    """Every complete outermost JSON object or list in `text`, in order, and whether it has
    its lines to itself ("as [3] shows" is prose)."""
    decoder = json.JSONDecoder()
    at = 0
    failures = 0
    while (opening := _OPEN.search(text, at)) and failures < TRIES:
        start = opening.start()
        try:
            value, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = opening.end()
            failures += 1
        else:
            before = text[max(0, start - 80) : start].rpartition("\n")[2]
            yield value, not before.strip("` \t") and _LINE_REST.match(text, at) is not None


def _whole(entry: object) -> bool:
    return isinstance(entry, int) and not isinstance(entry, bool)


def _number(entry: object) -> int | None:
    if isinstance(entry, bool):
        return None
    if isinstance(entry, int):
        return entry
    if isinstance(entry, float) and entry.is_integer():
        return int(entry)
    if isinstance(entry, str) and _INTEGER.fullmatch(entry.strip()):
        return int(float(entry))
    return None
