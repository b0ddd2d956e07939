"""A chat has its turn in a batch, and then waits for its visit; others have theirs."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from handlers.chat.turns import TURN_S, Turns
from infra.courier import MustWaitError
from infra.screen import Screen
from tests.handlers.perils import Chats, Message, Peril, PerilousBot
from tests.infra.stores import CODE, begun, guest, host, played

ALICE, BOB = 1, 2
SCREEN = Screen("sendMessage", {"text": "hand"})


class Slow:
    """A courier to whom each send takes so many seconds."""

    def __init__(self, takes_s: int) -> None:
        self.now, self.shown = 0, 0
        self._takes_s = takes_s

    async def show(self, screen: Screen, chat_id: int, message_id: int | None = None) -> int:
        self.now += self._takes_s
        self.shown += 1
        return self.shown

    async def show_inline(self, screen: Screen, inline_message_id: str) -> None:
        await self.show(screen, 0)


def sent(turns: Turns, chat_id: int, wanted: int) -> int:
    """How many of the wanted messages a chat gets."""
    for count in range(wanted):
        try:
            asyncio.run(turns.show(SCREEN, chat_id))
        except MustWaitError:
            return count
    return wanted


@pytest.mark.parametrize("takes_s, expected", [(0, 50), (1, TURN_S), (4, 3), (5, 2), (60, 1)])
def test_a_chat_gets_no_more_messages_once_its_time_is_up(takes_s: int, expected: int) -> None:
    slow = Slow(takes_s)
    assert sent(Turns(slow, lambda: slow.now), ALICE, 50) == expected


def test_one_chat_does_not_take_another_ones_time() -> None:
    slow = Slow(5)
    turns = Turns(slow, lambda: slow.now)
    assert [sent(turns, chat, 9) for chat in (ALICE, BOB, ALICE)] == [2, 2, 0]


def test_what_waits_for_its_turn_waits_for_a_moment_and_is_not_in_doubt() -> None:
    slow = Slow(TURN_S)
    turns = Turns(slow, lambda: slow.now)
    asyncio.run(turns.show_inline(SCREEN, "posted"))
    with pytest.raises(MustWaitError) as refused:
        asyncio.run(turns.show_inline(SCREEN, "posted"))
    assert (refused.value.retry_after_s, refused.value.may_have_arrived) == (1, False)


def test_a_slow_chat_keeps_no_batch_for_long_and_hears_all_from_its_visits() -> None:
    heard: Counter[int] = Counter()

    def hear(user_id: int, message: Message, is_new: bool) -> None:
        heard[user_id] += is_new and "All ten" in message.text

    bot = PerilousBot(Chats(Peril(), hear))
    saved = bot.table.save(None, begun(CODE, host(ALICE), guest(BOB)))
    for rounds in range(1, 7):
        saved = bot.table.save(saved, played(begun(CODE, host(ALICE), guest(BOB)), rounds))

    def take_time() -> None:
        bot.now += 4

    bot.chats.take_time = take_time
    began = bot.now
    assert bot.tell(bot.untold())
    assert bot.now - began <= 2 * (TURN_S + 4)  # the two chats, whose sends here come one after the other
    while bot.queue:
        bot.now = max(bot.now, min(bot.queue)[0])
        assert bot.visit(min(bot.queue))
    assert heard == {ALICE: 6, BOB: 6}
    bot.close()
