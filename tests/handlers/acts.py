"""What three people and the functions may do, one act at a time, in any order: the rules of a state machine."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from core.reactions import Reaction
from handlers.chat.read_tap import PACES
from tests.e2e.oracle import COMBINATIONS
from tests.handlers.doing import PEOPLE, Doing
from tests.handlers.rulebook import DAY, HOUSE

ENDS: Final = ("resign!", "cancel", "rematch", "rematch")
ROOM: Final = 8  # open tables of one player: the limits have tests of their own

people = st.sampled_from(list(PEOPLE))
crashes = st.none() | st.integers(0, 12)
troubles: st.SearchStrategy[list[str | None]] = st.lists(st.sampled_from([None, None, "flood", "lost"]), max_size=4)
places = st.integers(0, 99)
signs = st.sampled_from([*Reaction, "none"])


class Acts(Doing):
    """Whatever is not allowed is tried as well: it changes nothing."""

    @initialize(rounds=st.sampled_from([0, 0, 3, 14, 15]))
    def begin(self, rounds: int) -> None:
        """Alice and Bob have a match under way, perhaps nearly at its end."""
        self.do(101, "/new")
        [code] = self.book.tables
        self.do(102, f"/join {code}")
        for number in range(1, rounds + 1):
            for user_id in (101, 102):
                self.tell_all()
                self.do(user_id, f"pick:{code}:{number}:{COMBINATIONS[number - 1]}:0")

    # What people do

    @rule(user_id=people, crash=crashes, pace=st.sampled_from(list(PACES)), is_typed=st.booleans())
    def new(self, user_id: int, crash: int | None, pace: str, is_typed: bool) -> None:
        if len(self.book.live(user_id)) < ROOM:
            self.do(user_id, "/new" if is_typed else f"new:{pace}", crash)

    @rule(user_id=people, crash=crashes, level=st.sampled_from(["random", "best"]))
    def solo(self, user_id: int, crash: int | None, level: str) -> None:
        if len(self.book.live(user_id)) < ROOM:
            self.do(user_id, f"solo:{level}", crash)

    @rule(user_id=people, crash=crashes, place=places)
    def join(self, user_id: int, crash: int | None, place: int) -> None:
        waiting = [table for table in self.book.tables.values() if table.status == "open"]
        self.do(user_id, f"/join {self.chosen(waiting or list(self.book.tables.values()), place).code}", crash)

    @rule(crash=crashes, place=places, choice=places, at=st.integers(0, 1))
    def pick(self, crash: int | None, place: int, choice: int, at: int) -> None:
        """Or change the pick, if there is one."""
        playing = [table for table in self.book.tables.values() if table.status == "active"]
        if not playing:
            return
        table = self.chosen(playing, place)
        seat = table.seats[0 if table.seats[at].user_id == HOUSE else at]
        combination = self.chosen([one for one in COMBINATIONS if one not in seat.picks], choice)
        self.do(seat.user_id, f"pick:{table.code}:{table.round}:{combination}:{seat.made}", crash)

    @rule(place=places, crash=crashes, trouble=troubles, first=st.integers(0, 1))
    def play_round(self, place: int, crash: int | None, trouble: list[str | None], first: int) -> None:
        """Both pick; then deliver has a hard time of it."""
        for at in (first, 1 - first):
            self.pick(None, place, 0, at)
        if records := self.bot.untold()[:12]:
            self.tell(records, crash, trouble)

    @rule(user_id=people, crash=crashes, place=places, choice=places, made=st.integers(0, 2), off=st.integers(-1, 1))
    def pick_oddly(self, user_id: int, crash: int | None, place: int, choice: int, made: int, off: int) -> None:
        table = self.chosen(list(self.book.tables.values()), place)
        number = min(max((table.round if table.seats else 1) + off, 1), 16)
        self.do(user_id, f"pick:{table.code}:{number}:{self.chosen(COMBINATIONS, choice)}:{made}", crash)

    @rule(crash=crashes, place=places, at=st.integers(0, 1), off=st.sampled_from([0, 0, 0, -1, 1]), sign=signs)
    def react(self, crash: int | None, place: int, at: int, off: int, sign: str) -> None:
        """Of a round in which the one or the other has picked, if there is one."""
        playing = [table for table in self.book.tables.values() if table.status == "active"]
        picked = [table for table in playing if any(seat.standing for seat in table.seats)]
        if not playing:
            return
        table = self.chosen(picked or playing, place)
        number = min(max(table.round + off, 1), 16)
        self.do(table.seats[at].user_id or table.host, f"react:{table.code}:{number}:{sign}", crash)

    @rule(user_id=people, crash=crashes, setting=st.sampled_from(["coach:off", "coach:on", "reminders:off"]))
    def change_a_setting(self, user_id: int, crash: int | None, setting: str) -> None:
        """What changes how somebody is told, and no match."""
        self.do(user_id, f"set:{setting}", crash)

    @rule(user_id=people, crash=crashes, place=places, act=st.sampled_from(["change", "table", "score", "resign"]))
    def look(self, user_id: int, crash: int | None, place: int, act: str) -> None:
        table = self.chosen(list(self.book.tables.values()), place)
        number = f":{min(table.round, 16) if table.seats else 1}"
        self.do(user_id, f"{act}:{table.code}{number if act == 'change' else ''}", crash)

    @rule(user_id=people, crash=crashes, place=places, act=st.sampled_from(ENDS))
    def end_or_follow(self, user_id: int, crash: int | None, place: int, act: str) -> None:
        self.do(user_id, f"{act}:{self.chosen(list(self.book.tables), place)}", crash)

    @rule(user_id=people, crash=crashes)
    def cancel_the_only_one(self, user_id: int, crash: int | None) -> None:
        self.do(user_id, "/cancel", crash)

    @rule(user_id=people, crash=crashes, place=places, pace=st.sampled_from(list(PACES)))
    def set_pace(self, user_id: int, crash: int | None, place: int, pace: str) -> None:
        self.do(user_id, f"pace:{self.chosen(list(self.book.tables), place)}:{pace}", crash)

    @rule(user_id=people, crash=crashes, place=places)
    def give_time(self, user_id: int, crash: int | None, place: int) -> None:
        reminded = [table for table in self.book.tables.values() if table.is_reminded and not table.is_over]
        table = self.chosen(reminded or list(self.book.tables.values()), place)
        self.do(user_id, f"more:{table.code}:{table.deadline}", crash)

    @rule(place=places, crash=crashes)
    def come_again(self, place: int, crash: int | None) -> None:
        """An update that was served already, however long ago."""
        self.send(self.chosen(self.done, place), crash)

    @rule(user_id=people)
    def block(self, user_id: int) -> None:
        self.chats.blocked.add(user_id)
        self.was_blocked.add(user_id)

    @rule(user_id=people, crash=crashes)
    def unblock(self, user_id: int, crash: int | None) -> None:
        self.chats.blocked.discard(user_id)
        self.do(user_id, "member", crash)

    # What functions do

    @rule(size=st.integers(1, 12), crash=crashes, trouble=troubles)
    def deliver(self, size: int, crash: int | None, trouble: list[str | None]) -> None:
        if records := self.bot.untold()[:size]:
            self.tell(records, crash, trouble)

    @rule(place=places, size=st.integers(1, 4))
    def deliver_again(self, place: int, size: int) -> None:
        told = [one for one in self.bot.database.records if self.bot.is_told(one)]
        told = told[: len(told) - len(self.bot.untold())]
        if told:
            start = place % len(told)
            self.tell(told[start : start + size])

    @rule(crash=crashes, trouble=troubles)
    @precondition(lambda self: self.bot.queue)
    def visit(self, crash: int | None, trouble: list[str | None]) -> None:
        visit = min(self.bot.queue)
        self.pass_until(visit[0])
        _, code, _ = visit
        self.listener.allow(code)
        self.troubled(trouble, [code], lambda: self.bot.visit(visit, crash))

    @rule(crash=crashes)
    def tick(self, crash: int | None) -> None:
        self.bot.tick(crash)
        for match in self.bot.matches():
            if match.is_reminded:
                self.book.remind(match.code, self.bot.now)

    @rule(seconds=st.sampled_from([1, 10, 600, DAY // 2]))
    def pass_time(self, seconds: int) -> None:
        self.pass_until(self.bot.now + seconds)

    @rule(late=st.integers(-1, 1), place=places)
    def wait_for_what_is_due(self, late: int, place: int) -> None:
        due = [one for table in self.book.tables.values() if not table.is_over for one in (table.due, table.deadline)]
        if due:
            self.pass_until(self.chosen(sorted(due)[:3], place) + late)
