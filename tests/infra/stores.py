"""Tables to test with, on moto or on DynamoDB Local, matches to put there, and ways to make a client's calls fail."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import boto3
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.config import Config

from core import match as matches
from core.match import Match, Seat
from infra.local.table_definition import definition

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

START: Final = 1_800_000_000
CODE: Final = "7K3MQ9XA"
_numbers: Final = itertools.count(1)

# A busy machine's DynamoDB Local may take its time: then a request is waited for, and never sent again.
_PATIENT: Final = Config(connect_timeout=60, read_timeout=120, retries={"mode": "standard", "total_max_attempts": 1})


def patient_client(endpoint_url: str) -> DynamoDBClient:
    return boto3.client("dynamodb", endpoint_url=endpoint_url, config=_PATIENT)


class Store:
    """A client, which several may share since it is slow to make, and an empty table of its own."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.client = client
        self.name = f"games-{next(_numbers)}"
        self.client.create_table(TableName=self.name, **definition())

    def items(self) -> list[dict[str, Any]]:
        """All that the table holds."""
        return self.client.scan(TableName=self.name, ConsistentRead=True)["Items"]

    def put(self, *items: dict[str, Any]) -> None:
        """Store items without a condition, as another release might have."""
        for start in range(0, len(items), 25):
            requests: Any = [{"PutRequest": {"Item": item}} for item in items[start : start + 25]]
            answer = self.client.batch_write_item(RequestItems={self.name: requests})
            assert not answer["UnprocessedItems"]

    @contextmanager
    def counting(self) -> Iterator[Counter[str]]:
        """The requests that are made meanwhile, by operation."""
        calls: Counter[str] = Counter()

        def count(model: Any, **_: object) -> None:
            calls[model.name] += 1

        with self._hooked("before-call.dynamodb", count):
            yield calls

    @contextmanager
    def scanning(self) -> Iterator[Counter[str]]:
        """How many items the queries meanwhile have gone through, whether they gave them or not."""
        seen: Counter[str] = Counter()

        def count(parsed: dict[str, Any], model: Any, **_: object) -> None:
            seen[model.name] += parsed["ScannedCount"]

        with self._hooked("after-call.dynamodb.Query", count):
            yield seen

    @contextmanager
    def losing_answers(self) -> Iterator[None]:
        """Send each request twice, as botocore does when the first one's answer is lost on the way."""

        def once_more(attempts: int, **_: object) -> int | None:
            return 0 if attempts == 1 else None

        with self._hooked("needs-retry.dynamodb", once_more):
            yield

    @contextmanager
    def refusing(self, operation: str, error: str, reasons: Sequence[str] = ()) -> Iterator[None]:
        """Refuse an operation with this error, before it does anything; a transaction with a reason for each write."""
        http = AWSResponse("", 400, HTTPHeaders(), raw=None)
        answer: dict[str, Any] = {"Error": {"Code": error, "Message": f"[{', '.join(reasons)}]"}}
        if reasons:
            answer["CancellationReasons"] = [{"Code": reason} for reason in reasons]
        with self._hooked(f"before-call.dynamodb.{operation}", lambda **_: (http, answer)):
            yield

    @contextmanager
    def paged(self, size: int) -> Iterator[None]:
        """Answer queries in pages of this size."""

        def limit(params: dict[str, Any], **_: object) -> None:
            params["Limit"] = size

        with self._hooked("provide-client-params.dynamodb.Query", limit):
            yield

    @contextmanager
    def leaving_unprocessed(self, times: int) -> Iterator[None]:
        """Read but the first key of so many batches, as DynamoDB does when it is pressed."""
        left = itertools.count(1)

        def shorten(params: dict[str, Any], context: dict[str, Any], **_: object) -> None:
            keys = params["RequestItems"][self.name]["Keys"]
            if next(left) <= times:
                context["unprocessed"] = keys[1:]
                params["RequestItems"] = {self.name: {**params["RequestItems"][self.name], "Keys": keys[:1]}}

        def report(parsed: dict[str, Any], context: dict[str, Any], **_: object) -> None:
            if context.get("unprocessed"):
                parsed["UnprocessedKeys"] = {self.name: {"Keys": context["unprocessed"], "ConsistentRead": True}}

        operation = "dynamodb.BatchGetItem"
        with (
            self._hooked(f"before-parameter-build.{operation}", shorten),
            self._hooked(f"after-call.{operation}", report),
        ):
            yield

    @contextmanager
    def _hooked(self, event: str, hook: Any) -> Iterator[None]:
        self.client.meta.events.register_first(event, hook)
        try:
            yield
        finally:
            self.client.meta.events.unregister(event, hook)


def host(user_id: int = 1, name: str = "Alice") -> Seat:
    return Seat(user_id=user_id, name=name)


def guest(user_id: int = 2, name: str = "Bob") -> Seat:
    return Seat(user_id=user_id, name=name)


def opened(code: str = CODE, player: Seat | None = None, now: int = START) -> Match:
    return matches.create(code, bytes(range(32)), player or host(), now)


def begun(code: str = CODE, first: Seat | None = None, second: Seat | None = None) -> Match:
    return matches.join(opened(code, first), second or guest(), START + 60)


def played(match: Match, rounds: int, now: int = START + 120) -> Match:
    """The match after so many rounds more, both seats picking what comes first (the guest from the end)."""
    for _ in range(rounds):
        number = match.round
        for seat in (0, 1):
            combination = match.open_combinations(seat)[-seat]
            match = matches.pick(match, match.seats[seat].user_id, number, combination, 0, now)
    return match
