"""Delivery to a webhook as Telegram does it: a queue's updates one at a time and in order, different queues side by
side, tried again with growing delay until a 2xx, and the method in the reply carried out."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit, urlunsplit

import httpx

from infra.local.bot_api.errors import Json
from infra.local.bot_api.params import Params, from_reply
from infra.local.bot_api.state import Bot, Webhook
from infra.local.bot_api.updates import Pending
from infra.local.clock import Clock

LOG = logging.getLogger(__name__)
TIMEOUT = 30.0
LONGEST = 90
MAX_RETRY_AFTER = 3600
NOT_IN_REPLIES = frozenset({"setwebhook", "deletewebhook", "close", "logout"})
Execute = Callable[[str, Params], Awaitable[None]]


class Delivery:
    """The deliveries of one bot. `retry_scale` shortens the waits between tries; `via` is a base URL that every request
    is sent to instead, with the webhook's own host in its Host header (for an emulator that routes by it)."""

    def __init__(self, bot: Bot, clock: Clock, execute: Execute, retry_scale: float, via: str | None) -> None:
        self._bot = bot
        self._clock = clock
        self._execute = execute
        self._scale = retry_scale
        self._via = via
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(1)
        self._clients: dict[str, httpx.AsyncClient] = {}
        bot.updates.on_new.append(self._start_workers)

    def restart(self) -> None:
        """Takes up a changed webhook: what was not confirmed stays pending and is tried there."""
        self.stop()
        self._slots = asyncio.Semaphore(self._bot.webhook.max_connections)
        self._start_workers()

    def stop(self) -> None:
        for worker in self._workers.values():
            worker.cancel()
        self._workers.clear()

    async def close(self) -> None:
        workers = list(self._workers.values())
        self.stop()
        await asyncio.gather(*workers, return_exceptions=True)
        for client in self._clients.values():
            await client.aclose()

    def is_busy(self) -> bool:
        """Whether an update waits, is under way, or waits between two tries."""
        return bool(self._bot.webhook.url and self._bot.updates.pending())

    def _start_workers(self) -> None:
        if not self._bot.webhook.url:
            return
        for queue in {pending.queue for pending in self._bot.updates.pending()} - self._workers.keys():
            self._workers[queue] = asyncio.create_task(self._work(queue))

    async def _work(self, queue: str) -> None:
        try:
            while pending := self._bot.updates.first(queue):
                await self._deliver(pending, self._bot.webhook)
                self._bot.updates.confirm(pending)
        finally:
            if self._workers.get(queue) is asyncio.current_task():
                del self._workers[queue]

    async def _deliver(self, pending: Pending, webhook: Webhook) -> None:
        """Returns once the update was taken, or has become too old to try again."""
        delay, failures = 1, 0
        while pending.expires_at >= self._clock.now():
            retry_after = await self._try(pending, webhook)
            if retry_after is None:
                return
            if failures and not retry_after:
                delay = min(delay * 2, LONGEST)
            wait = retry_after or (delay if failures else 0)
            failures += 1
            if self._clock.now() + wait > pending.expires_at:
                return
            await asyncio.sleep(wait * self._scale)

    async def _try(self, pending: Pending, webhook: Webhook) -> int | None:
        """None when the update was taken; else how many seconds the webhook asks to wait, or 0."""
        async with self._slots:
            try:
                response = await self._post(pending.update, webhook)
            except httpx.TimeoutException:
                return self._failed("Read timeout expired")
            except httpx.ConnectError:
                return self._failed("Connection refused")
            except (httpx.HTTPError, httpx.InvalidURL):
                return 0
        if not response.is_success:
            asked = response.headers.get("retry-after", "")
            self._failed(f"Wrong response from the webhook: {response.status_code} {response.reason_phrase}")
            return min(int(asked), MAX_RETRY_AFTER) if asked.isdecimal() else 0
        await self._carry_out(response)
        return None

    def _failed(self, message: str) -> int:
        LOG.info("%s", message)
        self._bot.webhook.last_error_date = self._clock.now()
        self._bot.webhook.last_error_message = message
        return 0

    async def _post(self, update: Json, webhook: Webhook) -> httpx.Response:
        headers = {"Accept-Encoding": "gzip, deflate"}
        if webhook.secret_token:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret_token
        url = urlsplit(webhook.url if "://" in webhook.url else f"https://{webhook.url}")
        if self._via:
            headers["Host"] = url.netloc
            via = urlsplit(self._via)
            url = url._replace(scheme=via.scheme, netloc=via.netloc)
        return await self._client(url.scheme).post(urlunsplit(url), json=update, headers=headers)

    def _client(self, scheme: str) -> httpx.AsyncClient:
        """One client for each scheme: plain http needs no certificates, and reading them is slow."""
        if scheme not in self._clients:
            context = ssl.create_default_context() if scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            limits = httpx.Limits(max_connections=100)
            self._clients[scheme] = httpx.AsyncClient(timeout=TIMEOUT, trust_env=False, verify=context, limits=limits)
        return self._clients[scheme]

    async def _carry_out(self, response: httpx.Response) -> None:
        params = await from_reply(dict(response.headers), response.content)
        method = params.text("method")
        if method and method.lower() not in NOT_IN_REPLIES and not method.lower().startswith("get"):
            values = {name: value for name, value in params.values.items() if name != "method"}
            await self._execute(method, Params(values, params.files))
