"""The parameters of one call, however they came (query string, JSON, url-encoded, multipart), read as Telegram reads
them: every value is a string, and a nested object is a string of JSON."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.requests import Request

from infra.local.bot_api.errors import Json, bad_request

TEXTS = frozenset({"text", "caption", "url", "description", "short_description", "name", "query", "inline_message_id"})


@dataclass(frozen=True)
class Upload:
    """A file that came with a call."""

    name: str
    mime_type: str
    content: bytes


@dataclass(frozen=True)
class Params:
    values: dict[str, str] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return self.values.get(name, "")

    def has(self, name: str) -> bool:
        return bool(self.values.get(name))

    def integer(self, name: str, default: int = 0, low: int = -(1 << 62), high: int = 1 << 62) -> int:
        """The leading digits, held within bounds, as Telegram reads integers."""
        found = re.match(r"\s*(-?\d+)", self.text(name))
        return min(max(int(found[1]), low), high) if found else default

    def boolean(self, name: str) -> bool:
        return self.text(name).strip().lower() in {"true", "yes", "1"}

    def nested(self, name: str, refusal: str) -> Any:
        """The JSON in a parameter, or None where it is absent; raises with this refusal if it is no JSON."""
        if not self.has(name):
            return None
        try:
            return json.loads(self.text(name))
        except ValueError:
            raise bad_request(refusal) from None

    def upload(self, name: str) -> Upload | None:
        """The file of a parameter: under its own name, or where `attach://` points."""
        value = self.text(name)
        attached = value.removeprefix("attach://") if value.startswith("attach://") else name
        return self.files.get(attached)

    def shown(self) -> Json:
        """The parameters as a person would write them: nested JSON, numbers and booleans decoded, files by name."""
        shown: Json = {name: _decoded(name, value) for name, value in self.values.items()}
        for name, upload in self.files.items():
            shown[name] = {"file": upload.name, "size": len(upload.content)}
        return shown


def _decoded(name: str, value: str) -> Any:
    if name == "secret_token":
        return "***"
    if name in TEXTS:
        return value
    if value[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    if value in {"true", "false"}:
        return value == "true"
    return int(value) if re.fullmatch(r"-?\d{1,18}", value) and not name.endswith("query_id") else value


def from_json(body: Json) -> Params:
    return Params({name: _as_text(value) for name, value in body.items()})


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _from_pairs(pairs: Iterable[tuple[str, str]]) -> Params:
    return Params(dict(pairs))


async def from_request(request: Request) -> Params:
    """Query string and body together; the body wins. A body that cannot be read is a 400, as on Telegram."""
    params = _from_pairs(request.query_params.multi_items())
    if request.method != "POST":
        return params
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/json"):
        body = parse_json_object(await request.body())
        return Params(params.values | from_json(body).values)
    async with request.form() as form:
        found = await _from_form(form)
    return Params(params.values | found.values, found.files)


def parse_json_object(body: bytes) -> Json:
    try:
        parsed = json.loads(body) if body else {}
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise bad_request("JSON object expected")
    return parsed


async def _from_form(form: FormData) -> Params:
    values: dict[str, str] = {}
    files: dict[str, Upload] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            mime_type = value.content_type or "application/octet-stream"
            files[name] = Upload(value.filename or name, mime_type, await value.read())
        else:
            values[name] = value
    return Params(values, files)


async def from_reply(headers: dict[str, str], body: bytes) -> Params:
    """The call in a webhook's reply: any body of the three kinds; nothing where it holds none."""
    kind = headers.get("content-type", "")
    if kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        return await from_request(_request_of(headers, body))
    try:
        parsed = json.loads(body) if body else None
    except ValueError:
        parsed = None
    return from_json(parsed) if isinstance(parsed, dict) else Params()


def _request_of(headers: dict[str, str], body: bytes) -> Request:
    async def receive() -> Json:
        return {"type": "http.request", "body": body, "more_body": False}

    raw = Headers(headers).raw
    return Request({"type": "http", "method": "POST", "headers": raw, "query_string": b"", "path": "/"}, receive)
