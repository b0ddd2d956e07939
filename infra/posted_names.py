"""What is kept of posted challenges: who has posted one not long ago, for whoever accepts it brings its host's number
alone, and the host may never have opened the chat with the bot; and which match a posted message shows.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from infra import keys
from infra.attributes import expression, marshal, unmarshal
from infra.item_store import ConditionError, Stored


class PostedName(BaseModel):
    """A host's name and language, kept until the challenge has closed."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True, defer_build=True)

    name: str
    language: str
    expires_at: int


class PostedNames(Stored):
    """The names of all hosts, and the places of all duels."""

    def posted_name(self, user_id: int) -> PostedName | None:
        item = self._store.get(keys.name_key(user_id))
        return PostedName.model_validate(unmarshal(item)) if item else None

    def keep_posted_name(self, user_id: int, posted: PostedName) -> None:
        self._store.put(Item=keys.name_key(user_id) | marshal(posted.model_dump()))

    def take_place(self, place: str, code: str, expires_at: int) -> bool:
        """Have a message show this match; False if it shows another."""
        item = keys.place_key(place) | marshal({"code": code, "expires_at": expires_at})
        mine = "attribute_not_exists(#code) OR #code = :code"
        try:
            self._store.put(Item=item, **expression({"code": code}, ConditionExpression=mine))
        except ConditionError:
            return False
        return True
