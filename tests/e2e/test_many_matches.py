"""Many random matches side by side against one playground, with repeats, disorder, forgery and taps in the same moment.

`MATCHES=200 AT_ONCE=20` enlarges it; `PLAYGROUND=http://127.0.0.1:7776` uses one that runs already.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest

from infra.local.phone import LocalBotApi
from tests.e2e import referee
from tests.e2e.referee import Round
from tests.e2e.restless import RestlessTable
from tests.playing import playground

MATCHES: Final = int(os.environ.get("MATCHES", "3"))
AT_ONCE: Final = int(os.environ.get("AT_ONCE", "3"))
SEED: Final = int(os.environ.get("SEED", "7776"))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    if "PLAYGROUND" in os.environ:
        yield os.environ["PLAYGROUND"]
    else:
        with playground() as url:
            yield url


def test_many_matches_at_once_say_what_the_rules_say(url: str) -> None:
    begun, codes = time.monotonic(), list[str]()
    with LocalBotApi(url) as api, ThreadPoolExecutor(AT_ONCE) as pool:

        def play(number: int) -> tuple[RestlessTable, list[Round]]:
            rng = random.Random(SEED + number)
            table = RestlessTable(api, f"Host{number}", f"Guest{number}", rng, list(codes))
            codes.append(table.code)
            return table, table.play()

        played = list(pool.map(play, range(MATCHES)))
        api.idle()
        for table, rounds in played:
            referee.check(table.seats, table.code, rounds)
    seconds = time.monotonic() - begun
    print(f"{MATCHES} matches, {AT_ONCE} at once: {seconds:.0f} s, {60 * MATCHES / seconds:.1f} a minute")
