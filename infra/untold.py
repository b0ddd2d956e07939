"""Of which matches a user was not told all, though there is no more to change in them: noted in the user's own list."""

from __future__ import annotations

from typing import NamedTuple

from infra import keys
from infra.item_store import ConditionError, Stored


class Listed(NamedTuple):
    """Codes in a user's list: of the matches that have not ended, and of those whose news did not get through."""

    live: list[str]
    untold: list[str]


class Untold(Stored):
    """What did not get through to all users."""

    def listed(self, user_id: int) -> Listed:
        """What a user may be told who is heard of, by one read of the list."""
        lines = self._store.query(
            {"pk": keys.user_pk(user_id), "prefix": keys.MATCH_PREFIX},
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
            FilterExpression="attribute_not_exists(#ended_at) OR attribute_exists(#untold)",
        )
        found = [(keys.code_of(line, "sk"), line) for line in lines]
        return Listed(
            live=[code for code, line in found if "ended_at" not in line],
            untold=[code for code, line in found if "untold" in line],
        )

    def note_untold(self, user_id: int, code: str) -> None:
        """Note that news of this match did not get through, unless it has gone from the user's list."""
        self._mark(user_id, code, "SET #untold = :yes", "attribute_exists(#pk)")

    def note_told(self, user_id: int, code: str) -> None:
        """Take that note back."""
        self._mark(user_id, code, "REMOVE #untold", "attribute_exists(#untold)")

    def _mark(self, user_id: int, code: str, update: str, condition: str) -> None:
        key = keys.membership_key(user_id, code)
        try:
            self._store.update(key, {"yes": True}, UpdateExpression=update, ConditionExpression=condition)
        except ConditionError:
            return
