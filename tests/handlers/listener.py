"""Reads over the players' shoulders: what each chat may be told, in which order, and how often."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Final

from tests.e2e import oracle
from tests.handlers.perils import Message
from tests.handlers.rulebook import ROUNDS, Table

FACES: Final = "⚀⚁⚂⚃⚄⚅"
_DIGITS: Final = re.compile(r"\b[1-6](?: [1-6]){4}\b")
_ALL_TEN: Final = re.compile(r"^All ten: .*$", re.MULTILINE)
_FACES: Final = re.compile(rf"[{FACES}]{{5}}")
_THROW: Final = re.compile(r"^.* ([1-6](?: [1-6]){4}) · .*$", re.MULTILINE)
Place = tuple[int, str]
"""A person's chat, as far as it is about one table."""


class Listener:
    """`heard` is the newest round that a chat was shown; `repeats` how often it may yet be shown that again."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self._tables = tables
        self.secrets: dict[str, bytes] = {}
        self.heard: Counter[Place] = Counter()
        self.ended: set[Place] = set()
        self.repeats: Counter[Place] = Counter()
        self.excused: set[tuple[int, int]] = set()
        self.problems: list[str] = []
        self.is_looking = False
        """Whether what is shown now was asked for: it is the table as it stands, however much the chat has heard."""

    def hear(self, user_id: int, message: Message, is_new: bool) -> None:
        """A message or an edit has come to somebody's chat."""
        self._check_secrets(user_id, message)
        if is_new and not self.is_looking:
            for mine, theirs in self._throws(message):
                self._hear_reveal(user_id, mine, theirs)
            self._hear_end(user_id, message)

    def allow(self, code: str) -> None:
        """Something has happened after which this table's chats may be shown once more what they have heard."""
        for user_id in self._tables[code].people():
            self.repeats[user_id, code] += 1

    def keyboards(self, messages: dict[tuple[int, int], Message]) -> dict[Place, list[tuple[int, int]]]:
        """The messages that ask for a pick, by chat and table."""
        live: dict[Place, list[tuple[int, int]]] = defaultdict(list)
        for (user_id, message_id), message in messages.items():
            for code in {data.split(":")[1] for data in message.buttons if data.startswith(("pick:", "change:"))}:
                live[user_id, code].append((user_id, message_id))
        return live

    def _check_secrets(self, user_id: int, message: Message) -> None:
        text = _ALL_TEN.sub("", message.text)  # the ten dice of a reveal, whose own lines have been checked
        shown = [tuple(map(int, found.split())) for found in _DIGITS.findall(text)]
        shown += [tuple(FACES.index(face) + 1 for face in found) for found in _FACES.findall(message.text)]
        if shown:
            known = {dice for table in self._tables.values() for dice in self._known(table, user_id)}
            self.problems += [f"{user_id} was shown {dice}" for dice in shown if dice not in known]
        for code, secret in self.secrets.items():
            if secret.hex() in message.text and not self._tables[code].is_over:
                self.problems.append(f"{user_id} was told the secret of {code}")

    def _known(self, table: Table, user_id: int) -> set[tuple[int, ...]]:
        at = table.seat(user_id)
        if at is None or not table.seats:
            return set()
        own = {self._dice(table, number, at) for number in range(1, min(table.round, ROUNDS) + 1)}
        return own | {self._dice(table, number, 1 - at) for number in range(1, table.round)}

    def _dice(self, table: Table, number: int, at: int) -> tuple[int, ...]:
        return tuple(oracle.throw(self.secrets[table.code], table.code, number, at))

    @staticmethod
    def _throws(message: Message) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        lines = [tuple(map(int, found.split())) for found in _THROW.findall(message.text)]
        return list(zip(lines[::2], lines[1::2], strict=True))

    def _hear_reveal(self, user_id: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
        for table in self._tables.values():
            at = table.seat(user_id)
            for number in range(1, table.round if at is not None and table.seats else 1):
                if at is not None and (mine, theirs) == (
                    self._dice(table, number, at),
                    self._dice(table, number, 1 - at),
                ):
                    self._hear_round(user_id, table.code, number)
                    return
        self.problems.append(f"{user_id} was told of a round that nobody has played: {mine}, {theirs}")

    def _hear_round(self, user_id: int, code: str, number: int) -> None:
        place, last = (user_id, code), self.heard[user_id, code]
        if number == last + 1 and place not in self.ended:
            self.heard[place] = number
        elif number == last and self.repeats[place] > 0:
            self.repeats[place] -= 1
        else:
            self.problems.append(f"{user_id} was told of round {number} of {code} after round {last}")

    def _hear_end(self, user_id: int, message: Message) -> None:
        for code, secret in self.secrets.items():
            place = (user_id, code)
            if secret.hex() not in message.text:
                continue
            if place in self.ended and self.repeats[place] <= 0 and self.heard[place] < ROUNDS:
                self.problems.append(f"{user_id} was told twice that {code} is over")
            self.ended.add(place)
