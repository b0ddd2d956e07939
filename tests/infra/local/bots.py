"""`make bot`'s command as a process of its own, to be told, stopped and killed, and what it prints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from infra.local.account import Account

ROOT = Path(__file__).parents[3]
TOKEN = "7776000005:" + "B" * 35
PATIENCE_S = 60.0


def environ(bot_api_url: str, **more: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name not in ("TABLE_NAME", "BOT_API_URL")}
    return {**own, "TELEGRAM_BOT_TOKEN": TOKEN, "BOT_API_URL": bot_api_url, **more}


class RunningBot:
    """The bot, while the context is open; killed at its end if it still runs. `lines` is what it has printed so far."""

    def __init__(self, data: Path, environ: dict[str, str]) -> None:
        command = [sys.executable, "-m", "infra.local.bot", "--data", str(data)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,))
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self.wait()

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def ready(self) -> Self:
        """Wait until it says that it is ready."""
        self.wait_for("is ready")
        return self

    def wait_for(self, part: str) -> None:
        give_up = time.monotonic() + PATIENCE_S
        while part not in self.text:
            assert self._process.poll() is None, self.text
            assert time.monotonic() < give_up, self.text
            time.sleep(0.02)

    def kill(self) -> None:
        """Give it no chance to finish anything."""
        self._process.kill()
        self.wait()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop, and answer its exit code."""
        self._process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Its exit code, once it has ended by itself."""
        code = self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return code

    def _read(self, output: IO[str]) -> None:
        with output:
            for line in output:
                self.lines.append(line)


def assert_says_nothing_secret(text: str) -> None:
    """Neither token nor webhook secret, nor a part of them that would do."""
    account = Account(TOKEN, "")
    for secret in (account.token, account.token.partition(":")[2], account.webhook_secret):
        assert secret not in text
