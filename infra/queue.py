"""The queue of chats that must wait. A message is a match code and a seat: nothing that a player may not see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

LONGEST_DELAY: Final = 900
"""Seconds: SQS's own limit. A chat that must wait longer is visited, and waits again."""


class Queue(Protocol):
    """Where a chat that must wait is written down."""

    def send(self, code: str, seat: int, delay_s: int) -> None:
        """Have deliver visit a seat's chat after a delay, or after the longest that the queue knows."""


class SqsQueue:
    """An SQS queue, through a low-level client."""

    def __init__(self, client: SQSClient, url: str) -> None:
        self._client = client
        self._url = url

    def send(self, code: str, seat: int, delay_s: int) -> None:
        body = json.dumps({"code": code, "seat": seat})
        delay = min(max(delay_s, 0), LONGEST_DELAY)
        self._client.send_message(QueueUrl=self._url, MessageBody=body, DelaySeconds=delay)
