"""The bot itself, and its chats."""

from infra.local.bot_api.call import Call, Method, chat_of, writable_chat
from infra.local.bot_api.errors import Json, bad_request

ABILITIES = {
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "can_connect_to_business": False,
    "has_main_web_app": False,
}
GIFTS = dict.fromkeys(
    ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), True
)
ACTIONS = frozenset({
    "cancel", "typing", "record_video", "upload_video", "record_audio", "record_voice", "upload_audio", "upload_voice",
    "upload_photo", "upload_document", "choose_sticker", "pick_up_location", "find_location", "record_video_note",
    "upload_video_note",
})  # fmt: skip


def get_me(call: Call) -> Json:
    return call.bot.user | ABILITIES | {"supports_inline_queries": call.world.has_inline_mode}


def get_chat(call: Call) -> Json:
    chat = chat_of(call)
    if chat.is_private and not chat.started:
        raise bad_request("chat not found")
    return chat.ident | {"accent_color_id": chat.id % 7, "max_reaction_count": 11, "accepted_gift_types": GIFTS}


def send_chat_action(call: Call) -> bool:
    if call.params.text("action").lower() not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = writable_chat(call)
    call.bot.tell(chat, "typing", {"chat_id": chat.id})
    return True


METHODS: dict[str, Method] = {"getMe": get_me, "getChat": get_chat, "sendChatAction": send_chat_action}
