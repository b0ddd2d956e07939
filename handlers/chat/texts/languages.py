"""The languages that the bot speaks, each by its own name. This is the one list of them."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = {
    "en": "English",
    "ru": "Русский",
    "uk": "Українська",
    "es": "Español",
    "de": "Deutsch",
    "pt-br": "Português (Brasil)",
}
"""By tag as Telegram writes it; the catalogue of pt-br lies in locales/pt_BR."""

AS_IN_TELEGRAM: Final = "telegram"
"""What a button says for the language that Telegram itself is set to."""
