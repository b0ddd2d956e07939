"""`make soak`."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from tests.soak.chaos import CALM, Chaos, Rates
from tests.soak.checker import check
from tests.soak.run import Order, run
from tests.soak.transcript import Lines


def main() -> None:
    matches = int(os.environ.get("MATCHES") or 500)
    people = int(os.environ.get("PEOPLE") or 1000)
    seed = int(os.environ.get("SEED") or secrets.randbelow(1_000_000))
    rates = CALM if os.environ.get("CALM") else Rates()
    path = Path(tempfile.mkdtemp(prefix="soak-")) / "transcript.jsonl"
    print(f"seed {seed}, transcript {path}")
    figures = run(Order(matches, people, int(os.environ.get("WORKERS") or 8), Chaos(seed, rates), path))
    print(figures)
    verdict = check(Lines(path))
    print(dict(verdict.seen))
    for promise, cases in verdict.broken.items():
        print(len(cases), promise, cases[:8])


if __name__ == "__main__":
    main()
