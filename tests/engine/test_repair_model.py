"""The model path, with stand-ins for a model."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from engine.document import Cancelled, Document, Repaired
from engine.repair import repair
from engine.tokens import counter

RAW = "\n\n".join(
    f"In the year {1900 + n} the keeper of the dam wrote the level of the wa-\n"
    f"ter in the book of the house, and formula ⟦F{n}⟧ was used for it.\n\n{n}"
    for n in range(1, 9)
)
DOCUMENT = Document("d.txt", "d.txt", "text", RAW, "", formulas={f"F{n}": "x" for n in range(1, 9)})


class Fake:
    """A repairer made of a function of (window text, budget)."""

    name = "fake"
    workers = 6

    def __init__(self, answer: Callable[[str, int], str]) -> None:
        self._answer = answer
        self.calls: list[tuple[str, int]] = []

    def __call__(self, text: str, budget: int) -> str:
        self.calls.append((text, budget))
        return self._answer(text, budget)


def run(answer: Callable[[str, int], str], **more: object) -> tuple[Repaired, Fake]:
    fake = Fake(answer)
    return repair(DOCUMENT, fake, counter=counter(), window_tokens=90, **more), fake  # type: ignore[arg-type]


def good(text: str, budget: int) -> str:
    lines = [line for line in text.split("\n") if not line.strip().isdigit()]
    return "\n".join(lines).strip().replace("wa-\nter", "water").replace("book of", "book of\u00a0")


def rules() -> Repaired:
    return repair(DOCUMENT, counter=counter(), window_tokens=90)


def test_a_good_answer_is_taken_with_provenance() -> None:
    result, _ = run(good)
    assert {window.outcome for window in result.windows} == {"model"}
    assert len(result.windows) > 1
    assert "level of the water" in result.text
    for a, b, c, d in result.links.tolist():
        assert RAW[a:b] == result.text[c:d]
    kinds = {(change.kind, change.reason) for change in result.ledger}
    assert ("dehyphenated", "hyphen at the line end") in kinds
    assert ("removed", "page number") in kinds
    assert all(window.checks["placeholders_ok"] == 1 for window in result.windows)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: "", "empty"),
        (lambda text: text[: len(text) // 6].split("⟦")[0], "left"),
        (lambda text: text.replace("⟦F", "formula "), "placeholder"),
        (lambda text: text.replace("19", "18"), "numbers"),
    ],
)
def test_a_bad_answer_is_asked_for_again_and_then_the_rules_stand(
    spoil: Callable[[str], str], reason: str
) -> None:
    result, fake = run(lambda text, budget: spoil(good(text, budget)))
    assert {window.outcome for window in result.windows} == {"rules"}
    assert all(reason in window.reason for window in result.windows)
    assert result.text == rules().text
    assert len(fake.calls) == 2 * len(result.windows)
    budgets: dict[str, list[int]] = {}
    for text, budget in fake.calls:
        budgets.setdefault(text, []).append(budget)
    assert all(second > first for first, second in budgets.values())


def test_a_retry_that_succeeds_is_kept_with_its_reason() -> None:
    seen: set[str] = set()
    lock = threading.Lock()

    def second(text: str, budget: int) -> str:
        with lock:
            first = text not in seen
            seen.add(text)
        return "" if first else good(text, budget)

    result, _ = run(second)
    assert {window.outcome for window in result.windows} == {"retried"}
    assert all("empty" in window.reason for window in result.windows)


def test_an_exception_falls_back_to_the_rules() -> None:
    def broken(text: str, budget: int) -> str:
        raise ConnectionError("no route to the model")

    result, _ = run(broken)
    assert result.text == rules().text
    assert all("no route to the model" in window.reason for window in result.windows)


def test_a_hanging_call_can_be_cancelled() -> None:
    hang, started = threading.Event(), threading.Event()

    def waits(text: str, budget: int) -> str:
        started.set()
        hang.wait(60)
        return text

    try:
        with pytest.raises(Cancelled):
            run(waits, cancel=started.is_set)
    finally:
        hang.set()


def test_progress_counts_windows() -> None:
    seen: list[tuple[int, int]] = []
    result, _ = run(good, progress=lambda done, total: seen.append((done, total)))
    count = len(result.windows)
    assert seen == [(n, count) for n in range(1, count + 1)]


def test_a_window_of_furniture_only_is_not_sent() -> None:
    document = Document("d", "d", "text", "\n\n- 4 -\n\n", "")
    fake = Fake(good)
    assert repair(document, fake, counter=counter()).text == ""
    assert fake.calls == []


def test_what_a_model_invents_is_listed() -> None:
    result, _ = run(lambda text, budget: "# Heading\n\n" + good(text, budget) + " Invented tail.")
    entries = {(c.kind, result.text[slice(*c.repaired)]) for c in result.ledger}
    assert any(kind == "added" and "Invented tail" in text for kind, text in entries)
