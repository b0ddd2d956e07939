"""The local queue: when a visit is due, and how often a failing one comes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from infra.local.clock import Clock
from infra.local.functions import Event, FunctionError
from infra.local.queue import LocalQueue


class Visits:
    """Takes queue events; `failing` are codes whose visits fail."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.batches: list[list[str]] = []

    def __call__(self, event: Event) -> Any:
        bodies = {record["messageId"]: json.loads(record["body"])["code"] for record in event["Records"]}
        self.batches.append(list(bodies.values()))
        failed = [message_id for message_id, code in bodies.items() if code in self.failing]
        return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in failed]}


@pytest.fixture
def clock() -> Clock:
    return Clock(real=lambda: 1_000_000)


def test_a_visit_is_delivered_as_sqs_does_when_its_time_has_come(clock: Clock) -> None:
    queue = LocalQueue(clock.now)
    queue.send("7K3MQ9XA", 1, 5)
    events: list[Event] = []
    queue.deliver_due(events.append)
    assert events == []
    assert not queue.busy()
    clock.advance(5)
    assert queue.busy()
    queue.deliver_due(events.append)
    (record,) = events[0]["Records"]
    assert record["eventSource"] == "aws:sqs"
    assert json.loads(record["body"]) == {"code": "7K3MQ9XA", "seat": 1}
    assert not queue.busy()


def test_at_most_ten_visits_come_in_one_event_the_longest_due_first(clock: Clock) -> None:
    queue, visits = LocalQueue(clock.now), Visits()
    for number in range(12):
        queue.send(str(number), 0, 12 - number)
    clock.advance(60)
    queue.deliver_due(visits)
    assert [len(batch) for batch in visits.batches] == [10, 2]
    assert visits.batches[1] == ["1", "0"]


def test_only_the_visits_that_failed_come_again_and_then_are_dead_letters(clock: Clock) -> None:
    queue, visits = LocalQueue(clock.now, max_receives=3, retry_after_s=10), Visits("bad")
    queue.send("good", 0, 0)
    queue.send("bad", 0, 0)
    for _ in range(5):
        queue.deliver_due(visits)
        clock.advance(10)
    assert visits.batches == [["good", "bad"], ["bad"], ["bad"]]
    assert [json.loads(message.body)["code"] for message in queue.dead_letters] == ["bad"]


def test_when_the_function_raises_every_visit_of_its_event_comes_again(clock: Clock) -> None:
    def broken(_: Event) -> None:
        raise FunctionError

    queue, visits = LocalQueue(clock.now), Visits()
    queue.send("one", 0, 0)
    queue.send("two", 0, 0)
    queue.deliver_due(broken)
    clock.advance(1)
    queue.deliver_due(visits)
    assert visits.batches == [["one", "two"]]


@pytest.mark.parametrize("delay_s, due_after", [(-5, 0), (5_000, 900)])
def test_a_delay_is_at_most_what_sqs_knows(clock: Clock, delay_s: int, due_after: int) -> None:
    queue = LocalQueue(clock.now)
    queue.send("7K3MQ9XA", 0, delay_s)
    assert queue.busy() is (due_after == 0)
    clock.advance(due_after)
    assert queue.busy()
