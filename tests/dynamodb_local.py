"""Starts AWS's own DynamoDB Local on a free port, in memory, for tests of what moto cannot show: races and streams."""

import http.client
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.real_parts import require

START_WITHIN = 120.0  # seconds; a cold Java takes a few, and many on a busy machine


@contextmanager
def start() -> Iterator[str]:
    """Give the endpoint's URL while DynamoDB Local runs; skip the test (or fail it in CI) where it cannot."""
    jar = require("dynamodb")
    port = _free_port()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(_command(jar, port), cwd=jar.parent, stdout=output, stderr=subprocess.STDOUT)
        try:
            if not _answers(process, port):
                output.seek(0)
                raise RuntimeError(f"DynamoDB Local did not start: {output.read().decode(errors='replace')[-2000:]}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def _command(jar: Path, port: int) -> list[str]:
    library = jar.with_name("DynamoDBLocal_lib")
    options = ["-inMemory", "-sharedDb", "-disableTelemetry", "-port", str(port)]
    return [
        "java",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        f"-Djava.library.path={library}",
        "-jar",
        str(jar),
        *options,
    ]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    give_up = time.monotonic() + START_WITHIN
    while process.poll() is None and time.monotonic() < give_up:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status > 0
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    return False
