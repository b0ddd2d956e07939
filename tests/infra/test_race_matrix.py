"""Each two moves at once, from every state in which they mean something, on the real DynamoDB Local: what comes of them
is what comes of one after the other, in one of the two orders, down to each item.

Both orders are tried on a table in memory. `RACES` says how often each pair is raced in each state.
"""

from __future__ import annotations

import itertools
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import pytest

from core import codes, solo
from core import match as matches
from core.levels import Level
from core.match import HOUR, Match
from core.reactions import Reaction
from infra.items import match_item, membership_item
from infra.table import Table
from tests.handlers.memory import MemoryDynamoDB
from tests.infra import racers
from tests.infra.racers import KEY, NOW, SECRET, Move, Outcome, Racers
from tests.infra.stores import START, Store, guest, host, opened, patient_client, played

RACES: Final = int(os.environ.get("RACES", "1"))
PEOPLE: Final = 100
"""How many user ids a trial has to itself."""
ALICE, BOB, CAROL = 1, 2, 3
Item = dict[str, Any]
Kept = dict[tuple[str, str], Item]
Result = tuple[list[Outcome], Kept]
"""How the moves went, and what is kept then."""


@dataclass(frozen=True)
class Trial:
    """Two moves at once. Where a rematch is offered, `previous` is the match that it follows."""

    number: int
    match: Match
    previous: Match | None
    names: tuple[str, str]

    @property
    def moves(self) -> list[Move]:
        return [MOVES[name](self) for name in self.names]

    def user(self, who: int) -> int:
        return PEOPLE * self.number + who

    def pick(self, who: int, choice: int, nth: int = 0) -> Move:
        """A pick for the round under way, of the seat's open combinations by their place."""
        seat = who - ALICE
        choices = self.match.open_combinations(min(seat, len(self.match.seats) - 1))
        return racers.pick(self.user(who), self.match.code, self.match.round, choices[choice], nth)

    def rematch(self, who: int, update_id: int) -> Move:
        return racers.rematch(self.user(who), (self.previous or self.match).code, update_id)

    def items(self) -> list[Item]:
        """What is kept before the race."""
        started = [match for match in (self.match, self.previous) if match is not None]
        lists = [membership_item(match, seat) for match in started for seat in people(match)]
        return [*map(match_item, started), *lists]


MOVES: Final[dict[str, Callable[[Trial], Move]]] = {
    "Alice picks": lambda trial: trial.pick(ALICE, -1),
    "Alice picks something else": lambda trial: trial.pick(ALICE, 0),
    "Alice changes her pick": lambda trial: trial.pick(ALICE, 0, 1),
    "Alice asks to change": lambda trial: racers.verify_change(trial.user(ALICE), trial.match.code, trial.match.round),
    "Alice reacts": lambda trial: racers.react(trial.user(ALICE), trial.match.code, trial.match.round, Reaction.FIRE),
    "Alice wants to be asked": lambda trial: racers.ask_always(trial.user(ALICE), trial.match.code),
    "Bob is forgotten": lambda trial: racers.forget(trial.user(BOB), trial.match.code),
    "Bob picks": lambda trial: trial.pick(BOB, 0),
    "Bob joins": lambda trial: racers.join(trial.user(BOB), trial.match.code),
    "Carol joins": lambda trial: racers.join(trial.user(CAROL), trial.match.code),
    "Alice cancels": lambda trial: racers.cancel(trial.user(ALICE), trial.match.code),
    "Bob cancels": lambda trial: racers.cancel(trial.user(BOB), trial.match.code),
    "Alice resigns": lambda trial: racers.resign(trial.user(ALICE), trial.match.code),
    "Bob resigns": lambda trial: racers.resign(trial.user(BOB), trial.match.code),
    "Alice wants a rematch": lambda trial: trial.rematch(ALICE, 1),
    "Alice taps Rematch again": lambda trial: trial.rematch(ALICE, 2),
    "Bob wants a rematch": lambda trial: trial.rematch(BOB, 3),
    "Alice gives time": lambda trial: racers.give_time(
        trial.user(ALICE), trial.match.code, trial.match.deadline or NOW
    ),
    "Alice sets the pace": lambda trial: racers.set_pace(trial.user(ALICE), trial.match.code, HOUR),
    "the clock reminds": lambda trial: racers.tick(trial.match.code, (trial.match.deadline or NOW) - 60),
    "the clock ends it": lambda trial: racers.tick(trial.match.code, trial.match.deadline or NOW),
    "Alice is lost": lambda trial: racers.lose(0, trial.match.code),
    "Bob is lost": lambda trial: racers.lose(1, trial.match.code),
    "Bob is found": lambda trial: racers.find(trial.user(BOB), trial.match.code),
    "Alice opens a table": lambda trial: racers.new(trial.user(ALICE), 11),
    "Alice opens a table again": lambda trial: racers.new(trial.user(ALICE), 12),
    "Alice plays the house": lambda trial: racers.solo(trial.user(ALICE), 13),
}
LOST: Final = ("Alice is lost", "Bob is lost")
ENDS: Final = ("Alice resigns", "Bob resigns", "the clock ends it")


def open_table(number: int) -> tuple[Match, None]:
    return opened(f"{number:08d}", host(PEOPLE * number + ALICE)), None


def offer(number: int) -> tuple[Match, Match]:
    previous, _ = over(number)
    code = codes.derive(KEY, "rematch", previous.code)
    return matches.rematch(previous, code, SECRET, host(PEOPLE * number + ALICE), START + 100), previous


def under_way(number: int) -> tuple[Match, None]:
    return matches.join(open_table(number)[0], guest(PEOPLE * number + BOB), START + 60), None


def waiting(number: int) -> tuple[Match, None]:
    """Alice has picked."""
    match, _ = under_way(number)
    return matches.pick(match, PEOPLE * number + ALICE, 1, match.open_combinations(0)[-1], 0, START + 90), None


def reminded(number: int) -> tuple[Match, None]:
    match, _ = waiting(number)
    return match.model_copy(update={"due_at": match.deadline}), None


def lost(number: int) -> tuple[Match, None]:
    """Alice has picked, and Bob gets no messages."""
    return matches.mark_unreachable(reminded(number)[0], 1), None


def last_round(number: int) -> tuple[Match, None]:
    """Alice has made her last pick."""
    match = played(under_way(number)[0], 15)
    return matches.pick(match, PEOPLE * number + ALICE, 16, match.open_combinations(0)[0], 0, START + 130), None


def over(number: int) -> tuple[Match, None]:
    return matches.resign(under_way(number)[0], PEOPLE * number + ALICE, START + 90), None


def against_house(number: int) -> tuple[Match, None]:
    return solo.begin(f"{number:08d}", SECRET, host(PEOPLE * number + ALICE), Level.GREEDY, "House", START + 60), None


STATES: Final[dict[Callable[[int], tuple[Match, Match | None]], tuple[str, ...]]] = {
    open_table: (
        *("Bob joins", "Carol joins", "Alice cancels", "Alice sets the pace", "the clock ends it", "Alice is lost"),
        *("Alice opens a table", "Alice opens a table again", "Alice plays the house"),
    ),
    offer: (
        *("Bob joins", "Alice cancels", "Bob cancels", "Alice wants a rematch", "Bob wants a rematch"),
        *("the clock ends it", "Bob is lost"),
    ),
    under_way: (
        *("Alice picks", "Alice picks something else", "Bob picks", "Alice cancels", "Carol joins"),
        *("the clock reminds", "Alice wants to be asked", *LOST, *ENDS),
    ),
    waiting: (
        *("Alice changes her pick", "Alice asks to change", "Alice reacts", "Bob picks", "Bob is forgotten"),
        *("the clock reminds", *LOST, *ENDS),
    ),
    reminded: ("Alice changes her pick", "Bob picks", "Alice gives time", "Bob is lost", *ENDS),
    lost: (
        *("Alice cancels", "Alice changes her pick", "Alice gives time", "Bob picks", "Bob is found"),
        *("Alice is lost", *ENDS),
    ),
    last_round: ("Bob picks", "Alice reacts", "Alice asks to change", "Alice wants a rematch", "Bob is lost", *ENDS),
    over: (
        *("Alice wants a rematch", "Alice taps Rematch again", "Bob wants a rematch"),
        *("Bob picks", "Bob resigns", "Bob is lost", "Bob is found"),
    ),
    against_house: (
        *("Alice picks", "Alice picks something else", "Alice resigns", "Alice wants a rematch"),
        *("the clock reminds", "the clock ends it", "Alice is lost"),
    ),
}


def people(match: Match) -> list[int]:
    return [seat for seat, player in enumerate(match.seats) if not player.is_house]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_two_moves_at_once_come_to_what_one_after_the_other_comes_to(
    running: Racers, dynamodb_local: str, state: Callable[[int], tuple[Match, Match | None]]
) -> None:
    store = Store(patient_client(dynamodb_local))
    trials = list(tried(state))
    store.put(*(item for trial in trials for item in trial.items()))
    outcomes = running.race(store.name, [trial.moves for trial in trials])
    kept = by_trial(every_item(store))
    for trial, went in zip(trials, outcomes, strict=True):
        expected = [comparable(trial, *result) for result in allowed(trial)]
        assert comparable(trial, went, kept[trial.number]) in expected, trial.names


def test_each_two_moves_that_can_meet_are_raced() -> None:
    raced = {frozenset(pair) for names in STATES.values() for pair in pairs(names)}
    assert {name for pair in raced for name in pair} == set(MOVES)
    assert len(raced) > 150


def pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each two, and each with itself: the same tap may come twice at once."""
    return itertools.combinations_with_replacement(names, 2)


def tried(state: Callable[[int], tuple[Match, Match | None]]) -> Iterator[Trial]:
    numbers = itertools.count(1)
    for _ in range(RACES):
        for names in pairs(STATES[state]):
            number = next(numbers)
            yield Trial(number, *state(number), names)


def comparable(trial: Trial, went: list[Outcome], kept: Kept) -> Result:
    """What must be the same. Who taps Rematch is seen first and moves then: that may be one save or two."""
    left_out = {"version"} if any("ematch" in name for name in trial.names) else set()
    return went, {key: {name: item[name] for name in item.keys() - left_out} for key, item in kept.items()}


def allowed(trial: Trial) -> Iterator[Result]:
    """What both orders come to. Of a tap that comes twice at once, both may be told that it counted: it did, once."""
    for order in ((0, 1), (1, 0)):
        yield done(trial, order)
    if len(set(trial.names)) == 1:
        [outcome], kept = done(trial, (0,))
        yield [outcome] * 2, kept


def done(trial: Trial, order: Sequence[int]) -> Result:
    """What it comes to when moves are made in this order, one after the other."""
    database = MemoryDynamoDB()
    for item in trial.items():
        database.put_item(item)
    world = racers.world_of(Table(cast(Any, database), "memory", sleep=lambda _: None))
    moves = trial.moves
    went = {place: racers.made(world, moves[place]) for place in order}
    return [went[place] for place in sorted(order)], by_trial(database.items())[trial.number]


def every_item(store: Store) -> Iterator[Item]:
    pages = store.client.get_paginator("scan").paginate(TableName=store.name, ConsistentRead=True)
    for page in pages:
        yield from cast(Any, page["Items"])


def by_trial(items: Iterator[Item]) -> dict[int, Kept]:
    """Items by whose they are: a user's or, of a match, the host's."""
    found: dict[int, Kept] = defaultdict(dict)
    for item in items:
        kind, _, name = item["pk"]["S"].partition("#")
        user_id = int(name if kind == "USER" else item["seats"]["L"][0]["M"]["user_id"]["N"])
        found[user_id // PEOPLE][item["pk"]["S"], item["sk"]["S"]] = item
    return found
