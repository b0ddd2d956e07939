"""The two at a table in the gallery of screens, and the language that they read it in."""

from __future__ import annotations

from typing import NamedTuple

from core.match import Seat
from handlers.chat.texts import Texts


class Names(NamedTuple):
    """Whose names a screen shows: the host's and the guest's."""

    host: str
    guest: str
    language: str = "en"

    @property
    def texts(self) -> Texts:
        return Texts(self.language)

    def seat(self, user_id: int, index: int, *, is_novice: bool = False) -> Seat:
        return Seat(user_id=user_id, name=self[:2][index], language=self.language, is_novice=is_novice)
