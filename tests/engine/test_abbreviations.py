"""Abbreviations: full stops that end no sentence, in sentence ends and in repair."""

from __future__ import annotations

import pytest

from engine.repair.endings import demands, finished, runs_on
from engine.sentences import sentences


@pytest.mark.parametrize(
    "text",
    (
        "Capt. Brook met Messrs. Dune and Fell at the inn.",
        "The barrel weighs 9 lb. 4 oz. and leaks.",
        "Fr. Brunner wohnt im 3. Stock bei Hr. Falk, s. Abb. 4.",
        "Die Fa. Lang u. Co. liefert am 4. 6. zum 2. Mal.",
        "Das Tor wiegt max. 3 t und steht in der Mühlstr. 9.",
        "MM. Verne et Aubry logent av. 3 rue du Port, cf. chap. 2.",
        "La Dra. Rojas vive en la Avda. Norte, cap. 4, pág. 9.",
        "Il sig. Ferri e il dott. Bruni abitano al n. 5, cfr. pag. 8.",
        "Mevr. Kuiper leest blz. 4 van hfst. 2.",
        "Pani mieszka na ul. Długiej, zob. rozdz. 3 i rys. 4.",
        "Проф. Белов живёт на ул. Речной, д. 4, кв. 7.",
        "It was signed by A. B. Crane on p. 7.",
        "The paper of S. Crane, Y. He and F. Dune was read.",
    ),
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("first", "second"),
    (
        ("He told me.", "The dog barked."),
        ("All of them lie in the set S.", "The sum is small."),
        ("They said no.", "Then they left."),
        ("See Appendix B.", "The list is there."),
        ("We sold lamps, ropes, etc.", "The rest was burnt."),
        ("The wire is 4 mm.", "It broke."),
        ("The well is 7.5 m.", "Dr. Crane measured it."),
        ("Дом построен в 1907 г.", "Он сгорел."),
        ("Nous étions douze.", "Le bateau partit."),
    ),
)
def test_plain_words_that_look_like_abbreviations_end_sentences(first: str, second: str) -> None:
    assert sentences(f"{first} {second}") == [first, second]


def test_a_note_mark_stays_with_its_wide_stop() -> None:
    assert sentences("闸门已关。[4]船都走了。〔5〕灯也灭了。") == [
        "闸门已关。[4]",
        "船都走了。〔5〕",
        "灯也灭了。",
    ]


@pytest.mark.parametrize(
    ("left", "right"),
    (
        ("written by Prof.", "Crane and"),
        ("am 7.", "Mai"),
        ("see vol.", "3 of"),
        ("ropes, etc.", "and a lamp"),
        ("by A.", "B. Crane"),
        ("shut the door—", "the small one"),
        ("firmata dal sig.", "Ferri"),
    ),
)
def test_a_line_runs_on_behind_an_abbreviation(left: str, right: str) -> None:
    assert runs_on(left, right)
    assert left.endswith("—") or not finished(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    (
        ("It is old.", "the lamp"),
        ("in 1907.", "The"),
        ("12 Mill Rd.", "Belton"),
        ("all set S.", "Now"),
    ),
)
def test_other_lines_are_not_said_to_run_on(left: str, right: str) -> None:
    assert not runs_on(left, right)


def test_a_title_demands_its_name() -> None:
    assert demands("was read by the Rev.")
    assert demands("signée par Mme.")
    assert not demands("ropes, lamps, etc.")
    assert not demands("and that was all he told me.")
