import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.codec import json_line, to_line
from engine.document import Cancelled, SeamlineError
from engine.pipeline import STAGES
from engine.settings import PACKERS, RULE_METHODS, RunSettings
from engine.tokens import counter

SHARED = Path(__file__).resolve().parents[3] / "shared"
COUNTER = counter()

ALPHABETS = st.sampled_from(
    [
        "abc .,-\n",
        "水闸每天早晚开。，\n 、「」",
        "пример текста. \n",
        "مثال نص؟ \n",
        "हिन्दी पाठ। \n",
        "한국어 문장. \n",
        "# *-|`~1234567890.\n ",
        "é̂😀👩‍👩‍👧 \n⟦F1⟧",
    ]
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Text of mixed scripts with headings, tables, fences and odd characters."""
    pieces = []
    for _ in range(draw(st.integers(1, 12))):
        kind = draw(st.integers(0, 6))
        body = draw(st.text(draw(ALPHABETS), min_size=1, max_size=60))
        if kind == 0:
            body = "#" * draw(st.integers(1, 6)) + " " + body.replace("\n", " ")
        elif kind == 1:
            body = "```\n" + body + "\n```"
        elif kind == 2:
            body = "| a | b |\n|---|---|\n" + "| x | y |\n" * draw(st.integers(1, 30))
        elif kind == 3:
            body = body * draw(st.integers(1, 20))
        elif kind == 4:
            body = draw(st.text(max_size=40))
        pieces.append(body)
    return draw(st.sampled_from(["\n\n", "\n", "\f", "\r\n"])).join(pieces)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pipeline")


@given(
    documents(),
    st.integers(12, 200),
    st.sampled_from(RULE_METHODS),
    st.sampled_from(PACKERS),
    st.booleans(),
)
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_chunks_tile_within_the_limit_and_runs_repeat(
    folder: Path, text: str, limit: int, method: str, packer: str, in_text: bool
) -> None:
    path = folder / "any.md"
    path.write_bytes(text.encode("utf-8", "replace"))
    chosen = RunSettings(
        method=method, packer=packer, limit=limit, heading_path_in_text=in_text, window_tokens=50
    )
    try:
        result = engine.run(path, chosen)
    except SeamlineError as error:
        assert "any.md" in str(error)
        return
    repaired, chunks = result.repaired.text, result.split.chunks
    found = result.split.paragraphs
    if not found:
        assert not chunks
        assert not repaired.strip()
        return
    assert "".join(repaired[c.start : c.end] for c in chunks) == repaired
    assert chunks[0].start == 0
    for chunk in chunks:
        handed_on = chunk.prefix + repaired[chunk.start : chunk.end] + chunk.suffix
        assert chunk.tokens <= limit
        assert in_text or COUNTER.count(handed_on) == chunk.tokens
        assert found[chunk.first].start < chunk.end
        assert found[chunk.last].end > chunk.start or limit < 8
    assert all(p.end <= q.start for p, q in pairwise(found))
    assert all(0 < gap < len(found) for gap in result.split.boundaries.positions)
    assert len(result.scores.chunks) == len(chunks)
    assert len(result.scores.cuts) == len(chunks) - 1
    assert -1 <= result.scores.document["total"] <= 1
    assert json_line(to_line(result)) == json_line(to_line(engine.run(path, chosen)))


@given(documents(), st.integers(1, 60))
@settings(deadline=None, max_examples=60)
def test_split_text_tiles_any_text(text: str, limit: int) -> None:
    spans = engine.split_text(text, limit=limit)
    assert "".join(text[start:end] for start, end in spans) == (text if text.strip() else "")


def test_stages_are_the_run(folder: Path) -> None:
    path = folder / "gate.txt"
    path.write_text("The keeper of the gate\nwrites notes.\n\nThe pump is shut.", encoding="utf-8")
    chosen = RunSettings(limit=64)
    repaired = engine.repair(engine.load(path), settings=chosen)
    split = engine.split(repaired, chosen)
    result = engine.run(path, chosen)
    assert result.repaired.text == repaired.text == split.repaired.text
    assert result.split.chunks == split.chunks
    assert result.scores == engine.score(split, chosen)
    assert dict(result.settings) == chosen.to_dict()


def test_progress_names_the_stages_in_order(folder: Path) -> None:
    path = folder / "gate.txt"
    path.write_text("The pump is shut.", encoding="utf-8")
    seen: list[str] = []
    engine.run(path, progress=lambda stage, done, total: seen.append(stage))
    assert tuple(dict.fromkeys(seen)) == STAGES


@pytest.mark.parametrize("after", range(6))
def test_cancel_stops_a_run_anywhere(folder: Path, after: int) -> None:
    path = folder / "gate.txt"
    path.write_text("The pump is shut.\n\n" * 50, encoding="utf-8")
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(Cancelled):
        engine.run(path, cancel=cancel)


@pytest.mark.parametrize(
    "bad",
    [
        {"limit": 0},
        {"limit": True},
        {"limit": 2.5},
        {"method": "magic"},
        {"packer": ""},
        {"engine": "local"},
        {"window_tokens": 0},
        {"fragment": -1},
        {"balance": float("nan")},
        {"balance": "full"},
        {"encoding": "no_such_encoding"},
    ],
)
def test_impossible_settings_are_one_sentence(folder: Path, bad: dict) -> None:
    path = folder / "gate.txt"
    path.write_text("The pump is shut.", encoding="utf-8")
    with pytest.raises(SeamlineError) as caught:
        engine.run(path, RunSettings(**bad))
    assert "\n" not in str(caught.value)


def test_a_file_of_furniture_only_has_no_chunks(folder: Path) -> None:
    path = folder / "numbers.txt"
    path.write_text("Page 1 of 3\n\nPage 2 of 3\n\nPage 3 of 3\n", encoding="utf-8")
    result = engine.run(path)
    assert result.split.chunks == () or result.repaired.text.strip()
    assert json_line(to_line(result))


def test_importing_the_engine_is_light() -> None:
    code = (
        "import sys, engine; assert 'numpy' not in sys.modules; engine.SeamlineError;"
        "from engine.repair import guard; import engine.repair as stage; assert stage.check;"
        "assert callable(engine.repair); engine.run;"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'torch', 'pymupdf')];"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_public_names_are_there() -> None:
    assert set(engine.__all__) <= set(dir(engine))
    for name in engine.__all__:
        assert callable(getattr(engine, name))
    with pytest.raises(AttributeError):
        _ = engine.no_such_name


@pytest.mark.parametrize("name", ["casper-ffg/source.pdf", "ustc-linux101-zh/source.html"])
def test_published_documents_score_well(name: str) -> None:
    source = SHARED / "corpus" / "docs" / name
    if not source.is_file():
        pytest.skip("the corpus is not here")
    result = engine.run(source)
    assert result.scores.document["completeness"] > 0.95
    assert result.scores.document["clarity"] > 0.8
    assert result.scores.document["length"] == 1.0
