"""What a player reads of all matches so far, and of the dice that fell in them."""

from __future__ import annotations

from collections.abc import Sequence

from handlers.chat.texts.words import MINUS, Words

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

    def _mean(self, points: int, played: int) -> str:
        """Mean points to a tenth; what rounds to nothing has no sign."""
        tenths = round(10 * points / played)
        return f"{MINUS if tenths < 0 else ''}{self.tenths(tenths / 10)}"
