"""What a player's preferences do in a match: which picks are asked about first, and when that is worth an offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core import dice
from core.combinations import COSTLY, Combination, fail_points, is_certain
from core.preferences import Confirm, Preferences
from core.state import Match

if TYPE_CHECKING:
    from core.view import Reveal


def can_cost_70(combination: Combination, hand: Sequence[int]) -> bool:
    """Whether a pick may fail with this hand, and cost 70 then. Raises ValueError unless `hand` is five dice."""
    return fail_points(combination) == COSTLY and not is_certain(combination, hand)


def asks_first(match: Match, index: int, combination: Combination) -> bool:
    """Whether a seat of a match under way wants to be asked before it picks this. A risk is asked about only where
    something else is left to pick.
    """
    confirm = match.seats[index].confirm
    if confirm is not Confirm.RISKY:
        return confirm is Confirm.ALWAYS
    has_choice = len(match.open_combinations(index)) > 1
    return has_choice and can_cost_70(combination, dice.roll(match.dice_key, match.round, index))


def first_slip(reveals: Iterable[Reveal]) -> int | None:
    """The first round in which a seat lost 70 although it had a pick open that could not cost so much."""
    open_now = list(Combination)
    for shown in reveals:
        mine = shown.mine
        if mine.points == COSTLY and not all(can_cost_70(one, mine.dice) for one in open_now):
            return shown.round
        open_now.remove(mine.combination)
    return None


def prefer(match: Match, user_id: int, preferences: Preferences) -> Match:
    """The match with a player's preferences as they are now. One that is over, or none of theirs, stays as it is."""
    index = match.seat_of(user_id)
    if index is None or match.is_over:
        return match
    update = {name: getattr(preferences, name) for name in Preferences.model_fields}
    after = match.with_seat(index, **update)
    return match if after == match else after
