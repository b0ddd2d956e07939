"""What a bot says of itself."""

from typing import Any

import pytest

from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.tools import RawBot

START = {"command": "start", "description": "Begin"}


def test_commands_are_kept_by_scope_and_language(bot: RawBot) -> None:
    german = {"command": "start", "description": "Los"}
    private = {"type": "all_private_chats"}
    assert bot.call("setMyCommands", commands=[START]) is True
    bot.call("setMyCommands", commands=[german], language_code="de", scope=private)
    assert bot.call("getMyCommands") == [START]
    assert bot.call("getMyCommands", language_code="de") == []
    assert bot.call("getMyCommands", language_code="de", scope=private) == [german]
    assert bot.call("deleteMyCommands") is True
    assert bot.call("getMyCommands") == []


def entry(description: str) -> dict[str, str]:
    return {"command": "start", "description": description}


def test_a_person_sees_the_narrowest_commands_that_are_set_and_the_own_language_first(
    bot: RawBot, alice: Phone, api: LocalBotApi
) -> None:
    own, bob = {"type": "chat", "chat_id": alice.id}, api.phone("Bob", language_code="pt-br")
    lists: list[dict[str, Any]] = [
        {},
        {"language_code": "pt"},
        {"scope": {"type": "all_private_chats"}},
        {"scope": own},
        {"scope": own, "language_code": "en"},
        {"scope": own, "language_code": "de"},
    ]
    seen = []
    for number, where in enumerate(lists):
        bot.call("setMyCommands", commands=[entry(str(number))], **where)
        seen.append([phone.commands()[0]["description"] for phone in (alice, bob)])
    assert seen == [["0", "0"], ["0", "1"], ["2", "2"], ["3", "2"], ["4", "2"], ["4", "2"]]
    for where in reversed(lists):
        assert bot.call("deleteMyCommands", **where) is True
    assert alice.commands() == bob.commands() == []


def test_a_groups_commands_are_seen_in_that_group_alone(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    bob = api.phone("Bob")
    group, other = (api.group(title, alice, bob, kind="supergroup") for title in ("Friends", "Others"))
    bot.call("setMyCommands", commands=[entry("all")])
    bot.call("setMyCommands", commands=[entry("group")], scope={"type": "chat", "chat_id": str(group["id"])})
    member = {"type": "chat_member", "chat_id": group["id"], "user_id": bob.id}
    bot.call("setMyCommands", commands=[entry("bob")], scope=member)
    said = [phone.commands(chat["id"])[0]["description"] for chat in (group, other) for phone in (alice, bob)]
    assert said == ["group", "bob", "all", "all"]
    assert [phone.commands()[0]["description"] for phone in (alice, bob)] == ["all", "all"]


@pytest.mark.parametrize(
    "scope, expected",
    [
        ({"type": "chat"}, "can't parse BotCommandScope: Empty chat_id specified"),
        ({"type": "chat", "chat_id": 99}, "chat not found"),
        ({"type": "chat_administrators", "chat_id": 1001}, "can't use specified scope in private chats"),
    ],
)
@pytest.mark.parametrize("method", ["setMyCommands", "getMyCommands", "deleteMyCommands"])
def test_a_scope_needs_a_chat_that_it_fits(
    bot: RawBot, alice: Phone, method: str, scope: dict[str, Any], expected: str
) -> None:
    assert alice.id == 1001
    assert bot.refusal(method, commands=[START], scope=scope) == f"Bad Request: {expected}"


@pytest.mark.parametrize(
    "params, expected",
    [
        ({"commands": [{"command": "Start", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "x" * 33, "description": "x"}]}, "command length must not exceed 32"),
        ({"commands": [{"command": "", "description": "x"}]}, "command must be non-empty"),
        ({"commands": [{"command": "x", "description": " "}]}, "command description must be non-empty"),
        (
            {"commands": [{"command": "x", "description": "x" * 257}]},
            "command description length must not exceed 256",
        ),
        ({"commands": [START] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": "["}, "can't parse commands JSON object"),
        ({"commands": {"a": 1}}, "expected an Array of BotCommand"),
        ({"commands": [{"command": "x"}]}, "can't parse BotCommand: Can't find field \"description\""),
        ({"commands": [START], "scope": {"type": "x"}}, "can't parse BotCommandScope: Unsupported type specified"),
        ({"commands": [START], "language_code": "english"}, "invalid language code specified"),
    ],
)
def test_wrong_commands_are_refused(bot: RawBot, params: dict[str, Any], expected: str) -> None:
    assert bot.refusal("setMyCommands", **params) == f"Bad Request: {expected}"


@pytest.mark.parametrize(
    "method, field, limit",
    [("Name", "name", 64), ("Description", "description", 512), ("ShortDescription", "short_description", 120)],
)
def test_a_text_of_the_profile_has_a_limit_and_languages(bot: RawBot, method: str, field: str, limit: int) -> None:
    assert bot.call(f"setMy{method}", **{field: "x" * limit}) is True
    bot.call(f"setMy{method}", **{field: "deutsch", "language_code": "de"})
    assert bot.call(f"getMy{method}") == {field: "x" * limit}
    assert bot.call(f"getMy{method}", language_code="de") == {field: "deutsch"}
    assert bot.call(f"getMy{method}", language_code="fr") == {field: "x" * limit}
    assert not bot.answer(f"setMy{method}", **{field: "x" * (limit + 1)})["ok"]


def test_an_empty_text_takes_the_old_one_away(bot: RawBot) -> None:
    bot.call("setMyDescription", description="x")
    bot.call("setMyDescription")
    assert bot.call("getMyDescription") == {"description": ""}


def test_a_name_shows_in_get_me(bot: RawBot) -> None:
    bot.call("setMyName", name="7776")
    assert bot.call("getMe")["first_name"] == "7776"


def test_a_menu_button_is_kept_for_its_chat(bot: RawBot, alice: Phone) -> None:
    assert bot.call("setChatMenuButton", menu_button={"type": "commands"}, chat_id=alice.id) is True
    assert bot.call("getChatMenuButton", chat_id=alice.id) == {"type": "commands"}
    assert bot.call("getChatMenuButton") == {"type": "default"}
    assert "unsupported type" in bot.refusal("setChatMenuButton", menu_button={"type": "x"})


def test_get_chat_shows_who_started_the_bot(bot: RawBot, alice: Phone, api: LocalBotApi) -> None:
    assert bot.call("getChat", chat_id=alice.id)["first_name"] == "Alice"
    bob = api.phone("Bob")
    assert bot.refusal("getChat", chat_id=bob.id) == "Bad Request: chat not found"
