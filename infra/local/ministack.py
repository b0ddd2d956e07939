"""A DynamoDB on this machine for a bot without an account: ministack, whose state a restart and a crash leave whole.

Why not DynamoDB Local with a file: its licence is for holders of an AWS account, it wants Java and npm, and it listens
on every network that the machine is in. ministack is free, is installed as Python packages, and stays on this machine.
Its PERSIST_STATE=1 saves only when it stops in good order. So it is stopped that way even where the bot is killed, and
what would be lost with a killed machine stands in a journal.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infra.local.database import Database, DatabaseError, Endpoint
from infra.local.journal import Journal

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = ROOT / ".tools" / "ministack" / "bin" / "python"
PROCESS: Final = Path(__file__).with_name("ministack_process.py")
ALONE_WITHIN_S: Final = 10.0
STARTS_WITHIN_S: Final = 60.0
STOPS_WITHIN_S: Final = 30.0
LOG: Final = "ministack.log"


@dataclass(frozen=True)
class Ministack:
    """A table, and the process that serves it; that should not end before it is told."""

    process: subprocess.Popen[bytes]
    database: Database


@contextmanager
def ministack(
    folder: Path, table_name: str, python: Path = PYTHON, alone_within_s: float = ALONE_WITHIN_S
) -> Iterator[Ministack]:
    """Serve the table that is kept in a folder, while the context is open. Raises DatabaseError."""
    if not python.exists():
        raise DatabaseError("The local database is not installed: start the bot by `make bot`, which installs it.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder, alone_within_s) as lock, _running(folder, lock, python) as (process, endpoint):
        database = endpoint.open(table_name)
        journal = Journal(folder / "journal.jsonl", database.dynamodb, table_name)
        journal.play_back()
        journal.keep()
        try:
            yield Ministack(process, database)
        finally:
            database.close()
            if _has_saved(folder, process):
                journal.forget()


@contextmanager
def _alone(folder: Path, within_s: float) -> Iterator[int]:
    """A lock on the folder. The process that serves it holds it too, so that a next one waits for its end."""
    with open(folder / "lock", "w") as lock:
        give_up = time.monotonic() + within_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise DatabaseError(f"Another bot on this machine is using {folder}: stop it first.") from None
                time.sleep(0.05)
        yield lock.fileno()


@contextmanager
def _running(folder: Path, lock: int, python: Path) -> Iterator[tuple[subprocess.Popen[bytes], Endpoint]]:
    port, access_key = _free_port(), secrets.token_hex(10)
    with open(folder / LOG, "wb") as log:
        process = subprocess.Popen(
            [python, "-P", PROCESS],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=_environ(folder, port, access_key),
            pass_fds=[lock],
            start_new_session=True,  # Ctrl-C is for the bot, which has things to finish first
        )
    try:
        _await(process, port, folder)
        yield process, Endpoint(f"http://127.0.0.1:{port}", access_key)
    finally:
        _stop(process)


def _environ(folder: Path, port: int, access_key: str) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "ACCESS_KEY": access_key,
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "SERVICES": "dynamodb,dynamodbstreams",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folder / "state"),
        "TMPDIR": str(folder),
        "LOG_LEVEL": "WARNING",
        # What it would look for on this machine beside that.
        "DOCKER_HOST": f"unix://{folder}/none",
        "SFTP_ENABLED": "0",
        "IOT_MTLS_ENABLED": "0",
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _await(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    give_up = time.monotonic() + STARTS_WITHIN_S
    while process.poll() is None and time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise DatabaseError(f"The local database does not start; {folder / LOG} says why.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(STOPS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _has_saved(folder: Path, process: subprocess.Popen[bytes]) -> bool:
    """Stop the process, and see whether its state is on disk."""
    began = time.time()
    _stop(process)
    state = folder / "state" / "dynamodb.json"
    return process.returncode == 0 and state.exists() and state.stat().st_mtime >= began - 1
