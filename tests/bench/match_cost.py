"""What one whole friends' match asks of everything that has a price, counted while it is played on DynamoDB Local."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import boto3

from core.combinations import Combination
from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi, Phone
from tests.bench.counting import Asked, counting
from tests.bench.lines import counting_lines
from tests.handlers.bots import USERNAME, WholeBot, newest
from tests.handlers.deliveries import TOKEN
from tests.handlers.updates import tapped, typed
from tests.infra.stores import Store, patient_client

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

ROUNDS: Final = 16
SECONDS_BETWEEN_TAPS: Final = 20
STACK_NAME: Final = "bot-7776"


@dataclass(frozen=True)
class LocalTable:
    """A table on DynamoDB Local, with its stream."""

    name: str
    dynamodb: DynamoDBClient
    streams: DynamoDBStreamsClient
    stream_arn: str
    keeps_iterators: bool = False


@dataclass
class Counted:
    """`webhook` and `deliver`: what each asked of the table; `taps`: what each pick's tap asked of it by itself.

    `index_writes`: those of the writes that are the due index's, where an entry that comes or goes is one, and one that
    changes its place is two. `calls` are the Bot API's, without the methods in the webhook's replies; `rounds` are each
    round's own. `lines` and `line_bytes` are the logs'.
    """

    webhook: Asked = field(default_factory=Asked)
    deliver: Asked = field(default_factory=Asked)
    taps: list[Asked] = field(default_factory=list)
    updates: int = 0
    batches: int = 0
    index_writes: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    rounds: list[Counter[str]] = field(default_factory=list)
    lines: Counter[str] = field(default_factory=Counter)
    line_bytes: int = 0

    def most(self, method: str) -> float:
        """Such calls for each player in the round that had most."""
        return max(calls[method] for calls in self.rounds) / 2


@contextmanager
def local_table(endpoint_url: str) -> Iterator[LocalTable]:
    store = Store(patient_client(endpoint_url))
    stream_arn = store.client.describe_table(TableName=store.name)["Table"]["LatestStreamArn"]
    yield LocalTable(store.name, store.client, boto3.client("dynamodbstreams", endpoint_url=endpoint_url), stream_arn)


def play(endpoint_url: str) -> Counted:
    """A whole match from /new to the result: both pick as soon as they may, and look at nothing else."""
    bot_api = BotApi(token=TOKEN, username=USERNAME)
    with local_table(endpoint_url) as table, running(bot_api) as url, LocalBotApi(url) as api:
        with (
            closing(WholeBot(table, api, STACK_NAME)) as bot,
            counting(table.dynamodb) as phases,
            counting_lines() as lines,
        ):
            counted = _play(bot, phases)
        return replace(counted, lines=lines.count, line_bytes=lines.bytes)


def _play(bot: WholeBot, phases: list[Asked]) -> Counted:
    counted = Counted()
    alice, bob = bot.people("Alice", "Bob")
    before = bot.api.last_call()
    _act(bot, phases, counted, alice, "/new")
    [match] = bot.matches()
    _act(bot, phases, counted, bob, f"/start {match.code}")
    for number, combination in enumerate(Combination, start=1):
        begins = bot.api.last_call()
        for phone in (alice, bob):
            counted.taps.append(_act(bot, phases, counted, phone, f"pick:{match.code}:{number}:{combination}:0"))
        counted.rounds.append(_calls(bot, begins))
    assert bot.match(match.code).is_over
    counted.calls = _calls(bot, before)
    return counted


def _calls(bot: WholeBot, since: int) -> Counter[str]:
    return Counter(call["method"] for call in bot.api.calls(since))


def _act(bot: WholeBot, phases: list[Asked], counted: Counted, phone: Phone, act: str) -> Asked:
    """One update, and all that it has to be told; gives what the webhook asked of the table."""
    update = typed(phone.user, act) if act.startswith("/") else tapped(phone.user, act, newest(phone))
    asked = Asked()
    phases.append(asked)
    bot.now += SECONDS_BETWEEN_TAPS
    bot.update(update)
    phases.append(counted.deliver)
    batches = len(bot.batches)
    bot.tell()
    phases.append(Asked())
    told = bot.batches[batches:]
    counted.batches += len(told)
    counted.index_writes += sum(_index_writes(record["dynamodb"]) for batch in told for record in batch["Records"])
    counted.updates += 1
    counted.webhook.add_all(asked)
    return asked


def _index_writes(change: Mapping[str, Any]) -> int:
    images = (change.get("OldImage", {}), change["NewImage"])
    places = [(image["due_shard"], image["due_at"]) for image in images if "due_shard" in image]
    return 0 if len(places) == 2 and places[0] == places[1] else len(places)
