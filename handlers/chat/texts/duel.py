"""What everybody in a chat reads of a duel, and what the bot offers in inline mode."""

from __future__ import annotations

from core import codes
from handlers.chat.texts.words import Words, totals


class DuelTexts(Words):
    """The host's name comes first, and the host's total, unless the result says who won."""

    # The challenge

    def challenge(self, host: str | None) -> str:
        return self._(
            "🎲 {name} wants to play 7776.\nA dice duel for two, 16 rounds: the\nfirst to accept plays."
        ).format(name=self.name(host))

    def button_accept(self) -> str:
        # L10n: a button under a challenge that anybody may accept
        return self._("Accept")

    def challenge_title(self, pace: int) -> str:
        return self._("7776 · {pace} per pick").format(pace=self.pace(pace))

    def table_title(self, code: str, pace: int) -> str:
        return self._("Table {code} · {pace} per pick").format(code=codes.shown(code), pace=self.pace(pace))

    def challenge_hint(self) -> str:
        return self._("Post a challenge. The first to accept plays.")

    def button_meet(self) -> str:
        """Above what is offered, to who has not played yet."""
        return self._("New here? Open the game first")

    def own_challenge(self) -> str:
        return self._("This is your own challenge. Somebody else has to accept it; then your dice come to you.")

    def challenge_closed(self) -> str:
        return self._("This challenge is closed. Post one of your own!")

    # The duel

    def duel_begins(self, host: str | None, guest: str | None) -> str:
        return self._("🎲 {host} plays {guest}").format(host=self.name(host), guest=self.name(guest))

    def dice_are_private(self, host: str | None, guest: str | None) -> str:
        return self._("{host} and {guest}: your dice wait in\na private chat. The button opens it.").format(
            host=self.name(host), guest=self.name(guest)
        )

    def button_to_dice(self) -> str:
        return self._("To your dice")

    def duel_stands(
        self, host: str | None, guest: str | None, host_total: int, guest_total: int, match_round: int
    ) -> str:
        return self._("🎲 {host} plays {guest},\n{totals} after round {round}").format(
            host=self.name(host), guest=self.name(guest), totals=totals(host_total, guest_total), round=match_round
        )

    def duel_won(self, winner: str | None, loser: str | None, winner_total: int, loser_total: int) -> str:
        return self._("🏆 {winner} beat {loser} {totals}").format(
            winner=self.name(winner), loser=self.name(loser), totals=totals(winner_total, loser_total)
        )

    def duel_drawn(self, host: str | None, guest: str | None, host_total: int, guest_total: int) -> str:
        return self._("🤝 {host} and {guest} drew {totals}").format(
            host=self.name(host), guest=self.name(guest), totals=totals(host_total, guest_total)
        )

    def duel_resigned(self, loser: str | None, winner: str | None) -> str:
        return self._("🏆 {loser} resigned. {winner} wins.").format(loser=self.name(loser), winner=self.name(winner))

    def duel_timed_out(self, loser: str | None, winner: str | None) -> str:
        return self._("🏆 {loser}'s time ran out. {winner} wins.").format(
            loser=self.name(loser), winner=self.name(winner)
        )

    def duel_abandoned(self, host: str | None, guest: str | None) -> str:
        return self._("Time ran out for {host} and {guest}.\nNobody wins.").format(
            host=self.name(host), guest=self.name(guest)
        )

    def duel_called_off(self, host: str | None, guest: str | None) -> str:
        return self._("{host} and {guest} play no more.\nTheir match has no result.").format(
            host=self.name(host), guest=self.name(guest)
        )

    def duel_reached(
        self, host: str | None, guest: str | None, host_total: int, guest_total: int, match_round: int
    ) -> str:
        return self._("{host} {totals} {guest} after round {round}").format(
            host=self.name(host), totals=totals(host_total, guest_total), guest=self.name(guest), round=match_round
        )

    # The two players

    def accepted(self, them: str | None) -> str:
        return self._("{name} accepted your challenge.\nThe match is on!").format(name=self.name(them))

    def you_accepted(self, them: str | None) -> str:
        return self._("You accepted {name}'s challenge.\nThe match is on!").format(name=self.name(them))

    def yet_to_come(self, them: str | None) -> str:
        """Of somebody who has a seat, and to whom the bot may not write yet."""
        return self._("{name} has yet to open 7776.").format(name=self.name(them))
