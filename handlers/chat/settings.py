"""A player's settings: kept in the profile, and carried into every match of theirs that has not ended.

A seat holds what a tap and a telling need to know, so that neither reads the profile too.
"""

from __future__ import annotations

from typing import Final

from core.preferences import Confirm, Reminders
from core.wishes import prefer
from handlers.chat.texts.languages import AS_IN_TELEGRAM
from handlers.chat.texts.settings import OFF, ON
from handlers.chat.updates import User
from handlers.chat.world import World, rewrite
from infra.items import Profile

LONGEST_LANGUAGE: Final = 8
"""What is kept of a language tag: enough for every one that there are texts for."""


def chosen(profile: Profile | None) -> dict[str, str]:
    """What is set, as the buttons have it."""
    held = profile or Profile(user_id=0)
    return {
        "language": held.chosen_language or AS_IN_TELEGRAM,
        "confirm": held.confirm or Confirm.NEVER,
        "coach": ON if held.coach else OFF,
        "reminders": held.reminders,
    }


def telegram_language(user: User) -> str:
    """The tag of the language that Telegram itself is in; what is left of a long one is a tag, too."""
    return (user.language_code or "")[:LONGEST_LANGUAGE].rstrip("-_") or "en"


def set_to(world: World, user: User, name: str, value: str) -> Profile:
    """Set a setting to one of its values; once more changes nothing. Raises ConflictError, BusyError."""
    world.table.set_in_profile(user.id, **_stored(name, value))
    profile = world.table.profile(user.id) or Profile(user_id=user.id)
    preferences = profile.preferences(telegram_language(user))
    for match in world.table.matches(world.table.live_codes(user.id)):
        if prefer(match, user.id, preferences) is not match:
            rewrite(
                world.table,
                match.code,
                lambda stored: world.table.save(stored, prefer(stored, user.id, preferences)),
            )
    return profile


def _stored(name: str, value: str) -> dict[str, str | bool]:
    """The profile's attribute for a value."""
    if name == "language":
        return {"chosen_language": "" if value == AS_IN_TELEGRAM else value}
    if name == "coach":
        return {"coach": value == ON}
    return {name: (Confirm if name == "confirm" else Reminders)(value).value}
