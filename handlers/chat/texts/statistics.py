"""What a player reads of all matches so far, and of the dice that fell in them."""

from __future__ import annotations

from collections.abc import Sequence

from core.combinations import Combination
from handlers.chat.texts.words import MINUS, Words, number, points, totals

_ONE_IN_100 = 0.015  # what is rarer rounds to one in 100 or fewer, and is told as one in more
_RAREST = 1e-6  # what is rarer is told as this


class StatisticsTexts(Words):
    """A player's matches and dice in numbers."""

    def no_statistics(self) -> str:
        return self._("There is no match to count yet.\nYour first one is a tap away!")

    def with_friends(self, played: int, points: int) -> str:
        return self._("<b>Friends</b> · {count} played, average {mean}").format(
            count=self.count(played), mean=self._mean(points, played)
        )

    def with_house(self, played: int, points: int) -> str:
        return self._("<b>The house</b> · {count} played, average {mean}").format(
            count=self.count(played), mean=self._mean(points, played)
        )

    def record(self, won: int, drawn: int, lost: int) -> str:
        return self._("Won {won} · drawn {drawn} · lost {lost}").format(
            won=self.count(won), drawn=self.count(drawn), lost=self.count(lost)
        )

    def best_total(self, total: int) -> str:
        return self._("Best total {total}").format(total=number(total))

    def rating(self, rating: int, *, is_sure: bool) -> str:
        """A rating that few matches have made is said to be so."""
        words = self._("Rating {rating}") if is_sure else self._("Rating {rating}, still settling")
        return words.format(rating=number(rating))

    def luck_title(self) -> str:
        return self._("<b>Luck and choices</b> · per match")

    def luck_of_all(self, matches: int, luck: float, cost: float) -> str:
        """Of one match alone its number would say nothing."""
        told = {"luck": self._signed(luck), "choices": self._signed(-cost)}
        if matches == 1:
            return self._("Luck {luck} · choices {choices}").format(**told)
        return self._("All {count} · luck {luck} · choices {choices}").format(count=self.count(matches), **told)

    def luck_of_latest(self, matches: int, luck: float, cost: float) -> str:
        return self._("Last {count} · luck {luck} · choices {choices}").format(
            count=matches, luck=self._signed(luck), choices=self._signed(-cost)
        )

    def best_combination(self, combination: Combination, mine: float, houses: float) -> str:
        """Mean points that it brings in a match: the player's, and the house's when it plays its best."""
        return self._(
            "<b>Best combination</b> · {combination}\nYou make {mine} a match with it;\nthe house at its best {houses}."
        ).format(combination=self.label(combination), mine=self._plain(mine), houses=self._plain(houses))

    # With one friend

    def between(self, them: str | None, won: int, lost: int, drawn: int) -> str:
        """How often each has won of the other."""
        score = self._("You and {name}: {totals}").format(name=self.name(them), totals=totals(won, lost))
        if not drawn:
            return score
        return self._("{score} · {count} drawn").format(score=score, count=self.count(drawn))

    def averages(self, played: int, mine: int, theirs: int) -> str:
        """Mean totals from their sums."""
        return self._("{count} played, average {mine} : {theirs}").format(
            count=self.count(played), mine=self._mean(mine, played), theirs=self._mean(theirs, played)
        )

    def rating_after(self, rating: int, change: int) -> str:
        return self._("Rating {rating} ({change})").format(
            rating=number(rating), change=points(change) if change else "0"
        )

    def few_dice(self, thrown: int) -> str:
        return self._("<b>Your dice</b> · {count} thrown, too few to say").format(count=thrown)

    def my_dice(self, counts: Sequence[int], expected: int) -> str:
        """The sixes against what is expected, then how often each value came."""
        each = [f"{value}: {self.count(count)}" for value, count in enumerate(counts, start=1)]
        return self._("<b>Your dice</b>\nSixes: {sixes} of {thrown}, expected {expected}\n{low}\n{high}").format(
            sixes=self.count(counts[-1]),
            thrown=self.count(sum(counts)),
            expected=self.count(expected),
            low=" · ".join(each[:3]),
            high=" · ".join(each[3:]),
        )

    def evenness(self, chance: float) -> str:
        """How many players with fair dice have counts like these, or less even ones."""
        if chance > _ONE_IN_100:
            return self._("Fair dice stray this far or further\nfor about {count} players in 100.").format(
                count=round(100 * chance)
            )
        return self._("Fair dice stray this far or further\nfor about one player in {count}.").format(
            count=self.count(round(1 / max(chance, _RAREST)))
        )

    def _mean(self, total: int, played: int) -> str:
        """Mean points to a tenth; what rounds to nothing has no sign."""
        return self._plain(total / played)

    def _plain(self, value: float) -> str:
        tenths = round(10 * value)
        return f"{MINUS if tenths < 0 else ''}{self.tenths(tenths / 10)}"

    def _signed(self, value: float) -> str:
        return f"{'+' if round(10 * value) > 0 else ''}{self._plain(value)}"
