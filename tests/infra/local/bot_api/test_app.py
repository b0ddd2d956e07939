"""Which bots are let in, what else the application serves, and how it is started alone."""

import re
import subprocess
import sys

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi
from tests.infra.local.bot_api.tools import TOKEN, RawBot, Webhook

OTHER = "7701:" + "C" * 35


def test_any_token_of_the_right_form_is_a_bot_of_its_own(api: LocalBotApi) -> None:
    assert RawBot(api.base_url, OTHER).call("getMe")["username"] == "bot7701_bot"
    assert RawBot(api.base_url).call("getMe")["id"] == 7700


def test_people_talk_to_the_bot_that_last_asked_for_updates(api: LocalBotApi) -> None:
    old, new = RawBot(api.base_url), RawBot(api.base_url, OTHER)
    old.call("getUpdates")
    new.call("getUpdates")
    api.phone("Alice").send("hi")
    assert old.call("getUpdates") == []
    assert [update["message"]["text"] for update in new.call("getUpdates")] == ["hi"]


def test_a_fixed_bot_has_its_name_and_lets_no_other_in() -> None:
    bot_api = BotApi(token=TOKEN, name="7776", username="a_7776_bot")
    with running(bot_api) as url:
        me = RawBot(url).call("getMe")
        assert (me["first_name"], me["username"]) == ("7776", "a_7776_bot")
        assert RawBot(url, OTHER).answer("getMe") == {"ok": False, "error_code": 401, "description": "Unauthorized"}
        bot_api.revoked.add(TOKEN)
        assert RawBot(url).answer("getMe")["error_code"] == 401


def test_a_fixed_bot_can_be_written_to_before_its_first_call() -> None:
    with running(BotApi(token=TOKEN)) as url, LocalBotApi(url) as api:
        assert api.phone("Alice").send("hi")["chat"]["type"] == "private"


def test_more_routes_can_be_mounted() -> None:
    async def page(_: Request) -> Response:
        return PlainTextResponse("two phones")

    with running(BotApi(routes=[Route("/", page)])) as url, LocalBotApi(url) as api:
        assert api.http.get("/").text == "two phones"
        assert api.http.get("/nothing").status_code == 404


def test_webhooks_can_go_by_another_address_under_their_own_host() -> None:
    with Webhook() as webhook, running(BotApi(webhook_via=webhook.url)) as url, LocalBotApi(url) as api:
        RawBot(url).call("setWebhook", url="https://abc.lambda-url.eu-central-1.on.aws/x?y=1")
        api.phone("Alice").send("hi")
        api.idle()
        assert webhook.received[0].headers["host"] == "abc.lambda-url.eu-central-1.on.aws"
        RawBot(url).call("deleteWebhook")


def test_it_starts_alone() -> None:
    command = [sys.executable, "-m", "infra.local.bot_api", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        try:
            assert found is not None
            with LocalBotApi(found[0]) as api:
                assert RawBot(api.base_url).call("getMe")["id"] == 7700
        finally:
            process.terminate()
            process.wait(10)
