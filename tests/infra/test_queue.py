"""The queue holds a code and a seat, and delays as long as SQS can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import moto
import pytest

from infra import clients
from infra.queue import SqsQueue


@contextmanager
def sent_messages() -> Iterator[tuple[SqsQueue, list[dict[str, Any]]]]:
    """A queue on moto, and the requests that it sends."""
    with moto.mock_aws():
        client = clients.sqs()
        url = client.create_queue(QueueName="chats")["QueueUrl"]
        sent: list[dict[str, Any]] = []
        client.meta.events.register("provide-client-params.sqs.SendMessage", lambda params, **_: sent.append(params))
        yield SqsQueue(client, url), sent


def test_a_message_is_a_code_and_a_seat() -> None:
    with sent_messages() as (queue, sent):
        queue.send("7K3MQ9XA", 1, 30)
    assert [json.loads(message["MessageBody"]) for message in sent] == [{"code": "7K3MQ9XA", "seat": 1}]


@pytest.mark.parametrize("asked, given", [(30, 30), (900, 900), (901, 900), (86_400, 900), (0, 0), (-5, 0)])
def test_a_delay_is_at_most_what_sqs_can(asked: int, given: int) -> None:
    with sent_messages() as (queue, sent):
        queue.send("7K3MQ9XA", 0, asked)
    assert [message["DelaySeconds"] for message in sent] == [given]
