"""What everybody sees of a duel depends on nothing hidden: neither seat's dice, nor a pick before its reveal.

Each test plays a duel in two worlds that differ only in what is not revealed yet; the duel's message and all else that
leaves for the chat must be the same, call for call.
"""

from __future__ import annotations

import pytest

from core import duel
from core.match import HOUR, Place
from infra.local.phone import Phone
from infra.posted_names import PostedName
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import seat_of
from tests.handlers.duelling import GROUP_ID
from tests.handlers.secrecy import World, worlds
from tests.infra.stores import CODE, START

PLACES = (Place(inline_message_id="AgAAANw3AABOZCLWZ1Jc2zpLzXg"), Place(chat_id=GROUP_ID, message_id=41))
Call = dict[str, object]


def seen(bot: WholeBot, place: Place, world: World, hidden_seat: int) -> list[Call]:
    """All calls that concern the chat where a duel is watched, until a moment before its first reveal."""
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    after = bot.api.last_call()
    begin(bot, place, world, alice, bob)
    hidden = (alice, bob)[hidden_seat]
    pick_and_change(bot, hidden, world)
    bot.advance(20 * HOUR)
    bot.type(hidden, f"/join {CODE}")
    return [call["parameters"] for call in bot.api.calls(after) if is_watched(call["parameters"], place)]


def begin(bot: WholeBot, place: Place, world: World, alice: Phone, bob: Phone) -> None:
    """Bob accepts what Alice has posted."""
    bot.table.keep_posted_name(alice.id, PostedName(name="Alice", language="en", expires_at=START))
    bot.seat(duel.accept(CODE, world.secret, seat_of(alice), seat_of(bob), START, 24 * HOUR, place))


def pick_and_change(bot: WholeBot, phone: Phone, world: World) -> None:
    first, second = world.picks
    bot.tap(phone, f"pick:{CODE}:1:{first}:0")
    bot.tap(phone, f"change:{CODE}:1")
    bot.tap(phone, f"pick:{CODE}:1:{second}:1")


def is_watched(parameters: Call, place: Place) -> bool:
    if place.inline_message_id:
        return parameters.get("inline_message_id") == place.inline_message_id
    return parameters.get("chat_id") == place.chat_id


@pytest.mark.parametrize("place", PLACES, ids=["inline", "group"])
@pytest.mark.parametrize("hidden_seat", [0, 1])
def test_before_a_reveal_all_that_is_watched_is_the_same_whatever_is_hidden(
    bot: WholeBot, place: Place, hidden_seat: int
) -> None:
    one, other = (seen(bot, place, world, hidden_seat) for world in worlds(1 - hidden_seat, 1))
    assert one == other
    assert len(one) == 1  # that the match is on; no pick, change or reminder shows


@pytest.mark.parametrize("place", PLACES, ids=["inline", "group"])
def test_no_call_for_the_watched_chat_holds_a_hand_a_pick_button_or_the_secret(bot: WholeBot, place: Place) -> None:
    world, _ = worlds(0, 1)
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    after = bot.api.last_call()
    begin(bot, place, world, alice, bob)
    for phone in (alice, bob):
        bot.tap(phone, f"pick:{CODE}:1:two:0")
    bot.tap(alice, f"pick:{CODE}:2:poker:0")
    bot.tap(bob, f"resign!:{CODE}")
    watched = [call for call in bot.api.calls(after) if is_watched(call["parameters"], place)]
    assert {call["method"] for call in watched} == {"editMessageText"}
    assert len(watched) == 3
    for call in watched:
        told = str(call["parameters"])
        assert "Poker" not in told  # Alice's pick of a round that never was revealed
        assert not any(hidden in told for hidden in ("pick:", "Your dice", world.secret.hex()))
