"""Web pages: visible text, roles of the lines, tables, code and formulas."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from engine.document import Document, SeamlineError
from engine.loaders import load
from engine.loaders.html import load_html
from engine.loaders.mathml import to_latex


def page(body: str, head: str = "") -> Document:
    text = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
    document = load_html("page.html", "page.html", text.encode(), "0")
    assert len(document.hints) == document.raw.count("\n") + 1
    return document


def roles(document: Document) -> dict[str, str]:
    lines = document.raw.split("\n")
    return {line: hint.role for line, hint in zip(lines, document.hints, strict=True) if line}


def test_blocks_stand_apart_and_breaks_stay() -> None:
    document = page("<h1>Title</h1><p>One <b>two</b>\n three</p><p>first,<br>second</p>")
    assert document.raw == "Title\n\nOne two three\n\nfirst,\nsecond"
    assert roles(document)["Title"] == "h1"
    assert document.hints[0].path == "body>h1"


def test_lists_nest_and_count() -> None:
    document = page("<ol start=3><li>a<ul><li>b</li></ul></li><li>c</li></ol>")
    assert [line for line in document.raw.split("\n") if line] == ["3. a", "  - b", "4. c"]


def test_inline_links_keep_their_spaces() -> None:
    document = page("<p>The <a href=x>long war</a> on <code>oil</code>, and rust.</p>")
    assert document.raw == "The long war on `oil`, and rust."


def test_table_becomes_markdown() -> None:
    document = page(
        "<table><caption>Fees</caption><tr><th>a|b<th>c<tr><td rowspan=2>1<td>2<tr><td>3</table>"
    )
    assert document.raw == "Fees\n\n| a\\|b | c |\n|---|---|\n| 1 | 2 |\n|  | 3 |"
    assert [h.role for h in document.hints if h.role] == ["caption", *["table"] * 4]


def test_layout_tables_are_no_tables() -> None:
    document = page(
        "<table><tr><td><h2>Left</h2><p>text</p></td><td><p>right</p></td></tr></table>"
    )
    assert "|" not in document.raw
    assert roles(document)["Left"] == "h2"


def test_code_keeps_indentation_and_blank_lines() -> None:
    document = page(
        '<pre><code class="language-py">def f():\n    if x:\n\n        y\n</code></pre>'
    )
    assert document.raw == "```py\ndef f():\n    if x:\n\n        y\n```"
    assert {h.role for h in document.hints} == {"code"}


def test_code_with_a_fence_inside_gets_a_longer_fence() -> None:
    assert page("<pre>```\nx\n```</pre>").raw.startswith("````\n")


def test_furniture_has_its_roles() -> None:
    document = page(
        "<a href='#main'>Skip to content</a><header><p>Site name</p></header>"
        "<nav><ul><li><a href=a>Home</a></ul></nav>"
        "<main><h1>Real title</h1><p>Body text.</p><aside class=note><p>A remark.</p></aside>"
        "<div class='share-buttons'><a href=t>Tweet</a></div></main>"
        "<div class='cookie-banner'><p>We use cookies.</p><button>OK</button></div>"
        "<footer><p>Imprint</p></footer>"
    )
    found = roles(document)
    assert found["Skip to content"] == "nav"
    assert found["Site name"] == "header"
    assert found["- Home"] == "nav"
    assert found["Real title"] == "h1" and found["Body text."] == "p"
    assert found["A remark."] == "p"
    assert found["Tweet"] == "nav" and found["We use cookies."] == "nav"
    assert found["Imprint"] == "footer"


def test_names_do_not_make_furniture_of_the_content() -> None:
    text = "A long paragraph of prose about rivers and their banks. " * 12
    document = page(f"<div class='has-sidebar toc-page'><p>{text}</p></div>")
    assert document.hints[0].role == "p"


def test_a_short_share_line_is_furniture_and_a_chapter_on_shares_is_not() -> None:
    body = "The harbour sold its shares in spring, and the town bought most of them back."
    found = roles(page(f'<p>{body}</p><div class="share">分享到：微信 微博</div>'))
    assert found["分享到：微信 微博"] == "nav"
    assert roles(page(f'<h1>Owners</h1><div class="share"><p>{body}</p></div>'))[body] != "nav"


def test_heading_permalinks_and_edit_links_leave_the_heading() -> None:
    document = page(
        "<h2>History<span class=mw-editsection>[<a href=e>edit</a>]</span></h2>"
        "<h3>Use<a class=headerlink href='#u'>¶</a></h3>"
        "<h4><a class=header href='#t'>Types</a></h4>"
    )
    assert roles(document) == {"History": "h2", "[edit]": "nav", "Use": "h3", "Types": "h4"}


def test_hidden_parts_are_left_out() -> None:
    document = page(
        "<p>seen</p><p style='display: none'>a</p><p hidden>b</p><script>c</script>"
        "<style>d</style><noscript>e</noscript><template>f</template><span class=sr-only>g</span>"
    )
    assert document.raw == "seen"


def test_entities_and_soft_characters() -> None:
    document = page("<p>12&nbsp;minutes &amp; 3&thinsp;&euro;. Unter&shy;nehmen</p>")
    assert document.raw == "12\xa0minutes & 3\u2009€. Unter\xadnehmen"


def test_charset_of_the_page_is_used(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<html><meta charset=gb2312><p>渡口的钟每天敲两次".encode("gbk"))
    assert load(path).raw == "渡口的钟每天敲两次"


PROSE = "The water rose slowly that spring, and nobody in the valley had expected it. " * 4


def test_what_stands_outside_the_main_text_is_furniture_but_for_title_and_footnotes() -> None:
    document = page(
        "<div class=x>Weather: 12 degrees</div><h1>Floods</h1>"
        f"<main><h2>May</h2><p>{PROSE}</p></main>"
        "<div class=footnotes><p>Measured at noon.</p></div><div class=y>Visit our shop</div>"
    )
    found = roles(document)
    assert found["Weather: 12 degrees"] == "nav" and found["Visit our shop"] == "nav"
    assert found["Floods"] == "h1" and found["Measured at noon."] == "footnote"


def test_a_page_of_many_articles_keeps_them_all() -> None:
    document = page("".join(f"<article><h2>No. {n}</h2><p>{PROSE}</p></article>" for n in range(3)))
    assert "nav" not in {hint.role for hint in document.hints}


def test_a_page_without_h1_takes_its_title_from_the_element_that_shows_it() -> None:
    document = page(
        f"<div class=headertitle><div class=title>Pump manual</div></div><p>{PROSE}</p>",
        "<title>Works: Pump manual</title>",
    )
    assert roles(document)["Pump manual"] == "h1"


def test_a_heading_over_nothing_but_furniture_goes_with_it() -> None:
    document = page(
        f"<h1>T</h1><h2>Kept</h2><p>{PROSE}</p><h2>More like this</h2><nav><a href=a>One</a></nav>"
    )
    found = roles(document)
    assert found["More like this"] == "nav" and found["Kept"] == "h2"


def test_furniture_inside_a_sentence_does_not_part_it() -> None:
    document = page("<p>One <span class='edit-link'><a href=e>edit</a></span> sentence.</p>")
    assert document.raw == "One sentence.\nedit"
    assert roles(document)["edit"] == "nav"


def test_footnotes_are_called_and_written_as_in_markdown() -> None:
    document = page(
        "<p>Slow<sup><a class=footnote-ref href='#fn1'>1</a></sup> water.</p><div class=footnotes>"
        "<ol><li id=fn1><p>In winter. <a href='#r1'>↩</a></p></li></ol></div>"
    )
    kept = [t for t, h in zip(document.raw.split("\n"), document.hints, strict=True) if h.role]
    assert kept[:2] == ["Slow[^1] water.", "[^1]: In winter."]
    assert roles(document)["↩"] == "nav"


def test_line_ends_between_wide_characters_are_no_spaces() -> None:
    assert page("<p>水门\n  六点开启，\n早。</p><p>수문은\n열립니다 Lock\n水</p>").raw == (
        "水门六点开启，早。\n\n수문은 열립니다 Lock 水"
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<pre><code>{}</code></pre>",
        "<div class=fragment>{}</div>",
        "<table class='highlight blob-wrapper'><tr><td>{}</td></tr></table>",
    ],
)
def test_line_numbers_are_no_code(markup: str) -> None:
    lines = "".join(
        f"<div class=line><span class=lineno>{n} </span>{code}</div>"
        for n, code in enumerate(["if (x) {", "  y();", "}"], 1)
    )
    assert page(markup.format(lines)).raw == "```\nif (x) {\n  y();\n}\n```"


def test_numbered_rows_of_code_stay_lines() -> None:
    rows = "".join(
        f"<tr><td class=hljs-ln-numbers data-line-number={n}>{n}</td>"
        f"<td class=hljs-ln-code>{code}</td></tr>"
        for n, code in enumerate(["a = 1", "  b = 2"], 1)
    )
    assert page(f"<pre><code><table class=hljs-ln>{rows}</table></code></pre>").raw == (
        "```\na = 1\n  b = 2\n```"
    )


def test_a_table_without_head_gets_a_blank_one() -> None:
    document = page("<table><tr><td>Length<td>14 m<tr><td>Depth<td>2 m</table>")
    assert document.raw == "|  |  |\n|---|---|\n| Length | 14 m |\n| Depth | 2 m |"


def test_a_row_of_a_layout_table_is_one_line() -> None:
    document = page(
        "<table><tr><td>void start</td><td>(</td><td>int speed</td><td>)</td></tr></table>"
    )
    assert document.raw == "void start ( int speed )"


def test_columns_and_bars_of_links_are_furniture() -> None:
    links = [f"<a href=p{n}>Page {n}</a>" for n in range(6)]
    document = page(
        f"<table><tr><td>{'<br>'.join(links)}</td><td><h1>Rivers</h1><p>{PROSE}</p></td></tr></table>"
        f"<p>[ {' | '.join(links)} ]</p><ul>{''.join(f'<li>{link}</li>' for link in links)}</ul>"
    )
    found = roles(document)
    assert (
        found["Page 1"] == "nav"
        and found["[ Page 0 | Page 1 | Page 2 | Page 3 | Page 4 | Page 5 ]"] == "nav"
    )
    assert found["- Page 1"] == "li"


def test_hidden_tab_panels_and_task_boxes_are_read() -> None:
    document = page(
        "<div role=tabpanel hidden><p>second tab</p></div>"
        "<ul><li><input type=checkbox checked> done</li></ul>"
        "<p>glyph<span aria-hidden=true>★</span></p>"
    )
    assert document.raw == "second tab\n\n- [x] done\n\nglyph"


def test_an_unknown_empty_element_hides_nothing() -> None:
    assert page("<p>load<wbr><span>(int tons)</span> end</p>").raw == "load(int tons) end"


def test_dollars_are_formulas_only_where_the_page_says_so() -> None:
    assert page("<p>It cost $5 or $6.</p>").formulas == {}
    script = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"
    document = page("<p>Let $x = 1$ cost $5 and `code $y$`.</p>", script)
    assert dict(document.formulas) == {"F1": "x = 1"}


def test_numbered_formula_keeps_its_number_as_a_tag() -> None:
    document = page("<div class=math><span class=eqno>(3)</span>\\[h = 2\\]</div>")
    assert dict(document.formulas) == {"F1": r"h = 2 \tag{3}"}


FORMULAS = [
    (
        '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x^2}'
        "</annotation></semantics></math>",
        "x^2",
    ),
    (
        "<span class=katex><span class=katex-mathml><math><semantics><mi>a</mi><annotation "
        'encoding="application/x-tex">a_1</annotation></semantics></math></span>'
        "<span class=katex-html aria-hidden=true>a1</span></span>",
        "a_1",
    ),
    (
        "<span class=MathJax_Preview>b</span><span class=MathJax>b2</span>"
        '<script type="math/tex">b^2</script>',
        "b^2",
    ),
    (
        '<mjx-container class=MathJax><mjx-math data-latex="O(n)"><mjx-mi>O</mjx-mi></mjx-math>'
        "<mjx-assistive-mml><math><mi>O</mi></math></mjx-assistive-mml></mjx-container>",
        "O(n)",
    ),
    (
        "<span class=mwe-math-element><img class=mwe-math-fallback-image-inline "
        'alt="{\\displaystyle \\pi r^{2}}"></span>',
        "\\pi r^{2}",
    ),
    ('<img class=math alt="-1 &lt; x">', "-1 < x"),
    ('<span class="math notranslate">\\(e = mc^2\\)</span>', "e = mc^2"),
]


@pytest.mark.parametrize(("markup", "latex"), FORMULAS)
def test_a_formula_is_one_placeholder(markup: str, latex: str) -> None:
    document = page(f"<p>before {markup} after</p>")
    assert document.raw == "before ⟦F1⟧ after"
    assert dict(document.formulas) == {"F1": latex}


def test_display_formula_stands_alone() -> None:
    document = page("<p>so <math display=block><mi>x</mi></math> it is</p>")
    assert document.raw == "so\n\n⟦F1⟧\n\nit is"
    assert roles(document)["⟦F1⟧"] == "formula"


def test_literal_placeholder_is_not_taken_for_one() -> None:
    document = page("<p>write ⟦F1⟧ and <math><mi>y</mi></math></p>")
    assert document.raw == "write ⟦F1⟧ and ⟦F2⟧"
    assert dict(document.formulas) == {"F2": "y"}


@pytest.mark.parametrize(
    ("mathml", "latex"),
    [
        ("<mfrac><mn>1</mn><mn>24</mn></mfrac>", r"\frac{1}{24}"),
        ("<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^{n+1}"),
        ("<msqrt><mi>α</mi></msqrt>", r"\sqrt{\alpha}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_i^n i"),
        ("<mover><mi>x</mi><mo>^</mo></mover>", r"\hat{x}"),
        ("<mtext>if </mtext><mi>sin</mi><mi>x</mi>", r"\text{if }\sin x"),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
            r"\begin{matrix}a & b\end{matrix}",
        ),
    ],
)
def test_mathml_without_annotation(mathml: str, latex: str) -> None:
    assert to_latex(etree.fromstring(f"<math>{mathml}</math>")) == latex


def test_deep_nesting_ends() -> None:
    assert "core" in page("<div>" * 1500 + "core" + "</div>" * 1500).raw
    deep = page("<div>" * 100_000 + "<b>core</b>")
    assert deep.raw == "core" and "too deeply" in deep.notes[0]
    with pytest.raises(SeamlineError, match=r"page\.html nests"):
        page("<ul><li>" * 5000 + "core")


def test_no_entity_is_expanded_from_outside(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")
    text = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]><p>shown &x;</p>'
    path = tmp_path / "page.html"
    path.write_text(text)
    assert "hidden words" not in load(path).raw


TAGS = ["p", "div", "ul", "li", "h2", "table", "tr", "td", "pre", "nav", "span", "br", "code", "q"]


@settings(deadline=None, max_examples=120)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
            st.text(alphabet="ab |`\n水", min_size=1, max_size=6),
        ),
        max_size=30,
    )
)
def test_any_tag_soup_keeps_its_text_and_its_hints(parts: list[str]) -> None:
    document = page("<p>x</p>" + "".join(parts))
    words = "".join(part for part in parts if not part.startswith("<"))
    for letter in "ab水":
        assert document.raw.count(letter) == words.count(letter)
