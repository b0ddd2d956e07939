"""HTTP to a Function URL event (payload 2.0), and the result back to HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from infra.local.function_url import FunctionUrl
from infra.local.functions import FunctionError


def post(function: Callable[[Any], Any], **request: Any) -> httpx.Response:
    """The answer to a POST to this function's address."""
    app = Starlette(routes=[Route("/webhook", FunctionUrl(function, 2).answer, methods=["POST"])])

    async def call() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://local.test") as client:
            return await client.post("/webhook", **request)

    return asyncio.run(call())


def event_of(**request: Any) -> dict[str, Any]:
    """The event that a POST becomes."""
    events: list[dict[str, Any]] = []
    post(events.append, **request)
    (event,) = events
    json.dumps(event)
    return event


def test_a_json_body_comes_as_text_and_header_names_in_lower_case() -> None:
    update = {"update_id": 1, "message": {"text": "⚄ ü"}}
    event = event_of(json=update, headers={"X-Telegram-Bot-Api-Secret-Token": "S3cret"}, params={"a": "b"})
    assert json.loads(event["body"]) == update
    assert event["isBase64Encoded"] is False
    assert event["headers"]["x-telegram-bot-api-secret-token"] == "S3cret"
    assert (event["version"], event["rawPath"], event["rawQueryString"]) == ("2.0", "/webhook", "a=b")
    assert event["queryStringParameters"] == {"a": "b"}
    assert event["requestContext"]["http"]["method"] == "POST"


@pytest.mark.parametrize(
    "content_type, body",
    [("application/octet-stream", b"{}"), ("application/json", b"\xff\xfe"), ("image/png", b"\x89PNG")],
)
def test_a_body_that_is_no_text_comes_in_base64(content_type: str, body: bytes) -> None:
    event = event_of(content=body, headers={"content-type": content_type})
    assert event["isBase64Encoded"] is True
    assert base64.b64decode(event["body"]) == body


def test_no_body_is_none() -> None:
    assert "body" not in event_of()


@pytest.mark.parametrize(
    "result, status, content",
    [
        ({"statusCode": 200}, 200, b""),
        ({"statusCode": 403, "body": "no"}, 403, b"no"),
        ({"statusCode": 200, "body": base64.b64encode(b"\x00").decode(), "isBase64Encoded": True}, 200, b"\x00"),
        ({"method": "sendMessage"}, 200, b'{"method":"sendMessage"}'),
        (None, 200, b"null"),
    ],
)
def test_a_result_becomes_the_answer(result: Any, status: int, content: bytes) -> None:
    answer = post(lambda _: result)
    assert (answer.status_code, answer.content) == (status, content)


def test_headers_of_a_result_reach_the_caller() -> None:
    answer = post(lambda _: {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": "x"})
    assert answer.headers["content-type"].startswith("text/plain")


def test_a_function_that_fails_is_a_502_so_that_the_update_comes_again() -> None:
    def fails(_: Any) -> None:
        raise FunctionError

    assert post(fails).status_code == 502
