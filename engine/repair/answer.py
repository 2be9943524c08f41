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
# A closing remark speaks to the person who asked; a text may well end with "Let me know".
_CLOSING = re.compile(
    r"\n\s*\n(?:"
    r"(?:please )?(?:let me know|feel free|don't hesitate)\b[^\n]{0,80}"
    r"\b(?:if you|should you|whether you|anything|any (?:other|further|more)|to (?:ask|reach))\b"
    r"|i hope (?:this|that) helps|hope this helps|note: i "
    r"|i(?:'ve| have)? (?:only )?"
    r"(?:removed|fixed|cleaned|corrected|joined|repaired|restored|kept)\b"
    r"|如有(?:任何)?(?:问题|需要)|希望(?:这|对)"
    r")[^\n]{0,300}\s*\Z",
    re.IGNORECASE,
)
_REMARK = 300  # characters of a closing remark at most
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)


def clean_answer(answer: str) -> str:
    """Without thoughts, preface, closing remark and a fence around the whole."""
    text = _THOUGHT.sub("", answer).strip()
    prefaced = _PREFACE.match(text)
    if prefaced:
        text = text[prefaced.end() :].strip()
    fenced = _unfence(text, announced=prefaced is not None)
    if fenced is not None:
        return fenced
    text = _CLOSING.sub("", text).strip()
    return _unfence(text) or text


def _unfence(text: str, announced: bool = False) -> str | None:
    """What stands inside a fence that begins the text and closes behind its last line or
    before a closing remark, of any wording where the fence was `announced`; None where the
    fence is part of the text."""
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
            tail = text[match.end() :].strip()
            remark = announced and len(tail) <= _REMARK and "\n" not in tail
            if tail and not remark and _CLOSING.fullmatch("\n\n" + tail) is None:
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
