"""Updates on their way through the inbox: their order, their second tries, and what may be confirmed meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from infra.local import inbox
from infra.local.inbox import Inbox, Update, user_of

WITHIN_S = 10


def message(update_id: int, user_id: int = 1) -> Update:
    return {"update_id": update_id, "message": {"from": {"id": user_id}, "text": "hi"}}


def tap(update_id: int, user_id: int = 1) -> Update:
    return {"update_id": update_id, "callback_query": {"from": {"id": user_id}, "data": "rules:0"}}


@dataclass
class Handler:
    """Takes updates, but not those of `refused`, and none of `held` before it is let go."""

    refused: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    begun: list[int] = field(default_factory=list)
    begun_at: list[float] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, update: Update) -> bool:
        update_id = update["update_id"]
        self.begun.append(update_id)
        self.begun_at.append(time.monotonic())
        await asyncio.sleep(0)
        if update_id in self.held:
            await self.released.wait()
        if update_id in self.refused:
            return False
        self.taken.append(update_id)
        return True


def run(test: Callable[[Handler, Inbox], Awaitable[None]], pause_scale: float = 0.001) -> None:
    async def body() -> None:
        handler = Handler()
        made = Inbox(handler, pause_scale)
        await asyncio.wait_for(test(handler, made), WITHIN_S)
        await made.stop(WITHIN_S)

    asyncio.run(body())


async def until(holds: Callable[[], Any]) -> None:
    while not holds():  # noqa: ASYNC110 (nothing tells of it)
        await asyncio.sleep(0.001)


def test_what_was_fetched_is_confirmed_only_once_it_is_finished() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.held = {11}
        updates.add([message(10), message(11), message(12, user_id=2)])
        await until(lambda: 12 in handler.taken)
        assert updates.offset == 11
        handler.released.set()
        await updates.settled(WITHIN_S)
        assert updates.offset == 13
        assert updates.is_empty

    run(test)


def test_nothing_is_confirmed_before_the_first_update() -> None:
    assert Inbox(Handler()).offset is None


def test_one_users_updates_wait_for_each_other_and_nobody_elses() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.held = {1}
        updates.add([message(1), tap(2), message(3, user_id=2), tap(4, user_id=2)])
        await until(lambda: 4 in handler.taken)
        assert handler.begun == [1, 3, 4]
        handler.released.set()
        await updates.settled(WITHIN_S)
        assert handler.taken == [3, 4, 1, 2]

    run(test)


def test_what_comes_again_unconfirmed_is_not_handled_again() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.held = {1}
        assert updates.add([message(1), message(2, user_id=2)])
        await until(lambda: 2 in handler.taken)
        assert not updates.add([message(1), message(2, user_id=2)])
        handler.released.set()
        await updates.settled(WITHIN_S)
        assert not updates.add([message(1), message(2, user_id=2)])
        assert handler.begun == [1, 2]
        assert updates.offset == 3

    run(test)


def test_a_repeat_of_a_confirmed_update_is_handled_as_telegram_would_bring_it() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        updates.add([message(7)])
        await updates.settled(WITHIN_S)
        updates.add([])
        updates.add([message(7)])
        await updates.settled(WITHIN_S)
        assert handler.taken == [7, 7]

    run(test)


def test_numbers_may_begin_anew_at_a_lower_one() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        updates.add([message(900)])
        await updates.settled(WITHIN_S)
        updates.add([message(20)])
        await updates.settled(WITHIN_S)
        assert updates.offset == 21

    run(test)


def test_an_update_that_is_not_taken_is_tried_again_after_growing_pauses() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.refused = {1}
        updates.add([message(1), message(2)])
        await until(lambda: len(handler.begun_at) >= 6)
        assert set(handler.begun) == {1}
        gaps = [later - earlier for earlier, later in itertools.pairwise(handler.begun_at)]
        assert all(gap >= 0.01 * pause for gap, pause in zip(gaps, (0, 2, 4, 8, 16), strict=False))
        handler.refused = set()
        await updates.settled(WITHIN_S)
        assert handler.taken == [1, 2]

    run(test, pause_scale=0.01)


def test_a_handler_that_raises_has_not_taken_the_update(caplog: pytest.LogCaptureFixture) -> None:
    async def body() -> None:
        tries: list[int] = []

        async def handle(update: Update) -> bool:
            tries.append(update["update_id"])
            if len(tries) == 1:
                raise RuntimeError
            return True

        updates = Inbox(handle, 0.001)
        updates.add([message(1)])
        await updates.settled(WITHIN_S)
        assert tries == [1, 1]
        assert updates.offset == 2

    asyncio.run(body())
    assert "An update was not handled" in caplog.text


@pytest.mark.parametrize("late", [tap(1), {"update_id": 1, "inline_query": {"from": {"id": 1}, "query": ""}}])
def test_what_somebody_waits_for_is_given_up_after_its_time_and_the_next_one_comes(
    caplog: pytest.LogCaptureFixture, late: dict[str, Any]
) -> None:
    async def body() -> None:
        handler = Handler(refused={1})
        updates = Inbox(handler, tap_lives_s=0)
        updates.add([late, tap(2)])
        await updates.settled(WITHIN_S)
        assert handler.taken == [2]
        assert updates.offset == 3

    asyncio.run(body())
    assert "update_given_up" in caplog.text


def test_one_that_keeps_failing_does_not_keep_the_rest_from_being_fetched() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.refused = {0}
        updates.add([message(0), *(message(number, user_id=2) for number in range(1, inbox.WINDOW))])
        await until(lambda: len(handler.taken) == inbox.WINDOW - 1)
        updates.add([message(number, user_id=number and 2) for number in range(inbox.WINDOW)])
        assert updates.offset == inbox.WINDOW
        handler.refused = set()
        await updates.settled(WITHIN_S)
        assert handler.taken[-1] == 0

    run(test)


def test_while_nothing_can_be_taken_nothing_is_passed_over() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.refused = set(range(inbox.WINDOW))
        waiting = [message(number, user_id=number) for number in range(inbox.WINDOW)]
        updates.add(waiting)
        updates.add(waiting)
        assert updates.offset == 0

    run(test)


def test_a_stop_finishes_what_is_under_way_and_leaves_the_rest_unconfirmed() -> None:
    async def test(handler: Handler, updates: Inbox) -> None:
        handler.held, handler.refused = {1}, {3}
        updates.add([message(1), message(2), message(3, user_id=3)])
        await until(lambda: 3 in handler.begun)
        stopping = asyncio.create_task(updates.stop(WITHIN_S))
        await asyncio.sleep(0.01)
        handler.released.set()
        await stopping
        assert handler.taken == [1]
        assert updates.offset == 2

    run(test, pause_scale=1)


@pytest.mark.parametrize(
    "update, user_id",
    [
        (message(1, user_id=5), 5),
        (tap(1, user_id=6), 6),
        ({"update_id": 1, "my_chat_member": {"from": {"id": 7}, "chat": {"id": 7}}}, 7),
        ({"update_id": 1, "poll": {"id": "1"}}, 0),
        ({"update_id": 1}, 0),
    ],
)
def test_an_update_belongs_to_whoever_caused_it(update: Update, user_id: int) -> None:
    assert user_of(update) == user_id
