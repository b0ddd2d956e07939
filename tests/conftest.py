"""What every test has: no network beyond this machine, no account of anybody's, real parts that are there or named."""

import ipaddress
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests import dynamodb_local as simulator
from tests.real_parts import LEFT_OUT, require

NOBODY = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_REGION": "eu-central-1",
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_EC2_METADATA_DISABLED": "true",
    "SAM_CLI_TELEMETRY": "0",
}

SOAK = "test_soak.py"

# How long one example takes says nothing on a busy machine.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    """Take away whatever account the developer's environment holds, from child processes too."""
    for name in [name for name in os.environ if name.startswith(("AWS_", "TELEGRAM_"))]:
        del os.environ[name]
    os.environ.update(NOBODY)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever uses DynamoDB Local, so that `-m 'not real'` leaves it out. Files with real parts come first: they
    are the longest, and at the end one worker would be left alone with them. The soak is the last, for it keeps all
    processors busy by itself, and beside others it only has to try more often.
    """
    for item in items:
        if "dynamodb_local" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.real("dynamodb"))
    real = {item.path for item in items if item.get_closest_marker("real")}
    items.sort(key=lambda item: (item.path.name == SOAK, item.path not in real))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("real"):
        for name in marker.args:
            require(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in a line each which real parts were left out."""
    reasons = (str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []))
    left_out = Counter(reason.partition(LEFT_OUT)[2] for reason in reasons if LEFT_OUT in reason)
    for reason, tests in sorted(left_out.items()):
        terminalreporter.write_line(f"{LEFT_OUT}{reason}; tests: {tests}", yellow=True)


@pytest.fixture(scope="session")
def dynamodb_local() -> Iterator[str]:
    """The URL of a DynamoDB Local of this worker's own."""
    with simulator.start() as url:
        yield url


@pytest.fixture(scope="session")
def refused() -> Iterator[list[str]]:
    """The hosts beyond this machine that were reached for: each attempt is refused, and kept here."""
    hosts: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in [(socket.socket, "connect"), (socket.socket, "connect_ex"), (socket, "getaddrinfo")]:
            patch.setattr(owner, name, _guarded(getattr(owner, name), hosts))
        yield hosts


@pytest.fixture(autouse=True)
def loopback_only(refused: list[str]) -> Iterator[None]:
    """Fail a test that reaches beyond this machine, even where the code under test swallows the refusal."""
    refused.clear()
    yield
    if refused:
        pytest.fail(f"this test reached for the network: {', '.join(refused)}", pytrace=False)


def _guarded(call: Callable[..., Any], refused: list[str]) -> Callable[..., Any]:
    def guard(*args: Any, **kwargs: Any) -> Any:
        host = _host(*args)
        if host is not None and not _is_loopback(host):
            refused.append(host)
            raise ConnectionRefusedError(f"tests stay on this machine: {host}")
        return call(*args, **kwargs)

    return guard


def _host(first: Any, second: Any = None, *_: Any) -> str | None:
    """The host that a call names: getaddrinfo's first argument, or a socket's address (a Unix socket has none)."""
    if isinstance(first, socket.socket):
        return str(second[0]) if isinstance(second, tuple) else None
    return first.decode() if isinstance(first, bytes) else first


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in ("", "localhost") or host.endswith(".localhost")
