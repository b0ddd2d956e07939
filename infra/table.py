"""The one DynamoDB table: matches, users' lists and profiles, screens on their way to a chat, and what is due.

Every save is conditional on the version that was read. Whoever gets a ConflictError reads again and decides again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from core.match import MINUTE, Match
from infra import items, keys
from infra.attributes import Attributes, expression, marshal
from infra.cursors import Cursors
from infra.histories import Histories
from infra.item_store import ConditionError, ItemStore, NoTableError
from infra.items import Profile, ScreenItem
from infra.logs import note
from infra.posted_names import PostedNames
from infra.reading import FormatError, readable
from infra.records import Held, counts, held, keys_of, tallied
from infra.traces import Traces
from infra.untold import Untold
from infra.writes import writes

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

__all__ = ["ConflictError", "FormatError", "NoTableError", "Table"]


class ConflictError(Exception):
    """Somebody was faster: the match has moved on, its code is taken, or its host has only just invited."""


class Table(Cursors, PostedNames, Histories, Traces, Untold):
    """The table through a low-level DynamoDB client. Its base classes have their parts of it."""

    def __init__(self, client: DynamoDBClient, name: str, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(ItemStore(client, name, sleep))

    def match(self, code: str) -> Match | None:
        """Raises FormatError if this release cannot read the match."""
        item = self._store.get(keys.match_key(code))
        return items.read_match(item) if item else None

    def matches(self, codes: Iterable[str]) -> list[Match]:
        """Several matches, in the order of their codes. What is missing or cannot be read is left out."""
        wanted = dict.fromkeys(codes)
        stored = self._store.get_many([keys.match_key(code) for code in wanted])
        found = {match.code: match for match in readable(items.read_match, stored)}
        return [found[code] for code in wanted if code in found]

    def save(
        self, before: Match | None, after: Match, *, instead_of: str | None = None, made_from: Match | None = None
    ) -> Match:
        """Write what `before` (None: nothing) has become, and answer it as saved; an unchanged match is not written.

        A new table's host may not have invited within the last five seconds, unless by `instead_of`: the code of an
        invitation that the caller has seen to be open no longer. Another match whose players or hands a new one takes
        over is `made_from`, and must still be as it was read. Raises ConflictError.
        """
        note(code=after.code, version=after.version, status=after.status.value)
        if after == before:
            return after
        saved = after.model_copy(update={"version": 1 if before is None else before.version + 1})
        kept = self._kept(before, saved)
        saved = tallied(saved, kept) if kept else saved
        match, *others = writes(before, saved, instead_of, kept, made_from)
        try:
            if others:
                self._store.transact([match, *others])
            else:
                self._store.put(**match["Put"])
        except ConditionError as error:
            # Of two attempts the first may have arrived although its answer was lost: then the match is there already,
            # and has been counted.
            if not error.stored or _uncounted(error.stored) != _uncounted(match["Put"]["Item"]):
                raise ConflictError from None
            saved = items.read_match(error.stored)
        note(version=saved.version, saved=True)
        return saved

    def _kept(self, before: Match | None, after: Match) -> Held | None:
        """What is kept of the players of a match that has come to count by this."""
        if before is None or before.is_over or not counts(after):
            return None
        return held(before, list(self._store.get_many(keys_of(before))))

    def profile(self, user_id: int) -> Profile | None:
        item = self._store.get(keys.profile_key(user_id))
        return items.read_profile(user_id, item) if item else None

    def set_in_profile(self, user_id: int, **values: str | bool) -> None:
        """Set what a user has chosen. Raises ConflictError while a match of the user's is written."""
        sets = ", ".join(f"#{name} = :{name}" for name in values)
        try:
            self._store.update(keys.profile_key(user_id), values, UpdateExpression=f"SET {sets}")
        except ConditionError:
            raise ConflictError from None

    def live_codes(self, user_id: int) -> list[str]:
        """The codes of a user's tables and matches that have not ended."""
        memberships = self._store.query(
            {"pk": keys.user_pk(user_id), "prefix": keys.MATCH_PREFIX},
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
        )
        return [keys.code_of(item, "sk") for item in memberships]

    def due(self, now: int) -> Iterator[str]:
        """The codes of the matches that the clock should look at. Each minute another shard comes first, lest a clock
        that has no time for all leave out the same ones.
        """
        for shard in keys.shard_names(first=now // MINUTE):
            waiting = self._store.query(
                {"shard": shard, "now": now},
                IndexName=keys.DUE_INDEX,
                KeyConditionExpression="#due_shard = :shard AND #due_at <= :now",
            )
            for item in waiting:
                yield keys.code_of(item, "pk")

    def count(self, counted: str, limit: int, expires_at: int) -> bool:
        """Count one more of something; False, and nothing is counted, where the limit is reached."""
        try:
            self._store.update(
                keys.count_key(counted),
                {"one": 1, "limit": limit, "expires_at": expires_at},
                UpdateExpression="SET #expires_at = :expires_at ADD #count :one",
                ConditionExpression="attribute_not_exists(#count) OR #count < :limit",
            )
        except ConditionError:
            return False
        return True

    def has_counted(self, counted: str) -> bool:
        """Whether any of something was counted."""
        return self._store.get(keys.count_key(counted)) is not None

    def note_served(self, user_id: int, update_id: int, code: str, expires_at: int) -> None:
        """Remember which match an update was for, so that it is not served anew when it comes again."""
        served = marshal({"code": code, "expires_at": expires_at})
        self._store.put(Item=keys.served_key(user_id, update_id) | served)

    def served(self, user_id: int, update_id: int) -> str | None:
        """The code of the match that this update was for; None if it has not been served."""
        item = self._store.get(keys.served_key(user_id, update_id))
        return item["code"]["S"] if item else None

    def put_screen(self, item: ScreenItem) -> None:
        """Put a screen on its way, once: the same update again changes nothing, even when the screen has been shown."""
        absent = expression({}, ConditionExpression="attribute_not_exists(#pk)")
        try:
            self._store.put(Item=items.screen_item(item), **absent)
        except ConditionError:
            return

    def has_screen(self, item: ScreenItem) -> bool:
        """Whether the screen is still to be shown."""
        return "name" in (self._store.get(keys.screen_key(item.user_id, item.update_id)) or {})

    def empty_screen(self, item: ScreenItem) -> None:
        """Empty the item of a shown screen. Its key stays for its day, lest a repeated update bring it again."""
        try:
            self._store.update(
                keys.screen_key(item.user_id, item.update_id),
                {},
                UpdateExpression="REMOVE #name, #arguments, #message_id",
                ConditionExpression="attribute_exists(#pk)",
            )
        except ConditionError:
            return

    def delete_screen(self, item: ScreenItem) -> None:
        """Leave nothing of a screen, not even that it was shown."""
        self._store.delete(keys.screen_key(item.user_id, item.update_id))


def _uncounted(item: Attributes) -> Attributes:
    return {name: value for name, value in item.items() if name != "tally"}
