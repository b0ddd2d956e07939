"""What a transcript shows of a chat, and what it leaves out."""

from __future__ import annotations

from typing import Any

from infra.local.phone import Json, LocalBotApi, Phone, Tapped
from infra.local.transcript import Transcript, plain

ALICE, BOT = 1001, 7776


class Chat(Phone):
    """A phone whose messages a test writes by hand."""

    def __init__(self) -> None:
        super().__init__(LocalBotApi("http://127.0.0.1:9"), {"id": ALICE, "first_name": "Alice"})
        self.chat: list[Json] = []

    def messages(self, chat_id: int | None = None) -> list[Json]:
        return list(self.chat)

    def says(self, message_id: int, text: str, *labels: str, sender: int = BOT, **rest: Any) -> None:
        """Writes a message, or edits it."""
        keyboard = {"inline_keyboard": [[{"text": label} for label in labels]]} if labels else {"inline_keyboard": []}
        message = {"message_id": message_id, "from": {"id": sender}, "text": text, "reply_markup": keyboard, **rest}
        self.chat = [one for one in self.chat if one["message_id"] != message_id]
        self.chat = sorted([*self.chat, message], key=lambda one: int(one["message_id"]))


def test_messages_come_once_with_their_keyboards_and_own_words_on_the_right() -> None:
    chat = Chat()
    transcript = Transcript(chat, 20)
    chat.says(1, "/start", sender=ALICE)
    chat.says(2, "Hello", "Play", "Rules")
    assert transcript.news() == ["", "        types /start", "", "Hello", "[Play] [Rules]"]
    assert transcript.news() == []


def test_an_edit_of_the_newest_message_shows_what_it_brought() -> None:
    chat = Chat()
    transcript = Transcript(chat, 20)
    chat.says(1, "Round 1\nYour dice", "Poker")
    transcript.news()
    chat.says(1, "Round 1\nYour dice\nBob has picked", "Poker")
    assert transcript.news() == ["", "Bob has picked"]
    chat.says(1, "Round 1\nYour dice\nYou picked Poker.", "Change")
    assert transcript.news() == ["", "You picked Poker.", "[Change]"]


def test_an_edit_that_only_tidies_is_left_out() -> None:
    chat = Chat()
    transcript = Transcript(chat, 20)
    chat.says(1, "Round 1\nWaiting", "Change")
    transcript.news()
    chat.says(1, "Round 1")
    assert transcript.news() == []
    chat.says(2, "Round 2")
    chat.says(1, "Round 1\nYou picked Poker.")
    assert transcript.news() == ["", "Round 2"]


def test_a_tap_shows_its_button_and_its_toast() -> None:
    lines = Transcript(Chat(), 24).tapped("Poker", Tapped(True, "You picked \u2068Poker\u2069.", False, ""))
    assert lines == ["", "            taps [Poker]", "     » You picked Poker."]


def test_an_expandable_quote_shows_its_first_line() -> None:
    text = "🎲 Open\nDice sealed: 9f2c…\nA secret\nEnd"
    offset = len("🎲 Open\n".encode("utf-16-le")) // 2
    length = len("Dice sealed: 9f2c…\nA secret")
    entities = [{"type": "expandable_blockquote", "offset": offset, "length": length}]
    assert plain({"text": text, "entities": entities}) == "🎲 Open\n▸ Dice sealed: 9f2c…\nEnd"
