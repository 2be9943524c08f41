import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.codec import dump, json_line, restore, to_line
from engine.document import LineHint, Result, SeamlineError

TEXT = """# The upper gate

The keeper of the upper gate writes
his notes twice a day. The pump was shut in the au-
tumn, and the key is with him.

17

| Gate | Height |
|---|---|
| Upper | 12 |

## 水闸

水闸每天早晚各开一次，值班员须在日志上签字。
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    path = tmp_path_factory.mktemp("codec") / "gate.md"
    path.write_text(TEXT, encoding="utf-8")
    made = engine.run(path, engine.RunSettings(limit=40))
    hints = tuple(
        LineHint(page, (1.5, 2.0, 30.25, 4.0) if page % 2 else None, 9.5, page > 3, role="p")
        for page in range(made.document.raw.count("\n") + 1)
    )
    document = replace(made.document, hints=hints, formulas={"F1": r"\alpha"}, notes=("a note",))
    repaired = replace(made.repaired, document=document)
    return replace(made, split=replace(made.split, repaired=repaired))


def same(one: Result, other: Result) -> bool:
    """Equal in every field; arrays do not compare by ==."""
    links = np.zeros((0, 4), np.int64)
    plain = [
        replace(r, split=replace(r.split, repaired=replace(r.repaired, links=links)))
        for r in (one, other)
    ]
    return plain[0] == plain[1] and np.array_equal(one.repaired.links, other.repaired.links)


def test_restore_gives_back_what_was_dumped(result: Result) -> None:
    restored = restore(dump(result))
    assert same(restored, result)
    assert restored.repaired.links.dtype == np.int64
    assert restored.document.hints[1].box == (1.5, 2.0, 30.25, 4.0)
    assert dump(restored) == dump(result)


def test_the_line_has_the_agreed_keys(result: Result) -> None:
    line = to_line(result)
    assert list(line) == [
        *("path", "raw", "repaired", "formulas", "windows", "paragraphs", "boundaries"),
        *("boundary_source", "chunks", "scores", "settings", "tokenizer", "version"),
    ]
    assert set(line["windows"][0]) == {"raw", "repaired", "outcome", "checks"}
    assert set(line["paragraphs"][0]) == {"start", "end", "tokens", "kind"}
    assert list(line["chunks"][0]) == [
        *("first", "last", "start", "end", "tokens", "heading_path", "forced", "scores"),
    ]
    text = line["repaired"]
    assert "".join(text[c["start"] : c["end"]] for c in line["chunks"]) == text
    assert "".join(line["raw"][s:e] for s, e in (w["raw"] for w in line["windows"])) == line["raw"]
    assert line["tokenizer"] == "cl100k_base"
    assert json.loads(json_line(line)) == line


def test_a_line_is_one_line_for_every_reader() -> None:
    value = {"text": "a\u2028b\u2029c\u0085d\x1ce\nf\x0cg", "name": "caf\udce9.txt", "face": "😀"}
    line = json_line(value)
    assert line.splitlines() == [line]
    read = json.loads(line.encode("utf-8"))
    assert read["text"] == value["text"]
    assert read["face"] == "😀"
    assert read["name"] == "caf\ufffd.txt"


def test_a_path_that_is_no_utf8_survives(result: Result) -> None:
    odd = replace(result.document, path="caf\udce9.txt")
    kept = replace(
        result, split=replace(result.split, repaired=replace(result.repaired, document=odd))
    )
    assert restore(dump(kept)).document.path == "caf\udce9.txt"


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", zlib.compress(b"[]"), zlib.compress(b"{}"), zlib.compress(b"[" * 100_000)],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(SeamlineError):
        restore(data)


def test_a_cut_off_or_padded_result_is_refused(result: Result) -> None:
    data = dump(result)
    for broken in (data[:-1], data[: len(data) // 2], data + b"x"):
        with pytest.raises(SeamlineError):
            restore(broken)


def numbers(values: list[int], dtype: str = "<i4") -> str:
    return base64.b64encode(np.array(values, dtype).tobytes()).decode()


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("document", "kind"), "image"),
        (("document", "raw"), "short"),
        (("document", "raw"), 7),
        (("document", "pages"), numbers([10**9])),
        (("document", "hints", "pages"), numbers([1])),
        (("document", "hints", "roles", "rows"), numbers([99] * 18, "<u4")),
        (("document", "formulas"), {"F1": 3}),
        (("repaired", "text"), "other"),
        (("repaired", "windows"), []),
        (("repaired", "windows", 0, 4), "magic"),
        (("repaired", "links"), numbers([0, 1, 0])),
        (("repaired", "links"), numbers([0, 1, 0, 10**9])),
        (("repaired", "links"), "§"),
        (("split", "paragraphs", "numbers"), numbers([5, 2, 1, 0])),
        (("split", "boundaries", "positions"), [0]),
        (("split", "boundaries", "positions"), [99]),
        (("split", "chunks"), [[0, 0, 0, 3, 1, [], False, "", ""]]),
        (("split", "chunks", 0, 5), 4),
        (("scores", "chunks", "names"), []),
        (("scores", "document"), {"total": "high"}),
        (("version",), None),
    ],
)
def test_nonsense_within_is_refused(result: Result, place: tuple, value: object) -> None:
    content = json.loads(zlib.decompress(dump(result)))
    at = content
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    with pytest.raises(SeamlineError):
        restore(zlib.compress(json.dumps(content).encode()))


@given(st.binary(max_size=200), st.integers(0, 10_000), st.binary(min_size=1, max_size=3))
@settings(deadline=None, max_examples=60)
def test_bytes_never_bring_it_down(result: Result, noise: bytes, at: int, patch: bytes) -> None:
    inner = zlib.decompress(dump(result))
    at %= len(inner)
    for data in (noise, zlib.compress(noise), zlib.compress(inner[:at] + patch + inner[at + 1 :])):
        try:
            restore(data)
        except SeamlineError:
            continue


def test_source_is_kept_with_pdf_hints() -> None:
    shared = Path(__file__).resolve().parents[3] / "shared"
    source = shared / "corpus" / "docs" / "casper-ffg" / "source.pdf"
    if not source.is_file():
        pytest.skip("the corpus is not here")
    made = engine.run(source)
    assert same(restore(dump(made)), made)
