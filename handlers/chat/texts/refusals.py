"""Why a tap or a command did not do what it says: one kind, exact sentence each, short enough for a toast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core import codes
from core.combinations import Combination
from core.match import Refusal
from core.view import View
from handlers.chat.texts.words import Words

R = Refusal


@dataclass(frozen=True)
class _Case:
    """What a refusal may speak of; the combination by its label."""

    view: View | None
    match_round: int | None
    combination: str | None
    names: Sequence[str]

    @property
    def them(self) -> str | None:
        return self.view.their_name if self.view else None


class RefusalTexts(Words):
    """Plain text, at most 200 characters whatever the names."""

    def refusal(
        self,
        refusal: Refusal,
        view: View | None = None,
        *,
        match_round: int | None = None,
        combination: Combination | None = None,
        names: Sequence[str],
    ) -> str:
        """The sentence for a refused move: the round and combination are the tapped ones, and `names` the players at
        the table, one or two, whom a stranger may be told of."""
        label = None if combination is None else self.label(combination)
        return self._sentences()[refusal](_Case(view, match_round, label, names))

    def toast_picked(self, combination: Combination, waiting_for: str | None = None) -> str:
        if waiting_for is None:
            return self._("You picked {combination}.").format(combination=self.label(combination))
        return self._("You picked {combination}. Waiting for {name}.").format(
            combination=self.label(combination), name=self.plain_name(waiting_for)
        )

    def toast_change(self) -> str:
        return self._("Your pick stands until you pick another.")

    def toast_pace(self, seconds: int) -> str:
        return self._("Each pick may take {pace}.").format(pace=self.pace(seconds))

    def toast_given(self, them: str | None, seconds: int) -> str:
        return self._("You gave {name} {time} more.").format(name=self.plain_name(them), time=self.pace(seconds))

    def too_many_commands(self, count: int) -> str:
        return self._("That was a lot at once: {count} in a minute are the most. Try again in a minute.").format(
            count=count
        )

    def too_many_tables(self, count: int) -> str:
        return self._("You have {count} open tables. Let friends join them, or cancel one.").format(count=count)

    def too_many_matches(self, count: int) -> str:
        return self._("You are in {count} matches at once. Finish one, then begin another.").format(count=count)

    def toast_outdated(self) -> str:
        return self._("This button is out of date. /matches brings your tables back.")

    def not_found(self, code: str) -> str:
        return self._("No table has the code {code}.").format(code=codes.shown(code))

    def which_code(self) -> str:
        return self._("Send the code after /join, as in: /join 7K3M-Q9XA")

    def nothing_to_resign(self, *, has_tables: bool) -> str:
        sentence, way_on = self._("You are in no match that you could resign."), self._("/cancel closes an open table.")
        return f"{sentence} {way_on}" if has_tables else sentence

    def nothing_to_cancel(self, *, has_matches: bool) -> str:
        sentence, way_on = self._("You have no open table to cancel."), self._("/resign gives a match up.")
        return f"{sentence} {way_on}" if has_matches else sentence

    def _sentences(self) -> dict[Refusal, Callable[[_Case], str]]:
        return {
            R.STRANGER: self._stranger,
            R.NOT_STARTED: self._not_started,
            R.ALREADY_STARTED: lambda _: self._("This match has started. /resign gives it up."),
            R.ENDED: lambda _: self._("This match has ended."),
            R.CANCELLED: lambda _: self._("This table was cancelled."),
            R.EXPIRED: lambda _: self._("This invitation has expired."),
            R.FULL: self._full,
            R.OWN_TABLE: lambda _: self._("This is your own table. Send the link to a friend."),
            R.ALREADY_SEATED: lambda case: self._("You already play {name} at this table.").format(
                name=self.plain_name(case.them)
            ),
            R.ROUND_OVER: self._round_over,
            R.ROUND_NOT_BEGUN: lambda case: self._("Round {round} has not begun.").format(round=case.match_round),
            R.COMBINATION_USED: lambda case: self._("You have used {combination}.").format(
                combination=case.combination
            ),
            R.OTHER_PICK_STANDS: self._other_pick_stands,
            R.NOTHING_PICKED: lambda _: self._("You have not picked in this round yet."),
            R.UNKNOWN_COUNT: lambda _: self.toast_outdated(),
            R.NOT_ENDED: lambda _: self._("This match is still on. You get that at its end."),
            R.DEADLINE_MOVED: lambda _: self._("This deadline has moved already."),
            R.HOST_ONLY: lambda _: self._("Only the one who opened the table can change it."),
            R.OPPONENT_LEFT: lambda _: self._("This player has left 7776."),
            R.ASKED_ENOUGH: lambda case: self._(
                "You have asked three times. {name} can still ask you for a rematch."
            ).format(name=self.plain_name(case.them)),
            R.UNCONFIRMED: lambda _: self._("Not picked yet: the message asks you first."),
            R.NO_COACH: lambda _: self._("The coach helps against the house alone."),
        }

    def _stranger(self, case: _Case) -> str:
        names = [self.plain_name(name) for name in case.names]
        if len(names) == 2:
            return self._("This is {host} and {guest}'s table.").format(host=names[0], guest=names[1])
        return self._("This is {host}'s table.").format(host=names[0])

    def _full(self, case: _Case) -> str:
        host, guest = (self.plain_name(name) for name in case.names)
        return self._("This table is full: {host} plays {guest} here.").format(host=host, guest=guest)

    def _not_started(self, case: _Case) -> str:
        if case.them is None:
            return self._("Nobody has joined this table yet.")
        return self._("The rematch with {name} has not started yet.").format(name=self.plain_name(case.them))

    def _round_over(self, case: _Case) -> str:
        if case.view is None:
            return self.toast_outdated()
        sentence = self._("Round {round} is over; round {now} is below.").format(
            round=case.match_round, now=case.view.round
        )
        counted = [shown.mine.combination for shown in case.view.reveals if shown.round == case.match_round]
        return " ".join([sentence, *(self.toast_picked(combination) for combination in counted)])

    def _other_pick_stands(self, case: _Case) -> str:
        if case.view is None or case.view.my_pick is None:
            return self.toast_outdated()
        return self._("You picked {combination}; tap Change to pick another.").format(
            combination=self.label(case.view.my_pick)
        )
