"""Photos and documents: sending them, changing them, and finding their bytes again."""

from typing import Any

from infra.local.bot_api import entities, markup
from infra.local.bot_api.call import Call, Method, writable_chat
from infra.local.bot_api.errors import Json, bad_request
from infra.local.bot_api.files import StoredFile, image_size
from infra.local.bot_api.methods.messages import (
    MEDIA,
    apply_edit,
    edited,
    effect_of,
    protection_of,
    read_formatted,
    read_inline,
    reply_of,
    shown_markup,
)

MAX_PHOTO = 10 << 20
MAX_DOCUMENT = 50 << 20
MAX_SIDE = 2560


def _stored(call: Call, kind: str, name: str, value: str) -> StoredFile:
    """The file that came with the call, or an earlier one by its file_id."""
    attached = value.removeprefix("attach://") if value.startswith("attach://") else name
    upload = call.params.files.get(attached)
    if upload is not None:
        if not upload.content:
            raise bad_request("file must be non-empty")
        if len(upload.content) > (MAX_PHOTO if kind == "photo" else MAX_DOCUMENT):
            raise bad_request("file is too big")
        return call.world.files.add(kind, upload)
    if not value or value.startswith("attach://"):
        raise bad_request(f"there is no {kind} in the request")
    found = call.world.files.get(value)
    if found is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if found.kind != kind:
        raise bad_request(f"can't use file of type {found.kind.title()} as {kind.title()}")
    return found


def _fields(stored: StoredFile) -> Json:
    """The media field of a Message."""
    if stored.kind == "document":
        names = {"file_name": stored.upload.name, "mime_type": stored.upload.mime_type}
        return {"document": stored.fields() | names}
    size = image_size(stored.upload.content)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = size
    if not width or not height or width + height > 10_000 or max(size) > 20 * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    scale = min(1.0, MAX_SIDE / max(size))
    return {"photo": [stored.fields() | {"width": round(width * scale), "height": round(height * scale)}]}


def _send(call: Call, kind: str) -> Json:
    caption = read_formatted(call, "caption", "caption_entities")
    keyboard = markup.read(call.params.text("reply_markup"))
    media = _fields(_stored(call, kind, kind, call.params.text(kind)))
    chat = writable_chat(call)
    reply = reply_of(call, chat)
    stored = entities.stored(caption, entities.MAX_CAPTION, "message caption is too long")
    markup.check(keyboard)
    extra = reply | effect_of(call, chat) | protection_of(call) | media
    fields = stored.fields("caption", "caption_entities") | shown_markup(keyboard)
    return call.bot.post(chat, call.bot.user, extra | fields)


def send_photo(call: Call) -> Json:
    return _send(call, "photo")


def send_document(call: Call) -> Json:
    return _send(call, "document")


def edit_message_media(call: Call) -> Json | bool:
    media: Any = call.params.nested("media", "Can't parse input media JSON object")
    if not isinstance(media, dict):
        raise bad_request("Can't parse InputMedia: expected an Object")
    kind = media.get("type")
    if kind not in MEDIA:
        raise bad_request(f'Can\'t parse InputMedia: type "{kind}" is unsupported')
    caption = entities.read(media.get("caption") or "", media.get("parse_mode") or "", media.get("caption_entities"))
    keyboard = read_inline(call)
    chat, old = edited(call)
    stored = entities.stored(caption, entities.MAX_CAPTION, "message caption is too long")
    fields = _fields(_stored(call, kind, "media", media.get("media") or ""))
    markup.check(keyboard)
    dropped = ("text", "entities", "caption", "caption_entities", "reply_markup", *MEDIA)
    fields |= stored.fields("caption", "caption_entities") | shown_markup(keyboard)
    return apply_edit(call, chat, old, fields, dropped)


def get_file(call: Call) -> Json:
    file_id = call.params.text("file_id")
    if not file_id:
        raise bad_request("file_id not specified")
    found = call.world.files.get(file_id)
    if found is None:
        raise bad_request("invalid file_id")
    return found.fields() | {"file_path": found.path}


METHODS: dict[str, Method] = {
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "editMessageMedia": edit_message_media,
    "getFile": get_file,
}
