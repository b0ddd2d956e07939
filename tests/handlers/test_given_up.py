"""What could not be told in time, and was given up: the first sign of its player brings it, once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.combinations import Combination
from core.match import DAY, ROUNDS
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import seat_of
from tests.handlers.updates import Update, membership, tapped, typed
from tests.infra.stores import CODE, START, begun, played


def photo(phone: Phone) -> Update:
    update = typed(phone.user, "")
    del update["message"]["text"]
    return update


SIGNS: dict[str, Callable[[Phone], Update]] = {
    "lets the bot in again": lambda phone: membership(phone.user, "member"),
    "types something": lambda phone: typed(phone.user, "hello"),
    "types a command": lambda phone: typed(phone.user, "/rules"),
    "opens the match": lambda phone: typed(phone.user, f"/start {CODE}"),
    "sends a photo": photo,
    "taps what is past": lambda phone: tapped(phone.user, f"change:{CODE}:1"),
}
sign = pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS.keys())


def ends_with(phone: Phone, words: str) -> int:
    """How many of a phone's messages tell of such an end."""
    return sum(words in message.get("text", "").splitlines()[0] for message in phone.messages())


def give_sign(bot: WholeBot, update: Update) -> None:
    bot.tell(bot.update(update))
    for _ in range(2):
        bot.advance(5)


def resign_unheard(bot: WholeBot) -> tuple[Phone, Phone]:
    """Alice has resigned while Bob had blocked the bot, who has let it in again since."""
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    bot.seat(begun(CODE, seat_of(alice), seat_of(bob)))
    bob.block()
    bot.tap(alice, f"resign!:{CODE}")
    bob.unblock()
    return alice, bob


@sign
def test_who_comes_back_hears_how_a_match_has_ended(bot: WholeBot, sign: Callable[[Phone], Update]) -> None:
    _, bob = resign_unheard(bot)
    for _ in range(3):
        give_sign(bot, sign(bob))
        assert ends_with(bob, "resigned. You win!") == 1
    assert f"rematch:{CODE}" in str(bob.last()["reply_markup"])


def test_what_is_still_refused_is_told_when_its_player_is_really_back(bot: WholeBot) -> None:
    _, bob = resign_unheard(bot)
    bob.block()
    for _ in range(2):
        give_sign(bot, typed(bob.user, "hello"))
    bob.unblock()
    give_sign(bot, typed(bob.user, "hello"))
    assert ends_with(bob, "resigned. You win!") == 1


def test_nothing_of_it_is_told_when_the_other_is_forgotten(bot: WholeBot) -> None:
    alice, bob = resign_unheard(bot)
    bot.advance(30 * DAY)
    count = len(bob.messages())
    bot.tap(alice, "forget!")
    assert len(bob.messages()) == count


def test_who_is_forgotten_leaves_nothing_of_what_was_given_up(bot: WholeBot) -> None:
    _, bob = resign_unheard(bot)
    bot.tap(bob, "forget!")
    assert not [item for item in bot.items() if str(bob.id) in str(item["pk"]) or item["pk"]["S"].startswith("USER#-")]


@sign
def test_a_result_whose_answers_were_lost_is_told_by_the_first_sign(
    bot: WholeBot, sign: Callable[[Phone], Update]
) -> None:
    """Nothing changes any more in a match after its last round."""
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    last = bot.seat(played(begun(CODE, seat_of(alice), seat_of(bob)), ROUNDS - 1))
    with bot.api.faults(chat_id=bob.id, method="sendMessage", drop_reply=True):
        for seat, phone in enumerate((alice, bob)):
            [left] = last.open_combinations(seat)
            bot.tap(phone, f"pick:{CODE}:{ROUNDS}:{Combination(left).value}:0")
        for _ in range(5):
            bot.advance(1000)
    after = bot.api.last_call()
    for _ in range(3):
        give_sign(bot, sign(bob))
    sent = [call["parameters"] for call in bot.api.calls(after, "sendMessage")]
    results = [one for one in sent if f"rematch:{CODE}" in str(one.get("reply_markup"))]
    assert [int(one["chat_id"]) for one in results] == [bob.id]
    assert bot.table.cursor(CODE, 1).waits_until is None


def test_a_player_to_whom_all_was_told_costs_no_visit(bot: WholeBot) -> None:
    _, bob = resign_unheard(bot)
    give_sign(bot, typed(bob.user, "hello"))
    give_sign(bot, typed(bob.user, "hello"))
    assert [item for item in bot.items() if item["sk"]["S"].startswith("SCREEN#")] == []
    assert bot.table.untold_codes(bob.id) == []
    assert bot.now > START
