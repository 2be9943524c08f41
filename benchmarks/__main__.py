"""Run the benchmarks, each in a process of its own.

python -m benchmarks                 all of them
python -m benchmarks engine          one; further arguments are handed on to it
"""

from __future__ import annotations

import os
import subprocess
import sys

BENCHMARKS = {
    "engine": "run time of each stage on generated text, import times",
    "repair": "time of repair by rules, by kind of text, against a floor",
    "packing": "quality on sets with true boundaries, time of a plan after an edit",
    "window": "the text view against its budgets",
    "edit": "the real window: start, and a toggle until all is repainted",
}


def main(arguments: list[str]) -> int:
    """0 when every benchmark ran and held its budgets."""
    name, *rest = arguments or [""]
    if name and name not in BENCHMARKS:
        print(
            "benchmarks:", *(f"  {known:8} {what}" for known, what in BENCHMARKS.items()), sep="\n"
        )
        return 2
    environment = {"QT_QPA_PLATFORM": "offscreen"} | os.environ
    failed = 0
    for known in [name] if name else BENCHMARKS:
        print(f"== {known}: {BENCHMARKS[known]}", flush=True)
        module = [sys.executable, "-m", f"benchmarks.{known}", *rest]
        failed += subprocess.run(module, env=environment, check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
