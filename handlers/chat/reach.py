"""Whether a player gets the bot's messages: noted in the match when Telegram refuses for good, and once they come back.

The note is a change of the match like any other, so deliver tells the opponent of the one, and brings the player the
table after the other.
"""

from __future__ import annotations

from collections.abc import Callable

from core import match as matches
from core.match import Match
from handlers.chat.world import rewrite
from infra.table import Table


def lose(table: Table, code: str, seat: int) -> Match:
    """Note that a seat's player gets no messages. Raises NoSuchTableError, BusyError."""
    return _note(table, code, lambda match: matches.mark_unreachable(match, seat))


def find(table: Table, code: str, user_id: int) -> Match:
    """Note that a player gets messages again. Raises NoSuchTableError, BusyError."""
    return _note(table, code, lambda match: matches.mark_reachable(match, user_id))


def come_back(table: Table, user_id: int) -> frozenset[str]:
    """`find` a user in all matches that have not ended; gives the codes of those that come to their chat by that.

    Raises BusyError.
    """
    live = table.matches(table.live_codes(user_id))
    missed = [match.code for match in live if matches.mark_reachable(match, user_id) is not match]
    for code in missed:
        find(table, code, user_id)
    return frozenset(missed)


def _note(table: Table, code: str, mark: Callable[[Match], Match]) -> Match:
    return rewrite(table, code, lambda stored: table.save(stored, mark(stored)))
