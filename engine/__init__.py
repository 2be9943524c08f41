"""Load, repair, split and score documents; no Qt, no torch.

    import engine

    result = engine.run("paper.pdf", engine.RunSettings(limit=1024))
    for chunk in result.split.chunks:
        print(result.repaired.text[chunk.start : chunk.end])

    spans = engine.split_text(text, limit=512)

The names below are loaded when they are first used, so that ``import engine`` is quick.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.document import Cancelled, Document, Repaired, Result, Scores, SeamlineError, Split
    from engine.pipeline import load, repair, run, score, split, split_text
    from engine.settings import RunSettings

__all__ = [
    "Cancelled",
    "Document",
    "Repaired",
    "Result",
    "RunSettings",
    "Scores",
    "SeamlineError",
    "Split",
    "load",
    "repair",
    "run",
    "score",
    "split",
    "split_text",
]

_HOMES = dict.fromkeys(("load", "repair", "run", "score", "split", "split_text"), "engine.pipeline")
_HOMES["RunSettings"] = "engine.settings"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "engine.document")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _RepairStage(ModuleType):
    """The package `engine.repair`, which can be called as the stage it holds."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return importlib.import_module("engine.pipeline").repair(*args, **kwargs)


class _Engine(ModuleType):
    """Python binds the package `engine.repair` to the name of the stage function as soon as
    anything imports it; making the package callable keeps ``engine.repair(document)`` good."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "repair" and isinstance(value, ModuleType):
            value.__class__ = _RepairStage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Engine
