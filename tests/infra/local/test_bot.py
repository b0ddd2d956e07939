"""`make bot`: when it refuses to run, and how it goes on after a stop. (tests/e2e plays a whole match through it.)"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core import codes
from core import match as matches
from infra.local.account import Account, AccountError, Identity
from infra.local.bot import RefusedError, run, serve
from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.database import DatabaseError
from infra.local.moto_table import MotoTable
from infra.local.phone import LocalBotApi
from infra.local.stop import Stop
from infra.table import Table
from tests.e2e.player import Player, seat_two
from tests.infra.local.bot_api.tools import RawBot
from tests.infra.local.bots import TOKEN, RunningBot, assert_says_nothing_secret, environ
from tests.infra.stores import guest, host, played

IDENTITY = Identity(7776000005, "family_bot")
REVOKED = "7776000005:" + "R" * 35
WITHIN_S = 60


@pytest.fixture
def api() -> Iterator[LocalBotApi]:
    with running(BotApi(token=TOKEN, username="family_bot", revoked=[REVOKED])) as url, LocalBotApi(url) as api:
        yield api


@pytest.fixture
def table() -> Iterator[MotoTable]:
    with MotoTable() as table:
        yield table


class Serving:
    """The bot on a table that outlives it, in a thread."""

    def __init__(self, api: LocalBotApi, table: MotoTable) -> None:
        self._account, self._table = Account(TOKEN, api.base_url), table
        self._stop = Stop()
        self.refusal = ""
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        try:
            serve(self._account, IDENTITY, self._table, self._stop)
        except RefusedError as error:
            self.refusal = str(error)

    def join(self) -> None:
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()

    def stop(self) -> None:
        self._stop.set()
        self.join()


@contextmanager
def serving(api: LocalBotApi, table: MotoTable) -> Iterator[Serving]:
    bot = Serving(api, table)
    try:
        yield bot
    finally:
        bot.stop()


def shown(api: LocalBotApi, after: int = 0) -> list[str]:
    """The calls that people see something of."""
    return [call["method"] for call in api.calls(after) if call["method"].startswith(("send", "edit", "answer"))]


def refusal(account: Account, tmp_path: Path, **environ: str) -> str:
    with pytest.raises((RefusedError, DatabaseError)) as raised:
        run(account, environ, tmp_path, Stop())
    assert_says_nothing_secret(str(raised.value))
    return str(raised.value)


def test_without_a_token_it_ends_with_one_sentence(tmp_path: Path) -> None:
    with RunningBot(tmp_path, environ("http://127.0.0.1:9", TELEGRAM_BOT_TOKEN="")) as bot:
        assert bot.wait() == 2
    assert len(bot.lines) == 1
    assert bot.text.startswith("TELEGRAM_BOT_TOKEN is not set: ")


@pytest.mark.parametrize(
    "variables, named",
    [
        ({}, "TELEGRAM_BOT_TOKEN"),
        ({"TELEGRAM_BOT_TOKEN": "Your token: 1:A"}, "TELEGRAM_BOT_TOKEN"),
        ({"TELEGRAM_BOT_TOKEN": TOKEN, "BOT_API_URL": "api.example"}, "BOT_API_URL"),
    ],
)
def test_a_wrong_variable_is_named_without_its_value(variables: dict[str, str], named: str) -> None:
    with pytest.raises(AccountError, match=named) as raised:
        Account.from_environ(variables)
    assert not any(value in str(raised.value) for value in variables.values())


def test_an_account_keeps_its_token_to_itself() -> None:
    assert_says_nothing_secret(repr(Account.from_environ({"TELEGRAM_BOT_TOKEN": TOKEN})))


def test_a_token_that_telegram_does_not_know_is_refused(api: LocalBotApi, tmp_path: Path) -> None:
    assert refusal(Account(REVOKED, api.base_url), tmp_path).startswith("Telegram does not know the token")
    assert refusal(Account("12:34", api.base_url), tmp_path).startswith("Telegram does not know the token")


def test_a_webhook_that_is_set_is_left_alone(api: LocalBotApi, tmp_path: Path) -> None:
    bot = RawBot(api.base_url, TOKEN)
    bot.call("setWebhook", url="https://abc.lambda-url.example/secret-path")
    text = refusal(Account(TOKEN, api.base_url), tmp_path)
    assert "the updates of @family_bot go to abc.lambda-url.example" in text
    assert "secret-path" not in text
    assert bot.call("getWebhookInfo")["url"]


def test_a_bot_api_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    text = refusal(Account(TOKEN, "http://127.0.0.1:9"), tmp_path)
    assert re.fullmatch(r"The Bot API at http://127\.0\.0\.1:9 cannot be reached \(\w+\): .+\.", text)


def test_what_is_no_bot_api_is_named(tmp_path: Path) -> None:
    with running(BotApi(token=TOKEN)) as url:
        text = refusal(Account(TOKEN, f"{url}/client"), tmp_path)
    assert "cannot be reached" in text


def test_a_database_that_cannot_be_reached_is_named(api: LocalBotApi, tmp_path: Path) -> None:
    text = refusal(Account(TOKEN, api.base_url), tmp_path, AWS_ENDPOINT_URL_DYNAMODB="http://127.0.0.1:9")
    assert text.startswith("The DynamoDB at http://127.0.0.1:9 cannot be used (")


def test_it_introduces_itself_as_a_deployment_does(api: LocalBotApi, table: MotoTable) -> None:
    with serving(api, table):
        Player(api, "Alice").open_table()
    bot = RawBot(api.base_url, TOKEN)
    assert {"new", "help"} <= {command["command"] for command in bot.call("getMyCommands")}
    assert bot.call("getMyDescription")["description"]
    assert bot.call("getMyShortDescription")["short_description"]


def test_a_bot_that_may_not_be_introduced_now_plays_all_the_same(
    api: LocalBotApi, table: MotoTable, caplog: pytest.LogCaptureFixture
) -> None:
    api.fault(method="setMyCommands", error_code=429, description="Too Many Requests", retry_after=9000)
    with serving(api, table):
        Player(api, "Alice").open_table()
    assert "not_introduced" in caplog.text


def test_what_was_accepted_before_a_stop_is_told_before_its_end(api: LocalBotApi, table: MotoTable) -> None:
    with serving(api, table) as bot:
        first, second, code = seat_two(api)
        choices = [player.open_combinations(code, 1)[0] for player in (first, second)]
        first.pick(code, 1, choices[0])
        second.pick(code, 1, choices[1])
        bot.stop()
    for player in (first, second):
        assert any(f"pick:{code}:2:" in str(message) for message in player.phone.messages())
    assert RawBot(api.base_url, TOKEN).call("getUpdates") == []


def test_a_chat_that_had_to_wait_is_told_after_a_restart(
    api: LocalBotApi, table: MotoTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "7776")
    with serving(api, table):
        alice, bob = Player(api, "Alice"), Player(api, "Bob")
        code = alice.open_table()
        slow_down = {"error_code": 429, "description": "Too Many Requests: retry after 2", "retry_after": 2}
        api.fault(method="sendMessage", chat_id=bob.phone.id, **slow_down)
        bob.join(code)
        alice.turn(code, 1)
        give_up = time.monotonic() + WITHIN_S
        while "must_wait" not in caplog.text:
            assert time.monotonic() < give_up
            time.sleep(0.01)
    assert not any(f"pick:{code}:1:" in str(message) for message in bob.phone.messages())
    with serving(api, table):
        assert bob.turn(code, 1)


def test_a_new_table_has_the_same_code_when_its_update_comes_again_after_a_crash(
    api: LocalBotApi, table: MotoTable
) -> None:
    with serving(api, table):
        alice = Player(api, "Alice")
        code = alice.open_table()
        (update,) = (call for call in api.calls(method="getUpdates") if call["answer"]["result"])
    api.update(update["answer"]["result"][0])
    with serving(api, table):
        alice.last()
    assert Table(table.dynamodb, table.name).live_codes(alice.phone.id) == [code]


def test_a_day_of_records_that_are_read_again_tells_nothing_twice_and_takes_no_time(
    api: LocalBotApi, table: MotoTable
) -> None:
    told = Table(table.dynamodb, table.name)
    now = int(time.time())
    for number in range(6):
        code = codes.derive(b"a day", number)
        match = told.save(None, matches.create(code, bytes(range(32)), host(2 * number + 1), now))
        match = told.save(match, matches.join(match, guest(2 * number + 2), now))
        for _ in range(16):
            match = told.save(match, played(match, 1, now))
        for seat in (0, 1):
            told.record_told(code, seat, match.version, 99)
    began, before = time.monotonic(), api.last_call()
    with serving(api, table):
        Player(api, "Zoe").open_table()
        took_s = time.monotonic() - began
    assert shown(api, before) == ["sendMessage"]
    assert took_s < 20


def test_a_token_that_is_revoked_in_mid_match_ends_it_and_loses_nothing(api: LocalBotApi, table: MotoTable) -> None:
    with serving(api, table) as bot:
        first, _, code = seat_two(api)
        for method in ("getUpdates", "sendMessage"):
            api.fault(method=method, error_code=401, description="Unauthorized", times=9)
        first.phone.send("/matches")
        bot.join()
        assert bot.refusal.startswith("Telegram does not know the token")
    api.clear_faults()
    with serving(api, table):
        assert first.pick(code, 1, first.open_combinations(code, 1)[0]).answered
