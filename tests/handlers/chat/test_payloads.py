"""Which deep links are found in what somebody types, pastes or forwards."""

from __future__ import annotations

import pytest

from handlers.chat.payloads import link, linked

BOT, CODE = "seven7776_bot", "7K3MQ9XA"


@pytest.mark.parametrize(
    "text",
    [
        link(BOT, CODE),
        f"t.me/{BOT}?start={CODE}",
        f"HTTP://T.me/{BOT.upper()}?start={CODE}",
        f"https://telegram.me/{BOT}/?start={CODE}&x=1",
        f"Play with me ({link(BOT, CODE)}), it is fun.",
        f"https://t.me/another_bot?start=0THER001\n{link(BOT, CODE)}",
    ],
)
def test_a_link_to_the_bot_is_found_among_words(text: str) -> None:
    assert linked(text, BOT) == CODE


@pytest.mark.parametrize(
    "text",
    [
        "",
        CODE,
        link(BOT),
        link("another_bot", CODE),
        link(f"my_{BOT}", CODE),
        f"https://example.org/t.me/{BOT}?start={CODE}",
        f"https://not.t.me/{BOT}?start={CODE}",
        f"https://t.me/{BOT}?start=",
        f"https://t.me/{BOT}?start={'A' * 65}",
        f"{' ' * 4096}{link(BOT, CODE)}",
        "t.me/" * 100_000,
    ],
)
def test_what_is_no_link_to_the_bot_says_nothing(text: str) -> None:
    assert linked(text, BOT) is None
