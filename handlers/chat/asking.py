"""What taps and typed commands have in common: who asks, in which language, and how a refusal is put to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from core.combinations import Combination
from core.match import DAY, Match
from core.view import view
from handlers.chat.limits import Limit, LimitedError
from handlers.chat.settings import telegram_language
from handlers.chat.texts import Texts
from handlers.chat.updates import User
from handlers.chat.world import FlowRefusedError, World
from infra.items import Profile, ScreenItem

SCREEN_KEPT: Final = DAY


@dataclass(frozen=True)
class Asker:
    """The sender of an update; `returned_to` are the matches whose messages reach them again since just now."""

    world: World
    update_id: int
    user: User
    returned_to: frozenset[str] = frozenset()

    @cached_property
    def profile(self) -> Profile | None:
        return self.world.table.profile(self.user.id)

    @property
    def telegram_language(self) -> str:
        return telegram_language(self.user)

    @property
    def language(self) -> str:
        """The one that the sender has chosen, or else Telegram's."""
        return (self.profile.chosen_language if self.profile else "") or self.telegram_language

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.language)

    def texts_at(self, match: Match) -> Texts:
        """The same, with nothing more to read where the sender has a seat: it knows the language."""
        seat = match.seat_of(self.user.id)
        return self.texts if seat is None else Texts(match.seats[seat].language)

    def ask_for_screen(self, name: str, message_id: int | None = None, **arguments: Any) -> None:
        """Have deliver show a screen in the sender's private chat, in the place of a message or as a new one."""
        self.world.table.put_screen(
            ScreenItem(
                user_id=self.user.id,
                update_id=self.update_id,
                name=name,
                arguments=arguments,
                message_id=message_id,
                expires_at=self.world.now() + SCREEN_KEPT,
            )
        )

    def limited(self, limited: LimitedError) -> str:
        """The kind sentence for who asks too much."""
        say = {
            Limit.COMMANDS: self.texts.too_many_commands,
            Limit.MOVES: self.texts.too_many_commands,
            Limit.OPEN_TABLES: self.texts.too_many_tables,
            Limit.MATCHES: self.texts.too_many_matches,
        }
        return say[limited.limit](limited.most)

    def refusal(
        self, refused: FlowRefusedError, match_round: int | None = None, combination: Combination | None = None
    ) -> str:
        """The sentence for a refusal, from what the sender may know of the match."""
        match = refused.match
        seat = match.seat_of(self.user.id)
        return self.texts_at(match).refusal(
            refused.refusal,
            None if seat is None else view(match, seat),
            match_round=match_round,
            combination=combination,
            names=[player.name for player in match.seats],
        )
