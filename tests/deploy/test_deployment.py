"""The real `sam build`, `sam deploy` and `sam delete`, on an emulator of AWS that checks every call against its role,
and matches that are played on what they made.

The tests are in the order in which an operator does these things. All share one stack; each can be run alone.
"""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from infra.table import ConflictError, Table
from tests.deploy.cloud import STACK, TOKEN, Cloud, cloud
from tests.e2e import reading, referee
from tests.e2e.player import Player, seat_two
from tests.infra.local.bot_api.tools import RawBot

pytestmark = [pytest.mark.real("sam"), pytest.mark.real("ministack")]

REVOKED = "7776000009:" + "R" * 35
FUNCTIONS = ("WebhookFunction", "DeliverFunction", "ClockFunction", "SetupFunction")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cloud]:
    """The bot, deployed."""
    with cloud(tmp_path_factory.mktemp("cloud")) as home:
        home.build()
        deployed = home.deploy(BotToken=TOKEN, AlarmEmail="operator@example.org", Dashboard="on")
        assert deployed.returncode == 0, deployed.stdout[-4000:]
        yield home


@pytest.fixture(scope="module")
def webhook_secret(home: Cloud) -> str:
    secret = home.client("secretsmanager").get_secret_value(SecretId=home.resource("WebhookSecret"))
    return str(secret["SecretString"])


@pytest.fixture(scope="module")
def table(home: Cloud) -> Table:
    return Table(home.client("dynamodb"), home.resource("Table"))


@pytest.fixture(scope="module")
def late(home: Cloud, table: Table) -> tuple[Player, Player, str]:
    """A match in which the guest has not picked, and whose reminder is due."""
    carol, dave, code = seat_two(home.api, "Carol", "Dave")
    carol.pick(code, 1, "poker")
    make_due(table, code, due_at=now() - 1)
    return carol, dave, code


def now() -> int:
    return int(time.time())


def make_due(table: Table, code: str, **due: int) -> None:
    """Move a match's times, whoever else saves it."""
    for _ in range(10):
        match = table.match(code)
        assert match is not None
        try:
            table.save(match, match.model_copy(update=due))
        except ConflictError:
            continue
        return
    raise AssertionError("others kept saving")


def info(home: Cloud, token: str = TOKEN) -> dict[str, Any]:
    found: dict[str, Any] = RawBot(home.api.base_url, token).call("getWebhookInfo")
    return found


def environment(home: Cloud, function: str) -> dict[str, str]:
    configuration = home.client("lambda").get_function_configuration(FunctionName=home.resource(function))
    variables: dict[str, str] = configuration.get("Environment", {}).get("Variables", {})
    return variables


def reword(home: Cloud, old: str, new: str, **properties: object) -> None:
    """Makes another version of the webhook: it says something else, and Telegram may be told something else."""
    package = home.template.parent / "WebhookFunction"
    for source in (package / "handlers" / "chat" / "texts").glob("*.py"):
        text = source.read_text()
        if old in text:
            source.write_text(text.replace(old, new))
            (source.parent / "__pycache__" / f"{source.stem}.cpython-313.pyc").unlink(missing_ok=True)
    home.revise("WebhookFunction", **properties)


def squeezed(text: str) -> str:
    """SAM breaks sentences anywhere, to fit them into a table."""
    return "".join(text.split())


def toast(player: Player, code: str, match_round: int, combination: str) -> str:
    return player.pick(code, match_round, combination).text


def test_telegram_knows_the_webhook_and_the_commands(home: Cloud, late: object) -> None:
    told = info(home)
    assert ".lambda-url." in told["url"]
    assert told["max_connections"] == 40
    assert told["allowed_updates"] == ["callback_query", "inline_query", "message", "my_chat_member"]
    assert RawBot(home.api.base_url, TOKEN).call("getMyCommands")


def test_updates_without_the_secret_are_refused(home: Cloud) -> None:
    url = info(home)["url"].partition("://")[2].rstrip("/")
    answer = home.api.http.post(home.endpoint_url, json={"update_id": 1}, headers={"Host": url})
    assert answer.status_code == 403


def test_a_whole_match_is_played_on_what_was_deployed(home: Cloud) -> None:
    alice, bob, code = seat_two(home.api, "Alice", "Bob")
    rounds = referee.play((alice, bob), code, random.Random(7776))
    for player in (alice, bob):
        player.result(code)
    referee.check((alice, bob), code, rounds)


def test_who_blocks_the_bot_is_noted_and_the_other_is_told(home: Cloud) -> None:
    """Deliver saves this one, so its role must let it."""
    grace, heidi, code = seat_two(home.api, "Grace", "Heidi")
    heidi.phone.block()
    grace.pick(code, 1, "poker")
    heidi.phone.tap_data(f"pick:{code}:1:poker:0", heidi.phone.last()["message_id"])
    grace.wait_for(lambda message: "Heidi" in message["text"] and "can't be reached" in message["text"])


def test_the_token_and_the_secret_are_where_they_must_be_and_nowhere_else(home: Cloud, webhook_secret: str) -> None:
    secrets = home.client("secretsmanager")
    assert secrets.get_secret_value(SecretId=home.resource("BotTokenSecret"))["SecretString"] == TOKEN
    environments = {function: environment(home, function) for function in FUNCTIONS}
    assert environments["WebhookFunction"].pop("WEBHOOK_SECRET") == webhook_secret
    stack = home.client("cloudformation").describe_stacks(StackName=STACK)["Stacks"][0]
    for place in (environments, stack["Outputs"]):
        assert TOKEN not in json.dumps(place)
        assert webhook_secret not in json.dumps(place)


def test_an_update_and_a_rollback_come_in_the_middle_of_a_match(home: Cloud) -> None:
    erin, frank, code = seat_two(home.api, "Erin", "Frank")
    assert "Waiting for" in toast(erin, code, 1, "1")
    frank.pick(code, 1, "1")

    reword(home, "Waiting for", "Now it waits for")
    assert home.deploy(WebhookConnections=20).returncode == 0
    assert info(home)["max_connections"] == 20
    assert "Now it waits for" in toast(erin, code, 2, "2")
    frank.pick(code, 2, "2")

    reword(home, "Now it waits for", "Too new:", Digest="of what Telegram refuses")
    home.api.fault(method="setMyCommands", error_code=400, description="Bad Request: BOT_COMMAND_INVALID")
    failed = home.deploy()
    assert failed.returncode != 0
    assert "Telegramrefusedwhatitwastold(Bot_command_invalid)" in squeezed(failed.stdout)
    assert "Now it waits for" in toast(erin, code, 3, "3")
    frank.pick(code, 3, "3")
    assert reading.reveal(frank.turn(code, 4)) is not None
    assert info(home)["max_connections"] == 20


def test_who_keeps_another_waiting_is_reminded(home: Cloud, table: Table, late: tuple[Player, Player, str]) -> None:
    _, dave, code = late
    reminder = dave.wait_for(lambda message: "⏰" in message["text"])
    assert reading.data_of(reminder, f"pick:{code}:1:")
    make_due(table, code, deadline=now() - 1, due_at=now() - 1)


def test_a_token_of_another_form_is_refused_before_anything_is_made(home: Cloud) -> None:
    before = home.stacks()
    refused = home.deploy("another", BotToken="12:of-another-form")
    assert "must be a bot token as @BotFather gives it" in " ".join(refused.stdout.split())
    assert refused.returncode != 0
    assert home.stacks() == before


def test_a_token_that_telegram_does_not_know_leaves_nothing_behind(home: Cloud) -> None:
    tables = home.client("dynamodb").list_tables()["TableNames"]
    home.bot_api.revoked.add(REVOKED)
    failed = home.deploy("another", BotToken=REVOKED)
    assert failed.returncode != 0
    assert "copyitfrom@BotFatheroncemore" in squeezed(failed.stdout)
    assert "another" not in home.stacks()
    assert home.client("dynamodb").list_tables()["TableNames"] == tables
    assert info(home)["url"]


def test_who_lets_the_time_run_out_forfeits(home: Cloud, table: Table, late: tuple[Player, Player, str]) -> None:
    carol, dave, code = late
    assert "🏆" in reading.first_line(carol.result(code))
    assert "🏆" not in reading.first_line(dave.result(code))


def test_nothing_secret_was_logged(home: Cloud, webhook_secret: str) -> None:
    said = home.logs()
    assert "START RequestId" in said
    for match_secret in secrets_of_matches(home):
        assert match_secret.hex() not in said
        assert repr(match_secret) not in said
        assert base64.b64encode(match_secret).decode() not in said
    assert webhook_secret not in said
    assert TOKEN not in said
    assert REVOKED not in said


def test_deleting_the_stack_removes_the_webhook_and_keeps_the_table(home: Cloud) -> None:
    name, before = home.resource("Table"), secrets_of_matches(home)
    home.delete()
    assert info(home)["url"] == ""
    assert STACK not in home.stacks()
    assert name in home.client("dynamodb").list_tables()["TableNames"]
    assert secrets_of_matches(home) == before


def secrets_of_matches(home: Cloud) -> set[bytes]:
    client = home.client("dynamodb")
    pages = [client.scan(TableName=name) for name in client.list_tables()["TableNames"]]
    return {item["secret"]["B"] for page in pages for item in page["Items"] if "secret" in item}
