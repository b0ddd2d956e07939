"""How much one player may ask of whoever runs the bot: commands a minute, open invitations, matches at once.

Commands are counted where they read or write more than a move does; a pick that counts is bounded by the rules and
costs no count. Nor does an inline query, of which each letter that is typed may bring one: it hardly ever writes, so
that a count, which is a write, would cost more than its answer.
Invitations and matches are counted from the player's list, so two that come at once may both be let in.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from core import codes
from core.match import MINUTE, Status, settle
from handlers.chat.updates import User
from handlers.chat.world import World

COMMANDS_PER_MINUTE: Final = 30
OPEN_TABLES: Final = 10
MATCHES: Final = 50


class Limit(Enum):
    """What there is too much of."""

    COMMANDS = COMMANDS_PER_MINUTE
    OPEN_TABLES = OPEN_TABLES
    MATCHES = MATCHES


class LimitedError(Exception):
    """A player asked for too much; nothing has changed."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.name.lower())
        self.limit = limit


def count_command(world: World, user: User) -> None:
    """Count by a hash, which does not tell who: so the count stays when a user is forgotten. Raises LimitedError."""
    now = world.now()
    counted = codes.mac(world.deployment_key, "count", user.id, now // MINUTE)
    if not world.table.count(counted, COMMANDS_PER_MINUTE, now + 2 * MINUTE):
        raise LimitedError(Limit.COMMANDS)


def verify_room(world: World, user: User, *, for_table: bool = False) -> None:
    """Whether a user may have one match more, or one open table. Raises LimitedError."""
    live_codes = world.table.live_codes(user.id)
    if len(live_codes) < OPEN_TABLES:
        return
    live = [settle(match, world.now()) for match in world.table.matches(live_codes)]
    if sum(match.status is Status.ACTIVE for match in live) >= MATCHES:
        raise LimitedError(Limit.MATCHES)
    hosted = [match for match in live if match.status is Status.OPEN and match.seat_of(user.id) == 0]
    if for_table and len(hosted) >= OPEN_TABLES:
        raise LimitedError(Limit.OPEN_TABLES)
