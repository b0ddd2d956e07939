"""A Lambda function behind an address: an HTTP request becomes a Function URL event (payload 2.0), and the result an
HTTP answer, as AWS does both.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from infra.local.functions import Event, FunctionError

_TEXT: Final = ("text/", "application/json", "application/javascript", "application/xml")


class FunctionUrl:
    """Answers requests by calling a function in a worker thread, `concurrency` of them side by side."""

    def __init__(self, function: Callable[[Event], Any], concurrency: int) -> None:
        self._function = function
        self._concurrency = concurrency
        self._limiter: anyio.CapacityLimiter | None = None

    async def answer(self, request: Request) -> Response:
        # A limiter belongs to the event loop that runs it.
        self._limiter = self._limiter or anyio.CapacityLimiter(self._concurrency)
        event = event_of(request, await request.body())
        try:
            result = await anyio.to_thread.run_sync(self._function, event, limiter=self._limiter)
        except FunctionError:
            return Response("Internal Server Error", 502)
        return response_of(result)


def event_of(request: Request, body: bytes) -> Event:
    """The request as payload 2.0, with its header names in lower case."""
    headers = {name: ",".join(request.headers.getlist(name)) for name in request.headers}
    source_ip = request.client.host if request.client else "127.0.0.1"
    event = post_event(headers, body, unquote(request.url.path), request.url.query, source_ip)
    event["requestContext"]["http"] |= {"method": request.method, "protocol": f"HTTP/{request.scope['http_version']}"}
    return event


def post_event(
    headers: dict[str, str], body: bytes, path: str = "/", query: str = "", source_ip: str = "127.0.0.1"
) -> Event:
    """A POST as payload 2.0: a body that is no text is in base64."""
    text = _text(body, headers.get("content-type", ""))
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": query,
        "headers": headers,
        **({"queryStringParameters": parameters} if parameters else {}),
        "requestContext": _context(headers, path, source_ip),
        **({"body": base64.b64encode(body).decode() if text is None else text} if body else {}),
        "isBase64Encoded": text is None,
    }


def response_of(result: Any) -> Response:
    """A result with a statusCode as that answer; any other is the body of a 200, as JSON."""
    if not isinstance(result, dict) or "statusCode" not in result:
        return JSONResponse(result)
    body = result.get("body") or ""
    content = base64.b64decode(body) if result.get("isBase64Encoded") else str(body).encode()
    return Response(content, result["statusCode"], {"content-type": "application/json", **result.get("headers", {})})


def _text(body: bytes, content_type: str) -> str | None:
    try:
        return body.decode() if not body or content_type.startswith(_TEXT) else None
    except UnicodeDecodeError:
        return None


def _context(headers: dict[str, str], path: str, source_ip: str) -> dict[str, Any]:
    now = datetime.now(UTC)
    domain = headers.get("host", "localhost")
    return {
        "accountId": "anonymous",
        "apiId": "local",
        "domainName": domain,
        "domainPrefix": domain.partition(".")[0],
        "http": {
            "method": "POST",
            "path": path,
            "protocol": "HTTP/1.1",
            "sourceIp": source_ip,
            "userAgent": headers.get("user-agent", ""),
        },
        "requestId": f"local-{now.timestamp()}",
        "routeKey": "$default",
        "stage": "$default",
        "time": now.strftime("%d/%b/%Y:%H:%M:%S +0000"),
        "timeEpoch": int(now.timestamp() * 1000),
    }
