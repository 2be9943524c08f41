"""Which encoding some bytes are in.

Order: byte order mark, UTF-16 without one, escape sequences, UTF-8, the East Asian encodings,
then the detector. The East Asian encodings are told apart here, because each accepts most bytes
of the others: what differs is how much of the text falls into the rows that hold each
encoding's everyday characters.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

from engine.loaders.encodings_letters import detect, lone_letters

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 1 << 20  # bytes judged; the whole file is still decoded strictly
_MIN_EVERYDAY = 0.7
_SINGLE_BYTE = (
    "cp1252",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "cp1257",
    "koi8-r",
    "iso8859-2",
    "iso8859-5",
    "iso8859-7",
    "mac_roman",
    "cp866",
    "cp437",
    "cp850",
    "tis_620",
)
_LATIN = frozenset(
    {"cp1252", "cp1250", "cp1254", "cp1257", "iso8859_2", "mac_roman", "cp437", "cp850", "latin_1"}
)


def _strict(data: bytes, encoding: str) -> str | None:
    """Decoded text, forgiving one character cut off at the very end; None where the
    bytes are not in this encoding."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3 or data[: error.start].isascii():
            return None
        try:
            return data[: error.start].decode(encoding)
        except UnicodeDecodeError:
            return None


def _utf16_without_bom(data: bytes) -> str | None:
    """Byte order of UTF-16 text without a mark, None for other bytes.

    Spaces, line ends and ASCII letters have a zero high byte, so zeros gather on one
    side of the pairs; text without them has to decode to ordinary characters.
    """
    sample = data[:_SAMPLE]
    sample = sample[: len(sample) // 2 * 2]
    if len(sample) < 4:
        return None
    if 0 in sample:
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        pairs = len(sample) // 2
        for zeros, others, encoding in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
            if zeros >= 0.3 * pairs and others <= 0.05 * pairs:
                return encoding
    if _strict(data, "utf-8") is not None:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        text = _strict(sample, encoding)
        if text is not None and _ordinary(text):
            return encoding
    return None


def _ordinary(text: str) -> bool:
    """Whether text is Chinese or Japanese with its punctuation or kana among it; other
    encodings read as pairs of bytes give characters from all over."""
    spaced = sum(1 for c in text if "\u3000" <= c <= "\u30ff" or " " <= c <= "~" or c in "\r\n")
    han = sum(1 for c in text if "\u4e00" <= c <= "\u9fff")
    wide = sum(1 for c in text if "\uff00" <= c <= "\uffef" or "\u2010" <= c <= "\u2027")
    return spaced >= 0.02 * len(text) and spaced + han + wide > 0.9 * len(text)


def _gb_everyday(text: str) -> float:
    def good(pair: bytes) -> bool:
        if len(pair) != 2 or pair[1] < 0xA1:
            return False
        return 0xA1 <= pair[0] <= 0xA3 or 0xB0 <= pair[0] <= 0xD7

    return _share(text, "gb18030", good)


def _big5_everyday(text: str) -> float:
    return _share(
        text, "cp950", lambda b: len(b) == 2 and (0xA1 <= b[0] <= 0xA3 or 0xA4 <= b[0] <= 0xC6)
    )


def _share(text: str, encoding: str, good: Callable[[bytes], bool]) -> float:
    marks = [c for c in text if c > "\x7f"]
    known: dict[str, bool] = {c: good(c.encode(encoding, "replace")) for c in set(marks)}
    return sum(known[c] for c in marks) / max(1, len(marks))


def _japanese_everyday(text: str) -> float:
    """Kana decide; half-width katakana are what other encodings look like in CP932."""
    marks = [c for c in text if c > "\x7f"]
    kana = sum(1 for c in marks if "\u3041" <= c <= "\u30ff")
    half = sum(1 for c in marks if "\uff61" <= c <= "\uff9f")
    kanji = sum(1 for c in marks if "\u4e00" <= c <= "\u9fff" or "\u3000" <= c <= "\u303f")
    total = max(1, len(marks))
    if kana < 0.1 * total:
        return 0.0
    return max(0.0, (kana + kanji - 3 * half) / total)


def _korean_everyday(text: str) -> float:
    letters = [c for c in text if c > "\x7f" and c.isalpha()]
    hangul = sum(1 for c in letters if "\uac00" <= c <= "\ud7a3")
    share = hangul / max(1, len(letters))
    return share if share >= 0.9 else 0.0


# Ties go to the earlier one: Korean and Japanese are recognised by their own script,
# Chinese only by not being anything else.
_EAST_ASIAN: tuple[tuple[str, Callable[[str], float]], ...] = (
    ("euc_kr", _korean_everyday),
    ("cp949", _korean_everyday),
    ("cp932", _japanese_everyday),
    ("euc_jis_2004", _japanese_everyday),
    ("gb18030", _gb_everyday),
    ("cp950", _big5_everyday),
    ("big5hkscs", _big5_everyday),
)


def _east_asian(data: bytes) -> tuple[str, str] | None:
    best: tuple[float, str, str] | None = None
    for encoding, everyday in _EAST_ASIAN:
        text = _strict(data, encoding)
        if text is None:
            continue
        score = everyday(text[:_SAMPLE])
        if encoding.startswith("cp949") or encoding == "euc_kr":
            score *= 1.0 if _hangul_frequent(text) else 0.5
        if score >= _MIN_EVERYDAY and (best is None or score > best[0]):
            best = (score, encoding, text)
    return None if best is None else (best[2], best[1])


def _hangul_frequent(text: str) -> bool:
    """Whether the commonest Korean syllables occur: rows of other encodings can decode to
    Hangul, but hardly to these."""
    syllables = [c for c in text if "\uac00" <= c <= "\ud7a3"]
    common = sum(
        1 for c in syllables if c in "이다의는을가에한고지기로어사도하를은자리그나서시아해있대"
    )
    return common >= 0.12 * len(syllables)


def _detected(data: bytes) -> tuple[str, str]:
    """Western and other single-byte text: by the letters of languages, else by a general
    detector."""
    encoding = detect(data)
    if not encoding:
        from charset_normalizer import from_bytes

        match = from_bytes(data[:_SAMPLE], cp_isolation=list(_SINGLE_BYTE)).best()
        encoding = match.encoding if match and match.encoding not in _LATIN else "cp1252"
    text = _strict(data, encoding)
    if text is None:
        return data.decode(encoding, "replace"), encoding
    return text, encoding


def _escaped(data: bytes) -> tuple[str, str] | None:
    """Mail in the encodings that switch character sets by escape sequences: ASCII bytes
    that would pass for UTF-8."""
    if b"\x1b$" not in data or not data.isascii():
        return None
    for encoding in ("iso2022_kr", "iso2022_jp_2004", "iso2022_jp_ext"):
        text = _strict(data, encoding)
        if text is not None and "\x1b" not in text:
            return text, encoding
    return None


def _nearly_utf8(data: bytes) -> tuple[str, int] | None:
    """UTF-8 text with a few broken bytes, and how many; None where most are broken."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    good = sum(1 for c in text if c > "\x7f" and c != "\ufffd")
    return (text, broken) if broken * 2 <= good else None


def decode(data: bytes, declared: str = "") -> tuple[str, str, tuple[str, ...]]:
    """Text of `data`, the name of its encoding and notes on what could not be read.

    `declared` is the encoding the file itself names (an HTML meta element); it is used
    where the bytes allow it.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            # A NUL pair after the UTF-32 mark's first half is UTF-16 text that begins with NUL.
            if encoding.startswith("utf-32") and len(data) % 4:
                continue
            body = data[len(bom) :]
            text = (
                body.decode(encoding, "surrogatepass" if encoding != "utf-8" else "replace")
                if (len(body) % 2 == 0 or encoding == "utf-8")
                else body[:-1].decode(encoding, "surrogatepass")
            )
            return text, encoding, ()
    wide = _utf16_without_bom(data)
    if wide:
        return data[: len(data) // 2 * 2].decode(wide, "replace"), wide, ()
    escaped = _escaped(data)
    if escaped is not None:
        return escaped[0], escaped[1], ()
    utf8 = _strict(data, "utf-8")
    if utf8 is not None:
        return utf8, "utf-8", ()
    if b"\xed" in data:
        try:
            return data.decode("utf-8", "surrogatepass"), "utf-8", ()
        except UnicodeDecodeError:
            pass
    if declared:
        named = _declared(data, declared)
        if named is not None:
            return named[0], named[1], ()
    nearly = _nearly_utf8(data)
    if nearly is not None:
        text, broken = nearly
        unit = "byte sequence" if broken == 1 else "byte sequences"
        return text, "utf-8", (f"{broken} {unit} could not be read as UTF-8.",)
    asian = None if lone_letters(data) else _east_asian(data)
    if asian is not None:
        return asian[0], asian[1], ()
    text, encoding = _detected(data)
    return text, encoding, ()


_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-9": "cp1254",
    "windows-31j": "cp932",
}


def _declared(data: bytes, declared: str) -> tuple[str, str] | None:
    """Text by the encoding a file names, read as browsers do: by its superset."""
    name = declared.strip().lower()
    encoding = _SUPERSETS.get(name, name)
    try:
        codecs.lookup(encoding)
    except LookupError:
        return None
    if encoding.replace("-", "") in ("utf8", "utf16", "utf16le", "utf16be"):
        return None  # tried already
    text = _strict(data, encoding)
    if text is None:
        text = data.decode(encoding, "replace")
        if text.count("\ufffd") * 50 > len(text):
            return None
    return text, encoding
