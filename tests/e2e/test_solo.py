"""Playing alone, from the first tap to the proof: what the house does is held against the rules' own oracle."""

from __future__ import annotations

import hmac
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from infra.local.phone import LocalBotApi
from tests.e2e import oracle, reading, referee
from tests.e2e.player import Player, seat_two
from tests.e2e.reading import Message
from tests.e2e.referee import Round

ROOT = Path(__file__).parents[2]
HOUSE = {"random": "Fluke", "greedy": "Greed", "best": "House"}


def begin(api: LocalBotApi, level: str) -> tuple[Player, str]:
    """From /start to the first hand against the house, by taps alone; the code is in every pick's data."""
    player = Player(api, "Alice")
    player.phone.send("/start")
    start = player.last()
    player.tap(start, reading.data_behind(start, "Play the house"))
    levels = player.last()
    player.tap(levels, reading.data_behind(levels, HOUSE[level]))
    hand = player.wait_for(lambda message: bool(reading.data_of(message, "pick:")))
    return player, reading.data_of(hand, "pick:")[0].split(":")[1]


def play(player: Player, code: str, picks: list[str] | None = None) -> list[Round]:
    """Plays all rounds, by these picks or the last that is open; the other seat's part is read from the reveals."""
    rounds = []
    for number in range(1, 17):
        open_now = player.open_combinations(code, number)
        assert player.pick(code, number, picks[number - 1] if picks else open_now[-1]).answered
        shown = reading.reveal(player.turn(code, number + 1) if number < 16 else player.result(code))
        assert shown is not None
        rounds.append(Round((shown.mine.dice, shown.theirs.dice), (shown.mine.combination, shown.theirs.combination)))
    return rounds


def shared(message: Message, label: str) -> tuple[str, str]:
    """Start payload and words behind a share button."""
    button = next(button for button in reading.buttons(message) if button["text"] == label)
    query = parse_qs(urlsplit(button["url"]).query)
    return str(parse_qs(urlsplit(query["url"][0]).query)["start"][0]), query["text"][0]


@pytest.mark.parametrize("level", HOUSE)
def test_a_whole_match_against_the_house(api: LocalBotApi, level: str, tmp_path: Path) -> None:
    player, code = begin(api, level)
    rounds = play(player, code)
    result = player.result(code)
    secret = referee.secret_of(result)
    referee.check_reveals(player.messages(), 0, HOUSE[level], rounds)
    referee.check_result(result, 0, HOUSE[level], rounds)
    referee.check_dice(player.messages(), result, 0, code, rounds)
    assert [played.hands[1] for played in rounds] == [oracle.throw(secret, code, number, 1) for number in range(1, 17)]
    assert sorted(played.picks[1] for played in rounds) == sorted(oracle.COMBINATIONS)
    if level == "random":
        check_random_picks(secret, code, rounds)
    check_proof(player, code, result, rounds, tmp_path)


def check_random_picks(secret: bytes, code: str, rounds: list[Round]) -> None:
    text = json.dumps(["7776", code, "", ""], separators=(",", ":"))
    key = hmac.digest(secret, text.encode(), "sha256")
    open_now = list(oracle.COMBINATIONS)
    for number, played in enumerate(rounds, start=1):
        drawn = int.from_bytes(hmac.digest(key, b"house:%d" % number, "sha256"), "big")
        assert played.picks[1] == open_now.pop(drawn % len(open_now))


def check_proof(player: Player, code: str, result: Message, rounds: list[Round], folder: Path) -> None:
    """The file has the same throws, picks and points, and the command that its caption names accepts it."""
    player.tap(result, f"proof:{code}")
    document = player.wait_for(lambda message: "document" in message)
    path = folder / document["document"]["file_name"]
    path.write_bytes(player.phone.file(document["document"]["file_id"]))
    content: dict[str, Any] = json.loads(path.read_text())
    for line, played in zip(content["rounds"], rounds, strict=True):
        for seat, name in enumerate(("host", "guest")):
            assert sorted(map(int, line[name]["dice"])) == played.hands[seat]
            assert (line[name]["pick"], line[name]["points"]) == (played.picks[seat], played.points(seat))
    command = [sys.executable, "-m", "core.proof", str(path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert content["seal"] in run.stdout


def test_the_coach_speaks_and_the_round_goes_on(api: LocalBotApi) -> None:
    player, code = begin(api, "best")
    hand = player.turn(code, 1)
    player.tap(hand, reading.data_behind(hand, "Coach"))
    spoken = player.wait_for(lambda message: "Coach: " in reading.text_of(message))
    assert spoken["message_id"] == hand["message_id"]
    assert reading.data_of(spoken, "pick:") == reading.data_of(hand, "pick:")
    player.pick(code, 1, "major_sum")
    player.turn(code, 2)
    assert not any("Coach: " in reading.text_of(message) for message in player.messages())


def test_a_rematch_is_on_at_once_and_resigning_ends_it(api: LocalBotApi) -> None:
    player, code = begin(api, "random")
    player.phone.send("/resign")
    question = player.wait_for(lambda message: f"resign!:{code}" in reading.data_of(message))
    player.tap(question, f"resign!:{code}")
    result = player.result(code)
    assert "Fluke" in reading.first_line(result)
    player.tap(result, f"rematch:{code}")
    hand = player.wait_for(lambda message: bool(reading.data_of(message, "pick:")))
    assert reading.data_of(hand, "pick:")[0].split(":")[1] != code


def test_hands_are_dealt_again_to_whoever_follows_the_link(api: LocalBotApi) -> None:
    player, code = begin(api, "greedy")
    rounds = play(player, code)
    result = player.result(code)
    payload, words = shared(result, "Could you do better?")
    total = referee.totals(rounds, 0)[0]
    assert str(total).replace("-", "−") in words
    for name, picks in (("Bob", [played.picks[0] for played in rounds]), ("Carol", None)):
        friend = Player(api, name)
        friend.phone.send(f"/start {payload}")
        hand = friend.wait_for(lambda message: bool(reading.data_of(message, "pick:")))
        again = play(friend, reading.data_of(hand, "pick:")[0].split(":")[1], picks)
        assert [one.hands for one in again] == [one.hands for one in rounds]
        assert [one.picks[1] for one in again] == [one.picks[1] for one in rounds]
        line = reading.first_line(friend.last())
        assert reading.totals(line) == (referee.totals(again, 0)[0], total)
        assert "Alice" in line
        assert ("Just as" in line) is (picks is not None or referee.totals(again, 0)[0] == total)


def test_a_shared_result_tells_the_revealed_rounds_and_opens_a_table(api: LocalBotApi) -> None:
    player, code = begin(api, "best")
    rounds = play(player, code)
    payload, words = shared(player.result(code), "Share result")
    boards, key = words.split("\n", 1)[1].rsplit("\n", 1)
    assert key == "🎯 made  ▫️ −10  💥 −70"
    first, second = boards.split("\n\n")
    for squares, seat in ((first, 0), (second, 1)):
        expected = ["💥" if one.points(seat) == -70 else "🎯" if one.is_made(seat) else "▫️" for one in rounds]
        assert squares.replace("\n", "") == "".join(expected)
    friend = Player(api, "Bob")
    friend.phone.send(f"/start {payload}")
    assert friend.wait_for(lambda message: bool(reading.data_of(message, "cancel:")))


def test_friends_have_luck_review_and_proof_too(api: LocalBotApi, tmp_path: Path) -> None:
    alice, bob, code = seat_two(api)
    rounds = []
    for number in range(1, 17):
        picks = [player.open_combinations(code, number)[0] for player in (alice, bob)]
        for player, pick in zip((alice, bob), picks, strict=True):
            player.pick(code, number, pick)
        shown = reading.reveal(alice.turn(code, number + 1) if number < 16 else alice.result(code))
        assert shown is not None
        rounds.append(Round((shown.mine.dice, shown.theirs.dice), (picks[0], picks[1])))
    for player in (alice, bob):
        result = player.result(code)
        assert not any(button["text"] == "Coach" for button in reading.buttons(result))
        assert sum(": luck " in line for line in reading.text_of(result).split("\n")) == 2
        player.tap(result, f"review:{code}")
        review = player.wait_for(lambda message: reading.text_of(message).startswith("Review"))
        assert sum("→" in line or "the best" in line for line in reading.text_of(review).split("\n")) >= 16
    check_proof(bob, code, bob.result(code), rounds, tmp_path)
