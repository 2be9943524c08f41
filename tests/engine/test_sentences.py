from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sentences import ends_sentence, sentence_ends, sentences

MIXED = st.lists(
    st.sampled_from(
        [
            "He went",
            "the U.S.",
            "Fig.",
            " ",
            ". ",
            "! ",
            "。",
            "？",
            "”",
            "「",
            "」",
            "……",
            "他说",
            "\n",
            "\n\n",
            "3.5",
            "No.",
            "z. B.",
            "„",
            "“",
            "« ",
            " »",
            "؟ ",
            "नहीं।",
            "(",
            ")",
            "[3]",
            "🦊",
        ]
    ),
    max_size=60,
).map("".join)


@settings(deadline=None, max_examples=200)
@given(MIXED | st.text(max_size=200))
def test_sentences_join_back(text: str) -> None:
    parts = sentences(text)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(part and part == part.strip() for part in parts)


@settings(deadline=None, max_examples=200)
@given(MIXED, st.data())
def test_ends_ascend_inside_the_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    ends = sentence_ends(text, start, end)
    assert ends == sorted(set(ends))
    assert all(start < stop <= end for stop in ends)
    assert (ends[-1:] == [end]) == (start < end)


@pytest.mark.parametrize(
    "parts",
    [
        [
            "As shown in Fig. 3.2, it fell.",
            "Dr. Hollis disagrees.",
            "It was approx. 1.5 l/s (cf. Sec. 4).",
        ],
        ["Did he go?", "No.", "I stayed.", "No. 5 gate was open, i.e. nobody came."],
        ["It was repeated in the U.S. in 2019.", "He lives in the U.S.", "The rest do not."],
        ["J. R. Smith came at 5 p.m.", "The door shut.", "Pears, apples, etc.", "Then more."],
        ["See v1.2.3 at https://a.example/b.c?d=1.2 now.", "Then stop."],
        ["Am 3. Mai kam er z. B. mit dem Zug.", "Im 19. Jahrhundert nicht, vgl. Abb. 3."],
        ["„Nein.“", "Der Schiffer ging.", "„Darf ich?“, fragte sie.", "»Warum nicht?«, rief er."],
        [
            "« Où est la clé ? » demanda-t-elle.",
            "(Il mentait.)",
            "M. Ferrand lut la p. 12.",
            "Fin.",
        ],
        [
            "The rule is old.[4]",
            "Nobody likes it.",
            "Wait... what?",
            '"Why?" he said.',
            "(So it is.)",
        ],
        [
            "彼は「潮が満ちた。舟を出そう」と言った。",
            "「まだ早い。」と老人が笑った。",
            "本当ですか？",
        ],
        [
            "他问：“你看见了吗？”",
            "没有人回答。",
            "（这是去年的事。）",
            "他说。",
            "“你好……”",
            "版本3.5好!",
        ],
        ["水門は古い．", "３．５メートル．"],
        ["هل أغلق البوابة؟", "نعم، أغلقها؛ ثم عاد."],
        ["हाँ।", "नहीं।", "क्या?"],
    ],
)
def test_known_sentences(parts: list[str]) -> None:
    spaced = parts[0].isascii() or not any("\u3000" <= c <= "\u9fff" for c in "".join(parts))
    assert sentences((" " if spaced else "").join(parts)) == parts


@pytest.mark.parametrize(
    "parts",
    [
        ["“谁有钥匙？”他问。", "门开着。"],
        ["「門開著嗎？」守門人低聲問道，「我沒有鑰匙。」", "他走了。"],
        ['"谁有钥匙?"他问。', "没人知道。"],
        ["“我不知道……”她说。", "他走了。"],
        ["“走吧。”", "大家出了门。"],
        ["她说：“走吧。”", "他问：“去哪里？”"],
        ["门关上了。[7]", "水退了。¹", "夜深了。〔3〕", "没有人。"],
        ["“Who has it?” ", "He asked. ", "“Wait…” she said. ", "“Is it lost?” he asked."],
        ["“It is only me.” ", "She came in and sat."],
    ],
)
def test_who_spoke_stays_with_what_was_said(parts: list[str]) -> None:
    assert sentences("".join(parts)) == [part.strip() for part in parts]


def test_text_without_capitals_ends_at_stops() -> None:
    assert sentences("yes. i think so. ok") == ["yes.", "i think so.", "ok"]


def test_a_blank_line_ends_a_sentence() -> None:
    assert sentences("A title\n\nThe text. More") == ["A title", "The text.", "More"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It ended.",
        "It “ended.”",
        "说完。”",
        "# Heading",
        "| a | b |",
        "- an item",
        "such as:",
        "old.[4]",
        "para.\n\nCHAPTER IV",
        "```\nx = 1\n```",
        "Really?!",
        "He left the U.S.",
        "نعم؟",
    ],
)
def test_complete(text: str) -> None:
    assert ends_sentence(text)


@pytest.mark.parametrize(
    "text",
    ["and then", "see Fig.", "by Mr.", "written by J.", "说完，", "第一，", "one; two;", "a (b"],
)
def test_incomplete(text: str) -> None:
    assert not ends_sentence(text)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit", ["a", ". ", "A. ", "1. ", "。", "「。", "? “", "\n", ".*", "… ", "a "]
)
def test_pathological_text_takes_seconds(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert sentence_ends(text, 0, len(text))[-1] == len(text)
    ends_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "The order was as follows:--",
        "These are the rules:—",
        "It was the finest piece of art.",
        "The keeper opened the app.",
        "قال: هل أغلقت البوابة؟",
        "गेट रात में बंद होता है।",
        "He saw it (and left).",
        "It ended so.[12]",
        "“Nobody has the key.”",
        "「門は閉じた。」",
        "And then …",
    ],
)
def test_complete_ends(text: str) -> None:
    assert ends_sentence(text)


@pytest.mark.parametrize(
    "text",
    ["as shown in Fig.", "der Betrag, z. B.", "by J. R. R.", "und die Nr.", "see also e.g."],
)
def test_open_ends(text: str) -> None:
    assert not ends_sentence(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("J. R. R. Moss wrote it. Nobody read it.", 2),
        ("See Fig. 3 for the gate. It is 4.75 m high.", 2),
        ("Das gilt z. B. für Tore usw. und auch für Wehre. Nicht immer.", 2),
        ("Read https://example.org/a.b?c=d. then go. Stop here.", 2),
        ("He waited ... and left. Then she came.", 2),
        ("One.\n\n\n\n\nTwo.\n \n\n Three.", 3),
        ("门在夜里关上。“谁有钥匙”，他问。没有人回答。", 3),
    ],
)
def test_sentences_of_hard_texts(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_sentence_ends_rise_and_end_with_the_text() -> None:
    text = "a\n" + "\n" * 50 + "b. C d.  \n\nE"
    ends = sentence_ends(text, 0, len(text))
    assert ends == sorted(set(ends))
    assert ends[-1] == len(text)
