"""python-telegram-bot's own `Bot` against the local Bot API: what it sends is understood, what it gets it can read."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
    SwitchInlineQueryChosenChat,
)
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter

from infra.local.phone import LocalBotApi, Phone
from tests.infra.local.bot_api.test_media import png
from tests.infra.local.bot_api.tools import TOKEN, RawBot

T = TypeVar("T")


def with_bot(api: LocalBotApi, act: Callable[[Bot], Awaitable[T]], token: str = TOKEN) -> T:
    async def run() -> T:
        async with Bot(token, base_url=f"{api.base_url}/bot", base_file_url=f"{api.base_url}/file/bot") as bot:
            return await act(bot)

    return asyncio.run(run())


def test_a_message_with_every_kind_of_button_goes_and_comes_back(api: LocalBotApi, alice: Phone) -> None:
    keyboard = InlineKeyboardMarkup(
        [
            [InlineKeyboardButton("Go", callback_data="go:1", api_kwargs={"style": "primary"})],
            [InlineKeyboardButton("Copy", copy_text=CopyTextButton("https://t.me/x_bot?start=A"))],
            [InlineKeyboardButton("Open", url="https://t.me/share/url?url=a&text=b")],
            [
                InlineKeyboardButton(
                    "Send", switch_inline_query_chosen_chat=SwitchInlineQueryChosenChat("7K3M", allow_user_chats=True)
                )
            ],
        ]
    )

    async def act(bot: Bot) -> None:
        sent = await bot.send_message(
            alice.id,
            '🎲 <b>Bob</b> · <tg-time unix="1700000000" format="r">in 5 hours</tg-time>',
            parse_mode="HTML",
            reply_markup=keyboard,
            disable_notification=True,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            reply_parameters=ReplyParameters(1, allow_sending_without_reply=True),
        )
        assert sent.text == "🎲 Bob · in 5 hours"
        assert [(entity.type, entity.offset) for entity in sent.entities] == [("bold", 3), ("date_time", 9)]
        assert sent.reply_markup is not None
        assert [row[0].text for row in sent.reply_markup.inline_keyboard] == ["Go", "Copy", "Open", "Send"]
        edited = await bot.edit_message_text("new", alice.id, sent.message_id)
        assert not isinstance(edited, bool)
        assert edited.edit_date is not None
        await bot.delete_message(alice.id, sent.message_id)

    with_bot(api, act)


@pytest.mark.filterwarnings("ignore:.*retry_after:telegram.warnings.PTBDeprecationWarning")
def test_refusals_become_its_typed_errors(api: LocalBotApi, alice: Phone) -> None:
    async def act(bot: Bot) -> None:
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(99, "x")
        api.fault(retry_after=3)
        with pytest.raises(RetryAfter):
            await bot.send_message(alice.id, "x")
        api.fault(drop_reply=True)
        with pytest.raises(NetworkError):
            await bot.send_message(alice.id, "x")
        alice.block()
        with pytest.raises(Forbidden, match="bot was blocked by the user"):
            await bot.send_message(alice.id, "x")
        await bot.set_webhook("http://127.0.0.1:9/x", secret_token="a_b-c")
        with pytest.raises(Conflict):
            await bot.get_updates()

    with_bot(api, act)


def test_a_wrong_token_is_told_at_once(api: LocalBotApi) -> None:
    async def nothing(_: Bot) -> None:
        """Never reached."""

    with pytest.raises(InvalidToken):
        with_bot(api, nothing, token="7700:short")


def test_photos_documents_and_edits_of_media(api: LocalBotApi, alice: Phone) -> None:
    async def act(bot: Bot) -> None:
        photo = await bot.send_photo(alice.id, png(900, 500), caption="<i>Card</i>", parse_mode="HTML")
        assert (photo.photo[0].width, photo.caption) == (900, "Card")
        assert bytes(await (await bot.get_file(photo.photo[0])).download_as_bytearray()) == png(900, 500)
        media = InputMediaPhoto(png(20, 10), caption="new")
        edited = await bot.edit_message_media(media, alice.id, photo.message_id)
        assert not isinstance(edited, bool)
        assert (edited.photo[0].width, edited.caption) == (20, "new")
        proof = await bot.send_document(alice.id, InputFile(b"{}", filename="match.json"))
        assert proof.document is not None
        assert proof.document.file_name == "match.json"

    with_bot(api, act)


def test_profile_chat_and_menu(api: LocalBotApi, alice: Phone) -> None:
    async def act(bot: Bot) -> None:
        assert bot.username == "bot7700_bot"
        scope = BotCommandScopeAllPrivateChats()
        await bot.set_my_commands([BotCommand("new", "A table")], scope, language_code="de")
        assert (await bot.get_my_commands(scope, language_code="de"))[0].command == "new"
        await bot.set_my_description("A dice duel for two")
        assert (await bot.get_my_description()).description == "A dice duel for two"
        await bot.set_my_short_description("Dice")
        assert (await bot.get_my_short_description()).short_description == "Dice"
        assert (await bot.get_chat(alice.id)).first_name == "Alice"
        await bot.set_chat_menu_button()
        await bot.send_chat_action(alice.id, "typing")
        await bot.set_message_reaction(alice.id, 1, "👍")

    with_bot(api, act)


def test_updates_are_read_by_its_models(api: LocalBotApi, bot: RawBot, alice: Phone) -> None:
    group = api.group("Friends", alice)
    alice.send("/new", chat_id=group["id"])
    alice.block()

    async def act(bot: Bot) -> list[str]:
        updates = await bot.get_updates(timeout=0)
        assert all(update.effective_chat for update in updates)
        return [str(*(update.to_dict().keys() - {"update_id"})) for update in updates]

    assert with_bot(api, act) == ["message", "my_chat_member", "message", "message", "my_chat_member"]
