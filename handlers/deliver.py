"""Deliver: takes what changed in the table from its stream, and tells the chats. It also serves the queue of chats that
had to wait. It answers which records failed, so that they come again.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from infra.starting import uncollected

with uncollected():
    from handlers.chat.outside import Outside
    from handlers.chat.telling import show, tell, visit
    from handlers.chat.turns import Turns
    from handlers.chat.watching import watch
    from infra import clients
    from infra.courier import Courier, bot
    from infra.items import Change, ScreenItem, parse_record
    from infra.logs import about, decision, log, note, quiet_libraries, tell_start
    from infra.queue import Queue, SqsQueue
    from infra.secret_store import SecretStore
    from infra.settings import DeliverSettings, with_secrets
    from infra.table import FormatError, NoTableError, Table

Event = Mapping[str, Any]
Response = dict[str, list[dict[str, str]]]
SIDE_BY_SIDE: Final = 32


@dataclass(frozen=True)
class Job:
    """A record's work, after that of those before it in its lane; `facts` are for the log. What is done `beside` it, in
    a lane of its own, holds nothing up.
    """

    identifier: str
    lane: str
    work: Callable[[], Awaitable[None]]
    facts: Mapping[str, object]
    beside: Job | None = None


class Deliver:
    """The wired function. One event loop serves the container for its life, for the bot's connections belong to it."""

    def __init__(self, outside: Outside, stack_name: str | None, courier: Courier | None = None) -> None:
        """`courier` is closed with the function: it is this one's own."""
        self._outside = outside
        self._stack_name = stack_name
        self._courier = courier
        self._loop = asyncio.new_event_loop()

    def __call__(self, event: Event, _: object) -> Response:
        records: Sequence[Mapping[str, Any]] = event.get("Records", [])
        with about(function="deliver"):
            failed = self._loop.run_until_complete(_deliver(self._outside, records))
        self._outside.meter.write(self._stack_name, self._outside.now())
        return {"batchItemFailures": [{"itemIdentifier": identifier} for identifier in failed]}

    def close(self) -> None:
        """Let go of connections and threads. Lambda never asks for it; whoever wires the function elsewhere does."""
        if self._courier is not None:
            self._loop.run_until_complete(self._courier.close())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


def build(settings: DeliverSettings, table: Table, queue: Queue, now: Callable[[], int]) -> Deliver:
    """Wire the function."""
    own_bot = bot(settings.bot_token.get_secret_value(), settings.bot_api_url)
    courier = Courier(own_bot, has_paid_broadcast=settings.paid_broadcast == "on")
    log_days, has_inline_mode = int(settings.log_retention_days), settings.inline_mode == "on"
    outside = Outside(table, courier, queue, now, settings.bot_username, has_inline_mode, log_days)
    return Deliver(outside, settings.stack_name, courier)


async def _deliver(outside: Outside, records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Do the jobs of a batch: in order for one match or user, side by side for different ones. Gives what failed."""
    outside = replace(outside, courier=Turns(outside.courier, outside.now))
    lanes: dict[str, list[Job]] = {}
    jobs = [_job(outside, record) for record in records]
    for job in (*jobs, *filter(None, (job.beside for job in jobs))):
        lanes.setdefault(job.lane, []).append(job)
    slots = asyncio.Semaphore(SIDE_BY_SIDE)
    failed = await asyncio.gather(*(_work(jobs, slots) for jobs in lanes.values()))
    failures = set(itertools.chain.from_iterable(failed))
    return [identifier for identifier in map(_identifier, records) if identifier in failures]


async def _work(jobs: Sequence[Job], slots: asyncio.Semaphore) -> list[str]:
    """Do one lane's jobs until one fails; that and all behind it must come again."""
    async with slots:
        for index, job in enumerate(jobs):
            try:
                with decision("record", **job.facts):
                    await job.work()
            except Exception as error:  # noqa: BLE001 (whatever it is, the record must come again)
                log("record_failed", logging.ERROR, **job.facts, error=type(error).__name__, reason=_reason(error))
                return [failed.identifier for failed in jobs[index:]]
    return []


def _reason(error: Exception) -> str:
    """What to mend, where the error is one that says so; another's text might say more than a log may hold."""
    return str(error) if isinstance(error, NoTableError | FormatError) else ""


def _job(outside: Outside, record: Mapping[str, Any]) -> Job:
    """A record's lane and what to do about it."""
    identifier = _identifier(record)
    if record["eventSource"] == "aws:sqs":
        return Job(identifier, str(record["body"]), lambda: _visit(outside, record["body"]), {"of": "visit"})
    try:
        news = parse_record(record)
    except FormatError as error:
        log("format_unknown", logging.ERROR, reason=str(error))
        news = None
    if isinstance(news, Change):
        match = news.after
        facts = {"of": "match", "code": match.code, "version": match.version, "status": match.status.value}
        duel = Job(identifier, f"{match.code} duel", lambda: watch(outside, match), facts | {"of": "duel"})
        beside = duel if match.duel else None
        return Job(identifier, match.code, lambda: tell(outside, news), facts, beside)
    if isinstance(news, ScreenItem):
        facts = {"of": "screen", "screen": news.name, "update_id": news.update_id}
        return Job(identifier, str(news.user_id), lambda: show(outside, news), facts)
    return Job(identifier, identifier, _nothing, {"of": "nothing"})


def _identifier(record: Mapping[str, Any]) -> str:
    return str(record["messageId"] if "messageId" in record else record["dynamodb"]["SequenceNumber"])


async def _visit(outside: Outside, body: str) -> None:
    waiting = json.loads(body)
    note(code=str(waiting["code"]), seat=int(waiting["seat"]))
    await visit(outside, str(waiting["code"]), int(waiting["seat"]))


async def _nothing() -> None:
    return None


@functools.cache
def _wired() -> Deliver:
    with uncollected(for_good=True):
        quiet_libraries()
        environ = with_secrets(os.environ, lambda arn: SecretStore(clients.secrets_manager()).read(arn))
        settings = DeliverSettings.from_environ(environ)
        table = Table(clients.dynamodb(), settings.table_name)
        tell_start("deliver")
        return build(settings, table, SqsQueue(clients.sqs(), settings.queue_url), lambda: int(time.time()))


def handler(event: Event, context: object) -> Response:
    """Lambda's entry: records of the table's stream, or of the queue."""
    return _wired()(event, context)
