"""What a player may choose for all matches: the language, the questions before a pick, the coach, the reminders."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Confirm(StrEnum):
    """Before which picks a player is asked once more."""

    NEVER = "never"
    RISKY = "risky"  # those that can cost 70
    ALWAYS = "always"


class Reminders(StrEnum):
    """How a player is reminded that a round's time runs out."""

    ON = "on"
    SILENT = "silent"
    OFF = "off"


class Preferences(BaseModel):
    """A player's choices. `confirm` is None until the player has made that choice, which asks for nothing either."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    confirm: Confirm | None = None
    coach: bool = True
    reminders: Reminders = Reminders.ON
