"""One match of two people who read different languages: each reads no word of the other's."""

from __future__ import annotations

from typing import Any

import pytest

from handlers.chat.texts import Texts
from infra.local.phone import Phone
from tests import catalogues
from tests.handlers.bots import WholeBot
from tests.handlers.chat.test_languages import TAGS, foreign, forms, messages, words

PICKS = ["four", "major_sum", "minor_straight"]
COMMANDS = ["/help", "/rules", "/score", "/matches", "/stats", "/history", "/top", "/settings", "/privacy", "/lucky"]


def said(answer: dict[str, Any]) -> list[str]:
    labels = [button["text"] for row in answer.get("reply_markup", {}).get("inline_keyboard", []) for button in row]
    return [str(answer.get("text", "")), *labels]


def read(phone: Phone) -> list[str]:
    """All that a phone shows of the bot."""
    return [text for message in phone.messages() if message["from"]["is_bot"] for text in said(message)]


def vocabulary(folder: str) -> set[str]:
    """The words of a language, those of English by any name that is no folder."""
    if folder in catalogues.begun():
        texts = [text for one in messages(folder) for text in forms(one.string)]
    else:
        texts = [text for one in catalogues.template() for text in forms(one.id)]
    return {word for text in texts for word in words(text)}


@pytest.mark.parametrize("folder", catalogues.begun(), ids=lambda folder: f"in-{folder}")
def test_each_seat_reads_its_own_language_in_one_and_the_same_match(bot: WholeBot, folder: str) -> None:
    bot.begin_test()
    alice, bob = bot.api.phone("Alice", language_code=TAGS[folder]), bot.api.phone("Bob", language_code="en")
    for phone in (alice, bob):
        phone.send("/start")
    seen: dict[str, list[str]] = {folder: [], "en": []}
    bot.type(alice, "/new")
    [match] = bot.matches()
    bot.type(bob, f"/start {match.code}")
    for place, pick in enumerate(PICKS, start=1):
        for phone, language in ((alice, folder), (bob, "en")):
            seen[language] += said(bot.tap(phone, f"pick:{match.code}:{place}:{pick}:0"))
    for command in COMMANDS:
        for phone, language in ((alice, folder), (bob, "en")):
            seen[language] += said(bot.type(phone, command))
    bot.tap(bob, f"resign!:{match.code}")
    seen[folder] += read(alice)
    seen["en"] += read(bob)
    for language, texts in seen.items():
        assert set(foreign(folder, [word for text in texts for word in words(text)])) <= vocabulary(language), language
        assert Texts(TAGS.get(language, "en")).round_of(4) in "\n".join(texts)
    assert set(seen[folder]) & set(seen["en"]) <= {text for text in seen["en"] if not foreign(folder, words(text))}
