"""The message of a round: the last reveal and the next hand, as it stands now or stood then."""

from __future__ import annotations

from core.view import Hand, Reveal, View
from handlers.chat import keyboards, waiting_keyboards
from handlers.chat.keyboards import Keyboard
from handlers.chat.screens.message import as_edit, message, silent
from handlers.chat.screens.teaching import hints
from handlers.chat.settings_keyboards import offer_to_ask
from handlers.chat.texts import Texts
from infra.screen import Screen


def table(view: View) -> Screen:
    """The live message of a match under way: choose, or wait for the other seat.

    Raises ValueError, as `change` does, for a match that is not under way.
    """
    texts = Texts(view.language)
    if view.my_pick is None:
        time = texts.your_time_ends(_deadline(view))
        return message(*head(view, texts), time, *_hints(view, texts), keyboard=_with_offer(view, texts))
    lost = _lost(view, texts)
    said = (texts.reaction_waits(view.my_reaction),) if view.my_reaction else ()
    lines = (texts.you_picked(view.my_pick), *said, texts.waiting(view.their_name, _deadline(view)), *lost)
    return message(*head(view, texts), *lines, keyboard=waiting_keyboards.waiting(view, texts))


def change(view: View) -> Screen:
    """The live message with its keyboard again, after a pick that still may be changed."""
    if view.my_pick is None:
        return table(view)
    texts = Texts(view.language)
    markup = keyboards.change(view, texts, view.my_pick)
    sure = (texts.sure(),) if view.is_novice else ()
    return message(*head(view, texts), texts.it_counts(view.my_pick), *sure, keyboard=markup)


def coached(view: View) -> Screen:
    """The live message with what the coach says of the hand. Raises ValueError if no round is under way."""
    from core.coach import advice  # here, not above: it brings the house's numbers, which few screens need

    texts = Texts(view.language)
    said = texts.advice(advice(_hand(view), view.open_combinations))
    return message(*head(view, texts), "", said, keyboard=keyboards.coached(view, texts))


def past(view: View, match_round: int) -> Screen:
    """What a round's message becomes once the round is over, so that the chat reads as a log."""
    texts = Texts(view.language)
    if match_round > len(view.reveals):
        return message(*_title(view, texts, match_round), texts.not_played())
    mine = view.reveals[match_round - 1].mine
    return message(*_title(view, texts, match_round), texts.hand(mine.dice), texts.you_picked(mine.combination))


def reveal(view: View, match_round: int) -> Screen:
    """A reveal alone, where a later hand is on the table already or none follows."""
    return message(*reveal_lines(view, Texts(view.language), match_round))


def reminder(view: View) -> Screen:
    """To the seat that is waited for, with the keyboard to pick by. Raises ValueError if no round is under way."""
    texts, deadline = Texts(view.language), _deadline(view)
    say = texts.they_wait if view.they_are_ready else texts.both_are_due
    return message(
        say(view.their_name, deadline),
        texts.standing(view.round, view.their_name, view.my_total, view.their_total),
        texts.hand(_hand(view)),
        _or_else(view, texts),
        keyboard=keyboards.hand(view, texts),
    )


def reminded(view: View) -> Screen:
    """To the seat that waits, without a ring. Raises ValueError if no round is under way."""
    texts, deadline = Texts(view.language), _deadline(view)
    has_heard = texts.reminded if view.they_are_reminded else texts.time_ends
    say = texts.nobody_reminded if view.they_are_unreachable else has_heard
    lines = (say(view.their_name, deadline, view.round), texts.or_be_kind())
    return silent(message(*lines, keyboard=waiting_keyboards.reminded(view, texts, deadline)))


def given(view: View, seconds: int) -> Screen:
    """To the seat that gave the other more time, in the place of what offered it."""
    texts = Texts(view.language)
    markup = keyboards.keyboard([keyboards.my_matches(texts)])
    return as_edit(message(texts.given(view.their_name, seconds), keyboard=markup))


def time_given(view: View) -> Screen:
    """To the seat that was given more time, with the keyboard to pick by. Raises ValueError as `reminder` does."""
    texts = Texts(view.language)
    return message(
        texts.time_given(view.their_name, view.round_lasts),
        texts.standing(view.round, view.their_name, view.my_total, view.their_total),
        texts.hand(_hand(view)),
        texts.your_time_ends(_deadline(view)),
        keyboard=keyboards.hand(view, texts),
    )


def opponent_lost(view: View) -> Screen:
    """To the seat whose opponent gets no messages, without a ring: what that means, and the way out."""
    texts = Texts(view.language)
    if view.hand is None:
        return silent(message(texts.unreachable(view.their_name), texts.offer_stays()))
    say = texts.pick_all_the_same if view.my_pick is None else texts.their_time_runs_on
    markup = waiting_keyboards.opponent_lost(view, texts)
    return silent(message(texts.unreachable(view.their_name), say(view.their_name), keyboard=markup))


def reveal_lines(view: View, texts: Texts, match_round: int) -> tuple[str, ...]:
    """The news, then each seat's throw, then all ten dice with those underlined that scored for this seat."""
    shown = view.reveals[match_round - 1]
    news = texts.news(view.their_name, shown.mine.points, shown.theirs.points, shown.my_total, shown.their_total)
    return (news, *throw_lines(view, texts, shown))


def throw_lines(view: View, texts: Texts, shown: Reveal) -> tuple[str, ...]:
    """Each seat's throw, all ten dice, and what was said of the round."""
    mine, theirs = shown.mine, shown.theirs
    return (
        texts.my_throw(mine.dice, mine.combination, mine.is_made, mine.points),
        texts.their_throw(view.their_name, theirs.dice, theirs.combination, theirs.is_made, theirs.points),
        texts.all_ten(mine.dice + theirs.dice, mine.scoring_dice),
        *((texts.i_reacted(mine.reaction),) if mine.reaction else ()),
        *((texts.they_reacted(view.their_name, theirs.reaction),) if theirs.reaction else ()),
    )


def _title(view: View, texts: Texts, match_round: int) -> tuple[str, ...]:
    """The lines above the hand: in round 1 the opponent, later the reveal of the round before."""
    if match_round == 1:
        return (texts.opening(view.their_name),)
    return (*reveal_lines(view, texts, match_round - 1), "", texts.round_of(match_round))


def head(view: View, texts: Texts) -> tuple[str, ...]:
    """What every form of the live message begins with. Raises ValueError if no round is under way."""
    return (*_title(view, texts, view.round), texts.hand(_hand(view)))


def _hints(view: View, texts: Texts) -> tuple[str, ...]:
    ready = (texts.they_are_ready(view.their_name),) if view.they_are_ready and not view.is_solo else ()
    lost = _lost(view, texts)
    offer = ("", texts.offer_to_ask()) if view.offers_to_ask else ()
    return (*hints(view, texts), *ready, *lost, *offer)


def _or_else(view: View, texts: Texts) -> str:
    """What comes of no pick in time."""
    if view.first is not None:
        return texts.challenge_out_of_time()
    return texts.or_lose() if view.they_are_ready else texts.whoever_loses()


def _with_offer(view: View, texts: Texts) -> Keyboard:
    rows = keyboards.hand(view, texts)["inline_keyboard"]
    return keyboards.keyboard(*rows, offer_to_ask(view, texts) if view.offers_to_ask else [])


def _lost(view: View, texts: Texts) -> tuple[str, ...]:
    """That the other player gets no messages: at the start of a duel, as who accepts or posts one may be new here."""
    say = texts.yet_to_come if view.is_duel and view.round == 1 else texts.unreachable
    return (say(view.their_name),) if view.they_are_unreachable else ()


def _hand(view: View) -> Hand:
    if view.hand is None:
        raise ValueError("no round is under way")
    return view.hand


def _deadline(view: View) -> int:
    if view.hand is None or view.deadline is None:
        raise ValueError("no round is under way")
    return view.deadline
