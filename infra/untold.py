"""Of which matches a user was not told all, though there may be no more to change in them: noted under the user."""

from __future__ import annotations

from typing import Final

from infra import keys
from infra.attributes import expression, marshal
from infra.item_store import ConditionError, Stored

_TRIES: Final = 4


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
        """Note that news of this match did not get through, unless its user has been forgotten.

        Raises ConditionError while the profile keeps being written.
        """
        item = keys.untold_key(user_id, code) | marshal({"expires_at": expires_at})
        is_there = expression({}, ConditionExpression="attribute_exists(#pk)")
        check = {"Key": keys.profile_key(user_id), **is_there}
        for attempt in range(_TRIES):
            try:
                self._store.transact([{"Put": {"Item": item}}, {"ConditionCheck": check}])
            except ConditionError:  # forgotten; or else the profile was being written, which passes
                if self._store.get(keys.profile_key(user_id)) is None:
                    return
                if attempt == _TRIES - 1:
                    raise
            else:
                return

    def note_told(self, user_id: int, code: str) -> None:
        """Take that note back."""
        self._store.delete(keys.untold_key(user_id, code))
