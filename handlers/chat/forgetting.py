"""A player is forgotten: matches that go on end, and nothing in the table says any more who has played here.

Each step leaves a table in good order and is found again by the user's own items, so one that is cut short is ended by
the same tap once more.
"""

from __future__ import annotations

from core import codes
from core.forgetting import forget as without
from core.match import DAY
from handlers.chat.world import TRIES, BusyError, NoSuchTableError, World, rewrite


def is_done(world: World, user_id: int, update_id: int) -> bool:
    """Whether this update comes again when all has been done: what the user has begun since then stays."""
    return world.table.has_counted(_mark(world, user_id, update_id))


def note_done(world: World, user_id: int, update_id: int) -> None:
    world.table.count(_mark(world, user_id, update_id), 1, world.now() + DAY)


def _mark(world: World, user_id: int, update_id: int) -> str:
    """A hash, which does not tell who."""
    return codes.mac(world.deployment_key, "forgotten", user_id, update_id)


def forget(world: World, user_id: int) -> None:
    """Raises BusyError while others keep adding to what there is."""
    for _ in range(TRIES):
        traces = world.table.traces(user_id)
        if not traces:
            return
        for trace in traces:
            if trace.code is not None:
                _leave(world, user_id, trace.code)
            world.table.delete_trace(user_id, trace.sort_key)
    raise BusyError


def _leave(world: World, user_id: int, code: str) -> None:
    now = world.now()
    try:
        rewrite(world.table, code, lambda stored: world.table.save(stored, without(stored, user_id, now)))
    except NoSuchTableError:  # it has expired, and its line will
        return
