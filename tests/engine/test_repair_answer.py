"""The repaired text out of a model's raw answer."""

from __future__ import annotations

import pytest

from engine.repair import restore
from engine.repair.answer import clean_answer

BODY = "The barge came late.\n\nNobody had waited for it."


@pytest.mark.parametrize(
    "answer",
    [
        BODY,
        f"<think>Two paragraphs.</think>\n{BODY}",
        f"Here is the repaired text:\n\n{BODY}",
        f"```markdown\n{BODY}\n```",
        f"Sure, here is the text:\n\n```\n{BODY}\n```",
        f"以下是修复后的文本：\n\n{BODY}",
        f"Here is the text:\n\n```\n{BODY}\n```\n\nTwo line breaks were wrong.",
        f"{BODY}\n\nLet me know if you need anything else!",
        f"{BODY}\n\nI joined two broken lines.",
    ],
)
def test_what_surrounds_the_text_goes(answer: str) -> None:
    assert clean_answer(answer) == BODY


@pytest.mark.parametrize(
    "text",
    [
        f"{BODY}\n\nLet me know, said the keeper, when you leave.",
        "```\nset -e\nmake\n```",
        f"```text\n{BODY}\n```\n\nThe next part stands outside the box.",
    ],
)
def test_what_belongs_to_the_text_stays(text: str) -> None:
    assert clean_answer(text) == text


@pytest.mark.parametrize("mark", ["⟦F1⟧", "〖F1〗", "[[F1]]", "【F 1】", "[f1]"])
def test_a_placeholder_in_other_brackets_is_restored(mark: str) -> None:
    assert restore(f"where {mark} holds", {"F1": "$a^2$"}) == "where $a^2$ holds"
