"""Lines that must stay lines, and short lines of prose that must not."""

from __future__ import annotations

import pytest

from engine.document import Document
from engine.repair import repair
from engine.tokens import counter

TAIL = "\n\nThe keeper wrote all of it into the book that lies in the upper house.\n"


def fixed(raw: str) -> str:
    return repair(Document("t", "t", "text", raw, ""), counter=counter()).text.rstrip("\n")


def one_paragraph(raw: str) -> bool:
    return "\n" not in fixed(raw)


@pytest.mark.parametrize(
    "raw",
    (
        "The wall was drawn by Prof.\nCrane and Mr.\nDune on p.\n4 of the plan.",
        "Die Brücke wurde am 2.\nJuni von Dr.\nFalk eröffnet, vgl.\nBlatt drei.",
        "El muro fue medido por la Dra.\nRojas y el Sr.\nVega en el núm.\n9 de la calle.",
        "Мост построил проф.\nБелов на ул.\nРечной, см.\nплан в книге.",
        "He took the lamp—\nthe small one—\nand went up to the at-\ntic.",
        "In the evening, when the boats come in from the sea,\n"
        "the keeper opens the upper gate, counts the masts,\n"
        "and, if one is not there, waits for it there, as his\nold father did before him.",
        "The clerk gave two reasons: the road was wet,\n"
        "the horse was old, and a third:\nnobody had paid. He said:\nwait until May.",
        "店のカ\nーテンは、フラン\nスのレ\nースで作られたものだった。",
        "$ 5 million was\npaid for the bridge and\nfor the road that leads to it.",
        "The years were dry: 1907,\n1908, 1909, 1910 and\n1911. After that came\nthe flood.",
        "Er kam am 3.\nDezember an, blieb bis zum 9.\nTag und ging.",
        "全长三百二\n十米，宽 6\n米，载重 4.5\n吨，由 9\n名工人在 1961\n年建成，是全县最大的船。",
    ),
)
def test_short_lines_of_one_sentence_are_joined(raw: str) -> None:
    assert one_paragraph(raw)


@pytest.mark.parametrize(
    "lines",
    (
        "The gull is grey, the tide is low,\nthe ropes are wet with rain,\n"
        "and all the men who used to row\nand none comes back again.",
        "$ wc -l notes\n14 notes\n-rw-r--r-- 1 ada staff  90 notes\nlamp off at 03:10",
        "Traceback (most recent call last):\n"
        "  File \"lamp.py\", line 3, in <module>\nKeyError: 'oil'",
        "C:\\lamp> dir notes\nFound 3 files\nDone",
        "[lamp]\noil = 3\nwick = 9\n; hours\nlog = /tmp/lamp",
        "GET /lamp?house=upper HTTP/1.1\nHost: lamp.example\nAccept: text/plain",
        "cd /opt/lamp\n./configure --prefix=/usr\nmake\nsudo make install",
        "lamp:\n  oil: 3\n  wick: 9\nhouse: upper",
        "name,oil,wick\nupper,3,9\nlower,4,8",
        "Feb  3 21:10:01 host7 lamp[41]: lit\nFeb  3 21:12:09 host7 lamp[41]: out",
        "3 carrots\n1 spoon of oil\n200 g rice\npepper",
        "one iron key\na lamp with oil\nthree metres of cord\nwax",
        "Dune & Co.\n9 Mill Rd.\nBelton BX1 2AB",
        "Crane, A.\nDune, B.\nFell, C.",
        "Белов А. С.\nЖуков П. П.\nШубин К. Д.",
        "古木生新叶\n孤舟过旧桥\n渔人收网去\n灯火照归潮",
        "\\item red\n\\item blue",
        "北岸管理处\n东路十二号\n南镇\n邮编 654321",
        "古い池\n蛙の声だけ\n残りけり",
    ),
)
def test_lines_with_a_meaning_are_kept(lines: str) -> None:
    text = fixed("It is set down here, in the words of the keeper of the house:\n\n" + lines + TAIL)
    assert lines in text


@pytest.mark.parametrize(
    ("raw", "items"),
    (
        (
            "8. Shut the gate and hang the lamp on the\nhook.\n9. Sleep.\n"
            "10. Rise before the first\nboat.",
            [
                "8. Shut the gate and hang the lamp on the hook.",
                "9. Sleep.",
                "10. Rise before the first boat.",
            ],
        ),
        (
            "The keeper shall\n(a) trim the lamp every\nevening;\n"
            "(b) count the boats; and\n(c) sleep.",
            ["(a) trim the lamp every evening;", "(b) count the boats; and", "(c) sleep."],
        ),
        (
            "The clerk shall\n(i) read the gauge at the upper\nhouse;\n(ii) write.\n(iii) go.",
            ["(i) read the gauge at the upper house;", "(ii) write.", "(iii) go."],
        ),
        (
            "Steps:\n1.\nOpen the valve half a\nturn.\n2.\nWait.",
            ["1. Open the valve half a turn.", "2. Wait."],
        ),
        ("Bring:\n–\na lamp with new\noil,\n–\nbread.", ["– a lamp with new oil,", "– bread."]),
        ("To do:\n☐ oil the hinge of the\ngate\n☑ ring", ["☐ oil the hinge of the gate", "☑ ring"]),
        (
            "1. Wood\n1.1. Planks, of which there are\ntwo\n1.2. Poles\n2. Iron",
            ["1.1. Planks, of which there are two", "2. Iron"],
        ),
        ("Answers\n\n1) B\n2) D\n3) D", ["1) B", "2) D", "3) D"]),
    ),
)
def test_the_items_of_a_list_are_told_apart(raw: str, items: list[str]) -> None:
    lines = fixed(raw).split("\n")
    assert all(item in lines for item in items)


def test_numbers_in_brackets_inside_a_sentence_are_no_items() -> None:
    assert one_paragraph(
        "The level follows from the sum in\n(1) and the loss that is given by\n"
        "(2) as long as the gate is shut."
    )


@pytest.mark.parametrize(
    ("raw", "turn"),
    (
        (
            "記者：ランプはいつ消えましたか。\n番人：夜の九時過ぎに消え\nました。",
            "番人：夜の九時過ぎに消えました。",
        ),
        (
            "문: 등은 언제 꺼졌습니까?\n답: 아홉 시가 지나서 꺼진 것\n같습니다.",
            "답: 아홉 시가 지나서 꺼진 것 같습니다.",
        ),
        (
            "Q1. Who lit the lamp?\nA1. The keeper, and the boy\nheld it.",
            "A1. The keeper, and the boy held it.",
        ),
        (
            "LE GARDE. — Qui vient là ?\nLA FILLE. — Personne, monsieur, rien que le\nvent.",
            "LA FILLE. — Personne, monsieur, rien que le vent.",
        ),
        (
            "[21:10] ada: is it lit?\n[21:11] carl: not yet, the oil is\nlate",
            "[21:11] carl: not yet, the oil is late",
        ),
        (
            "“Who lit it?”\n“The boy, before he went to\nbed.”\n“Good.”",
            "“The boy, before he went to bed.”",
        ),
        (
            "—¿Quién viene?\n—Nadie, señora, solo el viento del\nnorte.",
            "—Nadie, señora, solo el viento del norte.",
        ),
    ),
)
def test_the_turns_of_a_conversation_are_told_apart(raw: str, turn: str) -> None:
    assert turn in fixed(raw).split("\n")


@pytest.mark.parametrize(
    ("raw", "right"),
    (
        (
            "Das UV-\nLicht und die LED-\nLampe sind aus.",
            "Das UV-Licht und die LED-Lampe sind aus.",
        ),
        ("THE KEEP-\nER SLEEPS NOW.", "THE KEEPER SLEEPS NOW."),
        ("Some thirty-\nfive boats.", "Some thirty-five boats."),
        ("Où sont-\nils, dit-\nelle.", "Où sont-ils, dit-elle."),
        ("Le sous-\npréfet a un rendez-\nvous.", "Le sous-préfet a un rendez-vous."),
        ("Кто-\nто и где-\nнибудь.", "Кто-то и где-нибудь."),
        ("They live in Newton-\nupon-Mere.", "They live in Newton-upon-Mere."),
        (
            "See https://www.lamp-\nhouse.example/now for it.",
            "See https://www.lamp-house.example/now for it.",
        ),
        ("Start it with --no-\nlight today.", "Start it with --no-light today."),
        (
            "The years 1907–\n1911 and 1912/\n13 were dry.",
            "The years 1907–1911 and 1912/13 were dry.",
        ),
        ("船建于19\n61年的春天。", "船建于1961年的春天。"),
        ("Read http://lamp.example/\nFor help, ask.", "Read http://lamp.example/ For help, ask."),
        (
            "Notes are at https:\n//lamp.example for all.",
            "Notes are at https://lamp.example for all.",
        ),
        (
            "Notes are at https://\nlamp.example for all.",
            "Notes are at https://lamp.example for all.",
        ),
    ),
)
def test_what_stands_between_two_lines_of_one_word(raw: str, right: str) -> None:
    assert fixed(raw) == right


def test_a_misread_character_with_a_soft_hyphen_in_it_comes_back() -> None:
    text = "El río está aquí, según María; 值班员在日志上签字。"
    assert fixed(text.encode().decode("latin-1")) == text
    assert fixed("façade of co\xadoperation") == "façade of cooperation"


def test_a_comment_of_a_source_file_ends_with_its_line() -> None:
    lines = fixed("The lamp is\nlit. % ask ada\nIt burns 20 % of the\nnight.").split("\n")
    assert "It burns 20 % of the night." in lines


@pytest.mark.parametrize("mark", ("¬", "⸗"))
def test_the_marks_of_old_print_join_a_broken_word(mark: str) -> None:
    assert fixed(f"The keeper of the lan{mark}\ntern came down early.") == (
        "The keeper of the lantern came down early."
    )
    assert fixed(f"A is true and so is B, but C{mark}\n12 is not known to them.").count("12") == 1


def test_japanese_bullets_are_items() -> None:
    raw = "持ち物は次のとおり。\n・予備の芯と小さな\nランプ\n・乾いた布\n・鍵の束"
    assert fixed(raw).split("\n")[-2:] == ["・乾いた布", "・鍵の束"]
