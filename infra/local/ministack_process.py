"""Runs ministack in its own environment, for one client, until whoever started it is gone: then it stops, and saves.

ministack serves whoever asks, web pages too; here only who signs with the access key that came in ACCESS_KEY. This file
is run by ministack's Python, and so imports nothing of the bot's.
"""

import importlib
import os
import signal
import threading
from typing import Any

STDIN = 0


def stop_with_parent() -> None:
    """The other end of this pipe closes however the parent ends, by a crash as well."""
    while os.read(STDIN, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def guarded(app: Any, access_key: str) -> Any:
    """An ASGI application that refuses every request that is not signed with this key."""
    mark = f"Credential={access_key}/".encode()

    async def guard(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or mark in dict(scope["headers"]).get(b"authorization", b""):
            await app(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})

    return guard


if __name__ == "__main__":
    threading.Thread(target=stop_with_parent, daemon=True).start()
    ministack: Any = importlib.import_module("ministack.app")
    ministack.app = guarded(ministack.app, os.environ["ACCESS_KEY"])
    ministack.main()
