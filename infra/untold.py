"""Of which matches a user was not told all, though there may be no more to change in them: noted under the user."""

from __future__ import annotations

from infra import keys
from infra.attributes import expression, marshal
from infra.item_store import ConditionError, Stored


class Untold(Stored):
    """What did not get through to all users."""

    def untold_codes(self, user_id: int) -> list[str]:
        """The codes of the matches whose news did not get through."""
        notes = self._store.query(
            {"pk": keys.user_pk(user_id), "prefix": keys.UNTOLD_PREFIX},
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
        )
        return [note["sk"]["S"].removeprefix(keys.UNTOLD_PREFIX) for note in notes]

    def note_untold(self, user_id: int, code: str, expires_at: int) -> None:
        """Note that news of this match did not get through, unless its user has been forgotten."""
        item = keys.untold_key(user_id, code) | marshal({"expires_at": expires_at})
        is_there = expression({}, ConditionExpression="attribute_exists(#pk)")
        try:
            self._store.transact(
                [{"Put": {"Item": item}}, {"ConditionCheck": {"Key": keys.profile_key(user_id), **is_there}}]
            )
        except ConditionError:
            return

    def note_told(self, user_id: int, code: str) -> None:
        """Take that note back."""
        self._store.delete(keys.untold_key(user_id, code))
