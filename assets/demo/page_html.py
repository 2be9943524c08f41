"""The saved encyclopedia page of the demo: an article inside all that surrounds one."""

from __future__ import annotations

import html
import math
import re
from pathlib import Path

from assets.demo.mathml import mathml

_REFERENCES = (
    ("H. Wexcombe", "Water Stairs: An Introduction to Locks", "Towpath Press, 2004, pp. 11–38"),
    (
        "A. Lintorf and S. Bakkeveld",
        "Alternating traffic",
        "Inland Waters 18 (2), 1997, pp. 90–104",
    ),
    ("P. Orsolini-Grey", "How long does a lock take?", "Hydraulic Notebooks 7, 1988, pp. 3–29"),
    ("D. Haverkotte", "Culverts old and new", "Masonry and Water 31 (4), 2012, pp. 211–226"),
    ("J. Nkemelu-Farr", "Hawser Forces", "Quayside Press, 2009, ch. 4"),
    ("E. Strandvold", "Basins beside the lock", "Inland Waters 25 (1), 2004, pp. 17–45"),
    ("M. Tirapelle", "Salt at the gate", "Estuary and Works 34, 2018, pp. 71–99"),
)
_LANGUAGES = ("Deutsch", "Español", "Français", "Nederlands", "Polski", "中文", "日本語")
_GRAVITY = 9.81


def build(target: Path, content: Path) -> None:
    """Write the page from ``lock_page.html`` (what surrounds the article) and
    ``lock_body.html`` (the article) in the directory `content`."""
    page = (content / "lock_page.html").read_text(encoding="utf-8")
    body = (content / "lock_body.html").read_text(encoding="utf-8")
    body = body.replace("[[filling_rows]]", _filling_rows())
    body = body.replace("[[saving_rows]]", _saving_rows())
    body = re.sub(r"\{\{\{(.+)\}\}\}$", lambda m: _display(m.group(1)), body, flags=re.MULTILINE)
    body = re.sub(r"\{\{img:(.+)\}\}$", lambda m: _picture(m.group(1)), body, flags=re.MULTILINE)
    body = re.sub(r"\{\{(.+?)\}\}", lambda m: _inline(m.group(1)), body)
    body = body.replace("[[toc]]", _contents(body))
    body = re.sub(r'<h([23]) id="(\w+)">(.+?)\[\[edit\]\]</h', _edit_link, body)
    page = page.replace("[[languages]]", _languages())
    page = page.replace("[[article]]\n", body + _references())
    target.write_text(page, encoding="utf-8", newline="\n")


def _inline(latex: str) -> str:
    return f'<span class="math-inline">{mathml(latex)}</span>'


def _display(latex: str) -> str:
    """As wikis save it: hidden MathML with the source as annotation, and a picture."""
    alt = html.escape(f"{{\\displaystyle {latex}}}", quote=True)
    return (
        '<dl><dd><span class="mwe-math-element"><span class="mwe-math-mathml-inline" '
        f'style="display: none;">{mathml(latex, display=True)}</span>'
        f'<img src="./Navigation_lock_files/math.svg" class="mwe-math-fallback-image-inline" '
        f'aria-hidden="true" alt="{alt}"></span></dd></dl>'
    )


def _picture(latex: str) -> str:
    alt = html.escape(latex, quote=True)
    source = "./Navigation_lock_files/tex1.png"
    return f'<p class="formula"><img class="tex" src="{source}" alt="{alt}"></p>'


def _filling_rows() -> str:
    rows = []
    for long, wide in ((38, 5), (85, 12), (110, 12), (190, 24)):
        area = long * wide
        openings = 0.0045 * area
        times = [
            2 * area * math.sqrt(lift) / (0.7 * openings * math.sqrt(2 * _GRAVITY)) + 30
            for lift in (2, 5, 10)
        ]
        cells = "".join(f"<td>{time:.0f}&nbsp;s</td>" for time in times)
        rows.append(
            f"<tr><td>{long} × {wide}</td><td>{area:,}</td><td>{openings:.1f}</td>{cells}</tr>"
        )
    return "\n".join(rows)


def _saving_rows() -> str:
    return "\n".join(
        f"<tr><td>{n}</td><td>{n / (n + 2):.0%}</td><td>{6600 * 2 / (n + 2):,.0f}</td>"
        f"<td>{n + 1}</td></tr>".replace("%", "&nbsp;%")
        for n in range(6)
    )


def _contents(body: str) -> str:
    """The table of contents with numbers of sections and subsections."""
    items, section, sub = [], 0, 0
    for level, key, title in re.findall(r'<h([23]) id="(\w+)">(.+?)\[\[edit\]\]', body):
        section, sub = (section + 1, 0) if level == "2" else (section, sub + 1)
        number = f"{section}.{sub}" if sub else str(section)
        items.append(
            f'<li class="toclevel-{int(level) - 1}"><a href="#{key}"><span class="tocnumber">'
            f'{number}</span> <span class="toctext">{title}</span></a></li>'
        )
    items.append(
        '<li class="toclevel-1"><a href="#References"><span class="tocnumber">'
        f'{section + 1}</span> <span class="toctext">References</span></a></li>'
    )
    return (
        '<div id="toc" class="toc" role="navigation"><div class="toctitle"><h2>Contents</h2>'
        '<span class="toctoggle">[<a href="#">hide</a>]</span></div>\n<ul>\n'
        + "\n".join(items)
        + "\n</ul></div>"
    )


def _edit_link(match: re.Match[str]) -> str:
    level, key, title = match.groups()
    return (
        f'<h{level} id="{key}"><span class="headline">{title}</span><span class="editsection">'
        f'[<a href="/edit/Navigation_lock?section={key}">edit</a> | '
        f'<a href="/source/Navigation_lock?section={key}">edit source</a>]</span></h'
    )


def _references() -> str:
    items = "\n".join(
        f'<li id="cite-{number}"><span class="backlink"><a href="#">^</a></span> {author}: '
        f"<i>{title}</i>. {place}.</li>"
        for number, (author, title, place) in enumerate(_REFERENCES, 1)
    )
    return (
        '<h2 id="References"><span class="headline">References</span><span class="editsection">'
        '[<a href="/edit/Navigation_lock?section=References">edit</a>]</span></h2>\n'
        f'<ol class="references">\n{items}\n</ol>\n'
    )


def _languages() -> str:
    return "\n".join(f'<li><a href="#">{name}</a></li>' for name in _LANGUAGES)
