"""The hints of a first match: before the first pick, after the first reveal, and once there is something to keep."""

from __future__ import annotations

from collections import Counter
from typing import Final

from core.combinations import Combination
from core.view import View
from handlers.chat.texts import Texts

_ROUND_TO_KEEP: Final = 4
_CHEAP: Final = frozenset({Combination.POKER, Combination.FOUR_OF_A_KIND})


def hints(view: View, texts: Texts) -> tuple[str, ...]:
    """At most one, and none beside an offer that is about the same reveal."""
    if not view.is_novice or view.hand is None or view.offers_to_ask:
        return ()
    if view.round == 1:
        return (texts.first_pick(view.their_name, view.hand),)
    if view.round == 2:
        return ("", _how_theirs_counted(view, texts), texts.used_once())
    can_keep = set(view.open_combinations) >= _CHEAP
    return ("", texts.what_to_keep()) if view.round == _ROUND_TO_KEEP and can_keep else ()


def _how_theirs_counted(view: View, texts: Texts) -> str:
    mine = view.reveals[0].mine
    if not mine.is_made:
        return texts.dice_that_did_not_help(mine.combination)
    theirs = Counter(mine.scoring_dice) - Counter(mine.dice)
    return texts.dice_that_helped(view.their_name, theirs.total())
