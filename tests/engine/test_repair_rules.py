"""What the rules do to each kind of mess."""

from __future__ import annotations

import pytest

from engine.document import Document, LineHint, Repaired
from engine.repair import repair
from engine.tokens import counter


def fixed(raw: str, **more: object) -> Repaired:
    document = Document("t.txt", "t.txt", "text", raw, "", **more)  # type: ignore[arg-type]
    return repair(document, counter=counter())


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a new ware-\nhouse by the sea.", "a new warehouse by the sea."),
        ("a well-known name. It is well-\nknown here.", "well-known here."),
        ("see pages 12-\n19 for more.", "pages 12-19 for more"),
        ("short-\nand long-term plans.", "short- and long-term plans."),
        ("peaks of n-\noctane were seen.", "n-octane were seen."),
        ("it stopped -\nthen went on.", "stopped - then went on."),
        ("an Anglo-\nSaxon word.", "Anglo-Saxon word"),
        ("a broken gran\xad\nary roof.", "granary roof"),
        ("a state-of-\nthe-art pump.", "state-of-the-art pump"),
        ("wind\n-\ndriven mills of the coast.", "wind-driven mills"),
        ("INTRO-\nDUCTION of the gate.", "INTRODUCTION of the gate."),
    ],
)
def test_hyphens_at_the_line_end(raw: str, expected: str) -> None:
    assert expected in fixed(raw).text


def test_a_word_broken_over_a_page_is_joined_and_the_furniture_is_listed() -> None:
    raw = (
        "The keeper of the lower dam had to regis-\n\nRiver Notes   7\nRiver Notes   8\n\n"
        "ter each boat that passed the gate.\n\nRiver Notes   9\n"
    )
    result = fixed(raw)
    assert (
        result.text == "The keeper of the lower dam had to register each boat that passed the gate."
    )
    removed = [change for change in result.ledger if change.kind == "removed"]
    assert {change.reason for change in removed} == {"running head"}
    assert [raw[slice(*change.raw)].split()[-1] for change in removed] == ["7", "8", "9"]


@pytest.mark.parametrize(
    "number", ["Page 4 of 9", "- 4 -", "第 4 页 共 9 页", "Seite 4 von 9", "— 4 —", "4 / 9"]
)
def test_page_numbers_go(number: str) -> None:
    raw = f"The first valve was shut early in the\n\n{number}\n\nmorning by the guard.\n"
    assert fixed(raw).text == "The first valve was shut early in the morning by the guard."


def test_numbers_of_a_table_and_of_a_sentence_stay() -> None:
    raw = "Place\nCount\nAsk\n14\nBrin\n15\nCole\n16\n\nWe saw a total of\n31\nbirds at the pond.\n"
    text = fixed(raw).text
    assert text.split("\n")[:8] == ["Place", "Count", "Ask", "14", "Brin", "15", "Cole", "16"]
    assert "a total of 31 birds" in text


def test_a_refrain_is_no_running_head() -> None:
    line = "heave the net and sing again."
    raw = "\n".join(f"Verse line number {n} is here,\n{line}" for n in ("one", "two", "three"))
    assert fixed(raw).text.count(line) == 3


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("这座桥很旧，当时为了运盐，镇上的人凑了三年的\n钱。", "三年的钱。"),
        ("港のセンタ\nーで毎週教えている。", "センターで"),
        ("다리는 백 년 전에 나르기 위해\n사람들이 돈을 모아 지었다.", "위해 사람들이"),
        ("代码用 open\nsource 许可证发布，每隔 15\n分钟读取。", "open source 许可证"),
    ],
)
def test_cjk_lines_join_by_script(raw: str, expected: str) -> None:
    assert expected in fixed(raw).text


def test_verse_logs_addresses_and_turns_keep_their_lines() -> None:
    verse = (
        "Cold is the well at the farm,\nno one has drawn from it yet,\n"
        "none of us came to harm,\nnone of us will forget."
    )
    log = "$ pumpctl run\nunit 1   ok      2.5\nunit 2   failed  0.1\nerror: unit 2 is off"
    address = "Mill House\n4 Low Lane\nOld Town"
    for block in (verse, log, address):
        assert block in fixed(f"The text before it was a wrapped\nsentence.\n\n{block}\n").text
    turns = fixed("Q: Who was there?\nA: The two of us, and the man\nwho came late.\n").text
    assert turns == "Q: Who was there?\n\nA: The two of us, and the man who came late."


def test_headings_get_levels() -> None:
    raw = (
        "2 Methods\n2.1 Site\nThe site lies north of the\nriver.\n\n"
        "第三章 水门\n\n水门建于百年前。\n\nCHAPTER IV\n\nIt rained.\n"
    )
    text = fixed(raw).text
    assert text.startswith("# 2 Methods\n\n## 2.1 Site\n\nThe site lies north of the river.")
    assert "\n\n# 第三章 水门\n\n" in text
    assert "\n\n# CHAPTER IV\n\n" in text


def test_a_number_at_a_line_start_is_no_item_inside_a_sentence() -> None:
    raw = "The rope was cut to a length of\n12. The rest was sold in\n1998. Nobody knows why."
    assert "\n" not in fixed(raw).text


def test_lists_keep_items_and_join_continuations() -> None:
    raw = "Bring:\n- a coat that you do not\nmind losing,\n- a map.\n•\nsome bread\n"
    text = fixed(raw).text
    assert "- a coat that you do not mind losing,\n- a map.\n• some bread" in text


def test_contents_keep_their_leaders() -> None:
    raw = "1 The gate ........ 3\n2 The lock . . . . . . 17\n"
    assert fixed(raw).text == raw.strip()


def test_footnotes_move_behind_the_paragraph_they_interrupt() -> None:
    raw = (
        "The first licence went to a widow,1 who ran the boat for\n\n1 Her name is lost.\n\n88\n\n"
        "nineteen years and never stopped.\n"
    )
    result = fixed(raw)
    paragraphs = result.text.split("\n\n")
    assert paragraphs[0].endswith("ran the boat for nineteen years and never stopped.")
    assert paragraphs[1] == "1 Her name is lost."
    assert [c.kind for c in result.ledger if c.reason.startswith("moved")] == ["moved"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            "The ﬁnal oﬃce was ﬂat: 5 m², ½ and 10⁻⁶.",
            "The final office was flat: 5 m², ½ and 10⁻⁶.",
        ),
        (
            "the water\u200bworks and the 👨\u200d👩\u200d👧 sign",
            "the waterworks and the 👨\u200d👩\u200d👧 sign",
        ),
        ("می\u200cرود هر روز", "می\u200cرود هر روز"),
        ("the o\x00ice and a x\x00q hole", "the office and a x\ufffdq hole"),
        ("dÃ©jÃ\xa0 trop tÃ´t", "déjà trop tôt"),
        ("会议（周三）２：３０", "会议（周三）２：３０"),
        ("SSuummmmaarryy ooff ccoossttss", "Summary of costs"),
        ("R E P O R T   O N   T H E   G A T E", "## REPORT ON THE GATE"),
        ("costs of com-arXiv:2403.04321v1 [cs.SE] 7 Mar 2024putation.", "costs of computation."),
    ],
)
def test_characters(raw: str, expected: str) -> None:
    assert fixed(raw).text == expected


def test_code_tables_and_latex_stay_letter_for_letter() -> None:
    code = "```py\ndef f(x):\n\n    # 1 Not a heading\n    return x-\n```"
    table = "| a | b |\n|---|---|\n|   | 4 |"
    latex = "\\begin{align}\na &= b \\\\ % row\n  &= c\n\\end{align}"
    for block in (code, table, latex):
        assert (
            fixed(f"Before it came a long line of\ntext.\n\n{block}\n\nAfter.").text.count(block)
            == 1
        )


def test_a_shattered_formula_is_folded_into_one_marked_block() -> None:
    raw = "The mean is\nm\n=\n1\nn\n∑\ni\nh\n(7)\nand it is used daily.\n"
    assert "\n\n$$ m = 1 n ∑ i h (7) $$\n\n" in fixed(raw).text


def test_placeholders_join_their_sentence_or_stand_alone() -> None:
    raw = "Let it be\n⟦F1⟧\nat noon.\n\n⟦F2⟧\n\nThe end of it.\n"
    assert fixed(raw).text == "Let it be ⟦F1⟧ at noon.\n\n⟦F2⟧\n\nThe end of it."


def test_hints_name_furniture_headings_and_code() -> None:
    rows = [
        ("Site map", LineHint(role="nav")),
        ("The Gate", LineHint(role="h1")),
        ("", LineHint()),
        ("It is old.", LineHint(role="p")),
        ("", LineHint()),
        ("if x:", LineHint(role="code")),
        ("    y()", LineHint(role="code")),
    ]
    raw = "\n".join(text for text, _ in rows)
    document = Document("p.html", "p.html", "html", raw, "", hints=tuple(h for _, h in rows))
    result = repair(document, counter=counter())
    assert result.text == "# The Gate\n\nIt is old.\n\n```\nif x:\n    y()\n```"
    assert ("removed", "navigation") in {(c.kind, c.reason) for c in result.ledger}
    assert ("added", "code marked") in {(c.kind, c.reason) for c in result.ledger}


@pytest.mark.parametrize("raw", ["", " \n\n\t\n", "\n"])
def test_a_blank_input_gives_an_empty_text(raw: str) -> None:
    result = fixed(raw)
    assert result.text == ""
    assert all(window.repaired == (0, 0) for window in result.windows)


@pytest.mark.parametrize("unit", ["a", "水", "\n", "a\n", "-", "1 "])
def test_a_megabyte_of_one_thing_ends(unit: str) -> None:
    size = 60_000 if "\n" in unit else 400_000
    result = fixed(unit * (size // len(unit)))
    assert result.windows[-1].raw[1] == len(result.document.raw)
