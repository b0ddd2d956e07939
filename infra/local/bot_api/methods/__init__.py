"""The Bot API's methods, by lower-case name: Telegram takes a method's name in any case."""

from infra.local.bot_api.call import Method
from infra.local.bot_api.methods import chats, media, messages, profile, queries, webhook

METHODS: dict[str, Method] = {
    name.lower(): method
    for module in (chats, media, messages, profile, queries, webhook)
    for name, method in module.METHODS.items()
}
