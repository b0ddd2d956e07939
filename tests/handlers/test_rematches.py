"""Rematches that come to nothing: what the one who is asked hears of them, and for how long."""

from __future__ import annotations

import pytest

from core.match import INVITATION_LASTS, Match, Status
from handlers.chat.rematches import OFFERS
from infra.local.phone import Phone
from tests.handlers.bots import Answer, WholeBot
from tests.handlers.deliveries import seat_of
from tests.infra.stores import CODE, begun


class Friends:
    """Alice and Bob, whose match has ended."""

    def __init__(self, bot: WholeBot) -> None:
        bot.begin_test()
        self.bot = bot
        self.alice, self.bob = bot.people("Alice", "Bob")
        bot.seat(begun(CODE, seat_of(self.alice), seat_of(self.bob)))
        bot.now += 60
        bot.tap(self.alice, f"resign!:{CODE}")

    def ask(self, phone: Phone, code: str = CODE) -> Answer:
        return self.bot.tap(phone, f"rematch:{code}")

    def offer(self) -> Match | None:
        """The rematch that waits for an answer."""
        return next((match for match in self.bot.matches() if match.status is Status.OPEN), None)

    def withdraw(self, phone: Phone) -> None:
        offer = self.offer()
        assert offer is not None
        self.bot.tap(phone, f"cancel:{offer.code}")

    def rings(self, after: int) -> list[str]:
        """The messages that rang at Bob's."""
        calls = [call["parameters"] for call in self.bot.api.calls(after, "sendMessage")]
        mine = [one for one in calls if str(one["chat_id"]) == str(self.bob.id)]
        return [one["text"] for one in mine if not one.get("disable_notification")]


@pytest.fixture
def friends(bot: WholeBot) -> Friends:
    return Friends(bot)


def test_who_asks_for_a_rematch_and_takes_it_back_rings_a_few_times_and_no_more(friends: Friends) -> None:
    after = friends.bot.api.last_call()
    for _ in range(OFFERS):
        friends.ask(friends.alice)
        friends.withdraw(friends.alice)
    for _ in range(3):
        answer = friends.ask(friends.alice)["text"]
        assert "You have asked three times" in answer
        assert "Bob" in answer
    assert ["wants a rematch" in text for text in friends.rings(after)] == [True] * OFFERS


@pytest.mark.parametrize("end", ["declined", "left unanswered"])
def test_offers_that_are_declined_or_run_out_are_not_repeated_for_ever(friends: Friends, end: str) -> None:
    for _ in range(OFFERS):
        friends.ask(friends.alice)
        if end == "declined":
            friends.withdraw(friends.bob)
        else:
            friends.bot.advance(INVITATION_LASTS)
    assert "three times" in friends.ask(friends.alice)["text"]
    assert friends.offer() is None


def test_no_offer_that_came_to_nothing_can_be_followed_by_more_of_them(friends: Friends) -> None:
    """Its code is known to who asked, and callback data can be forged."""
    for _ in range(OFFERS):
        friends.ask(friends.alice)
        friends.withdraw(friends.alice)
    for vain in friends.bot.matches():
        assert "three times" in friends.ask(friends.alice, vain.code)["text"]


def test_the_other_can_ask_still_and_a_match_that_is_played_makes_the_offers_forgotten(friends: Friends) -> None:
    for _ in range(OFFERS):
        friends.ask(friends.alice)
        friends.withdraw(friends.bob)
    friends.ask(friends.bob)
    friends.ask(friends.alice)
    [match] = [match for match in friends.bot.matches() if match.status is Status.ACTIVE]
    assert [seat.name for seat in match.seats] == ["Bob", "Alice"]
    friends.bot.tap(friends.alice, f"resign!:{match.code}")
    friends.ask(friends.alice, match.code)
    assert friends.offer() is not None
