"""What a player reads of settings, and of the question before a pick; the one list of what can be set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.combinations import Combination
from core.preferences import Confirm, Reminders
from handlers.chat.texts.languages import AS_IN_TELEGRAM, LANGUAGES
from handlers.chat.texts.words import Words

ON, OFF = "on", "off"
SETTINGS: Final[dict[str, tuple[str, ...]]] = {
    "language": (AS_IN_TELEGRAM, *LANGUAGES),
    "confirm": tuple(Confirm),
    "coach": (ON, OFF),
    "reminders": tuple(Reminders),
}
"""What can be set, and to what; the first is the default."""


class SettingsTexts(Words):
    """Settings, and the question before a pick."""

    def settings(self, chosen: dict[str, str]) -> str:
        """What is set now, from a value for each setting."""
        return self._(
            "⚙️ <b>Settings</b>\n"
            "● marks what is set.\n"
            "\n"
            "<b>Language</b> · {language}\n"
            "<b>Ask before a pick</b> · {confirm}\n"
            "<b>Coach against the house</b> · {coach}\n"
            "<b>Reminders</b> · {reminders}"
        ).format(**{name: self._now(name, value) for name, value in chosen.items()})

    def _now(self, name: str, value: str) -> str:
        """A value as it stands behind its setting's name."""
        if name == "language":
            # L10n: behind "Language ·"
            return LANGUAGES.get(value) or self._("as in Telegram")
        say: dict[tuple[str, str], Callable[[], str]] = {
            # L10n: behind "Ask before a pick ·"
            ("confirm", Confirm.NEVER): lambda: self._("never"),
            # L10n: behind "Ask before a pick ·"; 70 points
            ("confirm", Confirm.RISKY): lambda: self._("if it can cost 70"),
            # L10n: behind "Ask before a pick ·"
            ("confirm", Confirm.ALWAYS): lambda: self._("always"),
            ("coach", ON): lambda: self.pgettext("coach", "on"),
            ("coach", OFF): lambda: self.pgettext("coach", "off"),
            ("reminders", Reminders.ON): lambda: self.pgettext("reminders", "on"),
            ("reminders", Reminders.SILENT): lambda: self.pgettext("reminders", "silent"),
            ("reminders", Reminders.OFF): lambda: self.pgettext("reminders", "off"),
        }
        return say[name, value]()

    def setting(self, name: str, value: str) -> str:
        """A choice on its button, and in the toast that says that it is set."""
        if name == "language":
            # L10n: a button; the language that Telegram is set to
            return LANGUAGES.get(value) or self._("As in Telegram")
        say: dict[tuple[str, str], Callable[[], str]] = {
            # L10n: a button; two share a row, here and below
            ("confirm", Confirm.NEVER): lambda: self._("Never ask"),
            # L10n: a button: ask before a pick that can cost 70 points
            ("confirm", Confirm.RISKY): lambda: self._("Ask before −70"),
            ("confirm", Confirm.ALWAYS): lambda: self._("Always ask"),
            ("coach", ON): lambda: self._("Coach on"),
            ("coach", OFF): lambda: self._("Coach off"),
            ("reminders", Reminders.ON): lambda: self._("Reminders on"),
            ("reminders", Reminders.SILENT): lambda: self._("Silent reminders"),
            ("reminders", Reminders.OFF): lambda: self._("No reminders"),
        }
        return say[name, value]()

    def toast_set(self, name: str, value: str) -> str:
        # L10n: a toast; the choice is one of the buttons, such as "Coach off"
        return self._("Set: {choice}").format(choice=self.setting(name, value))

    # The question before a pick

    def ask_pick(self, combination: Combination, them: str | None, held: int | None) -> str:
        """`held`: how many dice of its value are in the hand, where the pick can cost 70; None where it cannot."""
        label = self.label(combination)
        if held is None:
            return self._("Pick {combination}?").format(combination=label)
        return self._(
            "Pick {combination}? It needs three; you hold {held}.\nWithout {missing} more from {name}: −70."
        ).format(combination=label, held=held, missing=3 - held, name=self.name(them))

    def offer_to_ask(self) -> str:
        """After the first −70 that another pick would not have risked."""
        return self._("That −70 could have been avoided. Ask\nbefore a pick that can cost 70?")

    # Buttons

    def button_pick_it(self) -> str:
        # L10n: a button: yes, take this combination
        return self._("Pick it")

    def button_back(self) -> str:
        # L10n: a button: pick something else
        return self._("Back")

    def button_ask_me(self) -> str:
        # L10n: a button, under the offer to ask before a pick that can cost 70
        return self._("Yes, ask me")

    def button_never_ask(self) -> str:
        # L10n: a button, beside "Yes, ask me"
        return self._("Never ask")
