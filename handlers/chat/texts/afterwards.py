"""What a player reads once a match is over: luck and choice, the review, the result to share, and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.combinations import Combination
from handlers.chat.texts.words import Words, number, points, squares, totals

if TYPE_CHECKING:
    from core.review import Shown, Swing, Turn


class AfterwardsTexts(Words):
    """The last word on a match."""

    # Luck and choice

    def my_luck(self, shown: Shown) -> str:
        return self._luck(self._("You"), shown)

    def their_luck(self, them: str | None, shown: Shown) -> str:
        return self._luck(self.name(them), shown)

    def _luck(self, who: str, shown: Shown) -> str:
        """With the best average these make the total, so what a match that ended early left unplayed has its line."""
        line = self._("{who}: luck {luck} · choices {choices}").format(
            who=who, luck=points(shown.luck), choices=_cost(shown.cost)
        )
        return f"{line}\n{self._left(shown)}" if shown.left else line

    def _left(self, shown: Shown) -> str:
        return self._("{points}  rounds not played").format(points=points(-shown.left))

    # A challenge's end

    def did_better(self, first: str, mine: int, theirs: int) -> str:
        return self._("🏆 Better than {name} · {totals}").format(name=self.name(first), totals=totals(mine, theirs))

    def did_worse(self, first: str, mine: int, theirs: int) -> str:
        return self._("{name} did better · {totals}").format(name=self.name(first), totals=totals(mine, theirs))

    def did_the_same(self, first: str, mine: int, theirs: int) -> str:
        return self._("🤝 Just as {name} did · {totals}").format(name=self.name(first), totals=totals(mine, theirs))

    def same_hands(self) -> str:
        return self._("The same hands, the same throws.")

    def gave_up(self, first: str) -> str:
        return self._("You gave {name}'s hands up.").format(name=self.name(first))

    def ran_out(self, first: str) -> str:
        return self._("Your time with {name}'s hands ran out.").format(name=self.name(first))

    def by_round(self, first: str, mine: Sequence[int], theirs: Sequence[int]) -> str:
        """Both seats' points and running totals, round by round."""
        title = self._("Round by round, you : {name}").format(name=self.name(first))
        rows = (
            f"<b>{place}</b>  {points(one)} : {points(other)} · {totals(sum(mine[:place]), sum(theirs[:place]))}"
            for place, (one, other) in enumerate(zip(mine, theirs, strict=True), start=1)
        )
        return "<blockquote expandable>{}</blockquote>".format("\n".join([title, *rows]))

    # The review

    def review_title(self, them: str | None, mine: int, theirs: int) -> str:
        return self._("Review · you {totals} {name}").format(totals=totals(mine, theirs), name=self.name(them))

    def review_sum(self, shown: Shown) -> str:
        """What the total is made of: the numbers add up."""
        luck = self._("{points}  luck: your dice {own}, theirs {other}").format(
            points=points(shown.luck), own=points(shown.own_luck), other=points(shown.other_luck)
        )
        return self._sum(shown, luck, self._("{points}  your total").format(points=number(shown.total)))

    def review_rival_sum(self, them: str | None, shown: Shown) -> str:
        """The same of the other, by name: whose dice the others are depends on who it is."""
        # L10n: under another player's name, as in "+57  luck: own dice +20, other's +37": of that player's dice and
        # L10n: of those that the player met
        luck = self._("{points}  luck: own dice {own}, other's {other}").format(
            points=points(shown.luck), own=points(shown.own_luck), other=points(shown.other_luck)
        )
        total = self._("{points}  in total").format(points=number(shown.total))
        return f"<b>{self.name(them)}</b>\n{self._sum(shown, luck, total)}"

    def _sum(self, shown: Shown, luck: str, total: str) -> str:
        best = self._("{points}  the best average").format(points=number(shown.mean))
        choices = self._("{points}  choices").format(points=_cost(shown.cost))
        return "\n".join([best, luck, choices, *([self._left(shown)] if shown.left else []), total])

    def review_turn(self, match_round: int, turn: Turn, cost: int, *, is_turning_point: bool) -> str:
        choice = self._choice(turn.pick, turn.best, cost)
        return f"<b>{match_round}</b> " + (f"<u>{choice}</u>" if is_turning_point else choice)

    def _choice(self, pick: Combination, best: Combination, cost: int) -> str:
        if pick is best:
            return self._("{pick} · the best").format(pick=self.label(pick))
        return f"{self.label(pick)} → {self.label(best)} {_cost(cost)}"

    def review_key(self) -> str:
        return self._("Your pick → the best by what you knew")

    def turning_point(self, them: str | None, swing: Swing) -> str:
        moved = round(swing.points)
        if moved >= 0:
            return self._("Turning point: round {round}, {points} for you").format(
                round=swing.round, points=points(moved)
            )
        return self._("Turning point: round {round},\n{points} for {name}").format(
            round=swing.round, points=points(-moved), name=self.name(them)
        )

    def nothing_to_review(self) -> str:
        return self._("No round was played to its end.")

    # The result to share, as plain text

    def result(self, me: str, them: str | None, mine: Sequence[int], theirs: Sequence[int], *how: str) -> str:
        """Both totals, how it ended where totals do not say it, and both rows of squares with their key, to be read by
        whoever gets it.
        """
        score = self._("🎲 7776 · {me} {totals} {them}").format(
            me=self.plain_name(me), totals=totals(sum(mine), sum(theirs)), them=self.plain_name(them)
        )
        return "\n".join([score, *how, *squares(mine), "", *squares(theirs), self.squares_key()])

    def dare(self, total: int) -> str:
        return self._(
            "I made {total} with these sixteen hands of 7776, a dice duel. Could you do better? "
            "The link deals them to you."
        ).format(total=number(total))

    # The proof

    def proof(self, them: str | None, seal: str) -> str:
        return self._(
            "The proof of your match with {name}:\n"
            "seal, secret, all throws, picks and\n"
            "points. To check it, get the bot's\n"
            "source and Python 3.11, and run\n"
            "<code>python -m core.proof FILE</code>\n"
            "It must name the seal that you saw\n"
            "before the first throw:\n"
            "<code>{seal}</code>"
        ).format(name=self.name(them), seal=seal)

    def lucky_words(self, words: Sequence[tuple[str, str]]) -> Iterator[str]:
        """A line for each player who has one, from names and words."""
        for name, word in words:
            if word:
                yield self._("Lucky word of {name}: {word}").format(name=self.name(name), word=word)

    # Buttons

    def button_review(self) -> str:
        # L10n: a button: how good each pick was
        return self._("Review")

    def button_proof(self) -> str:
        # L10n: a button: what shows that the dice were fair
        return self._("Proof")

    def button_share(self) -> str:
        return self._("Share result")

    def button_copy_result(self) -> str:
        return self._("Copy result")

    def button_dare(self) -> str:
        return self._("Could you do better?")

    def button_again(self) -> str:
        # L10n: a button: the same hands once more
        return self._("Try again")


def _cost(cost: int) -> str:
    """What choices cost, as the points that they took away."""
    return points(-cost) if cost else "0"
