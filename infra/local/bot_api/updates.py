"""A bot's updates that it has not confirmed, in order. A webhook and getUpdates both read from here, so that an update
survives a change from one to the other."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from infra.local.bot_api.errors import Json

DAY = 86_400
TAP = 150
INLINE = 30
KINDS = frozenset({
    "message", "edited_message", "channel_post", "edited_channel_post", "business_connection", "business_message",
    "edited_business_message", "deleted_business_messages", "message_reaction", "message_reaction_count",
    "inline_query", "chosen_inline_result", "callback_query", "shipping_query", "pre_checkout_query",
    "purchased_paid_media", "poll", "poll_answer", "my_chat_member", "chat_member", "chat_join_request", "chat_boost",
    "removed_chat_boost",
})  # fmt: skip
DEFAULT_KINDS = KINDS - {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass
class Pending:
    """One update that waits. A repeat carries the number of an earlier one, which may be confirmed long since."""

    number: int
    update: Json
    queue: str
    expires_at: int
    is_repeat: bool
    was_given: bool = False

    @property
    def update_id(self) -> int:
        return int(self.update["update_id"])


class Updates:
    """The queue of one bot; `queue` names what must stay in order (a chat's messages, a person's taps)."""

    def __init__(self, now: Callable[[], int], first_id: int) -> None:
        self._now = now
        self._pending: dict[int, Pending] = {}
        self._next_id = first_id
        self._count = 0
        self.allowed: frozenset[str] = DEFAULT_KINDS
        self.on_new: list[Callable[[], None]] = []

    def add(self, kind: str, body: Json, queue: str, lives: int = DAY) -> None:
        if kind in self.allowed:
            self.add_raw({kind: body}, queue, lives)

    def add_raw(self, update: Json, queue: str, lives: int = DAY) -> Json:
        """Takes an update as it stands; it gets an update_id if it has no usable one."""
        update_id = update.get("update_id")
        if not isinstance(update_id, int) or isinstance(update_id, bool):
            update_id = self._next_id
        numbered = {"update_id": update_id, **{key: value for key, value in update.items() if key != "update_id"}}
        is_repeat = update_id < self._next_id
        self._next_id = max(self._next_id, update_id + 1)
        self._count += 1
        self._pending[self._count] = Pending(self._count, numbered, queue, self._now() + lives, is_repeat)
        for wake in self.on_new:
            wake()
        return numbered

    def allow(self, kinds: Iterable[str]) -> None:
        """An empty list, or one with no known kind, is the default."""
        self.allowed = frozenset(kinds) & KINDS or DEFAULT_KINDS

    def pending(self) -> list[Pending]:
        """Everything not confirmed, in order of arrival; what is too old is dropped."""
        now = self._now()
        self._keep(lambda one: one.expires_at >= now)
        return list(self._pending.values())

    def give(self, limit: int) -> list[Json]:
        """What a getUpdates call gets; it stays pending until it is confirmed."""
        given = self.pending()[:limit]
        for one in given:
            one.was_given = True
        return [one.update for one in given]

    def first(self, queue: str) -> Pending | None:
        return next((one for one in self.pending() if one.queue == queue), None)

    def confirm(self, pending: Pending) -> None:
        self._pending.pop(pending.number, None)

    def confirm_before(self, offset: int) -> None:
        """A repeat is confirmed only once it was given: its number alone would never let it through."""
        self._keep(lambda one: one.update_id >= offset or (one.is_repeat and not one.was_given))

    def keep_last(self, count: int) -> None:
        for one in self.pending()[:-count]:
            self.confirm(one)

    def _keep(self, wanted: Callable[[Pending], bool]) -> None:
        self._pending = {number: one for number, one in self._pending.items() if wanted(one)}

    def clear(self) -> None:
        self._pending.clear()
