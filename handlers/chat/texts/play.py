"""What a player reads at the table: the invitation, the hand, the reveal and the reminder."""

from __future__ import annotations

from collections.abc import Sequence

from core.combinations import Combination
from core.match import FIRST_ROUND_AT_LEAST
from handlers.chat.texts.words import Words, code, digits, faces, grouped, hexadecimal, points, totals


class PlayTexts(Words):
    """The sentences of one match."""

    # Before the first round

    def invitation(self, match_code: str, pace: int, closes_at: int) -> str:
        return self._(
            "Your table is open. Send it to one\nfriend; it starts when they join.\nCode: {code}\n{terms}"
        ).format(code=code(match_code), terms=self.offer_lasts(pace, closes_at))

    def share(self, shown_code: str) -> str:
        return self._(
            "Play 7776 with me, a dice duel for two. The link opens my table; so does the code {code}."
        ).format(code=shown_code)

    def was_invited(self, match_code: str) -> str:
        return self._("You opened table {code}.").format(code=code(match_code))

    def rematch_asked(self, them: str | None) -> str:
        return self._("You asked {name} for a rematch.").format(name=self.name(them))

    def rematch_wanted(self, them: str | None) -> str:
        return self._("{name} wants a rematch.").format(name=self.name(them))

    def offer_lasts(self, pace: int, closes_at: int) -> str:
        lasts = self._("{pace} per pick · closes {moment}")
        return f"{lasts.format(pace=self.pace(pace), moment=self.moment(closes_at))}\n{self._time_for_picks(pace)}"

    def seal(self, seal: str) -> str:
        """An expandable quote: the first line is seen at once."""
        return "<blockquote expandable>{}</blockquote>".format(
            self._(
                "Dice sealed: {start}…\n"
                "A secret fixes every throw of this\n"
                "match. This is its SHA-256:\n"
                "{seal}\n"
                "The secret is told at the end, so that\n"
                "anyone can check each throw."
            ).format(start=seal[:8], seal=hexadecimal(seal))
        )

    def joined(self, them: str | None) -> str:
        return self._("{name} joined. The match is on!").format(name=self.name(them))

    def you_joined(self, them: str | None) -> str:
        return self._("You joined {name}'s table.\nThe match is on!").format(name=self.name(them))

    def rematch_on(self, them: str | None) -> str:
        return self._("The rematch with {name} is on!").format(name=self.name(them))

    def terms(self, pace: int) -> str:
        terms = self._("16 rounds, {pace} per pick. Each\ncombination is used once. The higher\ntotal wins.")
        return f"{terms.format(pace=self.pace(pace))}\n{self._time_for_picks(pace)}"

    def _time_for_picks(self, pace: int) -> str:
        """What the pace leaves unsaid: how long round 1 lasts, and what comes of letting the time pass."""
        first = [] if pace >= FIRST_ROUND_AT_LEAST else [self._("Round 1 has a day.")]
        return "\n".join([*first, self.out_of_time()])

    # The hand

    def opening(self, them: str | None) -> str:
        return self._("{name} · round 1 of 16").format(name=self.name(them))

    def round_of(self, match_round: int) -> str:
        return self._("Round {round} of 16").format(round=match_round)

    def hand(self, dice: Sequence[int]) -> str:
        return self._("Your dice  {faces}  {digits}").format(faces=faces(dice), digits=digits(dice))

    def they_are_ready(self, them: str | None) -> str:
        return self._("{name} has picked, so your tap reveals.").format(name=self.name(them))

    def you_picked(self, combination: Combination) -> str:
        return self._("You picked {combination}.").format(combination=self.label(combination))

    def it_counts(self, combination: Combination) -> str:
        return self._("You picked {combination}: it counts\nunless you pick another.").format(
            combination=self.label(combination)
        )

    def waiting(self, them: str | None, deadline: int) -> str:
        return self._("Waiting for {name} · ends {moment}").format(name=self.name(them), moment=self.moment(deadline))

    def not_played(self) -> str:
        return self._("The match ended before its reveal.")

    # The reveal

    def news(self, them: str | None, mine: int, theirs: int, my_total: int, their_total: int) -> str:
        return self._("You {mine}, {name} {theirs} · {totals}").format(
            mine=points(mine), name=self.name(them), theirs=points(theirs), totals=totals(my_total, their_total)
        )

    def my_throw(self, dice: Sequence[int], combination: Combination, is_made: bool, scored: int) -> str:
        return self._throw(self._("You"), dice, combination, is_made, scored)

    def their_throw(
        self, them: str | None, dice: Sequence[int], combination: Combination, is_made: bool, scored: int
    ) -> str:
        return self._throw(self.name(them), dice, combination, is_made, scored)

    def _throw(self, who: str, dice: Sequence[int], combination: Combination, is_made: bool, scored: int) -> str:
        mark = "✓" if is_made else "✗"
        return f"{who} {digits(dice)} · {self.label(combination)} {mark} {points(scored)}"

    def all_ten(self, dice: Sequence[int], scoring: Sequence[int]) -> str:
        return self._("All ten: {dice}").format(dice=grouped(dice, scoring))

    # An opponent who gets no messages

    def unreachable(self, them: str | None) -> str:
        return self._("{name} can't be reached just now.").format(name=self.name(them))

    def their_time_runs_on(self, them: str | None) -> str:
        return self._("{name}'s time runs on; if it ends,\nyou win.").format(name=self.name(them))

    def pick_all_the_same(self, them: str | None) -> str:
        return self._("Pick all the same: if {name}'s time\nends after that, you win.").format(name=self.name(them))

    def offer_stays(self) -> str:
        return self._("The rematch stays on offer.")

    # The reminder

    def they_wait(self, them: str | None, deadline: int) -> str:
        return self._("⏰ {name} waits · ends {moment}").format(name=self.name(them), moment=self.moment(deadline))

    def both_are_due(self, them: str | None, deadline: int) -> str:
        return self._("⏰ {name} · your time ends {moment}").format(name=self.name(them), moment=self.moment(deadline))

    def standing(self, match_round: int, them: str | None, my_total: int, their_total: int) -> str:
        return self._("Round {round} of 16 · you {totals} {name}").format(
            round=match_round, totals=totals(my_total, their_total), name=self.name(them)
        )

    def or_lose(self) -> str:
        return self._("No pick by then loses the match.")

    def whoever_loses(self) -> str:
        return self._("Whoever has not picked by then loses;\nif neither has, nobody wins.")

    def reminded(self, them: str | None, deadline: int, match_round: int) -> str:
        return self._("{name}'s time ends {moment}\nRound {round} of 16. We reminded {name}.").format(
            name=self.name(them), moment=self.moment(deadline), round=match_round
        )

    def nobody_reminded(self, them: str | None, deadline: int, match_round: int) -> str:
        """As `reminded`, of somebody who gets no messages."""
        return self._("{name}'s time ends {moment}\nRound {round} of 16. {name} can't be reached.").format(
            name=self.name(them), moment=self.moment(deadline), round=match_round
        )

    def time_ends(self, them: str | None, deadline: int, match_round: int) -> str:
        """As `reminded`, of somebody who wants no reminders."""
        return self._("{name}'s time ends {moment}\nRound {round} of 16.").format(
            name=self.name(them), moment=self.moment(deadline), round=match_round
        )

    def or_be_kind(self) -> str:
        return self._("If time runs out, you win. Or be kind:")

    def given(self, them: str | None, seconds: int) -> str:
        return self._("You gave {name} {time} more.").format(name=self.name(them), time=self.pace(seconds))

    def time_given(self, them: str | None, seconds: int) -> str:
        return self._("⏰ {name} gave you {time} more.").format(name=self.name(them), time=self.pace(seconds))

    def your_time_ends(self, deadline: int) -> str:
        return self._("Your time ends {moment}.").format(moment=self.moment(deadline))
