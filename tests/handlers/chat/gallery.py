"""Every screen, at each moment of a match: what the golden files hold and what the rules for screens are tried on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from core import solo
from core.combinations import Combination, score
from core.events import Event, FirstHandDealt, GuestJoined, MatchEnded, RematchOffered, RoundRevealed, TableOpened
from core.forgetting import forget
from core.levels import Level
from core.match import (
    DAY,
    HOUR,
    Match,
    Refusal,
    Seat,
    Tally,
    cancel,
    create,
    join,
    mark_unreachable,
    pick,
    rematch,
    resign,
    settle,
)
from core.preferences import Confirm, Reminders
from core.reactions import Reaction, react
from core.view import Outcome, View, view
from handlers.chat import screens
from handlers.chat.texts import PAGES
from handlers.chat.texts.words import again
from handlers.chat.texts.words import house as house_name
from infra.items import Profile
from infra.screen import Screen
from tests.handlers.chat.duel_gallery import DUELS
from tests.handlers.chat.history_gallery import HISTORY
from tests.handlers.chat.people import Names

NOW: Final = 1_800_000_000
CODE: Final = "7K3MQ9XA"
BOT: Final = "duel_of_dice_bot"
LONGEST_BOT: Final = "a" * 29 + "bot"
ALICE, BOB, CAROL = 1001, 1002, 1003
SHORT: Final = Names("Alice", "Bob")
LONGEST: Final = {
    "markup": "<b>&_*</b> & <i>",
    "cyrillic": "Вероника-Снежана",
    "arabic": "عبدالرحمنعبدالله",
    "devanagari": "शतरंजचौसरपच्चीसी",
    "emoji": "👩\u200d👩\u200d👧🧑🏽\u200d🚀👋🏿",
}

C = Combination


def opened(names: Names, *, is_novice: bool = False, secret: int = 7) -> Match:
    host = names.seat(ALICE, 0, is_novice=is_novice)
    return create(CODE, bytes([secret] * 32), host, NOW)


def joined(names: Names, *, is_novice: bool = False, secret: int = 7) -> Match:
    guest = names.seat(BOB, 1, is_novice=is_novice)
    return join(opened(names, is_novice=is_novice, secret=secret), guest, NOW)


def picked(match: Match, user_id: int, combination: Combination) -> Match:
    index = match.seat_of(user_id)
    assert index is not None
    return pick(match, user_id, match.round, combination, match.seats[index].nth, NOW)


@cache
def played(names: Names, rounds: int, secret: int = 7) -> Match:
    """After so many reveals: Alice picks what scores most on all ten dice, Bob the last one that is open."""
    match = joined(names, secret=secret)
    for _ in range(rounds):
        ten = [die for seat in (0, 1) for die in view(match, seat).hand or ()]
        best = max(match.open_combinations(0), key=lambda one: score(one, ten))
        match = picked(picked(match, ALICE, best), BOB, match.open_combinations(1)[-1])
    return match


@cache
def drawn(names: Names) -> Match:
    """Both pick the same in each round, so that each reveal scores the same for both."""
    match = joined(names)
    for one in Combination:
        match = picked(picked(match, ALICE, one), BOB, one)
    return match


@cache
def house(rounds: int = 0, level: Level = Level.BEST, language: str = "en") -> Match:
    """Alice against the house after so many reveals: she picks what scores most on all ten dice."""
    player = Seat(user_id=ALICE, name="Alice", language=language)
    match = solo.begin(CODE, bytes([7] * 32), player, level, house_name(level), NOW)
    return _through(match, ALICE, rounds)


def house_again(names: Names) -> Match:
    return solo.again(house(16, language=names.language), "9F2C41AB", bytes(32), names.seat(ALICE, 0), NOW)


@cache
def challenge(names: Names, rounds: int = 0, seat: int = 0) -> Match:
    """Carol with the hands that a seat had in a match of Alice and Bob."""
    player = Seat(user_id=CAROL, name="Carol", language=names.language)
    original = played(names, 16)
    replayed = again(original.seats[1 - seat].name)
    match = solo.begin_challenge(original, seat, "9F2C41AB", player, replayed, NOW)
    return _through(match, CAROL, rounds, best=seat == 1)


@cache
def house_challenge(names: Names, rounds: int = 0) -> Match:
    """Carol with the hands that Alice, who reads English, had against the house."""
    player, original = Seat(user_id=CAROL, name="Carol", language=names.language), house(16)
    replayed = again(original.seats[1].name)
    return _through(solo.begin_challenge(original, 0, "9F2C41AB", player, replayed, NOW), CAROL, rounds)


def challenge_as_before(names: Names) -> Match:
    """Carol picks in each round what Alice picked."""
    match = challenge(names)
    for combination in played(names, 16).seats[0].picked:
        match = solo.answered(picked(match, CAROL, combination), NOW)
    return match


def _through(match: Match, user_id: int, rounds: int, *, best: bool = True) -> Match:
    index = match.seat_of(user_id)
    assert index is not None
    for _ in range(rounds):
        ten = [die for seat in (0, 1) for die in view(match, seat).hand or ()]
        order = sorted(match.open_combinations(index), key=lambda one: score(one, ten))
        match = solo.answered(picked(match, user_id, order[-1 if best else 0]), NOW)
    return match


def with_words(match: Match) -> Match:
    """The match as if both had lucky words: so with other dice."""
    words = ("clover", "удача")
    seats = tuple(seat.model_copy(update={"word": word}) for seat, word in zip(match.seats, words, strict=True))
    return match.model_copy(update={"seats": seats})


def offered(names: Names) -> Match:
    """A rematch that Bob asks for: so Bob is its host."""
    return rematch(played(names, 16), "9F2C41AB", bytes(32), names.seat(BOB, 1), NOW)


def lost(names: Names) -> Match:
    """Bob gets no messages, and both are to pick."""
    return mark_unreachable(played(names, 5), 1)


def newcomer(names: Names, *mine: Combination) -> Match:
    """Alice has picked these in her first match, Bob the last that were open."""
    match = joined(names, is_novice=True)
    for one in mine:
        match = picked(picked(match, ALICE, one), BOB, match.open_combinations(1)[-1])
    return match


def slipped(names: Names) -> Match:
    """Alice has lost 70 in round 1, where any other pick would not have risked it."""
    return picked(picked(joined(names), ALICE, C.ONES), BOB, C.POKER)


def unreminded(names: Names) -> Match:
    """Bob waits for Alice, who wants no reminders."""
    return picked(played(names, 5), BOB, C.POKER).with_seat(0, reminders=Reminders.OFF)


def reacted(names: Names) -> Match:
    """Bob has picked in round 6, and said something of it."""
    return react(picked(played(names, 5), BOB, C.POKER), BOB, 6, Reaction.LAUGHTER)


def tallied(match: Match, won: tuple[int, int] = (5, 3), drawn: int = 1) -> Match:
    """The match with what it made of the two."""
    change = {Outcome.WON: 14, Outcome.DRAWN: 0, Outcome.LOST: -14}[view(match, 0).outcome]
    tally = Tally(ratings=(1500 + change, 1500 - change), changes=(change, -change), won=won, drawn=drawn)
    return match.model_copy(update={"tally": tally})


def _told(event: Event, match: Match, seat: int) -> Screen:
    return screens.tell(event, view(match, seat), BOT)


def _ended(match: Match, seat: int) -> Screen:
    return _told(MatchEnded(), match, seat)


@cache
def _views(names: Names, count: int) -> tuple[View, ...]:
    """Matches of one player in all their states."""
    waiting = picked(played(names, 2), ALICE, C.THREE_OF_A_KIND)
    last = picked(played(names, 15), BOB, C.ONES)
    match_of = [played(names, 5), waiting, last, offered(names), opened(names)]
    return tuple(
        view(match_of[number % 5].model_copy(update={"code": f"7K3MQ9{number:02}"}), int(number % 5 == 3))
        for number in range(count)
    )


BEFORE: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "start": lambda names: screens.start(names.texts),
    "levels": lambda names: screens.levels(names.texts),
    "lucky": lambda names: screens.lucky(names.texts, "clover"),
    "lucky_none": lambda names: screens.lucky(names.texts, ""),
    "lucky_wrong": lambda names: screens.note(names.texts.wrong_lucky_word()),
    "help": lambda names: screens.help(names.texts),
    "unknown_text": lambda names: screens.unknown_text(names.texts),
    "group": lambda names: screens.group(names.texts, BOT),
    "group_with_code": lambda names: screens.group(names.texts, BOT, CODE),
    "rules_0": lambda names: screens.rules(names.texts, 0),
    **{f"rules_{page}": lambda names, page=page: screens.rules(names.texts, page) for page in range(1, PAGES + 1)},  # type: ignore[misc]
    "settings": lambda names: screens.settings(names.texts, None),
    "settings_changed": lambda names: screens.settings(
        names.texts,
        Profile(user_id=ALICE, chosen_language="pt-br", confirm=Confirm.RISKY, coach=False, reminders=Reminders.SILENT),
    ),
    "privacy": lambda names: screens.privacy(names.texts, 30),
    "forget_question": lambda names: screens.forget_question(names.texts, _views(names, 5)),
    "forget_question_nothing": lambda names: screens.forget_question(names.texts, ()),
    "forgotten": lambda names: screens.forgotten(names.texts),
    "refused": lambda names: screens.refused(names.texts, names.texts.refusal(Refusal.STRANGER, names=names[:2])),
    "no_matches": lambda names: screens.no_matches(names.texts),
    "matches": lambda names: screens.matches(names.texts, _views(names, 5), 0, NOW + 4 * HOUR),
    "matches_page_2": lambda names: screens.matches(names.texts, _views(names, 24), 2, NOW + 4 * HOUR),
    "choose_score": lambda names: screens.choose(names.texts, _views(names, 3), "score"),
    "choose_resign": lambda names: screens.choose(names.texts, _views(names, 2), "resign"),
    "choose_cancel": lambda names: screens.choose(names.texts, _views(names, 5)[3:], "cancel"),
}

MATCH: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "invitation": lambda names: _told(TableOpened(), opened(names), 0),
    "invitation_past": lambda names: _told(TableOpened(), joined(names), 0),
    "rematch_asked": lambda names: _told(RematchOffered(), offered(names), 0),
    "rematch_wanted": lambda names: _told(RematchOffered(), offered(names), 1),
    "rematch_wanted_past": lambda names: _told(RematchOffered(), cancel(offered(names), BOB, NOW), 1),
    "joined_host": lambda names: _told(GuestJoined(), joined(names), 0),
    "joined_guest": lambda names: _told(GuestJoined(), joined(names), 1),
    "rematch_on": lambda names: _told(GuestJoined(), join(offered(names), names.seat(ALICE, 0), NOW), 1),
    "first_hand": lambda names: _told(FirstHandDealt(), joined(names), 0),
    "first_hand_newcomer": lambda names: _told(FirstHandDealt(), joined(names, is_novice=True), 0),
    "first_hand_newcomer_three": lambda names: _told(FirstHandDealt(), joined(names, is_novice=True, secret=5), 1),
    "first_hand_newcomer_none": lambda names: _told(FirstHandDealt(), joined(names, is_novice=True, secret=25), 0),
    "second_hand_newcomer": lambda names: screens.table(view(newcomer(names, C.THREE_PLUS_TWO), 0)),
    "second_hand_newcomer_alone": lambda names: screens.table(view(newcomer(names, C.TWO_OF_A_KIND), 0)),
    "second_hand_newcomer_missed": lambda names: screens.table(view(newcomer(names, C.MAJOR_STRAIGHT), 0)),
    "fourth_hand_newcomer": lambda names: screens.table(
        view(newcomer(names, C.MINOR_SUM, C.TWO_PLUS_TWO, C.THREE_OF_A_KIND), 0)
    ),
    "first_hand_ready": lambda names: screens.table(view(picked(joined(names, is_novice=True), BOB, C.POKER), 0)),
    "first_hand_waiting": lambda names: screens.table(view(picked(joined(names), ALICE, C.MAJOR_SUM), 0)),
    "first_hand_change": lambda names: screens.change(view(picked(joined(names), ALICE, C.MAJOR_SUM), 0)),
    "first_hand_newcomer_change": lambda names: screens.change(
        view(picked(joined(names, is_novice=True), ALICE, C.MAJOR_SUM), 0)
    ),
    "first_hand_past": lambda names: screens.past(view(played(names, 1), 0), 1),
    "hand": lambda names: _told(RoundRevealed(5), played(names, 5), 0),
    "hand_ready": lambda names: screens.table(view(picked(played(names, 5), BOB, C.POKER), 0)),
    "hand_waiting": lambda names: screens.table(view(picked(played(names, 5), BOB, C.POKER), 1)),
    "hand_waiting_reacted": lambda names: screens.table(view(reacted(names), 1)),
    "hand_reacted": lambda names: _told(RoundRevealed(6), picked(reacted(names), ALICE, C.TWO_PLUS_TWO), 0),
    "hand_change": lambda names: screens.change(view(picked(played(names, 5), BOB, C.POKER), 1)),
    "hand_after_slip": lambda names: _told(RoundRevealed(1), slipped(names), 0),
    "ask_pick": lambda names: screens.ask_pick(view(joined(names), 0), C.FOURS, 0),
    "ask_pick_safe": lambda names: screens.ask_pick(view(played(names, 5), 0), C.MINOR_SUM, 0),
    "hand_past": lambda names: screens.past(view(played(names, 6), 1), 6),
    "hand_last": lambda names: _told(RoundRevealed(15), played(names, 15), 1),
    "hand_not_played": lambda names: screens.past(view(resign(played(names, 5), BOB, NOW), 0), 6),
    "reveal_alone": lambda names: _told(RoundRevealed(4), played(names, 5), 0),
    "reminder": lambda names: screens.reminder(view(picked(played(names, 5), BOB, C.POKER), 0)),
    "reminder_to_both": lambda names: screens.reminder(view(played(names, 5), 0)),
    "reminded": lambda names: screens.reminded(view(picked(played(names, 5), BOB, C.POKER), 1)),
    "reminded_opponent_lost": lambda names: screens.reminded(view(picked(lost(names), ALICE, C.TWO_PLUS_TWO), 0)),
    "reminded_wants_none": lambda names: screens.reminded(view(unreminded(names), 1)),
    "given": lambda names: screens.given(view(picked(played(names, 5), BOB, C.POKER), 1), DAY),
    "time_given": lambda names: screens.time_given(view(picked(played(names, 5), BOB, C.POKER), 0)),
    "opponent_lost": lambda names: screens.opponent_lost(view(lost(names), 0)),
    "opponent_lost_waiting": lambda names: screens.opponent_lost(view(picked(lost(names), ALICE, C.TWO_PLUS_TWO), 0)),
    "opponent_lost_offered": lambda names: screens.opponent_lost(view(mark_unreachable(offered(names), 1), 0)),
    "hand_opponent_lost": lambda names: screens.table(view(lost(names), 0)),
    "hand_waiting_opponent_lost": lambda names: screens.table(view(picked(lost(names), ALICE, C.TWO_PLUS_TWO), 0)),
    "called_off": lambda names: _ended(cancel(lost(names), ALICE, NOW), 0),
    "they_called_off": lambda names: _ended(cancel(lost(names), ALICE, NOW), 1),
    "won": lambda names: _ended(tallied(played(names, 16)), 0),
    "lost": lambda names: _ended(tallied(played(names, 16), (1, 0), 0), 1),
    "drawn": lambda names: _ended(tallied(drawn(names)), 0),
    "resigned": lambda names: _ended(resign(played(names, 10), ALICE, NOW), 0),
    "a_former_player_resigned": lambda names: _ended(tallied(forget(joined(names), ALICE, NOW)), 1),
    "they_resigned": lambda names: _ended(tallied(resign(played(names, 10), ALICE, NOW), drawn=0), 1),
    "resigned_at_once": lambda names: _ended(resign(joined(names), ALICE, NOW), 1),
    "forfeited": lambda names: _ended(settle(picked(played(names, 3), BOB, C.POKER), NOW + DAY), 0),
    "they_forfeited": lambda names: _ended(settle(picked(played(names, 3), BOB, C.POKER), NOW + DAY), 1),
    "abandoned": lambda names: _ended(settle(played(names, 3), NOW + DAY), 0),
    "cancelled": lambda names: _ended(cancel(opened(names), ALICE, NOW), 0),
    "rematch_cancelled": lambda names: _ended(cancel(offered(names), BOB, NOW), 0),
    "they_cancelled_rematch": lambda names: _ended(cancel(offered(names), BOB, NOW), 1),
    "rematch_declined": lambda names: _ended(cancel(offered(names), ALICE, NOW), 1),
    "they_declined_rematch": lambda names: _ended(cancel(offered(names), ALICE, NOW), 0),
    "expired": lambda names: _ended(settle(opened(names), NOW + 7 * DAY), 0),
    "rematch_unanswered": lambda names: _ended(settle(offered(names), NOW + 7 * DAY), 0),
    "rematch_missed": lambda names: _ended(settle(offered(names), NOW + 7 * DAY), 1),
    "score": lambda names: screens.score(view(played(names, 5), 0)),
    "resign_question": lambda names: screens.resign_question(view(played(names, 5), 0)),
}

SOLO: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "house_on": lambda names: _told(GuestJoined(), house(language=names.language), 0),
    "house_again": lambda names: _told(GuestJoined(), house_again(names), 0),
    "house_first_hand": lambda names: _told(FirstHandDealt(), house(language=names.language), 0),
    "house_first_hand_newcomer": lambda names: screens.table(
        view(house(language=names.language).with_seat(0, is_novice=True), 0)
    ),
    "house_hand": lambda names: _told(RoundRevealed(5), house(5, language=names.language), 0),
    "house_hand_no_coach": lambda names: screens.table(
        view(house(5, language=names.language).with_seat(0, coach=False), 0)
    ),
    "house_reminder": lambda names: screens.reminder(view(house(5, language=names.language), 0)),
    "coach_first_hand": lambda names: screens.coached(view(house(language=names.language), 0)),
    "coach_hand": lambda names: screens.coached(view(house(9, language=names.language), 0)),
    "coach_last": lambda names: screens.coached(view(house(15, language=names.language), 0)),
    "house_won": lambda names: _ended(house(16, language=names.language), 0),
    "house_resigned": lambda names: _ended(resign(house(3, language=names.language), ALICE, NOW), 0),
    "house_review": lambda names: screens.review(view(house(16, language=names.language), 0)),
    "challenge_on": lambda names: _told(GuestJoined(), challenge(names), 0),
    "challenge_hand": lambda names: _told(RoundRevealed(5), challenge(names, 5), 0),
    "challenge_better": lambda names: _ended(challenge(names, 16, seat=1), 1),
    "challenge_worse": lambda names: _ended(challenge(names, 16), 0),
    "challenge_same": lambda names: _ended(challenge_as_before(names), 0),
    "challenge_given_up": lambda names: _ended(resign(challenge(names, 5), CAROL, NOW), 0),
    "challenge_timed_out": lambda names: _ended(settle(challenge(names, 5), NOW + DAY), 0),
    "challenge_card": lambda names: screens.card(view(challenge(names, 16), 0)),
    "house_challenge_on": lambda names: _told(GuestJoined(), house_challenge(names), 0),
    "house_challenge_hand": lambda names: _told(RoundRevealed(5), house_challenge(names, 5), 0),
    "house_challenge_score": lambda names: screens.score(view(house_challenge(names, 5), 0)),
    "challenge_reminder": lambda names: screens.reminder(view(challenge(names, 5), 0)),
    "challenge_give_up_question": lambda names: screens.resign_question(view(challenge(names, 5), 0)),
    "challenge_review": lambda names: screens.review(view(challenge(names, 16), 0)),
}

AFTERWARDS: Final[Mapping[str, Callable[[Names], Screen]]] = {
    "won_with_words": lambda names: _ended(with_words(played(names, 16)), 1),
    "review": lambda names: screens.review(view(played(names, 16), 0)),
    "review_lost": lambda names: screens.review(view(played(names, 16), 1)),
    "review_resigned": lambda names: screens.review(view(resign(played(names, 10), ALICE, NOW), 1)),
    "review_nothing": lambda names: screens.review(view(resign(joined(names), ALICE, NOW), 1)),
    "card": lambda names: screens.card(view(played(names, 16), 0)),
    "card_resigned": lambda names: screens.card(view(resign(played(names, 3), ALICE, NOW), 1)),
    "card_called_off": lambda names: screens.card(view(cancel(lost(names), ALICE, NOW), 0)),
    "proof": lambda names: screens.proof(view(played(names, 16), 1)),
}

SCREENS: Final = {**BEFORE, **MATCH, **AFTERWARDS, **SOLO, **DUELS, **HISTORY}


def longest(screen_name: str) -> Names:
    """The longest names for a screen's golden file: each script has its turn, and stays with its screens."""
    scripts = list(LONGEST.values())
    turn = sum(screen_name.encode())
    return Names(scripts[turn % len(scripts)], scripts[(turn + 2) % len(scripts)])
