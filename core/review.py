"""What of a seat's total was luck and what was choice.

Before a round the seat's open combinations are worth their best mean, `house.best_mean`. The hand changes that (luck of
one's own dice), a pick that is not the best gives some away (its cost), and the opponent's dice do the rest (their
luck). The steps of all rounds add up, so for each seat, exactly:

    total = mean + luck of own dice + luck of the opponent's dice - cost of choices - left

where `left` is what the combinations never played were worth: nothing, once all sixteen rounds are played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from core.combinations import ORDER, Combination, score
from core.house import best_mean, best_pick, worth
from core.tables import UNIT
from core.view import Throw, View

Hand = Sequence[int]


@dataclass(frozen=True)
class Turn:
    """One round of one seat. `best` is the best pick with what the seat knew; `cost` is never below 0."""

    pick: Combination
    best: Combination
    points: int
    own_luck: Fraction
    other_luck: Fraction
    cost: Fraction

    @property
    def swing(self) -> Fraction:
        """How much the round changed the seat's prospects for its final total."""
        return self.own_luck + self.other_luck - self.cost


@dataclass(frozen=True)
class Shown:
    """A review in whole points that add up.

    total = mean + luck - cost - left and luck = own_luck + other_luck; `lucks` and `costs` are by round.
    """

    total: int
    mean: int
    own_luck: int
    other_luck: int
    luck: int
    cost: int
    left: int
    lucks: tuple[int, ...]
    costs: tuple[int, ...]


@dataclass(frozen=True)
class Review:
    """A seat's revealed rounds, judged; `left` is the best mean of the combinations that were never played."""

    turns: tuple[Turn, ...]
    left: Fraction

    @property
    def total(self) -> int:
        return sum(turn.points for turn in self.turns)

    @property
    def own_luck(self) -> Fraction:
        return sum((turn.own_luck for turn in self.turns), Fraction(0))

    @property
    def other_luck(self) -> Fraction:
        return sum((turn.other_luck for turn in self.turns), Fraction(0))

    @property
    def luck(self) -> Fraction:
        return self.own_luck + self.other_luck

    @property
    def cost(self) -> Fraction:
        return sum((turn.cost for turn in self.turns), Fraction(0))

    @property
    def shown(self) -> Shown:
        best, cost, left = round(mean()), round(self.cost), round(self.left)
        luck = self.total - best + cost + left
        own_luck, other_luck = apportioned([self.own_luck, self.other_luck], luck)
        lucks = apportioned([turn.own_luck + turn.other_luck for turn in self.turns], luck if self.turns else 0)
        costs = apportioned([turn.cost for turn in self.turns], cost)
        return Shown(self.total, best, own_luck, other_luck, luck, cost, left, lucks, costs)


@dataclass(frozen=True)
class Swing:
    """A round, from 1, and by how much it moved the expected final margin towards the first seat (or away, below 0)."""

    round: int
    points: Fraction


def mean() -> Fraction:
    """The best mean of a match: 79.07."""
    return best_mean(ORDER)


def review(hands: Sequence[Hand], others: Sequence[Hand], picks: Sequence[Combination]) -> Review:
    """Judge a seat's revealed rounds: its hands, the opponent's hands and its picks, in the order of the rounds.

    Raises ValueError for sequences of different lengths, a combination picked twice, or hands that are not five dice.
    """
    opened = list(ORDER)
    turns: list[Turn] = []
    for hand, other, pick in zip(hands, others, picks, strict=True):
        if pick not in opened:
            raise ValueError("a combination is picked once")
        turns.append(_turn(hand, other, pick, opened))
        opened.remove(pick)
    return Review(tuple(turns), best_mean(opened))


def judged(view: View) -> tuple[Review, Review]:
    """The review of the seat that a view is of, and that of its rival."""
    mine, theirs = [shown.mine for shown in view.reveals], [shown.theirs for shown in view.reveals]
    met = theirs if view.first else mine  # whoever played these hands first met the same throws
    return _review(mine, theirs), _review(view.rival.throws, met)


def turning_point(mine: Review, theirs: Review) -> Swing | None:
    """The round that moved the margin most towards the seat that ended ahead; in a draw, most in either direction.

    None if no round was revealed; of equal rounds the first.
    """
    swings = [one.swing - other.swing for one, other in zip(mine.turns, theirs.turns, strict=True)]
    if not swings:
        return None
    margin = sum(swings)
    weights = [swing * margin if margin else abs(swing) for swing in swings]
    place = weights.index(max(weights))
    return Swing(place + 1, swings[place])


def apportioned(parts: Sequence[Fraction], total: int) -> tuple[int, ...]:
    """Round parts so that they sum to `total`: those with the largest remainders are rounded up first."""
    if not parts:
        return ()
    floors = [floor(part) for part in parts]
    each, more = divmod(total - sum(floors), len(parts))
    by_remainder = sorted(range(len(parts)), key=lambda place: floors[place] - parts[place])
    raised = set(by_remainder[:more])
    return tuple(whole + each + (place in raised) for place, whole in enumerate(floors))


def _review(throws: Sequence[Throw], others: Sequence[Throw]) -> Review:
    hands, met = ([throw.dice for throw in one] for one in (throws, others))
    return review(hands, met, [throw.combination for throw in throws])


def _turn(hand: Hand, other: Hand, pick: Combination, opened: Sequence[Combination]) -> Turn:
    worths, best, points = worth(hand, opened), best_pick(hand, opened), score(pick, [*hand, *other])
    best_worth, pick_worth = Fraction(worths[best], UNIT), Fraction(worths[pick], UNIT)
    after = best_mean([combination for combination in opened if combination is not pick])
    return Turn(
        pick=pick,
        best=best,
        points=points,
        own_luck=best_worth - best_mean(opened),
        other_luck=points + after - pick_worth,
        cost=best_worth - pick_worth,
    )
