"""The built package under AWS's own runtime client and emulator, for this machine's processor: a few rounds are played
through it, and what it logs is what Lambda would keep.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import boto3
import pytest
from starlette.routing import Route

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.function_url import FunctionUrl
from infra.local.phone import LocalBotApi
from infra.local.pump import StreamPump
from infra.local.worker import Worker
from tests.deploy.package import HERE, build
from tests.deploy.runtime import Container, FunctionError, container
from tests.e2e import reading
from tests.e2e.player import seat_two
from tests.handlers.deployments import SECRET_ARN, deployment
from tests.infra.local.bot_api.tools import RawBot
from tests.infra.stores import Store, patient_client

pytestmark = [pytest.mark.real("sam"), pytest.mark.real("runtime")]

TOKEN = "7776000001:" + "T" * 35
WEBHOOK_SECRET = "Secret" * 8
USERNAME = "bot7776000001_bot"
Start = Callable[..., Container]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("package"), "WebhookFunction", HERE)


@pytest.fixture(scope="module")
def start(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Starts containers, which run until the tests are over."""
    logs = tmp_path_factory.mktemp("logs")
    with ExitStack() as opened:

        def start(function: str, **environ: str) -> Container:
            log = logs / f"{function}-{len(list(logs.iterdir()))}.log"
            return opened.enter_context(container(package, f"handlers.{function}.handler", environ, log))

        yield start


class Running(NamedTuple):
    """The bot in two containers, its table and the people."""

    webhook: Container
    deliver: Container
    store: Store
    api: LocalBotApi


@pytest.fixture(scope="module")
def bot(start: Start, dynamodb_local: str) -> Iterator[Running]:
    store = Store(patient_client(dynamodb_local))
    environ = {"TABLE_NAME": store.name, "BOT_USERNAME": USERNAME, "AWS_ENDPOINT_URL_DYNAMODB": dynamodb_local}
    webhook = start("webhook", WEBHOOK_SECRET=WEBHOOK_SECRET, **environ)
    bot_api = BotApi(routes=[Route("/webhook", FunctionUrl(webhook, 1).answer, methods=["POST"])])
    with ExitStack() as opened:
        url = opened.enter_context(running(bot_api))
        deliver = start(
            "deliver", BOT_TOKEN=TOKEN, BOT_API_URL=url, QUEUE_URL=f"{url}/queue", STACK_NAME="seven", **environ
        )
        streams = boto3.client("dynamodbstreams", endpoint_url=dynamodb_local)
        stream_arn = store.client.describe_table(TableName=store.name)["Table"]["LatestStreamArn"]
        pump = StreamPump(streams, stream_arn, deliver)
        worker = Worker("stream", pump.run, every_s=0.1)
        worker.start()
        opened.callback(worker.stop)
        RawBot(url, TOKEN).call("setWebhook", url=f"{url}/webhook", secret_token=WEBHOOK_SECRET)
        yield Running(webhook, deliver, store, opened.enter_context(LocalBotApi(url)))


def request(**event: Any) -> Mapping[str, Any]:
    return {"version": "2.0", "headers": {}, "isBase64Encoded": False, **event}


def test_a_few_rounds_are_played(bot: Running) -> None:
    alice, bob, code = seat_two(bot.api, "Alice", "Bob")
    for match_round, combination in enumerate(("1", "poker", "2+2"), 1):
        assert alice.pick(code, match_round, combination).answered
        assert bob.pick(code, match_round, combination).answered
    for player in (alice, bob):
        assert reading.reveal(player.turn(code, 4)) is not None


def test_an_update_in_base64_is_read_and_a_stranger_refused(bot: Running) -> None:
    update = base64.b64encode(json.dumps({"update_id": 1}).encode()).decode()
    headers = {"x-telegram-bot-api-secret-token": WEBHOOK_SECRET}
    assert bot.webhook(request(headers=headers, body=update, isBase64Encoded=True))["statusCode"] == 200
    assert bot.webhook(request(body=update, isBase64Encoded=True))["statusCode"] == 403


def test_what_is_logged_is_json_that_says_what_was_decided(bot: Running) -> None:
    bot.webhook(request(headers={"x-telegram-bot-api-secret-token": "wrong"}))
    refused = [line for line in bot.webhook.lines() if line.get("message") == "wrong_secret"]
    assert refused[-1]["level"] == "WARNING" or refused[-1]["level"] == "WARN"
    assert refused[-1]["requestId"]


def test_each_decision_is_a_line_of_json_and_the_metrics_are_where_cloudwatch_looks_for_them(bot: Running) -> None:
    alice, _, code = seat_two(bot.api, "Alice", "Bob")
    assert alice.pick(code, 1, "poker").answered
    alice.phone.wait_for_text("You picked")
    [pick] = [line for line in bot.webhook.lines() if (line.get("ask"), line.get("code")) == ("pick", code)]
    assert (pick["function"], pick["message"], pick["status"], pick["version"]) == ("webhook", "update", 200, 3)
    told = [line for line in bot.deliver.lines() if (line.get("of"), line.get("code")) == ("match", code)]
    assert {line["function"] for line in told} == {"deliver"}
    assert pick["took_ms"] < 5000
    assert [line["function"] for line in bot.webhook.lines() if line.get("message") == "started"] == ["webhook"]
    measured = [line for line in bot.deliver.lines() if "_aws" in line]
    assert any("Picks" in line and line["Stack"] == "seven" for line in measured)
    assert all(line["_aws"]["CloudWatchMetrics"][0]["Namespace"] == "7776" for line in measured)


def test_nothing_secret_is_logged(bot: Running) -> None:
    secrets = [item["secret"]["B"] for item in bot.store.items() if "secret" in item]
    assert secrets
    for said in (bot.webhook.said(), bot.deliver.said()):
        assert TOKEN not in said
        assert WEBHOOK_SECRET not in said
        for secret in secrets:
            assert secret.hex() not in said
            assert repr(secret) not in said
            assert base64.b64encode(secret).decode() not in said


def test_setup_answers_a_deployment(start: Start, bot: Running) -> None:
    setup = start("setup")
    with deployment(bot.api.base_url) as deploy:
        deploy.function = lambda event, _: setup(event)
        assert deploy.bot()["Data"]["Username"] == USERNAME
        answer = deploy.webhook("Update", deploy.destination(), SecretArn=SECRET_ARN)
    assert answer["Status"] == "FAILED"
    assert SECRET_ARN in answer["Reason"]
    assert TOKEN not in setup.said()


@pytest.mark.parametrize("function", ["webhook", "deliver", "clock"])
def test_a_missing_variable_is_named_in_one_sentence(start: Start, function: str) -> None:
    idle = start(function)
    with pytest.raises(FunctionError, match=r"The environment variable TABLE_NAME is not set\."):
        idle(request())
    assert "The environment variable TABLE_NAME is not set." in idle.said()


def test_a_table_that_is_not_there_is_named(start: Start, dynamodb_local: str) -> None:
    clock = start("clock", TABLE_NAME="nowhere", AWS_ENDPOINT_URL_DYNAMODB=dynamodb_local)
    with pytest.raises(FunctionError, match=r"The table nowhere is not there"):
        clock(request())
