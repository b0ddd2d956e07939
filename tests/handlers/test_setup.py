"""Setup against the local Bot API, with requests and answers as CloudFormation's."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from handlers.chat.texts.languages import LANGUAGES
from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi
from tests.handlers.deployments import TOKEN, WEBHOOK_SECRET, Context, Deployment, deployment
from tests.infra.local.bot_api.tools import RawBot, Webhook
from tests.infra.strangers import stranger

ROOT = Path(__file__).parent.parent.parent
OTHER_TOKEN = "7776000002:" + "U" * 35


@pytest.fixture
def bot_api() -> BotApi:
    return BotApi(retry_scale=0.01)


@pytest.fixture
def api(bot_api: BotApi) -> Iterator[LocalBotApi]:
    with running(bot_api) as url, LocalBotApi(url) as api:
        yield api


@pytest.fixture
def deploy(api: LocalBotApi) -> Iterator[Deployment]:
    with deployment(api.base_url) as made:
        yield made


@pytest.fixture(autouse=True)
def nothing_secret_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "telegram"):
        caplog.set_level(logging.WARNING, name)
    yield
    logged = "\n".join(json.dumps(vars(record), default=str) for record in caplog.records)
    for secret in (TOKEN, OTHER_TOKEN, WEBHOOK_SECRET, "X-Amz-Signature"):
        assert secret not in logged


def info(api: LocalBotApi, token: str = TOKEN) -> dict[str, Any]:
    found: dict[str, Any] = RawBot(api.base_url, token).call("getWebhookInfo")
    return found


def unused_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


def test_the_bot_says_its_name(deploy: Deployment) -> None:
    answer = deploy.bot()
    assert answer["Status"] == "SUCCESS"
    assert answer["Data"]["Username"] == "bot7776000001_bot"
    assert [answer[name] for name in ("StackId", "RequestId", "LogicalResourceId")] == ["stack", "request", "Bot"]


@pytest.mark.parametrize("has_inline_mode, said", [(True, "on"), (False, "off")])
def test_the_bot_says_whether_it_has_inline_mode(
    deploy: Deployment, bot_api: BotApi, has_inline_mode: bool, said: str
) -> None:
    bot_api.world.has_inline_mode = has_inline_mode
    assert deploy.bot()["Data"]["InlineMode"] == said


def test_another_token_shows_in_the_attributes_and_the_token_does_not(deploy: Deployment) -> None:
    first, second = deploy.bot(), deploy.bot("Update", BotToken=OTHER_TOKEN)
    assert first["Data"]["TokenDigest"] != second["Data"]["TokenDigest"]
    assert TOKEN not in json.dumps(first)


def test_a_resource_keeps_its_id_whatever_changes(deploy: Deployment) -> None:
    created = deploy.webhook()
    updated = deploy.webhook(
        "Update", deploy.destination(), Url="https://xyz.lambda-url.example/", BotToken=OTHER_TOKEN
    )
    assert created["PhysicalResourceId"] == updated["PhysicalResourceId"]
    assert deploy.bot()["PhysicalResourceId"] != created["PhysicalResourceId"]


def test_telegram_learns_where_updates_go(deploy: Deployment, api: LocalBotApi) -> None:
    assert deploy.webhook(MaxConnections="7")["Status"] == "SUCCESS"
    told = info(api)
    assert told["url"] == "https://abc.lambda-url.example/"
    assert told["max_connections"] == 7
    assert told["allowed_updates"] == ["callback_query", "inline_query", "message", "my_chat_member"]


def test_updates_come_with_the_secret(deploy: Deployment, api: LocalBotApi) -> None:
    with Webhook() as webhook:
        deploy.webhook(Url=webhook.url)
        api.phone("Alice").send("/start")
        webhook.wait_for(1)
        deploy.webhook("Delete", Url=webhook.url)
    assert webhook.received[0].headers["x-telegram-bot-api-secret-token"] == WEBHOOK_SECRET


def test_players_find_commands_and_descriptions(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    bot = RawBot(api.base_url, TOKEN)
    assert "new" in [command["command"] for command in bot.call("getMyCommands")]
    assert "dice duel" in bot.call("getMyDescription")["description"]
    assert "dice duel" in bot.call("getMyShortDescription")["short_description"]


@pytest.mark.parametrize("language_code, new", [("", "Play a friend"), ("de", "Zu zweit spielen"), ("fr", "")])
def test_players_find_them_in_their_own_language(
    deploy: Deployment, api: LocalBotApi, language_code: str, new: str
) -> None:
    """What there is in no language of theirs, Telegram shows in English."""
    deploy.webhook()
    bot = RawBot(api.base_url, TOKEN)
    commands = bot.call("getMyCommands", language_code=language_code)
    assert next((one["description"] for one in commands if one["command"] == "new"), "") == new
    described = bot.call("getMyDescription", language_code=language_code)["description"]
    assert ("dice duel" in described) == (not language_code or not new)


@pytest.mark.parametrize(
    "fault", [{"retry_after": 3000}, {"error_code": 400, "description": "Bad Request: BOT_COMMAND_INVALID"}]
)
def test_a_deployment_is_not_given_up_for_one_language(
    deploy: Deployment, api: LocalBotApi, caplog: pytest.LogCaptureFixture, fault: dict[str, Any]
) -> None:
    api.fault(method="setMyCommands", language_code="de", **fault)
    assert deploy.webhook()["Status"] == "SUCCESS"
    bot = RawBot(api.base_url, TOKEN)
    told = [code for code in ("", "ru", "uk", "es", "de", "pt") if bot.call("getMyCommands", language_code=code)]
    assert told == ["", "ru", "uk", "es", "pt"]
    assert "language_not_told" in caplog.text


def test_telegram_is_asked_for_little(deploy: Deployment, api: LocalBotApi) -> None:
    """A call each for who the bot is and where updates go, then commands and two descriptions in each language."""
    deploy.webhook()
    assert len(api.calls()) <= 2 + 3 * len(LANGUAGES)


def test_a_wrong_token_is_refused_with_what_to_do(deploy: Deployment, bot_api: BotApi) -> None:
    bot_api.revoked.add(TOKEN)
    for answer in (deploy.bot(), deploy.webhook()):
        assert answer["Status"] == "FAILED"
        assert answer["Reason"].startswith("Telegram does not know this bot token: copy it from @BotFather")
        assert TOKEN not in json.dumps(answer)


def test_an_unreachable_bot_api_is_named_with_what_to_do(deploy: Deployment) -> None:
    deploy.bot_api_url = unused_address()
    answer = deploy.bot()
    assert answer["Status"] == "FAILED"
    assert answer["Reason"].startswith(f"The Bot API at {deploy.bot_api_url} cannot be reached: check the parameter")


@pytest.mark.parametrize("status", [200, 400, 403, 404])
def test_what_is_no_bot_api_is_named_with_what_to_do(deploy: Deployment, status: int) -> None:
    with stranger(status, "<h1>Welcome to {path}</h1>") as url:
        deploy.bot_api_url = url
        assert deploy.bot()["Reason"] == f"What answers at {url} is no Bot API: check the parameter BotApiUrl."


def test_a_proxy_that_cannot_reach_the_bot_api_is_named_with_what_to_do(deploy: Deployment) -> None:
    with stranger(502, "<h1>No way to {path}</h1>") as url:
        deploy.bot_api_url = url
        assert deploy.bot()["Reason"].startswith(f"The Bot API at {url} cannot be reached: check the parameter")


def test_a_silent_bot_api_leaves_time_for_the_answer(deploy: Deployment) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        deploy.bot_api_url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        deploy.context = Context(seconds=20.5)
        assert "cannot be reached" in deploy.bot()["Reason"]


def test_what_telegram_refuses_is_told_in_its_own_words(deploy: Deployment, api: LocalBotApi) -> None:
    api.fault(method="setWebhook", error_code=400, description="Bad Request: bad webhook: port 7 is not for webhooks")
    assert "port 7 is not for webhooks" in deploy.webhook()["Reason"]


def test_a_long_flood_wait_is_told(deploy: Deployment, api: LocalBotApi) -> None:
    api.fault(method="setMyCommands", retry_after=3000)
    assert deploy.webhook()["Reason"] == "Telegram asks to wait for 3000 seconds: deploy again after that."


@pytest.mark.parametrize("fault", [{"error_code": 502}, {"retry_after": 1}, {"drop_reply": True}])
def test_a_passing_fault_is_tried_again(deploy: Deployment, api: LocalBotApi, fault: dict[str, Any]) -> None:
    api.fault(method="setWebhook", **fault)
    assert deploy.webhook()["Status"] == "SUCCESS"
    assert info(api)["url"]


def test_a_secret_that_is_not_there_is_said(deploy: Deployment) -> None:
    answer = deploy.webhook(SecretArn="arn:of:nothing")
    assert answer["Status"] == "FAILED"
    assert answer["Reason"]


def test_the_same_again_changes_nothing(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    before = info(api)
    assert deploy.webhook("Update", deploy.destination())["Status"] == "SUCCESS"
    assert info(api) == before


def test_a_new_token_moves_the_webhook_and_removes_the_old_one(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    deploy.webhook("Update", deploy.destination(), BotToken=OTHER_TOKEN)
    assert info(api, OTHER_TOKEN)["url"] == "https://abc.lambda-url.example/"
    assert info(api)["url"] == ""


def test_a_revoked_old_token_does_not_keep_the_new_one_out(
    deploy: Deployment, api: LocalBotApi, bot_api: BotApi
) -> None:
    deploy.webhook()
    bot_api.revoked.add(TOKEN)
    assert deploy.webhook("Update", deploy.destination(), BotToken=OTHER_TOKEN)["Status"] == "SUCCESS"
    assert info(api, OTHER_TOKEN)["url"]


def test_an_update_that_is_rolled_back_leaves_the_old_webhook(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    new = deploy.destination(BotToken=OTHER_TOKEN)
    deploy.webhook("Update", deploy.destination(), BotToken=OTHER_TOKEN)
    deploy.webhook("Update", new)
    assert info(api)["url"] == "https://abc.lambda-url.example/"
    assert info(api, OTHER_TOKEN)["url"] == ""


def test_a_new_secret_reaches_telegram(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    deploy.secrets["arn:of:another"] = "Another"
    with Webhook() as webhook:
        deploy.webhook("Update", deploy.destination(), SecretArn="arn:of:another", Url=webhook.url)
        api.phone("Alice").send("/start")
        webhook.wait_for(1)
        deploy.webhook("Delete", Url=webhook.url)
    assert webhook.received[0].headers["x-telegram-bot-api-secret-token"] == "Another"


def test_deleting_the_stack_removes_the_webhook(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    assert deploy.webhook("Delete")["Status"] == "SUCCESS"
    assert info(api)["url"] == ""


def test_deleting_the_stack_leaves_a_webhook_that_is_anothers(deploy: Deployment, api: LocalBotApi) -> None:
    deploy.webhook()
    RawBot(api.base_url, TOKEN).call("setWebhook", url="https://elsewhere.example/")
    assert deploy.webhook("Delete")["Status"] == "SUCCESS"
    assert info(api)["url"] == "https://elsewhere.example/"


def test_a_deletion_always_succeeds(deploy: Deployment, bot_api: BotApi) -> None:
    bot_api.revoked.add(TOKEN)
    assert deploy.webhook("Delete")["Status"] == "SUCCESS"
    assert deploy.bot("Delete")["Status"] == "SUCCESS"
    deploy.bot_api_url = unused_address()
    assert deploy.webhook("Delete")["Status"] == "SUCCESS"
    assert deploy.webhook("Delete", MaxConnections="many")["Status"] == "SUCCESS"


def test_properties_that_make_no_sense_are_answered(deploy: Deployment) -> None:
    assert deploy.webhook(MaxConnections="many")["Status"] == "FAILED"


def test_an_answer_that_is_not_taken_is_sent_again(deploy: Deployment) -> None:
    deploy.failing = 1
    assert deploy.bot()["Status"] == "SUCCESS"


def test_an_answer_has_no_content_type_lest_its_signature_be_wrong(deploy: Deployment) -> None:
    deploy.bot()
    assert deploy.headers[-1].get("Content-Type", "") == ""


def test_a_package_for_another_processor_is_answered_with_what_to_do(deploy: Deployment) -> None:
    """What was compiled for another processor is not found by an import; setup must answer all the same."""
    program = (
        "import sys; sys.modules['pydantic'] = None\n"
        "from tests.handlers.deployments import deployment\n"
        "with deployment('http://127.0.0.1:1') as deploy: print(deploy.bot()['Reason'])"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "cannot import pydantic: give sam build the same Architecture" in run.stdout
