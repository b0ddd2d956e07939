"""What a newcomer reads in the first match: three short hints, each where it helps, told with the dice at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.combinations import Combination
from handlers.chat.texts.words import Words, points


class TeachingTexts(Words):
    """The hints of the first match."""

    def first_pick(self, them: str | None, hand: Sequence[int]) -> str:
        """What a newcomer must know before the first pick, told with the dice held."""
        parts = [
            self._("Pick one. {name}'s five dice count too.").format(name=self.name(them)),
            f"⚠️ {self._warning(them, hand)}",
            self.sure(),
        ]
        return "\n".join(parts)

    def _warning(self, them: str | None, hand: Sequence[int]) -> str:
        value, held = max(Counter(hand).items(), key=lambda item: (item[1], item[0]))
        if held == 1:
            return self._(
                "1–6 need three of that value among\n"
                "the ten, or cost −70. You hold no two\n"
                "alike: {value} needs two {value}s from {name}."
            ).format(value=value, name=self.name(them))
        if held == 2:
            return self._(
                "1–6 need three of that value among\n"
                "the ten, or cost −70. You hold two {value}s:\n"
                "one more from {name} makes {value} ({points})."
            ).format(value=value, name=self.name(them), points=points(3 * value))
        # L10n: three words with one space between: how many dice of a value are in hand, as in "You hold three 2s"
        words = self._("three four five").split()
        return self._(
            "1–6 need three of that value among\n"
            "the ten, or cost −70. You hold {held}\n"
            "{value}s, so {value} is safe: {points} or more."
        ).format(held=words[held - 3], value=value, points=points(held * value))

    def dice_that_helped(self, them: str | None, count: int) -> str:
        """After a first pick that was made, with so many of the other player's dice."""
        if count == 0:
            return self._("💡 Your own five made it. {name}'s dice\ncan help a pick, never make it fail.").format(
                name=self.name(them)
            )
        return self.ngettext(
            "💡 {count} underlined die is {name}'s:\nall ten count for you.",
            "💡 {count} underlined dice are {name}'s:\nall ten count for you.",
            count,
        ).format(count=count, name=self.name(them))

    def dice_that_did_not_help(self, combination: Combination) -> str:
        """After a first pick that failed."""
        return self._("💡 All ten dice count, but they did not\nmake {combination} this time.").format(
            combination=self.label(combination)
        )

    def used_once(self) -> str:
        """Under the second hint, where a button is gone for the first time."""
        return self._("Each combination is used once.")

    def what_to_keep(self) -> str:
        """How the best average is played: 1 to 6 wait for two or three in hand, Poker and 4 kind for a bad hand."""
        return self._(
            "💡 Keep 1–6 until you hold two or more\n"
            "of that value. On a bad hand, a missed\n"
            "Poker or 4 kind costs only −10."
        )
