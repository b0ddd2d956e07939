"""The checker: goes through what each chat received, and counts what the bot has promised never to happen.

It shares no code with the product: it knows the rules by `tests.e2e.oracle`, and messages by their fixed form. A match
is recomputed from the secret that is told at its end.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Final

from tests.e2e import oracle
from tests.e2e.reading import Reveal
from tests.soak.judging import judge_match, judge_statistics
from tests.soak.matches import THE_END, Match, Seat, found_in, place_of, round_of
from tests.soak.reading import Message, read
from tests.soak.verdict import DISORDER, DUPLICATES, EARLY, REVEALED_TWICE, WRONG, Verdict

Json = dict[str, Any]

ASKED: Final = "asked"
CAME_AGAIN: Final = "an update came again"
TOKEN_LASTS: Final = 6
"""A trouble explains a message that comes twice among so many of the chat's next messages."""


def check(lines: Iterable[str]) -> Verdict:
    """Judge a transcript: its lines may be gone through twice."""
    matches = found_in(map(json.loads, lines))
    return Checker(matches).check(map(json.loads, lines))


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
            judge_match(self._verdict, match, self._blocks)
        judge_statistics(self._verdict, self._matches.values(), self._statistics)
        return self._verdict

    def _person(self, chat: int, event: Json) -> None:
        self._verdict.seen["people"] += 1

    def _typed(self, chat: int, event: Json) -> None:
        if event["text"] == "/matches":
            self._give(chat, ASKED)

    def _tap(self, chat: int, event: Json) -> None:
        parts = event["data"].split(":")
        match = self._matches.get(parts[1]) if len(parts) > 1 else None
        seat = match.seat(chat) if match else None
        if parts[0] == "table":
            self._give(chat, ASKED)
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
        self._give(chat, CAME_AGAIN)

    def _give(self, chat: int, why: str) -> None:
        self._tokens[chat].append((self._posts[chat] + TOKEN_LASTS, why))

    def _take(self, chat: int, *wanted: str) -> str | None:
        """Why a message may come out of turn here (any reason, or one of those wanted), used up; None without one."""
        tokens = [token for token in self._tokens[chat] if token[0] >= self._posts[chat]]
        found = next((token for token in tokens if not wanted or token[1] in wanted), None)
        self._tokens[chat] = [token for token in tokens if token is not found]
        return found[1] if found else None

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
        place = place_of(match, index, message)
        if place is not None:
            self._order(match, seat, place, message)

    def _match_of(self, chat: int, message: Message) -> Match | None:
        """By a button, by the seal, or by the dice that are revealed."""
        if message.code is not None:
            return self._matches[message.code]
        known = next((self._by_seal[seal] for seal in message.seals if seal in self._by_seal), None)
        if known is not None or message.reveal is None:
            return known
        return next((match for match in self._of_chat[chat] if round_of(match, chat, message)), None)

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
        number = round_of(match, chat, message)
        if number is not None and not all(seat.taps.any_in(number) for seat in match.seats):
            self._verdict.breach(EARLY, f"{where}: round {number} revealed before both have picked")

    def _reveal(self, match: Match, index: int, message: Message, reveal: Reveal) -> None:
        seat, where = match.seats[index], f"{match.code} {match.seats[index].chat}"
        number = round_of(match, seat.chat, message)
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
        if max(seat.furthest, 0) + 1 < place < THE_END and self._take(seat.chat, ASKED, CAME_AGAIN):
            self._verdict.seen["tables brought back ahead of the tale"] += 1
            return
        if place in seat.told:
            why = self._take(seat.chat)
            self._verdict.seen[f"messages twice: {why or 'for no reason'}"] += 1
            if why is None:
                self._verdict.breach(DUPLICATES, f"{match.code} {seat.chat}: {message.text.splitlines()[0]}")
        elif place < seat.furthest:
            self._verdict.breach(DISORDER, f"{match.code} {seat.chat}: {place} after {seat.furthest}")
        seat.told.add(place)
        seat.furthest = max(seat.furthest, place)
