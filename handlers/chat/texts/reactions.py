"""What a player says of a round with one sign; each has its word, for whoever does not see signs or hears them read."""

from __future__ import annotations

from core.reactions import Reaction
from handlers.chat.texts.words import Words


class ReactionTexts(Words):
    """Reactions, on their buttons and in a reveal."""

    def reaction(self, reaction: Reaction) -> str:
        """Short enough for a button with its mark."""
        return {
            # L10n: a button; four share a row and "● " may stand before it: at most 8 characters, the sign included
            Reaction.LAUGHTER: self._("😂 haha"),
            # L10n: a button; at most 8 characters
            Reaction.APPLAUSE: self._("👏 bravo"),
            # L10n: a button; at most 8 characters
            Reaction.HORROR: self._("😱 oh no"),
            # L10n: a button: what luck, what dice; at most 8 characters
            Reaction.FIRE: self._("🔥 hot"),
        }[reaction]

    def i_reacted(self, reaction: Reaction) -> str:
        return self._("You: {reaction}").format(reaction=self.reaction(reaction))

    def they_reacted(self, them: str | None, reaction: Reaction) -> str:
        return self._("{name}: {reaction}").format(name=self.name(them), reaction=self.reaction(reaction))

    def reaction_waits(self, reaction: Reaction) -> str:
        """While only its own player sees it."""
        return self._("With the reveal: {reaction}").format(reaction=self.reaction(reaction))

    def toast_reacted(self, reaction: Reaction | None, them: str | None) -> str:
        if reaction is None:
            return self._("No reaction in this round.")
        return self._("{reaction}: {name} sees it with the reveal.").format(
            reaction=self.reaction(reaction), name=self.plain_name(them)
        )
