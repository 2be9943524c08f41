"""Training records as JSON Lines: one object a line, UTF-8, ``\\n`` only.

The messages of a record come from `engine.prompts`, so they are letter for letter what
the student is sent at inference.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from engine.atomic import writing
from engine.codec import json_line
from engine.document import SeamlineError
from engine.prompts import Message

Part = Literal["train", "dev", "test"]
DEV, TEST = 10, 10  # per cent

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record comes from. `doc` is the file's name, `sha256` that of the file,
    `time` ISO 8601 in UTC, `model_answer` what the machine answered to the same prompt
    (empty where it was not asked). All text, so that every reader infers one schema."""

    doc: str
    sha256: str
    kind: Literal["boundaries", "repair"]
    annotator: str
    time: str
    model_answer: str
    prompt_version: str


def split_of(sha256: str) -> Part:
    """The part a document belongs to: 80 % train, 10 % dev, 10 % test, decided by the
    document alone, so that no record of one document is in two parts."""
    digest = hashlib.sha256(f"seamline split {sha256}".encode()).digest()
    share = int.from_bytes(digest[:8], "big") * 100 >> 64
    if share < TEST:
        return "test"
    return "dev" if share < TEST + DEV else "train"


def meta(provenance: Provenance) -> dict[str, str]:
    """The ``meta`` object of a record."""
    fields = asdict(provenance)
    version = fields.pop("prompt_version")
    return {**fields, "split": split_of(provenance.sha256), "prompt_version": version}


def sft_record(prompt: Sequence[Message], answer: str, provenance: Provenance) -> dict[str, Any]:
    """``{"messages": [system, user, assistant], "meta": {…}}``."""
    return {"messages": [*prompt, _assistant(answer)], "meta": meta(provenance)}


def completion_record(
    prompt: Sequence[Message], answer: str, provenance: Provenance
) -> dict[str, Any]:
    """The same for trainers that learn from the completion only."""
    return {"prompt": [*prompt], "completion": [_assistant(answer)], "meta": meta(provenance)}


def preference_record(
    prompt: Sequence[Message], chosen: str, rejected: str, provenance: Provenance
) -> dict[str, Any]:
    """A pair of answers to one prompt, the better one `chosen`."""
    return {
        "prompt": [*prompt],
        "chosen": [_assistant(chosen)],
        "rejected": [_assistant(rejected)],
        "meta": meta(provenance),
    }


def to_line(record: Mapping[str, Any]) -> str:
    """One record as JSON without its line end. Characters some readers take for a line
    end are escaped; a lone surrogate, which UTF-8 cannot hold, becomes U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", json_line(record))


def write_lines(out: Path, lines: Iterable[str]) -> int:
    """Write `lines` to `out` and return their number. The file appears complete or not
    at all; an error, also one raised by `lines`, leaves an earlier file as it was."""
    count = 0
    try:
        with writing(out) as file:
            for line in lines:
                file.write(line.encode("utf-8") + b"\n")
                count += 1
    except OSError as error:
        raise SeamlineError(
            f"{out} cannot be written ({error.strerror}): choose another place or free some space."
        ) from error
    return count


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, blank lines left out. `SeamlineError` names the line that is
    no JSON object."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                except ValueError:
                    record = None
                if not isinstance(record, dict):
                    raise SeamlineError(f"{path}, line {number}: a JSON object is expected here.")
                yield record
    except UnicodeDecodeError as error:
        raise SeamlineError(f"{path} is not UTF-8: save it as UTF-8.") from error
    except OSError as error:
        raise SeamlineError(f"{path} cannot be read ({error.strerror}).") from error


def _assistant(answer: str) -> Message:
    return {"role": "assistant", "content": answer}
