"""Where each part of a model's answer came from in the raw window.

Words are matched first (Indel distance, that is, their longest common subsequence), then
the characters of what is left, so that ``inde-⏎pendent`` and ``independent`` are linked
letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.document import ChangeKind

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"⟦F\d+⟧|[{_CJK}]|[^\W_{_CJK}]+|[^\w\s]|_")
_HYPHENATED = re.compile(r"[-‐\xad]\s*\n")
_FINE = 6000  # characters of one difference that are still compared one by one


@dataclass(frozen=True, slots=True)
class Match:
    """``raw[a:b]`` and ``answer[c:d]`` hold the same characters."""

    raw_start: int
    raw_end: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What the answer changed: a removal has an empty span in the answer, an addition one
    in the raw text."""

    kind: ChangeKind
    raw_start: int
    raw_end: int
    start: int
    end: int
    reason: str


def align(raw: str, answer: str) -> tuple[list[Match], list[Difference]]:
    """Matches and differences between a raw window and its repaired text, in order.

    White space never counts. A match lies within one raw line.
    """
    from rapidfuzz.distance import Indel

    before, after = _tokens(raw), _tokens(answer)
    matches: list[Match] = []
    differences: list[Difference] = []
    codes = Indel.opcodes([t[0] for t in before], [t[0] for t in after])
    index = 0
    steps = list(codes)
    while index < len(steps):
        step = steps[index]
        if step.tag == "equal":
            for (_, a, b), (_, c, d) in zip(
                before[step.src_start : step.src_end],
                after[step.dest_start : step.dest_end],
                strict=True,
            ):
                _add(matches, raw, answer, Match(a, b, c, d))
            index += 1
            continue
        stop = index
        while stop < len(steps) and steps[stop].tag != "equal":
            stop += 1
        _differ(
            raw,
            answer,
            before[step.src_start : steps[stop - 1].src_end],
            after[step.dest_start : steps[stop - 1].dest_end],
            _edge(before, step.src_start),
            _edge(after, step.dest_start),
            matches,
            differences,
        )
        index = stop
    return matches, differences


def _tokens(text: str) -> list[tuple[str, int, int]]:
    return [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _edge(tokens: Sequence[tuple[str, int, int]], index: int) -> int:
    """The end of the token before `index`."""
    return tokens[index - 1][2] if index > 0 else 0


def _add(matches: list[Match], raw: str, answer: str, match: Match) -> None:
    """Append a match, merged with the last where the same characters stand between."""
    if matches:
        last = matches[-1]
        between = raw[last.raw_end : match.raw_start]
        if "\n" not in between and between == answer[last.end : match.start]:
            matches[-1] = Match(last.raw_start, match.raw_end, last.start, match.end)
            return
    matches.append(match)


def _differ(
    raw: str,
    answer: str,
    before: Sequence[tuple[str, int, int]],
    after: Sequence[tuple[str, int, int]],
    raw_place: int,
    place: int,
    matches: list[Match],
    differences: list[Difference],
) -> None:
    if not after:
        differences.append(_removal(before, place))
        return
    if not before:
        differences.append(_addition(answer, after, raw_place))
        return
    a, b, c, d = before[0][1], before[-1][2], after[0][1], after[-1][2]
    left, right = _characters(raw, before), _characters(answer, after)
    letters = [raw[i] for i in left if raw[i].isalnum()]
    if letters and letters == [answer[i] for i in right if answer[i].isalnum()]:
        _link(raw, answer, left, right, matches)
        if _HYPHENATED.search(raw[a:b]):
            reason = "hyphen at the line end"
            differences.append(Difference("dehyphenated", a, b, c, d, reason))
        else:
            reason = "punctuation set by the model"
            differences.append(Difference("replaced", a, b, c, d, reason))
        return
    known = len(matches)
    if len(left) <= _FINE and len(right) <= _FINE:
        _link(raw, answer, left, right, matches, least=3)
    if len(matches) > known or len(before) == len(after) == 1:
        differences.append(Difference("replaced", a, b, c, d, "changed by the model"))
    else:
        differences.append(_removal(before, c))
        differences.append(_addition(answer, after, b))


def _removal(before: Sequence[tuple[str, int, int]], place: int) -> Difference:
    reason = "left out by the model"
    return Difference("removed", before[0][1], before[-1][2], place, place, reason)


def _addition(answer: str, after: Sequence[tuple[str, int, int]], raw_place: int) -> Difference:
    c, d = after[0][1], after[-1][2]
    if set(answer[c:d]) == {"#"} and (c == 0 or answer[c - 1] == "\n"):
        return Difference("heading", raw_place, raw_place, c, d, "heading by the model")
    return Difference("added", raw_place, raw_place, c, d, "added by the model")


def _characters(text: str, tokens: Sequence[tuple[str, int, int]]) -> list[int]:
    return [i for _, a, b in tokens for i in range(a, b) if not text[i].isspace()]


def _link(
    raw: str,
    answer: str,
    left: Sequence[int],
    right: Sequence[int],
    matches: list[Match],
    least: int = 1,
) -> None:
    """Link equal runs of at least `least` characters."""
    from rapidfuzz.distance import Indel

    source, target = "".join(raw[i] for i in left), "".join(answer[i] for i in right)
    for step in Indel.opcodes(source, target):
        if step.tag != "equal" or step.src_end - step.src_start < least:
            continue
        for i, j in zip(
            left[step.src_start : step.src_end], right[step.dest_start : step.dest_end], strict=True
        ):
            _add(matches, raw, answer, Match(i, i + 1, j, j + 1))
