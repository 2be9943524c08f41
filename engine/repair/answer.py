"""The repaired text out of a model's raw answer."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^(`{3,}|~{3,})[ \t]*(\w*)[ \t]*$", re.MULTILINE)
_WHOLE = frozenset(("", "markdown", "md", "text", "txt", "plaintext"))
_PREFACE = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok)[,!.]?\s*)?(?:here(?:'s| is| are)|below is|this is|"
    r"the "
    r"(?:cleaned|repaired|corrected|restored))\b[^\n]{0,120}:\s*\n+"
    r"|\A(?:以下是|下面是|这是|好的[，,。]?\s*(?:以下|下面)?)[^\n]{0,60}[:：]\s*\n+",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\n\s*\n(?:let me know|i hope (?:this|that)|hope this helps|please let me know|feel free|"
    r"note: i |"
    r"i (?:have )?(?:only )?(?:removed|fixed|cleaned|corrected|kept)|"
    r"如有(?:任何)?(?:问题|需要)|希望(?:这|对))"
    r"[^\n]{0,300}\s*\Z",
    re.IGNORECASE,
)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)


def clean_answer(answer: str) -> str:
    """Without thoughts, preface, closing remark and a fence around the whole."""
    text = _THOUGHT.sub("", answer).strip()
    fenced = _unfence(text)
    if fenced is not None:
        return fenced
    prefaced = _PREFACE.match(text)
    if prefaced:
        text = text[prefaced.end() :].strip()
        fenced = _unfence(text)
        if fenced is not None:
            return fenced
    text = _CLOSING.sub("", text).strip()
    return _unfence(text) or text


def _unfence(text: str) -> str | None:
    """What stands inside a fence that begins the text and closes behind its last line or
    before a closing remark; None where the fence is part of the text."""
    opening = _FENCE.match(text)
    if opening is None or opening.group(2).lower() not in _WHOLE:
        return None
    mark = opening.group(1)
    depth = 1
    end = -1
    for match in _FENCE.finditer(text, opening.end()):
        if match.group(2):
            depth += 1
        elif len(match.group(1)) >= len(mark) or depth > 1:
            depth -= 1
        if depth == 0:
            end = match.start()
            tail = text[match.end() :]
            if tail.strip() and _CLOSING.fullmatch("\n\n" + tail.strip()) is None:
                # The text goes on: the fence is its own unless a preface came before.
                return None
            break
    if end < 0:
        return None
    inner = text[opening.end() : end].strip("\n")
    # A fence with no language is only a wrapper where the text inside is no code.
    if not opening.group(2) and not text[end:].strip(mark[0]).strip() and not _textual(inner):
        return None
    return inner.strip()


def _textual(inner: str) -> bool:
    return bool(re.search(r"^#{1,6} |\n\s*\n|[.。!?！？]\s*$", inner, re.MULTILINE))
