"""Settings from the environment: all there, or one sentence that names what is wrong."""

from __future__ import annotations

import traceback

import pytest

from infra.settings import ClockSettings, DeliverSettings, SettingsError, WebhookSettings, with_secrets

WEBHOOK = {"TABLE_NAME": "games", "WEBHOOK_SECRET": "s3cret_-", "BOT_USERNAME": "bot_7776"}
DELIVER = {
    "TABLE_NAME": "games",
    "QUEUE_URL": "https://sqs.example/1/chats",
    "BOT_TOKEN": "7:t0ken",
    "BOT_USERNAME": "bot_7776",
}


def test_the_webhook_reads_its_own_variables_and_no_others() -> None:
    settings = WebhookSettings.from_environ(WEBHOOK | {"BOT_TOKEN": "7:t0ken", "PATH": "/bin"})
    assert (settings.table_name, settings.bot_username) == ("games", "bot_7776")
    assert settings.webhook_secret.get_secret_value() == "s3cret_-"
    assert "t0ken" not in str(settings.model_dump())


def test_deliver_speaks_to_telegram_unless_told_otherwise() -> None:
    assert DeliverSettings.from_environ(DELIVER).bot_api_url == "https://api.telegram.org"
    local = DELIVER | {"BOT_API_URL": "http://127.0.0.1:8081"}
    assert DeliverSettings.from_environ(local).bot_api_url == "http://127.0.0.1:8081"


def test_the_clock_needs_the_table_alone() -> None:
    assert ClockSettings.from_environ({"TABLE_NAME": "games"}).table_name == "games"


@pytest.mark.parametrize("missing", sorted(DELIVER))
def test_a_missing_variable_is_named(missing: str) -> None:
    environ = {name: value for name, value in DELIVER.items() if name != missing}
    with pytest.raises(SettingsError, match=rf"^The environment variable {missing} is not set\.$"):
        DeliverSettings.from_environ(environ)


@pytest.mark.parametrize(
    "name, value",
    [
        ("TABLE_NAME", ""),
        ("TABLE_NAME", "two words"),
        ("TABLE_NAME", "\udcff"),
        ("QUEUE_URL", "queue"),
        ("BOT_API_URL", "api.telegram.org"),
        ("BOT_TOKEN", ""),
        ("BOT_TOKEN", "7:t0ken\n"),
        ("BOT_USERNAME", "@bot_7776"),
        ("BOT_USERNAME", ""),
    ],
)
def test_a_wrong_variable_is_named_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=rf"^The environment variable {name} [^\n]*\.$"):
        DeliverSettings.from_environ(DELIVER | {name: value})


@pytest.mark.parametrize("value", ["", "not allowed", "ü", "x" * 257, "ends\n"])
def test_a_webhook_secret_that_telegram_would_refuse_is_named_and_not_shown(value: str) -> None:
    with pytest.raises(SettingsError, match="WEBHOOK_SECRET") as wrong:
        WebhookSettings.from_environ(WEBHOOK | {"WEBHOOK_SECRET": value})
    shown = "".join(traceback.format_exception(wrong.value))
    assert not value or value not in shown


def test_a_webhook_secret_may_be_all_that_telegram_allows() -> None:
    longest = "aZ09_-" + "x" * 250
    settings = WebhookSettings.from_environ(WEBHOOK | {"WEBHOOK_SECRET": longest})
    assert settings.webhook_secret.get_secret_value() == longest


def test_secrets_are_in_no_repr() -> None:
    shown = repr(DeliverSettings.from_environ(DELIVER)) + str(WebhookSettings.from_environ(WEBHOOK))
    assert not any(secret in shown for secret in ("t0ken", "s3cret"))


def test_a_secret_can_come_by_its_arn() -> None:
    environ = {name: value for name, value in DELIVER.items() if name != "BOT_TOKEN"}
    read = {"arn:of:token": "7:fr0mArn"}.__getitem__
    settings = DeliverSettings.from_environ(with_secrets({**environ, "BOT_TOKEN_SECRET_ARN": "arn:of:token"}, read))
    assert settings.bot_token.get_secret_value() == "7:fr0mArn"


def test_a_variable_that_is_set_needs_no_secret() -> None:
    environ = DELIVER | {"BOT_TOKEN_SECRET_ARN": "arn:of:token"}
    assert with_secrets(environ, lambda _: pytest.fail("it was read")) == environ
