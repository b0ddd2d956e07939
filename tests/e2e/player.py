"""A program at the table: it types, taps and reads as a person would, through the client API alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from infra.local.phone import LocalBotApi, Phone, Tapped
from tests.e2e import reading
from tests.e2e.reading import Message

PATIENCE_S: Final = 60.0


class Player:
    """A person with a phone, and what a program wants to do with it."""

    def __init__(self, api: LocalBotApi, name: str, **user: object) -> None:
        self.name = name
        self.phone = Phone.create(api, name, **user)
        self._api = api

    def messages(self) -> list[Message]:
        """The whole chat, once nothing is under way any more."""
        self._api.idle()
        return self.phone.messages()

    def last(self) -> Message:
        return self.messages()[-1]

    def wait_for(self, fits: Callable[[Message], bool]) -> Message:
        """The newest message that fits, as soon as there is one."""
        return self.phone.wait_for(fits, PATIENCE_S)

    def open_table(self) -> str:
        """Opens a table and reads its code from the invitation."""
        self.phone.send("/new")
        return reading.code(self.wait_for(lambda message: bool(reading.data_of(message, "cancel:"))))

    def join(self, code: str) -> None:
        self.phone.send(f"/join {code}")

    def turn(self, code: str, match_round: int) -> Message:
        """The message that asks for this round's pick, as soon as it is there."""
        wanted = f"pick:{code}:{match_round}:"
        return self.wait_for(lambda message: bool(reading.data_of(message, wanted)))

    def result(self, code: str) -> Message:
        """The message that ends the match, as soon as it is there."""
        wanted = f"rematch:{code}"
        return self.wait_for(lambda message: wanted in reading.data_of(message))

    def open_combinations(self, code: str, match_round: int) -> list[str]:
        picks = reading.data_of(self.turn(code, match_round), "pick:")
        return [data.split(":")[3] for data in picks]

    def pick(self, code: str, match_round: int, combination: str, nth: int = 0) -> Tapped:
        message = self.turn(code, match_round)
        return self.tap(message, f"pick:{code}:{match_round}:{combination}:{nth}")

    def tap(self, message: Message, data: str) -> Tapped:
        """Taps with this data, whether a button of the message carries it or not."""
        return self.phone.tap_data(data, message["message_id"])


def seat_two(api: LocalBotApi, host: str = "Alice", guest: str = "Bob") -> tuple[Player, Player, str]:
    """Two players at a table that has just begun, and its code."""
    first, second = Player(api, host), Player(api, guest)
    code = first.open_table()
    second.join(code)
    second.turn(code, 1)
    return first, second, code
