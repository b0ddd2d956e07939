"""How matches, profiles and screens lie in the table, and how they are read back, from a client or from the stream."""

import json
import traceback
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import match as matches
from core import solo
from core.levels import Level
from core.match import DAY, FORMAT, KEPT_AFTER_END, Match, Seat, Status, Tally
from infra.attributes import marshal
from infra.items import (
    Change,
    Profile,
    ScreenItem,
    match_item,
    membership_item,
    parse_record,
    read_match,
    read_profile,
    screen_item,
)
from infra.reading import FormatError
from tests.infra.largest import LONGEST, WRITE_UNIT, end_of, item_size, largest_items, longest_challenge, longest_match
from tests.infra.stores import CODE, START, begun, opened, played


def record(name: str, new: dict[str, Any] | None, old: dict[str, Any] | None = None) -> dict[str, Any]:
    """A stream record as the SDK gives it."""
    images = {"NewImage": new, "OldImage": old}
    keys = {key: (new or old or {})[key] for key in ("pk", "sk")}
    change = {"Keys": keys, "SequenceNumber": "111", **{key: image for key, image in images.items() if image}}
    return {"eventName": name, "eventSource": "aws:dynamodb", "dynamodb": change}


def as_lambda_event(sdk_record: dict[str, Any]) -> dict[str, Any]:
    """The same record as it arrives in a function: JSON, with bytes as base64."""
    text = json.dumps(sdk_record, default=lambda data: b64encode(data).decode())
    read: dict[str, Any] = json.loads(text)
    return read


def test_what_a_stored_seat_leaves_out_is_read_as_it_was_then() -> None:
    """A default that changes would change the seats of all matches that are stored: give a new one a new name."""
    left_out = {name: field.default for name, field in Seat.model_fields.items() if not field.is_required()}
    assert left_out == {
        "language": "en",
        "confirm": None,
        "coach": True,
        "reminders": "on",
        "word": "",
        "is_novice": False,
        "is_unreachable": False,
        "picks": "",
        "nth": 0,
        "reactions": "",
        "message_id": None,
        "level": None,
        "script": None,
        "replays": None,
    }


MATCHES = [
    opened(),
    begun(),
    played(begun(), 7),
    played(begun(), 16),
    matches.cancel(opened(), 1, START + 9),
    matches.resign(played(begun(), 3), 2, START + 999),
    matches.tick(begun(), START + 22 * 3600),
    longest_match(),
    solo.begin(CODE, bytes(32), LONGEST, Level.BEST, "🏠 Best", START),
    longest_challenge(),
    end_of(longest_match()).model_copy(
        update={"tally": Tally(ratings=(1514, 1486), changes=(14, -14), won=(5, 3), drawn=0)}
    ),
]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: str(match.status))
def test_a_match_is_read_back_as_it_was(match: Match) -> None:
    assert read_match(match_item(match)) == match


def test_the_longest_match_fits_into_one_write_unit() -> None:
    assert len(LONGEST.name.encode()) == 48
    for items in largest_items().values():
        assert max(map(item_size, items)) < WRITE_UNIT


def test_a_match_is_in_the_due_index_only_while_something_is_due() -> None:
    assert match_item(opened())["due_shard"] == {"S": "DUE#7"}
    assert match_item(opened())["due_at"] == {"N": str(START + 7 * DAY)}
    ended = match_item(matches.cancel(opened(), 1, START))
    assert {"due_shard", "due_at"}.isdisjoint(ended)


def test_an_ended_match_expires_and_one_under_way_does_not() -> None:
    assert "expires_at" not in match_item(begun())
    ended = match_item(matches.resign(begun(), 1, START + 100))
    assert ended["expires_at"] == {"N": str(START + 100 + KEPT_AFTER_END)}


def test_the_previous_format_is_read_and_the_present_one_written() -> None:
    previous = match_item(begun()) | {"format": {"N": str(FORMAT - 1)}}
    assert match_item(read_match(previous)) == match_item(begun())


@pytest.mark.parametrize("other", [{"N": str(FORMAT + 1)}, {"N": str(FORMAT - 2)}, {"S": "new"}, None])
def test_an_unknown_format_is_refused(other: dict[str, Any] | None) -> None:
    item = match_item(begun())
    del item["format"]
    with pytest.raises(FormatError, match=CODE):
        read_match(item | ({"format": other} if other else {}))


def test_attributes_that_a_newer_release_added_are_ignored() -> None:
    item = match_item(begun())
    item |= {"mood": {"SS": ["a", "b"]}, "rating": {"N": "0.25"}, "later": {"M": {"x": {"NULL": True}}}}
    item["seats"]["L"][0]["M"]["hat"] = {"BS": [b"\0"]}
    assert read_match(item) == begun()


@pytest.mark.parametrize("name", ["secret", "seats", "status", "created_at", "version", "deadline"])
@pytest.mark.parametrize("broken", [{"L": [{"S": "squid"}]}, {"M": {"x": {"N": "1"}}}, {"SS": ["x"]}])
def test_a_broken_item_is_refused_without_a_word_of_what_it_holds(name: str, broken: dict[str, Any]) -> None:
    item = match_item(played(begun(), 2)) | {name: broken}
    with pytest.raises(FormatError, match=f"MATCH#{CODE} MATCH cannot be read: {name}") as refused:
        read_match(item)
    text = "".join(traceback.format_exception(refused.value))
    assert not any(hidden in text for hidden in ("Alice", "squid", repr(begun().secret), begun().secret.hex()))


def test_a_live_membership_holds_nothing_but_its_key() -> None:
    assert membership_item(begun(), 1) == {"pk": {"S": "USER#2"}, "sk": {"S": f"MATCH#{CODE}"}}


def test_an_ended_membership_tells_the_result_from_its_seat() -> None:
    match = matches.resign(played(begun(), 16 - 1), 1, START + 500)
    mine, theirs = membership_item(match, 0), membership_item(match, 1)
    assert (mine["result"], theirs["result"]) == ({"S": "lost"}, {"S": "won"})
    assert (mine["opponent_name"], theirs["opponent_name"]) == ({"S": "Bob"}, {"S": "Alice"})
    assert (mine["opponent_id"], theirs["opponent_id"]) == ({"N": "2"}, {"N": "1"})
    assert (mine["my_total"], mine["their_total"]) == (theirs["their_total"], theirs["my_total"])
    assert mine["sk"] == {"S": f"PAST#{START + 500}#{CODE}"}
    assert mine["ended_at"] == {"N": str(START + 500)}
    assert mine["expires_at"] == {"N": str(START + 500 + KEPT_AFTER_END)}


@pytest.mark.parametrize("wrap", [lambda sdk_record: sdk_record, as_lambda_event], ids=["sdk", "lambda"])
class TestStreamRecords:
    """Both shapes of a record are read alike."""

    def test_a_new_match_is_a_change_from_nothing(self, wrap: Any) -> None:
        change = parse_record(wrap(record("INSERT", match_item(opened()))))
        assert change == Change(before=None, after=opened())

    def test_a_saved_match_is_a_change_from_what_it_was(self, wrap: Any) -> None:
        before, after = begun(), played(begun(), 1)
        change = parse_record(wrap(record("MODIFY", match_item(after), match_item(before))))
        assert change == Change(before=before, after=after)

    def test_a_new_screen_is_read(self, wrap: Any) -> None:
        screen = ScreenItem(
            user_id=7, update_id=9, name="rules", arguments={"page": 2, "code": CODE}, message_id=5, expires_at=START
        )
        assert parse_record(wrap(record("INSERT", screen_item(screen)))) == screen

    @pytest.mark.parametrize(
        "item",
        [
            {"pk": "MATCH#7K3MQ9XA", "sk": "CHAT#0", "told": 3},
            {"pk": "USER#1", "sk": "MATCH#7K3MQ9XA"},
            {"pk": "USER#1", "sk": "PROFILE", "name": "Alice"},
            {"pk": "ELSE#1", "sk": "WHATEVER"},
        ],
        ids=lambda item: str(item["sk"]),
    )
    def test_other_items_are_nothing_to_tell(self, wrap: Any, item: dict[str, Any]) -> None:
        assert parse_record(wrap(record("INSERT", marshal(item)))) is None

    def test_what_was_removed_or_shown_is_nothing_to_tell(self, wrap: Any) -> None:
        screen = screen_item(ScreenItem(user_id=7, update_id=9, name="rules", expires_at=START))
        assert parse_record(wrap(record("REMOVE", None, match_item(begun())))) is None
        assert parse_record(wrap(record("REMOVE", None, screen))) is None
        assert parse_record(wrap(record("MODIFY", {key: screen[key] for key in ("pk", "sk")}, screen))) is None

    def test_a_match_of_a_newer_release_is_refused(self, wrap: Any) -> None:
        newer = match_item(begun()) | {"format": {"N": str(FORMAT + 1)}}
        with pytest.raises(FormatError):
            parse_record(wrap(record("MODIFY", newer, match_item(opened()))))


@given(
    arguments=st.dictionaries(st.text(min_size=1), st.text() | st.integers(-(2**52), 2**52)),
    message_id=st.none() | st.integers(1, 2**31),
)
def test_a_screen_keeps_its_arguments(arguments: dict[str, str | int], message_id: int | None) -> None:
    screen = ScreenItem(user_id=1, update_id=2, name="x", arguments=arguments, message_id=message_id, expires_at=START)
    assert parse_record(record("INSERT", screen_item(screen))) == screen


def test_a_profile_is_read_with_what_it_lacks_and_whatever_else_it_holds() -> None:
    stored = marshal({"pk": "USER#5", "sk": "PROFILE", "played": 2, "theme": "dark"})
    assert read_profile(5, stored) == Profile(user_id=5, played=2)


def test_the_status_of_every_kind_of_end_is_stored_by_its_own_word() -> None:
    stored = {match_item(match)["status"]["S"] for match in MATCHES}
    assert stored == {Status.OPEN, Status.ACTIVE, Status.FINISHED, Status.CANCELLED, Status.RESIGNED}
