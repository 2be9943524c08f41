"""Page heads, feet, numbers, stamps, notes and navigation around text."""

from __future__ import annotations

import pytest

from engine.document import Document
from engine.loaders.text import paginate
from engine.repair import repair
from engine.tokens import counter


def fixed(raw: str) -> str:
    text, pages = paginate(raw)
    return repair(Document("t", "t", "text", text, "", pages=pages), counter=counter()).text


FIRST = "The pump was brought over the pass in parts and put together by two men who"
SECOND = "had never seen one. It ran for nine years without a stop and was then taken to the"
THIRD = "yard of the lower mill."


@pytest.mark.parametrize(
    ("foot", "head"),
    [
        ("\n\nValley Pump Society\n{}", ""),
        ("", "{}\nTHE OLD PUMP\n\n"),
        ("", "{}\nValley Pump Society\nPapers, New Series\n\n"),
        ("\n\n谷地水泵志 第三卷\n{}", ""),
    ],
)
def test_a_head_or_foot_beside_a_page_number_goes(foot: str, head: str) -> None:
    raw = "\f".join(
        head.format(41 + page) + text + foot.format(41 + page)
        for page, text in enumerate((FIRST, SECOND, THIRD))
    )
    assert fixed(raw) == f"{FIRST} {SECOND} {THIRD}"


def test_roman_numbers_at_alternating_edges_are_page_numbers() -> None:
    raw = f"x    Preface\n\n{FIRST}\n\fPreface    xi\n\n{SECOND}\n\fxii    Preface\n\n{THIRD}"
    assert fixed(raw) == f"{FIRST} {SECOND} {THIRD}"


def test_a_stamp_on_every_page_is_no_heading() -> None:
    pages = (f"ENTWURF - VERTRAULICH\n\n{text}" for text in (FIRST, SECOND, THIRD))
    assert fixed("\f".join(pages)) == f"{FIRST} {SECOND} {THIRD}"


def test_a_line_of_rights_within_a_sentence_goes_and_on_a_title_page_stays() -> None:
    rights = "© 2031 Pump Press. All rights reserved."
    assert fixed(f"{FIRST}\n{rights}\n{SECOND}\n{THIRD}") == f"{FIRST} {SECOND} {THIRD}"
    assert rights in fixed(f"The Old Pump\n\n{rights}\n\n{FIRST} left.")


def test_a_document_of_lines_that_repeat_keeps_its_text() -> None:
    pages = (f"mend the pump of house {number}\nand borrow it." for number in range(60))
    text = fixed("\f".join(pages))
    assert all(f"house {number} " in text for number in range(60))


def test_a_figure_at_the_page_top_stays_where_the_numbers_stand_at_the_foot() -> None:
    raw = f"{FIRST}\nasked for only\n\n12\n\f5\nmore. {SECOND}\n\n13\n\f{THIRD}"
    assert "asked for only 5 more." in fixed(raw)
    assert "12" not in fixed(raw) and "13" not in fixed(raw)


def test_a_page_end_before_a_german_noun_is_no_end_of_a_sentence() -> None:
    raw = (
        "Die Pumpe wurde im Herbst mit vielen Wagen über den Pass gebracht und mit\n"
        "einem Deckel aus\n\n12\n\fLärchenholz versehen."
    )
    assert fixed(raw).endswith("Deckel aus Lärchenholz versehen.")


def test_a_name_below_a_letter_is_not_joined_with_the_next_page() -> None:
    raw = (
        f"{FIRST} {SECOND} {THIRD}\nYours truly, Carl Dune\n\n"
        "\fThe next letter begins here and goes on for quite a while."
    )
    assert "Dune\n\nThe next" in fixed(raw)


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ("¹", "¹ Only above the bridge."),
        ("[3]", "[3] Only above the bridge."),
        ("〔1〕", "〔1〕Only above the bridge."),
        (",a", "a Only above the bridge."),
    ],
)
def test_a_note_goes_behind_the_sentence_it_interrupts(mark: str, note: str) -> None:
    raw = f"The wool was washed in the river{mark} and then put on\n\n{note}\n\n19\n\fthe wall."
    text = f"The wool was washed in the river{mark} and then put on the wall."
    assert fixed(raw) == f"{text}\n\n{note}"


def test_a_word_broken_over_a_page_end_goes_on_behind_the_note() -> None:
    raw = "The wall was built by the farmers them-\n\n3 See the map.\n\n51\n\fselves."
    assert fixed(raw) == "The wall was built by the farmers themselves.\n\n3 See the map."


@pytest.mark.parametrize(
    "residue",
    [
        "Startseite > Nachrichten > Lokales\nAnmelden | Registrieren\nTeilen: Facebook | Drucken",
        "Accueil > Actualités > Ville\nSe connecter | S'inscrire\nPartager : Facebook Twitter",
        "Inicio > Noticias > Ciudad\nIniciar sesión | Registrarse\nCompartir: Facebook WhatsApp",
        "Главная > Новости > Город\nВойти | Регистрация\nПоделиться: ВКонтакте Telegram",
        "ホーム > ニュース > 地域\nログイン | 会員登録\n関連記事",
        "Home\nNews\nSport\nWeather",
    ],
)
def test_navigation_above_an_article_goes(residue: str) -> None:
    article = "The last pump of the old town was switched off in the spring of last year."
    assert fixed(f"{residue}\n\n{article}\n") == article


def test_a_word_of_navigation_may_be_a_heading() -> None:
    raw = "Kontakt\n\nSie erreichen uns am Tor, jeden Tag von sechs Uhr an, solange Wasser da ist."
    assert "Kontakt" in fixed(raw)


def test_numbers_in_the_margin_of_every_fifth_line_go() -> None:
    lines = (f"the pump was turned by hand and mule {name} and then" for name in "abcdefghijkl")
    raw = "\n".join(
        f"{number} {line}" if number % 5 == 0 else line for number, line in enumerate(lines, 1)
    )
    assert not any(sign.isdigit() for sign in fixed(raw))


def test_a_title_with_a_wide_gap_is_found_at_once() -> None:
    once = fixed(f"Rules of the Pump   House\n\n{FIRST} left.")
    assert fixed(once) == once


def test_a_comment_of_latex_does_not_swallow_the_next_line() -> None:
    raw = "\\section{Pumps}\nThe pump has two\nhandles. % ask again\nIt is old."
    assert "ask again It" not in fixed(raw)


def test_a_share_of_percent_goes_on_over_the_line_end() -> None:
    raw = "The pump lost about 30 % of its\nwater, or 5\n% of what the well gave."
    assert fixed(raw) == raw.replace("\n", " ")


@pytest.mark.parametrize("line", ["分享到：微信 微博", "Partager : Facebook Twitter"])
def test_one_line_of_sharing_is_enough(line: str) -> None:
    article = "The last pump of the old town was switched off in the spring of last year."
    assert fixed(f"{article}\n\n{article}\n\n{article}\n\n{line}\n") == "\n\n".join([article] * 3)
