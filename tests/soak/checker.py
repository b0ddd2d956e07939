"""The checker: goes through what each chat received, and counts what the bot has promised never to happen.

It shares no code with the product: it knows the rules by `tests.e2e.oracle`, and messages by their fixed form. A match
is recomputed from the secret that is told at its end.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e import oracle
from tests.e2e.reading import Reveal
from tests.soak import picks
from tests.soak.reading import OPPOSITE, UNPLAYED, Message, read
from tests.soak.results import Score, statistics_differ

Json = dict[str, Any]

LOST_PICKS: Final = "picks accepted and lost"
UNREVEALED: Final = "rounds never revealed"
REVEALED_TWICE: Final = "rounds revealed in two ways"
WRONG: Final = "results that differ from the rules"
WRONG_STATISTICS: Final = "statistics that differ from the results"
DISORDER: Final = "messages out of order in a chat"
EARLY: Final = "dice seen too early"
DUPLICATES: Final = "duplicate messages beyond one for each kill or fault"
UNENDED: Final = "matches that did not end"
PROMISES: Final = (
    LOST_PICKS, UNREVEALED, REVEALED_TWICE, WRONG, WRONG_STATISTICS, DISORDER, EARLY, DUPLICATES, UNENDED,
)  # fmt: skip

ROUNDS: Final = 16
THE_END: Final = 100
TOKEN_LASTS: Final = 6
"""A trouble explains a message that comes twice among so many of the chat's next messages."""


@dataclass
class Verdict:
    """How often each promise was broken, with words for each case; and what there was that is no breach."""

    broken: dict[str, list[str]] = field(default_factory=lambda: {promise: [] for promise in PROMISES})
    seen: Counter[str] = field(default_factory=Counter)

    def breach(self, promise: str, words: str) -> None:
        self.broken[promise].append(words)

    @property
    def is_clean(self) -> bool:
        return not any(self.broken.values())


@dataclass
class Seat:
    """One seat's chat, as far as one match goes."""

    chat: int
    reveals: dict[int, Reveal] = field(default_factory=dict)
    furthest: int = -1
    told: set[int] = field(default_factory=set)
    end: str | None = None
    end_round: int | None = None
    end_totals: tuple[int, int] | None = None
    taps: picks.Taps = field(default_factory=picks.Taps)
    has_resigned: bool = False


@dataclass
class Match:
    """A match by its code; `seats` holds the host's first, or the player's alone where the house sits opposite."""

    code: str
    secret: bytes | None = None
    seals: set[str] = field(default_factory=set)
    seats: list[Seat] = field(default_factory=list)
    _throws: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def seat(self, chat: int) -> int | None:
        return next((index for index, seat in enumerate(self.seats) if seat.chat == chat), None)

    def throw(self, match_round: int, seat: int) -> list[int]:
        """By the secret, which must be known."""
        assert self.secret is not None
        if (match_round, seat) not in self._throws:
            self._throws[match_round, seat] = oracle.throw(self.secret, self.code, match_round, seat)
        return self._throws[match_round, seat]


def check(lines: Iterable[str]) -> Verdict:
    """Judge a transcript: its lines may be gone through twice."""
    matches = _matches(map(json.loads, lines))
    return Checker(matches).check(map(json.loads, lines))


def _matches(events: Iterator[Json]) -> dict[str, Match]:
    """First look: which matches there are, whose, and by which secret. The host's chat has the invitation."""
    matches: dict[str, Match] = {}
    hosts: dict[str, int] = {}
    players: dict[str, dict[int, None]] = defaultdict(dict)
    for event in events:
        if event["kind"] not in ("post", "edit"):
            continue
        message = read(event)
        if message.code is None:
            continue
        match = matches.setdefault(message.code, Match(message.code))
        players[message.code][event["chat"]] = None
        if message.is_invitation:
            hosts[message.code] = event["chat"]
        if message.end and message.secret:
            match.secret = message.secret
    for code, match in matches.items():
        chats = sorted(players[code], key=lambda chat: chat != hosts.get(code))
        match.seats = [Seat(chat) for chat in chats]
    return matches


class Checker:
    """The second look, in the order of what happened."""

    def __init__(self, matches: dict[str, Match]) -> None:
        self._matches = matches
        self._by_seal = {oracle.seal(match.secret): match for match in matches.values() if match.secret}
        self._of_chat: dict[int, list[Match]] = defaultdict(list)
        for match in matches.values():
            for seat in match.seats:
                self._of_chat[seat.chat].append(match)
        self._posts: Counter[int] = Counter()
        self._tokens: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self._blocks: set[int] = set()
        self._statistics: dict[int, str] = {}
        self._verdict = Verdict()

    def check(self, events: Iterable[Json]) -> Verdict:
        for event in events:
            getattr(self, f"_{event['kind']}")(event["chat"], event)
        for match in self._matches.values():
            self._check_match(match)
        self._check_statistics()
        return self._verdict

    def _person(self, chat: int, event: Json) -> None:
        self._verdict.seen["people"] += 1

    def _typed(self, chat: int, event: Json) -> None:
        if event["text"] == "/matches":
            self._give(chat, "asked")

    def _tap(self, chat: int, event: Json) -> None:
        parts = event["data"].split(":")
        match = self._matches.get(parts[1]) if len(parts) > 1 else None
        seat = match.seat(chat) if match else None
        if parts[0] == "table":
            self._give(chat, "asked")
        if match is None or seat is None:
            return
        if parts[0] == "pick":
            match.seats[seat].taps.begin(int(parts[2]), parts[3], int(parts[4]))
        elif parts[0] == "resign!":
            match.seats[seat].has_resigned = True

    def _toast(self, chat: int, event: Json) -> None:
        parts = event["data"].split(":")
        if parts[0] == "pick" and parts[1] in self._matches:
            match = self._matches[parts[1]]
            seat = match.seat(chat)
            if seat is not None:
                accepted = match.seats[seat].taps.answer(int(parts[2]), parts[3], int(parts[4]), event["toast"])
                self._verdict.seen["picks accepted"] += accepted

    def _fault(self, chat: int, event: Json) -> None:
        self._verdict.seen[f"fault: {event['what']}"] += 1
        self._give(chat, "arrived all the same" if event["what"].endswith("after") else "had to wait")
        if event["what"] == "block":
            self._blocks.add(chat)
            self._give(chat, "had to wait")

    def _unnoted(self, chat: int, event: Json) -> None:
        self._verdict.seen[f"messages on their way: {event['what']}"] += 1
        self._give(chat, event["what"])

    def _again(self, chat: int, event: Json) -> None:
        self._give(chat, "an update came again")

    def _give(self, chat: int, why: str) -> None:
        self._tokens[chat].append((self._posts[chat] + TOKEN_LASTS, why))

    def _take(self, chat: int) -> str | None:
        """Why a message may come twice here, used up; None if there is no reason."""
        tokens = [token for token in self._tokens[chat] if token[0] >= self._posts[chat]]
        self._tokens[chat] = tokens[1:]
        return tokens[0][1] if tokens else None

    def _edit(self, chat: int, event: Json) -> None:
        self._verdict.seen["edits"] += 1
        message = read(event)
        match = self._match_of(chat, message)
        if match is not None:
            self._check_dice(chat, match, message)

    def _post(self, chat: int, event: Json) -> None:
        self._posts[chat] += 1
        self._verdict.seen["messages"] += 1
        if "played, average" in event["text"] or "no match to count" in event["text"]:
            self._statistics[chat] = event["text"]
            return
        message = read(event)
        match = self._match_of(chat, message)
        if match is None or (index := match.seat(chat)) is None:
            return
        seat = match.seats[index]
        match.seals.update(message.seals)
        self._check_dice(chat, match, message)
        if message.reveal is not None:
            self._reveal(match, index, message, message.reveal)
        if message.end:
            self._end(match, seat, message)
        place = _place(match, index, message)
        if place is not None:
            self._order(match, seat, place, message)

    def _match_of(self, chat: int, message: Message) -> Match | None:
        """By a button, by the seal, or by the dice that are revealed."""
        if message.code is not None:
            return self._matches[message.code]
        known = next((self._by_seal[seal] for seal in message.seals if seal in self._by_seal), None)
        if known is not None or message.reveal is None:
            return known
        return next((match for match in self._of_chat[chat] if _round_of(match, chat, message)), None)

    def _check_dice(self, chat: int, match: Match, message: Message) -> None:
        """The hand that a chat is shown is its own seat's, and a round is revealed once both have picked."""
        index = match.seat(chat)
        if match.secret is None or index is None:
            return
        where = f"{match.code} {chat}"
        if message.hand is not None and message.round is not None:
            if message.hand == match.throw(message.round, index):
                self._verdict.seen["hands shown"] += 1
            elif message.hand == match.throw(message.round, 1 - index):
                self._verdict.breach(EARLY, f"{where}: the other's hand of round {message.round}")
            else:
                self._verdict.breach(WRONG, f"{where}: no such hand in round {message.round}")
        number = _round_of(match, chat, message)
        if number is not None and not all(seat.taps.any_in(number) for seat in match.seats):
            self._verdict.breach(EARLY, f"{where}: round {number} revealed before both have picked")

    def _reveal(self, match: Match, index: int, message: Message, reveal: Reveal) -> None:
        seat, where = match.seats[index], f"{match.code} {match.seats[index].chat}"
        number = _round_of(match, seat.chat, message)
        if number is None:
            if match.secret is not None:
                self._verdict.breach(WRONG, f"{where}: dice that were never thrown: {reveal.mine.dice}")
            return
        before = seat.reveals.setdefault(number, reveal)
        if before != reveal:
            self._verdict.breach(REVEALED_TWICE, f"{where}: round {number}")
        ten = reveal.mine.dice + reveal.theirs.dice
        for throw in (reveal.mine, reveal.theirs):
            is_made, points = oracle.is_made(throw.combination, ten), oracle.points(throw.combination, ten)
            if (throw.is_made, throw.points) != (is_made, points):
                self._verdict.breach(WRONG, f"{where}: round {number}, {throw}")

    def _end(self, match: Match, seat: Seat, message: Message) -> None:
        if seat.end not in (None, message.end):
            self._verdict.breach(WRONG, f"{match.code} {seat.chat}: ended as {seat.end} and as {message.end}")
        seat.end, seat.end_round, seat.end_totals = message.end, message.round, message.totals

    def _order(self, match: Match, seat: Seat, place: int, message: Message) -> None:
        if message.is_reminder:
            if place < seat.furthest:
                self._verdict.breach(DISORDER, f"{match.code} {seat.chat}: a reminder of an old round")
            return
        if place in seat.told:
            why = self._take(seat.chat)
            self._verdict.seen[f"messages twice: {why or 'for no reason'}"] += 1
            if why is None:
                self._verdict.breach(DUPLICATES, f"{match.code} {seat.chat}: {message.text.splitlines()[0]}")
        elif place < seat.furthest and self._take(seat.chat) != "asked":
            self._verdict.breach(DISORDER, f"{match.code} {seat.chat}: {place} after {seat.furthest}")
        seat.told.add(place)
        seat.furthest = max(seat.furthest, place)

    def _check_match(self, match: Match) -> None:
        self._verdict.seen["matches"] += 1
        ends = [seat.end for seat in match.seats]
        for end in ends:
            self._verdict.seen[f"ended: {end}"] += 1
        for seat in match.seats:
            if seat.end is None:
                self._verdict.breach(UNENDED, f"{match.code} {seat.chat}")
        if None in ends or ends[0] in UNPLAYED:
            return
        if len(ends) == 2 and OPPOSITE[str(ends[0])] != ends[1]:
            self._verdict.breach(WRONG, f"{match.code}: ended as {ends}")
        if match.secret is None or oracle.seal(match.secret) not in match.seals:
            self._verdict.breach(WRONG, f"{match.code}: no secret that fits the seal")
            return
        for index in range(len(match.seats)):
            self._check_seat(match, index)

    def _check_seat(self, match: Match, index: int) -> None:
        seat, where = match.seats[index], f"{match.code} {match.seats[index].chat}"
        played = seat.end_round or 0
        revealed = ROUNDS if seat.end in ("won", "lost", "drawn") else played - 1
        self._verdict.seen["rounds"] += revealed
        totals = [0, 0]
        for number in range(1, revealed + 1):
            if number not in seat.reveals:
                if seat.chat in self._blocks:
                    self._verdict.seen["rounds untold to who had blocked the bot"] += 1
                else:
                    self._verdict.breach(UNREVEALED, f"{where}: round {number}")
                return
            reveal = seat.reveals[number]
            totals = [totals[0] + reveal.mine.points, totals[1] + reveal.theirs.points]
            if reveal.totals != tuple(totals):
                self._verdict.breach(WRONG, f"{where}: totals after round {number}")
            self._check_pick(match, index, number, reveal)
        combinations = [seat.reveals[number].mine.combination for number in range(1, revealed + 1)]
        if len(set(combinations)) != len(combinations):
            self._verdict.breach(WRONG, f"{where}: a combination counted twice")
        if _is_wrong_end(seat, totals):
            self._verdict.breach(WRONG, f"{where}: {seat.end} at {totals}")
        if revealed < ROUNDS and seat.taps.accepted_in(revealed + 1) and seat.end in ("timed out", "abandoned"):
            self._verdict.breach(LOST_PICKS, f"{where}: round {revealed + 1}, {seat.end}")

    def _check_pick(self, match: Match, index: int, number: int, reveal: Reveal) -> None:
        problem = match.seats[index].taps.problem(number, reveal.mine.combination)
        if problem is not None:
            self._verdict.breach(LOST_PICKS, f"{match.code} {match.seats[index].chat}: round {number}, {problem}")
        if len(match.seats) == 2:
            other = match.seats[1 - index].reveals.get(number)
            if other is not None and other.mine.combination != reveal.theirs.combination:
                self._verdict.breach(REVEALED_TWICE, f"{match.code}: round {number}, each chat another pick")

    def _check_statistics(self) -> None:
        scores: dict[int, Score] = defaultdict(Score)
        for match in self._matches.values():
            for index, seat in enumerate(match.seats):
                if match.secret is not None and seat.end is not None and seat.end_round is not None:
                    played = ROUNDS if seat.end in ("won", "lost", "drawn") else seat.end_round - 1
                    dice = [die for number in range(1, played + 1) for die in match.throw(number, index)]
                    scores[seat.chat].add(seat.end, (seat.end_totals or (0, 0))[0], dice, len(match.seats) == 1)
        for chat, text in self._statistics.items():
            self._verdict.seen["statistics compared"] += 1
            problem = statistics_differ(text, scores[chat])
            if problem is not None:
                self._verdict.breach(WRONG_STATISTICS, f"{chat}: {problem}")


def _round_of(match: Match, chat: int, message: Message) -> int | None:
    """The round that a message reveals: the one before the hand in it, or the last; or else the one with these dice."""
    index, reveal = match.seat(chat), message.reveal
    if match.secret is None or index is None or reveal is None:
        return None
    wanted = reveal.mine.dice, reveal.theirs.dice
    rounds = [n for n in range(1, ROUNDS + 1) if (match.throw(n, index), match.throw(n, 1 - index)) == wanted]
    if message.round is None:
        told = match.seats[index].reveals
        return next((number for number in rounds if number not in told), rounds[0] if rounds else None)
    number = message.round - (message.end is None)
    return number if number in rounds else None


def _place(match: Match, index: int, message: Message) -> int | None:
    """Where a message stands in the tale of its match; None for one that stands beside it."""
    if message.end:
        return THE_END
    if message.is_invitation:
        return 0
    if message.is_start:
        return 1
    if message.reveal is not None:
        number = _round_of(match, match.seats[index].chat, message)
        return None if number is None else number + 2
    return message.round + 1 if message.hand is not None and message.round is not None else None


def _is_wrong_end(seat: Seat, totals: list[int]) -> bool:
    mine, theirs = totals
    right = {"won": mine > theirs, "lost": mine < theirs, "drawn": mine == theirs, "resigned": seat.has_resigned}
    return not right.get(str(seat.end), True) or seat.end_totals != (mine, theirs)
