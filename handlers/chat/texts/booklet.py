"""The rules as a booklet: a page per group of combinations, with examples that the rules themselves score."""

from __future__ import annotations

from typing import Final

from core.combinations import Combination, is_made, score, scoring_dice
from handlers.chat.texts.words import Words, grouped, points

PAGES: Final = 6
C = Combination


class BookletTexts(Words):
    """Pages are numbered from 1."""

    def page(self, number: int) -> str:
        pages = (self._how, self._values, self._kinds, self._pairs, self._straights, self._sums)
        return pages[number - 1]()

    def _example(self, combination: Combination, dice: str) -> str:
        """A line such as 1 <u>222</u> 33 4 5 66 · 2 ✓ +6, from ten digits."""
        ten = [int(digit) for digit in dice]
        shown, mark = grouped(ten, scoring_dice(combination, ten)), "✓" if is_made(combination, ten) else "✗"
        return f"{shown} · {self.label(combination)} {mark} {points(score(combination, ten))}"

    def _how(self) -> str:
        text = self._(
            "<b>Rules · how it works</b>\n"
            "Each round, each of you throws five\n"
            "dice that only you see, and picks one\n"
            "of your open combinations.\n"
            "When both have picked, all ten dice\n"
            "open. Each pick scores on all ten, no\n"
            "matter who threw them. The dice that\n"
            "score for you are underlined:\n"
            "{example}\n"
            "You may change your pick until your\n"
            "friend has picked.\n"
            "Each combination is used once. After\n"
            "16 rounds the higher total wins."
        )
        how = text.format(example=self._example(C.THREE_PLUS_TWO, "1223335666"))
        return "\n".join([how, self.out_of_time(), self._marks()])

    def _marks(self) -> str:
        return self._("✓ made · ✗ failed · on a button,\n✓ = cannot fail now")

    def _values(self) -> str:
        return self._(
            "<b>Rules · 1 to 6</b>\n"
            "Three or more dice of that value: each\n"
            "scores its value.\n"
            "{three}\n"
            "{four}\n"
            "Fewer than three cost −70:\n"
            "{failed}"
        ).format(
            three=self._example(C.TWOS, "1222334566"),
            four=self._example(C.SIXES, "1123456666"),
            failed=self._example(C.FIVES, "1122344556"),
        )

    def _kinds(self) -> str:
        return self._(
            "<b>Rules · 2, 3, 4 kind and Poker</b>\n"
            "2, 3 or 4 dice of one value score\n"
            "their sum. The highest value counts.\n"
            "{two}\n"
            "{three}\n"
            "{four}\n"
            "Poker is five dice of one value: 40\n"
            "and 10 × the value.\n"
            "{poker}\n"
            "A miss costs −10:\n"
            "{failed}\n"
            "2 kind cannot fail: of ten dice, two\n"
            "are always alike."
        ).format(
            two=self._example(C.TWO_OF_A_KIND, "1122334566"),
            three=self._example(C.THREE_OF_A_KIND, "1222334555"),
            four=self._example(C.FOUR_OF_A_KIND, "1123444456"),
            poker=self._example(C.POKER, "1233333456"),
            failed=self._example(C.POKER, "1233334566"),
        )

    def _pairs(self) -> str:
        return self._(
            "<b>Rules · 2+2 and 3+2</b>\n"
            "2+2: two dice of one value and two of\n"
            "another. 3+2: three and two. They\n"
            "score their sum, the highest first.\n"
            "{pairs}\n"
            "{full}\n"
            "The values must differ. A miss costs\n"
            "−10:\n"
            "{failed}"
        ).format(
            pairs=self._example(C.TWO_PLUS_TWO, "1122334566"),
            full=self._example(C.THREE_PLUS_TWO, "1223335666"),
            failed=self._example(C.TWO_PLUS_TWO, "1234566666"),
        )

    def _straights(self) -> str:
        return self._(
            "<b>Rules · straights</b>\n"
            "Minor Straight: 1, 2, 3, 4 and 5 are\n"
            "all among the ten. It scores 15.\n"
            "{minor}\n"
            "Major Straight: 2, 3, 4, 5 and 6 are\n"
            "all among the ten. It scores 20.\n"
            "{major}\n"
            "A miss costs −10:\n"
            "{failed}"
        ).format(
            minor=self._example(C.MINOR_STRAIGHT, "1122334455"),
            major=self._example(C.MAJOR_STRAIGHT, "1233445566"),
            failed=self._example(C.MAJOR_STRAIGHT, "1122334466"),
        )

    def _sums(self) -> str:
        return self._(
            "<b>Rules · sums</b>\n"
            "Major Sum: the sum of all ten dice.\n"
            "{major}\n"
            "Minor Sum: 70 minus that sum, so low\n"
            "dice are good.\n"
            "{minor}\n"
            "Neither can fail, and an average\n"
            "throw gives 35 for both."
        ).format(
            major=self._example(C.MAJOR_SUM, "2344555666"),
            minor=self._example(C.MINOR_SUM, "1111223345"),
        )
