"""Whether a player gets the bot's messages: noted in the match when Telegram refuses for good, and once they come back.

The note is a change of the match like any other, so deliver tells the opponent of the one, and brings the player the
table after the other. What was given up of a match that does not change any more is noted in the player's list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import match as matches
from core.match import DAY, MINUTE, Match
from handlers.chat import limits
from handlers.chat.world import World, rewrite
from infra.items import ScreenItem
from infra.table import Table

MISSED: Final = "missed"
"""The screen item that has a user told what did not get through."""
_ONCE_IN_S: Final = 10 * MINUTE
"""How long one such screen is enough: it is shown at once, or has been lost."""


def lose(table: Table, code: str, seat: int) -> Match:
    """Note that a seat's player gets no messages. Raises NoSuchTableError, BusyError."""
    return _note(table, code, lambda match: matches.mark_unreachable(match, seat))


def find(table: Table, code: str, user_id: int) -> Match:
    """Note that a player gets messages again. Raises NoSuchTableError, BusyError."""
    return _note(table, code, lambda match: matches.mark_reachable(match, user_id))


def come_back(world: World, user_id: int) -> frozenset[str]:
    """`find` a user in all matches that have not ended, and have told what did not get through; gives the codes of the
    matches that come to the user's chat by that.

    Raises BusyError.
    """
    table, untold = world.table, world.table.untold_codes(user_id)
    if untold:
        unasked, expires_at = -(world.now() // _ONCE_IN_S), world.now() + DAY  # no update has such an id
        table.put_screen(ScreenItem(user_id=user_id, update_id=unasked, name=MISSED, expires_at=expires_at))
    live_codes = table.live_codes(user_id)
    live = table.matches(live_codes) if limits.may_look(world, user_id, len(live_codes)) else []
    lost = [match.code for match in live if matches.mark_reachable(match, user_id) is not match]
    for code in lost:
        find(table, code, user_id)
    return frozenset([*lost, *untold])


def _note(table: Table, code: str, mark: Callable[[Match], Match]) -> Match:
    return rewrite(table, code, lambda stored: table.save(stored, mark(stored)))
