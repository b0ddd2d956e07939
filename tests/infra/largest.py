"""The largest items that a match can be stored as, and how many bytes an item takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core import match as matches
from core import solo
from core.match import DAY, Match, Place, Seat, Status, Tally
from core.preferences import Confirm, Reminders
from infra.items import match_item
from tests.infra.stores import CODE, START, opened, played

WRITE_UNIT: Final = 1024
OTHER: Final = "0000000G"
LONGEST: Final = Seat(
    user_id=2**52 - 1,
    name="é" * 24,
    language="zh-hans",
    word="w" * 32,
    is_novice=True,
    is_unreachable=True,
    message_id=2**31 - 1,
    coach=False,
    reminders=Reminders.SILENT,
)


def longest_match() -> Match:
    """A rematch of the two longest names, whose sixteen rounds were played in a hurry."""
    table = opened(player=LONGEST).model_copy(update={"follows": CODE, "pace": 3 * DAY})
    second = LONGEST.model_copy(update={"user_id": 2**52 - 3})
    busy = played(matches.join(table, second, START), 15)
    seats = tuple(
        seat.model_copy(
            update={"picks": seat.picks + "p", "nth": 9999, "confirm": Confirm.ALWAYS, "reactions": "l" * 16}
        )
        for seat in busy.seats
    )
    return busy.model_copy(update={"seats": seats, "version": 99999})


def longest_challenge() -> Match:
    """The longest names and words in a match whose throws were played before."""
    first = longest_match()
    finished = first.model_copy(update={"status": Status.FINISHED, "deadline": None, "due_at": None, "ended_at": START})
    active = solo.again(
        end_of(solo.begin_challenge(finished, 1, OTHER, LONGEST, "↻ " + LONGEST.name, START)),
        "0000000H",
        bytes(32),
        LONGEST,
        START,
    )
    seats = tuple(
        seat.model_copy(
            update={"picks": "abcdefghijklmnop", "nth": 9999, "confirm": Confirm.ALWAYS, "reactions": "l" * 16}
        )
        for seat in active.seats
    )
    return active.model_copy(update={"seats": seats, "version": 99999})


def end_of(match: Match) -> Match:
    return matches.resign(match, LONGEST.user_id, START)


def largest_items() -> dict[str, list[dict[str, Any]]]:
    """A match and a challenge with the longest names and words: each in its last round, and once it is counted."""
    tally = Tally(ratings=(9999, 9999), changes=(-9999, -9999), won=(99999, 99999), drawn=99999)
    place = Place(inline_message_id="A" * 64)
    active = {"match": longest_match().model_copy(update={"duel": place}), "challenge": longest_challenge()}
    return {
        name: [match_item(match), match_item(end_of(match).model_copy(update={"tally": tally}))]
        for name, match in active.items()
    }


def item_size(attributes: dict[str, Any]) -> int:
    """The bytes that an item, or a map, takes by DynamoDB's own rule; where the rule says "about", the most."""
    return sum(len(name.encode()) + value_size(value) for name, value in attributes.items())


def value_size(value: dict[str, Any]) -> int:
    ((kind, held),) = value.items()
    sizes: dict[str, Callable[[], int]] = {
        "S": lambda: len(held.encode()),
        "B": lambda: len(held),
        "N": lambda: len(held.lstrip("-")) // 2 + 2 + held.startswith("-"),
        "BOOL": lambda: 1,
        "M": lambda: 3 + len(held) + item_size(held),
        "L": lambda: 3 + len(held) + sum(value_size(element) for element in held),
    }
    return sizes[kind]()
