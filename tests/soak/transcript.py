"""What happened in the chats, as lines of JSON in their order: all that the checker has to go by.

`post` and `edit` are the bot's messages as a phone shows them; `typed`, `tap` and `toast` are what people did and what
they were answered; `fault` is a call that failed, `unnoted` a message whose sender was stopped before that was noted,
and `again` an update that was brought once more before it was known to be taken, or a tap that was made twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Transcript:
    """Written as it happens; the file stays, for a run that fails is looked at afterwards."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("w", encoding="utf-8")
        self._seen: dict[int, int] = {}

    def close(self) -> None:
        self._file.close()

    def add(self, kind: str, chat: int, **facts: Any) -> None:
        json.dump({"kind": kind, "chat": chat, **facts}, self._file, ensure_ascii=False)
        self._file.write("\n")

    def shown(self, chat: int, message: Json) -> None:
        """A message of the bot's, new or changed."""
        number = message["message_id"]
        kind = "post" if number > self._seen.get(chat, 0) else "edit"
        self._seen[chat] = max(number, self._seen.get(chat, 0))
        text = message.get("text", message.get("caption", ""))
        self.add(kind, chat, message=number, text=text, data=data_of(message))


def data_of(message: Json) -> list[str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["callback_data"] for row in rows for button in row if "callback_data" in button]


class Lines:
    """The lines of a file, which can be gone through again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[str]:
        with self._path.open(encoding="utf-8") as file:
            yield from file
