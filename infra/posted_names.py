"""What is kept of posted challenges: who has posted one not long ago, for whoever accepts it brings its host's number
alone, and the host may never have opened the chat with the bot; in which messages one was accepted; and which match a
posted message shows.
"""

from __future__ import annotations

from infra import keys
from infra.attributes import Attributes, expression, marshal, unmarshal
from infra.item_store import ConditionError, Stored
from infra.reading import Frozen, read


class PostedName(Frozen):
    """A host's name and language, kept until the challenge has closed."""

    name: str
    language: str
    expires_at: int


class PostedNames(Stored):
    """The names of all hosts, the uses of all challenges, and the places of all duels."""

    def posted_name(self, user_id: int) -> PostedName | None:
        item = self._store.get(keys.name_key(user_id))
        return read(PostedName, unmarshal(item)) if item else None

    def keep_posted_name(self, user_id: int, posted: PostedName) -> None:
        self._store.put(Item=keys.name_key(user_id) | marshal(posted.model_dump()))

    def take_place(self, place: str, code: str, expires_at: int) -> bool:
        """Have a message show this match; False if it shows another."""
        return self._keep_first(keys.place_key(place), "code", code, expires_at)

    def use_offer(self, offer: str, place: str, expires_at: int) -> bool:
        """Use an offer up in this message; False if it was used in another."""
        return self._keep_first(keys.offer_key(offer), "place", place, expires_at)

    def _keep_first(self, key: Attributes, name: str, value: str, expires_at: int) -> bool:
        """Keep a value where there is none; False if there is another."""
        item = key | marshal({name: value, "expires_at": expires_at})
        condition = f"attribute_not_exists(#{name}) OR #{name} = :{name}"
        try:
            self._store.put(Item=item, **expression({name: value}, ConditionExpression=condition))
        except ConditionError:
            return False
        return True
