"""Every word that a player reads, in the player's language. No other module holds any."""

from __future__ import annotations

from handlers.chat.texts.afterwards import AfterwardsTexts
from handlers.chat.texts.booklet import PAGES, BookletTexts
from handlers.chat.texts.card import CardTexts
from handlers.chat.texts.duel import DuelTexts
from handlers.chat.texts.endings import EndingTexts
from handlers.chat.texts.history import HistoryTexts
from handlers.chat.texts.house import HouseTexts
from handlers.chat.texts.play import PlayTexts
from handlers.chat.texts.privacy import PrivacyTexts
from handlers.chat.texts.reactions import ReactionTexts
from handlers.chat.texts.refusals import RefusalTexts
from handlers.chat.texts.settings import SettingsTexts
from handlers.chat.texts.statistics import StatisticsTexts
from handlers.chat.texts.talk import TalkTexts
from handlers.chat.texts.teaching import TeachingTexts

__all__ = ["PAGES", "Texts"]


class Texts(
    CardTexts,
    PlayTexts,
    TeachingTexts,
    DuelTexts,
    HouseTexts,
    EndingTexts,
    AfterwardsTexts,
    StatisticsTexts,
    HistoryTexts,
    SettingsTexts,
    PrivacyTexts,
    ReactionTexts,
    TalkTexts,
    RefusalTexts,
    BookletTexts,
):
    """All texts in one language: an IETF tag as Telegram sends it, such as en or pt-br."""
