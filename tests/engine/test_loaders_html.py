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
    with pytest.raises(SeamlineError, match=r"page\.html nests"):
        page("<div>" * 3000 + "core")


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
