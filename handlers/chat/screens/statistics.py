"""What a player has done so far."""

from __future__ import annotations

from core import dice_counts
from handlers.chat import keyboards
from handlers.chat.screens.message import message
from handlers.chat.texts import Texts
from infra.items import Profile
from infra.screen import Screen


def statistics(texts: Texts, profile: Profile | None) -> Screen:
    """Matches with friends, those with the house, and the player's own dice; only what there is."""
    if profile is None or not profile.played + profile.solo_played:
        return message(texts.no_statistics(), keyboard=keyboards.play_either(texts))
    return message(*_matches(texts, profile), *_dice(texts, profile.thrown), keyboard=keyboards.play_either(texts))


def _matches(texts: Texts, profile: Profile) -> list[str]:
    lines = []
    if profile.played:
        lines.append(texts.with_friends(profile.played, profile.points))
        lines.append(texts.record(profile.won, profile.drawn, profile.lost))
    if profile.solo_played:
        lines.append(texts.with_house(profile.solo_played, profile.solo_points))
        lines.append(texts.record(profile.solo_won, profile.solo_drawn, profile.solo_lost))
    return lines


def _dice(texts: Texts, counts: tuple[int, ...]) -> list[str]:
    chance = dice_counts.chance(counts)
    if chance is None:
        return [texts.few_dice(sum(counts))]
    return [texts.my_dice(counts, dice_counts.expected(sum(counts))), texts.evenness(chance)]
