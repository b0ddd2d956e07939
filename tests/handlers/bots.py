"""The whole bot on one table: webhook, stream, deliver and clock. Only the way to the webhook is left out, so that an
update may be forged, late, or come twice.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from core.match import Match
from infra import table
from infra.local.functions import Function
from infra.local.phone import LocalBotApi, Phone
from infra.local.pump import StreamPump
from infra.local.queue import LocalQueue
from infra.settings import DeliverSettings, WebhookSettings
from tests.handlers.deliveries import TOKEN
from tests.handlers.updates import WEBHOOK_SECRET, Update, event, tapped, typed
from tests.infra.stores import START

if TYPE_CHECKING:
    from infra.local.source import Source

USERNAME: Final = "seven7776_bot"
Answer = dict[str, Any]


def count_up() -> Iterator[bytes]:
    """Secrets that are all different."""
    return (number.to_bytes(32, "big") for number in itertools.count(1))


class WholeBot:
    """Made once for many tests; `begin_test` empties its table and sets its clock back to `START`.

    `secrets` gives the next matches' secrets. `batches` came from the stream; while the bot `is_silent`,
    deliver gets none.
    """

    def __init__(self, streamed: Source, api: LocalBotApi, stack_name: str | None = None) -> None:
        """With a stack's name, deliver writes metrics."""
        self.api, self._streamed = api, streamed
        self._named = {} if stack_name is None else {"STACK_NAME": stack_name}
        self.batches: list[Answer] = []
        self.queue = LocalQueue(lambda: self.now)
        self._start()
        # One record after the other: of a batch, chats would be told side by side, in any order.
        self._pump = StreamPump(streamed.streams, streamed.stream_arn, self._take, batch_size=1, sleep=lambda _: None)
        self.begin_test()

    def _start(self) -> None:
        """New functions, that know nothing but the table."""
        self.table = table.Table(self._streamed.dynamodb, self._streamed.name, sleep=lambda _: None)
        environ = {
            "TABLE_NAME": self._streamed.name,
            "QUEUE_URL": "http://localhost/queue",
            "WEBHOOK_SECRET": WEBHOOK_SECRET,
            "BOT_TOKEN": TOKEN,
            "BOT_USERNAME": USERNAME,
            "BOT_API_URL": self.api.base_url,
            **self._named,
        }
        own: dict[str, Any] = {"table": self.table, "now": lambda: self.now}
        webhook: Any = {"settings": WebhookSettings.from_environ(environ), "new_secret": lambda: next(self.secrets)}
        deliver: Any = {"settings": DeliverSettings.from_environ(environ), "queue": self.queue}
        self._webhook = Function("handlers.webhook", own | webhook, 1)
        self._deliver = Function("handlers.deliver", own | deliver, 1)
        self._clock = Function("handlers.clock", own, 1)

    def restart(self) -> None:
        """Let other containers take over from here."""
        self.close()
        self._start()

    def begin_test(self) -> None:
        self.now = START
        self.secrets = count_up()
        self.is_silent = True
        self.empty()
        self._pump.run()
        self.batches.clear()
        self.is_silent = False

    def close(self) -> None:
        self._deliver.close()

    def people(self, *names: str) -> list[Phone]:
        """New people who have started the bot."""
        phones = [self.api.phone(name) for name in names]
        for phone in phones:
            phone.send("/start")
        return phones

    def call(self, update: Update) -> Answer:
        """The webhook's answer to an update."""
        answer: Answer = self._webhook(event(update))
        return answer

    def update(self, update: Update) -> Answer:
        """The Bot API method in the webhook's answer, with its parameters; empty if there is none."""
        response = self.call(update)
        assert response["statusCode"] == 200
        answer: Answer = json.loads(response["body"]) if "body" in response else {}
        return answer

    def type(self, phone: Phone, text: str) -> Answer:
        return self.tell(self.update(typed(phone.user, text)))

    def tap(self, phone: Phone, data: str, message_id: int | None = None) -> Answer:
        """A tap on the phone's newest message, unless another is named."""
        return self.tell(self.update(tapped(phone.user, data, message_id or newest(phone))))

    def tell(self, answer: Answer | None = None) -> Answer:
        """Have the chats told all that has changed; gives the answer back."""
        self._pump.run()
        return answer or {}

    def deliver(self, records: list[dict[str, Any]]) -> None:
        """Have deliver get these records, whether it has had them before or not."""
        assert self._deliver({"Records": records}) == {"batchItemFailures": []}

    def advance(self, seconds: int) -> None:
        """Move the clock; what becomes due is done and told."""
        self.now += seconds
        self._clock({})
        self.tell()
        self.queue.deliver_due(self._deliver)

    def seat(self, match: Match) -> Match:
        """Store a match as it stands, and have its chats told its whole story."""
        saved = self.table.save(None, match)
        self.tell()
        return saved

    def matches(self) -> list[Match]:
        return self.table.matches(
            item["pk"]["S"].removeprefix("MATCH#") for item in self.items() if item["sk"]["S"] == "MATCH"
        )

    def match(self, code: str) -> Match:
        match = self.table.match(code)
        assert match is not None
        return match

    def items(self) -> list[dict[str, Any]]:
        """All that the table holds."""
        answer = self._streamed.dynamodb.scan(TableName=self._streamed.name, ConsistentRead=True)
        return list(answer["Items"])

    def damage(self, key: dict[str, Any], name: str) -> None:
        """Make an attribute of an item one that no release could have written."""
        self._streamed.dynamodb.update_item(
            TableName=self._streamed.name,
            Key=key,
            UpdateExpression="SET #name = :nonsense",
            ExpressionAttributeNames={"#name": name},
            ExpressionAttributeValues={":nonsense": {"S": "nonsense"}},
        )

    def empty(self) -> None:
        """Take everything out of the table."""
        for item in self.items():
            key = {name: item[name] for name in ("pk", "sk")}
            self.take_out(key)

    def take_out(self, key: dict[str, Any]) -> None:
        """Take one item out of the table, as its time to live does."""
        self._streamed.dynamodb.delete_item(TableName=self._streamed.name, Key=key)

    def _take(self, batch: dict[str, Any]) -> Any:
        self.batches.append(batch)
        return None if self.is_silent else self._deliver(batch)


def newest(phone: Phone) -> int:
    return int(phone.last()["message_id"])
