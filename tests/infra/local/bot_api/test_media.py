"""Photos and documents, sent and found again."""

import struct
from typing import Any

import pytest

from infra.local.bot_api.files import image_size
from infra.local.phone import LocalBotApi, Phone, PhoneError
from tests.infra.local.bot_api.tools import TOKEN, RawBot


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + bytes(9)


def send(api: LocalBotApi, method: str, params: dict[str, str], **files: Any) -> dict[str, Any]:
    url = f"{api.base_url}/bot{TOKEN}/{method}"
    answer: dict[str, Any] = api.http.post(url, data=params, files=files or None).json()
    return answer


def test_a_photo_comes_with_its_size_and_caption(api: LocalBotApi, alice: Phone) -> None:
    picture = png(900, 500)
    params = {"chat_id": str(alice.id), "caption": "<b>Card</b>", "parse_mode": "HTML"}
    sent = send(api, "sendPhoto", params, photo=("card.png", picture, "image/png"))["result"]
    (size,) = sent["photo"]
    assert (size["width"], size["height"], size["file_size"]) == (900, 500, len(picture))
    assert (sent["caption"], sent["caption_entities"][0]["type"]) == ("Card", "bold")
    assert alice.file(size["file_id"]) == picture


def test_a_document_keeps_its_name(api: LocalBotApi, alice: Phone, bot: RawBot) -> None:
    params = {"chat_id": str(alice.id), "document": "attach://proof"}
    sent = send(api, "sendDocument", params, proof=("match.json", b"{}", "application/json"))["result"]
    assert (sent["document"]["file_name"], sent["document"]["mime_type"]) == ("match.json", "application/json")
    found = bot.call("getFile", file_id=sent["document"]["file_id"])
    path = f"{api.base_url}/file/bot{TOKEN}/{found['file_path']}"
    assert api.http.get(path).content == b"{}"


def test_a_photo_is_sent_again_by_its_file_id(api: LocalBotApi, alice: Phone, bot: RawBot) -> None:
    sent = send(api, "sendPhoto", {"chat_id": str(alice.id)}, photo=("a.png", png(10, 10), "image/png"))["result"]
    file_id = sent["photo"][0]["file_id"]
    assert bot.call("sendPhoto", chat_id=alice.id, photo=file_id)["photo"][0]["file_id"] == file_id
    assert bot.refusal("sendDocument", chat_id=alice.id, document=file_id).endswith("file of type Photo as Document")


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"", "file must be non-empty"),
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (png(9000, 2000), "PHOTO_INVALID_DIMENSIONS"),
        (png(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (png(10, 10) + bytes(10 << 20), "file is too big"),
    ],
)
def test_a_wrong_photo_is_refused(api: LocalBotApi, alice: Phone, content: bytes, expected: str) -> None:
    answer = send(api, "sendPhoto", {"chat_id": str(alice.id)}, photo=("a.png", content, "image/png"))
    assert answer["description"] == f"Bad Request: {expected}"


def test_a_photo_must_be_there(bot: RawBot, alice: Phone) -> None:
    assert bot.refusal("sendPhoto", chat_id=alice.id) == "Bad Request: there is no photo in the request"
    refusal = bot.refusal("sendPhoto", chat_id=alice.id, photo="nonsense")
    assert refusal == "Bad Request: wrong file identifier/HTTP URL specified"


def test_a_caption_is_shorter_than_a_text(api: LocalBotApi, alice: Phone) -> None:
    params = {"chat_id": str(alice.id), "caption": "x" * 1025}
    answer = send(api, "sendPhoto", params, photo=("a.png", png(10, 10), "image/png"))
    assert answer["description"] == "Bad Request: message caption is too long"


def test_caption_and_picture_can_be_edited(api: LocalBotApi, alice: Phone, bot: RawBot) -> None:
    sent = send(api, "sendPhoto", {"chat_id": str(alice.id)}, photo=("a.png", png(10, 10), "image/png"))["result"]
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert bot.call("editMessageCaption", **place, caption="new")["caption"] == "new"
    assert bot.refusal("editMessageText", **place, text="x").endswith("there is no text in the message to edit")
    params = {"media": '{"type": "photo", "media": "attach://b"}'} | {k: str(v) for k, v in place.items()}
    edited = send(api, "editMessageMedia", params, b=("b.png", png(20, 10), "image/png"))["result"]
    assert edited["photo"][0]["width"] == 20
    assert "caption" not in edited


def test_a_text_has_no_caption_to_edit(bot: RawBot, alice: Phone) -> None:
    sent = bot.call("sendMessage", chat_id=alice.id, text="x")
    refusal = bot.refusal("editMessageCaption", chat_id=alice.id, message_id=sent["message_id"], caption="y")
    assert refusal == "Bad Request: there is no caption in the message to edit"


def test_an_unknown_file_is_not_found(alice: Phone, bot: RawBot) -> None:
    assert bot.refusal("getFile") == "Bad Request: file_id not specified"
    assert bot.refusal("getFile", file_id="x") == "Bad Request: invalid file_id"
    with pytest.raises(PhoneError, match="there is no such file"):
        alice.file("x")


@pytest.mark.parametrize(
    "content, size",
    [
        (b"GIF89a" + struct.pack("<HH", 7, 8), (7, 8)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x05\x00\x09\x01", (9, 5)),
        (b"\xff\xd8", None),
    ],
)
def test_the_size_of_a_picture_is_read(content: bytes, size: tuple[int, int] | None) -> None:
    assert image_size(content) == size
