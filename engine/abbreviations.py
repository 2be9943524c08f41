"""Abbreviations of many languages, and whether a full stop is part of one.

One table serves sentence ends and repair. It is parted by what stands behind a word: always
its other half (a title has its name), a number or letter (*vol. 2*), or either more of the
sentence or its end (*etc.*). An entry with a capital is one only with that capital:
*Me. Delorme*, but not *He told me.*
"""

from __future__ import annotations

import re

_LOOK_BACK = 24
_BEFORE_WORD = re.compile(r".*[\s(\[{„“”\"'«»‹›—–/（「『*_]", re.DOTALL)
_DOTTED = re.compile(r"(?:[^\W\d_]\.[ \u00a0]?)+[^\W\d_]")
_FIGURE = re.compile(
    r"[(\[]?(?:\d|(?:[IVXLC]+|[ivxlc]+|[A-Z]|[a-h])\b(?! [a-z]|['’])|[A-Z]\.?\d|§|№)"
)
_INITIAL = re.compile(r"[^\W\d_]\.")
_LETTERS = re.compile(r"[^\W\d_]+")
_VOWELLESS = re.compile(r"[b-df-hj-np-tv-xzśćżźł]{2,4}", re.IGNORECASE)

_TITLES = {
    "en": "mr mrs ms messrs mmes dr prof st Mt Ft Gen Col Capt Lt Sgt Maj Cpl Cmdr Adm Brig Rev "
    "Hon Gov Sen Rep Pres Supt Insp Atty dept univ assn Bros",
    "de": "hr hrn Fr Frl Fa Gebr Dipl Ing Mag Fam Hl Skt",
    "fr": "M MM Mme Mmes mlle mlles mgr Me Pr Ste",
    "es": "sr sra srta sres dra dña Lic Arq avda ud uds",
    "pt": "Exmo Exma Profa Eng",
    "it": "sig sigg sig.ra sig.na dott dott.ssa prof.ssa avv geom mons Spett",
    "nl": "dhr mevr mw drs",
    "pl": "ul os woj mgr inż ks św płk hab",
    "ru": "проф акад доц ул просп пл пер наб обл пос дер гр св",
}
_LEADS = {
    "en": "e.g i.e cf vs viz approx resp incl excl",
    "de": "z.b d.h o.ä s.o s.u bzw bspw vgl evtl ggf hrsg zzgl abzgl inkl exkl sog insb insbes "
    "einschl u.a v.a i.d.r",
    "fr": "p.ex c.-à-d env av apr n.b",
    "es": "p.ej aprox",
    "it": "p.es cfr",
    "nl": "bijv d.w.z o.a m.b.t t.a.v i.v.m zgn",
    "pl": "np tzn tj zob m.in wg tzw",
    "ru": "см напр т.е т.к т.н ср",
    "cs": "např tzv",
    "sv": "t.ex d.v.s bl.a f.eks",
    "la": "ca esp",
}
_COUNTED = {
    "en": "no nos nr fig figs eq eqs sec secs ch chap vol vols art arts p pp ex ref refs app def "
    "thm lem cor prop ln pt tab tbl max min",
    "de": "abb s f ff bd kap abs aufl anm abschn anl ausg jg pkt rn rdnr sp taf ziff tel bsp abt "
    "gem geb",
    "fr": "réf chap liv n°",
    "es": "pág págs núm cap tel teléf fol",
    "it": "pag pagg tav nn",
    "nl": "blz afb hfst",
    "pl": "rozdz rys str ok godz ust poz",
    "ru": "стр рис табл гл разд кв корп №",
    "cs": "obr č",
    "months": "jan feb mar apr jun jul aug sep sept oct nov dec okt dez mrz janv févr avr juil ene "
    "abr ago dic mag giu lug ott mrt",
    "signs": "§",
}
_CLOSING = {
    "en": "etc al inc ltd co corp jr sr bros eds ed est esq ave blvd rd ph.d b.a m.a b.sc m.sc a.m "
    "p.m a.d b.c u.s u.k u.n e.u d.c lb lbs oz yd ft hr hrs",
    "de": "usw usf u.s.w jh dgl jr str",
    "nl": "enz e.d",
    "it": "ecc",
    "pl": "itd itp tys mln mld",
    "ru": "др пр т.д т.п тыс млн млрд руб коп гг вв",
    "cs": "atd apod",
}


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


def _entries(table: dict[str, str]) -> frozenset[str]:
    return _words(" ".join(table.values()))


_BEFORE_NAME = _entries(_TITLES) | _entries(_LEADS)
_BEFORE_NUMBER = _entries(_COUNTED)
_MAYBE = _entries(_CLOSING)
_SHORT_FORMS = _BEFORE_NAME | _BEFORE_NUMBER | _MAYBE
# Those of the counted that are plain words too, and without a number more likely so.
_WORDS_TOO = _words(
    "no art arts app prop tab gem cap min max ok mar dec mag str ex def ch set pt ago sec"
)
# A letter behind one of these is a label, not the initial of a name.
_LABELLED = _words(
    "appendix annex section part plan point group type class vitamin case option version table "
    "figure model anhang abschnitt teil gruppe klasse typ punkt fall annexe groupe anexo"
)
_STARTERS = _words(
    "the it its in this that these those he she we they a an but however and there then when "
    "while if for as at on after before i you his her our their my yet so der die das es er sie "
    "wir ein eine im in am auch aber le la les il elle nous on un une ce cette"
)
_COMPANY_FORMS = frozenset(("KG", "KGaA", "OHG", "Ltd", "Inc", "LLC", "Pty"))
_SINGLE_FORMS = frozenset("psvzudMгдст")  # other letters end sentences: "the set S."
_YEARS = frozenset(("г", "р", "w"))  # year or century behind a number, else a town or river
_ORDINAL_NOUNS = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|"
    r"Jahrhundert|Jh|Auflage|Kapitel|Band|Klasse|Lebensjahr|Geburtstag|Weltkrieg)"
)
_MONTH_FIGURE = re.compile(r"\d{1,2}\.(?!\d{3})")  # the month of "am 3. 5."
# German words that stand before an ordinal number: "am 3. Mai", "im 2. Stock".
_BEFORE_ORDINAL = _words(
    "am zum vom beim im der die das den dem des ein eine einen einem einer jede jeder jedem jeden "
    "ihr ihre ihren ihrem sein seine seinen seinem unser unsere dieser diesem zur ins ans"
)


def abbreviated(text: str, dot: int, last: int, ahead: str) -> bool:
    """Whether the full stop at `dot` belongs to an abbreviation, an initial or a list
    number and `ahead`, the text behind it ("" at the end of a text), goes on with it.
    The sentence begins at or behind `last`."""
    nearby = text[max(last, dot - _LOOK_BACK) : dot]
    word = _last_word(nearby)
    if not word:
        return False
    lower = word.casefold()
    if _listed(word, lower, _BEFORE_NAME):
        return True
    if lower in _BEFORE_NUMBER:
        if not ahead and lower in _WORDS_TOO:
            return False
        if not ahead or _FIGURE.match(ahead):
            return True
    if lower in _MAYBE or _DOTTED.fullmatch(word):
        if not ahead:
            return False
        if lower == "co" and _first_word(ahead) in _COMPANY_FORMS:
            return True
        return not _starts_sentence(ahead) if word.isupper() else not ahead[0].isupper()
    if len(word) == 1 and word.isalpha():
        return _single(word, nearby, ahead)
    if word.isdigit() and len(word) <= 3:
        return _ordinal(word, nearby, ahead)
    if ahead and (ahead[0].isdigit() or ahead[0].islower()) and not word.isupper():
        # No word of a language with vowels, or a street with its number.
        return _VOWELLESS.fullmatch(word) is not None or lower.endswith("str")
    return False


def abbreviation(text: str) -> bool:
    """Whether `text`, which ends in a full stop, ends in what may be an abbreviation, an
    initial or an ordinal number, whatever may follow."""
    nearby = text[-_LOOK_BACK - 1 : -1]
    word = _last_word(nearby)
    if not word:
        return False
    lower = word.casefold()
    if _listed(word, lower, _BEFORE_NAME) or lower in _MAYBE:
        return True
    if lower in _BEFORE_NUMBER:
        return lower not in _WORDS_TOO
    if len(word) == 1 and word.isalpha():
        return word in _SINGLE_FORMS
    if word.isdigit():
        return len(word) <= 3 and _before(word, nearby) in _BEFORE_ORDINAL
    return "." in word and _DOTTED.fullmatch(word) is not None


def before_name(text: str) -> bool:
    """Whether `text`, which ends in a full stop, ends in an abbreviation that always has its
    other half behind it, like a title."""
    word = _last_word(text[-_LOOK_BACK - 1 : -1])
    return bool(word) and _listed(word, word.casefold(), _BEFORE_NAME)


def leads(text: str, ahead: str) -> bool:
    """Whether the full stop that ends `text` certainly belongs to an abbreviation that
    `ahead` goes on with. Single initials and what may close a line of an address before a
    capital letter are left open."""
    nearby = text[-_LOOK_BACK - 1 : -1]
    word = _last_word(nearby)
    if len(word) == 1 and word.isupper() and word != "M" and not _INITIAL.match(ahead):
        return False
    if word.isdigit() and not nearby[: -len(word)].strip():
        return False
    lower = word.casefold()
    if lower in _MAYBE and not ahead[:1].islower():
        return _listed(word, lower, _BEFORE_NAME) and lower not in ("sr", "jr", "bros")
    return abbreviated(text, len(text) - 1, 0, ahead)


def _listed(word: str, lower: str, table: frozenset[str]) -> bool:
    return lower in table or word in table


def _last_word(nearby: str) -> str:
    before = _BEFORE_WORD.match(nearby)
    return nearby[before.end() :] if before else nearby


def _first_word(ahead: str) -> str:
    found = _LETTERS.match(ahead)
    return found[0] if found else ""


def _before(word: str, nearby: str) -> str:
    """The word before the last one, in small letters."""
    words = nearby[: len(nearby) - len(word)].split()
    return words[-1].casefold() if words else ""


def _single(word: str, nearby: str, ahead: str) -> bool:
    """A letter: an initial, a part of "z. B." and its like, or a short "p. 7"."""
    if word in _YEARS:
        before = _before(word, nearby)
        if before[-1:].isdigit() or (before and not before.strip("ivx")):
            return bool(ahead) and not ahead[0].isupper()
        return word != "w"
    if word == "M":
        return True
    if word.isupper():
        if _before(word, nearby) in _LABELLED and not _INITIAL.match(ahead):
            return False
        # A capital is taken for an initial, but not before "The"; "He" may be a surname.
        surname = word != "I" and len(_first_word(ahead)) < 3
        return surname or not _starts_sentence(ahead)
    if ahead[:1].isdigit() or ahead[:1].islower() or _INITIAL.match(ahead):
        return True
    if _before(word, nearby)[-1:].isdigit():
        return False  # a unit
    # "s. Abb. 2", "u. Co."
    following = _first_word(ahead)
    return ahead[len(following) :][:1] == "." and following.casefold() in _SHORT_FORMS


def _ordinal(word: str, nearby: str, ahead: str) -> bool:
    lead = nearby[: len(nearby) - len(word)]
    starts = not lead[lead.rfind("\n") + 1 :].strip()
    if starts:
        return bool(ahead)
    if _ORDINAL_NOUNS.match(ahead) or _MONTH_FIGURE.match(ahead):
        return True
    return ahead[:1].isupper() and _before(word, nearby) in _BEFORE_ORDINAL


def _starts_sentence(ahead: str) -> bool:
    word = _first_word(ahead)
    return word[:1].isupper() and word.casefold() in _STARTERS
