from training.format_defects import CLASSES, count


def classes(text: str) -> dict[str, int]:
    return {name: number for name, number in count(text).by_class.items() if number}


def test_each_broken_line_counts() -> None:
    text = (
        "The keeper of the mill writes a note about the water\n"
        "and the wheel and the grate and the long channel of\n"
        "the old mill each morning before he opens the gate.\n"
    )
    assert classes(text) == {"brk": 2}
    assert classes("水闸每天早上六点打开，看守人写下水位和水轮的转速，然后\n去看渠道。") == {
        "brk": 1
    }


def test_short_lines_headings_and_tables_are_not_broken() -> None:
    verse = "The wheel turns round\nand round the mill\n"
    title = "# The keeper of the mill and the water and the wheel\nand more\n"
    table = "| The keeper of the mill and the water and the wheel |\n| and more of it |\n"
    code = "```\nthe keeper of the mill and the water and the wheel\nand more\n```\n"
    for text in (verse, title, table, code):
        assert classes(text) == {}, text


def test_hyphens_of_every_kind_at_line_ends() -> None:
    assert classes("the wa-\nter and the chan\u2010\nnel and the gr\u00ad\nate") == {"hyph": 3}
    assert classes("the Abc-\nDef, 1-\n2") == {}


def test_furniture_by_class() -> None:
    prose = "The keeper of the mill writes a note about the water each morning."
    pages = "\n\n".join(f"{prose}\n\n{number}\n\n{prose[::-1]} {number}" for number in (7, 8))
    assert classes(pages)["page"] == 2
    stamp = f"{prose}\n\narXiv:1234.56789v1  [cs.CL]  3 May 2021\n\n{prose} Again."
    assert classes(stamp)["arxiv"] == 1
    heads = "\n\n".join(f"Journal of Mills {n}\n\n{prose} It was day {n * n}." for n in range(5))
    assert classes(heads)["rhead"] == 5


def test_blanks_and_glyphs() -> None:
    assert classes("wheel    north    south") == {"space": 2}
    assert classes("```\na    b\n```") == {}
    assert classes("so\n\nx\n=\ny\n\nholds") == {"glyph": 3}
    assert classes("x\n=\nholds") == {}


def test_density_counts_per_thousand_words() -> None:
    counts = count("the wa-\nter " + "word " * 97)
    assert counts.words == 100
    assert counts.density == 10.0
    assert set(counts.by_class) == set(CLASSES)
    assert count("").density == 0.0
