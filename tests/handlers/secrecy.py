"""Two worlds that differ only in what one seat may not know, and what is to be seen of each."""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from core import codes, dice
from core.combinations import Combination
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot, newest
from tests.handlers.updates import tapped, typed
from tests.infra.stores import CODE

EXACT_ROUNDS: Final = 2
"""Up to this round two secrets can be found that agree on all that was revealed before."""

_HISTORY: Final = (
    (re.compile(r"^(You|\S*Bob\S*|\S*Alice\S*) [1-6](?: [1-6]){4} · .*$", re.MULTILINE), r"\1: a throw"),
    (re.compile(r"^All ten: .*$", re.MULTILINE), "All ten"),
    (re.compile(r"You [+−]\d+, (\S+) [+−]\d+"), r"You, \1"),
    (re.compile(r"[−+]?\d+(?= : )|(?<= : )[−+]?\d+"), "n"),
    (re.compile(r"(?:🎯|▫️|💥)+"), "squares"),
)
_BY_CHANCE: Final = {"callback_query_id", "update_id", "took_ms"}
_ALWAYS_THERE: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


@dataclass(frozen=True)
class World:
    """A match's secret, and what the opponent picks in the round at hand: first, and when changing the pick."""

    secret: bytes
    picks: tuple[Combination, Combination]


def worlds(
    seat: int, match_round: int, code: str = CODE, choices: tuple[Combination, ...] = tuple(Combination)
) -> tuple[World, World]:
    """Two worlds that this seat cannot tell apart in this round, before the reveal: the other seat's dice differ, and
    so do its picks, as far as it has a choice.
    """
    one, other = twins(seat, match_round, code)
    return World(one, (choices[0], choices[min(1, len(choices) - 1)])), World(
        other, (choices[-1], choices[len(choices) // 2])
    )


def twins(seat: int, match_round: int, code: str = CODE) -> tuple[bytes, bytes]:
    """Two secrets with the same dice for this seat in this round, and others for the other seat. In an exact round all
    earlier dice are the same too.
    """
    found: dict[object, tuple[bytes, object]] = {}
    for number in itertools.count(1):
        secret = number.to_bytes(32, "big")
        hidden = _hand(secret, code, match_round, 1 - seat)
        twin, other_hidden = found.setdefault(_seen(secret, code, seat, match_round), (secret, hidden))
        if hidden != other_hidden:
            return twin, secret
    raise AssertionError


def _seen(secret: bytes, code: str, seat: int, match_round: int) -> object:
    known = range(1, match_round) if match_round <= EXACT_ROUNDS else ()
    earlier = [_hand(secret, code, number, of) for number in known for of in (0, 1)]
    return (*earlier, _hand(secret, code, match_round, seat))


def _hand(secret: bytes, code: str, match_round: int, seat: int) -> tuple[int, ...]:
    return tuple(sorted(dice.roll(dice.key(secret, code, "", ""), match_round, seat)))


@dataclass
class Scene:
    """One world, played: `me` is the seat that must not know, `other` the one that has the secrets."""

    bot: WholeBot
    world: World
    seat: int
    people: tuple[Phone, Phone, Phone] = field(init=False)
    seen: list[tuple[str, Any]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.bot.begin_test()
        alice, bob, carol = self.bot.people("Alice", "Bob", "Carol")
        self.people = (alice, bob, carol)
        self.me, self.other = (alice, bob) if self.seat == 0 else (bob, alice)
        self.stranger = carol

    @property
    def players(self) -> tuple[Phone, Phone]:
        return self.people[0], self.people[1]

    def send(self, phone: Phone, *acts: str) -> None:
        """Commands, and taps on the newest message; what each changed is told before the next: side by side, a screen
        and a match come in any order.
        """
        message_id = newest(phone)
        for act in acts:
            is_typed = act.startswith("/") or ":" not in act
            update = typed(phone.user, act) if is_typed else tapped(phone.user, act, message_id)
            answer = self.bot.update(update)
            if phone is not self.other:  # what the other seat is answered is its own
                self.seen.append((f"answer to {phone.user['first_name']}: {act}", answer))
            self.bot.tell()


def observed(scene: Scene, calls: list[dict[str, Any]], logged: list[str]) -> list[str]:
    """All that a scene showed to anyone but the other seat, and all that it logged, without what differs by chance."""
    shown = [
        (f"{call['method']} to {phone.user['first_name']}", call["parameters"])
        for phone in (scene.me, scene.stranger)
        for call in calls
        if str(call["parameters"].get("chat_id")) == str(phone.id)
    ]
    lines = [f"{what}\n{_plain(content)}" for what, content in (*scene.seen, *shown)]
    masks = _masks(scene)
    return [_masked(line, masks) for line in (*lines, *sorted(logged))]


def _plain(content: Any) -> str:
    kept = {name: value for name, value in content.items() if name not in _BY_CHANCE}
    text = str(kept.pop("text", ""))
    return f"{text}\n{json.dumps(kept, sort_keys=True, ensure_ascii=False)}"


def _masks(scene: Scene) -> list[tuple[re.Pattern[str], str]]:
    """People by name; codes, seals and secrets by what they are, numbered where a scene has several matches."""
    masks: list[tuple[str, str]] = []
    stored = sorted((match.code, match.secret) for match in scene.bot.matches())
    for number, (code, secret) in enumerate([*stored, (CODE, scene.world.secret)]):
        seal = dice.seal(secret)
        told = {code: "code", codes.shown(code): "code", seal: "seal", seal[:8]: "seal", secret.hex(): "secret"}
        masks.extend((re.escape(text), f"<{mask} {number}>") for text, mask in told.items())
    masks.extend((rf"\b{phone.id}\b", f"<{phone.user['first_name']}>") for phone in scene.people)
    return [(re.compile(text), mask) for text, mask in masks]


def _masked(text: str, masks: list[tuple[re.Pattern[str], str]]) -> str:
    for pattern, mask in masks:
        text = pattern.sub(mask, text)
    return text


def without_history(lines: list[str]) -> list[str]:
    """Without the rounds that have been revealed: two secrets do not agree on them."""
    for pattern, mask in _HISTORY:
        lines = [pattern.sub(mask, line) for line in lines]
    return lines


@contextmanager
def logs() -> Iterator[list[str]]:
    """Every line that is logged meanwhile, with its facts and its traceback."""
    lines: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told = vars(record).keys() - _ALWAYS_THERE - _BY_CHANCE
            facts = {name: vars(record)[name] for name in sorted(told)}  # chats note side by side, in any order
            trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            lines.append(f"{record.name} {record.levelname} {record.getMessage()} {facts} {trace}")

    keeper, root = Keeper(), logging.getLogger()
    level = root.level
    root.addHandler(keeper)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(keeper)
        root.setLevel(level)
