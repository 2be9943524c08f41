import json
from pathlib import Path

import pytest

from engine.document import SeamlineError
from engine.settings import RunSettings
from engine.tokens import counter
from training.corpus import TrueText, TrueTopics, find, read_text, read_topics, split_name
from training.evaluate import score_text, text_groups, text_score
from training.split_evaluate import Tallies, ways

TRUTH = "# The mill\n\nThe keeper writes a note about the water.\n"


def document(folder: Path, source: str = "The mill\n", **meta: object) -> Path:
    folder.mkdir(parents=True)
    (folder / "source.txt").write_text(source, encoding="utf-8")
    (folder / "truth.md").write_text(TRUTH, encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    return folder


def test_corpora_are_found_where_people_point(tmp_path: Path) -> None:
    one = document(tmp_path / "corpus" / "docs" / "one")
    two = document(tmp_path / "corpus" / "docs" / "two")
    for place in (tmp_path / "corpus", tmp_path / "corpus" / "docs"):
        assert find(place).kind == "repair"
        assert find(place).items == (one, two)
    assert find(one).items == (one,)


def test_sets_are_found(tmp_path: Path) -> None:
    paths = tuple(tmp_path / name for name in ("a.jsonl", "b.jsonl"))
    for path in paths:
        path.write_text("{}\n", encoding="utf-8")
    assert find(tmp_path).items == paths
    assert find(tmp_path).kind == find(paths[0]).kind == "splitting"
    assert find(paths[0]).items == (paths[0],)


@pytest.mark.parametrize("name", ["", "gone", "note.txt"])
def test_what_is_no_corpus_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "note.txt").write_text("words", encoding="utf-8")
    with pytest.raises(SeamlineError, match=str(tmp_path / name)):
        find(tmp_path / name)


def test_a_document_is_read_with_its_facts(tmp_path: Path) -> None:
    folder = document(tmp_path / "one", split="dev", lang="de", kind="book")
    text = read_text(folder)
    assert (text.name, text.split, text.lang, text.genre) == ("one", "dev", "de", "book")
    assert text.truth == TRUTH
    assert split_name(folder) == "dev"
    (folder / "meta.json").unlink()
    assert read_text(folder).split == split_name(folder) == ""


def test_a_bad_document_says_what_is_wrong(tmp_path: Path) -> None:
    folder = document(tmp_path / "one")
    (folder / "meta.json").write_text("[", encoding="utf-8")
    with pytest.raises(SeamlineError, match="no JSON"):
        read_text(folder)
    (folder / "meta.json").write_text("{}", encoding="utf-8")
    (folder / "truth.md").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(SeamlineError, match="UTF-8"):
        read_text(folder)
    (folder / "truth.md").write_text(" \n", encoding="utf-8")
    with pytest.raises(SeamlineError, match="empty"):
        read_text(folder)
    (folder / "truth.md").unlink()
    with pytest.raises(SeamlineError, match=r"truth\.md cannot be read"):
        read_text(folder)
    (folder / "source.txt").unlink()
    with pytest.raises(SeamlineError, match="no file source"):
        read_text(folder)


def test_a_bad_line_of_a_set_is_named(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    lines = [
        {"paragraphs": ["One.", "Two."], "boundaries": [1, 0, 1], "id": "x"},
        {"paragraphs": ["One."], "boundaries": [1]},
        {"paragraphs": "One.", "boundaries": []},
        {"paragraphs": [" "], "boundaries": []},
        [],
    ]
    text = "\n\n".join(map(json.dumps, lines)) + "\n{\n"
    path.write_text(text, encoding="utf-8")
    first, *bad = read_topics(path)
    assert isinstance(first, TrueTopics)
    assert (first.name, first.boundaries) == ("x", (1,))
    assert len(bad) == 5
    for fault, number in zip(bad, (3, 5, 7, 9, 10), strict=True):
        assert isinstance(fault, SeamlineError)
        assert str(fault).startswith(f"{path}, line {number}: ")


def test_unreadable_sets_are_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_bytes(b"\xff\xfe")
    assert [type(item) for item in read_topics(path)] == [SeamlineError]
    assert [type(item) for item in read_topics(tmp_path / "gone.jsonl")] == [SeamlineError]


def test_a_document_is_repaired_and_scored(tmp_path: Path) -> None:
    source = "# The mill\n\nThe keeper writes a note about the wa-\nter.\n"
    folder = document(tmp_path / "one", source, split="dev", lang="en")
    stages: list[str] = []
    score = score_text(read_text(folder), RunSettings(), lambda stage, *_: stages.append(stage))
    assert score.measures["f1"] == score.measures["heading_f1"] == 1.0
    assert score.measures["cpu_per_mb"] is not None
    assert score.file_kind == "text"
    assert {"repair", "compare"} <= set(stages)
    assert score.to_dict()["split"] == "dev"


def _score(tmp_path: Path, split: str, kind: str, text: str):  # type: ignore[no-untyped-def]
    source = tmp_path / "source"
    source.write_text("words", encoding="utf-8")
    return text_score(TrueText("x", source, "one two", split, "en", ""), kind, text, 0.5)


def test_means_are_grouped_by_split_and_kind_of_file(tmp_path: Path) -> None:
    scores = [
        _score(tmp_path, "dev", "pdf", "one two"),
        _score(tmp_path, "dev", "html", "one"),
        _score(tmp_path, "train", "pdf", "three"),
    ]
    groups = text_groups(scores)
    assert list(groups) == ["dev", "dev html", "dev pdf", "train", "all", "all html", "all pdf"]
    assert groups["dev"][0] == 2
    assert groups["dev"][1]["f1"] == pytest.approx((1 + 2 / 3) / 2)
    assert groups["all pdf"][1]["f1"] == 0.5
    assert list(text_groups(scores[2:])) == ["train"]
    assert list(text_groups([_score(tmp_path, "", "pdf", "one")])) == ["no split"]


def test_every_combination_is_tallied() -> None:
    texts = tuple(f"# Part {n}\n\nThe wheel of part {n} turns.".split("\n\n") for n in range(9))
    paragraphs = tuple(text for part in texts for text in part)
    topics = TrueTopics("x", paragraphs, tuple(range(2, 18, 2)), "", "en")
    chosen = ways(("headings", "fixed"), (16, 64), (0.1, 4.0), RunSettings())
    assert len(chosen) == 8
    tallies = Tallies()
    for name in ("a", "b", "b"):
        tallies.add(name, topics, chosen, counter())
    assert {name: len(group) for name, group in tallies.sets().items()} == {"a": 8, "b": 8}
    assert tallies.sets()["b"][chosen[0]].counts.plans == 2
    for way, measures in tallies.means().items():
        assert measures["illegal"] == measures["orphans"] == measures["over"] == 0.0
        if way.method == "headings" and way.limit == 64:
            assert measures["precision"] == 1.0
