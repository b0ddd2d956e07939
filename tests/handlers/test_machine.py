"""Everything that three people may do, in any order, while functions die between any two of their acts: what is stored
is what the rules make of it, and what is told is told once, in order, and not too early.

`EXAMPLES` tries more than CI does; all follow from one seed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant

from core.match import Match, Seat
from core.reactions import reaction_in
from tests.handlers.acts import Acts
from tests.handlers.doing import PEOPLE
from tests.handlers.rulebook import HOUSE, Table

EXAMPLES: Final = int(os.environ.get("EXAMPLES", "30"))
STEPS: Final = 40


class Machine(Acts):
    """What must hold after each act, and in the end."""

    @invariant()
    def all_is_well(self) -> None:
        self.has_failed = True
        self.what_is_stored_is_what_the_rules_say()
        self.what_has_ended_stays_ended()
        self.statistics_and_lists_agree_with_matches()
        self.chats_are_told_what_they_may_know_once_and_in_order()
        self.a_chat_has_one_keyboard_for_a_match()
        self.only_who_has_refused_messages_cannot_be_reached()
        self.has_failed = False

    def what_is_stored_is_what_the_rules_say(self) -> None:
        stored = {match.code: match for match in self.bot.matches()}
        assert stored.keys() == self.book.tables.keys()
        for code, table in self.book.tables.items():
            assert_same(stored[code], table, self.bot.now)

    def what_has_ended_stays_ended(self) -> None:
        now = {match.code: match for match in self.bot.matches() if match.is_over}
        assert self.over == {code: now.get(code) for code in self.over}
        self.over = now

    def statistics_and_lists_agree_with_matches(self) -> None:
        secrets, over = self.listener.secrets, set(self.over)
        for user_id in PEOPLE:
            expected = self.book.statistics(user_id, secrets, over)
            profile = self.bot.table.profile(user_id)
            kept = profile.model_dump() if profile else {}
            counts = {name: kept.get(name, 0) for name in (*expected, "played", "won", "lost", "points", "solo_played")}
            assert counts == {name: expected[name] for name in counts}
            seated = {code for code, table in self.book.tables.items() if user_id in table.people()}
            assert set(self.bot.table.live_codes(user_id)) == seated - over

    def chats_are_told_what_they_may_know_once_and_in_order(self) -> None:
        assert self.listener.problems == []

    def a_chat_has_one_keyboard_for_a_match(self) -> None:
        for place, held in self.listener.keyboards(self.chats.messages).items():
            live = [one for one in held if one not in self.listener.excused]
            assert len(live) <= 1, place

    def only_who_has_refused_messages_cannot_be_reached(self) -> None:
        for match in self.bot.matches():
            gone = {seat.user_id for seat in match.seats if seat.is_unreachable}
            assert gone <= self.was_blocked

    def teardown(self) -> None:
        """In the end all is told to everybody who can be reached."""
        try:
            if not self.has_failed:
                self.come_to_rest()
        finally:
            self.bot.close()

    def come_to_rest(self) -> None:
        missed = set(self.chats.refusals)
        for user_id in PEOPLE:
            self.unblock(user_id, None)
        for _ in range(200):
            self.tell_all()
            if not self.bot.queue:
                break
            self.visit(None, [])
        self.chats_are_told_what_they_may_know_once_and_in_order()
        self.what_is_stored_is_what_the_rules_say()
        assert (self.bot.untold(), self.bot.queue) == ([], [])
        for user_id, code, table in self.seats():
            stored = self.bot.table.match(code)
            assert stored is not None
            if not (stored.is_over and user_id in missed):
                assert self.listener.heard[user_id, code] == stored.revealed, (user_id, code)
                assert ((user_id, code) in self.listener.ended) == stored.is_over, (user_id, code, table)

    def seats(self) -> Iterator[tuple[int, str, Table]]:
        for code, table in self.book.tables.items():
            for seat in table.seats:
                if seat.user_id != HOUSE:
                    yield seat.user_id, code, table


def said_in(seat: Seat) -> dict[int, str]:
    """What a stored seat says of each round."""
    said = {number: reaction_in(seat, number) for number in range(1, 17)}
    return {number: str(reaction) for number, reaction in said.items() if reaction}


def assert_same(stored: Match, table: Table, now: int) -> None:
    """What is stored is the table as it stands, or as it stood at its deadline where nobody has looked since."""
    seats = [(seat.user_id, [str(one) for one in seat.picked[: stored.revealed]]) for seat in stored.seats]
    assert [user_id for user_id, _ in seats] == table.people()
    if table.seats:
        assert [picks for _, picks in seats] == [seat.picks for seat in table.seats]
        assert [stored.standing_pick(at) for at in (0, 1)] == [seat.standing for seat in table.seats]
        assert [seat.nth for seat in stored.seats] == [seat.made for seat in table.seats]
        assert [said_in(seat) for seat in stored.seats] == [seat.said for seat in table.seats]
    assert stored.pace == table.pace
    if stored.is_over or not table.is_over:
        assert (stored.status.value, stored.ended_by) == (table.status, table.ended_by)
    else:
        assert stored.deadline is not None
        assert stored.deadline <= now
    if not stored.is_over:
        assert (stored.deadline, stored.is_reminded) == (table.deadline, table.is_reminded)


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # to shrink an example takes minutes
    suppress_health_check=list(HealthCheck),
)
