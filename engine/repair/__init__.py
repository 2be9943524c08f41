"""Repair: format only, never content, with the provenance of every character.

The rules repair the whole document first, since only all of it tells a running head from
a heading. A model, where one is given, then repairs window by window; a window whose
answer fails the guard twice keeps the rules' text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

import numpy as np

from engine.document import Cancelled, Change, Document, Repaired, Span, Window
from engine.repair import rules
from engine.repair.align import align
from engine.repair.answer import clean_answer
from engine.repair.assemble import Draft, Entry, assemble
from engine.repair.cuts import Cuts, Offsets, cut
from engine.repair.formulas import restore
from engine.repair.guard import GuardReport, check
from engine.repair.rewriting import Job, Repairer, Rewrite, rewrite
from engine.tokens import Counter

__all__ = ["GuardReport", "Repairer", "check", "clean_answer", "repair", "restore"]

Progress = Callable[[int, int], None]


def repair(
    document: Document,
    repairer: Repairer | None = None,
    *,
    counter: Counter,
    window_tokens: int = 2500,
    progress: Progress | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Repaired:
    """Repair `document` with the rules, or window by window with `repairer`.

    `progress` is called with (windows done, windows); raises Cancelled soon after
    `cancel` says so. A failing repairer never raises: its windows fall back to the rules
    and say why.
    """
    draft = assemble(*rules.run(document, cancel))
    cuts = cut(document, draft, counter, window_tokens)
    rewrites: dict[int, Rewrite] = {}
    if repairer is not None:
        jobs = _jobs(document, draft, cuts, counter)
        for result in rewrite(jobs, repairer, document.formulas, progress, cancel):
            rewrites[result.index] = result
    if cancel is not None and cancel():
        raise Cancelled
    repaired = _compose(document, draft, cuts, rewrites)
    if progress is not None and repairer is None:
        progress(len(repaired.windows), len(repaired.windows))
    return repaired


def _jobs(document: Document, draft: Draft, cuts: Cuts, counter: Counter) -> list[Job]:
    """The windows that hold more than furniture."""
    jobs: list[Job] = []
    entries = _by_window(draft.entries, cuts)
    for index, ((start, end), (low, high)) in enumerate(zip(cuts.raw, cuts.repaired, strict=True)):
        if not draft.text[low:high].strip():
            continue
        raw = document.raw[start:end]
        dropped = "\n".join(
            document.raw[entry.raw[0] : entry.raw[1]]
            for entry in entries[index]
            if entry.kind == "removed"
        )
        jobs.append(Job(index, raw, counter.count(raw), dropped))
    return jobs


def _by_window(entries: Sequence[Entry], cuts: Cuts) -> list[list[Entry]]:
    starts = [start for start, _ in cuts.raw]
    result: list[list[Entry]] = [[] for _ in cuts.raw]
    for entry in entries:
        if result:
            result[max(0, bisect_right(starts, entry.raw[0]) - 1)].append(entry)
    return result


def _compose(
    document: Document, draft: Draft, cuts: Cuts, rewrites: dict[int, Rewrite]
) -> Repaired:
    """Put the windows together, each with the model's text or the rules'."""
    parts: list[str] = []
    windows: list[Window] = []
    ledger: list[Change] = []
    links: list[Offsets] = []
    place = 0
    firsts = np.searchsorted(cuts.links[:, 2], [low for low, _ in cuts.repaired])
    lasts = np.searchsorted(cuts.links[:, 2], [high for _, high in cuts.repaired])
    entries = _by_window(draft.entries, cuts)
    for index, (raw_span, (low, high)) in enumerate(zip(cuts.raw, cuts.repaired, strict=True)):
        raw = document.raw[slice(*raw_span)]
        text = draft.text[low:high]
        result = rewrites.get(index)
        if result is not None and result.text:
            glue = text[len(text.rstrip()) :]
            own, changes = _answered(raw, result.text, raw_span[0], place, index, entries[index])
            text = result.text + glue
        else:
            own = cuts.links[firsts[index] : lasts[index]] + np.array([0, 0, 1, 1]) * (place - low)
            changes = _ruled(entries[index], low, high, place, index)
        end = place + len(text)
        if result is not None and result.outcome != "rules" and result.report is not None:
            checks = result.report.checks
        else:
            checks = check(raw, text, document.formulas).checks
        windows.append(
            Window(
                raw_span,
                (place, end),
                result.outcome if result is not None else "rules",
                checks,
                result.reason if result is not None else "",
            )
        )
        parts.append(text)
        links.append(own)
        ledger.extend(changes)
        place = end
    table = np.concatenate(links) if links else np.zeros((0, 4), np.int64)
    return Repaired(document, "".join(parts), tuple(windows), tuple(ledger), table)


def _ruled(entries: Sequence[Entry], low: int, high: int, place: int, window: int) -> list[Change]:
    """The rules' entries of a window that now begins at `place`."""
    shift = place - low
    changes = []
    for entry in sorted(entries, key=_place):
        start = min(max(entry.repaired[0], low), high)
        end = min(max(entry.repaired[1], start), high)
        changes.append(
            Change(entry.kind, entry.raw, (start + shift, end + shift), entry.reason, window)
        )
    return changes


def _place(entry: Entry) -> tuple[Span, Span]:
    return entry.raw, entry.repaired


def _answered(
    raw: str, answer: str, raw_start: int, place: int, window: int, entries: Sequence[Entry]
) -> tuple[Offsets, list[Change]]:
    """Links and ledger of a window with the model's text. A removal that the rules make
    too gets their reason."""
    matches, differences = align(raw, answer)
    table = np.array([(m.raw_start, m.raw_end, m.start, m.end) for m in matches], np.int64).reshape(
        -1, 4
    ) + np.array([raw_start, raw_start, place, place])
    removals = [entry for entry in entries if entry.kind == "removed"]
    changes = []
    for difference in differences:
        start, end = raw_start + difference.raw_start, raw_start + difference.raw_end
        reason = difference.reason
        if difference.kind == "removed":
            for entry in removals:
                if entry.raw[0] < end and start < entry.raw[1]:
                    reason = entry.reason
                    break
        changes.append(
            Change(
                difference.kind,
                (start, end),
                (place + difference.start, place + difference.end),
                reason,
                window,
            )
        )
    return table, changes
