"""The book-like plain text of the demo: hard line ends, page heads, form feeds."""

from __future__ import annotations

from pathlib import Path

from assets.demo.hyphens import hyphen_points

TITLE = "THE LOWER GATE"
AUTHOR = "Edith Callow Fell"
WIDTH = 70
PAGE_LINES = 46
_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "*": "_"})
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def build(target: Path, content: Path) -> None:
    """Write the book. A chapter begins a page; text lines have at most `WIDTH` columns."""
    pages: list[list[str]] = [_title_page()]
    for number, chapter in enumerate(content.read_text(encoding="utf-8").split("\n= "), 1):
        title, _, body = chapter.removeprefix("= ").partition("\n")
        heading = ["", "", "", f"CHAPTER {_roman(number)}".center(WIDTH).rstrip(), ""]
        heading += [title.translate(_PLAIN).upper().center(WIDTH).rstrip(), "", ""]
        pages += _paginate([*heading, *_chapter_lines(body)])
    text = "\n\f".join("\n".join(page) for page in _with_heads(pages))
    target.write_text(text + "\n", encoding="utf-8", newline="\n")


def _title_page() -> list[str]:
    lines = ["", "", "", TITLE, "", "or", "", "FORTY-ONE THOUSAND TIDES", "", "", "by", "", AUTHOR]
    lines += ["", "", "", "ORRIN: AT THE QUAYSIDE PRESS", ""]
    return [line.center(WIDTH).rstrip() for line in lines]


def _roman(number: int) -> str:
    result = ""
    for value, letters in _ROMAN:
        while number >= value:
            result += letters
            number -= value
    return result


def _chapter_lines(body: str) -> list[str]:
    lines: list[str] = []
    for block in body.strip().split("\n\n"):
        if block.startswith("|"):
            lines += [
                line[1:].removeprefix(" ").translate(_PLAIN).rstrip() for line in block.split("\n")
            ]
        else:
            lines += _wrap(block.translate(_PLAIN).split())
        lines.append("")
    return lines


def _wrap(words: list[str]) -> list[str]:
    """Fill lines, breaking a long word with a hyphen where it fits."""
    lines: list[str] = []
    line = "   "
    for word in words:
        joined = f"{line} {word}" if line else word
        if len(joined) <= WIDTH:
            line = joined
            continue
        room = WIDTH - len(line) - 2
        cut = max((p for p in _points(word) if p <= room), default=0) if room >= 3 else 0
        if cut:
            # north-west is broken at its own hyphen
            lines.append(f"{line} {word[:cut].removesuffix('-')}-")
            line = word[cut:]
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def _points(word: str) -> list[int]:
    core = word.strip("\"'_.,;:!?()")
    start = word.find(core)
    own = core.find("-") + 1
    points = [own] if own else hyphen_points(core, least_before=2)
    return [start + point for point in points]


def _paginate(lines: list[str]) -> list[list[str]]:
    """Pages of one chapter; a blank line is not left at the top of a page."""
    pages = []
    while lines:
        pages.append(lines[:PAGE_LINES])
        lines = lines[PAGE_LINES:]
        while lines and not lines[0]:
            lines = lines[1:]
    while pages[-1] and not pages[-1][-1]:
        pages[-1].pop()
    return pages


def _with_heads(pages: list[list[str]]) -> list[list[str]]:
    """Put a running head on all pages but the first and those that open a chapter, whose
    number stands at the foot."""
    result = [pages[0]]
    for number, page in enumerate(pages[1:], 2):
        if any(line.strip().startswith("CHAPTER ") for line in page[:5]):
            result.append([*page, "", str(number).center(WIDTH).rstrip()])
        elif number % 2 == 0:
            result.append([f"{number}{TITLE:>{WIDTH - len(str(number))}}", "", *page])
        else:
            result.append([f"{AUTHOR.upper()}{number:>{WIDTH - len(AUTHOR)}}", "", *page])
    return result
