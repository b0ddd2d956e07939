"""Two players on a bad network: they tap twice, late, out of order, both at once, and what they may not.

Whatever they do, what counts in a round is known beforehand, so that a referee can hold the chats against it.
"""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any, Final

from infra.local.phone import LocalBotApi, Tapped
from tests.e2e import oracle, reading
from tests.e2e.player import Player
from tests.e2e.referee import ROUNDS, Round

Update = dict[str, Any]
_query_ids: Final = itertools.count(10**12)


class RestlessTable:
    """One match, from the invitation to its result. `others` are the codes of tables that are none of these two's."""

    def __init__(self, api: LocalBotApi, host: str, guest: str, rng: random.Random, others: list[str]) -> None:
        self._api, self._rng, self._others = api, rng, others
        self.seats = Player(api, host), Player(api, guest)
        self.code = self._begin()
        self._used: tuple[set[str], set[str]] = (set(), set())
        self._past: list[Update] = []

    def play(self) -> list[Round]:
        """All rounds; gives what each was played with."""
        rounds = [self._play_round(number) for number in range(1, ROUNDS + 1)]
        self._repeat_the_past(6)
        return rounds

    def _begin(self) -> str:
        host, guest = self.seats
        code = host.open_table()
        guest.phone.send("/start")
        joined = self._api.update({"message": self._typed(guest, f"/join {code}")})
        self._api.update(joined)
        if self._rng.random() < 0.5:
            guest.join(code)
        return code

    @staticmethod
    def _typed(player: Player, text: str) -> dict[str, Any]:
        chat = {"id": player.phone.id, "type": "private", "first_name": player.name}
        return {"message_id": 900_000, "from": player.phone.user, "chat": chat, "date": 0, "text": text}

    def _play_round(self, number: int) -> Round:
        tables = [player.turn(self.code, number) for player in self.seats]
        hands = [reading.hand(table) for table in tables]
        choices = [self._choices(table) for table in tables]
        for seat in (0, 1):
            assert set(choices[seat]) == set(oracle.COMBINATIONS) - self._used[seat]
        picks = [self._rng.choice(choices[seat]) for seat in (0, 1)]
        message_ids = [table["message_id"] for table in tables]
        self._try_what_is_not_allowed(number, message_ids)
        if self._rng.random() < 0.4:
            self._pick_at_once(number, picks, message_ids)
        else:
            first, second = self._rng.sample((0, 1), 2)
            self._pick_restlessly(number, first, choices[first], picks[first], message_ids[first])
            self._pick(number, second, picks[second], message_ids[second])
        for seat in (0, 1):
            self._used[seat].add(picks[seat])
        self._repeat_the_past(2)
        assert hands[0] is not None
        assert hands[1] is not None
        return Round((hands[0], hands[1]), (picks[0], picks[1]))

    @staticmethod
    def _choices(table: reading.Message) -> list[str]:
        return [data.split(":")[3] for data in reading.data_of(table, "pick:")]

    def _pick(self, number: int, seat: int, combination: str, message_id: int, nth: int = 0) -> None:
        """A tap that waits for its answer, and so for all that this player has sent before."""
        tapped = self._answered(seat, f"pick:{self.code}:{number}:{combination}:{nth}", message_id)
        assert "You picked" in tapped.text, tapped.text

    def _answered(self, seat: int, data: str, message_id: int) -> Tapped:
        """A tap's answer; on a busy machine the first tap's may come too late, and then it is tapped again."""
        for _ in range(10):
            tapped = self.seats[seat].phone.tap_data(data, message_id)
            if tapped.answered:
                return tapped
        raise AssertionError("no tap was answered")

    def _pick_at_once(self, number: int, picks: list[str], message_ids: list[int]) -> None:
        """Both tap in the same moment, each twice."""
        threads = [
            threading.Thread(target=self._post, args=(number, seat, picks[seat], message_ids[seat])) for seat in (0, 1)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _pick_restlessly(self, number: int, seat: int, choices: list[str], combination: str, message_id: int) -> None:
        """Now and then another pick first, its change ahead of it, and the old one after it; in the end one pick."""
        others = [choice for choice in choices if choice != combination]
        if not others or self._rng.random() < 0.5:
            self._post(number, seat, combination, message_id)
            self._pick(number, seat, combination, message_id)
            return
        before = self._rng.choice(others)
        self._post(number, seat, combination, message_id, nth=1)  # too early: refused
        self._post(number, seat, before, message_id)
        self._post(number, seat, combination, message_id, nth=1)
        self._post(number, seat, before, message_id)  # too late: refused
        self._pick(number, seat, combination, message_id, nth=1)

    def _post(self, number: int, seat: int, combination: str, message_id: int, nth: int = 0) -> None:
        """A tap as a raw update, which is not waited for; often it comes twice, under one id or two."""
        data = f"pick:{self.code}:{number}:{combination}:{nth}"
        delivered = self._api.update(self._tap(seat, data, message_id))
        if self._rng.random() < 0.5:
            self._api.update(delivered if self._rng.random() < 0.5 else self._tap(seat, data, message_id))
        self._past.append(delivered)

    def _tap(self, seat: int, data: str, message_id: int) -> Update:
        user = self.seats[seat].phone.user
        message = {"message_id": message_id, "chat": {"id": user["id"], "type": "private"}, "date": 0, "text": "…"}
        query = {"id": str(next(_query_ids)), "from": user, "message": message, "chat_instance": "1", "data": data}
        return {"callback_query": query}

    def _repeat_the_past(self, times: int) -> None:
        """Updates of earlier rounds, or of this one, once more."""
        for _ in range(min(times, len(self._past))):
            self._api.update(self._rng.choice(self._past))

    def _try_what_is_not_allowed(self, number: int, message_ids: list[int]) -> None:
        seat = self._rng.choice((0, 1))
        used = next(iter(self._used[seat]), "7")
        forged = [
            f"pick:{self.code}:{number}:{used}:0",
            f"pick:{self.code}:{number - 1}:poker:0",
            f"pick:{self.code}:{number + 1}:poker:0",
            f"pick:{self.code}:17:two:0",
            f"pick:{self.code}:{number}:poker:3",
            f"change:{self.code}:{number}",
            f"pick:{self._rng.choice(self._others or ['00000000'])}:{number}:poker:0",
            "x" * 64,
        ]
        for data in self._rng.sample(forged, 2):
            tapped = self._answered(seat, data, message_ids[seat])
            assert tapped.text
            assert not tapped.text.startswith("You picked"), tapped.text
