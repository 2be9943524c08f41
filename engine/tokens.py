"""Token counts that need no network: tiktoken over bundled ranks, or a tokenizer.json.

A long text is tokenised in blocks that end where the pre-tokeniser of every common encoding
divides anyway (between a word and the space or mark behind it), so that memory stays small
and the blocks together have the tokens of the whole. `count` divides nowhere else, so it
is what anybody else counts. `offsets` divides runs of letters, or of anything else, that are
longer than `PIECE`, every `PIECE` code points: what covers such a run (`long_runs`) is about
right, everything else is exact.
"""

from __future__ import annotations

import base64
import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from engine.document import SeamlineError, Span

if TYPE_CHECKING:
    from tiktoken import Encoding

CL100K_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
CL100K_PATTERN = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|"""
    r""" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)
# The same without look-ahead and possessive quantifiers, which only a slower matcher offers. It
# finds the same pieces where every run of white space that goes before a visible character is a
# single character, or was cut in front of its last one (`_pieces`).
_PLAIN_PATTERN = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"""
    r""" ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s"""
)
_SPACES = "\t\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_SPACE_RUN = re.compile(rf"[ {_SPACES}](?=[ {_SPACES}][^ \r\n{_SPACES}])")
_APART = 96  # characters per part under which cutting costs more than it saves
BLOCK = 1 << 16
_SECTION = 1 << 20
PIECE = 1 << 11  # byte-pair merging of one piece takes more than linear time
_SAMPLE = 1 << 12  # characters that stand for a text

_SAFE = re.compile(r"[^\W_](?=[ \n\t,;:!?，。！？；：、（）「」])")
_DIVIDES = re.compile(r"[\W_](?<=[^\W_].)", re.DOTALL)
_LONG_RUN = re.compile(rf"(?:^|(?<=[\W_]))[^\W_]{{{PIECE},}}|(?:^|(?<=[^\W_]))[\W_]{{{PIECE},}}")
_SURROGATE = re.compile("[\ud800-\udfff]")

Offsets = npt.NDArray[np.int32]


class Counter(Protocol):
    """Counts tokens. `name` is what outputs and the status bar call the tokenizer."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int:
        """Tokens of `text`; names of special tokens in it are plain text."""
        ...

    def offsets(self, text: str) -> Offsets:
        """int32 [len(text) + 1]: tokens that begin before each code point, from one
        tokenisation, so that ``text[a:b]`` has ``offsets[b] - offsets[a]`` tokens give
        or take two (and a few more for each `PIECE` code points of an unbroken run)."""
        ...


class TiktokenCounter:
    """A byte-pair encoding by tiktoken."""

    def __init__(self, name: str, ranks: bytes) -> None:
        import tiktoken

        fields = ranks.split()
        table = dict(zip(map(base64.b64decode, fields[::2]), map(int, fields[1::2]), strict=True))
        # The array encoder searches for special tokens even if it may use none, and finds
        # an empty set everywhere: one that nobody asks for keeps it fast.
        special = {"<|endoftext|>": max(table.values()) + 1}
        self.name = name
        self._encoding, self._plain = (
            tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=table, special_tokens=special)
            for pattern in (CL100K_PATTERN, _PLAIN_PATTERN)
        )
        self._lengths = np.zeros(max(table.values()) + 1, np.int32)
        self._lengths[list(table.values())] = [len(token) for token in table]

    def _encode(self, text: str) -> npt.NDArray[np.uint32]:
        parts = _parts(text)
        if len(parts) * _APART > max(len(text), _APART) or _varied(text):
            return self._array(self._encoding, text)
        if len(parts) == 1:
            return self._array(self._plain, text)
        return np.concatenate([self._array(self._plain, part) for part in parts])

    @staticmethod
    def _array(encoding: Encoding, text: str) -> npt.NDArray[np.uint32]:
        tokens: npt.NDArray[np.uint32] = encoding.encode_to_numpy(
            text, allowed_special=set(), disallowed_special=()
        )
        return tokens

    def count(self, text: str) -> int:
        return sum(len(self._encode(block)) for block in _blocks(_valid(text)))

    def offsets(self, text: str) -> Offsets:
        result = np.zeros(len(text) + 1, np.int32)
        done = counted = 0
        for block in _bounded(_valid(text)):
            tokens = self._encode(block)
            data = np.frombuffer(block.encode(), np.uint8)
            ends = np.cumsum(self._lengths[tokens])
            begun = np.zeros(len(data) + 1, np.int32)
            begun[0] = 1
            begun[ends[:-1]] = 1
            begun = np.cumsum(begun, dtype=np.int32)
            if len(data) > len(block):
                begun = begun[:-1][np.flatnonzero((data & 0xC0) != 0x80)[1:] - 1]
            else:
                begun = begun[: len(block) - 1]
            result[done + 1 : done + len(block)] = begun + counted
            done += len(block)
            counted += len(tokens)
            result[done] = counted
        return result


class HuggingFaceCounter:
    """A Hugging Face ``tokenizer.json``; raises what `tokenizers` raises for a bad file."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        size = self._tokenizer.get_vocab_size()
        self.name = f"{path.resolve().parent.name}/{path.name} ({size})"

    def count(self, text: str) -> int:
        blocks = _blocks(_valid(text))
        return sum(len(self._tokenizer.encode(b, add_special_tokens=False).ids) for b in blocks)

    def offsets(self, text: str) -> Offsets:
        begun = np.zeros(len(text) + 1, np.int32)
        done = 0
        for block in _bounded(_valid(text)):
            encoded = self._tokenizer.encode(block, add_special_tokens=False)
            if encoded.ids:
                starts = np.array(encoded.offsets, np.int64)[:, 0]
                begun[done + 1 : done + len(block) + 1] += np.bincount(
                    np.minimum(starts, len(block) - 1), minlength=len(block)
                ).astype(np.int32)
            done += len(block)
        return np.cumsum(begun, dtype=np.int32)


@lru_cache(maxsize=4)
def counter(encoding: str = "cl100k_base") -> Counter:
    """The tokenizer called `encoding`, or the one in the tokenizer.json at that path.

    Raises `SeamlineError` for an unknown name, a missing or a damaged file.
    """
    if encoding == "cl100k_base":
        ranks = files("assets").joinpath("cl100k_base.tiktoken").read_bytes()
        if hashlib.sha256(ranks).hexdigest() != CL100K_SHA256:
            raise SeamlineError("assets/cl100k_base.tiktoken is damaged; reinstall Seamline.")
        return TiktokenCounter("cl100k_base", ranks)
    path = Path(encoding)
    if not path.is_file():
        raise SeamlineError(
            f"{encoding} is neither cl100k_base nor a tokenizer.json; give one of the two."
        )
    try:
        return HuggingFaceCounter(path)
    except Exception as error:  # tokenizers raises bare Exception
        raise SeamlineError(f"{path} is not a usable tokenizer.json ({error}).") from error


def counts_between(text: str, places: Sequence[int], by: Counter) -> Iterator[int]:
    """Tokens between neighbouring `places` (offsets, ascending), by difference. The text is
    counted in sections that begin at a place, so that memory stays small."""
    first, last = 0, len(places) - 1
    while first < last:
        base = places[first]
        stop = max(bisect_right(places, base + _SECTION) - 1, first + 1)
        offsets = by.offsets(text[base : places[stop]])
        inside = np.asarray(places[first : stop + 1], np.int64) - base
        yield from np.diff(offsets[inside]).tolist()
        first = stop


def _valid(text: str) -> str:
    """`text` with lone surrogates, which UTF-8 lacks, as U+FFFD; the same length."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _parts(text: str) -> list[str]:
    """`text` cut in front of the last white space of each run before a visible character,
    where the pre-tokeniser divides it too."""
    spaces = _SPACES[:3] if text.isascii() else _SPACES
    if "  " not in text and not any(space in text for space in spaces):
        return [text]
    cuts = [run.end() for run in _SPACE_RUN.finditer(text)]
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


def _varied(text: str) -> bool:
    """Whether many of the characters are different ones, as in random Unicode: the plain
    matcher builds its automaton as it meets them."""
    if text.isascii():
        return False
    sample = text[:: len(text) // _SAMPLE + 1]
    return 4 * len(set(sample)) > len(sample)


def _blocks(text: str) -> Iterator[str]:
    """Non-empty parts that join to `text` and end where the pre-tokeniser divides."""
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > 2 * BLOCK:
            least = start + BLOCK
            if safe := _SAFE.search(text, least, least + BLOCK):
                end = safe.end()
            elif divides := _DIVIDES.search(text, least):
                end = divides.start()
        yield text[start:end]
        start = end


def _bounded(text: str) -> Iterator[str]:
    """The blocks of `text`, divided every `PIECE` code points inside each long run."""
    for block in _blocks(text):
        done = 0
        for start, end in _long_runs(block):
            for cut in range(start + PIECE, end, PIECE):
                yield block[done:cut]
                done = cut
        yield block[done:]


def long_runs(text: str) -> Iterator[Span]:
    """Where `offsets` is only about right: runs of letters and digits, or of anything else,
    of more than `PIECE` code points, as (start, end)."""
    at = 0
    for block in _blocks(text):
        for start, end in _long_runs(block):
            yield at + start, at + end
        at += len(block)


def _long_runs(block: str) -> list[Span]:
    if len(block) <= PIECE:
        return []
    # Where each half piece has an end of a word, the slow search has nothing to find.
    half = PIECE // 2
    if all(_DIVIDES.search(block, at, at + half) for at in range(0, len(block) - half + 1, half)):
        return []
    return [run.span() for run in _LONG_RUN.finditer(block)]


class Remembering:
    """A counter that counts each text once, for as long as it lives."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._counts: dict[str, int] = {}
        self.name = counter.name

    def count(self, text: str) -> int:
        known = self._counts.get(text)
        if known is None:
            known = self._counts[text] = self._counter.count(text)
        return known

    def offsets(self, text: str) -> Offsets:
        return self._counter.offsets(text)

    def forget(self) -> None:
        self._counts.clear()
