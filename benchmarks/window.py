"""The text view against its budgets: thread CPU milliseconds at 1 MB and at 10 MB.

Run with ``QT_QPA_PLATFORM=offscreen python -m benchmarks.window``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtWidgets import QApplication

from benchmarks.generated_view import plan_view, text_pair
from widgets.paired_view import RowView
from widgets.view_data import PlanView, TextPair

SIZES = (1.0, 10.0)
WINDOW = (1600, 1000)
FRAMES = 120
JUMPS = 40
TOGGLES = 60
BUDGETS = {
    1.0: {"first paint": 60.0, "wheel p95": 16.0, "jump max": 30.0, "toggle p95": 30.0},
    10.0: {"first paint": 150.0, "wheel p95": 16.0, "jump max": 30.0},
}


def _cpu_ms(action: Callable[[], object]) -> float:
    start = time.thread_time()
    action()
    return (time.thread_time() - start) * 1000.0


def _paint(view: RowView) -> None:
    view.viewport().repaint()


def _first_paint(view: RowView, pair: TextPair, plan: PlanView) -> None:
    view.set_text(pair)
    view.set_plan(plan)
    _paint(view)


def measure(view: RowView, megabytes: float) -> dict[str, float]:
    """CPU milliseconds by name for one document size."""
    pair = text_pair(megabytes)
    plain, toggled = plan_view(pair), plan_view(pair, added=(3,))
    result = {"first paint": _cpu_ms(lambda: _first_paint(view, pair, plain))}
    bar = view.verticalScrollBar()

    def wheel() -> None:
        bar.setValue(bar.value() + 3 * bar.singleStep())
        _paint(view)

    def jump(paragraph: int) -> None:
        view.set_current(paragraph)
        _paint(view)

    def toggle(plan: PlanView) -> None:
        view.set_plan(plan)
        _paint(view)

    frames = [_cpu_ms(wheel) for _ in range(FRAMES)]
    places = np.random.default_rng(7).permutation(len(pair.paragraphs))[:JUMPS].tolist()
    jumps = [_cpu_ms(lambda p=place: jump(p)) for place in places]  # type: ignore[misc]
    view.set_current(1)
    plans = [toggled, plain] * (TOGGLES // 2)
    toggles = [_cpu_ms(lambda p=plan: toggle(p)) for plan in plans]  # type: ignore[misc]
    for name, times in (("wheel", frames), ("jump", jumps), ("toggle", toggles)):
        result[f"{name} p50"] = float(np.percentile(times, 50))
        result[f"{name} p95"] = float(np.percentile(times, 95))
        result[f"{name} max"] = max(times)
    return result


def report(rows: Sequence[tuple[float, dict[str, float]]]) -> bool:
    """Print the table; whether every budget holds."""
    held = True
    print(f"{'text view, CPU ms':<22}{'size':>7}{'measured':>10}{'budget':>9}")
    for megabytes, times in rows:
        for name, value in times.items():
            budget = BUDGETS[megabytes].get(name)
            over = budget is not None and value > budget
            held = held and not over
            limit = f"{budget:9.0f}" if budget is not None else f"{'':>9}"
            mark = "  over" if over else ""
            print(f"{name:<22}{megabytes:>4.0f} MB{value:>10.1f}{limit}{mark}")
    return held


def main() -> int:
    """0 when every budget holds, else 1."""
    app = QApplication.instance() or QApplication([])
    view = RowView()
    view.resize(*WINDOW)
    view.show()
    app.processEvents()
    # Fonts are loaded once a process; that is no part of opening a document.
    _first_paint(view, text_pair(0.02), PlanView())
    rows = [(megabytes, measure(view, megabytes)) for megabytes in SIZES]
    return 0 if report(rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
