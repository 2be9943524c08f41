from __future__ import annotations

import base64
import json
import random
from importlib.resources import files
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken import Encoding

from engine.document import SeamlineError
from engine.tokens import (
    BLOCK,
    CL100K_PATTERN,
    PIECE,
    Counter,
    counter,
    counts_between,
    long_runs,
)

ANY_TEXT = st.text(max_size=300)
WORDS = st.lists(
    st.sampled_from(
        ["river", "标题内容", " ", "\n", "\n\n", "。", "，", "🦊", "e\u0301", "12.5", "{x}"]
    ),
    max_size=80,
).map("".join)


@pytest.fixture(scope="module")
def hugging_face(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<end>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(["the river rose over the bridge in the night"] * 20, trainer)
    path = tmp_path_factory.mktemp("tiny-model") / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@settings(deadline=None, max_examples=150)
@given(ANY_TEXT | WORDS, st.data())
def test_offsets_agree_with_count(text: str, data: st.DataObject) -> None:
    tokens = counter()
    offsets = tokens.offsets(text)
    assert offsets.dtype == np.int32
    assert offsets.shape == (len(text) + 1,)
    assert offsets[0] == 0
    assert offsets[-1] == tokens.count(text)
    assert (np.diff(offsets) >= 0).all()


@settings(deadline=None, max_examples=150)
@given(st.lists(WORDS, min_size=1, max_size=5))
def test_difference_is_near_the_count_of_a_line(lines: list[str]) -> None:
    tokens = counter()
    lines = [line.strip() + "." for line in lines]
    text = "\n".join(lines)
    offsets = tokens.offsets(text)
    at = 0
    for line in lines:
        assert abs(int(offsets[at + len(line)] - offsets[at]) - tokens.count(line)) <= 2
        at += len(line) + 1


def test_known_counts() -> None:
    assert counter().name == "cl100k_base"
    assert counter().count("hello world") == 2
    assert counter().offsets("hello world").tolist() == [0] + [1] * 5 + [2] * 6
    assert counter().count("") == 0
    assert counter().offsets("").tolist() == [0]


def test_special_tokens_are_plain_text() -> None:
    assert counter().count("<|endoftext|>") > 1
    assert counter().count("a<|endoftext|>b <|fim_prefix|>") > 4


def test_lone_surrogates_are_counted() -> None:
    text = "a\ud800b\udc00"
    assert counter().offsets(text)[-1] == counter().count(text) > 0


def test_blocks_do_not_change_the_count() -> None:
    line = "The river, at 3.5 m, rose; 水位上升，然后下降。 It's over!\n"
    text = line * (5 * BLOCK // len(line))
    tokens = counter()
    assert tokens.count(text) == tokens.count(line) * (5 * BLOCK // len(line))


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "unit", ["a", " ", "\n", "qx7", "🦊", "字", "-", "!a", "🦊.", "e\u0301", "\u200d"]
)
def test_unbroken_runs_take_seconds(unit: str) -> None:
    text = unit * (200_000 // len(unit.encode()))
    offsets = counter().offsets(text)
    assert abs(offsets[-1] - counter().count(text)) <= len(text) // PIECE
    assert np.diff(offsets).max() <= 4 * len(unit.encode())


def test_long_runs_are_those_without_an_end_of_a_word() -> None:
    run, text = PIECE + 9, "The gate is closed. " * 200
    assert list(long_runs(text + "x" * PIECE + " " + text)) == [(len(text), len(text) + PIECE)]
    assert list(long_runs("(" * run + "x" * run)) == [(0, run), (run, 2 * run)]
    assert list(long_runs(text)) == list(long_runs("门开着。" * 2_000)) == []


ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ACGT",
    "aB3+/",
    "0123456789",
    " \n",
    "-=_#",
    "门关着夜里",
    "🦊🇩🇪",
)


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_a_long_run_counts_as_anybody_else_counts_it(reference: Encoding, alphabet: str) -> None:
    run = "".join(random.Random(alphabet).choices(alphabet, k=12_000))
    text = f"The key is {run} and no other."
    assert counter().count(text) == len(reference.encode_ordinary(text))


def test_random_characters_count_as_anybody_else_counts_them(reference: Encoding) -> None:
    pick = random.Random(1)
    text = "".join(chr(pick.choice((pick.randrange(0xA0, 0xD800), 0x41))) for _ in range(3_000))
    assert counter().count(text) == len(reference.encode_ordinary(text))


def test_hugging_face_file(hugging_face: Path) -> None:
    tokens = counter(str(hugging_face))
    assert tokens.name.startswith("tiny-model")
    assert "tokenizer.json" in tokens.name
    assert tokens.count("<end>") > 1
    _agrees(tokens, "the river 水 rose 🦊\n\nover the bridge")
    _agrees(tokens, "the river rose " * 20_000)


def _agrees(tokens: Counter, text: str) -> None:
    offsets = tokens.offsets(text)
    assert offsets.shape == (len(text) + 1,)
    assert offsets[-1] == tokens.count(text)
    assert (np.diff(offsets) >= 0).all()


def test_bad_encodings_are_named(tmp_path: Path) -> None:
    with pytest.raises(SeamlineError, match="no_such_base"):
        counter("no_such_base")
    broken = tmp_path / "tokenizer.json"
    broken.write_text(json.dumps({"model": "none"}))
    with pytest.raises(SeamlineError, match=r"tokenizer\.json"):
        counter(str(broken))
    with pytest.raises(SeamlineError):
        counter(str(tmp_path))


SPACED = st.text(
    alphabet=st.sampled_from(
        [*" \t\v\f\x85\xa0\u2003\u2028\u3000\n\r\x1c\u200bab1é中'sS.,-\u0301½👩"]
    ),
    max_size=40,
)


@pytest.fixture(scope="module")
def reference() -> Encoding:
    ranks = files("assets").joinpath("cl100k_base.tiktoken").read_bytes()
    pairs = (line.split() for line in ranks.splitlines())
    table = {base64.b64decode(token): int(rank) for token, rank in pairs}
    return Encoding("reference", pat_str=CL100K_PATTERN, mergeable_ranks=table, special_tokens={})


@given(st.one_of(SPACED, st.text(max_size=60)), st.booleans())
@settings(deadline=None, max_examples=200)
def test_counts_are_those_of_the_published_pattern(
    reference: Encoding, text: str, padded: bool
) -> None:
    text = "word " * 400 * padded + text
    assert counter().count(text) == len(reference.encode_ordinary(text))


@given(st.lists(st.sampled_from(["one two", "三四。", "x" * 40, "5. Last"]), max_size=30))
@settings(deadline=None, max_examples=40)
def test_counts_between_places_are_the_same_in_sections(lines: list[str]) -> None:
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    text = "".join(line + "\n" for line in lines)
    whole = list(counts_between(text, starts, counter()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.tokens._SECTION", 24)
        assert sum(counts_between(text, starts, counter())) == sum(whole)
    assert sum(whole) == counter().count(text)
