"""The checker: goes through what each chat received, and counts what the bot has promised never to happen.

It shares no code with the product: it knows the rules by `tests.e2e.oracle`, and messages by their fixed form. A match
is recomputed from the secret that is told at its end.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from tests.e2e import oracle
from tests.e2e.reading import Reveal
from tests.soak.excuses import ASKED, ASKED_TWICE, CAME_BACK, OTHER_CAME_BACK, Excuses, Place
from tests.soak.judging import judge_match, judge_statistics
from tests.soak.matches import THE_END, Match, Seat, found_in, place_of, round_of
from tests.soak.reading import Message, read
from tests.soak.verdict import DISORDER, DUPLICATES, EARLY, REVEALED_TWICE, WRONG, Verdict

Json = dict[str, Any]


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
        self._by_message: dict[tuple[int, int], Match] = {}
        self._excuses = Excuses()
        self._asks: dict[int, str] = {}
        self._statistics: dict[int, str] = {}
        self._verdict = Verdict()

    def check(self, events: Iterable[Json]) -> Verdict:
        for event in events:
            getattr(self, f"_{event['kind']}")(event["chat"], event)
        for match in self._matches.values():
            judge_match(self._verdict, match)
        judge_statistics(self._verdict, self._matches.values(), self._statistics)
        return self._verdict

    def _person(self, chat: int, event: Json) -> None:
        self._verdict.seen["people"] += 1

    def _typed(self, chat: int, event: Json) -> None:
        self._asks[chat] = event["text"]

    def _tap(self, chat: int, event: Json) -> None:
        self._asks[chat] = event["data"]
        parts = event["data"].split(":")
        match = self._matches.get(parts[1]) if len(parts) > 1 else None
        seat = match.seat(chat) if match else None
        if match is None or seat is None:
            return
        if parts[0] == "table":
            self._excuses.brought_back(chat, ASKED, match.code, match.seats[seat].furthest)
        elif parts[0] == "pick":
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
        if event["what"].endswith("after") and event["method"].startswith("send"):
            self._excuses.arrives(chat)
        if event["what"] == "block":
            for match in self._of_chat[chat]:
                for seat in match.seats:
                    why = CAME_BACK if seat.chat == chat else OTHER_CAME_BACK
                    self._excuses.brought_back(seat.chat, why, match.code, seat.furthest)

    def _unnoted(self, chat: int, event: Json) -> None:
        self._verdict.seen[f"messages on their way: {event['what']}"] += 1
        self._excuses.unnoted(chat, event["what"])

    def _again(self, chat: int, event: Json) -> None:
        """What asks for a table asks twice for it; of a table that is opened the code is not known yet."""
        ask = re.split("[: ]", event.get("what") or self._asks[chat])
        if ask[0] in ("table", "/join") and ask[1] in self._matches:
            self._bring_back(chat, ASKED_TWICE, self._matches[ask[1]])
        elif ask[0] in ("new", "/solo"):
            self._excuses.arrives(chat, ASKED_TWICE)

    def _bring_back(self, chat: int, why: str, match: Match) -> None:
        index = match.seat(chat)
        if index is not None:
            self._excuses.brought_back(chat, why, match.code, match.seats[index].furthest)

    def _edit(self, chat: int, event: Json) -> None:
        self._verdict.seen["edits"] += 1
        message = read(event)
        match = self._match_of(chat, event["message"], message)
        if match is not None:
            self._check_dice(chat, match, message)

    def _post(self, chat: int, event: Json) -> None:
        self._verdict.seen["messages"] += 1
        self._excuses.posted(chat, self._told(chat, event))

    def _told(self, chat: int, event: Json) -> Place | None:
        """Judge what a message tells; gives where in the tale of which match it stands, if it does in any."""
        if "played, average" in event["text"] or "no match to count" in event["text"]:
            self._statistics[chat] = event["text"]
            return None
        message = read(event)
        match = self._match_of(chat, event["message"], message)
        if match is None or (index := match.seat(chat)) is None:
            return None
        seat = match.seats[index]
        match.seals.update(message.seals)
        self._check_dice(chat, match, message)
        if message.reveal is not None:
            self._reveal(match, index, message, message.reveal)
        if message.end:
            self._end(match, seat, message)
        place = place_of(match, index, message)
        if place is None:
            return None
        if message.is_reminder:
            if place < seat.furthest:
                self._verdict.breach(DISORDER, f"{match.code} {seat.chat}: a reminder of an old round")
            return None
        self._order(match, seat, place, message)
        return match.code, place

    def _match_of(self, chat: int, number: int, message: Message) -> Match | None:
        """By a button, by the seal, by what the message said before it was edited, or by the dice that are revealed."""
        match = self._matches[message.code] if message.code is not None else None
        match = match or next((self._by_seal[seal] for seal in message.seals if seal in self._by_seal), None)
        match = match or self._by_message.get((chat, number))
        if match is None and message.reveal is not None:
            return next((match for match in self._of_chat[chat] if round_of(match, chat, message)), None)
        if match is not None:
            self._by_message[chat, number] = match
        return match

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
        here = match.code, place
        is_ahead = max(seat.furthest, 0) + 1 < place < THE_END
        if is_ahead and self._excuses.take(seat.chat, here, (ASKED, ASKED_TWICE)):
            self._verdict.seen["tables brought back ahead of the tale"] += 1
            return
        if place in seat.told:
            why = self._excuses.take(seat.chat, here)
            self._verdict.seen[f"messages twice: {why or 'for no reason'}"] += 1
            if why is None:
                self._verdict.breach(DUPLICATES, f"{match.code} {seat.chat}: {message.text.splitlines()[0]}")
        elif place < seat.furthest:
            self._verdict.breach(DISORDER, f"{match.code} {seat.chat}: {place} after {seat.furthest}")
        seat.told.add(place)
        seat.furthest = max(seat.furthest, place)
