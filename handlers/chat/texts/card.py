"""What a player reads on a match's card and beside it: the picture's words are plain, its caption is HTML.

The card may be shown to others, so it speaks of both players by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from core.match import Status
from core.view import Outcome, Throw, View
from handlers.chat.texts.afterwards import AfterwardsTexts
from handlers.chat.texts.words import number, points, totals

if TYPE_CHECKING:
    from core.review import Shown

LONGEST_CAPTION: Final = 1024


class CardTexts(AfterwardsTexts):
    """A name is None where the picture cannot show it."""

    def button_card(self) -> str:
        # L10n: a button: the match as a picture to share
        return self._("Card")

    def card_you(self) -> str:
        # L10n: above a player's total, dice and points, wherever it stands alone
        return self._("You")

    def card_friend(self) -> str:
        """Stands for the other player's name."""
        # L10n: on the picture, for a name that cannot be shown
        return self._("Friend")

    def card_news(self, outcome: Outcome, me: str | None, them: str | None) -> str:
        if outcome is Outcome.DRAWN:
            return self._("A draw")
        if outcome is Outcome.NONE:
            return self._("No winner")
        if outcome is Outcome.WON and me is None:
            return self._("You win")
        return self._("{name} wins").format(name=me if outcome is Outcome.WON else them or self.card_friend())

    def card_how(self, view: View) -> str:
        """How it came to that, in a few words without a name."""
        if view.status is Status.FINISHED:
            ahead = abs(view.my_total - view.rival.total)
            if ahead:
                return self.ngettext("by {count} point", "by {count} points", ahead).format(count=ahead)
            return self._("after 16 rounds")
        if view.status is Status.RESIGNED:
            how = self._("given up in round {round}") if view.first else self._("by resignation in round {round}")
        elif view.status is Status.FORFEITED and not view.first:
            how = self._("on time in round {round}")
        elif view.status is Status.CANCELLED:
            how = self._("cancelled in round {round}")
        else:
            how = self._("time ran out in round {round}")
        return how.format(round=view.round)

    def how_it_was_cut_short(self, view: View) -> str:
        """Who won a match that was not played to its end, and how, as plain text."""
        me, them = self.plain_name(view.my_name), self.plain_name(view.rival.name)
        return f"{self.card_news(card_outcome(view), me, them)} · {self.card_how(view)}"

    def card_luck(self) -> str:
        # L10n: on the picture: points by luck
        return self._("luck")

    def card_choices(self) -> str:
        # L10n: on the picture: points lost by choices
        return self._("choices")

    def card_left(self) -> str:
        # L10n: on the picture, beside luck and choices: points of rounds that were not played; as short as can be
        return self._("unplayed")

    def card_made(self) -> str:
        # L10n: on the picture: how many combinations were made
        return self._("made")

    # The same in words

    def card_caption(self, view: View, mine: Shown, theirs: Shown) -> str:
        """The whole card. Where words are long, the running totals are left out, or the rounds."""
        them = view.rival.name
        news = self.card_news(card_outcome(view), self.name(view.my_name), self.name(them))
        head = [
            self._("<b>{me} {totals} {them}</b>").format(
                me=self.name(view.my_name), totals=totals(view.my_total, view.rival.total), them=self.name(them)
            ),
            f"{news} · {self.card_how(view)}",
            self.their_luck(view.my_name, mine),
            self.their_luck(them, theirs),
        ]
        lines = (view.my_name, [shown.mine for shown in view.reveals]), (them, view.rival.throws)
        whole, shorter = ([self._line(*line, with_totals=has) for line in lines] for has in (True, False))
        captions = ("\n".join([*head, *rounds]) for rounds in (whole, shorter, []))
        return next(caption for caption in captions if _length(caption) <= LONGEST_CAPTION)

    def _line(self, name: str | None, throws: Sequence[Throw], *, with_totals: bool) -> str:
        """One player's score line."""
        title = self._("{name}: pick and total by round") if with_totals else self._("{name}: pick by round")
        rows = [title.format(name=self.name(name))]
        reached = accumulate(throw.points for throw in throws)
        for match_round, (throw, total) in enumerate(zip(throws, reached, strict=True), start=1):
            row = f"{match_round}. {self.label(throw.combination)} {points(throw.points)}"
            rows.append(f"{row} · {number(total)}" if with_totals else row)
        return "<blockquote expandable>{}</blockquote>".format("\n".join(rows))


def card_outcome(view: View) -> Outcome:
    """How it ended for this seat; a challenge is between it and whoever played its hands first, once all are played."""
    if view.first is None:
        return view.outcome
    if view.status is not Status.FINISHED:
        return Outcome.NONE
    ahead = view.my_total - view.rival.total
    return Outcome.WON if ahead > 0 else Outcome.LOST if ahead else Outcome.DRAWN


def _length(caption: str) -> int:
    """As Telegram counts: without markup, in UTF-16 units."""
    return len(unescape(re.sub("<[^>]*>", "", caption)).encode("utf-16-le")) // 2
