"""What a player reads away from the table: first contact, help, lists, questions, buttons and the bot's profile."""

from __future__ import annotations

from core import codes
from core.combinations import Combination
from handlers.chat.texts.words import OPEN_BOX, Words, number, points, totals


class TalkTexts(Words):
    """The sentences around matches, and the labels of buttons."""

    def start(self) -> str:
        return self._(
            "🎲 7776 · a dice duel for two\n"
            "You each throw five hidden dice and\n"
            "secretly pick one of 16 combinations.\n"
            "Then all ten dice open, and both picks\n"
            "score on all ten. 16 rounds."
        )

    def help(self) -> str:
        return self._(
            "🎲 7776 · what you can type\n"
            "/new opens a table for a friend\n"
            "/solo plays the house\n"
            "/join with a code joins a table\n"
            "/matches lists your matches\n"
            "/score shows the score card\n"
            "/stats counts your wins and your dice\n"
            "/history lists your past matches\n"
            "/top rates you and those you met\n"
            "/rules explains the combinations\n"
            "/resign gives a match up\n"
            "/cancel closes an open table\n"
            "/lucky sets your lucky word\n"
            "/settings sets language and reminders\n"
            "/privacy says what is kept of you\n"
            "/forget takes all of it away\n"
            "A code alone works as well."
        )

    def unknown(self) -> str:
        return self._("I did not get that. /help lists what\nyou can type.")

    def group(self) -> str:
        return self._(
            "7776 is played in a private chat,\nso that your dice stay hidden. /new\nchallenges everybody here."
        )

    # Lists

    def your_move(self) -> str:
        # L10n: above the matches in which the player is to pick
        return self._("Your move")

    def their_move(self) -> str:
        # L10n: above the matches in which the other is to pick
        return self._("Their move")

    def waiting_for_friend(self) -> str:
        return self._("Waiting for a friend")

    def match_line(self, them: str | None, match_round: int, left: int, my_total: int, their_total: int) -> str:
        """`left` in seconds."""
        return self._("{name} · round {round} · {left} · {totals}").format(
            name=self.name(them),
            round=match_round,
            left=self.time_left(left),
            totals=totals(my_total, their_total),
        )

    def round_with(self, match_round: int, them: str) -> str:
        """A match on a button; the name comes last, as the end of a label that is too long is cut."""
        # L10n: a button, beside "Round 12 · Bob": which match; two share a row
        return self._("Round {round} · {name}").format(round=match_round, name=self.plain_name(them))

    def rematch_with(self, them: str) -> str:
        """As `round_with`, of a match that has yet to begin."""
        return f"{self.button_rematch()} · {self.plain_name(them)}"

    def rematch_line(self, them: str | None, left: int) -> str:
        return self._("{name} · rematch · {left}").format(name=self.name(them), left=self.time_left(left))

    def open_line(self, code: str, left: int) -> str:
        return self._("Table {code} · {left}").format(code=codes.shown(code), left=self.time_left(left))

    def no_matches(self) -> str:
        return self._("You have no matches now.")

    def which_to_score(self) -> str:
        return self._("Which score card?")

    def which_to_resign(self) -> str:
        return self._("Which match do you resign?")

    def which_to_cancel(self) -> str:
        return self._("Which table do you cancel?")

    # Score card and resigning

    def score_title(self, them: str | None) -> str:
        return self._("Score card · you : {name}").format(name=self.name(them))

    def score_row(self, combination: Combination, mine: int | None, theirs: int | None) -> str:
        """None for a combination that is still open."""
        boxes = " : ".join(OPEN_BOX if one is None else points(one) for one in (mine, theirs))
        return f"<b>{self.label(combination)}</b>  {boxes}"

    def score_total(self, my_total: int, their_total: int) -> str:
        return self._("<b>Total</b>  {mine} : {theirs}").format(mine=number(my_total), theirs=number(their_total))

    def resign_question(self, them: str | None, match_round: int, my_total: int, their_total: int) -> str:
        return self._("Resign against {name}?\nRound {round} of 16 · {totals}\nThen {name} wins.").format(
            name=self.name(them), round=match_round, totals=totals(my_total, their_total)
        )

    # Buttons

    def button_play(self) -> str:
        return self._("Play a friend")

    def button_rules(self) -> str:
        return self._("Rules")

    def button_send(self) -> str:
        return self._("Send to a friend")

    def button_copy(self) -> str:
        return self._("Copy link")

    def button_cancel(self) -> str:
        # L10n: a button: close a table that nobody has joined, or an offered rematch
        return self._("Cancel")

    def button_more(self, seconds: int) -> str:
        # L10n: a button; the time is "1 day"
        return self._("Give {time} more").format(time=self.pace(seconds))

    def button_pace(self, seconds: int) -> str:
        # L10n: a button; the pace is "1 day", the time for a pick
        return self._("Pace: {pace}").format(pace=self.pace(seconds))

    def button_call_off(self) -> str:
        return self._("Cancel the match, no result")

    def button_agree(self) -> str:
        # L10n: a button, beside "Not now": play the rematch
        return self._("Play")

    def button_decline(self) -> str:
        return self._("Not now")

    def button_change(self) -> str:
        # L10n: a button: pick another combination; also named in "tap Change to pick another"
        return self._("Change")

    def button_keep(self, combination: Combination) -> str:
        return self._("Keep {combination}").format(combination=self.label(combination))

    def button_score(self) -> str:
        return self._("Score card")

    def button_matches(self) -> str:
        return self._("My matches")

    def button_rematch(self) -> str:
        return self._("Rematch")

    def button_table(self) -> str:
        return self._("Back to the table")

    def button_resign(self) -> str:
        # L10n: a button: yes, give the match up
        return self._("Resign")

    def button_keep_playing(self) -> str:
        return self._("Keep playing")

    def button_open(self) -> str:
        return self._("Play 7776")

    def button_join(self) -> str:
        return self._("Join the table")

    # The bot's profile

    def commands(self) -> list[dict[str, str]]:
        """The few commands of the menu, as setMyCommands takes them."""
        menu = {
            "new": self._("Play a friend"),
            "solo": self._("Play the house"),
            "matches": self._("My matches"),
            "score": self._("Score card"),
            "stats": self._("My statistics"),
            "history": self._("Past matches"),
            "rules": self._("Rules"),
            "settings": self._("Settings"),
            "privacy": self._("What is kept about you"),
            "help": self._("What you can type"),
        }
        return [{"command": command, "description": description} for command, description in menu.items()]

    def description(self) -> str:
        """At most 512 characters; shown in an empty chat with the bot."""
        return self._(
            "A dice duel for two friends. Each round you both throw five hidden dice and secretly pick one of 16 "
            "combinations; then all ten dice open, and both picks score on all ten. The dice are sealed before the "
            "match, and can be checked after it."
        )

    def short_description(self) -> str:
        """At most 120 characters; shown in the bot's profile."""
        return self._("7776: a dice duel for two. Ten dice, 16 combinations, one secret pick each.")
