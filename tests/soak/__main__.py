"""`make soak`: play many matches in chaos, and say with counts which promises were broken.

Exits 1 if any was, or if fewer matches were played than asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tests.soak.chaos import CALM, Chaos, Rates
from tests.soak.checker import check
from tests.soak.faults import FAULTS
from tests.soak.run import Figures, Order, run
from tests.soak.transcript import Lines
from tests.soak.verdict import Verdict

SHOWN: Final = 5


def main() -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]  # no account of anybody's
    options = _options()
    if options.check:
        verdict = check(Lines(Path(options.check)))
        _show(Figures(), verdict)
        sys.exit(not verdict.is_clean)
    folder = Path(options.folder or tempfile.mkdtemp(prefix="soak-"))
    rates = Rates(**json.loads(options.rates)) if options.rates else CALM if options.calm else Rates()
    order = Order(
        matches=options.matches,
        people=options.people or 2 * options.matches,
        workers=options.workers,
        chaos=Chaos(options.seed, rates),
        transcript=folder / "transcript.jsonl",
        fault=options.fault,
        stops_in=options.stops_in,
        endpoint_url=options.endpoint_url,
    )
    print(f"{order.matches} matches, {order.people} people, {order.workers} workers, SEED={options.seed}", flush=True)
    try:
        figures = run(order)
    except pytest.skip.Exception as missing:
        sys.exit(str(missing))
    verdict = check(Lines(order.transcript))
    _show(figures, verdict)
    known = {"broken": verdict.broken, "seen": verdict.seen, "troubles": figures.troubles}
    (folder / "verdict.json").write_text(json.dumps(known))
    played = verdict.seen["matches played"] + figures.begun["cancelled"]
    if played < order.matches:
        print(f"Only {played} of {order.matches} matches were played.")
    if not verdict.is_clean or played < order.matches:
        print(f"SEED={options.seed} brings this again, as far as real processes allow; the chats: {order.transcript}")
        sys.exit(1)
    if options.folder is None:
        order.transcript.unlink()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=500, help="how many are played at once (500)")
    parser.add_argument("--people", type=int, help="who play them (two for each match)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="decides all that goes wrong")
    parser.add_argument("--workers", type=int, default=16, help="processes that run the functions (16)")
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong")
    parser.add_argument("--rates", help="how likely troubles are, as JSON (see chaos.py)")
    parser.add_argument("--fault", choices=FAULTS, help="a deliberate fault, for the test of the checker")
    parser.add_argument("--stops-in", type=int, help="have each match resigned in this round")
    parser.add_argument("--endpoint-url", help="a DynamoDB Local that runs already")
    parser.add_argument("--check", help="only judge this transcript, of a run before")
    parser.add_argument("--folder", help="where transcript and verdict are kept")
    return parser.parse_args()


def _show(figures: Figures, verdict: Verdict) -> None:
    seen = verdict.seen
    print(f"\n{seen['matches']} matches in {figures.seconds:.0f} s: {_list(_starting(seen, 'ended: '))}")
    done = Counter({name: seen[name] for name in ("messages", "edits", "picks accepted", "rounds", "hands shown")})
    print(f"Done: {_list(figures.done + done)}")
    print(f"Troubles: {_list(figures.troubles)}")
    print(f"Messages that came twice: {_list(_starting(seen, 'messages twice: '))}\n")
    for promise, cases in verdict.broken.items():
        print(f"{len(cases):>6} {promise}")
        for case in cases[:SHOWN]:
            print(f"       {case}")


def _starting(counts: Counter[str], start: str) -> Counter[str]:
    return Counter({name.removeprefix(start): count for name, count in counts.items() if name.startswith(start)})


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.most_common()) or "none"


if __name__ == "__main__":
    main()
