"""Which single-byte encoding some bytes are in, told from the letters of languages.

A wrong encoding turns the letters of a language into letters that no single language has
together, or into capitals inside words. So each encoding is tried with the alphabets of
the languages it is used for, and the one whose letters fit wins. Measured on short texts
of 16 languages this is right more often than general detectors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_SAMPLE = 1 << 15  # bytes judged
_LONG_RUN = 2.2  # mean length of runs of high bytes; in Latin scripts they stand alone
_FITS = 0.9
_FEW = 12
_HIGH = re.compile(r"(?<=(.))([^\x00-\x7f])(?=(.))", re.DOTALL)
_NEUTRAL = frozenset("‘’‚“”„†‡‰‹›«»–—…•·§©®™°€£¥¢¿¡ªº²³½¼¾±×µ¶\xa0\xad")
_JOINS = frozenset("’–·\xa0\xad-")  # marks that may stand between two letters
_COMMON = 0.4  # share of a language's ten commonest letters in a text


class _Mark(NamedTuple):
    """A character beside ASCII, whether a small letter stands before it, and whether it
    stands between two letters."""

    sign: str
    after_lower: bool
    inside: bool


@dataclass(frozen=True, slots=True)
class _Language:
    """Letters of a language beside ASCII, lower case; `common` are its ten commonest where
    its script is not Latin."""

    encodings: tuple[str, ...]
    letters: str
    common: str = ""


_WEST = ("cp1252", "mac_roman", "cp850")
_MIDDLE = ("cp1250", "iso8859_2")
_BALTIC = ("cp1257", "iso8859_13")
_CYRILLIC = ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic")
_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
# Ties go to the earlier one.
_LATIN: tuple[_Language, ...] = (
    _Language(_WEST, "àâæçéèêëîïôœùûüÿ"),
    _Language(_WEST, "äöüß"),
    _Language(_WEST, "áéíñóúü"),
    _Language(_WEST, "áâãàçéêíóôõúü"),
    _Language(_WEST, "àèéìîòóù"),
    _Language(_WEST, "éëïöüèê"),
    _Language(_WEST, "åäöæøéüô"),
    _Language(_WEST, "áðéíóúýþæö"),
    _Language(_WEST, "àçèéíïòóúü"),
    _Language(_MIDDLE, "ąćęłńóśźż"),
    _Language(_MIDDLE, "áčďéěíňóřšťúůýž"),
    _Language(_MIDDLE, "áäčďéíľĺňóôŕšťúýž"),
    _Language(_MIDDLE, "áéíóöőúüű"),
    _Language(_MIDDLE, "ăâîşţ"),
    _Language(_MIDDLE, "čćđšž"),
    _Language(("cp1254",), "çğıi̇öşüâî"),
    _Language(_BALTIC, "ąčęėįšųūž"),
    _Language(_BALTIC, "āčēģīķļņšūž"),
    _Language(_BALTIC, "äõöüšž"),
)
_OTHER: tuple[_Language, ...] = (
    _Language(_CYRILLIC, _RUSSIAN, "оеаинтсрвл"),
    _Language(("cp1251", "koi8_u", "iso8859_5"), _RUSSIAN + "ґєії", "оанитвеірс"),
    _Language(("cp1251", "iso8859_5"), "абвгдђежзијклљмнњопрстћуфхцчџш", "аоиенрстју"),
    _Language(("cp1253", "iso8859_7"), "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ", "αοιετσνηυρό"),
    _Language(("cp1255",), "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "יוהלארתמבש"),
    _Language(("cp1256", "iso8859_6"), "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئ", "اليمونرتبة"),
    _Language(("cp874",), "".join(map(chr, range(0x0E01, 0x0E4F))), "านรอกเงมย่"),
)


def lone_letters(data: bytes) -> bool:
    """Whether the bytes beside ASCII are few and stand alone, as accented letters do."""
    runs = re.findall(rb"[\x80-\xff]+", data[:_SAMPLE])
    return sum(map(len, runs)) < _FEW and all(len(run) == 1 for run in runs)


def detect(data: bytes) -> str:
    """The encoding of single-byte text, "" where no language fits."""
    sample = data[:_SAMPLE]
    runs = re.findall(rb"[\x80-\xff]+", sample)
    if not runs:
        return ""
    latin = sum(map(len, runs)) / len(runs) < _LONG_RUN
    best, found = _FITS if latin else _FITS / 2, ""
    for encoding, score in _scores(sample, _LATIN if latin else _OTHER):
        if score > best:
            best, found = score, encoding
    return found


def _scores(sample: bytes, languages: tuple[_Language, ...]) -> Iterator[tuple[str, float]]:
    known: dict[str, Counter[_Mark] | None] = {}
    for language in languages:
        for encoding in language.encodings:
            if encoding not in known:
                known[encoding] = _marks(sample, encoding)
            marks = known[encoding]
            if marks is not None:
                yield encoding, _fit(marks, language)


def _marks(sample: bytes, encoding: str) -> Counter[_Mark] | None:
    """How often each character beside ASCII stands in which place, None where the bytes are
    not in this encoding."""
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return None
    return Counter(
        _Mark(sign, before.islower(), before.isalpha() and after.isalpha())
        for before, sign, after in _HIGH.findall(f" {text} ")
    )


def _fit(marks: Counter[_Mark], language: _Language) -> float:
    """How well the characters beside ASCII are letters of this language in words of
    ordinary shape, at most 1."""
    letters, common = frozenset(language.letters), frozenset(language.common)
    total = score = frequent = 0
    for (sign, after_lower, inside), count in marks.items():
        lower = sign.lower()
        if lower in letters:
            total += count
            score += -count if sign != lower and after_lower else count
            frequent += count * (sign in common)
        elif sign not in _NEUTRAL or (inside and sign not in _JOINS):
            total += count
            score -= count
    if not total:
        return 1.0
    if not common:
        return score / total
    return 1.5 * score / total * frequent / total if frequent >= _COMMON * total else 0.0
