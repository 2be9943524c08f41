"""Plain text: encodings, line ends, the page map, and what is removed and counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Cancelled, SeamlineError
from engine.loaders import EmptyFileError, load
from engine.loaders.encodings import decode
from engine.loaders.text import clean, normalise_lines, paginate

SAMPLES = {
    "zh": "这是一个测试文件。上游水位一米八，下游水位两米，闸门六点开启。",
    "tw": "這是一個測試檔案。上游水位一公尺八，閘門六點開啟。",
    "ja": "これは試験の文書です。水門は六時に開きます。番人は橋の下で待つ。",
    "ko": "시험 문서입니다. 이 파일은 한국어로 쓰여 있습니다. 수문은 여섯 시에 열립니다.",
    "fr": "L’éclusier ouvre à six heures ; « c’est déjà trop tôt » — 3 €.",
    "de": "Geöffnet wird um sechs Uhr früh, die Brücke schließt später.",
    "ru": "Это проверка. Шлюз открывается в шесть часов утра, и никто не спорит.",
    "el": "Αυτό είναι ένα έγγραφο. Η πύλη ανοίγει στις έξι.",
    "cs": "Zdymadlo se otevírá v šest hodin ráno; žádný hlídač nespí. Loď pluje dále řekou.",
    "hu": "A zsilip reggel hatkor nyílik; egyetlen őr sem alszik. A hajó továbbúszik, fűzfák közt.",
    "tr": "Kapak sabah altıda açılır; hiçbir bekçi uyumaz. Gemi ağır ağır yoluna devam eder.",
    "uk": "Шлюз відчиняється о шостій годині ранку; жоден сторож не спить, її човен пливе далі.",
    "he": "הסכר נפתח בשעה שש בבוקר ואף שומר אינו ישן. הסירה ממשיכה בדרכה לאורך הנהר.",
    "pl": "Śluza otwiera się o szóstej rano; żaden strażnik nie śpi. Łódź płynie dalej.",
}
ENCODED = [
    ("zh", "gbk"),
    ("zh", "gb18030"),
    ("zh", "utf-16-le"),
    ("zh", "utf-16-be"),
    ("tw", "big5"),
    ("tw", "utf-8-sig"),
    ("ja", "cp932"),
    ("ja", "euc_jp"),
    ("ja", "utf-16"),
    ("ja", "utf-16-le"),
    ("ko", "euc_kr"),
    ("ko", "cp949"),
    ("fr", "cp1252"),
    ("de", "latin-1"),
    ("de", "utf-16-be"),
    ("de", "utf-32"),
    ("ru", "cp1251"),
    ("ru", "koi8-r"),
    ("el", "cp1253"),
    ("pl", "cp1250"),
    ("pl", "iso8859-2"),
    ("cs", "cp1250"),
    ("cs", "iso8859-2"),
    ("hu", "cp1250"),
    ("tr", "cp1254"),
    ("uk", "koi8-u"),
    ("uk", "cp1251"),
    ("he", "cp1255"),
    ("ru", "cp866"),
    ("ru", "iso8859-5"),
    ("de", "cp850"),
    ("fr", "mac_roman"),
]


def write(tmp_path: Path, data: bytes, name: str = "notes.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("language", "encoding"), ENCODED)
def test_encoding_is_recognised(language: str, encoding: str) -> None:
    text = SAMPLES[language]
    assert decode(text.encode(encoding))[0] == text


def test_late_non_ascii_is_read_as_utf8(tmp_path: Path) -> None:
    text = "plain words\n" * 20_000 + "The café by the Brücke №4"
    assert load(write(tmp_path, text.encode())).raw == text


def test_character_cut_off_at_the_end_does_not_change_the_encoding() -> None:
    assert decode("水位一米八".encode()[:-1])[0] == "水位一米"


def test_a_few_broken_bytes_leave_utf8() -> None:
    text, encoding, notes = decode("éclusier, château, forêt".encode() + b"\xff end")
    assert encoding == "utf-8" and "château" in text and notes


def test_nul_mark_and_surrogates_are_removed_and_counted(tmp_path: Path) -> None:
    data = b"pu\x00mp ho\x00use\n" + "\ufeffnext".encode() + b" \xed\xa0\x80end"
    document = load(write(tmp_path, data))
    assert document.raw == "pump house\nnext end"
    assert document.notes == (
        "2 NUL characters removed.",
        "1 byte order mark removed.",
        "1 lone surrogate removed.",
    )


def test_a_lost_ligature_is_written_only_where_it_is_certain() -> None:
    text, notes = clean("The o\x00ice was \x00nally \x00lled, said pu\x00mp and zq\x00vx.")
    assert text == "The office was finally filled, said pump and zqvx."
    assert notes == ("5 NUL characters removed.", "3 lost ligatures written in their place.")


def test_words_of_the_text_decide_a_lost_ligature() -> None:
    assert clean("Wafflix and Wafflix beside wa\x00ix.")[0] == "Wafflix and Wafflix beside wafflix."


@pytest.mark.parametrize("text", ["café", "¿Qué?", "10 °C"])
def test_a_few_lone_bytes_are_western(text: str) -> None:
    assert decode(text.encode("cp1252"))[0] == text


def test_surrogate_pairs_become_characters() -> None:
    assert clean("\ud83d\ude00")[0] == "\U0001f600"


def test_line_ends_and_pages(tmp_path: Path) -> None:
    data = "one\r\ntwo\rthree\u2028four\u2029five\u0085six\n\fseven\feight".encode()
    document = load(write(tmp_path, data))
    assert document.raw == "one\ntwo\nthree\nfour\n\nfive\nsix\nseven\neight"
    starts = [document.raw[offset:].split("\n")[0] for offset in document.pages]
    assert starts == ["one", "seven", "eight"]
    assert document.hints == ()


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet="ab \n\r\f\u2028\u2029\x00\ufeff水", max_size=60))
def test_pages_lie_in_the_text_and_nothing_visible_is_lost(text: str) -> None:
    cleaned, _ = clean(text)
    raw, pages = paginate(normalise_lines(cleaned))
    assert pages[0] == 0
    assert list(pages) == sorted(set(pages))
    assert all(page < len(raw) for page in pages[1:])
    assert not set(raw) & set("\r\f\x00\ufeff\u2028\u2029")
    visible = [c for c in text if c in "ab水"]
    assert [c for c in raw if c in "ab水"] == visible


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_decode_to_encodable_text(data: bytes) -> None:
    text, _ = clean(decode(data)[0])
    text.encode("utf-8")


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_utf8_comes_back_letter_for_letter(text: str) -> None:
    data = text.encode()
    if data.count(0) == 0 and not data.startswith(b"\xef\xbb\xbf"):
        decoded, encoding, _ = decode(data)
        assert encoding != "utf-8" or decoded == text


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"\x89PNG\r\n\x1a\n....", "photo.txt", "image"),
        (b"PK\x03\x04....word/document.xml", "letter.docx", "Word"),
        (b"PK\x03\x04....", "things.txt", "ZIP"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "old.doc", "Office"),
        (b"<!doctype html><title>Sign in</title>", "paper.pdf", "web page"),
        (b"plain words", "paper.pdf", "PDF"),
        (b"", "empty.txt", "empty"),
        (b" \n\t \r\n", "blank.txt", "empty"),
        (b"<html><script>x()</script></html>", "app.html", "no visible text"),
    ],
)
def test_unusable_files_are_named_in_one_sentence(
    tmp_path: Path, data: bytes, name: str, says: str
) -> None:
    with pytest.raises(SeamlineError) as error:
        load(write(tmp_path, data, name))
    message = str(error.value)
    assert name in message and says in message and "\n" not in message


def test_empty_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        load(write(tmp_path, b""))


def test_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(SeamlineError, match=r"gone\.txt"):
        load(tmp_path / "gone.txt")
    with pytest.raises(SeamlineError, match="folder"):
        load(tmp_path)


def test_content_decides_and_not_the_suffix(tmp_path: Path) -> None:
    page = write(tmp_path, b"<!DOCTYPE html><p>Hello there</p>", "page.txt")
    assert load(page).kind == "html"
    note = write(tmp_path, b"# Title\n\n<div align=center>logo</div>\n", "README.md")
    assert load(note).kind == "text"


def test_cancel_and_progress(tmp_path: Path) -> None:
    path = write(tmp_path, b"words")
    with pytest.raises(Cancelled):
        load(path, cancel=lambda: True)
    calls: list[tuple[int, int]] = []
    load(path, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 1)]


def test_binary_data_is_refused_by_name(tmp_path):
    path = tmp_path / "blob.dat"
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(SeamlineError, match="is not text but binary"):
        load(path)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("水門は毎朝六時に開く。\n鍵は箱の中。", "iso2022_jp"),
        ("수문은 아침에 연다.\n", "iso2022_kr"),
    ],
)
def test_mail_with_escape_sequences(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "mail.txt"
    path.write_bytes(text.encode(encoding))
    assert load(path).raw.strip() == text.strip()
