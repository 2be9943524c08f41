"""Messy documents of many kinds: nothing goes unrecorded, and repaired text is left alone."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document, Repaired
from engine.loaders.text import paginate
from engine.repair import repair
from engine.tokens import counter

TEXT = (
    "the keeper of gate reads gauge at six and writes level in book because water rises when "
    "barges pass below house while nobody watches measurement regulation independent information"
)
WORDS = TEXT.split()
HAN = "闸门管理员每天早晨查看水位并记录在册因为春天河水上涨船只需要通过"
CLOSING = "The gate is shut for the night and nobody reads the gauge."
UNSEEN = "\x00\x01\x7f\xad\u200b\u2060\ufeff"


def fixed(raw: str) -> Repaired:
    text, pages = paginate(raw)
    document = Document("t", "t", "text", text, "", pages=pages)
    return repair(document, counter=counter(), window_tokens=90)


words = st.lists(st.sampled_from(WORDS), min_size=4, max_size=16)
sentences = words.map(lambda found: " ".join(found).capitalize() + ".")
prose = st.lists(sentences, min_size=1, max_size=6).map(" ".join)


def wrapped(text: str, width: int, breaking: bool) -> str:
    lines = [""]
    for word in text.split():
        free = width - len(lines[-1]) - 1
        if len(word) <= free or not lines[-1]:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
        elif breaking and free > 4 and len(word) > free + 2:
            lines[-1] += f" {word[: free - 1]}-"
            lines.append(word[free - 1 :])
        else:
            lines.append(word)
    return "\n".join(lines)


def rows(strategy: st.SearchStrategy[str], least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(strategy, min_size=least, max_size=most).map("\n".join)


def numbered(items: list[str]) -> str:
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


name = st.sampled_from(("Ada Brook", "Carl Dune", "Eve Fell"))
hard_wraps = st.builds(wrapped, prose, st.integers(40, 76), st.booleans())
page_numbers = st.integers(1, 99).map(str)
gap = st.sampled_from((" ", "   ", " | "))
running_heads = st.builds(
    lambda number, between: f"Rules of the Lower Gate{between}{number}", st.integers(1, 99), gap
)
headings = st.builds(
    lambda number, found: f"{number}.1 {' '.join(found).title()}", st.integers(1, 9), words
)
named = st.builds(
    lambda word, number, found: f"{word} {number}. {' '.join(found[:4]).title()}",
    st.sampled_from(("Article", "Статья", "§", "Titre", "CHAPTER", "Clause", "제")),
    st.integers(1, 20),
    words,
)
provisions = rows(
    st.builds(lambda number, text: f"§ {number} {text}", st.integers(1, 20), sentences), 2, 4
)
titled = st.builds(
    lambda title, text: f"{title}\n{text}",
    st.sampled_from(
        ("THE FIRST WINTER", "Abstract", "II. Methods", "CHAPTER 4\nThe Ice", "제1장 총칙")
    ),
    st.builds(wrapped, prose, st.integers(40, 76), st.booleans()),
)
notes = st.builds(
    lambda mark, before, note, after: (
        f"{before[:-1]}{mark} and\n\n{mark} {note}\n\n{after.lower()}"
    ),
    st.sampled_from(("¹", "[3]", "〔1〕", "*", "†", "12", "a")),
    sentences,
    sentences,
    sentences,
)
stamps = st.sampled_from(
    (
        "CONFIDENTIAL - DRAFT",
        "© 2031 Valley Press. All rights reserved.",
        "Anmelden | Registrieren",
        "Partager : Facebook Twitter",
        "Home\nNews\nWeather",
        "Best regards,",
    )
)
bullets = rows(sentences.map(lambda text: f"- {text}"), 2, 5)
lists = st.lists(sentences, min_size=2, max_size=5).map(numbered)
verse = rows(words.map(lambda found: " ".join(found[:5]).capitalize() + ","), 3, 6)
addresses = st.builds(
    lambda who, house: f"{who}\n{house} Quay Street\n1{house}02 Millbridge",
    name,
    st.integers(1, 99),
)
dialogue = rows(st.builds(lambda who, text: f"{who}: {text}", name, sentences), 2, 5)
logs = rows(
    st.builds(
        lambda minute, text: f"2024-03-11 12:{minute:02} INFO {text}", st.integers(0, 59), sentences
    ),
    2,
    5,
)
code = rows(st.sampled_from(("    x = 1;", "    if (x) {", "    }", "    return x;")), 2, 5).map(
    lambda text: f"```\n{text}\n```"
)
tables = rows(st.builds(lambda a, b: f"| {a} | {b} |", name, page_numbers), 1, 4).map(
    lambda text: f"| who | page |\n|---|---|\n{text}"
)
chinese = st.lists(
    st.text(HAN, min_size=6, max_size=24).map(lambda text: f"{text}。"), min_size=1, max_size=6
).map(
    lambda found: "\n".join(
        "".join(found)[at : at + 30] for at in range(0, len("".join(found)), 30)
    )
)
pieces = st.one_of(
    hard_wraps,
    page_numbers,
    running_heads,
    named,
    provisions,
    titled,
    notes,
    stamps,
    headings,
    bullets,
    lists,
    verse,
    addresses,
    dialogue,
    logs,
    code,
    tables,
    chinese,
)
gaps = st.sampled_from(("\n\n", "\n\n", "\n\n", "\n\n\n\n", "\n \n"))
closings = st.sampled_from((CLOSING, CLOSING, "1", "- 3 -", "12\n", "The end"))


def joined(gaps: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda found, closing: "".join(piece + gap for piece, gap in found) + closing,
        st.lists(st.tuples(pieces, gaps), min_size=1, max_size=9),
        closings,
    )


documents = joined(gaps)
paged = joined(st.sampled_from(("\n\n", "\n\n", "\n\f", "\n\n\f")))


@st.composite
def dirty(draw: st.DrawFn) -> str:
    """A document with characters in it that nobody sees."""
    text = draw(documents)
    places = draw(
        st.lists(st.tuples(st.integers(0, len(text)), st.sampled_from(UNSEEN)), max_size=9)
    )
    for place, sign in sorted(places, reverse=True):
        text = text[:place] + sign + text[place:]
    return text


def visible(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


@settings(deadline=None, max_examples=25)
@given(st.one_of(documents, paged, dirty()))
def test_letters_keep_their_order_but_for_what_the_ledger_lists(raw: str) -> None:
    result = fixed(raw)
    raw = result.document.raw
    replaced = {change.raw for change in result.ledger if change.kind == "replaced"}
    gone = [False] * len(raw)
    for a, b, _, _ in result.links.tolist():
        gone[a:b] = [True] * (b - a)
    for change in result.ledger:
        if change.kind in ("removed", "dehyphenated"):
            gone[slice(*change.raw)] = [True] * (change.raw[1] - change.raw[0])
    assert not visible("".join(c for c, seen in zip(raw, gone, strict=True) if not seen))
    place = written = 0
    moved = any(change.kind == "moved" for change in result.ledger)
    for a, b, c, d in result.links.tolist():
        assert (a, b) in replaced or visible(raw[a:b]) == visible(result.text[c:d])
        assert moved or a >= place
        assert not visible(result.text[written:c])  # what repair put there has no letters
        place, written = b, d
    assert not visible(result.text[written:])


@settings(deadline=None, max_examples=25)
@given(dirty())
def test_every_unseen_character_that_goes_is_recorded(raw: str) -> None:
    result = fixed(raw)
    raw = result.document.raw
    kept = [False] * len(raw)
    for a, b, _, _ in result.links.tolist():
        kept[a:b] = [True] * (b - a)
    noted = [change.raw for change in result.ledger]
    for place, sign in enumerate(raw):
        if sign in UNSEEN and not kept[place]:
            start = raw.rfind("\n", 0, place) + 1
            end = raw.find("\n", place) % (len(raw) + 1)
            assert any(low <= end and start <= high for low, high in noted)


@settings(deadline=None, max_examples=40)
@given(st.one_of(documents, dirty()))
def test_repaired_text_is_left_alone(raw: str) -> None:
    once = fixed(raw).text
    assert fixed(once).text == once


def test_a_line_of_one_soft_hyphen_is_blank_and_recorded() -> None:
    result = fixed("The gate is shut.\n\n\xad\n\nThe water is low.")
    assert result.text == "The gate is shut.\n\nThe water is low."
    assert [(change.kind, change.raw) for change in result.ledger] == [("removed", (19, 20))]


def test_the_unseen_characters_of_a_line_are_one_entry() -> None:
    result = fixed("The \u200bkeeper\u200b reads \ufeffthe gauge.\nAnd writes\u2060 it down.")
    assert [change.reason for change in result.ledger] == [
        "3 invisible characters in this line",
        "invisible character",
    ]


def test_a_soft_hyphen_at_the_end_of_a_paragraph_is_recorded() -> None:
    result = fixed("The keeper reads the gauge\xad")
    assert result.text == "The keeper reads the gauge"
    assert [(change.reason, change.raw) for change in result.ledger] == [("soft hyphen", (26, 27))]


def test_no_window_is_empty_where_marks_of_one_character_fill_the_end() -> None:
    result = fixed("e" + "\u0301" * 4000)
    assert all(low < high for low, high in (window.raw for window in result.windows))


def test_hundreds_of_blank_lines_say_no_more_than_a_few() -> None:
    raw = "The gate is shut." + "\n" * 900 + "The water is low."
    result = fixed(raw)
    assert result.text == "The gate is shut.\n\nThe water is low."
    assert result.links[:, 1].tolist() == [17, len(raw)]


def test_blank_lines_in_code_all_stay() -> None:
    raw = "```\nx = 1" + "\n" * 400 + "y = 2\n```"
    assert fixed(raw).text == raw
