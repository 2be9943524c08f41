import random
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import completeness
from engine.defects import defects, density_score
from engine.document import Change, Chunk, Document, Paragraph, Repaired, Span, Window
from engine.packing import Packer
from engine.paragraphs import paragraphs
from engine.rewards import WEIGHTS, Scorer, is_mid_sentence, repair_rewards, total
from engine.tokens import counter

COUNTER = counter()


class Whole:
    """Sources for a text repaired paragraph by paragraph: spans given outright."""

    def __init__(self, spans: Sequence[tuple[Span, ...]]) -> None:
        self.spans = spans

    def of(self, index: int, /) -> tuple[Span, ...]:
        return self.spans[index]


def build(pairs: Sequence[tuple[str, str]], removed: Sequence[tuple[str, str]] = ()) -> tuple:
    """A `Repaired` whose paragraphs are (raw, repaired), with (raw, reason) removals put in
    behind the first paragraph, and its sources."""
    raw, spans, changes = "", [], []
    for index, (before, _) in enumerate(pairs):
        begin = len(raw)
        raw += before + "\n"
        if index == 0:
            for text, reason in removed:
                changes.append(
                    Change("removed", (len(raw), len(raw) + len(text)), (0, 0), reason, 0)
                )
                raw += text + "\n"
        spans.append(((begin, len(raw)),))
    text = "\n\n".join(after for _, after in pairs)
    window = Window((0, len(raw)), (0, len(text)), "model", {})
    document = Document("a.txt", "a.txt", "text", raw, "0" * 64)
    repaired = Repaired(document, text, (window,), tuple(changes), np.zeros((0, 4), np.int64))
    return repaired, Whole(spans)


def scorer(
    pairs: Sequence[tuple[str, str]], **options
) -> tuple[Scorer, tuple[Paragraph, ...], str]:
    removed = options.pop("removed", ())
    repaired, sources = build(pairs, removed)
    found = paragraphs(repaired.text, COUNTER)
    assert len(found) == len(pairs)
    return Scorer(repaired, found, sources, COUNTER, **options), found, repaired.text


def chunk_up(text: str, found: Sequence[Paragraph], sizes: Sequence[int]) -> tuple[Chunk, ...]:
    chunks, first = [], 0
    for size in sizes:
        last = first + size - 1
        start = found[first].start if first else 0
        end = found[last + 1].start if last + 1 < len(found) else len(text)
        chunks.append(Chunk(first, last, start, end, COUNTER.count(text[start:end])))
        first = last + 1
    return tuple(chunks)


RAW = (
    "The keeper of the upper gate writes\nhis notes twice a day. The pump\n"
    "house was closed in the au-\ntumn."
)
GOOD = (
    "The keeper of the upper gate writes his notes twice a day. The pump house was closed in"
    " the autumn."
)


def test_reflow_and_hyphens_are_no_loss() -> None:
    assert repair_rewards(RAW, GOOD)["completeness"] == 1.0
    assert completeness.compare("R E P O R T on\nthe gate", "REPORT on the gate").lost == []
    assert completeness.compare("水闸每天早晚各开一\n次。", "水闸每天早晚各开一次。").lost == []
    assert completeness.compare("the ﬁnal soft\u00adware", "the final software").new == []


def test_lost_and_new_words_are_named() -> None:
    tally = completeness.compare("the keeper of the upper gate", "the keeper of a lower gate")
    assert tally.lost == ["the", "upper"]
    assert tally.new == ["a", "lower"]
    assert tally.kept == 4


def test_a_word_is_not_found_within_another() -> None:
    tally = completeness.compare("a substitute here", "a sub here")
    assert (tally.lost, tally.new) == (["substitute"], ["sub"])


def test_formula_of_the_reward() -> None:
    assert completeness.reward(90, 10, 0) == pytest.approx(0.9)
    assert completeness.reward(95, 0, 5) == pytest.approx(1.0)
    assert completeness.reward(50, 50, 50) == pytest.approx(0.5 - 2 * 0.45)
    assert completeness.reward(0, 10, 10) == -1.0
    assert completeness.reward(0, 0, 0) == 1.0


@pytest.mark.parametrize(
    "bad",
    [
        GOOD.replace(" The pump", "\n\nThe pump").replace("writes his", "writes\n\nhis"),
        GOOD[:40],
        "\n".join([GOOD] * 3),
        RAW,
    ],
)
def test_worse_repairs_score_lower(bad: str) -> None:
    assert repair_rewards(RAW, bad)["total"] < repair_rewards(RAW, GOOD)["total"]


def test_chinese_is_compared_by_character() -> None:
    raw = "水闸每天早晚各开一次，值班员须在日志上签\n字。钥匙由站长保管，\n不得外借。"
    good = repair_rewards(raw, raw.replace("\n", ""))
    bad = repair_rewards(raw, "水闸每天早晚各开一次。")
    assert good["completeness"] == 1.0
    assert bad["completeness"] < 0.4


def test_removed_furniture_is_not_lost_but_other_removals_are() -> None:
    pair = [("The keeper writes his notes.", "The keeper writes his notes.")]
    plan: dict[str, float] = {}
    for reason in ("page number", "content"):
        s, found, text = scorer(pair, removed=[("Page seventeen of many", reason)])
        plan[reason] = s.score(chunk_up(text, found, [1]), ()).document["completeness"]
    assert plan["page number"] == 1.0
    assert plan["content"] == pytest.approx(5 / 9)


def test_mended_characters_are_no_loss_but_other_replacements_are() -> None:
    raw, text = "Ã©tÃ© at the gate of wood", "été at the gate of wood"
    for reason, expected in (("wrong decoding", 1.0), ("changed by the model", 0.6)):
        repaired, sources = build([(raw, text)])
        change = Change("replaced", (0, 5), (0, 3), reason, 0)
        repaired = replace(repaired, ledger=(change,))
        found = paragraphs(text, COUNTER)
        plan = chunk_up(text, found, [1])
        scores = Scorer(repaired, found, sources, COUNTER).score(plan, ())
        assert scores.document["completeness"] == pytest.approx(expected, abs=0.2)


def test_a_word_moved_within_its_window_is_kept() -> None:
    pairs = [
        ("First one. footnote here", "First one."),
        ("Second one.", "Second one. footnote here"),
    ]
    s, found, text = scorer(pairs)
    scores = s.score(chunk_up(text, found, [1, 1]), ())
    assert [chunk["completeness"] for chunk in scores.chunks] == [1.0, 1.0]


def test_a_line_that_two_paragraphs_share_is_kept() -> None:
    pairs = [("Earlier workThe sluice was built.", "Earlier work"), ("", "The sluice was built.")]
    s, found, text = scorer(pairs)
    scores = s.score(chunk_up(text, found, [1, 1]), ())
    assert [chunk["completeness"] for chunk in scores.chunks] == [1.0, 1.0]


def test_nothing_left_of_the_text_is_a_loss() -> None:
    repaired, _ = build([("All of this is gone.", "")])
    gone = Scorer(replace(repaired, text=""), (), Whole([]), COUNTER)
    assert gone.score((), ()).document["completeness"] == 0.0


def test_mid_sentence_between_paragraphs() -> None:
    def between(above: str, below: str, kind: str = "prose") -> bool:
        text = f"{above}\n\n{below}"
        start = len(above) + 2
        return is_mid_sentence(
            text,
            Paragraph(0, len(above), 1, kind),  # type: ignore[arg-type]
            Paragraph(start, len(text), 1),
        )

    assert between("The keeper of the upper gate writes", "his notes twice a day.")
    assert between("The gates are upper,", "Middle and lower.")
    assert not between("The keeper writes.", "his notes")
    assert not between("The keeper", "He writes his notes.")
    assert not between("The keeper of the gate", "his notes", "heading")
    assert between("水闸每天早晚各开一次，", "值班员须在日志上签字。")
    assert not between("水闸每天早晚各开一次。", "值班员须在日志上签字。")


def test_cuts_and_independence() -> None:
    pairs = [(t, t) for t in ("The keeper of the gate writes", "his notes.", "Next topic.")]
    s, found, text = scorer(pairs, limit=64)
    scores = s.score(chunk_up(text, found, [1, 1, 1]), (2,))
    assert [cut["mid_sentence"] for cut in scores.cuts] == [1.0, 0.0]
    assert [cut["on_boundary"] for cut in scores.cuts] == [0.0, 1.0]
    assert [chunk["independence"] for chunk in scores.chunks] == [0.0, 0.5, 1.0]
    assert scores.document["independence"] == 0.5


def test_size_of_chunks_and_document() -> None:
    words = "gate " * 60
    pairs = [(words.strip() + ".",) * 2 for _ in range(3)]
    s, found, text = scorer(pairs, limit=100, fragment=30)
    chunks = chunk_up(text, found, [1, 1, 1])
    fill = chunks[0].tokens / 100
    scores = s.score(chunks, ())
    assert scores.chunks[0]["size"] == pytest.approx(fill)
    assert scores.chunks[-1]["size"] == 1.0
    assert scores.document["utilisation"] == pytest.approx(fill)
    assert scores.document["size"] == pytest.approx(fill)
    small, found, text = scorer([("A gate.", "A gate.")] * 3, limit=100, fragment=30)
    scores = small.score(chunk_up(text, found, [1, 1, 1]), ())
    assert scores.document["fragments"] == 3
    assert scores.document["size"] == 0.0
    one = small.score(chunk_up(text, found, [3]), ())
    assert one.document["size"] == 1.0


def test_a_chunk_over_the_limit_or_a_gap_in_the_plan_makes_the_answer_invalid() -> None:
    s, found, text = scorer([("A gate of wood.", "A gate of wood.")] * 2, limit=4)
    scores = s.score(chunk_up(text, found, [1, 1]), ())
    assert scores.document["length"] == scores.document["total"] == -1.0
    assert scores.chunks[0]["total"] == -1.0
    s, found, text = scorer([("A gate of wood.", "A gate of wood.")] * 2)
    assert s.score(chunk_up(text, found, [1, 1])[:1], ()).document["total"] == -1.0


def test_total_weighs_what_is_there() -> None:
    assert total({"completeness": 1.0, "independence": 0.0}) == pytest.approx(1 / 2.5)
    assert total({}) == 0.0


def test_explain_gives_every_item_with_its_numbers() -> None:
    pairs = [(RAW, GOOD), ("Skip to content", "Skip to content"), ("The end.", "The end.")]
    s, found, text = scorer(pairs, limit=40, fragment=10)
    chunks = chunk_up(text, found, [1, 2])
    scores = s.score(chunks, ())
    items = s.explain(chunks, scores, 1)
    assert [item.name for item in items] == list(WEIGHTS)
    assert [item.value for item in items] == [scores.chunks[1][name] for name in WEIGHTS]
    by_name = {item.name: item.how for item in items}
    assert "5 of 5 words kept" in by_name["completeness"]
    assert "1 web residue" in by_name["clarity"]
    assert "1 of its 1 cuts" in by_name["independence"]
    assert f"{chunks[1].tokens} of 40 tokens" in by_name["length"]
    weighted = sum(item.weight * item.value for item in items) / sum(i.weight for i in items)
    assert scores.chunks[1]["total"] == pytest.approx(weighted)


WORDS = ["gate", "pump", "the", "mod-\nel", "keeper.", "day.", "水闸", "开。", "17", "<br>", "and,"]


@st.composite
def plans(draw):
    line = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
    pairs = []
    for _ in range(draw(st.integers(1, 8))):
        raw = draw(line)
        kept = draw(st.booleans())
        pairs.append((raw, "Text " + (raw if kept else draw(line)).replace("-\n", "")))
    sizes, left = [], len(pairs)
    while left:
        sizes.append(draw(st.integers(1, left)))
        left -= sizes[-1]
    return pairs, sizes


@given(plans())
@settings(deadline=None, max_examples=120)
def test_prefix_sums_give_what_direct_counting_gives(plan) -> None:
    pairs, sizes = plan
    repaired, sources = build(pairs)
    found = paragraphs(repaired.text, COUNTER)
    assume(len(found) == len(pairs))
    text = repaired.text
    s = Scorer(repaired, found, sources, COUNTER)
    chunks = chunk_up(text, found, sizes)
    scores = s.score(chunks, ())
    assert scores == Scorer(repaired, found, sources, COUNTER).score(chunks, ())
    tallies = [
        completeness.compare(repaired.document.raw[a:b], text[p.start : p.end])
        for p, ((a, b),) in zip(found, sources.spans, strict=True)
    ]
    completeness.settle_moves(tallies)
    places = [defect.start for defect in defects(text)]
    for chunk, row in zip(chunks, scores.chunks, strict=True):
        own = tallies[chunk.first : chunk.last + 1]
        kept = sum(tally.kept for tally in own)
        lost = sum(len(tally.lost) for tally in own)
        new = sum(len(tally.new) for tally in own)
        inside = sum(chunk.start <= place < chunk.end for place in places)
        assert row["completeness"] == pytest.approx(completeness.reward(kept, lost, new))
        assert row["clarity"] == pytest.approx(density_score(inside, kept + new))
    for row in [*scores.chunks, scores.document]:
        assert -1 <= row["completeness"] <= 1
        assert all(0 <= row[name] <= 1 for name in ("clarity", "independence", "size"))
        assert -1 <= row["total"] <= 1


@given(st.text(max_size=200), st.text(max_size=200))
@settings(deadline=None, max_examples=150)
def test_completeness_of_any_two_texts(raw: str, repaired: str) -> None:
    tally = completeness.compare(raw, repaired)
    assert tally.kept + len(tally.new) == len(completeness.words(repaired))
    assert -1 <= completeness.reward(tally.kept, len(tally.lost), len(tally.new)) <= 1
    same = completeness.compare(raw, raw)
    assert (same.lost, same.new) == ([], [])
    reflowed = completeness.compare(raw, "\n".join(raw.split(" ")))
    assert (reflowed.lost, reflowed.new) == ([], [])


def test_mess_put_into_a_chunk_lowers_its_total() -> None:
    clean = [
        (f"The keeper of gate {n} writes his notes twice a day, in ink.",) * 2 for n in range(9)
    ]
    s, found, text = scorer(clean, limit=60, fragment=10)
    before = s.score(chunk_up(text, found, [3, 3, 3]), ())
    messy = [*clean]
    messy[4] = (clean[4][0], clean[4][1] + " <br> \ufffd &nbsp;")
    s, found, text = scorer(messy, limit=100, fragment=10)
    after = s.score(chunk_up(text, found, [3, 3, 3]), ())
    assert after.chunks[1]["total"] < before.chunks[1]["total"]
    assert after.chunks[0] == before.chunks[0] | {
        "size": after.chunks[0]["size"],
        "total": after.chunks[0]["total"],
    }


def test_forced_chunks_share_their_paragraph() -> None:
    sentence = "The keeper of the upper gate writes his notes twice a day. "
    long = (sentence * 40).strip()
    s, found, text = scorer([(long, long), ("The end of it.",) * 2], limit=100, fragment=20)
    plan = Packer(text, found, COUNTER, limit=100, fragment=20).plan(())
    scores = s.score(plan, ())
    assert scores.document["forced"] >= 4
    assert scores.document["total"] > 0
    assert all(cut["mid_sentence"] == 0.0 for cut in scores.cuts)
    assert {chunk["completeness"] for chunk in scores.chunks} == {1.0}


def test_a_megabyte_is_scored_in_a_moment() -> None:
    pick = random.Random(1)
    words = [f"w{n}" for n in range(3000)]
    lines = [" ".join(pick.choices(words, k=80)) + "." for _ in range(2500)]
    s, found, text = scorer([(line[:200] + "\n" + line[201:], line) for line in lines])
    chunks = chunk_up(text, found, [25] * 100)
    begun = time.process_time()
    for _ in range(10):
        s.score(chunks, ())
    assert time.process_time() - begun < 2
