"""What a stop left untold is found in the table, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from core import match as matches
from core.duel import shown_in
from core.match import DAY, Match, Place
from infra.items import Change, ScreenItem, match_item, parse_record
from infra.keys import DUEL
from infra.local.functions import Event, FunctionError
from infra.local.moto_table import MotoTable
from infra.local.resume import Resume
from infra.posted_names import PostedName
from infra.table import Table
from tests.infra.stores import CODE, START, begun, guest, host, opened, played

NOW = START + 1000


@dataclass
class Deliver:
    """Takes records; the first of those that `failing` says, or raises so often."""

    failing: int = 0
    raising: int = 0
    batches: list[list[Event]] = field(default_factory=list)

    def __call__(self, event: Event) -> Any:
        self.batches.append(event["Records"])
        if self.raising >= len(self.batches):
            raise FunctionError
        if self.failing >= len(self.batches):
            return {"batchItemFailures": [{"itemIdentifier": event["Records"][0]["dynamodb"]["SequenceNumber"]}]}
        return {"batchItemFailures": []}

    @property
    def news(self) -> list[Change | ScreenItem | None]:
        return [parse_record(record) for batch in self.batches for record in batch]


@dataclass
class Visits:
    sent: list[tuple[str, int, int]] = field(default_factory=list)

    def send(self, code: str, seat: int, delay_s: int) -> None:
        self.sent.append((code, seat, delay_s))


@dataclass
class Stopped:
    """A table as a stop left it."""

    source: MotoTable
    table: Table
    deliver: Deliver = field(default_factory=Deliver)
    queue: Visits = field(default_factory=Visits)

    def take_up(self) -> None:
        Resume(self.source, self.deliver, self.queue, lambda: NOW, sleep=lambda _: None).run()

    def save(self, match: Match) -> Match:
        return self.table.save(None, match)

    def tell(self, match: Match, *seats: int) -> None:
        for seat in seats:
            self.table.record_told(match.code, seat, match.version, 1)


@pytest.fixture
def stopped() -> Iterator[Stopped]:
    with MotoTable() as source:
        yield Stopped(source, Table(source.dynamodb, source.name))


def screen(update_id: int = 5, expires_at: int = NOW + 1) -> ScreenItem:
    return ScreenItem(user_id=1, update_id=update_id, name="rules", arguments={"page": 0}, expires_at=expires_at)


def test_a_match_that_one_chat_has_not_heard_of_is_told(stopped: Stopped) -> None:
    match = stopped.save(begun())
    stopped.tell(match, 0)
    stopped.take_up()
    (change,) = stopped.deliver.news
    assert isinstance(change, Change)
    assert change.after == change.before == match


def test_what_was_told_is_not_told_again(stopped: Stopped) -> None:
    stopped.tell(stopped.save(begun()), 0, 1)
    stopped.tell(stopped.save(opened("00000001", host(7))), 0)
    stopped.take_up()
    assert stopped.deliver.batches == []


def test_an_open_tables_empty_seat_has_nothing_to_hear(stopped: Stopped) -> None:
    stopped.tell(stopped.save(opened()), 0)
    stopped.take_up()
    assert stopped.deliver.batches == []


def test_a_screen_that_was_not_shown_is_shown_for_as_long_as_it_is_of_use(stopped: Stopped) -> None:
    wanted = screen(1)
    for item in (wanted, screen(2), screen(3, expires_at=NOW)):
        stopped.table.put_screen(item)
    stopped.table.empty_screen(screen(2))
    stopped.take_up()
    assert stopped.deliver.news == [wanted]


def test_a_chat_that_waits_gets_its_visit_in_time(stopped: Stopped) -> None:
    match = stopped.save(begun())
    stopped.tell(match, 0, 1)
    stopped.table.wait(CODE, 0, NOW + 40, 1)
    stopped.table.wait(CODE, 1, NOW - 40, 1)
    stopped.take_up()
    assert sorted(stopped.queue.sent) == [(CODE, 0, 40), (CODE, 1, 0)]


def test_everything_is_found_however_much_there_is(stopped: Stopped) -> None:
    stored = [matches.create(f"{number:08d}", bytes(range(32)), host(number + 10), START) for number in range(230)]
    for start in range(0, len(stored), 25):
        requests: Any = [{"PutRequest": {"Item": match_item(match)}} for match in stored[start : start + 25]]
        stopped.source.dynamodb.batch_write_item(RequestItems={stopped.source.name: requests})
    stopped.take_up()
    assert [len(batch) for batch in stopped.deliver.batches] == [100, 100, 30]
    assert len({change.after.code for change in stopped.deliver.news if isinstance(change, Change)}) == 230


@pytest.mark.parametrize("deliver", [Deliver(failing=2), Deliver(raising=2)])
def test_what_fails_is_tried_again_and_nothing_else(stopped: Stopped, deliver: Deliver) -> None:
    stopped.deliver = deliver
    first = matches.join(opened("00000001", host(5)), guest(6), START)
    for match in (begun(), first):
        stopped.save(match)
    stopped.take_up()
    assert len(deliver.batches) == 3
    assert len(deliver.batches[2]) == (1 if deliver.failing else 2)


def test_what_fails_for_good_is_said_in_one_line(stopped: Stopped, caplog: pytest.LogCaptureFixture) -> None:
    stopped.deliver = Deliver(failing=99)
    stopped.save(played(begun(), 2))
    stopped.take_up()
    (record,) = caplog.records
    assert record.getMessage() == "Changes left untold: 1"


def begun_duel(stopped: Stopped, place: Place) -> Match:
    """The match of a challenge that its host has posted."""
    match = begun()
    stopped.table.keep_posted_name(
        match.seats[0].user_id, PostedName(name="Alice", language="en", expires_at=NOW + DAY)
    )
    return stopped.save(shown_in(place, match))


def test_a_duel_whose_message_does_not_show_the_newest_version_is_told_once_more(stopped: Stopped) -> None:
    match = begun_duel(stopped, Place(inline_message_id="AgAAANw3AABOZCLWZ1Jc2zpLzXg"))
    stopped.tell(match, 0, 1)
    stopped.take_up()
    assert [change.after.code for change in stopped.deliver.news if isinstance(change, Change)] == [CODE]
    stopped.tell(match, DUEL)
    stopped.take_up()
    assert len(stopped.deliver.batches) == 1


def test_a_duel_that_waits_gets_its_visit(stopped: Stopped) -> None:
    match = begun_duel(stopped, Place(chat_id=-5, message_id=7))
    stopped.table.wait(match.code, DUEL, NOW + 30, match.version)
    stopped.take_up()
    assert stopped.queue.sent == [(CODE, DUEL, 30)]
