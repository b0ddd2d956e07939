"""Taps whose data nobody's button carries: a client can be made to send any `callback_data` of up to 64 bytes."""

from __future__ import annotations

import copy
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.match import Status
from tests.handlers.updates import Update, tapped, user
from tests.handlers.webhooks import OTHERS_CODE, Webhook
from tests.infra.stores import CODE, host, opened

ALICE, BOB, CAROL = user(1001), user(1002, "Bob"), user(1003, "Carol")
OF_TABLES: Final = (
    *("pick:{code}:4:poker:0", "change:{code}:4", "table:{code}", "score:{code}", "resign:{code}", "resign!:{code}"),
    *("cancel:{code}", "rematch:{code}", "review:{code}", "proof:{code}", "card:{code}", "coach:{code}"),
    *("more:{code}:1800086520", "pace:{code}:1h", "friend:{code}"),
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


def refused(webhook: Webhook, update: Update) -> str:
    """The toast for a tap that changes nothing."""
    before = webhook.items()
    answer = webhook.send(update)
    assert (answer["method"], set(answer)) == ("answerCallbackQuery", {"method", "callback_query_id", "text"})
    assert 0 < len(answer["text"]) <= 200
    assert webhook.items() == before
    return str(answer["text"])


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_on_anothers_match_is_refused(two_tables: Webhook, data: str) -> None:
    refused(two_tables, tapped(ALICE, data.format(code=OTHERS_CODE)))
    refused(two_tables, tapped(CAROL, data.format(code=CODE)))


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_on_anothers_invitation_is_refused(two_tables: Webhook, data: str) -> None:
    two_tables.table.save(None, opened("0PEN0001", host(1005, "Erin")))
    refused(two_tables, tapped(ALICE, data.format(code="0PEN0001")))


@pytest.mark.parametrize("data", [*OF_TABLES, *NEVER])
def test_a_tap_on_no_match_at_all_is_refused(two_tables: Webhook, data: str) -> None:
    refused(two_tables, tapped(ALICE, data.format(code="00000000")))


@pytest.mark.parametrize("data", [*NEVER, *ILL_TIMED])
def test_a_tap_that_no_button_offers_now_is_refused(two_tables: Webhook, data: str) -> None:
    refused(two_tables, tapped(ALICE, data.format(code=CODE)))


@pytest.mark.parametrize("data", OF_TABLES)
def test_a_tap_under_an_inline_message_or_in_another_chat_is_refused(two_tables: Webhook, data: str) -> None:
    plain = tapped(ALICE, data.format(code=CODE))
    inline = copy.deepcopy(plain)
    del inline["callback_query"]["message"]
    inline["callback_query"]["inline_message_id"] = "AgAAANw3AABOZCLWZ1Jc2zpLzXg"
    elsewhere = tapped(ALICE, data.format(code=CODE), chat_id=-1_002_000_000_001)
    bobs = tapped(ALICE, data.format(code=CODE), chat_id=1002)
    for update in (inline, elsewhere, bobs):
        refused(two_tables, update)


def test_the_data_of_anothers_button_moves_only_ones_own_seat(two_tables: Webhook) -> None:
    two_tables.send(tapped(BOB, f"pick:{CODE}:4:poker:0"))
    match = two_tables.table.match(CODE)
    assert match is not None
    assert (match.has_picked(0), match.has_picked(1)) == (False, True)


@many
@given(st.one_of(st.binary(max_size=64).map(lambda raw: raw.decode("latin-1")), st.text(max_size=64)))
def test_any_data_at_all_gets_a_toast(two_tables: Webhook, data: str) -> None:
    refused(two_tables, tapped(ALICE, data))


@many
@given(st.data())
def test_data_with_one_character_changed_never_moves_another_seat(two_tables: Webhook, data: st.DataObject) -> None:
    """It may still be a button of one's own; whatever it is, Bob's seat and the other match stand."""
    text = data.draw(st.sampled_from(OF_TABLES)).format(code=CODE)
    place = data.draw(st.integers(0, len(text)))
    forged = text[:place] + data.draw(st.characters(max_codepoint=127)) + text[place + data.draw(st.integers(0, 1)) :]
    answer = two_tables.send(tapped(ALICE, forged))
    assert answer["method"] == "answerCallbackQuery"
    [match, other] = two_tables.table.matches([CODE, OTHERS_CODE])
    assert not match.has_picked(1)
    assert (other.status, other.version) == (Status.ACTIVE, 1)
