"""The bot's functions wired together on one machine: what the playground and `make bot` have in common.

Nothing here is a short cut: an update comes to the webhook as a Function URL event, what it saves comes to deliver
through the table's stream, a chat that must wait comes to it through a queue, and the clock runs each minute.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from infra import table
from infra.local.functions import Function
from infra.local.pump import StreamPump
from infra.local.queue import LocalQueue
from infra.local.resume import Resume
from infra.local.source import Source
from infra.local.worker import Worker
from infra.settings import DeliverSettings, WebhookSettings

WEBHOOKS: Final = 8
TAKE_UP_EVERY_S: Final = 300
WRITES: Final = ("PutItem", "TransactWriteItems")  # those that a chat may have to be told of


class Stack:
    """Serves `webhook` at once, and does all the rest while `running` is open.

    `environ` holds BOT_TOKEN, BOT_USERNAME, INLINE_MODE and WEBHOOK_SECRET; `now` gives epoch seconds, `new_secret` a
    match's 32 bytes. What had to be given up is taken up again after `take_up_every_s`.
    """

    def __init__(
        self,
        source: Source,
        environ: Mapping[str, str],
        now: Callable[[], int],
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        take_up_every_s: float = TAKE_UP_EVERY_S,
    ) -> None:
        self._source = source
        self._environ = {**environ, "TABLE_NAME": source.name, "QUEUE_URL": "http://localhost/queue"}
        self._table = table.Table(source.dynamodb, source.name)
        self._now = now
        self._take_up_every_s = take_up_every_s
        self.queue = LocalQueue(now)
        self.webhook = self._function("handlers.webhook", WebhookSettings, WEBHOOKS, new_secret=new_secret)
        self._clock = Function("handlers.clock", {"table": self._table, "now": now}, 1)
        self._workers = {
            "stream": Worker("stream", self._tell, every_s=1),
            "queue": Worker("queue", lambda: self.queue.deliver_due(self._deliver), every_s=0.2),
            "clock": Worker("clock", self.run_clock, every_s=60),
        }

    def wake(self) -> None:
        """Read the stream now: something was written."""
        self._workers["stream"].wake()

    def wake_queue(self) -> None:
        """Look at the queue now: something may be due."""
        self._workers["queue"].wake()

    def wake_all(self) -> None:
        """Do now what was not done while nobody was there."""
        for worker in self._workers.values():
            worker.wake()

    def run_clock(self) -> None:
        """Do what is due. Raises FunctionError."""
        self._clock({"source": "aws.scheduler", "time": self._now()})

    def is_busy(self) -> bool:
        """Whether anything is under way, apart from updates."""
        return self.queue.busy() or any(worker.busy() for worker in self._workers.values())

    def settle(self, within_s: float) -> None:
        """Wait until nothing is under way, but not for ever."""
        give_up = time.monotonic() + within_s
        while self.is_busy() and time.monotonic() < give_up:
            time.sleep(0.01)

    @contextmanager
    def running(self, bot_api_url: str) -> Iterator[None]:
        """Tell the chats at this Bot API, beginning with what was left untold, until the context ends."""
        with ExitStack() as opening:
            self._environ["BOT_API_URL"] = bot_api_url
            # One container for the stream and one for the queue: on AWS too they run side by side.
            self._deliver = self._function("handlers.deliver", DeliverSettings, 2, queue=self.queue)
            opening.callback(self._deliver.close)
            self._pump = StreamPump(
                self._source.streams,
                self._source.stream_arn,
                self._deliver,
                keeps_iterators=self._source.keeps_iterators,
            )
            self._resume = Resume(self._source, self._deliver, self.queue, self._now)
            self._take_up()
            for worker in self._workers.values():
                worker.start()
                opening.callback(worker.stop)
            opening.callback(self._pump.stop)
            self._hear_of_writes()
            yield

    def _tell(self) -> None:
        """What the stream brings; and some time later what was given up, for the fault may have passed."""
        self._pump.run()
        if self._count_lost() > self._lost and time.monotonic() - self._taken_up_at > self._take_up_every_s:
            self._take_up()

    def _take_up(self) -> None:
        self._lost, self._taken_up_at = self._count_lost(), time.monotonic()
        self._resume.run()

    def _count_lost(self) -> int:
        return self._pump.given_up + len(self.queue.dead_letters)

    def _hear_of_writes(self) -> None:
        """Read the stream after each write at once, rather than at the next look at it."""
        for operation in WRITES:
            self._source.dynamodb.meta.events.register(f"after-call.dynamodb.{operation}", lambda **_: self.wake())

    def _function(self, name: str, settings: Any, containers: int, **arguments: Any) -> Function:
        own = {"settings": settings.from_environ(self._environ), "table": self._table, "now": self._now}
        return Function(name, {**own, **arguments}, containers)
