"""What a player reads of what is kept about players, and of being forgotten."""

from __future__ import annotations

from handlers.chat.texts.words import Words


class PrivacyTexts(Words):
    """In plain words, and as exact as the table is."""

    def privacy(self, log_days: int) -> str:
        return "\n".join([self._kept(), "", self._seen(), "", self._how_long(log_days), "", self._not_kept()])

    def _kept(self) -> str:
        return self._(
            "🔒 <b>What 7776 keeps about you</b>\n"
            "Your Telegram number, first name and\n"
            "language; your settings, lucky word\n"
            "and statistics; your matches, with\n"
            "dice, picks and reactions, and the\n"
            "chat where others watch them."
        )

    def _seen(self) -> str:
        # L10n: “Could you do better?” is the button under a result
        return self._(
            "<b>Who sees what</b>\n"
            "Whoever plays you: your first name,\n"
            "your rating and, at the end, your\n"
            "lucky word.\n"
            "Everybody in a chat where a duel is\n"
            "posted: both players' names and the\n"
            "revealed rounds.\n"
            "Whoever opens a link from “Could you\n"
            "do better?”: both players' names and\n"
            "lucky words, the hands of whoever made\n"
            "it, and all that they met."
        )

    def _how_long(self, log_days: int) -> str:
        """The days are `items`', `duels`' and `asking`'s, and the template's."""
        return self._(
            "<b>For how long</b>\n"
            "Matches: 90 days after their end.\n"
            "A posted challenge’s name: 14 days.\n"
            "Screens on their way: 1 day.\n"
            "The rest: until you type /forget.\n"
            "Backups: gone after 35 days.\n"
            "Logs: {days} days. They hold codes of\n"
            "matches; no names, no dice, no picks."
        ).format(days=log_days)

    def _not_kept(self) -> str:
        return self._(
            "<b>Not kept</b>\nYour last name, username, phone\nnumber and messages. Nothing is sold\nor shared."
        )

    def forget_question(self, running: int, open_tables: int) -> str:
        """With what would end; both counts may be 0."""
        ends = []
        if running:
            ends.append(
                self.ngettext(
                    "You give up {count} match under way.", "You give up {count} matches under way.", running
                ).format(count=running)
            )
        if open_tables:
            ends.append(
                self.ngettext("{count} open table closes.", "{count} open tables close.", open_tables).format(
                    count=open_tables
                )
            )
        return "\n".join([self._forget_what(), *ends, self._("This can't be undone.")])

    def _forget_what(self) -> str:
        return self._(
            "<b>Shall 7776 forget you?</b>\n"
            "Your name, number, settings and\n"
            "statistics go at once. Friends keep\n"
            "their matches, with “a former player”\n"
            "in your place: dice, picks and a lucky\n"
            "word stay there, so that they can be\n"
            "checked. Backups are gone in 35 days."
        )

    def forgotten(self) -> str:
        """The last that a player is told."""
        return self._("You are forgotten. Thank you for every\nround, and good luck out there!\n/start begins anew.")

    def toast_forgotten(self) -> str:
        return self._("You are forgotten.")

    # Buttons

    def button_privacy(self) -> str:
        # L10n: a button: what is kept about you
        return self._("Privacy")

    def button_forget(self) -> str:
        # L10n: a button that asks first
        return self._("Forget me …")

    def button_forget_now(self) -> str:
        # L10n: a button: yes, forget me now
        return self._("Forget me")

    def button_stay(self) -> str:
        # L10n: a button: no, do not forget me
        return self._("Keep me")

    def button_settings(self) -> str:
        return self._("Settings")
