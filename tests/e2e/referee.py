"""Plays a match through two phones and holds everything that their chats say against the rules."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from tests.e2e import oracle, reading
from tests.e2e.player import Player
from tests.e2e.reading import Message, Reveal

ROUNDS = 16
Pair = tuple[Player, Player]


@dataclass(frozen=True)
class Round:
    """What a round was played with: each seat's dice and pick, the host's first."""

    hands: tuple[list[int], list[int]]
    picks: tuple[str, str]

    def points(self, seat: int) -> int:
        return oracle.points(self.picks[seat], self.hands[0] + self.hands[1])

    def is_made(self, seat: int) -> bool:
        return oracle.is_made(self.picks[seat], self.hands[0] + self.hands[1])


def play(seats: Pair, code: str, rng: random.Random) -> list[Round]:
    """Plays all rounds, each with picks and the order of the seats by chance."""
    used: tuple[set[str], set[str]] = (set(), set())
    return [play_round(seats, code, match_round, rng, used) for match_round in range(1, ROUNDS + 1)]


def play_round(seats: Pair, code: str, match_round: int, rng: random.Random, used: tuple[set[str], set[str]]) -> Round:
    hands, picks = [], []
    for player, mine in zip(seats, used, strict=True):
        dice = reading.hand(player.turn(code, match_round))
        assert dice is not None
        assert dice == sorted(dice)
        hands.append(dice)
        choices = player.open_combinations(code, match_round)
        assert set(choices) == set(oracle.COMBINATIONS) - mine
        assert len(choices) == len(set(choices))
        picks.append(rng.choice(choices))
        mine.add(picks[-1])
    for seat in rng.sample((0, 1), 2):
        assert seats[seat].pick(code, match_round, picks[seat]).answered
    return Round((hands[0], hands[1]), (picks[0], picks[1]))


def check(seats: Pair, code: str, rounds: list[Round]) -> None:
    """Every reveal once and in order, every running total, the result, and the sealed dice, in both chats.

    Nothing of this match may be under way any more.
    """
    results = [player.result(code) for player in seats]
    for seat, player in enumerate(seats):
        messages = [
            message for message in player.phone.messages() if message["message_id"] <= results[seat]["message_id"]
        ]
        check_reveals(messages, seat, seats[1 - seat].name, rounds)
        check_result(results[seat], seat, seats[1 - seat].name, rounds)
        check_dice(messages, results[seat], seat, code, rounds)
    secrets = {secret_of(result) for result in results}
    assert len(secrets) == 1


def check_reveals(messages: list[Message], seat: int, opponent: str, rounds: list[Round]) -> None:
    shown = [found for message in messages if (found := reading.reveal(message)) is not None]
    assert len(shown) == len(rounds)
    for number, (found, played) in enumerate(zip(shown, rounds, strict=True), 1):
        expected = expected_reveal(played, seat, opponent, totals(rounds[:number], seat))
        assert found == expected, f"round {number}"


def expected_reveal(played: Round, seat: int, opponent: str, after: tuple[int, int]) -> Reveal:
    throws = [
        reading.Throw(who, played.hands[of], played.picks[of], played.is_made(of), played.points(of))
        for who, of in (("You", seat), (opponent, 1 - seat))
    ]
    return Reveal(throws[0], throws[1], after)


def totals(rounds: list[Round], seat: int) -> tuple[int, int]:
    return sum(one.points(seat) for one in rounds), sum(one.points(1 - seat) for one in rounds)


def check_result(result: Message, seat: int, opponent: str, rounds: list[Round]) -> None:
    mine, theirs = totals(rounds, seat)
    line = reading.first_line(result)
    assert reading.totals(line) == (mine, theirs)
    assert opponent in line
    assert ("🏆" in line) is (mine > theirs)
    assert ("draw" in line) is (mine == theirs)


def check_dice(messages: list[Message], result: Message, seat: int, code: str, rounds: list[Round]) -> None:
    """The secret is told, fits the seal that stood there before the first roll, and gives every throw."""
    secret = secret_of(result)
    assert oracle.seal(secret) in hexadecimals(messages)
    for number, played in enumerate(rounds, 1):
        assert played.hands[seat] == oracle.throw(secret, code, number, seat)


def secret_of(result: Message) -> bytes:
    told = [bytes.fromhex(digits) for digits in hexadecimals([result])]
    return next(one for one in told if oracle.seal(one) in hexadecimals([result]))


def hexadecimals(messages: list[Message]) -> list[str]:
    """Every 64 hexadecimal digits that stand in these messages, whether or not a line breaks in between."""
    text = "\n".join(reading.text_of(message) for message in messages)
    return re.findall(r"[0-9a-f]{64}", re.sub(r"(?<=[0-9a-f]{32})\n(?=[0-9a-f]{32})", "", text))
