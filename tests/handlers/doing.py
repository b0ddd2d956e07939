"""How an act is done: on the bot, whose functions may die of it, and by the rulebook, which says what comes of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hypothesis.stateful import RuleBasedStateMachine

from core.match import Match
from handlers.chat.read_tap import PACES
from tests.handlers.listener import Listener
from tests.handlers.perils import Chats, Peril, PerilousBot, Record
from tests.handlers.rulebook import DAY, Rulebook
from tests.handlers.updates import Update, membership, tapped, typed, user

PEOPLE: Final = {number: user(number, name) for number, name in ((101, "Alice"), (102, "Bob"), (103, "Carol"))}
LOST_AT_MOST: Final = 6  # one more than makes the bot give a message up until Telegram answers


@dataclass(frozen=True)
class Done:
    """What somebody did: a command or a tap's data, as the update that carries it."""

    user_id: int
    act: str
    update: Update

    @property
    def key(self) -> tuple[int, int]:
        return self.user_id, self.update["update_id"]


class Doing(RuleBasedStateMachine):
    """The bot, three people at it, and the rulebook."""

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
            "react": lambda code, number, sign: book.react(user_id, code, int(number), sign),
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
