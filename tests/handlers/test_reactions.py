"""Reactions in the chats: no message of their own, and nothing of them in the other's chat before the reveal."""

from __future__ import annotations

import pytest

from core.combinations import Combination
from core.reactions import Reaction
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot, newest
from tests.handlers.deliveries import seat_of
from tests.infra.stores import CODE, begun


@pytest.fixture
def people(bot: WholeBot) -> tuple[Phone, Phone]:
    """Alice has picked in round 1, and Bob has not."""
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    bot.now += 120
    bot.seat(begun(CODE, seat_of(alice), seat_of(bob)))
    bot.tap(alice, f"pick:{CODE}:1:{Combination.POKER}:0")
    return alice, bob


def offered(phone: Phone) -> dict[str, str]:
    """The reactions under the newest message, by label."""
    found = [button for button in phone.buttons() if button.get("callback_data", "").startswith("react:")]
    return {button["text"]: button["callback_data"] for button in found}


def test_each_sign_has_its_word_and_names_what_it_sets(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    assert offered(people[0]) == {
        "😂 haha": f"react:{CODE}:1:laughter",
        "👏 bravo": f"react:{CODE}:1:applause",
        "😱 oh no": f"react:{CODE}:1:horror",
        "🔥 hot": f"react:{CODE}:1:fire",
    }
    assert offered(people[1]) == {}


def test_a_reaction_comes_with_the_reveal_and_no_message_of_its_own(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    alice, bob = people
    counts = [len(phone.messages()) for phone in people]
    before = bob.messages()
    assert "sees it with the reveal" in bot.tap(alice, f"react:{CODE}:1:laughter")["text"]
    assert "With the reveal: 😂 haha" in alice.last()["text"]
    assert [len(phone.messages()) for phone in people] == counts
    assert bob.messages() == before
    bot.tap(bob, f"pick:{CODE}:1:{Combination.MAJOR_SUM}:0")
    assert "You: 😂 haha" in alice.last()["text"]
    assert "\u2068Alice\u2069: 😂 haha" in bob.last()["text"]
    assert [len(phone.messages()) for phone in people] == [count + 1 for count in counts]


def test_the_same_tap_again_changes_nothing_and_another_one_changes_the_sign(
    bot: WholeBot, people: tuple[Phone, Phone]
) -> None:
    alice, _ = people
    bot.tap(alice, f"react:{CODE}:1:fire")
    once = bot.match(CODE)
    bot.tap(alice, f"react:{CODE}:1:fire")
    assert bot.match(CODE) == once
    assert offered(alice)["● 🔥 hot"] == f"react:{CODE}:1:none"
    bot.tap(alice, f"react:{CODE}:1:applause")
    assert "With the reveal: 👏 bravo" in alice.last()["text"]
    bot.tap(alice, f"react:{CODE}:1:none")
    assert "With the reveal" not in alice.last()["text"]


def test_what_comes_too_late_is_told_so(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    alice, bob = people
    bot.tap(bob, f"pick:{CODE}:1:{Combination.MAJOR_SUM}:0")
    match, shown = bot.match(CODE), [phone.messages() for phone in people]
    answer = bot.tap(alice, f"react:{CODE}:1:{Reaction.FIRE}", newest(alice))
    assert "Round 1 is over" in answer["text"]
    assert bot.match(CODE) == match
    assert [phone.messages() for phone in people] == shown


@pytest.mark.parametrize(
    "data", [f"react:{CODE}:1:love", f"react:{CODE}:1:", f"react:{CODE}:17:fire", "react:x:1:fire"]
)
def test_a_forged_reaction_is_none(bot: WholeBot, people: tuple[Phone, Phone], data: str) -> None:
    before = bot.match(CODE)
    assert "out of date" in bot.tap(people[0], data)["text"]
    assert bot.match(CODE) == before
