"""The guard accepts format repair and refuses loss."""

from __future__ import annotations

import pytest

from engine.repair.guard import check, prose_sentences

RAW = (
    "The keeper reads the gauge at six every morning in 1931.\n\n"
    "He writes the level ⟦F1⟧ in the book of the ware-\nhouse near the gate.\n\n12\n"
)
GOOD = (
    "The keeper reads the gauge at six every morning in 1931.\n\n"
    "He writes the level ⟦F1⟧ in the book of the warehouse near the gate."
)


def test_a_faithful_answer_passes_with_its_figures() -> None:
    report = check(RAW, GOOD, {"F1": "x"})
    assert report.ok and report.reason == ""
    assert report.checks["prose_kept"] == 1
    assert report.checks["numbers_kept"] == 1
    assert report.checks["placeholders_ok"] == 1
    assert 0.8 < report.checks["length_ratio"] <= 1
    assert set(report.checks) == {
        "length_ratio",
        "prose_kept",
        "placeholders_ok",
        "numbers_kept",
        "kept",
        "new",
    }


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("The keeper.", "left"),
        (GOOD.replace("⟦F1⟧", ""), "placeholder"),
        (GOOD.replace("⟦F1⟧", "⟦F1⟧ ⟦F1⟧"), "placeholder"),
        (GOOD.replace("1931", "1913"), "numbers"),
    ],
)
def test_refused(answer: str, word: str) -> None:
    report = check(RAW, answer, {"F1": "x"})
    assert not report.ok
    assert word in report.reason


def test_short_output_passes_when_the_prose_is_kept() -> None:
    menu = "\n".join(f"Menu entry {n} | Login | Share" for n in range(60))
    prose = "The old mill at the river was sold to a potter from the hills."
    assert check(f"{menu}\n\n{prose}", prose).ok


def test_chinese_sentences_count_from_fifteen_characters() -> None:
    assert prose_sentences("这座桥建于一百年前，当时为了运盐而建。") != []
    assert prose_sentences("桥很旧。") == []


def test_the_number_of_a_page_may_go() -> None:
    raw = "The widow ran the boat from the pier for all of the 12 years that followed."
    assert not check(raw, raw.replace("12 ", "")).ok
    assert check(raw, raw.replace("12 ", ""), furniture="12").ok
