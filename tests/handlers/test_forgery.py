"""Taps whose data nobody's button carries, and updates with parts left out or of the wrong kind.

A client can be made to send any `callback_data` of up to 64 bytes; the rest of an update is Telegram's own, which may
leave out whatever the Bot API calls optional.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.match import Status
from tests.handlers.updates import Update, event, tapped, typed, user
from tests.handlers.webhooks import Webhook
from tests.infra.stores import CODE, START, begun, guest, host, opened, played

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")
OTHERS_CODE: Final = "0THER001"
OF_TABLES: Final = (
    *("pick:{code}:4:poker:0", "change:{code}:4", "table:{code}", "score:{code}", "resign:{code}", "resign!:{code}"),
    *("cancel:{code}", "rematch:{code}", "review:{code}", "proof:{code}", "card:{code}", "coach:{code}"),
    *("more:{code}:1800086520", "pace:{code}:1h"),
)
NEVER: Final = (
    *("pick:{code}:0:poker:0", "pick:{code}:17:poker:0", "pick:{code}:-4:poker:0", "pick:{code}:04:poker:0"),
    *("pick:{code}:4:poker:-1", "pick:{code}:4:poker:1000", "pick:{code}:4:poker:0x0", "pick:{code}:4:poker:"),
    *("pick:{code}:4:7:0", "pick:{code}:4:a:0", "pick:{code}:4:Poker:0", "pick:{code}:4:poker", "pick:{code}:4"),
    *("pick:{code}:4:poker:0:1", "pick::4:poker:0", "pick:{code}::poker:0", "change:{code}:0", "change:{code}:17"),
    *("table:{code}:0", "resign!:{code}:1", "resign!", "cancel:", "rematch:{code} ", "RESIGN!:{code}", "new:2d"),
)
ILL_TIMED: Final = (
    *("pick:{code}:3:poker:0", "pick:{code}:5:poker:0", "pick:{code}:16:poker:0", "pick:{code}:4:1:0"),
    *("pick:{code}:4:poker:1", "pick:{code}:4:poker:999", "change:{code}:3", "change:{code}:4", "change:{code}:5"),
    *("cancel:{code}", "rematch:{code}", "more:{code}:1", "more:{code}:99999999999"),
)
many = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def table(webhook: Webhook) -> Webhook:
    """Alice and Bob in round 4, in which nobody has picked; Carol and Dan at a table of their own."""
    webhook.now = START + 200
    webhook.table.save(None, played(begun(CODE, host(1001), guest(1002)), 3))
    webhook.table.save(None, played(begun(OTHERS_CODE, host(1003, "Carol"), guest(1004, "Dan")), 3))
    return webhook


def refused(webhook: Webhook, update: Update) -> str:
    """The toast for a tap that changes nothing."""
    before = webhook.items()
    answer = webhook.send(update)
    assert (answer["method"], set(answer)) == ("answerCallbackQuery", {"method", "callback_query_id", "text"})
    assert 0 < len(answer["text"]) <= 200
    assert webhook.items() == before
    return str(answer["text"])


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_on_anothers_match_is_refused(table: Webhook, data: str) -> None:
    refused(table, tapped(ALICE, data.format(code=OTHERS_CODE)))
    refused(table, tapped(CAROL, data.format(code=CODE)))


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_on_anothers_invitation_is_refused(table: Webhook, data: str) -> None:
    table.table.save(None, opened("0PEN0001", host(1005, "Erin")))
    refused(table, tapped(ALICE, data.format(code="0PEN0001")))


@pytest.mark.parametrize("data", [*OF_TABLES, *NEVER])
def test_a_tap_on_no_match_at_all_is_refused(table: Webhook, data: str) -> None:
    refused(table, tapped(ALICE, data.format(code="00000000")))


@pytest.mark.parametrize("data", [*NEVER, *ILL_TIMED])
def test_a_tap_that_no_button_offers_now_is_refused(table: Webhook, data: str) -> None:
    refused(table, tapped(ALICE, data.format(code=CODE)))


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_under_an_inline_message_or_in_another_chat_is_refused(table: Webhook, data: str) -> None:
    plain = tapped(ALICE, data.format(code=CODE))
    inline = copy.deepcopy(plain)
    del inline["callback_query"]["message"]
    inline["callback_query"]["inline_message_id"] = "AgAAANw3AABOZCLWZ1Jc2zpLzXg"
    elsewhere = tapped(ALICE, data.format(code=CODE), chat_id=-1_002_000_000_001)
    bobs = tapped(ALICE, data.format(code=CODE), chat_id=1002)
    for update in (inline, elsewhere, bobs):
        refused(table, update)


def test_the_data_of_anothers_button_moves_only_ones_own_seat(table: Webhook) -> None:
    table.send(tapped(BOB, f"pick:{CODE}:4:poker:0"))
    match = table.table.match(CODE)
    assert match is not None
    assert (match.has_picked(0), match.has_picked(1)) == (False, True)


@many
@given(st.one_of(st.binary(max_size=64).map(lambda raw: raw.decode("latin-1")), st.text(max_size=64)))
def test_any_data_at_all_gets_a_toast(table: Webhook, data: str) -> None:
    refused(table, tapped(ALICE, data))


@many
@given(st.data())
def test_data_with_one_character_changed_never_moves_another_seat(table: Webhook, data: st.DataObject) -> None:
    """It may still be a button of one's own; whatever it is, Bob's seat and the other match stand."""
    text = data.draw(st.sampled_from(OF_TABLES)).format(code=CODE)
    place = data.draw(st.integers(0, len(text)))
    forged = text[:place] + data.draw(st.characters(max_codepoint=127)) + text[place + data.draw(st.integers(0, 1)) :]
    answer = table.send(tapped(ALICE, forged))
    assert answer["method"] == "answerCallbackQuery"
    [match, other] = table.table.matches([CODE, OTHERS_CODE])
    assert not match.has_picked(1)
    assert (other.status, other.version) == (Status.ACTIVE, 1)


# Updates with parts left out

PERSON: Final = {
    "id": 1001,
    "is_bot": False,
    "first_name": "Alice",
    "last_name": "A",
    "username": "alice",
    "language_code": "en",
    "is_premium": True,
}
PRIVATE: Final = {"id": 1001, "type": "private", "first_name": "Alice", "username": "alice"}
MESSAGE: Final = {"message_id": 7, "date": START, "from": PERSON, "chat": PRIVATE, "text": "/new", "entities": []}
FULL: Final[list[Update]] = [
    {"update_id": 1, "message": MESSAGE},
    {
        "update_id": 2,
        "callback_query": {
            "id": "9",
            "from": PERSON,
            "message": {**MESSAGE, "text": "hand"},
            "chat_instance": "1",
            "data": f"pick:{CODE}:4:poker:0",
            "inline_message_id": "x",
            "game_short_name": "y",
        },
    },
    {
        "update_id": 3,
        "my_chat_member": {
            "chat": PRIVATE,
            "from": PERSON,
            "date": START,
            "old_chat_member": {"user": PERSON, "status": "member"},
            "new_chat_member": {"user": PERSON, "status": "kicked", "until_date": 0},
        },
    },
]


def paths(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every field of an update, however deep."""
    for name, inner in value.items():
        yield (*path, name)
        if isinstance(inner, dict):
            yield from paths(inner, (*path, name))


def without(update: Update, *left_out: tuple[str, ...]) -> Update:
    changed = copy.deepcopy(update)
    for *outer, name in left_out:
        place = changed
        for step in outer:
            place = place.get(step, {})
        place.pop(name, None)
    return changed


@pytest.mark.parametrize("update", FULL, ids=["message", "callback_query", "my_chat_member"])
def test_any_two_fields_may_be_missing(table: Webhook, update: Update) -> None:
    """telegraf#806: whatever an update lacks, it is taken, so that it does not come again. Nobody else is moved."""
    for missing in itertools.chain(((path,) for path in paths(update)), itertools.combinations(paths(update), 2)):
        assert table.call(event(without(update, *missing)))["statusCode"] == 200, missing
    [match, other] = table.table.matches([CODE, OTHERS_CODE])
    assert (match.has_picked(1), other.version) == (False, 1)


@pytest.mark.parametrize("update", FULL, ids=["message", "callback_query", "my_chat_member"])
@pytest.mark.parametrize("odd", [None, True, -1, 2**63, 10**400, 1.5, "", "text", "\x00", [], {}, [{}], {"id": {}}])
def test_any_field_may_be_of_another_kind(table: Webhook, update: Update, odd: Any) -> None:
    for *outer, name in paths(update):
        changed = copy.deepcopy(update)
        place = changed
        for step in outer:
            place = place[step]
        place[name] = odd
        assert table.call(event(changed))["statusCode"] == 200, (outer, name)


json_values: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
people: Final = st.fixed_dictionaries(
    {"id": st.integers(1, 2**52 - 1), "is_bot": st.booleans(), "first_name": st.text(max_size=64)},
    optional={
        "last_name": st.text(max_size=64),
        "username": st.text(max_size=32),
        "language_code": st.text(max_size=9),
    },
)
chats: Final = st.fixed_dictionaries(
    {"id": st.integers(-(2**52), 2**52), "type": st.sampled_from(["private", "group", "supergroup", "channel", "new"])},
    optional={"title": st.text(max_size=9), "is_forum": st.booleans(), "is_direct_messages": st.booleans()},
)
texts: Final = st.text(max_size=40) | st.sampled_from(["/start", "/new", "/join", f"/join {CODE}", "/score", "/help@"])
messages: Final = st.fixed_dictionaries(
    {"message_id": st.integers(0, 2**31), "date": st.integers(0, 2**31), "chat": chats},
    optional={"from": people, "sender_chat": chats, "text": texts, "caption": texts, "sticker": json_values},
)
queries: Final = st.fixed_dictionaries(
    {"id": st.text(min_size=1, max_size=20), "from": people, "chat_instance": st.text(max_size=9)},
    optional={"message": messages, "inline_message_id": st.text(max_size=9), "data": st.text(max_size=64)},
)
kinds: Final = st.fixed_dictionaries(
    {"update_id": st.integers(0, 2**31 - 1)},
    optional={"message": messages, "callback_query": queries, "edited_message": messages, "poll": json_values},
)


@many
@given(kinds)
def test_any_update_of_the_bot_apis_shape_is_taken(table: Webhook, update: Update) -> None:
    assert table.call(event(update))["statusCode"] == 200
    [match, other] = table.table.matches([CODE, OTHERS_CODE])
    assert (match.version, other.version) == (1, 1)


@many
@given(json_values)
def test_any_json_at_all_is_taken(table: Webhook, body: Any) -> None:
    assert table.call(event(body if body != "" else None))["statusCode"] == 200


def test_a_typed_command_may_hold_anything(table: Webhook) -> None:
    for text in (
        "/",
        "/ ",
        "//new",
        "/\u0661",
        "/join " + "7" * 4000,
        "/start \x00",
        "\ud7ff" * 9,
        "/new@",
        "@" * 4096,
    ):
        assert table.call(event(typed(ALICE, text)))["statusCode"] == 200
