"""Whole matches whose taps, or stream records, come again and again in any order."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.combinations import Combination
from core.match import ROUNDS, Status
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.players import Players, kept, live_keyboards
from tests.handlers.updates import Update, tapped
from tests.infra.stores import CODE

EXAMPLES: Final = int(os.environ.get("EXAMPLES", "5"))
some_examples = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],  # to shrink an example of a whole match would take minutes
)


Act = tuple[int, int, Combination, int]
"""A tap on a pick's button: seat, round, combination, and how many picks the seat had made in the round."""


def whole_match(rng: random.Random) -> list[Act]:
    """The taps of a whole match as its players make them; now and then one changes its pick while it waits."""
    orders = [rng.sample(list(Combination), ROUNDS) for _ in (0, 1)]
    taps: list[Act] = []
    for number in range(1, ROUNDS + 1):
        first, second = rng.sample((0, 1), 2)
        if number < ROUNDS and rng.random() < 0.4:
            taps.append((first, number, orders[first][number], 0))
            taps.append((first, number, orders[first][number - 1], 1))
        else:
            taps.append((first, number, orders[first][number - 1], 0))
        taps.append((second, number, orders[second][number - 1], 0))
    return taps


def disturbed(rng: random.Random, taps: list[Act]) -> list[Act]:
    """Some taps a little early or late, and many of them again at any later moment."""
    order = sorted((place + rng.choice((0, 0, 0, rng.uniform(-3, 3))), tap) for place, tap in enumerate(taps))
    moved = [tap for _, tap in order]
    for place, tap in enumerate(list(moved)):
        for _ in range(rng.choice((0, 1, 1, 2))):
            moved.insert(rng.randint(min(place + 1, len(moved)), len(moved)), tap)
    return moved


class Rules:
    """What counts, from the rules alone: the round's own taps, in the order in which they came, each once."""

    def __init__(self) -> None:
        self.picks: tuple[list[Combination], list[Combination]] = ([], [])
        self._standing: dict[int, Combination] = {}
        self._made = [0, 0]

    @property
    def round(self) -> int:
        return len(self.picks[0]) + 1

    def take(self, tap: Act) -> None:
        seat, number, combination, nth = tap
        counts = number == self.round and combination not in self.picks[seat] and nth == self._made[seat]
        if not counts or self._standing.get(seat) is combination:
            return
        self._standing[seat] = combination
        self._made[seat] += 1
        if len(self._standing) == 2:
            for place, picks in enumerate(self.picks):
                picks.append(self._standing[place])
            self._standing, self._made = {}, [0, 0]

    def missing(self) -> Iterator[Act]:
        """Taps that end the match from where it stands."""
        while self.round <= ROUNDS:
            seat = 1 if 0 in self._standing else 0
            choice = next(one for one in Combination if one not in self.picks[seat])
            yield seat, self.round, choice, self._made[seat]


@some_examples
@given(st.randoms(use_true_random=False))
def test_a_whole_match_in_any_disorder_is_what_its_accepted_taps_make_it(bot: WholeBot, rng: random.Random) -> None:
    """lila#5681: a move arrived twice on a bad network."""
    at, rules = Players(bot), Rules()
    at.begin()
    phones = (at.alice, at.bob)

    def tap(act: Act) -> Update:
        seat, number, combination, nth = act
        return tapped(phones[seat].user, f"pick:{CODE}:{number}:{combination}:{nth}", message_id=2)

    taps = whole_match(rng)
    updates = {act: tap(act) for act in taps}
    for act in disturbed(rng, taps):
        rules.take(act)
        bot.update(updates[act] if rng.random() < 0.7 else tap(act))
    for act in rules.missing():
        rules.take(act)
        bot.update(tap(act))
    over = kept(bot)
    for act in rng.sample(taps, 10):
        bot.update(updates[act])
    assert kept(bot) == over
    match = bot.match(CODE)
    assert match.status is Status.FINISHED
    assert tuple(list(seat.picked) for seat in match.seats) == rules.picks
    for phone in phones:
        profile = bot.table.profile(phone.id)
        assert profile is not None
        assert (profile.played, profile.won + profile.drawn + profile.lost) == (1, 1)


LABELS: Final = {"major_sum": "Major Sum", "minor_sum": "Minor Sum", "two": "2 kind"}


def sent(bot: WholeBot, phone: Phone) -> list[dict[str, Any]]:
    """The new messages that a phone has got, in their order."""
    calls = bot.api.calls(method="sendMessage")
    return [call["parameters"] for call in calls if str(call["parameters"]["chat_id"]) == str(phone.id)]


def records_of_a_match(at: Players) -> list[dict[str, Any]]:
    """A table that was opened, joined and played for three rounds, of which no chat has heard yet."""
    bot = at.bot
    bot.is_silent = True
    at.do("alice", "/new")
    [match] = bot.matches()
    at.do("bob", f"/join {match.code}")
    for number, pick in enumerate(LABELS, 1):
        for who in ("alice", "bob"):
            at.do(who, f"pick:{match.code}:{number}:{pick}:0")
    at.do("alice", f"score:{match.code}")
    bot.is_silent = False
    return [record for batch in bot.batches for record in batch["Records"]]


@some_examples
@given(st.randoms(use_true_random=False))
def test_batches_that_come_again_overlap_or_change_places_tell_nothing_twice(bot: WholeBot, rng: random.Random) -> None:
    at = Players(bot)
    records = records_of_a_match(at)
    start = 0
    while start < len(records):
        size = rng.randint(1, 5)
        bot.deliver(records[max(0, start - rng.randint(0, 4)) : start + size])
        start += size
    seen = bot.api.last_call()
    bot.deliver(rng.sample(records, len(records)))
    bot.deliver(records)
    assert bot.api.calls(seen) == []
    for phone in (at.alice, at.bob):
        reveals = [call for call in sent(bot, phone) if "All ten" in call["text"]]
        assert [label in call["text"] for call, label in zip(reveals, LABELS.values(), strict=True)] == [True] * len(
            LABELS
        )
        assert live_keyboards(phone) == 1
    assert sum(message["text"].startswith("Score card") for message in at.alice.messages()) == 1
