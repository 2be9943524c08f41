"""Provenance holds for whatever comes in."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document, Repaired
from engine.repair import repair
from engine.tokens import counter

LINES = (
    "The keeper of the dam reads the gauge at six and",
    "writes the level in the book of the ware-",
    "house, as he has done for nineteen years.",
    "House rules of the Lower Gate   12",
    "2.1 Study design",
    "# Title",
    "- an item that is long enough to be wrapped and",
    "3. third item",
    "17",
    "- 4 -",
    "",
    "",
    "1 Her name is given in the two copies.",
    "the widow,1 who ran the ser\xadvice for",
    "oﬃce of the ﬁrst kind.",
    "arXiv:2401.01234v2 [cs.CL] 3 Jan 2024",
    "| a | b |",
    "|---|---|",
    "```",
    "    code = 1;",
    "\\[",
    "\\]",
    "这座桥建于一百年前，当时为了运盐",
    "第三章 水门",
    "x",
    "=",
    "∑",
    "Q: When?",
    "R E P O R T   O F   I T",
    "⟦F1⟧",
    "Contents ....... 4",
    "•",
    "$$",
    "\u200b",
    "a\x00b",
)
messy = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(max_size=30)), min_size=0, max_size=40
).map("\n".join)


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


def fixed(raw: str, tokens: int = 60) -> Repaired:
    document = Document("t", "t", "text", raw, "", formulas={"F1": "x"})
    return repair(document, counter=counter(), window_tokens=tokens)


def check_spans(result: Repaired) -> None:
    raw, text, links = result.document.raw, result.text, result.links
    assert text == text.strip()
    assert links.dtype == np.int64 and links.shape[1:] == (4,)
    assert (links[:, 1] > links[:, 0]).all() and (links[:, 3] > links[:, 2]).all()
    assert (links[1:, 2] >= links[:-1, 3]).all()
    by_raw = links[np.argsort(links[:, 0])]
    assert (by_raw[1:, 0] >= by_raw[:-1, 1]).all()
    for a, b, _, _ in links.tolist():
        assert "\n" not in raw[a:b]
    windows = result.windows
    assert [w.raw[0] for w in windows] == [0, *(w.raw[1] for w in windows)][: len(windows)]
    assert all(x.repaired[1] == y.repaired[0] for x, y in pairwise(windows))
    if windows:
        assert windows[-1].raw[1] == len(raw)
        assert (windows[0].repaired[0], windows[-1].repaired[1]) == (0, len(text))
    for change in result.ledger:
        window = windows[change.window]
        assert change.reason
        assert window.raw[0] <= change.raw[0] <= change.raw[1] <= len(raw)
        assert window.repaired[0] <= change.repaired[0] <= change.repaired[1] <= window.repaired[1]
    for row in links.tolist():
        owner = next(w for w in windows if w.raw[0] <= row[0] < w.raw[1])
        assert row[1] <= owner.raw[1]
        assert owner.repaired[0] <= row[2] and row[3] <= owner.repaired[1]


@settings(deadline=None, max_examples=120)
@given(messy)
def test_links_windows_and_ledger_fit_together(raw: str) -> None:
    check_spans(fixed(raw))


@settings(deadline=None, max_examples=120)
@given(messy)
def test_letters_and_digits_change_only_where_the_ledger_says_so(raw: str) -> None:
    result = fixed(raw)
    accounted = [False] * len(raw)
    for a, b, c, d in result.links.tolist():
        changed = any(
            x.kind == "replaced" and x.raw == (a, b) and x.repaired == (c, d) for x in result.ledger
        )
        assert changed or letters(raw[a:b]) == letters(result.text[c:d])
        accounted[a:b] = [True] * (b - a)
    for change in result.ledger:
        if change.kind in ("removed", "dehyphenated"):
            accounted[slice(*change.raw)] = [True] * (change.raw[1] - change.raw[0])
    lost = "".join(c for c, seen in zip(raw, accounted, strict=True) if not seen)
    assert letters(lost) == ""
    linked = np.zeros(len(result.text), bool)
    for _, _, c, d in result.links.tolist():
        linked[c:d] = True
    assert (
        letters("".join(c for c, seen in zip(result.text, linked, strict=True) if not seen)) == ""
    )


TIDY = (
    "The keeper of the dam reads the gauge at six and writes the level in the book.",
    "# Rules of the gate",
    "- one item of it\n- another item",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "```\nx = 1\n\ny = 2\n```",
    "Grey is the water below,\nbright is the lamp at the wall,\n"
    "slow is the wind, and the snow,\nwhite on the roof of the hall.",
    "这座桥建于一百年前，当时为了运盐，镇上的人们凑了三年的钱。",
    "$$\na = b\n$$",
    "⟦F1⟧",
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(TIDY), max_size=8))
def test_tidy_text_is_left_alone(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    assert fixed(text).text == text


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(LINES[:24]), max_size=14).map("\n".join))
def test_repair_of_a_repaired_text_keeps_its_letters(raw: str) -> None:
    once = fixed(raw).text
    assert len(letters(fixed(once).text)) >= 0.9 * len(letters(once)) - 40
