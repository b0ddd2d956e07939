"""How a match is begun once, and how a stored one is changed: load it, decide by the rules, save it if nobody saved in
between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core import codes
from core.match import DAY, Match, Refusal, RefusedError, mark_reachable, settle
from handlers.chat.updates import User
from infra.logs import note
from infra.table import ConflictError, Table

TRIES: Final = 8
CODES: Final = 100
"""How many codes may be taken by other matches before it is given up: by chance hardly one is, but who was forgotten
and comes back by the same link finds those of before.
"""


class FlowRefusedError(Exception):
    """The rules refuse what was asked; nothing has changed but what the deadline changed."""

    def __init__(self, refusal: Refusal, match: Match) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.match = match


class NoSuchTableError(Exception):
    """No match has this code."""


class BusyError(Exception):
    """Others kept saving in between; Telegram will bring the update again."""


@dataclass(frozen=True)
class World:
    """What a flow may use of the outside; every part is an argument of the webhook."""

    table: Table
    now: Callable[[], int]
    new_secret: Callable[[], bytes]
    deployment_key: bytes
    bot_username: str
    log_days: int = 30


def begin_once(
    world: World, facts: Sequence[str | int], begin: Callable[[str], Match], is_it: Callable[[Match], bool]
) -> tuple[Match, bool]:
    """Begin a match whose code comes of these facts, so that who asks again finds it.

    Gives the match, and whether it comes from `begin`, which saves it under a code; `is_it` tells one of these facts
    from another match that has the same code. Raises BusyError, and NoSuchTableError where all codes are taken.
    """
    attempt = conflicts = 0
    while conflicts < TRIES:
        if attempt == CODES:
            raise NoSuchTableError
        code = codes.derive(world.deployment_key, *facts, attempt)
        existing = world.table.match(code)
        if existing is None:
            try:
                return begin(code), True
            except ConflictError:
                conflicts += 1
                continue  # the same code again: whoever was faster may have begun this very match
        if is_it(existing):
            return existing, False
        attempt += 1
    raise BusyError


def change(world: World, user: User, code: str, decide: Callable[[Match], Match]) -> Match:
    """Apply a user's move to a stored match; the deadline is settled first. Gives back the match as stored.

    Whoever moves can be reached again. Raises FlowRefusedError, NoSuchTableError, BusyError.
    """

    now = world.now()

    def found(stored: Match) -> Match:
        return mark_reachable(settle(stored, now), user.id)

    return rewrite(world.table, code, lambda stored: _decided(world.table, stored, found(stored), decide))


def change_in(table: Table, code: str, now: int, decide: Callable[[Match], Match]) -> Match:
    """`change` by nobody: for who has a table and nothing else of the world."""
    return rewrite(table, code, lambda stored: _decided(table, stored, settle(stored, now), decide))


def rewrite(table: Table, code: str, save: Callable[[Match], Match]) -> Match:
    """Save what a stored match becomes; read it and decide again if somebody saved in between.

    Raises NoSuchTableError, BusyError.
    """
    for conflicts in range(1, TRIES + 1):
        stored = table.match(code)
        if stored is None:
            raise NoSuchTableError
        try:
            return save(stored)
        except ConflictError:
            note(conflicts=conflicts)
    raise BusyError


def present(world: World, user: User, code: str) -> Match:
    """A match as it stands now, its deadline settled. Raises NoSuchTableError, BusyError."""
    return change(world, user, code, lambda match: match)


def seen_by(world: World, user: User, code: str) -> Match:
    """A match of this user's. Raises FlowRefusedError for a stranger, NoSuchTableError, BusyError."""
    return for_seated(present(world, user, code), user.id)


def for_seated(match: Match, user_id: int) -> Match:
    """The match, if this user has a seat. Raises FlowRefusedError."""
    if match.seat_of(user_id) is None:
        raise FlowRefusedError(Refusal.STRANGER, match)
    return match


def _decided(table: Table, stored: Match, found: Match, decide: Callable[[Match], Match]) -> Match:
    """Decide on what the stored match is by now; save what differs, even when the move itself is refused."""
    try:
        after = decide(found)
    except RefusedError as refused:
        raise FlowRefusedError(refused.refusal, table.save(stored, found)) from None
    return table.save(stored, after)


def note_served(world: World, user: User, update_id: int, code: str) -> None:
    """Remember which match an update is for, where what it does could be for another when it comes again. Where it does
    not name the match it is noted before it acts: so it may then finish what it began, and begin nothing else.
    """
    world.table.note_served(user.id, update_id, code, world.now() + DAY)


def served_match(world: World, user: User, update_id: int) -> Match | None:
    """The match that this update was for, if it comes again: it must not act on another one."""
    code = world.table.served(user.id, update_id)
    return None if code is None else world.table.match(code)
