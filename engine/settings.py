"""Settings of a run: a frozen record that travels with every output."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

VERSION = "0.1.0"
RULE_METHODS = ("headings", "similarity", "fixed")
METHODS = (*RULE_METHODS, "embeddings")  # the last needs a library and a model
PACKERS = ("optimal", "greedy", "sentences")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """`limit` and `fragment` count tokens of `encoding`; `encoding` is a tiktoken name
    that ships with the program or the path of a Hugging Face ``tokenizer.json``.
    `window_tokens` is the size of a repair window. `balance` is the weight of boundary
    strength against full chunks (0.1 full, 1 balanced, 4 topics; not in the greedy packer).
    `heading_path_in_text` hands the heading path on with each chunk and counts it.
    `embedding_model` is the folder of a sentence-transformers model for the method
    ``embeddings``, empty for the one installed with the extra of that name."""

    engine: str = "rules"
    method: str = "headings"
    packer: str = "optimal"
    limit: int = 4096
    fragment: int = 512
    encoding: str = "cl100k_base"
    window_tokens: int = 2500
    balance: float = 1.0
    heading_path_in_text: bool = False
    embedding_model: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
