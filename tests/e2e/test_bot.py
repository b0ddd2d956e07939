"""`make bot` from outside: a whole match by long polling, over a crash and a stop, beside another bot that wants in."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi
from tests.e2e import referee
from tests.e2e.player import seat_two
from tests.infra.local.bots import TOKEN, RunningBot, assert_says_nothing_secret, environ

pytestmark = pytest.mark.real("ministack")


@pytest.fixture
def api() -> Iterator[LocalBotApi]:
    with running(BotApi(token=TOKEN, username="family_bot")) as url, LocalBotApi(url) as api:
        yield api


def test_a_match_goes_on_after_a_crash_and_after_a_stop(api: LocalBotApi, tmp_path: Path) -> None:
    rng, used = random.Random(7776), (set[str](), set[str]())
    rounds: list[referee.Round] = []

    def play_on(last: int) -> None:
        numbers = range(len(rounds) + 1, last + 1)
        rounds.extend(referee.play_round(seats, code, number, rng, used) for number in numbers)

    with RunningBot(tmp_path, environ(api.base_url)).ready() as bot:
        first, second, code = seat_two(api)
        seats = (first, second)
        play_on(5)
        before_crash = bot
        bot.kill()
    first.phone.send("/matches")  # while nobody is there
    with RunningBot(tmp_path, environ(api.base_url)).ready() as bot:
        play_on(7)
        with RunningBot(tmp_path / "elsewhere", environ(api.base_url)) as newcomer:
            assert newcomer.wait() == 2
        play_on(8)
        before_stop = bot
        assert bot.stop(signal.SIGINT) == 0
    with RunningBot(tmp_path, environ(api.base_url)).ready() as bot:
        play_on(16)
        referee.check(seats, code, rounds)
        assert bot.stop(signal.SIGTERM) == 0
    assert "Another program fetches the updates of @family_bot" in newcomer.text
    printed = "".join(one.text for one in (before_crash, before_stop, newcomer, bot))
    assert_says_nothing_secret(printed)
    assert_hides_the_match(printed, [message["text"] for message in first.messages() if "text" in message], rounds)


def assert_hides_the_match(printed: str, chat: list[str], rounds: list[referee.Round]) -> None:
    """No secret, no roll and no pick is in what the bot printed; a line tells a tap's kind and table only."""
    for digits in re.findall(r"[0-9a-f]{32}", "\n".join(chat)):
        assert digits not in printed
    for one in rounds:
        for dice in one.hands:
            assert " ".join(map(str, dice)) not in printed
            assert ", ".join(map(str, dice)) not in printed
    taps = [line for line in printed.splitlines() if "'tap pick" in line]
    served = {line.split()[2] for line in taps}  # what a crash left unconfirmed is served again
    assert len(served) == 2 * len(rounds)
    for line in taps:
        assert re.fullmatch(
            r"\d\d:\d\d:\d\d update update_id=\d+ user_id=\d+ kind='tap pick [0-9A-Z]{8}' status=200 ms=\d+", line
        )
