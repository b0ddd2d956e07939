"""Bug reports of bots like this one: each that is within reach has a test that names it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PITFALLS = (
    *("you_can_bot#170", "python-telegram-bot#1069", "Python-BlackJackBot#90", "Python-BlackJackBot#54"),
    *("TheChameleonBot/Chameleon#31", "bpeel/pucxobot#15", "telegraf#1719", "telegraf#806", "pyTelegramBotAPI#356"),
    *("father-bot/chatgpt_telegram_bot#30", "op-bot#101", "super-bot#44", "lnp2pBot/bot#269", "tdesktop#6978"),
    *("Telegram-iOS#843", "python-telegram-bot#939", "python-telegram-bot#1045", "SiderealPress/Lobster#630"),
    *("hermes-agent#47229", "interlumpen/Telegram-shop#9", "telegraf/session#5", "lila#5681", "lila#192"),
    *("mau_mau_bot#138", "mau_mau_bot#66", "lila#5283", "Piterden/chessbot#33", "FlyCasual#2380", "Backgammon#6"),
    *("KaniCasino#152", "moto#4471", "moto#7166"),
)


@cache
def named() -> set[str]:
    """All reports that other tests name, each as a repository, `#` and a number."""
    tests = [path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py") if path.parent != HERE]
    return {reference for text in tests for reference in re.findall(r"[\w./-]+#\d+", text)}


@pytest.mark.parametrize("pitfall", PITFALLS)
def test_a_pitfall_has_a_test_that_names_it(pitfall: str) -> None:
    assert pitfall in named()
