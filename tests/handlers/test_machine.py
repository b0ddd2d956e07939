"""Everything that three people may do, in any order, while functions die between any two of their acts: what is stored
is what the rules make of it, and what is told is told once, in order, and not too early.

`EXAMPLES` tries more than CI does; all follow from one seed.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.match import Match
from handlers.chat.read_tap import PACES
from tests.e2e.oracle import COMBINATIONS
from tests.handlers.listener import Listener
from tests.handlers.perils import Chats, Peril, PerilousBot, Record
from tests.handlers.rulebook import DAY, HOUSE, Rulebook, Table
from tests.handlers.updates import Update, membership, tapped, typed, user

EXAMPLES: Final = int(os.environ.get("EXAMPLES", "30"))
STEPS: Final = 40
ENDS: Final = ("resign!", "cancel", "rematch", "rematch")
PEOPLE: Final = {number: user(number, name) for number, name in ((101, "Alice"), (102, "Bob"), (103, "Carol"))}
ROOM: Final = 8  # open tables of one player: the limits have tests of their own
LOST_AT_MOST: Final = 3  # as many answers as a chat may lose before the bot gives a message up

people = st.sampled_from(list(PEOPLE))
crashes = st.none() | st.integers(0, 12)
troubles: st.SearchStrategy[list[str | None]] = st.lists(st.sampled_from([None, None, "flood", "lost"]), max_size=4)
places = st.integers(0, 99)


@dataclass(frozen=True)
class Done:
    """What somebody did: a command or a tap's data, as the update that carries it."""

    user_id: int
    act: str
    update: Update

    @property
    def key(self) -> tuple[int, int]:
        return self.user_id, self.update["update_id"]


class Machine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.book = Rulebook()
        self.listener = Listener(self.book.tables)
        self.chats = Chats(Peril(), self.listener.hear)
        self.bot = PerilousBot(self.chats)
        self.done: list[Done] = []
        self.pending: dict[int, list[Done]] = {user_id: [] for user_id in PEOPLE}
        self.over: dict[str, Match] = {}
        self.lost = 0
        self.has_failed = True
        self.was_blocked: set[int] = set()

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

    # How it is done

    @staticmethod
    def chosen(choices: Any, place: int) -> Any:
        return choices[place % len(choices)]

    def pass_until(self, moment: int) -> None:
        self.bot.now = max(self.bot.now, moment)
        self.book.settle(self.bot.now)

    def do(self, user_id: int, act: str, crash: int | None = None) -> None:
        sender = PEOPLE[user_id]
        if act == "member":
            update = membership(sender, act)
        elif ":" not in act:
            update = typed(sender, act)
        elif message_id := self.button_of(user_id, act):
            update = tapped(sender, act, message_id)
        else:
            return
        update["update_id"] = 500 + len(self.done)  # the same in every run: new tables' codes follow from it
        done = Done(user_id, act, update)
        self.done.append(done)
        self.send(done, crash)

    def button_of(self, user_id: int, act: str) -> int | None:
        """The message to tap on: a pick's is of that round, if it has come, and anything else may be on any."""
        if not act.startswith(("pick:", "change:")):
            return max((message_id for owner, message_id in self.chats.messages if owner == user_id), default=None)
        code, number = act.split(":")[1:3]
        if not self.of_round(user_id, code, number):
            self.tell_all()
        return max(self.of_round(user_id, code, number), default=None)

    def of_round(self, user_id: int, code: str, number: str) -> list[int]:
        starts = (f"pick:{code}:{number}", f"change:{code}:{number}")
        held = ((*place, message.buttons) for place, message in self.chats.messages.items())
        return [at for owner, at, data in held if owner == user_id and any(one.startswith(starts) for one in data)]

    def tell_all(self) -> None:
        while records := self.bot.untold()[:10]:
            self.tell(records)

    def send(self, done: Done, crash: int | None = None) -> None:
        """Bring an update to the webhook, after all of the same person's that have to come again."""
        self.pass_until(self.bot.now + 3)
        waiting = self.pending[done.user_id]
        while waiting:
            self.attempt(waiting[0], None)
            waiting.pop(0)
        if not self.attempt(done, crash):
            waiting.append(done)

    def attempt(self, done: Done, crash: int | None) -> bool:
        """Whether the update was answered. Whatever it has changed by then is what the rules make of it."""
        self.has_failed = True
        before = {match.code: match for match in self.bot.matches()}
        lost = {
            (code, at) for code, match in before.items() for at, one in enumerate(match.seats) if one.is_unreachable
        }
        answer = self.bot.update(done.update, crash)
        stored = {match.code: match for match in self.bot.matches()}
        created = next((code for code in stored if code not in before), None)
        self.listener.secrets.update((code, match.secret) for code, match in stored.items())
        if answer is not None or created or any(self.has_moved(match, stored[match.code]) for match in before.values()):
            self.apply(done, created, lost)
            self.let_house_answer(stored)
        elif self.bot.table.served(*done.key):
            self.note(done)
        return answer is not None

    def has_moved(self, before: Match, after: Match) -> bool:
        """Whether somebody has moved in a match, which was not only out of time, or of people who get no messages."""
        is_due = not before.is_over and (before.deadline or 0) <= self.bot.now
        return not is_due and gist(before) != gist(after)

    def apply(self, done: Done, created: str | None, lost: set[tuple[str, int]]) -> None:
        """Do by the rules what was done."""
        kind, *words = done.act.replace("/join ", "join:").split(":")
        book, now, key, user_id = self.book, self.bot.now, done.key, done.user_id
        acts: dict[str, Callable[..., object]] = {
            "/new": lambda: book.new(key, DAY, now, created),
            "new": lambda pace: book.new(key, PACES[pace], now, created),
            "solo": lambda level: book.new(key, DAY, now, created, level),
            "join": lambda code: book.join(user_id, code, now),
            "pick": lambda code, number, choice, made: book.pick(user_id, code, int(number), choice, int(made), now),
            "resign!": lambda code: book.resign(user_id, code),
            "cancel": lambda code: self.cancel(user_id, code, lost),
            "/cancel": lambda: self.cancel_the_open_one(done),
            "rematch": lambda code: book.rematch(key, code, now, created),
            "more": lambda code, deadline: book.more(user_id, code, int(deadline), now),
            "pace": lambda code, pace: book.set_pace(user_id, code, PACES[pace]),
        }
        if kind in acts:
            acts[kind](*words)

    def note(self, done: Done) -> None:
        """The update died when it had said for which table it is, and nothing more."""
        match done.act.split(":"):
            case ["/cancel"]:
                self.book.begin_cancel(done.key)
            case ["rematch", code]:
                self.book.begin_rematch(done.key, code)
            case _:
                self.book.note(done.key, self.bot.table.served(*done.key) or "")

    def cancel(self, user_id: int, code: str, lost: set[tuple[str, int]]) -> None:
        at = self.book.tables[code].seat(user_id)
        self.book.cancel(user_id, code, is_opponent_lost=at is not None and (code, 1 - at) in lost)

    def cancel_the_open_one(self, done: Done) -> None:
        """/cancel calls no match off."""
        code = self.book.begin_cancel(done.key)
        if code is not None:
            self.book.cancel(done.user_id, code, is_opponent_lost=False)

    def let_house_answer(self, stored: dict[str, Match]) -> None:
        for code, table in self.book.tables.items():
            if table.level and self.book.awaits_house(code):
                self.book.answer(code, str(stored[code].seats[1].picked[table.round - 1]), self.bot.now)

    def tell(self, records: list[Record], crash: int | None = None, trouble: list[str | None] | None = None) -> None:
        """Each kind of news by itself, so that one knows whether what is shown is the story or was asked for."""
        for is_match, batch in itertools.groupby(records, is_of_match):
            same_kind = list(batch)
            self.listener.is_looking = not is_match
            codes = [code for record in same_kind if (code := self.code_of(record))]
            for record in same_kind:
                if is_match and not is_story(record):
                    self.listener.allow(str(self.code_of(record)))
            if not self.troubled(trouble or [], codes, partial(self.bot.tell, same_kind, crash)):
                break
        self.listener.is_looking = False

    def troubled(self, trouble: list[str | None], codes: list[str], work: Callable[[], bool]) -> bool:
        """Do work of deliver's with trouble on the way, after which a message may come twice or keep its buttons."""
        self.has_failed = True
        room = LOST_AT_MOST - self.lost
        self.chats.troubles = [one for one in trouble if one != "lost" or (room := room - 1) >= 0]
        asked = len([one for one in self.chats.troubles if one])
        is_done = work()
        had = asked - len([one for one in self.chats.troubles if one])
        self.lost += had
        self.chats.troubles = []
        if had or not is_done:
            for code in codes:
                self.listener.allow(code)
            for held in self.listener.keyboards(self.chats.messages).values():
                self.listener.excused.update(held)
        return is_done

    @staticmethod
    def code_of(record: Record) -> str | None:
        """The table that a record is about, if one."""
        kind, _, code = record["dynamodb"]["Keys"]["pk"]["S"].partition("#")
        if kind == "MATCH":
            return str(code)
        arguments = record["dynamodb"].get("NewImage", {}).get("arguments", {}).get("M", {})
        return str(arguments["code"]["S"]) if "code" in arguments else None

    # What must hold

    @invariant()
    def all_is_well(self) -> None:
        self.has_failed = True
        self.what_is_stored_is_what_the_rules_say()
        self.what_has_ended_stays_ended()
        self.statistics_and_lists_agree_with_matches()
        self.chats_are_told_what_they_may_know_once_and_in_order()
        self.a_chat_has_one_keyboard_for_a_match()
        self.only_who_has_refused_messages_cannot_be_reached()
        self.has_failed = False

    def what_is_stored_is_what_the_rules_say(self) -> None:
        stored = {match.code: match for match in self.bot.matches()}
        assert stored.keys() == self.book.tables.keys()
        for code, table in self.book.tables.items():
            assert_same(stored[code], table, self.bot.now)

    def what_has_ended_stays_ended(self) -> None:
        now = {match.code: match for match in self.bot.matches() if match.is_over}
        assert self.over == {code: now.get(code) for code in self.over}
        self.over = now

    def statistics_and_lists_agree_with_matches(self) -> None:
        secrets, over = self.listener.secrets, set(self.over)
        for user_id in PEOPLE:
            expected = self.book.statistics(user_id, secrets, over)
            profile = self.bot.table.profile(user_id)
            kept = profile.model_dump() if profile else {}
            counts = {name: kept.get(name, 0) for name in (*expected, "played", "won", "lost", "points", "solo_played")}
            assert counts == {name: expected[name] for name in counts}
            seated = {code for code, table in self.book.tables.items() if user_id in table.people()}
            assert set(self.bot.table.live_codes(user_id)) == seated - over

    def chats_are_told_what_they_may_know_once_and_in_order(self) -> None:
        assert self.listener.problems == []

    def a_chat_has_one_keyboard_for_a_match(self) -> None:
        for place, held in self.listener.keyboards(self.chats.messages).items():
            live = [one for one in held if one not in self.listener.excused]
            assert len(live) <= 1, place

    def only_who_has_refused_messages_cannot_be_reached(self) -> None:
        for match in self.bot.matches():
            gone = {seat.user_id for seat in match.seats if seat.is_unreachable}
            assert gone <= self.was_blocked

    def teardown(self) -> None:
        """In the end all is told to everybody who can be reached."""
        try:
            if not self.has_failed:
                self.come_to_rest()
        finally:
            self.bot.close()

    def come_to_rest(self) -> None:
        missed = set(self.chats.refusals)
        for user_id in PEOPLE:
            self.unblock(user_id, None)
        for _ in range(200):
            self.tell_all()
            if not self.bot.queue:
                break
            self.visit(None, [])
        self.chats_are_told_what_they_may_know_once_and_in_order()
        self.what_is_stored_is_what_the_rules_say()
        assert (self.bot.untold(), self.bot.queue) == ([], [])
        for user_id, code, table in self.seats():
            stored = self.bot.table.match(code)
            assert stored is not None
            if not (stored.is_over and user_id in missed):
                assert self.listener.heard[user_id, code] == stored.revealed, (user_id, code)
                assert ((user_id, code) in self.listener.ended) == stored.is_over, (user_id, code, table)

    def seats(self) -> Iterator[tuple[int, str, Table]]:
        for code, table in self.book.tables.items():
            for seat in table.seats:
                if seat.user_id != HOUSE:
                    yield seat.user_id, code, table


def is_lost(match: Match, at: int) -> bool:
    return at < len(match.seats) and match.seats[at].is_unreachable


def gist(match: Match) -> Match:
    """A match without what says only who gets messages, and how often it was saved."""
    seats = tuple(seat.model_copy(update={"is_unreachable": False}) for seat in match.seats)
    return match.model_copy(update={"seats": seats, "version": 0})


def is_story(record: Record) -> bool:
    """Whether a record's match has come further: a round, or its beginning or end."""

    def stage(image: dict[str, Any]) -> Any:
        return image.get("status"), [seat["M"].get("picks") for seat in image.get("seats", {}).get("L", [])]

    images = [stage(record["dynamodb"].get(name, {})) for name in ("OldImage", "NewImage")]
    return is_of_match(record) and images[0] != images[1]


def is_of_match(record: Record) -> bool:
    return bool(record["dynamodb"]["Keys"]["sk"]["S"] == "MATCH")


def assert_same(stored: Match, table: Table, now: int) -> None:
    """What is stored is the table as it stands, or as it stood at its deadline where nobody has looked since."""
    seats = [(seat.user_id, [str(one) for one in seat.picked[: stored.revealed]]) for seat in stored.seats]
    assert [user_id for user_id, _ in seats] == table.people()
    if table.seats:
        assert [picks for _, picks in seats] == [seat.picks for seat in table.seats]
        assert [stored.standing_pick(at) for at in (0, 1)] == [seat.standing for seat in table.seats]
        assert [seat.nth for seat in stored.seats] == [seat.made for seat in table.seats]
    assert stored.pace == table.pace
    if stored.is_over or not table.is_over:
        assert (stored.status.value, stored.ended_by) == (table.status, table.ended_by)
    else:
        assert stored.deadline is not None
        assert stored.deadline <= now
    if not stored.is_over:
        assert (stored.deadline, stored.is_reminded) == (table.deadline, table.is_reminded)


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # to shrink an example takes minutes
    suppress_health_check=list(HealthCheck),
)
