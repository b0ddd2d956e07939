"""Advice for one hand, as data: what each open combination promises, the best pick, and why it is the best."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.combinations import ORDER, Combination, can_fail, fail_points, is_certain
from core.house import best_pick, greedy_pick, worth
from core.odds import chance, expected
from core.tables import UNIT


class Reason(StrEnum):
    """Why the best pick is best; of several that are true the first."""

    LAST_OPEN = "last_open"  # nothing else is open
    CERTAIN = "certain"  # it could fail, but not with this hand
    CHEAP_MISS = "cheap_miss"  # it will rather fail, as any other might; no miss costs less, and some cost more
    MOST_NOW = "most_now"  # no other pick has more expected points now
    OTHERS_CAN_WAIT = "others_can_wait"  # the rival has more expected points now, and is worth more left open


@dataclass(frozen=True)
class Prospect:
    """An open combination with this hand.

    `chance`, 0 to 1, that it is made; `expected` points now; `loss`, points fewer than the best pick brings over the
    rest of the match, 0 for the best; `held`, how many dice of its value are in the hand, for 1 to 6 alone.
    """

    combination: Combination
    chance: float
    expected: float
    loss: float
    held: int | None

    @property
    def fails_in_100(self) -> int:
        """In how many of 100 throws it fails, rounded; 0 and 100 only where that is certain."""
        if self.chance in (0, 1):
            return 100 - round(100 * self.chance)
        return min(max(round(100 * (1 - self.chance)), 1), 99)


@dataclass(frozen=True)
class Advice:
    """`prospects` stand in the rules' order.

    `rival` is what would tempt most instead of the best pick: the one with the most expected points now or, where that
    is the best pick itself, the second best. None if nothing else is open.
    """

    prospects: tuple[Prospect, ...]
    best: Prospect
    rival: Prospect | None
    reason: Reason

    @property
    def waits(self) -> Prospect | None:
        """The open one of 1 to 6, other than the best pick, that would cost most to pick now; None if there is none."""
        numbers = [prospect for prospect in self.prospects if prospect.held is not None and prospect is not self.best]
        return max(numbers, key=lambda prospect: prospect.loss, default=None)

    @property
    def kept(self) -> float:
        """Points that later rounds gain by having the rival still open in place of the best pick."""
        return 0.0 if self.rival is None else self.rival.loss + self.rival.expected - self.best.expected


def advice(hand: Sequence[int], open_combinations: Collection[Combination]) -> Advice:
    """Advise on one hand. Raises ValueError unless `hand` is five dice and something is open."""
    best, most_now = best_pick(hand, open_combinations), greedy_pick(hand, open_combinations)
    prospects = _prospects(hand, open_combinations, best)
    others = [prospect for prospect in prospects.values() if prospect.combination is not best]
    second = min(others, key=lambda prospect: prospect.loss, default=None)
    rival = second if most_now is best else prospects[most_now]
    reason = _reason(hand, prospects[best], others, most_now)
    return Advice(tuple(prospects.values()), prospects[best], rival, reason)


def _prospects(
    hand: Sequence[int], open_combinations: Collection[Combination], best: Combination
) -> dict[Combination, Prospect]:
    chances, means, worths = chance(hand), expected(hand), worth(hand, open_combinations)
    return {
        combination: Prospect(
            combination=combination,
            chance=chances[combination],
            expected=means[combination],
            loss=(worths[best] - brought) / UNIT,
            held=_held(hand, combination),
        )
        for combination, brought in worths.items()
    }


def _held(hand: Sequence[int], combination: Combination) -> int | None:
    value = ORDER.index(combination) + 1
    return list(hand).count(value) if value <= 6 else None


def _reason(hand: Sequence[int], best: Prospect, others: Sequence[Prospect], most_now: Combination) -> Reason:
    if not others:
        return Reason.LAST_OPEN
    if can_fail(best.combination) and is_certain(best.combination, hand):
        return Reason.CERTAIN
    if best.chance < 0.5 and best.expected < 0 and _is_cheapest_miss(best, others):
        return Reason.CHEAP_MISS
    return Reason.MOST_NOW if most_now is best.combination else Reason.OTHERS_CAN_WAIT


def _is_cheapest_miss(best: Prospect, others: Sequence[Prospect]) -> bool:
    """Whether all the others can fail with this hand, none for fewer points, and some for more."""
    miss, misses = fail_points(best.combination), [fail_points(other.combination) for other in others]
    return all(other.chance < 1 for other in others) and max(misses) <= miss and min(misses) < miss
