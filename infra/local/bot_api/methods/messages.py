"""Sending, editing and deleting messages of text."""

from typing import Any

from infra.local.bot_api import entities, markup
from infra.local.bot_api.call import Call, Method, chat_of, own_message, writable_chat
from infra.local.bot_api.entities import FormattedText
from infra.local.bot_api.errors import NOT_MODIFIED, Json, bad_request
from infra.local.bot_api.state import Chat

TWO_DAYS = 172_800
EFFECTS = frozenset({
    "5104841245755180586", "5107584321108051014", "5104858069142078462", "5159385139981059251", "5046509860389126442",
    "5046589136895476101",
})  # fmt: skip
MEDIA = ("photo", "document")


def read_formatted(call: Call, text_name: str, entities_name: str) -> FormattedText:
    explicit = call.params.nested(entities_name, "Can't parse entities JSON object")
    return entities.read(call.params.text(text_name), call.params.text("parse_mode"), explicit)


def read_text(call: Call) -> FormattedText:
    if not call.params.has("text"):
        raise bad_request("Message text is empty")
    return read_formatted(call, "text", "entities")


def shown_markup(found: Json | None) -> Json:
    """What a Message shows of its reply_markup: inline keyboards alone."""
    return {"reply_markup": found} if found and "inline_keyboard" in found else {}


def read_inline(call: Call) -> Json | None:
    """The keyboard of an edit, which can only be an inline one."""
    found = markup.read(call.params.text("reply_markup"))
    if found and "inline_keyboard" not in found:
        raise bad_request("inline keyboard expected")
    return found


def reply_of(call: Call, chat: Chat) -> Json:
    parameters = call.params.nested("reply_parameters", "Can't parse reply parameters JSON object") or {}
    if not isinstance(parameters, dict):
        raise bad_request("Object expected as reply parameters")
    number = parameters.get("message_id") or call.params.integer("reply_to_message_id")
    allowed = parameters.get("allow_sending_without_reply") or call.params.boolean("allow_sending_without_reply")
    if not number:
        return {}
    replied = chat.messages.get(number)
    if replied is None and not allowed:
        raise bad_request("message to be replied not found")
    return {"reply_to_message": {k: v for k, v in replied.items() if k != "reply_to_message"}} if replied else {}


def effect_of(call: Call, chat: Chat) -> Json:
    effect = call.params.text("message_effect_id")
    if effect in {"", "0"}:
        return {}
    if not chat.is_private or effect not in EFFECTS:
        raise bad_request("EFFECT_ID_INVALID")
    return {"effect_id": effect}


def send_message(call: Call) -> Json:
    text = read_text(call)
    keyboard = markup.read(call.params.text("reply_markup"))
    chat = writable_chat(call)
    reply = reply_of(call, chat)
    stored = entities.message_text(text)
    markup.check(keyboard)
    extra = reply | effect_of(call, chat) | protection_of(call)
    return call.bot.post(chat, call.bot.user, extra | stored.fields("text", "entities") | shown_markup(keyboard))


def protection_of(call: Call) -> Json:
    return {"has_protected_content": True} if call.params.boolean("protect_content") else {}


def edited(call: Call) -> tuple[Chat, Json]:
    """The message that an edit is about: of a chat, or one that was sent by inline mode."""
    inline_id = call.params.text("inline_message_id")
    if inline_id and not call.params.has("chat_id"):
        if inline_id not in call.bot.inline_messages:
            raise bad_request("MESSAGE_ID_INVALID")
        chat, message_id = call.bot.inline_messages[inline_id]
        return chat, chat.messages[message_id]
    if not call.params.has("chat_id") and not call.params.integer("message_id"):
        raise bad_request("message identifier is not specified")
    chat = writable_chat(call)
    return chat, own_message(call, chat)


def apply_edit(call: Call, chat: Chat, old: Json, fields: Json, dropped: tuple[str, ...]) -> Json | bool:
    """Puts the new fields in place of the dropped ones; an edit that changes nothing is refused."""
    kept = {key: value for key, value in old.items() if key not in dropped}
    new = kept | fields
    if new == old:
        raise bad_request(NOT_MODIFIED)
    message = new | {"edit_date": call.world.clock.now()}
    call.bot.change(chat, old["message_id"], message)
    return True if "via_bot" in old else message


def edit_message_text(call: Call) -> Json | bool:
    text = read_text(call)
    keyboard = read_inline(call)
    chat, old = edited(call)
    if "text" not in old:
        raise bad_request("there is no text in the message to edit")
    stored = entities.message_text(text, too_long="MESSAGE_TOO_LONG")
    markup.check(keyboard)
    fields = stored.fields("text", "entities") | shown_markup(keyboard)
    return apply_edit(call, chat, old, fields, ("text", "entities", "reply_markup"))


def edit_message_caption(call: Call) -> Json | bool:
    caption = read_formatted(call, "caption", "caption_entities")
    keyboard = read_inline(call)
    chat, old = edited(call)
    if not any(kind in old for kind in MEDIA):
        raise bad_request("there is no caption in the message to edit")
    stored = entities.stored(caption, entities.MAX_CAPTION, "MEDIA_CAPTION_TOO_LONG")
    markup.check(keyboard)
    fields = stored.fields("caption", "caption_entities") | shown_markup(keyboard)
    return apply_edit(call, chat, old, fields, ("caption", "caption_entities", "reply_markup"))


def edit_message_reply_markup(call: Call) -> Json | bool:
    keyboard = read_inline(call)
    chat, old = edited(call)
    markup.check(keyboard)
    return apply_edit(call, chat, old, shown_markup(keyboard), ("reply_markup",))


def delete_message(call: Call) -> bool:
    chat = chat_of(call)
    message = chat.messages.get(call.params.integer("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    is_own = message["from"]["id"] == call.bot.id or chat.is_private
    if not is_own or message["date"] + TWO_DAYS < call.world.clock.now():
        raise bad_request("message can't be deleted")
    call.bot.remove(chat, message["message_id"])
    return True


def set_message_reaction(call: Call) -> bool:
    reactions: Any = call.params.nested("reaction", "Can't parse reaction types JSON object") or []
    chat = writable_chat(call)
    if call.params.integer("message_id") not in chat.messages:
        raise bad_request("message to react not found")
    if not isinstance(reactions, list) or len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "setMessageReaction": set_message_reaction,
}
