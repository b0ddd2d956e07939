"""How far each chat of a match has been told, which message holds its live keyboard, and whether it has to wait.

A cursor is one item per match and seat. Stream and queue may work on it at once, so nothing here ever goes back: what
was told stays told, and the live message is the newest one.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Final

from infra import keys
from infra.attributes import unmarshal
from infra.item_store import ConditionError, Stored
from infra.items import Cursor
from infra.reading import read

_TOLD: Final = "#told = :told, #chapter = :chapter"
_NOT_TOLD_MORE: Final = (
    "(attribute_not_exists(#told) OR #told <= :told) AND (attribute_not_exists(#chapter) OR #chapter <= :chapter)"
)
_LIVE: Final = "#replaced = if_not_exists(#message_id, :none), #message_id = :message_id"
_WAITS_NO_LONGER: Final = "attribute_not_exists(#waits_until) OR #waits_until < :until OR #waits_until = :held"
_IS_NEWEST: Final = "(attribute_not_exists(#message_id) OR #message_id < :message_id)"


class Cursors(Stored):
    """The cursors of all matches. `expires_at` is the time to forget the cursor, if nothing more is written to it."""

    def cursor(self, code: str, seat: int) -> Cursor:
        """A seat's cursor; one that was never set is at the beginning."""
        return read(Cursor, unmarshal(self._store.get(keys.chat_key(code, seat)) or {}))

    def cursors(self, code: str) -> tuple[Cursor, Cursor]:
        """Both seats' cursors."""
        values = {"pk": keys.MATCH_PREFIX + code, "prefix": keys.CHAT_PREFIX}
        found = self._store.query(values, KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)")
        by_seat = {item["sk"]["S"].removeprefix(keys.CHAT_PREFIX): unmarshal(item) for item in found}
        host, guest = (read(Cursor, by_seat.get(seat, {})) for seat in ("0", "1"))
        return host, guest

    def record_told(self, code: str, seat: int, told: int, chapter: int, expires_at: int | None = None) -> None:
        """Set how far the chat has been told, unless it has been told more."""
        self._try(code, seat, _TOLD, _NOT_TOLD_MORE, {"told": told, "chapter": chapter, "expires_at": expires_at})

    def record_message(
        self,
        code: str,
        seat: int,
        message_id: int,
        told: int | None = None,
        chapter: int | None = None,
        expires_at: int | None = None,
    ) -> int | None:
        """Make a message the live one if it is the newest, and set how far it tells.

        Answers the message whose keyboard must now go: the older live one, or the given one itself when a newer is
        live already; None if there was none.
        """
        if told is None or chapter is None:
            return self._make_live(code, seat, message_id, expires_at)
        values = {"none": 0, "message_id": message_id, "told": told, "chapter": chapter, "expires_at": expires_at}
        try:
            before = self._update(code, seat, f"{_LIVE}, {_TOLD}", f"{_IS_NEWEST} AND {_NOT_TOLD_MORE}", values)
        except ConditionError:
            self.record_told(code, seat, told, chapter, expires_at)
            return self._make_live(code, seat, message_id, expires_at)
        return before.get("message_id")

    def wait(
        self,
        code: str,
        seat: int,
        until: int,
        version: int,
        notices: Sequence[str] = (),
        *,
        in_doubt: bool = False,
        held: int | None = None,
        expires_at: int | None = None,
    ) -> None:
        """Leave the chat to a visit of the queue at that time, which is to tell it up to this version.

        A longer wait stays, and with it the claim of a visit under way, unless it is the caller's own: `held` is until
        when. `in_doubt` if what was sent may have arrived.
        """
        counts = ", ".join(f"#{name} = if_not_exists(#{name}, :none) + :{name}" for name in ("tries", "doubts"))
        values = {"until": until, "held": held or until, "none": 0, "tries": 1, "doubts": int(in_doubt)}
        values |= {"expires_at": expires_at} if expires_at else {}
        while True:
            self._try(code, seat, f"#waits_until = :until, {counts}", _WAITS_NO_LONGER, values)
            if self.defer(code, seat, version, notices):
                return  # otherwise whoever had a longer wait has ended it just now

    def defer(self, code: str, seat: int, version: int, notices: Sequence[str] = ()) -> bool:
        """Have a waiting chat told up to this version by its visit; False if it waits no longer.

        `notices` are those that this version calls for, by their names in a cursor.
        """
        if notices:
            called_for = ", ".join(f"#{name} = :version" for name in notices)
            self._try(code, seat, called_for, "attribute_exists(#waits_until)", {"version": version})
        newer = "attribute_exists(#waits_until) AND (attribute_not_exists(#wanted) OR #wanted < :wanted)"
        stored = self._try(code, seat, "#wanted = :wanted", newer, {"wanted": version})
        return stored is None or "waits_until" in stored

    def claim(self, code: str, seat: int, seen: int, until: int) -> bool:
        """Take a visit to a chat that waits until `seen`, for oneself alone; it must be released before `until`."""
        values = {"seen": seen, "until": until, "claim": uuid.uuid4().hex}
        stored = self._try(code, seat, "#waits_until = :until, #claim = :claim", "#waits_until = :seen", values)
        # Refused by its own first attempt, whose answer was lost, a claim holds all the same.
        return stored is None or stored.get("claim") == values["claim"]

    def release(self, code: str, seat: int, told: int) -> bool:
        """End the waiting, unless a version newer than `told` is wanted by now."""
        try:
            self._store.update(
                keys.chat_key(code, seat),
                {"told": told},
                UpdateExpression="REMOVE #waits_until, #wanted, #tries, #doubts, #claim",
                ConditionExpression="attribute_not_exists(#wanted) OR #wanted <= :told",
            )
        except ConditionError:
            return False
        return True

    def _make_live(self, code: str, seat: int, message_id: int, expires_at: int | None) -> int | None:
        values = {"none": 0, "message_id": message_id, "expires_at": expires_at}
        try:
            return self._update(code, seat, _LIVE, _IS_NEWEST, values).get("message_id")
        except ConditionError as error:
            stored = unmarshal(error.stored or {})
        # The same message again: then what it replaced is what must go.
        return stored.get("replaced") or None if stored.get("message_id") == message_id else message_id

    def _try(self, code: str, seat: int, sets: str, condition: str, values: dict[str, Any]) -> dict[str, Any] | None:
        """None if the cursor was set; otherwise the cursor that does not meet the condition."""
        try:
            self._update(code, seat, sets, condition, values)
        except ConditionError as error:
            return unmarshal(error.stored or {})
        return None

    def _update(self, code: str, seat: int, sets: str, condition: str, values: dict[str, Any]) -> dict[str, Any]:
        expires = ", #expires_at = :expires_at" if values.get("expires_at") else ""
        clauses = {"UpdateExpression": f"SET {sets}{expires}", "ConditionExpression": condition}
        before = self._store.update(keys.chat_key(code, seat), values, **clauses)
        return unmarshal(before)
