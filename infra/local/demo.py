"""`python -m infra.local.demo`: two people play one whole match by themselves, and both chats run side by side.

They play through the same front door as everybody: a playground's client API.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from core.combinations import Combination
from core.house import worth
from core.match import ROUNDS
from infra.local.phone import Json, LocalBotApi
from infra.local.playground import Playground
from infra.local.terminal import side_by_side
from infra.local.transcript import Transcript, plain
from infra.logs import quiet_libraries

NAMES: Final = ("Alice", "Bob")
WIDEST: Final = 44
NARROWEST: Final = 24
PAUSE_S: Final = 0.7
CHANCES: Final = (8, 2, 1)


class Demo:
    """A match between the people of two transcripts, shown as it goes."""

    def __init__(
        self,
        api: LocalBotApi,
        columns: Sequence[Transcript],
        limit: int,
        rng: random.Random,
        pause: Callable[[], None],
    ) -> None:
        self._api = api
        self._columns = columns
        self._limit = limit
        self._rng = rng
        self._pause = pause

    def play(self) -> None:
        host, guest = self._columns
        self._type(host, "/start")
        self._tap(host, _button(host, "new:"))
        self._type(guest, f"/start {_button(host, 'cancel:')['callback_data'].partition(':')[2]}")
        for _ in range(ROUNDS):
            for player in self._rng.sample(self._columns, 2):
                self._tap(player, self._choice(player))

    def _choice(self, player: Transcript) -> Json:
        """One of the three best buttons for this hand, mostly the best: as people play."""
        buttons = {Combination(one["callback_data"].split(":")[3]): one for one in _buttons(player, "pick:")}
        worths = worth(_hand(player), list(buttons))
        best = sorted(buttons, key=lambda combination: -worths[combination])[: len(CHANCES)]
        return buttons[self._rng.choices(best, CHANCES[: len(best)])[0]]

    def _type(self, player: Transcript, text: str) -> None:
        player.phone.send(text)
        self._show(player, [])

    def _tap(self, player: Transcript, button: Json) -> None:
        answer = player.phone.tap(button["callback_data"])
        self._show(player, player.tapped(button["text"], answer))

    def _show(self, player: Transcript, begins: list[str]) -> None:
        """What a person did, then what that brought to both chats."""
        self._api.idle()
        left, right = ([*(begins if one is player else []), *one.news()] for one in self._columns)
        for line in side_by_side(left, right, self._limit):
            print(line)
        sys.stdout.flush()
        self._pause()


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    quiet_libraries()
    limit = max(NARROWEST, min(WIDEST, (shutil.get_terminal_size().columns - 3) // 2))
    rng = random.Random(options.seed)  # noqa: S311
    pause = (lambda: None) if options.fast or not sys.stdout.isatty() else lambda: time.sleep(PAUSE_S)
    with Playground() as playground, LocalBotApi(playground.url) as api:
        people = [Transcript(api.phone(name), limit) for name in NAMES]
        print("\n".join(side_by_side([NAMES[0]], [NAMES[1]], limit)))
        print(_line(limit, "┼"))
        Demo(api, people, limit, rng, pause).play()
        print(_line(limit, "┴"))
        for name, person in zip(NAMES, people, strict=True):
            print(f"{name}: {plain(person.phone.last()).partition(chr(10))[0]}")
    return 0


def _line(limit: int, crossing: str) -> str:
    return "─" * (limit + 1) + crossing + "─" * (limit + 1)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m infra.local.demo", description=__doc__)
    parser.add_argument("--fast", action="store_true", help="do not pause between the moves")
    parser.add_argument(
        "--seed", type=int, default=7776, help="another seed picks otherwise; the dice differ each time"
    )
    return parser.parse_args(arguments)


def _buttons(player: Transcript, data: str) -> list[Json]:
    """The newest message's buttons whose data begins so."""
    return [one for one in player.phone.buttons() if one.get("callback_data", "").startswith(data)]


def _hand(player: Transcript) -> list[int]:
    """The five dice that the newest message shows."""
    digits = re.findall(r"[1-6](?: [1-6]){4}$", plain(player.phone.last()), re.MULTILINE)[-1]
    return [int(digit) for digit in digits.split()]


def _button(player: Transcript, data: str) -> Json:
    return _buttons(player, data)[0]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
