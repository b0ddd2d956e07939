"""All that the table holds under one user, to be taken out of it."""

from __future__ import annotations

from typing import NamedTuple

from infra import keys
from infra.attributes import marshal
from infra.item_store import Stored


class Trace(NamedTuple):
    """An item of a user's; `code` is the match that names the user beside it, if one does."""

    sort_key: str
    code: str | None


class Traces(Stored):
    """The items of all users, by user."""

    def traces(self, user_id: int) -> list[Trace]:
        """Every item of a user's, the profile last: while there is one, there is something left."""
        items = self._store.query({"pk": keys.user_pk(user_id)}, KeyConditionExpression="#pk = :pk")
        found = sorted((item["sk"]["S"] for item in items), key=lambda sort_key: sort_key == keys.PROFILE)
        return [Trace(sort_key, keys.named_code(sort_key)) for sort_key in found]

    def delete_trace(self, user_id: int, sort_key: str) -> None:
        """What another user has of the same, who was met, goes before it. Once more, it changes nothing."""
        if (other_id := keys.opponent_id(sort_key)) is not None:
            self._store.delete(keys.opponent_key(other_id, user_id))
        self._store.delete(marshal({"pk": keys.user_pk(user_id), "sk": sort_key}))
