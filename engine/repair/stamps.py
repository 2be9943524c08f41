"""What preprint servers, publishers and offices stamp on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.layout import Layout
from engine.repair.lexicon import words as word_set
from engine.repair.lines import Line

_STAMP = re.compile(
    r"arXiv:\s*\d{4}\.\d{4,5}(?:v\d+)?\s*\[[\w.-]+\]\s*\d{1,2}\s+[A-Z][a-z]{2,8}\.?\s+(?:19|"
    r"20)\d{2}"
)
_LINE = re.compile(
    r"(?:arXiv:\s*\d{4}\.\d{4,5}v\d+(?:\s*\[[\w.-]+\])?(?:\s*\d{1,2}\s+\w+\.?\s+\d{4})?"
    r"|(?:bio|med)Rxiv preprint doi:.*"
    r"|Authorized licensed use limited to:.*"
    r"|Downloaded (?:from|by|on)\b.{5,150}"
    r"|This preprint (?:has not been|is made available).*)",
    re.IGNORECASE,
)
_RIGHTS = re.compile(
    r"(?:(?:©|\(c\)|copyright\b).{0,40}\b(?:19|20)\d\d\b.*"
    r"|.{0,60}\b(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los "
    r"derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten "
    r"voorbehouden|wszelkie prawa zastrzeżone|все права защищены)\.?"
    r"|(?:manuscript|preprint|working paper) (?:submitted|accepted|prepared|under|in press|not)\b.*"
    r"|(?:this (?:article|work|paper) is )?licensed under\b.*|received\b.*\baccepted\b.*\d{4}"
    r"|版权所有.*|版權所有.*|無断転載.*|무단.{0,4}전재.*)",
    re.IGNORECASE,
)
_RIGHTS_STARTS = (
    *("©", "(c)", "copyri", "all ri", "alle r", "tous d", "todos ", "tutti ", "wszelk", "все пр"),
    *("manusc", "prepri", "workin", "this a", "this w", "this p", "licens", "receiv"),
    *("版权所有", "版權所有", "無断", "무단"),
)
_RIGHTS_SIGNS = frozenset(sign for start in _RIGHTS_STARTS for sign in (start[0], start[0].upper()))
_STAMP_WORDS = word_set(
    "confidential draft sample specimen preprint unpublished embargoed entwurf vertraulich "
    "confidentiel confidentielle brouillon borrador confidencial rascunho riservato bozza "
    "vertrouwelijk poufne черновик конфиденциально 草稿 初稿 草案 机密 機密 绝密 秘密 "
    "内部资料 社外秘 対外秘 초안 대외비"
)
_STAMP_HELPERS = word_set(
    "strictly not for distribution internal use only do cite circulate review copy version private "
    "and the streng nur zum internen gebrauch ne pas diffuser document interne usage uso interno "
    "no copiar citar non citare intern"
)
_WORDS = re.compile(r"[^\W\d_]+")
_LONGEST_STAMP = 60


def within(line: Line) -> list[tuple[int, int]]:
    """Where in ``line.text`` a preprint server stamped the page."""
    if "arXiv:" not in line.text:
        return []
    return [match.span() for match in _STAMP.finditer(line.text)]


def whole(text: str) -> bool:
    """Whether the line is nothing but the stamp of a server."""
    return text[0] in "aABbMmDT" and _LINE.fullmatch(text) is not None


def watermark(text: str) -> bool:
    """Whether the line is what an office stamps on each page (``CONFIDENTIAL - DRAFT``)."""
    if len(text) > _LONGEST_STAMP:
        return False
    found = [word.casefold() for word in _WORDS.findall(text)]
    return any(word in _STAMP_WORDS for word in found) and all(
        word in _STAMP_WORDS or word in _STAMP_HELPERS for word in found
    )


def interrupting(lines: Sequence[Line]) -> None:
    """Drop lines about rights and submission that stand in the middle of a sentence; on a
    title page they are text."""
    layout = Layout(lines)
    for index, line in enumerate(lines):
        if line.role or line.text[0] not in _RIGHTS_SIGNS or len(line.text) > 160:
            continue
        if not line.text[:8].casefold().startswith(_RIGHTS_STARTS):
            continue
        if _RIGHTS.fullmatch(line.text) and layout.cuts(index):
            line.drop("repeated stamp")
