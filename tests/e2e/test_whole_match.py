"""Whole matches, played by programs through the client API and checked against the rules' own oracle."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from infra.local.phone import LocalBotApi
from tests.e2e import referee
from tests.e2e.player import seat_two


def play_one(api: LocalBotApi, host: str, guest: str, seed: int) -> Callable[[], None]:
    """Plays a match; gives what checks it once all is quiet."""
    first, second, code = seat_two(api, host, guest)
    rounds = referee.play((first, second), code, random.Random(seed))
    return lambda: referee.check((first, second), code, rounds)


def test_a_whole_match_says_what_the_rules_say(api: LocalBotApi) -> None:
    check = play_one(api, "Alice", "Bob", seed=7776)
    api.idle()
    check()


def test_several_matches_at_once_do_not_disturb_each_other(api: LocalBotApi) -> None:
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play_one, api, f"Host{seed}", f"Guest{seed}", seed) for seed in range(3)]
        checks = [one.result() for one in playing]
    api.idle()
    for check in checks:
        check()


def test_two_matches_of_one_player_run_side_by_side(api: LocalBotApi) -> None:
    first, second, code = seat_two(api, "Alice", "Bob")
    other_code = first.open_table()
    assert other_code != code
    second.join(other_code)
    rng = random.Random(5)
    used: list[tuple[set[str], set[str]]] = [(set(), set()), (set(), set())]
    for match_round in (1, 2):
        for table, mine in zip((code, other_code), used, strict=True):
            referee.play_round((first, second), table, match_round, rng, mine)
    assert first.turn(code, 3) != first.turn(other_code, 3)
