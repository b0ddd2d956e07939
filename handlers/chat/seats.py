"""Who sits down at a table, as the match knows them: by name and language, and by what the profile says they wish."""

from __future__ import annotations

from core.match import Seat
from handlers.chat.names import stored_name
from handlers.chat.settings import telegram_language
from handlers.chat.texts import Texts
from handlers.chat.updates import User
from infra.items import Profile


def seat_for(user: User, profile: Profile | None) -> Seat:
    """A user at a new table."""
    preferences = (profile or Profile(user_id=user.id)).preferences(telegram_language(user))
    return Seat(
        **preferences.model_dump(),
        user_id=user.id,
        name=stored_name(user.first_name) or Texts(preferences.language).player(),
        word=profile.word if profile else "",
        is_novice=profile is None or profile.played + profile.solo_played == 0,
    )
