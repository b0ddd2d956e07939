"""What a user has played: the matches of the last months, the others who were met in them, and how these are rated."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from core.match import Status
from core.view import Outcome
from infra import keys
from infra.attributes import Attributes, unmarshal
from infra.item_store import Stored
from infra.reading import Frozen, read, readable
from infra.records import Opponent, Record, read_opponent, read_record

MOST_PAST: Final = 500
"""How many matches a history shows, however many were played in the days that they are kept."""


class Past(Frozen):
    """A match that is over, as its line in a user's list tells it."""

    code: str
    status: Status
    result: Outcome
    opponent_id: int
    opponent_name: str
    my_total: int
    their_total: int
    ended_at: int


class Histories(Stored):
    """The histories of all users. What cannot be read is left out."""

    def past(self, user_id: int) -> list[Past]:
        """A user's ended matches that are still kept, the latest first, and so many of them at most."""
        lines = self._store.query(
            {"pk": keys.user_pk(user_id), "prefix": keys.PAST_PREFIX},
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
            FilterExpression="attribute_exists(#result)",
            ScanIndexForward=False,
            Limit=MOST_PAST,
        )
        latest = readable(_read_past, islice(lines, MOST_PAST))
        return sorted(latest, key=lambda match: (-match.ended_at, match.code))

    def opponents(self, user_id: int) -> list[Opponent]:
        """All whom a user has played in matches that count, the latest first."""
        items = self._store.query(
            {"pk": keys.user_pk(user_id), "prefix": keys.OPPONENT_PREFIX},
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
        )
        return sorted(readable(read_opponent, items), key=lambda opponent: (-opponent.last_at, opponent.code))

    def records(self, user_ids: Iterable[int]) -> dict[int, Record]:
        """The records of those users that there are, by user."""
        by_pk = {keys.user_pk(user_id): user_id for user_id in user_ids}
        items = self._store.get_many([keys.profile_key(user_id) for user_id in by_pk.values()])
        return dict(readable(lambda item: (by_pk[item["pk"]["S"]], read_record(item)), items))


def _read_past(line: Attributes) -> Past:
    return read(Past, {**unmarshal(line), "code": keys.named_code(line["sk"]["S"])})
