"""What a player reads who plays alone: the house's levels, its table, the coach, and hands that others have played.

Lucky words are here too, which players set for their matches with friends and with the house alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.levels import Level
from handlers.chat.texts.words import MINUS, Words, points

if TYPE_CHECKING:
    from core.coach import Advice, Prospect


class HouseTexts(Words):
    """The house and the coach."""

    def levels(self) -> str:
        """The three strengths, as they were worked out and measured."""
        from core.house import MEANS, WINS  # here, not above: few starts of a container need them

        means = {level: f"{round(mean)}".replace("-", MINUS) for level, mean in MEANS.items()}
        return self._(
            "🏠 Play the house\n"
            "It throws five dice of its own, sees\n"
            "no others, and picks as you pick.\n"
            "\n"
            "<b>{fluke}</b> picks at random:\n"
            "{random} points a match on average.\n"
            "<b>{greed}</b> takes the most points now:\n"
            "{greedy} a match. It beats {fluke} in\n"
            "{over_random} of 100 matches.\n"
            "<b>{house}</b> plays for the best average:\n"
            "{best} a match, and no play has a\n"
            "better one. It beats {greed} in {over_greedy}\n"
            "of 100, {fluke} in {best_over_random}."
        ).format(
            fluke=self.house_name(Level.RANDOM),
            greed=self.house_name(Level.GREEDY),
            house=self.house_name(Level.BEST),
            random=means[Level.RANDOM],
            greedy=means[Level.GREEDY],
            best=means[Level.BEST],
            over_random=round(100 * WINS[Level.GREEDY, Level.RANDOM]),
            over_greedy=round(100 * WINS[Level.BEST, Level.GREEDY]),
            best_over_random=round(100 * WINS[Level.BEST, Level.RANDOM]),
        )

    def house_sits(self, them: str | None) -> str:
        return self._("You play {name}. The match is on!").format(name=self.name(them))

    def house_sees(self) -> str:
        return self._("It sees its own five dice alone, and\npicks as you pick: a tap reveals.")

    def challenge_on(self, first: str, them: str | None) -> str:
        return self._(
            "{first}'s sixteen hands are yours.\nYou meet the throws that {first} met:\n{name}. Could you do better?"
        ).format(first=self.name(first), name=self.name(them))

    def challenge_terms(self, first: str, pace: int) -> str:
        """As `terms`, where who sits at the table is not who is to be beaten."""
        terms = self._(
            "16 rounds, {pace} per pick. Each\n"
            "combination is used once. Whoever\n"
            "makes more of these hands does better:\n"
            "{name}'s total is told at the end."
        ).format(pace=self.pace(pace), name=self.name(first))
        return f"{terms}\n{self.challenge_out_of_time()}"

    def challenge_out_of_time(self) -> str:
        return self._("Running out of time ends the match.")

    def give_up_question(self, first: str) -> str:
        return self._("Give {name}'s hands up?").format(name=self.name(first))

    def challenge_gone(self) -> str:
        return self._("These hands are not there to be played. A match is kept for 90 days.")

    # The coach

    def advice(self, advice: Advice) -> str:
        """The best pick and why, what can wait, and all that is open in an expandable quote."""
        lines = [self._("<b>Coach: {pick}</b>").format(pick=self.label(advice.best.combination)), self._why(advice)]
        waits = advice.waits
        if waits is not None and waits.chance < 0.5:
            lines.append(self._waits(waits))
        quote = "\n".join([self._("Chance and average points now:"), *map(self._prospect, advice.prospects)])
        return "\n".join([*lines, f"<blockquote expandable>{quote}</blockquote>"])

    def _why(self, advice: Advice) -> str:
        rival = advice.rival
        if rival is None:
            return self._("It is the only one left.")
        other, brings = self.label(rival.combination), {"now": self._average(advice.best.expected)}
        if advice.reason == "certain":
            return self._("With this hand it cannot fail.")
        if advice.reason == "cheap_miss":
            return self._("It fails in {fails} of 100, but nowhere\nis a miss cheaper.").format(
                fails=advice.best.fails_in_100
            )
        if advice.reason == "most_now":
            return self._("It brings the most now, {now}.\nNext best by the end: {other},\n{less} less.").format(
                **brings, other=other, less=self.tenths(rival.loss)
            )
        return self._(
            "{other} brings more now ({rival},\nthis {now}), but left for later\nit brings {kept} more than this would."
        ).format(**brings, other=other, rival=self._average(rival.expected), kept=self.tenths(advice.kept))

    def _waits(self, prospect: Prospect) -> str:
        # L10n: six words with one space between: how many dice of a value are in hand, as in "with two in hand"
        held = self._("none one two three four five").split()[prospect.held or 0]
        return self._("{value} can wait: with {held} in hand it\nfails in {fails} of 100.").format(
            value=self.label(prospect.combination), held=held, fails=prospect.fails_in_100
        )

    def _prospect(self, prospect: Prospect) -> str:
        return self._("<b>{combination}</b>  {made} % · {points}").format(
            combination=self.label(prospect.combination),
            made=100 - prospect.fails_in_100,
            points=self._average(prospect.expected),
        )

    def _average(self, mean: float) -> str:
        """Mean points to a tenth; what rounds to nothing has no sign of its own."""
        tenths = round(10 * mean)
        return f"{points(tenths)[0]}{self.tenths(tenths / 10)}"

    # Lucky words

    def lucky(self, word: str) -> str:
        if not word:
            return self._(
                "A lucky word of yours is mixed into\n"
                "the dice of each match that you open\n"
                "or join. Nobody can then have chosen\n"
                "the dice ahead. It is shown to both at\n"
                "the end. Set one like this:\n"
                "/lucky clover"
            )
        return self._(
            "Your lucky word: <b>{word}</b>\n"
            "It is mixed into the dice of each\n"
            "match that you open or join from now\n"
            "on, and shown to both at the end.\n"
            "Another: /lucky and a word.\n"
            "None: /lucky -"
        ).format(word=word)

    def no_lucky_word(self) -> str:
        return self._("You have no lucky word any more.")

    def wrong_lucky_word(self) -> str:
        return self._(
            "A lucky word is one word of letters\n"
            "and digits, without spaces: up to 32,\n"
            "fewer outside a–z. Try again:\n"
            "/lucky clover"
        )

    # Buttons

    def button_house(self) -> str:
        return self._("Play the house")

    def button_coach(self) -> str:
        # L10n: a button: what would the coach pick?
        return self._("Coach")
