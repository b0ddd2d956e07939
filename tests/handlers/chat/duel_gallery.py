"""The screens of duels, which everybody in a chat sees, at each moment, and those around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core import duel
from core.combinations import ORDER, Combination
from core.events import FirstHandDealt, GuestJoined, TableOpened
from core.match import (
    DAY,
    Match,
    Place,
    cancel,
    create,
    mark_unreachable,
    pick,
    resign,
    settle,
)
from core.view import view
from handlers.chat import callback_data, screens
from handlers.chat.tap import Accept
from infra.screen import Screen
from tests.handlers.chat.people import Names

NOW: Final = 1_800_000_000
CODE: Final = "7K3MQ9XA"
BOT: Final = "duel_of_dice_bot"
ALICE, BOB = 1001, 1002
PLACE: Final = Place(inline_message_id="BQAAACgAAADzAAAAAAAAAAAAAAAAAAAA")
C: Final = Combination


def accepted(names: Names, *, is_new_here: bool = False) -> Match:
    """Alice has posted a challenge, and Bob has accepted it."""
    host, guest = names.seat(ALICE, 0), names.seat(BOB, 1)
    match = duel.accept(CODE, bytes([7] * 32), host, guest, NOW, DAY, PLACE)
    return mark_unreachable(match, 1) if is_new_here else match


def played(names: Names, rounds: int, order: tuple[Combination, ...] = tuple(reversed(ORDER))) -> Match:
    """After so many reveals: Alice picks in the rules' order, Bob in this one."""
    match = accepted(names)
    for mine, theirs in zip(ORDER[:rounds], order, strict=False):
        match = pick(match, ALICE, match.round, mine, 0, NOW)
        match = pick(match, BOB, match.round, theirs, 0, NOW)
    return match


def _duel(match: Match) -> Screen:
    return screens.duel(duel.watched(match), BOT)


def _challenge(names: Names) -> Screen:
    offer = Accept(DAY, 2**52 - 1, NOW + 7 * DAY, "0f" * 12)
    return screens.challenge(names.texts, names[0], DAY, NOW + 7 * DAY, callback_data.accept(offer))


def _invitation(names: Names) -> Screen:
    table = create(CODE, bytes([7] * 32), names.seat(ALICE, 0), NOW)
    return screens.tell(TableOpened(), view(table, 0), BOT, has_inline_mode=True)


DUELS: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "invitation_by_inline_mode": _invitation,
    "duel_challenge": _challenge,
    "duel_begins": lambda names: _duel(accepted(names)),
    "duel_stands": lambda names: _duel(played(names, 6)),
    "duel_last_round": lambda names: _duel(played(names, 15)),
    "duel_won": lambda names: _duel(played(names, 16)),
    "duel_drawn": lambda names: _duel(played(names, 16, ORDER)),
    "duel_resigned": lambda names: _duel(resign(played(names, 6), ALICE, NOW)),
    "duel_resigned_at_once": lambda names: _duel(resign(accepted(names), BOB, NOW)),
    "duel_timed_out": lambda names: _duel(settle(pick(played(names, 3), ALICE, 4, C.POKER, 0, NOW), NOW + DAY)),
    "duel_abandoned": lambda names: _duel(settle(played(names, 3), NOW + DAY)),
    "duel_called_off": lambda names: _duel(cancel(accepted(names, is_new_here=True), ALICE, NOW)),
    "duel_joined_host": lambda names: screens.tell(GuestJoined(), view(accepted(names), 0), BOT),
    "duel_joined_guest": lambda names: screens.tell(GuestJoined(), view(accepted(names), 1), BOT),
    "duel_hand_yet_to_come": lambda names: screens.tell(
        FirstHandDealt(), view(accepted(names, is_new_here=True), 0), BOT
    ),
}
