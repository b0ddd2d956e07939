"""How much one player may ask of whoever runs the bot: commands a minute, open invitations, matches at once.

Commands are counted where they read or write more than a move does; a move is bounded by the rules and costs no count,
unless it is refused, asked about, or made again and again. Nor does an inline query, of which each letter that is typed
may bring one: it hardly ever writes, so that a count, which is a write, would cost more than its answer.
Invitations and matches are counted from the player's list, so two that come at once may both be let in.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from core import codes
from core.match import MINUTE, Status, settle
from handlers.chat.updates import User
from handlers.chat.world import World

COMMANDS_PER_MINUTE: Final = 30
MOVES_PER_MINUTE: Final = 60
"""Of those that are counted: a thumb that taps each button three times stays below."""
LOOKS_PER_MINUTE: Final = 30
FEW: Final = 10
"""So many matches may be looked through at any sign of their player."""
OPEN_TABLES: Final = 10
MATCHES: Final = 50


class Limit(StrEnum):
    """What there is too much of."""

    COMMANDS = "commands"
    MOVES = "moves"
    OPEN_TABLES = "open_tables"
    MATCHES = "matches"


class LimitedError(Exception):
    """A player asked for more than `most`; nothing has changed."""

    def __init__(self, limit: Limit, most: int) -> None:
        super().__init__(limit.value)
        self.limit = limit
        self.most = most


def count_command(world: World, user: User) -> None:
    """Raises LimitedError."""
    _count(world, user, Limit.COMMANDS, COMMANDS_PER_MINUTE)


def count_move(world: World, user: User) -> None:
    """Raises LimitedError."""
    _count(world, user, Limit.MOVES, MOVES_PER_MINUTE)


def may_look(world: World, user_id: int, matches: int) -> bool:
    """Whether so many matches may be read only to see if their player has missed something."""
    return matches <= FEW or _is_within(world, user_id, "looks", LOOKS_PER_MINUTE)


def _count(world: World, user: User, limit: Limit, most: int) -> None:
    if not _is_within(world, user.id, limit.value, most):
        raise LimitedError(limit, most)


def _is_within(world: World, user_id: int, what: str, most: int) -> bool:
    """Count by a hash, which does not tell who: so the count stays when a user is forgotten."""
    now = world.now()
    counted = codes.mac(world.deployment_key, what, user_id, now // MINUTE)
    return world.table.count(counted, most, now + 2 * MINUTE)


def verify_room(world: World, user: User, *, for_table: bool = False) -> None:
    """Whether a user may have one match more, or one open table. Raises LimitedError."""
    live_codes = world.table.live_codes(user.id)
    if len(live_codes) < OPEN_TABLES:
        return
    live = [settle(match, world.now()) for match in world.table.matches(live_codes)]
    if sum(match.status is Status.ACTIVE for match in live) >= MATCHES:
        raise LimitedError(Limit.MATCHES, MATCHES)
    hosted = [match for match in live if match.status is Status.OPEN and match.seat_of(user.id) == 0]
    if for_table and len(hosted) >= OPEN_TABLES:
        raise LimitedError(Limit.OPEN_TABLES, OPEN_TABLES)
