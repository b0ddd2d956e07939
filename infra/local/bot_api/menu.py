"""The menu of commands that a person sees in a chat: the first list that is set for it, from the narrowest scope to the
widest, and in each the person's language before none.
"""

from collections.abc import Iterator

from infra.local.bot_api.errors import Json
from infra.local.bot_api.state import Chat, Profile, Scope


def shown(profile: Profile, chat: Chat, user: Json) -> list[Json]:
    """Nothing where the bot is not: between two people."""
    if chat.hidden:
        return []
    language = str(user.get("language_code", "")).split("-")[0]
    keys = ((scope, code) for scope in _scopes(chat, int(user["id"])) for code in (language, ""))
    return next((profile.commands[key] for key in keys if key in profile.commands), [])


def _scopes(chat: Chat, user_id: int) -> Iterator[Scope]:
    if chat.is_private:
        yield Scope("chat", chat.id)
        yield Scope("all_private_chats")
    else:
        yield from _group_scopes(chat, user_id)
    yield Scope("default")


def _group_scopes(chat: Chat, user_id: int) -> Iterator[Scope]:
    is_administrator = bool(chat.ident.get("all_members_are_administrators"))
    yield Scope("chat_member", chat.id, user_id)
    if is_administrator:
        yield Scope("chat_administrators", chat.id)
    yield Scope("chat", chat.id)
    if is_administrator:
        yield Scope("all_chat_administrators")
    yield Scope("all_group_chats")
