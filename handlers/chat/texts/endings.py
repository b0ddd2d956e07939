"""What a player reads when a match is over, or was never begun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handlers.chat.texts.words import Words, code, hexadecimal, squares, totals


class EndingTexts(Words):
    """How it ended; the first line of each is the news."""

    def won(self, them: str | None, my_total: int, their_total: int) -> str:
        return self._("🏆 You beat {name} {totals}").format(name=self.name(them), totals=totals(my_total, their_total))

    def lost(self, them: str | None, my_total: int, their_total: int) -> str:
        return self._("You lost to {name} {totals}").format(name=self.name(them), totals=totals(my_total, their_total))

    def drawn(self, them: str | None, my_total: int, their_total: int) -> str:
        return self._("🤝 A draw with {name} {totals}").format(
            name=self.name(them), totals=totals(my_total, their_total)
        )

    def you_resigned(self, them: str | None) -> str:
        return self._("You resigned. {name} wins.").format(name=self.name(them))

    def they_resigned(self, them: str | None) -> str:
        return self._("🏆 {name} resigned. You win!").format(name=self.name(them))

    def your_time_ran_out(self, them: str | None) -> str:
        return self._("Your time ran out. {name} wins.").format(name=self.name(them))

    def their_time_ran_out(self, them: str | None) -> str:
        return self._("🏆 {name}'s time ran out. You win!").format(name=self.name(them))

    def abandoned(self, them: str | None) -> str:
        return self._("Time ran out for you and {name}.\nNeither of you picked, so nobody wins.").format(
            name=self.name(them)
        )

    def you_cancelled(self, match_code: str) -> str:
        return self._("You cancelled table {code}.\nNobody can join it any more.").format(code=code(match_code))

    def you_called_off(self, them: str | None) -> str:
        return self._("You cancelled the match with {name}.\nIt has no result.").format(name=self.name(them))

    def they_called_off(self, them: str | None) -> str:
        return self._("{name} cancelled the match: you could\nnot be reached. It has no result.").format(
            name=self.name(them)
        )

    def you_cancelled_rematch(self, them: str | None) -> str:
        return self._("You cancelled the rematch with {name}.").format(name=self.name(them))

    def they_cancelled_rematch(self, them: str | None) -> str:
        return self._("{name} cancelled the rematch.").format(name=self.name(them))

    def you_declined(self, them: str | None) -> str:
        return self._("You declined the rematch with {name}.").format(name=self.name(them))

    def they_declined(self, them: str | None) -> str:
        return self._("{name} declined the rematch.").format(name=self.name(them))

    def expired(self, match_code: str) -> str:
        return self._("Nobody joined table {code},\nso it has closed.").format(code=code(match_code))

    def rematch_unanswered(self, them: str | None) -> str:
        return self._("{name} did not answer in time.\nThe rematch is off.").format(name=self.name(them))

    def rematch_missed(self, them: str | None) -> str:
        return self._("{name}'s rematch has expired.").format(name=self.name(them))

    def ended_in(self, match_round: int, my_total: int, their_total: int) -> str:
        return self._("Round {round} of 16 · {totals}").format(round=match_round, totals=totals(my_total, their_total))

    def rows(self, mine: tuple[str, Sequence[int]], theirs: tuple[str, Sequence[int]]) -> str:
        """Each seat's heading, and its rounds as squares, from its points."""
        lines = [line for heading, scored in (mine, theirs) for line in (heading, *squares(scored))]
        return "\n".join([*lines, self.squares_key()])

    def secret(self, seal: str, secret: str, lucky_words: Iterable[str]) -> str:
        told = self._(
            "Dice sealed: {start}…\n"
            "Every throw came from this secret:\n"
            "{secret}\n"
            "Its SHA-256 is the seal that you saw\n"
            "before the first throw:\n"
            "{seal}"
        ).format(start=seal[:8], secret=hexadecimal(secret), seal=hexadecimal(seal))
        return "<blockquote expandable>{}</blockquote>".format("\n".join([told, *lucky_words]))
