"""What a player reads of matches long over, and of how those stand who were met in them."""

from __future__ import annotations

from datetime import UTC, datetime

from core.match import Status
from core.view import Outcome
from handlers.chat.texts.words import Words, number, totals


class HistoryTexts(Words):
    """Lists of the past."""

    def history(self) -> str:
        return self._("<b>Past matches</b> · kept 90 days")

    def no_history(self) -> str:
        return self._("No match of yours has ended yet.")

    def day(self, at: int) -> str:
        """Above the matches that ended on it: Telegram writes it as its reader does, an older app shows the words."""
        return f'<b><tg-time unix="{at}" format="D">{datetime.fromtimestamp(at, UTC):%Y-%m-%d}</tg-time></b>'

    def past(self, place: int, them: str, how: str) -> str:
        """`how` is what `how_it_ended` says."""
        return f"{place} {self.name(them)} · {how}"

    def how_it_ended(self, status: Status, outcome: Outcome, mine: int, theirs: int) -> str:
        if status is Status.FINISHED:
            say = {
                # L10n: in a list of past matches, before the totals: Bob · won 118 : 64
                Outcome.WON: self._("won {totals}"),
                # L10n: in a list of past matches, before the totals: Bob · lost 64 : 118
                Outcome.LOST: self._("lost {totals}"),
            }
            # L10n: in a list of past matches, before the totals: Bob · draw 64 : 64
            return say.get(outcome, self._("draw {totals}")).format(totals=totals(mine, theirs))
        return {
            # L10n: in a list of past matches: the other has resigned
            (Status.RESIGNED, Outcome.WON): self._("won, resigned"),
            # L10n: in a list of past matches: the reader has resigned
            (Status.RESIGNED, Outcome.LOST): self._("lost, resigned"),
            # L10n: in a list of past matches: the other's time ran out
            (Status.FORFEITED, Outcome.WON): self._("won on time"),
            # L10n: in a list of past matches: the reader's time ran out
            (Status.FORFEITED, Outcome.LOST): self._("lost on time"),
            # L10n: in a list of past matches: nobody has won
        }.get((status, outcome), self._("no result"))

    def past_label(self, place: int, them: str) -> str:
        """On the button that opens it; a former player has no name that would be needed there."""
        return f"{place} {self.plain_name(them)}" if them else str(place)

    def top(self) -> str:
        return self._("<b>Ratings</b> · you and those you met")

    def no_top(self) -> str:
        return self._("Ratings come from matches between\ntwo players. Your first is yet to end.")

    def top_line(self, place: int, them: str | None, rating: int, *, is_sure: bool) -> str:
        """`them` is None in the player's own line."""
        # L10n: in a list of ratings, in place of a name: the reader
        you = self._("You")  # outside of an f-string, where Babel looks for no words before Python 3.12
        name = f"<b>{you}</b>" if them is None else self.name(them)
        line = f"{place} {name} · {number(rating)}"
        # L10n: after a rating that few matches have made so far: Bob · 1514, settling
        return line if is_sure else self._("{line}, settling").format(line=line)

    # Buttons

    def button_history(self) -> str:
        # L10n: a button: the matches that are over
        return self._("Past matches")

    def button_top(self) -> str:
        # L10n: a button: the ratings of those whom the player has met
        return self._("Ratings")

    def button_statistics(self) -> str:
        # L10n: a button: back to one's own numbers
        return self._("My statistics")
