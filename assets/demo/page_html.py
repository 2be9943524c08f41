"""The saved encyclopedia page of the demo: an article inside all that surrounds one."""

from __future__ import annotations

import html
import math
import re
from pathlib import Path

from assets.demo.mathml import mathml

_REFERENCES = (
    ("H. Wexcombe", "Water Stairs: An Introduction to Locks", "Towpath Press, 2004, pp. 11–38"),
    ("A. Lintorf and S. Bakkeveld", "Alternating traffic", "Inland Waters 18 (2), 1997, pp. 90–104"),
    ("P. Orsolini-Grey", "How long does a lock take?", "Hydraulic Notebooks 7, 1988, pp. 3–29"),
    ("D. Haverkotte", "Culverts old and new", "Masonry and Water 31 (4), 2012, pp. 211–226"),
    ("J. Nkemelu-Farr", "Hawser Forces", "Quayside Press, 2009, ch. 4"),
    ("E. Strandvold", "Basins beside the lock", "Inland Waters 25 (1), 2004, pp. 17–45"),
    ("M. Tirapelle", "Salt at the gate", "Estuary and Works 34, 2018, pp. 71–99"),
)
_LANGUAGES = ("Deutsch", "Español", "Français", "Nederlands", "Polski", "中文", "日本語")
_GRAVITY = 9.81


def build(target: Path, content: Path) -> None:
    """Write the page."""
    body = content.read_text(encoding="utf-8")
    body = body.replace("[[filling_rows]]", _filling_rows())
    body = body.replace("[[saving_rows]]", _saving_rows())
    body = re.sub(r"\{\{\{(.+)\}\}\}$", lambda m: _display(m.group(1)), body, flags=re.MULTILINE)
    body = re.sub(r"\{\{img:(.+)\}\}$", lambda m: _picture(m.group(1)), body, flags=re.MULTILINE)
    body = re.sub(r"\{\{(.+?)\}\}", lambda m: _inline(m.group(1)), body)
    body = body.replace("[[toc]]", _contents(body))
    body = re.sub(r'<h([23]) id="(\w+)">(.+?)\[\[edit\]\]</h', _edit_link, body)
    target.write_text(
        _HEAD + _TOP + _SIDEBAR.replace("[[languages]]", _languages()) + _ARTICLE_TOP
        + _INFOBOX + body + _references() + _BOTTOM,
        encoding="utf-8",
        newline="\n",
    )  # fmt: skip


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
    return f'<p class="formula"><img class="tex" src="./Navigation_lock_files/tex1.png" alt="{alt}"></p>'


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
    items.append(f'<li class="toclevel-1"><a href="#References"><span class="tocnumber">{section + 1}'
                 '</span> <span class="toctext">References</span></a></li>')  # fmt: skip
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


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Navigation lock – Openshelf, the shared encyclopedia</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="./Navigation_lock_files/site.css">
<style>
body { font: 15px/1.5 sans-serif; margin: 0; color: #222; }
#sidebar { float: left; width: 11em; font-size: 85%; }
#content { margin-left: 13em; padding: 1em; max-width: 60em; }
.datatable { border-collapse: collapse; } .datatable td, .datatable th { border: 1px solid #aaa; padding: .2em .6em; }
.infobox { float: right; width: 18em; border: 1px solid #aaa; }
.cookies { position: fixed; bottom: 0; background: #eee; width: 100%; padding: 1em; }
</style>
<script>window.pageConfig = {"title": "Navigation lock", "revision": 88120417, "ads": false};</script>
</head>
"""
_TOP = """<body class="skin-plain">
<div class="cookies" id="cookie-banner" role="dialog" aria-label="Cookies">
<p>We use cookies to remember your settings and to count visits. You can accept all cookies or only those that the site cannot work without.</p>
<button>Accept all</button> <button>Only necessary</button> <a href="/cookies">Learn more</a>
</div>
<a class="skip" href="#content">Jump to content</a>
<header>
<div class="logo"><a href="/">Openshelf</a><span class="slogan">the shared encyclopedia</span></div>
<form class="search" action="/search"><input type="search" placeholder="Search Openshelf" name="q"><button>Search</button></form>
<ul class="personal"><li><a href="/donate">Donate</a></li><li><a href="/account/new">Create account</a></li><li><a href="/login">Log in</a></li></ul>
</header>
<nav class="tabs"><ul><li class="selected"><a href="#">Page</a></li><li><a href="/talk/Navigation_lock">Talk</a></li><li><a href="#">Read</a></li><li><a href="/edit/Navigation_lock">Edit</a></li><li><a href="/history/Navigation_lock">View history</a></li></ul></nav>
"""
_SIDEBAR = """<aside id="sidebar">
<nav><h3>Navigation</h3><ul>
<li><a href="/">Main page</a></li>
<li><a href="/contents">Contents</a></li>
<li><a href="/random">Random page</a></li>
<li><a href="/about">About Openshelf</a></li>
</ul></nav>
<nav><h3>Contribute</h3><ul>
<li><a href="/help">Help</a></li>
<li><a href="/learn">Learn to edit</a></li>
<li><a href="/changes">Recent changes</a></li>
<li><a href="/upload">Upload file</a></li>
</ul></nav>
<nav><h3>Tools</h3><ul>
<li><a href="/links/Navigation_lock">What links here</a></li>
<li><a href="/cite/Navigation_lock">Cite this page</a></li>
<li><a href="/pdf/Navigation_lock">Download as PDF</a></li>
<li><a href="/print/Navigation_lock">Printable version</a></li>
</ul></nav>
<nav><h3>In other languages</h3><ul>
[[languages]]
</ul></nav>
</aside>
"""
_ARTICLE_TOP = """<main id="content">
<h1>Navigation lock</h1>
<div class="tagline">From Openshelf, the shared encyclopedia</div>
<div class="hatnote">“Lock chamber” redirects here. For the part of a door lock, see <a href="/page/Tumbler">Tumbler</a>.</div>
<div class="share" aria-label="Share this page">Share: <a href="#">Mail</a> <a href="#">Copy link</a> <a href="#">Print</a> <a href="#">Bookmark</a></div>
"""
_INFOBOX = """<table class="infobox">
<caption>Navigation lock</caption>
<tbody>
<tr><td colspan="2"><img src="./Navigation_lock_files/lock.jpg" alt="A barge in a lock chamber, the lower gates closed behind it"></td></tr>
<tr><th>Purpose</th><td>Passage between two water levels</td></tr>
<tr><th>Usual lift</th><td>1 to 15&nbsp;m</td></tr>
<tr><th>Usual filling time</th><td>4 to 15&nbsp;min</td></tr>
<tr><th>Main parts</th><td>Chamber, gates, valves, culverts</td></tr>
</tbody></table>
"""
_BOTTOM = """<table class="navbox"><tbody>
<tr><th colspan="2">v · t · e  Inland waterways</th></tr>
<tr><th>Structures</th><td><a href="#">Aqueduct</a> · <a href="#">Boat lift</a> · <a href="#">Lock</a> · <a href="#">Weir</a> · <a href="#">Winding hole</a></td></tr>
<tr><th>Vessels</th><td><a href="#">Barge</a> · <a href="#">Narrowboat</a> · <a href="#">Pushed convoy</a> · <a href="#">Tug</a></td></tr>
</tbody></table>
<div class="categories">Categories: <a href="#">Canals</a> | <a href="#">Hydraulic structures</a> | <a href="#">Locks</a> | <a href="#">Pages with formulas</a></div>
</main>
<div class="related"><h3>Readers also looked at</h3><ul><li><a href="#">Towpath</a></li><li><a href="#">Tide gate</a></li><li><a href="#">Fish ladder</a></li></ul></div>
<div class="newsletter"><p>Get our page of the day by mail. No spam, unsubscribe at any time.</p><button>Subscribe</button></div>
<footer>
<p>This page was last changed on 11 March 2026, at 09:00.</p>
<p>Text is available under the CC BY 4.0 licence. This page was written as a demo document; the site and the works cited are invented.</p>
<ul><li><a href="#">Privacy</a></li><li><a href="#">About</a></li><li><a href="#">Disclaimers</a></li><li><a href="#">Contact</a></li><li><a href="#">Mobile view</a></li><li><a href="#">Cookie settings</a></li></ul>
</footer>
<script>document.getElementById("cookie-banner").dataset.shown = "1";</script>
</body>
</html>
"""
