"""Running the local Bot API: a uvicorn server that lets go of open streams when it stops, in this thread or another."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from infra.local.bot_api.app import BotApi

GRACE = 3


class Server(uvicorn.Server):
    """Serves on the sockets that `run` or `serve` is given."""

    def __init__(self, bot_api: BotApi) -> None:
        config = uvicorn.Config(
            bot_api.app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE, lifespan="on"
        )
        super().__init__(config)
        self._bot_api = bot_api

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._bot_api.end_streams()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Named as TCP, so that asyncio sends at once: it cost 40 ms a call to wait for more."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


@contextmanager
def running(bot_api: BotApi, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serves in a thread of its own while the context lasts; gives the base URL. Port 0 is any free one."""
    listener = listen(host, port)
    server = Server(bot_api)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10 + GRACE)
        listener.close()
