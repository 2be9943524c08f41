"""Headings and provisions without marks, in several languages, and lines that only look so."""

from __future__ import annotations

import pytest

from engine.document import Document
from engine.repair import repair
from engine.tokens import counter


def paragraphs(raw: str) -> list[str]:
    result = repair(Document("t", "t", "text", raw, ""), counter=counter())
    return result.text.split("\n\n")


@pytest.mark.parametrize(
    ("heading", "below"),
    [
        ("II. MATERIALS", "Each pump was opened and cleaned with a soft brush."),
        ("IV. Messungen", "Jede Pumpe wurde geöffnet und mit einer Bürste gereinigt."),
        ("THE DRY SUMMER", "Rain came late and stayed away again until the autumn."),
        ("LE PREMIER HIVER", "La neige tomba en octobre et resta sur les toits."),
        ("ARTÍCULO 4. PLAZOS", "Los plazos se cuentan desde la fecha de la firma."),
        ("ARTIGO 4. PRAZOS", "Os prazos contam desde a data da assinatura."),
        ("ARTICOLO 4. TERMINI", "I termini decorrono dalla data della firma."),
        ("Статья 4. Сроки", "Сроки считаются с даты подписания этого договора."),
        ("§ 4 Fristen", "Die Fristen beginnen mit der letzten Unterschrift."),
        ("CLAUSE 4. NOTICE", "Notice is given by letter to the office."),
        ("TITRE II. DES DÉLAIS", "Les délais courent à partir de la signature."),
        ("제4장 기간", "기간은 서명한 날부터 계산한다."),
        ("Abstract", "We describe a pump that starts by itself in the night."),
        ("3 Results", "All of the pumps ran for more than nine hours."),
    ],
)
def test_a_heading_between_lines_of_prose_stands_alone(heading: str, below: str) -> None:
    before = "and this is where the first part of the book ends."
    found = paragraphs(f"{before}\n{heading}\n{below}\n")
    assert found[0] == before
    assert found[1].lstrip("# ") == heading
    assert found[2] == below


@pytest.mark.parametrize(
    "raw",
    [
        "The plate on the pump reads\nDO NOT OPEN WHILE THE LAMP IS ON\nand everybody obeys it.",
        "The rule is found in\nArticle 4 of the pump treaty and in\nSection 2 of the code.",
        "Die Regel steht in\n§ 4 der Ordnung und gilt für\nalle.",
        "She was crowned before Henry\nII. went to sea with all of his ships.",
        "V. Hugo and his wife lived in\nParis with all of their children and two dogs.",
        "그 규칙은 오래되었다.\n제2장의 규정은 밤에 적용하지 않는다.",
    ],
)
def test_a_line_within_a_sentence_is_no_heading(raw: str) -> None:
    assert paragraphs(raw) == [raw.replace("\n", " ")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("§ 7 Die Pumpe läuft von sechs bis um\nzehn.", "§ 8 Niemand steht auf dem Deckel."),
        ("Art. 7. La pompe tourne de six heures à\ndix heures.", "Art. 8. Nul ne la touche."),
        ("Clause 7. The pump runs from six to\nten.", "Clause 8. Nobody stands on it."),
        ("제7조 펌프는 여섯 시부터 열 시까지\n돌린다.", "제8조 아무도 뚜껑에 서지 못한다."),
    ],
)
def test_each_provision_is_a_paragraph(first: str, second: str) -> None:
    assert paragraphs(f"{first}\n{second}\n") == [first.replace("\n", " "), second]


def test_the_line_below_a_chapter_number_is_its_title() -> None:
    raw = (
        "which ends the tale.\nCHAPTER 4\nThe Broken Pump\n"
        "In December the pump froze and was\ntaken to the yard."
    )
    found = paragraphs(raw)
    assert found[1] == "# CHAPTER 4 The Broken Pump"
    assert found[2].startswith("In December")


def test_a_title_fused_with_its_text_is_parted() -> None:
    assert paragraphs("1.2. Frühere VersucheDie erste solche Pumpe war aus Holz.") == [
        "## 1.2. Frühere Versuche",
        "Die erste solche Pumpe war aus Holz.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1.1. The program PumpTool reads the file TankList and writes a log.",
        "1.2. It runs on MacBook and on other machines.",
        "1.3. LinkedIn is not needed for that.",
    ],
)
def test_a_name_with_a_capital_inside_stays_whole(text: str) -> None:
    assert paragraphs(text) == [text]


def test_names_of_speakers_in_capitals_are_no_headings() -> None:
    raw = "KEEPER\nThe water was low when I came and it is low now."
    assert paragraphs(raw) == ["KEEPER The water was low when I came and it is low now."]


@pytest.mark.parametrize(
    "text",
    [
        "对于O 型和E 型的水泵可以直接使用上一节的结果，例如",
        "水位降低到 ⟦F1⟧．",
        "この値は ⟦F2⟧ である",
    ],
)
def test_a_few_capitals_among_ideographs_are_no_heading(text: str) -> None:
    assert text in paragraphs(f"水泵在夜里自动开启。\n\n{text}\n\n水泵在早晨停止运行。")
