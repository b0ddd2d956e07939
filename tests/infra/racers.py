"""Processes that make moves at the same moment, each with a client of its own: as two functions do for two players.

The moves are the conversation's own flows, so that a race tests the whole loop: load, decide, save; on conflict again.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.synchronize import Barrier
from typing import Final

from core import match as matches
from core import reactions
from core.combinations import Combination
from core.levels import Level
from core.match import DEFAULT_PACE, Match
from core.reactions import Reaction
from handlers.chat import flows, forgetting, reach, rematches, settings
from handlers.chat.solo import play_house
from handlers.chat.updates import User
from handlers.chat.world import FlowRefusedError, World, change, change_in, present
from infra.table import ConflictError, Table
from tests.infra.stores import START, patient_client

RACERS: Final = 3
NOW: Final = START + 300
KEY: Final = b"a key for tests"
SECRET: Final = bytes(range(32))
_SPREAD_S: Final = 0.004
_WAIT_S: Final = 120

Move = Callable[[World], Match]


@dataclass(frozen=True)
class Outcome:
    """How a move went: the match that it gave, and why it was refused, if it was."""

    code: str
    refusal: str | None = None


class Racers:
    """As many processes as may race, each waiting for moves."""

    def __init__(self, pool: ProcessPoolExecutor, endpoint_url: str) -> None:
        self._pool = pool
        self._endpoint_url = endpoint_url

    def race(self, table_name: str, trials: Sequence[Sequence[Move]]) -> list[list[Outcome]]:
        """Make the moves of each trial at once, a racer for each; all trials have as many."""
        lanes = list(zip(*trials, strict=True))
        running = [
            self._pool.submit(_run, self._endpoint_url, table_name, number, moves, len(lanes))
            for number, moves in enumerate(lanes)
        ]
        return [list(outcomes) for outcomes in zip(*(lane.result() for lane in running), strict=True)]


@contextmanager
def started(endpoint_url: str) -> Iterator[Racers]:
    """Racers in processes that share nothing with this one."""
    context = multiprocessing.get_context("spawn")
    barriers = {parties: context.Barrier(parties) for parties in range(2, RACERS + 1)}
    with ProcessPoolExecutor(RACERS, context, initializer=_receive, initargs=(barriers,)) as pool:
        yield Racers(pool, endpoint_url)


def pick(user_id: int, code: str, match_round: int, combination: Combination, nth: int = 0) -> Move:
    return partial(
        flows.pick,
        user=User(id=user_id),
        code=code,
        match_round=match_round,
        combination=combination,
        nth=nth,
        message_id=1,
    )


def resign(user_id: int, code: str) -> Move:
    return partial(flows.resign, user=User(id=user_id), code=code)


def join(user_id: int, code: str) -> Move:
    return partial(flows.join, user=User(id=user_id), code=code)


def cancel(user_id: int, code: str) -> Move:
    return partial(flows.cancel, user=User(id=user_id), code=code)


def react(user_id: int, code: str, match_round: int, reaction: Reaction) -> Move:
    return partial(_react, user_id=user_id, code=code, match_round=match_round, reaction=reaction)


def ask_always(user_id: int, code: str) -> Move:
    """The setting, which the matches under way follow."""
    return partial(_ask_always, user_id=user_id, code=code)


def forget(user_id: int, code: str) -> Move:
    """Forget a player of that match."""
    return partial(_forget, user_id=user_id, code=code)


def verify_change(user_id: int, code: str, match_round: int) -> Move:
    return partial(flows.verify_change, user=User(id=user_id), code=code, match_round=match_round)


def give_time(user_id: int, code: str, deadline: int) -> Move:
    return partial(flows.give_time, user=User(id=user_id), code=code, deadline=deadline)


def set_pace(user_id: int, code: str, pace: int) -> Move:
    return partial(flows.set_pace, user=User(id=user_id), code=code, pace=pace)


def solo(user_id: int, update_id: int) -> Move:
    return partial(play_house, update_id=update_id, user=User(id=user_id), level=Level.BEST)


def lose(seat: int, code: str) -> Move:
    """What deliver does when a player's chat is gone."""
    return partial(_lose, seat=seat, code=code)


def find(user_id: int, code: str) -> Move:
    """What is done when that player is heard of again."""
    return partial(_find, user_id=user_id, code=code)


def new(user_id: int, update_id: int) -> Move:
    return partial(flows.open_table, update_id=update_id, user=User(id=user_id), pace=DEFAULT_PACE)


def rematch(user_id: int, code: str, update_id: int = 1) -> Move:
    return partial(_rematch, user_id=user_id, code=code, update_id=update_id)


def tick(code: str, now: int) -> Move:
    """What the clock does at that time."""
    return partial(_tick, code=code, now=now)


def _rematch(world: World, user_id: int, code: str, update_id: int) -> Match:
    return rematches.ask_rematch(world, update_id, User(id=user_id), code)[0]


def _react(world: World, user_id: int, code: str, match_round: int, reaction: Reaction) -> Match:
    return change(world, User(id=user_id), code, lambda match: reactions.react(match, user_id, match_round, reaction))


def _ask_always(world: World, user_id: int, code: str) -> Match:
    """Where it meets an end that is being counted, Telegram brings it again."""
    try:
        settings.set_to(world, User(id=user_id), "confirm", "always")
    except ConflictError:
        return _ask_always(world, user_id, code)
    return present(world, User(id=user_id), code)


def _forget(world: World, user_id: int, code: str) -> Match:
    forgetting.forget(world, user_id)
    return present(world, User(id=user_id), code)


def _tick(world: World, code: str, now: int) -> Match:
    return change_in(world.table, code, now, partial(matches.tick, now=now))


def _lose(world: World, seat: int, code: str) -> Match:
    return reach.lose(world.table, code, seat)


def _find(world: World, user_id: int, code: str) -> Match:
    return reach.find(world.table, code, user_id)


def world_of(table: Table) -> World:
    """What the moves may use: the same in every process, so that they come to the same."""
    return World(
        table=table, now=lambda: NOW, new_secret=lambda: SECRET, deployment_key=KEY, bot_username="seven7776_bot"
    )


def made(world: World, move: Move) -> Outcome:
    """Make a move here and now."""
    try:
        return Outcome(move(world).code)
    except FlowRefusedError as refused:
        return Outcome(refused.match.code, refused.refusal)


_barriers: dict[int, Barrier] = {}  # this process's own, given to it when it starts: a barrier cannot travel later


def _receive(barriers: dict[int, Barrier]) -> None:
    _barriers.update(barriers)


def _run(endpoint_url: str, table_name: str, number: int, moves: Sequence[Move], parties: int) -> list[Outcome]:
    world = world_of(Table(patient_client(endpoint_url), table_name))
    return [_made(world, move, number, trial, _barriers[parties]) for trial, move in enumerate(moves)]


def _made(world: World, move: Move, number: int, trial: int, barrier: Barrier) -> Outcome:
    barrier.wait(_WAIT_S)
    # At once in some trials, shortly after another in others, so that every order comes about.
    time.sleep(_SPREAD_S * ((trial * (number + 1)) % 4) / 3)
    return made(world, move)
