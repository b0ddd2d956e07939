"""Updates with parts left out, or of an odd kind: Telegram leaves out what the Bot API calls optional."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.handlers.updates import Update, event, typed, user
from tests.handlers.webhooks import OTHERS_CODE, Webhook
from tests.infra.stores import CODE, START

many = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

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
def test_any_two_fields_may_be_missing(two_tables: Webhook, update: Update) -> None:
    """telegraf#806: whatever an update lacks, it is taken, so that it does not come again. Nobody else is moved."""
    for missing in itertools.chain(((path,) for path in paths(update)), itertools.combinations(paths(update), 2)):
        assert two_tables.call(event(without(update, *missing)))["statusCode"] == 200, missing
    [match, other] = two_tables.table.matches([CODE, OTHERS_CODE])
    assert (match.has_picked(1), other.version) == (False, 1)


@pytest.mark.parametrize("update", FULL, ids=["message", "callback_query", "my_chat_member"])
@pytest.mark.parametrize("odd", [None, True, -1, 2**63, 10**400, 1.5, "", "text", "\x00", [], {}, [{}], {"id": {}}])
def test_any_field_may_be_of_another_kind(two_tables: Webhook, update: Update, odd: Any) -> None:
    for *outer, name in paths(update):
        changed = copy.deepcopy(update)
        place = changed
        for step in outer:
            place = place[step]
        place[name] = odd
        assert two_tables.call(event(changed))["statusCode"] == 200, (outer, name)


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
def test_any_update_of_the_bot_apis_shape_is_taken(two_tables: Webhook, update: Update) -> None:
    assert two_tables.call(event(update))["statusCode"] == 200
    [match, other] = two_tables.table.matches([CODE, OTHERS_CODE])
    assert (match.version, other.version) == (1, 1)


@many
@given(json_values)
def test_any_json_at_all_is_taken(two_tables: Webhook, body: Any) -> None:
    assert two_tables.call(event(body if body != "" else None))["statusCode"] == 200


def test_a_typed_command_may_hold_anything(two_tables: Webhook) -> None:
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
        assert two_tables.call(event(typed(user(1001), text)))["statusCode"] == 200
