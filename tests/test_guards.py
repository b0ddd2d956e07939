"""The guards that every test runs under."""

import asyncio
import os
import socket

import boto3
import pytest

from tests import real_parts


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.org"])
def test_a_test_cannot_reach_beyond_this_machine(host: str, refused: list[str]) -> None:
    with pytest.raises(ConnectionRefusedError, match="tests stay on this machine"):
        socket.create_connection((host, 80), timeout=1)
    assert refused == [host]
    refused.clear()


def test_an_asynchronous_client_cannot_either(refused: list[str]) -> None:
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(asyncio.open_connection("example.org", 80))
    assert refused == ["example.org"]
    refused.clear()


def test_this_machine_itself_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()[:2]) as client:
        assert client.getpeername() == server.getsockname()


def test_no_account_of_the_developers_is_used() -> None:
    credentials = boto3.Session().get_credentials()
    assert credentials is not None
    assert credentials.access_key == "testing"
    assert "AWS_PROFILE" not in os.environ


def test_a_missing_part_skips_the_test_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"left out: Chromium \(needs Debian's package chromium\)"):
        real_parts.require("chromium")


def test_a_missing_part_fails_the_test_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="left out: DynamoDB Local"):
        real_parts.require("dynamodb")


def test_dynamodb_local_answers(dynamodb_local: str) -> None:
    assert "TableNames" in boto3.client("dynamodb", endpoint_url=dynamodb_local).list_tables()
