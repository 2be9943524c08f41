import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import SeamlineError
from engine.prompts import mark_answer, mark_messages
from training.records import (
    Provenance,
    completion_record,
    preference_record,
    read_lines,
    sft_record,
    split_of,
    to_line,
    write_lines,
)

examples = settings(deadline=None, max_examples=100)
ORIGIN = Provenance("a.pdf", "ab" * 32, "boundaries", "ann", "2026-01-01", "[]", "mark-1")
any_text = st.text(alphabet=st.characters())  # surrogates and all line separators included


def clean(text: str) -> str:
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def test_an_sft_record_has_exactly_the_agreed_fields() -> None:
    prompt = mark_messages(["One.", "Two."], 3)
    record = sft_record(prompt, mark_answer([4]), ORIGIN)
    assert record == {
        "messages": [*prompt, {"role": "assistant", "content": '{"boundaries": [4]}'}],
        "meta": {
            "doc": "a.pdf",
            "sha256": "ab" * 32,
            "kind": "boundaries",
            "annotator": "ann",
            "time": "2026-01-01",
            "model_answer": "[]",
            "split": split_of("ab" * 32),
            "prompt_version": "mark-1",
        },
    }
    assert [m["role"] for m in record["messages"]] == ["system", "user", "assistant"]


def test_other_shapes_hold_the_same_messages() -> None:
    prompt = mark_messages(["One.", "Two."])
    whole = sft_record(prompt, "yes", ORIGIN)
    parts = completion_record(prompt, "yes", ORIGIN)
    assert parts["prompt"] + parts["completion"] == whole["messages"]
    pair = preference_record(prompt, "yes", "no", ORIGIN)
    assert pair["prompt"] == prompt
    assert [pair[side][0]["content"] for side in ("chosen", "rejected")] == ["yes", "no"]
    assert parts["meta"] == pair["meta"] == whole["meta"]


@examples
@given(any_text, any_text)
def test_a_record_is_one_line_of_utf8_and_reads_back(content: str, name: str) -> None:
    prompt = [{"role": "user", "content": content}]
    line = to_line(sft_record(prompt, name, ORIGIN))
    assert len(line.splitlines()) == 1
    record = json.loads(line.encode("utf-8"))
    assert record["messages"][0]["content"] == clean(content)
    assert record["messages"][1]["content"] == clean(name)


@examples
@given(st.text())
def test_a_document_has_one_part(sha256: str) -> None:
    assert split_of(sha256) == split_of(sha256)


def test_parts_are_eighty_ten_ten() -> None:
    shares = Counter(split_of(f"{number:064x}") for number in range(5000))
    assert 3800 < shares["train"] < 4200
    assert 400 < shares["dev"] < 600
    assert 400 < shares["test"] < 600


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "data.jsonl"
    assert write_lines(out, ['{"a": 1}', '{"b": "中"}']) == 2
    assert out.read_bytes() == '{"a": 1}\n{"b": "中"}\n'.encode()
    assert list(read_lines(out)) == [{"a": 1}, {"b": "中"}]

    def breaking():
        yield '{"a": 2}'
        raise SeamlineError("stop")

    with pytest.raises(SeamlineError, match="stop"):
        write_lines(out, breaking())
    assert list(read_lines(out)) == [{"a": 1}, {"b": "中"}]
    assert [path.name for path in tmp_path.iterdir()] == ["data.jsonl"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for out in (tmp_path / "none" / "x.jsonl", tmp_path):
        with pytest.raises(SeamlineError) as error:
            write_lines(out, ["{}"])
        assert str(out) in str(error.value)


@pytest.mark.parametrize("content", [b'{"a": 1}\n[1]\n', b'{"a": 1}\n{"a":\n'])
def test_a_line_that_is_no_record_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(SeamlineError, match=r"x\.jsonl, line 2"):
        list(read_lines(path))


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": "x\u2028y\x85z"}\n\n{"b": 2}', encoding="utf-8")
    assert list(read_lines(path)) == [{"a": "x\u2028y\x85z"}, {"b": 2}]


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes(b'{"a": "\xe9"}\n')
    for path in (latin, tmp_path / "none.jsonl"):
        with pytest.raises(SeamlineError, match=path.name):
            list(read_lines(path))
