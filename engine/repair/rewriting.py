"""Windows repaired by a model: asked in parallel, guarded, retried once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Protocol

from engine.document import Cancelled, Outcome
from engine.repair.answer import clean_answer
from engine.repair.formulas import normalise
from engine.repair.guard import GuardReport, check

MOST_WORKERS = 6
_BUDGETS = (1.5, 3.0)  # output tokens per input token: first try, retry
_SPARE_TOKENS = 256
_POLL_SECONDS = 0.05


class Repairer(Protocol):
    """A model that repairs one window. `workers` says how many calls it bears at once."""

    name: str
    workers: int

    def __call__(self, text: str, budget: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Job:
    """One window to be repaired: its raw text, its tokens, and what the rules dropped."""

    index: int
    raw: str
    tokens: int
    furniture: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What came of one window: `text` is empty where the rules' text stands."""

    index: int
    text: str
    outcome: Outcome
    report: GuardReport | None
    reason: str


def rewrite(
    jobs: Sequence[Job],
    repairer: Repairer,
    formulas: Collection[str],
    progress: Callable[[int, int], None] | None,
    cancel: Callable[[], bool] | None,
) -> Iterator[Rewrite]:
    """Repair the windows, up to six at once. Raises Cancelled soon after `cancel` says so;
    a call that hangs is left behind."""
    stopped = threading.Event()
    workers = max(1, min(MOST_WORKERS, repairer.workers))
    pool = ThreadPoolExecutor(workers, thread_name_prefix="repair")
    try:
        pending: set[Future[Rewrite]] = {
            pool.submit(_one, job, repairer, formulas, stopped) for job in jobs
        }
        done = 0
        while pending:
            if cancel is not None and cancel():
                raise Cancelled
            finished, pending = wait(pending, _POLL_SECONDS, FIRST_COMPLETED)
            for future in finished:
                yield future.result()
                done += 1
                if progress is not None:
                    progress(done, len(jobs))
    finally:
        stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)


def _one(
    job: Job, repairer: Repairer, formulas: Collection[str], stopped: threading.Event
) -> Rewrite:
    reasons: list[str] = []
    report: GuardReport | None = None
    for attempt, factor in enumerate(_BUDGETS):
        if stopped.is_set():
            break
        budget = int(job.tokens * factor) + _SPARE_TOKENS
        try:
            answer = clean_answer(repairer(job.raw, budget))
        except Exception as error:  # noqa: BLE001 -- whatever a backend raises, the rules stand in
            reasons.append(f"the model failed ({error or type(error).__name__})")
            continue
        answer = normalise(answer, set(formulas))
        report = check(job.raw, answer, formulas, furniture=job.furniture)
        if report.ok:
            outcome: Outcome = "model" if attempt == 0 else "retried"
            return Rewrite(job.index, answer, outcome, report, "; ".join(reasons))
        reasons.append(report.reason)
    unique = list(dict.fromkeys(reasons))
    return Rewrite(job.index, "", "rules", report, "; then ".join(unique))
