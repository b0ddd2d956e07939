"""The phone that tests and the demo hold."""

from collections.abc import Iterator

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone, PhoneError

TOKEN = "7700:" + "A" * 35
KEYBOARD = {
    "inline_keyboard": [
        [{"text": "1 ✓", "callback_data": "pick:1"}, {"text": "2", "callback_data": "pick:2"}],
        [{"text": "Open", "url": "https://t.me/x_bot"}],
    ]
}


@pytest.fixture
def api() -> Iterator[LocalBotApi]:
    with running(BotApi(token=TOKEN, answer_within=0.05)) as url, LocalBotApi(url) as api:
        yield api


@pytest.fixture
def alice(api: LocalBotApi) -> Phone:
    alice = api.phone("Alice", language_code="de")
    alice.send("/start")
    api.post(f"/bot{TOKEN}/sendMessage", {"chat_id": alice.id, "text": "Pick", "reply_markup": KEYBOARD})
    return alice


def test_a_button_is_tapped_by_its_label_or_its_data(alice: Phone, api: LocalBotApi) -> None:
    assert not alice.tap("1 ✓").answered
    alice.tap("pick:2")
    updates = api.post(f"/bot{TOKEN}/getUpdates")["result"]
    assert [update["callback_query"]["data"] for update in updates[1:]] == ["pick:1", "pick:2"]


def test_a_button_that_is_not_there_is_named_beside_those_that_are(alice: Phone) -> None:
    with pytest.raises(PhoneError, match=r"no button 'Poker' in \['1 ✓', '2', 'Open'\]"):
        alice.tap("Poker")


def test_the_buttons_are_those_of_the_newest_keyboard(alice: Phone) -> None:
    assert [button["text"] for button in alice.buttons()] == ["1 ✓", "2", "Open"]
    assert alice.buttons(message_id=1) == []
    assert alice.last()["text"] == "Pick"


def test_waiting_finds_what_is_there_and_gives_up_on_what_is_not(alice: Phone) -> None:
    assert alice.wait_for_text("Pi")["message_id"] == 2
    with pytest.raises(PhoneError, match="nothing fits"):
        alice.wait_for(lambda message: "Reveal" in message["text"], seconds=0.05)


def test_an_empty_chat_has_no_last_message(api: LocalBotApi) -> None:
    with pytest.raises(PhoneError, match="the chat is empty"):
        api.phone("Bob").last()


def test_calls_can_be_asked_for_by_method_and_from_a_point_on(alice: Phone, api: LocalBotApi) -> None:
    seen = api.last_call()
    api.post(f"/bot{TOKEN}/getMe")
    assert [call["method"] for call in api.calls(after=seen)] == ["getMe"]
    assert [call["method"] for call in api.calls(method="sendMessage")] == ["sendMessage"]
