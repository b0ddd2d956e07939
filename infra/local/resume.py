"""Takes up what a stop left untold, from the table alone, for a local stream may be as short-lived as its server.

A match whose chats have not heard of its newest version comes to deliver once more, as does a screen that was not
shown; what was told already, deliver skips. A chat that was waiting gets its visit.
"""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from infra import keys
from infra.attributes import Attributes, unmarshal
from infra.items import Cursor
from infra.local.functions import Event, FunctionError
from infra.local.pump import plain
from infra.local.source import Source
from infra.queue import Queue

logger = logging.getLogger(__name__)

BATCH: Final = 100
PAUSES_S: Final = (0.1, 1, 5)


class Resume:
    """Goes through a table once."""

    def __init__(
        self,
        source: Source,
        deliver: Callable[[Event], Any],
        queue: Queue,
        now: Callable[[], int],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._source = source
        self._deliver = deliver
        self._queue = queue
        self._now = now
        self._sleep = sleep

    def run(self) -> None:
        matches: dict[str, Attributes] = {}
        cursors: dict[tuple[str, int], Cursor] = {}
        screens: list[Attributes] = []
        for item in self._items():
            sk = item["sk"]["S"]
            if sk == keys.MATCH:
                matches[keys.code_of(item, "pk")] = item
            elif sk.startswith(keys.CHAT_PREFIX):
                seat = int(sk.removeprefix(keys.CHAT_PREFIX))
                cursors[keys.code_of(item, "pk"), seat] = Cursor.model_validate(unmarshal(item))
            elif sk.startswith(keys.SCREEN_PREFIX) and self._is_to_be_shown(item):
                screens.append(item)
        self._queue_visits(cursors)
        untold = [item for code, item in matches.items() if _is_untold(code, item, cursors)]
        self._tell([_record(item, "MODIFY") for item in untold] + [_record(item, "INSERT") for item in screens])

    def _items(self) -> Iterator[Attributes]:
        pages = self._source.dynamodb.get_paginator("scan").paginate(TableName=self._source.name, ConsistentRead=True)
        return itertools.chain.from_iterable(page["Items"] for page in pages)

    def _is_to_be_shown(self, item: Attributes) -> bool:
        return "name" in item and int(item["expires_at"]["N"]) > self._now()

    def _queue_visits(self, cursors: dict[tuple[str, int], Cursor]) -> None:
        for (code, seat), cursor in cursors.items():
            if cursor.waits_until is not None:
                self._queue.send(code, seat, max(0, cursor.waits_until - self._now()))

    def _tell(self, records: list[Event]) -> None:
        for start in range(0, len(records), BATCH):
            left = records[start : start + BATCH]
            for pause in PAUSES_S:
                left = self._failed(left)
                if not left:
                    break
                self._sleep(pause)
            else:
                logger.warning("Changes left untold: %d", len(left))

    def _failed(self, records: list[Event]) -> list[Event]:
        """Deliver records, and answer those that must come again."""
        batch = [_numbered(record, number) for number, record in enumerate(records)]
        try:
            failures = (self._deliver({"Records": batch}) or {}).get("batchItemFailures") or []
        except FunctionError:
            return records
        return [records[int(failure["itemIdentifier"])] for failure in failures]


def _is_untold(code: str, item: Attributes, cursors: dict[tuple[str, int], Cursor]) -> bool:
    version, seats = int(item["version"]["N"]), len(item["seats"]["L"])
    places = [*range(seats), *([keys.DUEL] if "duel" in item else [])]
    return any(cursors.get((code, place), Cursor()).told < version for place in places)


def _record(item: Attributes, event_name: str) -> Event:
    """A stream record for an item as it is. A match is told as unchanged, so that whatever is missing rings."""
    images = {"NewImage": item} | ({"OldImage": item} if event_name == "MODIFY" else {})
    key = {name: item[name] for name in ("pk", "sk")}
    record: Event = plain({"eventSource": "aws:dynamodb", "eventName": event_name, "dynamodb": {"Keys": key, **images}})
    return record


def _numbered(record: Event, number: int) -> Event:
    return {**record, "dynamodb": {**record["dynamodb"], "SequenceNumber": str(number)}}
