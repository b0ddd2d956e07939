"""What the table's items hold, and how they become models: matches, profiles, memberships, screens, stream records.

Reading ignores attributes it does not know, so that an older release can read what a newer one has added to. A change
that an older release could not read gets a new format number; the present and the previous one are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from pydantic import Field

from core.match import FORMAT, KEPT_AFTER_END, Match
from core.preferences import Confirm, Preferences, Reminders
from core.view import outcome, totals
from infra import keys
from infra.attributes import Attributes, marshal, unmarshal
from infra.reading import FormatError, Frozen, read
from infra.records import Record

_READABLE: Final = (FORMAT - 1, FORMAT)


class Profile(Record):
    """What is kept about a user, beside the matches in numbers. `invited_*` is the latest invitation; `language` is
    what Telegram said last, and `chosen_language` empty where the user has chosen none.
    """

    user_id: int
    name: str = ""
    language: str = "en"
    word: str = ""
    chosen_language: str = ""
    confirm: Confirm | None = None
    coach: bool = True
    reminders: Reminders = Reminders.ON
    invited_code: str | None = None
    invited_at: int | None = None

    def preferences(self, language: str) -> Preferences:
        """What the user has chosen; `language` where no other was."""
        return Preferences(
            language=self.chosen_language or language,
            confirm=self.confirm,
            coach=self.coach,
            reminders=self.reminders,
        )


class Cursor(Frozen):
    """A chat's place in its match: `told` is the version that it knows, `chapter` how much of the story (of a duel's
    message, how much there was to see).

    While `waits_until` is set, only the queue's visit speaks to the chat: `wanted` is the newest version that it has to
    tell, `tries` how often it had to wait so far. The last three are the newest versions that called for such a notice
    while the chat was waiting.
    """

    told: int = 0
    chapter: int = 0
    message_id: int | None = None
    waits_until: int | None = None
    wanted: int = 0
    tries: int = 0
    doubts: int = 0
    deadline_neared: int = 0
    opponent_lost: int = 0
    time_given: int = 0


class ScreenItem(Frozen):
    """A screen that a tap asked for; the stream brings it to the user's chat. `message_id` is the message to edit."""

    user_id: int
    update_id: int
    name: str
    arguments: dict[str, str | int] = Field(default_factory=dict)
    message_id: int | None = None
    expires_at: int


class Change(Frozen):
    """A match that was saved, as the stream tells it; `before` is None for a new one. `saved_at` is in full seconds."""

    before: Match | None
    after: Match
    saved_at: int | None = None


def match_item(match: Match) -> Attributes:
    """A match as it is stored: in the present format, in the due index only while something is due. Of a seat, what is
    as in every new one is left out: each attribute takes time in every tap.
    """
    item = match.model_dump(exclude={"code", "seats"}, exclude_none=True) | {"format": FORMAT}
    item["seats"] = [seat.model_dump(exclude_defaults=True) for seat in match.seats]
    if match.due_at is not None:
        item["due_shard"] = keys.shard(match.code)
    if match.ended_at is not None:
        item["expires_at"] = match.ended_at + KEPT_AFTER_END
    return keys.match_key(match.code) | marshal(item)


def read_match(attributes: Mapping[str, Any]) -> Match:
    """Raises FormatError for an unknown format, and for an item that does not hold a match."""
    held = unmarshal(attributes)
    if held.get("format") not in _READABLE:
        found = held.get("format")
        raise FormatError(held, f"has format {found}", is_newer=isinstance(found, int) and found > FORMAT)
    code = keys.code_of(attributes, "pk")
    return read(Match, {"deadline": None, "due_at": None, **held, "code": code})


def membership_item(match: Match, seat: int) -> Attributes:
    """A seat's line in its user's lists: bare among the matches that go on, with its result among the past ones. One
    that ended before it began is in neither: what is left says that it names the user.
    """
    user_id = match.seats[seat].user_id
    if match.ended_at is None:
        return keys.membership_key(user_id, match.code)
    expires = {"expires_at": match.ended_at + KEPT_AFTER_END}
    if not match.has_begun:
        return keys.named_key(user_id, match.code) | marshal(expires)
    return keys.past_key(user_id, match.code, match.ended_at) | marshal(_result(match, seat) | expires)


def read_profile(user_id: int, attributes: Mapping[str, Any]) -> Profile:
    """Raises FormatError."""
    return read(Profile, {**unmarshal(attributes), "user_id": user_id})


def screen_item(item: ScreenItem) -> Attributes:
    return keys.screen_key(item.user_id, item.update_id) | marshal(item.model_dump())


def parse_record(record: Mapping[str, Any]) -> Change | ScreenItem | None:
    """Read a record of the table's stream, from a Lambda event or from the SDK; None if there is nothing to tell.

    Raises FormatError for what this release cannot read.
    """
    change = record["dynamodb"]
    image = change.get("NewImage")
    if record["eventName"] == "REMOVE" or not image:
        return None
    if image["sk"]["S"] == keys.MATCH:
        before = _readable(change.get("OldImage"))
        after, saved_at = read_match(image), _seconds(change.get("ApproximateCreationDateTime"))
        return Change(before=before, after=after, saved_at=saved_at)
    if image["sk"]["S"].startswith(keys.SCREEN_PREFIX) and record["eventName"] == "INSERT":
        return read(ScreenItem, unmarshal(image))
    return None


def _readable(image: Mapping[str, Any] | None) -> Match | None:
    """What a match was, if that can be said: it must not keep what it is now from being told."""
    try:
        return read_match(image) if image else None
    except FormatError:
        return None


def _seconds(moment: datetime | float | None) -> int | None:
    """A moment as the SDK or an event gives it."""
    return int(moment.timestamp() if isinstance(moment, datetime) else moment) if moment is not None else None


def _result(match: Match, seat: int) -> dict[str, Any]:
    opponent, (mine, theirs) = match.seats[1 - seat], totals(match, seat)
    return {
        "status": match.status,
        "result": outcome(match, seat).value,
        "opponent_id": opponent.user_id,
        "opponent_name": opponent.name,
        "my_total": mine,
        "their_total": theirs,
        "ended_at": match.ended_at,
    }
