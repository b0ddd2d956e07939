"""What a bot says of itself: name, descriptions, commands, menu button. Where Telegram documents only a limit, the
wording of the refusal is a guess at its style."""

import re
from typing import Any

from infra.local.bot_api.call import Call, Method, chat_of, chat_with_id
from infra.local.bot_api.errors import ApiError, Json, bad_request
from infra.local.bot_api.state import Scope

MAX_COMMANDS = 100
WIDE_SCOPES = frozenset({"default", "all_private_chats", "all_group_chats", "all_chat_administrators"})
CHAT_SCOPES = frozenset({"chat", "chat_administrators", "chat_member"})


def _language(call: Call) -> str:
    code = call.params.text("language_code")
    if not re.fullmatch(r"([a-z]{2})?", code):
        raise bad_request("Invalid language code specified")
    return code


def _scope(call: Call) -> Scope:
    scope = call.params.nested("scope", "Can't parse BotCommandScope JSON object")
    if scope is None:
        scope = {"type": "default"}
    if not isinstance(scope, dict):
        raise _bad_scope("BotCommandScope must be an Object")
    kind = scope.get("type")
    if kind in WIDE_SCOPES:
        return Scope(kind)
    if kind not in CHAT_SCOPES:
        raise _bad_scope("Unsupported type specified")
    if not scope.get("chat_id"):
        raise _bad_scope("Empty chat_id specified")
    user_id = scope.get("user_id") if kind == "chat_member" else 0
    if not isinstance(user_id, int):
        raise _bad_scope("Invalid user_id specified")
    chat = chat_with_id(call, str(scope["chat_id"]))
    if chat.is_private and kind != "chat":
        raise bad_request("can't use specified scope in private chats")
    return Scope(kind, chat.id, user_id)


def _bad_scope(text: str) -> ApiError:
    return bad_request(f"Can't parse BotCommandScope: {text}")


def _command(command: Any) -> Json:
    if not isinstance(command, dict):
        raise _bad_command("expected an Object")
    for name in ("command", "description"):
        if not isinstance(command.get(name), str):
            raise _bad_command(f'Can\'t find field "{name}"')
    name = command["command"].strip().removeprefix("/")
    description = command["description"].strip()
    _check_length(name, 32, "Command")
    _check_length(description, 256, "Command description")
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise bad_request("BOT_COMMAND_INVALID")
    return {"command": name, "description": description}


def _bad_command(text: str) -> ApiError:
    return bad_request(f"Can't parse BotCommand: {text}")


def _check_length(text: str, limit: int, what: str) -> None:
    if not text:
        raise bad_request(f"{what} must be non-empty")
    if len(text) > limit:
        raise bad_request(f"{what} length must not exceed {limit}")


def set_my_commands(call: Call) -> bool:
    commands = call.params.nested("commands", "Can't parse commands JSON object") or []
    if not isinstance(commands, list):
        raise bad_request("Expected an Array of BotCommand")
    read = [_command(command) for command in commands]
    if len(read) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    call.bot.profile.commands[_scope(call), _language(call)] = read
    return True


def get_my_commands(call: Call) -> list[Json]:
    return call.bot.profile.commands.get((_scope(call), _language(call)), [])


def delete_my_commands(call: Call) -> bool:
    call.bot.profile.commands.pop((_scope(call), _language(call)), None)
    return True


def _set_text(call: Call, kept: dict[str, str], name: str, limit: int) -> bool:
    """Keeps a text for its language; an empty one removes it."""
    text = call.params.text(name).strip()
    if len(text) > limit:
        raise bad_request(f"Bot {name.replace('_', ' ')} length must not exceed {limit}")
    language = _language(call)
    kept.pop(language, None)
    if text:
        kept[language] = text
    return True


def _text(call: Call, kept: dict[str, str], otherwise: str = "") -> str:
    return kept.get(_language(call)) or kept.get("") or otherwise


def set_my_name(call: Call) -> bool:
    return _set_text(call, call.bot.profile.names, "name", 64)


def get_my_name(call: Call) -> Json:
    return {"name": _text(call, call.bot.profile.names, call.bot.name)}


def set_my_description(call: Call) -> bool:
    return _set_text(call, call.bot.profile.descriptions, "description", 512)


def get_my_description(call: Call) -> Json:
    return {"description": _text(call, call.bot.profile.descriptions)}


def set_my_short_description(call: Call) -> bool:
    return _set_text(call, call.bot.profile.short_descriptions, "short_description", 120)


def get_my_short_description(call: Call) -> Json:
    return {"short_description": _text(call, call.bot.profile.short_descriptions)}


def set_chat_menu_button(call: Call) -> bool:
    button = call.params.nested("menu_button", "Can't parse menu button JSON object") or {"type": "default"}
    if not isinstance(button, dict):
        raise bad_request("Can't parse menu button: MenuButton must be an Object")
    if button.get("type") not in {"default", "commands", "web_app"}:
        raise bad_request("Can't parse menu button: MenuButton has unsupported type")
    call.bot.profile.menu_buttons[_menu_chat(call)] = button
    return True


def get_chat_menu_button(call: Call) -> Json:
    buttons = call.bot.profile.menu_buttons
    return buttons.get(_menu_chat(call)) or buttons.get(0) or {"type": "default"}


def _menu_chat(call: Call) -> int:
    return chat_of(call).id if call.params.has("chat_id") else 0


METHODS: dict[str, Method] = {
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": set_my_name,
    "getMyName": get_my_name,
    "setMyDescription": set_my_description,
    "getMyDescription": get_my_description,
    "setMyShortDescription": set_my_short_description,
    "getMyShortDescription": get_my_short_description,
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
}
