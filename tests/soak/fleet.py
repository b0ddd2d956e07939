"""The soak's end of its workers: hands each event to one that is free, and puts another in the place of a dead one."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import multiprocessing
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.process import BaseProcess
from typing import Any, Final

from tests.soak.wire import Json, Setup, line

LARGEST: Final = 1 << 26


class FunctionFailedError(Exception):
    """The function raised, or its process died."""


@dataclass
class Worker:
    """One process, with this side's end of its wire."""

    process: BaseProcess
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Fleet:
    """`on_visit` gets what deliver puts into the queue; `on_trouble` hears of a worker's trouble, and which chats had a
    message on its way that is not noted yet.
    """

    def __init__(
        self,
        setup: Setup,
        offset: ctypes.c_longlong,
        on_visit: Callable[[str, int, int], None],
        on_trouble: Callable[[str, list[int]], None],
    ) -> None:
        self._setup = setup
        self._offset = offset
        self._on_visit = on_visit
        self._on_trouble = on_trouble
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.soak.worker"])
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: list[Worker] = []
        self.troubles: Counter[str] = Counter()

    async def start(self, workers: int) -> None:
        for _ in range(workers):
            await self._add()

    async def calm(self) -> None:
        """Put workers in the place of all, in which nothing goes wrong any more."""
        self._setup = replace(self._setup, chaos=self._setup.chaos.calmed())
        count = len(self._workers)
        await self.stop()
        await self.start(count)

    async def stop(self) -> None:
        for worker in self._workers:
            worker.writer.close()
        for worker in self._workers:
            await asyncio.to_thread(worker.process.join)
        self._workers, self._idle = [], asyncio.Queue()

    async def invoke(self, function: str, event: Json, label: str, tries: int, labels: Json | None = None) -> Any:
        """A function's result. Raises FunctionFailedError."""
        worker = await self._idle.get()
        message = {"function": function, "event": event, "label": label, "tries": tries, "labels": labels or {}}
        worker.writer.write(line(message))
        while received := await worker.reader.readline():
            news = json.loads(received)
            if "visit" in news:
                self._on_visit(*news["visit"])
            elif "throttled" in news:
                self._on_trouble("calls of the table throttled", news["throttled"])
            elif "dies" in news:
                self.troubles[f"kills {_around(news['dies'])}"] += 1
                self._on_trouble("workers killed", news["in_flight"])
            else:
                self._idle.put_nowait(worker)
                return self._result(news["result"])
        await self._replace(worker)
        raise FunctionFailedError(function)

    def _result(self, result: Any) -> Any:
        if isinstance(result, dict) and "error" in result:
            self.troubles[f"functions failed: {result['error']}"] += 1
            raise FunctionFailedError(result["error"])
        return result

    async def _add(self) -> None:
        ours, theirs = socket.socketpair()
        process = self._context.Process(target=_serve, args=(theirs, self._setup, self._offset), daemon=True)
        process.start()
        theirs.close()
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=LARGEST)
        worker = Worker(process, reader, writer)
        self._workers.append(worker)
        self._idle.put_nowait(worker)

    async def _replace(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.writer.close()
        with contextlib.suppress(ConnectionError):
            await worker.writer.wait_closed()
        worker.process.join()
        await self._add()


def _around(where: str) -> str:
    """A place to die in short: before or after a call, and of what. The table's calls alone are named in snake case."""
    when, call = where.split()[:2]
    return f"{when} {'the queue' if call == 'send' else 'the Bot API' if call != call.lower() else 'the table'}"


def _serve(end: socket.socket, setup: Setup, offset: ctypes.c_longlong) -> None:
    from tests.soak.worker import serve  # the forkserver has it; the soak itself need not

    serve(end, setup, offset)
