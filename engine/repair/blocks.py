"""Paragraphs written out: every block of the repaired text as atoms."""

from __future__ import annotations

from collections.abc import Sequence

from engine.repair import headings, hyphens, joining, lists
from engine.repair.lines import Atom, Block
from engine.repair.paragraphs import Para

_MOVED = "moved behind the paragraph it interrupted"


def build(paras: Sequence[Para], words: hyphens.Vocabulary, raw: str) -> list[Block]:
    """One block a paragraph; the items of a list that follow one another are one block."""
    blocks: list[Block] = []
    index = 0
    while index < len(paras):
        para = paras[index]
        if para.kind == "item":
            stop = index + 1
            while stop < len(paras) and paras[stop].kind == "item" and paras[stop].gap == "none":
                stop += 1
            blocks.append(_list(paras[index:stop], words))
            index = stop
            continue
        blocks.append(_block(para, words, raw))
        index += 1
    return [block for block in blocks if block.atoms]


def _block(para: Para, words: hyphens.Vocabulary, raw: str) -> Block:
    if para.kind == "heading":
        return _heading(para, words)
    if para.kind == "kept":
        return Block("kept", joining.kept(para.lines))
    if para.kind == "code":
        return _code(para, raw)
    if para.kind in ("table", "latex"):
        return Block(para.kind, joining.verbatim(para.lines, raw))
    if para.kind == "formula":
        return Block("formula", joining.kept(para.lines))
    if para.kind == "glyphs":
        return _glyphs(para)
    atoms = joining.prose(para.lines, words)
    if headings.marked(para.lines[0]):
        # A number sign of the page, not of Markdown.
        atoms.insert(0, Atom("\\"))
    if para.moved:
        return Block(para.kind, atoms, 0, _MOVED, "moved")
    return Block(para.kind, atoms)


def _heading(para: Para, words: hyphens.Vocabulary) -> Block:
    atoms = joining.prose(para.lines, words)
    if not para.reason:
        return Block("heading", atoms, para.level)
    mark = Atom("#" * para.level + " ")
    return Block("heading", [mark, *atoms], para.level, para.reason, "heading")


def _list(items: Sequence[Para], words: hyphens.Vocabulary) -> Block:
    base = min(item.lines[0].indent for item in items)
    atoms: list[Atom] = []
    for number, item in enumerate(items):
        if number:
            atoms.append(Atom("\n"))
        indent = item.lines[0].indent - base
        if indent > 0 and number:
            atoms.append(Atom(" " * min(indent, 12)))
        if lists.leaders(item.last):
            atoms.extend(joining.prose(item.lines, words))
        elif item.lines[0].text in lists.LONE and len(item.lines) > 1:
            atoms.extend(item.lines[0].pieces())
            atoms.append(Atom(" "))
            atoms.extend(joining.prose(item.lines[1:], words))
        else:
            atoms.extend(joining.prose(item.lines, words))
    return Block("list", atoms)


def _code(para: Para, raw: str) -> Block:
    """Code as it stands; a block the file marks as code in its own way gets fences."""
    atoms = joining.verbatim(para.lines, raw)
    first = para.lines[0]
    if first.hint.role != "code" or first.text.startswith(("```", "~~~")):
        return Block("code", atoms)
    fence = "```"
    while any(line.text.startswith(fence) for line in para.lines):
        fence += "`"
    return Block(
        "code", [Atom(fence + "\n"), *atoms, Atom("\n" + fence)], 0, "code marked", "added"
    )


def _glyphs(para: Para) -> Block:
    """The glyphs of a formula side by side, marked as a formula."""
    atoms: list[Atom] = [Atom("$$ ")]
    for line in para.lines:
        atoms.extend(joining.folded(line))
        atoms.append(Atom(" "))
    atoms.append(Atom("$$"))
    return Block("formula", atoms, 0, "formula set one glyph a line", "added")
