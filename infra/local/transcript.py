"""What is new in a chat, as lines of a column: messages, edits, keyboards as rows of [labels], taps and toasts."""

from __future__ import annotations

import re
from typing import Final

from infra.local.phone import Json, Phone, Tapped
from infra.local.terminal import padded, wrapped

_DIRECTIONS: Final = re.compile("[\u200e\u200f\u2066-\u2069]")
Shown = tuple[str, list[str]]


class Transcript:
    """One person's chat in a column of `limit` cells; it remembers what it has shown."""

    def __init__(self, phone: Phone, limit: int) -> None:
        self.phone = phone
        self._limit = limit
        self._shown: dict[int, Shown] = {}

    def news(self) -> list[str]:
        """The lines of all that was sent since the last call, and of what the newest message has become."""
        lines: list[str] = []
        messages = self.phone.messages()
        for message in messages:
            shown, before = (plain(message), _labels(message)), self._shown.get(message["message_id"])
            self._shown[message["message_id"]] = shown
            if before is None:
                is_own = message["from"]["id"] == self.phone.id
                lines += self._typed(shown[0]) if is_own else ["", *self._block(*shown)]
            elif shown != before and message is messages[-1]:
                lines += self._edited(shown, before)
        return lines

    def tapped(self, label: str, answer: Tapped) -> list[str]:
        """A tap on a button, and the toast that it brought."""
        lines = ["", padded(f"taps [{label}]", self._limit, to_the_right=True)]
        if answer.text:
            lines += [
                padded(line, self._limit, to_the_right=True)
                for line in self._wrapped(f"» {_DIRECTIONS.sub('', answer.text)}")
            ]
        return lines

    def _typed(self, text: str) -> list[str]:
        return ["", *(padded(line, self._limit, to_the_right=True) for line in self._wrapped(f"types {text}"))]

    def _block(self, text: str, labels: list[str]) -> list[str]:
        return [*self._wrapped(text), *(line for row in labels for line in self._wrapped(row))]

    def _edited(self, shown: Shown, before: Shown) -> list[str]:
        """The lines and the keyboard that an edit has brought; what it only takes away is not shown."""
        text, labels = shown
        old = before[0].split("\n")
        added = [line for line in text.split("\n") if line not in old]
        return ["", *self._block("\n".join(added), labels if labels != before[1] else [])] if added else []

    def _wrapped(self, text: str) -> list[str]:
        return [part for line in text.split("\n") for part in wrapped(line, self._limit)]


def plain(message: Json) -> str:
    """A message's text as a phone first shows it: an expandable quote by its first line, no marks of direction."""
    units = str(message.get("text", "")).encode("utf-16-le")
    for entity in reversed(message.get("entities", [])):
        if entity["type"] == "expandable_blockquote":
            start, end = entity["offset"] * 2, (entity["offset"] + entity["length"]) * 2
            first = units[start:end].decode("utf-16-le").partition("\n")[0]
            units = units[:start] + f"▸ {first}".encode("utf-16-le") + units[end:]
    return _DIRECTIONS.sub("", units.decode("utf-16-le"))


def _labels(message: Json) -> list[str]:
    """A message's keyboard: a line for each row."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [" ".join(f"[{button['text']}]" for button in row) for row in rows]
