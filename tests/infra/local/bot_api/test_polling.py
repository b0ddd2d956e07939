"""getUpdates, and its two conflicts."""

import threading
import time

from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import RawBot, Webhook


def test_updates_stay_until_an_offset_confirms_them(bot: RawBot, alice: Phone) -> None:
    alice.send("a")
    first, second = bot.call("getUpdates")
    assert bot.call("getUpdates", limit=1) == [first]
    assert bot.call("getUpdates", offset=second["update_id"]) == [second]
    assert bot.call("getUpdates", offset=second["update_id"] + 1) == []


def test_a_negative_offset_keeps_the_last_ones(bot: RawBot, alice: Phone) -> None:
    alice.send("a")
    alice.send("b")
    assert [update["message"]["text"] for update in bot.call("getUpdates", offset=-1)] == ["b"]
    assert len(bot.call("getUpdates")) == 1


def test_a_long_poll_answers_when_something_comes(bot: RawBot, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    writing = threading.Timer(0.2, bob.send, args=("hi",))
    writing.start()
    began = time.monotonic()
    (update,) = bot.call("getUpdates", timeout=20)
    assert update["message"]["text"] == "hi"
    assert time.monotonic() - began < 5
    writing.join()


def test_a_long_poll_ends_with_nothing_after_its_time(bot: RawBot) -> None:
    assert bot.call("getUpdates", timeout=1) == []


def test_another_poll_ends_the_one_that_waits(bot: RawBot) -> None:
    refusals: list[str] = []
    waiting = threading.Thread(target=lambda: refusals.append(bot.refusal("getUpdates", timeout=20)))
    waiting.start()
    time.sleep(0.3)
    bot.call("getUpdates")
    waiting.join(5)
    assert refusals == [
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    ]


def test_setting_a_webhook_ends_a_poll_and_forbids_the_next(bot: RawBot) -> None:
    refusals: list[str] = []
    waiting = threading.Thread(target=lambda: refusals.append(bot.refusal("getUpdates", timeout=20)))
    waiting.start()
    time.sleep(0.3)
    with Webhook() as webhook:
        bot.call("setWebhook", url=webhook.url)
        waiting.join(5)
        assert refusals == ["Conflict: terminated by setWebhook request"]
        answer = bot.answer("getUpdates")
        bot.call("deleteWebhook")
    assert answer["error_code"] == 409
    assert answer["description"] == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )


def test_allowed_updates_hold_for_what_comes_after(bot: RawBot, alice: Phone) -> None:
    bot.call("getUpdates", offset=-1, allowed_updates=["my_chat_member"])
    alice.send("unheard")
    alice.block()
    assert [set(update) - {"update_id"} for update in bot.call("getUpdates")] == [{"message"}, {"my_chat_member"}]


def test_a_repeated_update_is_given_once_more(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    (update,) = bot.call("getUpdates")
    after = update["update_id"] + 1
    assert bot.call("getUpdates", offset=after) == []
    api.update(update)
    assert bot.call("getUpdates", offset=after) == [update]
    assert bot.call("getUpdates", offset=after) == []


def test_it_is_quiet_once_a_poller_has_confirmed_everything(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    (update,) = bot.call("getUpdates")
    idle = threading.Thread(target=api.idle)
    idle.start()
    idle.join(0.3)
    assert idle.is_alive()
    bot.call("getUpdates", offset=update["update_id"] + 1)
    idle.join(5)
    assert not idle.is_alive()
