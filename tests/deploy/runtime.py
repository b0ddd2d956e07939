"""A Lambda container on this machine: the package under AWS's own runtime client and runtime interface emulator."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.deploy.package import HERE
from tests.real_parts import require

INVOCATIONS = "/2015-03-31/functions/function/invocations"
START_WITHIN = 60.0


class FunctionError(Exception):
    """The function raised, or its container did not start; the answer says how."""


@dataclass
class Container:
    """One running function. It serves one event at a time, as every container does."""

    url: str
    log: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, event: Mapping[str, Any]) -> Any:
        """The handler's result. Raises FunctionError."""
        with self._lock:
            answer = httpx.post(self.url + INVOCATIONS, json=event, timeout=60, trust_env=False).json()
        if isinstance(answer, dict) and "errorType" in answer:
            raise FunctionError(json.dumps(answer))
        return answer

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def lines(self) -> list[dict[str, Any]]:
        """What the function itself logged: each line is JSON."""
        logged = [line for line in self.said().splitlines() if line.startswith("{")]
        return [json.loads(line) for line in logged]


@contextmanager
def container(package: Path, handler: str, environ: Mapping[str, str], log: Path) -> Iterator[Container]:
    """Runs a handler of the package while the context lasts."""
    port, runtime_port = _free_port(), _free_port()
    emulator = require("sam").parent.parent / "lib" / "python3.13" / "site-packages" / "samcli" / "local" / "rapid"
    addresses = [
        f"--runtime-interface-emulator-address=127.0.0.1:{port}",
        f"--runtime-api-address=127.0.0.1:{runtime_port}",
    ]
    command: list[str | Path] = [
        emulator / f"aws-lambda-rie-{HERE}",
        *addresses,
        require("runtime"),
        "-m",
        "awslambdaric",
        handler,
    ]
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=package, env=_environment(package, handler, environ), stdout=output, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(process, port)
            yield Container(f"http://127.0.0.1:{port}", log)
        finally:
            process.terminate()
            process.wait(10)


def _environment(package: Path, handler: str, environ: Mapping[str, str]) -> dict[str, str]:
    """What Lambda gives a function of the template."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(package.parent),
        "AWS_REGION": "eu-central-1",
        "AWS_DEFAULT_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_LAMBDA_FUNCTION_NAME": handler.split(".")[-2],
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
        "AWS_LAMBDA_FUNCTION_TIMEOUT": "50",
        "AWS_LAMBDA_LOG_FORMAT": "JSON",
        "AWS_LAMBDA_LOG_LEVEL": "INFO",
        "LAMBDA_TASK_ROOT": str(package),
        "PYTHONPATH": str(package),
        **environ,
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    give_up = time.monotonic() + START_WITHIN
    while process.poll() is None and time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the runtime interface emulator did not start")
