"""Functions that die between any two of their acts on the outside: what comes again finishes what was begun."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from core.combinations import Combination
from core.match import Match, Status, pick, tick
from tests.handlers.perils import Chats, Message, Peril, PerilousBot
from tests.handlers.updates import Update, tapped, typed, user
from tests.infra.stores import CODE, START, begun, guest, host, opened, played

ALICE, BOB = user(101), user(102, "Bob")


def what(update: Update) -> str:
    return str(update["message"]["text"] if "message" in update else update["callback_query"]["data"])


def new_bot(*matches: Match) -> PerilousBot:
    """A bot whose table has these matches, of which nobody has been told."""
    bot = PerilousBot(Chats(Peril(), lambda *_: None))
    for match in matches:
        bot.table.save(None, match)
    return bot


def table() -> Match:
    return opened(CODE, host(101))


def match() -> Match:
    return begun(CODE, host(101), guest(102))


def ended(rounds: int = 0) -> Match:
    return played(match(), rounds).model_copy(update={"status": Status.ABANDONED, "deadline": None, "due_at": None})


def kept(bot: PerilousBot) -> dict[tuple[str, str], Any]:
    """What is kept: matches, but for the secrets of new ones, lists and profiles."""
    items = {(item["pk"]["S"], item["sk"]["S"]): dict(item) for item in bot.database.items()}
    for item in items.values():
        item.pop("secret", None)
    return {key: item for key, item in items.items() if not key[1].startswith(("COUNT", "SERVED#", "SCREEN#"))}


@pytest.mark.parametrize(
    "before, update",
    [
        (None, typed(ALICE, "/new")),
        (None, tapped(ALICE, "solo:best")),
        (table(), typed(BOB, f"/join {CODE}")),
        (table(), typed(ALICE, "/cancel")),
        (table(), tapped(ALICE, f"pace:{CODE}:1h")),
        (match(), tapped(ALICE, f"pick:{CODE}:1:poker:0")),
        (played(match(), 15), tapped(BOB, f"pick:{CODE}:16:1:0")),
        (match(), tapped(ALICE, f"resign!:{CODE}")),
        (match(), tapped(ALICE, f"table:{CODE}")),
        (ended(), tapped(ALICE, f"rematch:{CODE}")),
    ],
    ids=lambda value: what(value) if isinstance(value, dict) else "",
)
def test_an_update_whose_webhook_died_anywhere_comes_to_the_same_when_it_comes_again(
    before: Match | None, update: Update
) -> None:
    matches = [] if before is None else [before]
    expected = new_bot(*matches)
    expected.update(update)
    for crash in itertools.count():
        bot = new_bot(*matches)
        if bot.update(update, crash) is not None:
            break
        assert bot.update(update) is not None
        assert kept(bot) == kept(expected), crash
    assert crash >= 2


def test_a_cancel_that_comes_again_closes_the_table_that_it_was_for_and_no_other() -> None:
    bot = new_bot(table())
    cancel = typed(ALICE, "/cancel")
    assert bot.update(cancel, crash=4) is None
    assert statuses(bot) == [Status.OPEN]
    bot.now += 60
    bot.update(tapped(ALICE, "new:1h"))
    bot.update(cancel)
    assert statuses(bot) == [Status.CANCELLED, Status.OPEN]


def test_a_rematch_that_comes_again_is_not_asked_for_anew_once_the_other_has_said_no() -> None:
    bot = new_bot(ended())
    asked = tapped(ALICE, f"rematch:{CODE}")
    assert bot.update(asked, crash=4) is None
    assert len(bot.matches()) == 1
    bot.update(tapped(BOB, f"rematch:{CODE}"))
    [offer] = [one for one in bot.matches() if one.code != CODE]
    bot.update(tapped(BOB, f"cancel:{offer.code}"))
    bot.update(asked)
    assert statuses(bot) == [Status.ABANDONED, Status.CANCELLED]


def test_time_that_was_given_before_a_crash_is_noted_where_it_was_offered_when_the_tap_comes_again() -> None:
    picked = pick(match(), 101, 1, Combination.POKER, 0, START + 60)
    bot = new_bot(tick(picked, picked.due_at or 0))
    bot.now = picked.due_at or 0
    gives = tapped(ALICE, f"more:{CODE}:{picked.deadline}", message_id=77)
    for crash in itertools.count():
        if bot.update(gives, crash) is not None:
            break
    [given] = bot.matches()
    assert given.deadline == (picked.deadline or 0) + given.round_lasts
    screens = [item for item in bot.database.items() if item["sk"]["S"].startswith("SCREEN#")]
    assert [(screen["name"]["S"], screen["message_id"]["N"]) for screen in screens] == [("given", "77")]
    assert crash >= 2


def statuses(bot: PerilousBot) -> list[Status]:
    return [one.status for one in bot.matches()]


def test_each_chat_hears_all_in_order_and_one_message_twice_at_most_wherever_deliver_dies() -> None:
    """python-telegram-bot#1045: a send was retried into six copies."""
    expected, _ = told(None)
    assert len(expected) == 11
    for crash in itertools.count():
        heard, has_died = told(crash)
        assert [text for text, after in itertools.pairwise([*heard, None]) if text != after] == expected, crash
        assert len(heard) <= len(expected) + 1, crash
        if not has_died:
            break
    assert crash > 40


def told(crash: int | None) -> tuple[list[tuple[int, str]], bool]:
    """What Alice and then Bob were sent of two rounds of a match, and whether deliver has died once on the way."""
    sent: list[tuple[int, str]] = []

    def hear(user_id: int, message: Message, is_new: bool) -> None:
        sent.extend([(user_id, message.text)] if is_new else [])

    bot = PerilousBot(Chats(Peril(), hear))
    saved = bot.table.save(None, table())
    for after in (match(), *(played(match(), rounds) for rounds in (1, 2)), ended(2)):
        saved = bot.table.save(saved, after)
    bot.tell(bot.untold(), crash) or bot.tell(bot.untold())
    bot.close()
    return sorted(sent, key=lambda message: message[0]), bot.peril.has_died
