"""What tables, matches and statistics come to, from the rules alone: nothing of the bot is asked.

A table is named by its code; which code a new one has is the bot's to say. Time is epoch seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.e2e import oracle

DAY: Final = 24 * 60 * 60
OPEN_FOR: Final = 7 * DAY
ROUNDS: Final = 16
SAME_INVITATION_S: Final = 5
OFFERS: Final = 3
HOUSE: Final = 0
COUNTED: Final = ("finished", "resigned", "forfeited")
Update = tuple[int, int]
"""A person and the number of what they did."""


@dataclass
class Seat:
    """A player's picks in revealed rounds, the one that stands in this round, and how often it was made; and what was
    said of each round.
    """

    user_id: int
    picks: list[str] = field(default_factory=list)
    standing: str | None = None
    made: int = 0
    said: dict[int, str] = field(default_factory=dict)


@dataclass
class Table:
    """A table and what has become of it. `asked` is who alone may join a rematch."""

    code: str
    host: int
    pace: int
    deadline: int
    due: int
    asked: int | None = None
    status: str = "open"
    seats: list[Seat] = field(default_factory=list)
    is_reminded: bool = False
    ended_by: int | None = None
    level: str | None = None

    @property
    def is_over(self) -> bool:
        return self.status not in ("open", "active")

    @property
    def round(self) -> int:
        return len(self.seats[0].picks) + 1

    def people(self) -> list[int]:
        """Who has to do with it: the host, and who plays or is asked."""
        if self.seats:
            return [seat.user_id for seat in self.seats]
        return [self.host] if self.asked is None else [self.host, self.asked]

    def seat(self, user_id: int) -> int | None:
        people = self.people()
        return people.index(user_id) if user_id in people else None

    def begin(self, guest: int, now: int) -> None:
        self.status, self.seats = "active", [Seat(self.host), Seat(guest)]
        self.time(now, now)

    def time(self, start: int, now: int) -> None:
        """A round has its time from `start` on; four fifths of what is left may go before the reminder."""
        self.deadline = start + self.lasts
        self.due, self.is_reminded = now + (self.deadline - now) * 4 // 5, False

    @property
    def lasts(self) -> int:
        return max(self.pace, DAY) if self.round == 1 else self.pace

    def end(self, status: str, ended_by: int | None = None) -> None:
        self.status, self.ended_by = status, ended_by

    def settle(self, now: int) -> None:
        """What the deadline does, whoever looks."""
        if self.is_over or now < self.deadline:
            return
        if self.status == "open":
            self.end("expired")
            return
        idle = [at for at, seat in enumerate(self.seats) if seat.standing is None and seat.user_id != HOUSE]
        self.end("forfeited", idle[0]) if len(idle) == 1 else self.end("abandoned")

    def pick(self, at: int, combination: str, now: int) -> None:
        seat = self.seats[at]
        seat.standing, seat.made = combination, seat.made + 1
        if any(one.standing is None for one in self.seats):
            return
        for one in self.seats:
            one.picks.append(one.standing or "")
            one.standing, one.made = None, 0
        if self.round > ROUNDS:
            self.end("finished")
        else:
            self.time(now, now)


class Rulebook:
    """All tables. Each move says nothing of whether it was allowed: what is not allowed changes nothing."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self._began: dict[Update, str] = {}
        self._latest: dict[int, tuple[str, int]] = {}
        self._after: dict[str, str] = {}

    def settle(self, now: int) -> None:
        for table in self.tables.values():
            table.settle(now)

    def remind(self, code: str, now: int) -> None:
        """The clock has come by."""
        table = self.tables[code]
        if table.status == "active" and now >= table.due:
            table.is_reminded = True

    def live(self, user_id: int) -> set[str]:
        return {code for code, table in self.tables.items() if not table.is_over and user_id in table.people()}

    def new(self, update: Update, pace: int, now: int, created: str | None, level: str | None = None) -> None:
        """Open a table or, with a level, begin a match against the house."""
        user_id = update[0]
        code, at = self._latest.get(user_id, ("", 0))
        recent = self.tables.get(code)
        is_same = recent and now - at < SAME_INVITATION_S and recent.level == level
        if update in self._began or (is_same and recent and recent.status == ("active" if level else "open")):
            assert created is None
            self._began.setdefault(update, code)
            return
        assert created is not None
        self._open(created, user_id, pace, now).level = level
        self._began[update], self._latest[user_id] = created, (created, now)
        if level:
            self.tables[created].begin(HOUSE, now)

    def note(self, update: Update, code: str) -> None:
        """An update has begun to act on a table, and may do nothing else when it comes again."""
        self._began.setdefault(update, code)

    def join(self, user_id: int, code: str, now: int) -> None:
        table = self.tables[code]
        if table.status == "open" and user_id != table.host and table.asked in (None, user_id):
            table.begin(user_id, now)

    def pick(self, user_id: int, code: str, number: int, combination: str, made: int, now: int) -> None:
        at = self._playing(user_id, code)
        table = self.tables[code]
        if at is None or number != table.round:
            return
        seat = table.seats[at]
        if combination not in seat.picks and combination != seat.standing and made == seat.made:
            table.pick(at, combination, now)

    def react(self, user_id: int, code: str, number: int, reaction: str) -> None:
        """Say something of a round in which one has picked, or with "none" take it back."""
        at, table = self._playing(user_id, code), self.tables[code]
        if at is None or number != table.round or table.seats[at].standing is None:
            return
        table.seats[at].said[number] = reaction
        if reaction == "none":
            del table.seats[at].said[number]

    def answer(self, code: str, combination: str, now: int) -> None:
        """The house picks, once its player has."""
        table = self.tables[code]
        assert combination not in table.seats[1].picks
        table.pick(1, combination, now)

    def awaits_house(self, code: str) -> bool:
        seats = self.tables[code].seats
        return self._playing(HOUSE, code) == 1 and seats[0].standing is not None

    def resign(self, user_id: int, code: str) -> None:
        at = self._playing(user_id, code)
        if at is not None:
            self.tables[code].end("resigned", at)

    def cancel(self, user_id: int, code: str, *, is_opponent_lost: bool) -> None:
        table = self.tables[code]
        at = table.seat(user_id)
        if at is not None and (table.status == "open" or (table.status == "active" and is_opponent_lost)):
            table.end("cancelled", at)

    def begin_cancel(self, update: Update) -> str | None:
        """The only open table of who types /cancel, not of others': what comes again is for the same one."""
        own = [table for table in self.tables.values() if table.host == update[0]]
        open_tables = [table.code for table in own if table.status == "open"]
        if update not in self._began and len(open_tables) == 1:
            self._began[update] = open_tables[0]
        return self._began.get(update)

    def begin_rematch(self, update: Update, code: str) -> None:
        """What comes again is for the same rematch."""
        if previous := self._previous(update, code):
            self._began.setdefault(update, previous)

    def _previous(self, update: Update, code: str) -> str | None:
        """The last ended match of a chain, which the rematch is to follow; none if this is not the user's."""
        if self.tables[code].seat(update[0]) is None:
            return None
        while (after := self._after.get(code)) and self.tables[after].is_over and self._began.get(update) != code:
            code = after
        return code

    def rematch(self, update: Update, code: str, now: int, created: str | None) -> None:
        previous = self._previous(update, code)
        following = self._after.get(previous or "")
        if previous is None or following is not None or not self.tables[previous].is_over:
            assert created is None
            if previous is not None and following is not None:
                self._began.setdefault(update, previous)
                if self.tables[following].asked == update[0]:
                    self.join(update[0], following, now)
            return
        people, pace, level = (getattr(self.tables[previous], name) for name in ("people", "pace", "level"))
        if len(people()) < 2 or self._offers_in_vain(update[0], previous) >= OFFERS:
            assert created is None
            return
        assert created is not None
        self._began.setdefault(update, previous)
        self._after[previous] = created
        table = self._open(created, update[0], pace, now)
        if level:
            table.level = level
            table.begin(HOUSE, now)
        else:
            [table.asked] = [one for one in people() if one != update[0]]

    def _offers_in_vain(self, user_id: int, code: str) -> int:
        """How many of a chain's last tables this user has opened, and nobody has played at."""
        before = {after: code for code, after in self._after.items()}
        offers = 0
        while not self.tables[code].seats:
            offers += self.tables[code].host == user_id
            code = before[code]
        return offers

    def more(self, user_id: int, code: str, deadline: int, now: int) -> None:
        at, table = self._playing(user_id, code), self.tables[code]
        is_due = table.is_reminded and table.deadline == deadline
        if at is not None and is_due and table.seats[at].standing is not None:
            table.time(deadline, now)

    def set_pace(self, user_id: int, code: str, pace: int) -> None:
        table = self.tables[code]
        if table.status == "open" and table.host == user_id:
            table.pace = pace

    def statistics(self, user_id: int, secrets: dict[str, bytes], over: set[str]) -> Counter[str]:
        """What a user's profile counts of the tables that are known to be over."""
        counts: Counter[str] = Counter()
        for code in over:
            table = self.tables[code]
            at = table.seat(user_id)
            if at is not None and table.status in COUNTED:
                prefix = "solo_" if table.level else ""
                counts.update({f"{prefix}{name}": count for name, count in self._result(table, at, secrets[code])})
                thrown = (die for number in range(1, table.round) for die in _throw(secrets[code], table, number, at))
                counts.update(f"thrown_{die}" for die in thrown)
        return counts

    def _result(self, table: Table, at: int, secret: bytes) -> Iterator[tuple[str, int]]:
        mine, theirs = (self._total(table, seat, secret) for seat in (at, 1 - at))
        yield "played", 1
        yield "points", mine
        if table.ended_by is not None:
            yield ("lost" if table.ended_by == at else "won"), 1
        else:
            yield ("won" if mine > theirs else "lost" if mine < theirs else "drawn"), 1

    def _total(self, table: Table, at: int, secret: bytes) -> int:
        picks = enumerate(table.seats[at].picks, 1)
        return sum(
            oracle.points(pick, [*_throw(secret, table, n, 0), *_throw(secret, table, n, 1)]) for n, pick in picks
        )

    def _open(self, code: str, host: int, pace: int, now: int) -> Table:
        assert code not in self.tables
        self.tables[code] = Table(code, host, pace, now + OPEN_FOR, now + OPEN_FOR)
        return self.tables[code]

    def _playing(self, user_id: int, code: str) -> int | None:
        table = self.tables[code]
        return table.seat(user_id) if table.status == "active" else None


def _throw(secret: bytes, table: Table, number: int, at: int) -> list[int]:
    return oracle.throw(secret, table.code, number, at)
