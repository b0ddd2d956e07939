"""Carries the table's stream and the queue of waiting chats to deliver, as AWS does, and with AWS's moods.

A match's records stay in order within their lane; a batch that fails comes again from the lowest failure on. Batches
come late, and twice; so do visits. What fails too often is given up and counted.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from infra.local.pump import is_wanted, plain
from infra.local.shards import Shards
from infra.local.source import Source
from tests.soak.chaos import Chaos
from tests.soak.fleet import FunctionFailedError

Json = dict[str, Any]
Deliver = Callable[[list[Json], str, int, Json], Awaitable[Any]]
"""Records, what they are, how often they have been tried, and labels for their matches."""

LANES: Final = 32
BATCH: Final = 10
TRIES: Final = 11  # fewer than an hour of them, which template.yaml allows
RECEIVES: Final = 5  # template.yaml: maxReceiveCount
SLACK_S: Final = 2.0
"""Who asks for a visit has so long to note that the chat waits. Writes are not hasty, so neither is this."""
LOOK_EVERY_S: Final = 0.02
_PAUSES_S: Final = (0.05, 0.1, 0.2, 0.4, 0.8)


class Stream:
    """Reads the stream and keeps its lanes busy until it is stopped."""

    def __init__(self, source: Source, chaos: Chaos, deliver: Deliver) -> None:
        self._shards = Shards(source.streams, source.stream_arn, keeps_iterators=True)
        self._arn = source.stream_arn
        self.chaos = chaos
        self._deliver = deliver
        self._lanes: list[asyncio.Queue[Json]] = [asyncio.Queue() for _ in range(LANES)]
        self._unfinished = 0
        self.records = 0
        self.troubles: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._read())]
        self._tasks += [asyncio.create_task(self._work(lane)) for lane in self._lanes]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def is_busy(self) -> bool:
        return self._unfinished > 0

    async def _read(self) -> None:
        while True:
            for record in await asyncio.to_thread(self._new_records):
                self._unfinished += 1
                self._lanes[zlib.crc32(_pk(record).encode()) % LANES].put_nowait(record)
            await asyncio.sleep(LOOK_EVERY_S)

    def _new_records(self) -> list[Json]:
        found: list[Json] = []
        for shard in self._shards.readable():
            records = shard.read(1000)
            if records:
                shard.move_on(records[-1]["dynamodb"]["SequenceNumber"])
            found += [plain(record) | {"eventSourceARN": self._arn} for record in records if is_wanted(record)]
        return found

    async def _work(self, lane: asyncio.Queue[Json]) -> None:
        while True:
            batch = [await lane.get()]
            if self.chaos.happens("batch_late", _label(batch)):
                self.troubles["batches late"] += 1
                await asyncio.sleep(1.5 * self.chaos.draw("pause", _label(batch)))
            while len(batch) < BATCH and not lane.empty():
                batch.append(lane.get_nowait())
            await self._carry(batch)
            if self.chaos.happens("batch_twice", _label(batch)):
                self.troubles["batches twice"] += 1
                await self._carry(batch)
            self.records += len(batch)
            self._unfinished -= len(batch)

    async def _carry(self, batch: list[Json]) -> None:
        tries = 0
        while batch:
            failed = await self._failed(batch, tries)
            if failed is None:
                return
            self.troubles["batches tried again"] += 1
            batch, tries = batch[failed:], tries + 1 if failed == 0 else 1
            if tries >= TRIES:
                self.troubles["records given up"] += 1
                batch, tries = batch[1:], 0
            await asyncio.sleep(_PAUSES_S[min(tries, len(_PAUSES_S)) - 1])

    async def _failed(self, batch: list[Json], tries: int) -> int | None:
        """The place of the lowest failure; None if there was none."""
        labels = {_pk(record).removeprefix("MATCH#"): f"{_label([record])} {tries}" for record in batch}
        try:
            answer = await self._deliver(batch, _label(batch), tries, labels)
        except FunctionFailedError:
            return 0
        failed = {failure["itemIdentifier"] for failure in answer["batchItemFailures"]}
        return next((n for n, record in enumerate(batch) if record["dynamodb"]["SequenceNumber"] in failed), None)


class Visits:
    """The queue of chats that must wait, due by the soak's clock: at least once, and in no order."""

    def __init__(self, now: Callable[[], int], chaos: Chaos, deliver: Deliver) -> None:
        self._now = now
        self.chaos = chaos
        self._deliver = deliver
        self._sent: Counter[tuple[str, int]] = Counter()
        self._waiting: set[asyncio.Task[None]] = set()
        self.visits = 0
        self.troubles: Counter[str] = Counter()

    def put(self, code: str, seat: int, delay_s: int) -> None:
        self._sent[code, seat] += 1
        label = f"visit {code} {seat} {self._sent[code, seat]}"
        self.visits += 1
        is_twice = self.chaos.happens("visit_twice", label)
        self.troubles["visits twice"] += is_twice
        for copy in range(1 + is_twice):
            task = asyncio.create_task(self._visit(code, seat, self._now() + delay_s, f"{label} {copy}"))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    def is_busy(self) -> bool:
        return bool(self._waiting)

    async def _visit(self, code: str, seat: int, due_at: int, label: str) -> None:
        body = json.dumps({"code": code, "seat": seat})
        record = {"messageId": label, "body": body, "eventSource": "aws:sqs"}
        await asyncio.sleep(SLACK_S)
        for tries in range(RECEIVES):
            while self._now() < due_at:  # noqa: ASYNC110 (the clock is no event)
                await asyncio.sleep(0.2)
            try:
                answer = await self._deliver([record], label, tries, {code: f"{label} {tries}"})
                if not answer["batchItemFailures"]:
                    return
            except FunctionFailedError:
                pass
            due_at = self._now() + 1
        self.troubles["visits given up"] += 1


def _pk(record: Json) -> str:
    return str(record["dynamodb"]["Keys"]["pk"]["S"])


def _label(batch: list[Json]) -> str:
    """A batch by its first record: the match and its version, or the screen."""
    image = batch[0]["dynamodb"].get("NewImage", {})
    sk = batch[0]["dynamodb"]["Keys"]["sk"]["S"]
    return f"{_pk(batch[0])} {sk} {image.get('version', {}).get('N', '')}"
