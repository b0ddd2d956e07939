"""Keeps in a file what was written to a table since its server last saved, for the day on which it is killed.

After each write, and before whoever wrote goes on, the items that it touched are read back and appended as they stand.
So the file can be played back over any older state of the table, in part or twice, and gives the newest.
"""

from __future__ import annotations

import json
import os
import threading
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from infra.attributes import Attributes
from infra.local.pump import plain

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

OPERATIONS: Final = ("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems")
BATCH: Final = 25
Images = dict[str, Attributes | None]
"""Items by their keys as JSON; None for one that was deleted."""


class Journal:
    """The journal of one table. Only what is written through this client is kept."""

    def __init__(self, path: Path, client: DynamoDBClient, table_name: str) -> None:
        self._path = path
        self._client = client
        self._name = table_name
        self._lock = threading.Lock()

    def play_back(self) -> None:
        """Bring the table to where the journal ends."""
        images = list(self._read().items())
        for start in range(0, len(images), BATCH):
            requests: Any = {self._name: [_request(key, item) for key, item in images[start : start + BATCH]]}
            while requests:
                requests = self._client.batch_write_item(RequestItems=requests)["UnprocessedItems"]

    def keep(self) -> None:
        """Write down each change from now on."""
        self._rewrite(self._read())
        events = self._client.meta.events
        for operation in OPERATIONS:
            events.register(f"before-parameter-build.dynamodb.{operation}", self._note)
            events.register(f"after-call.dynamodb.{operation}", self._append)

    def forget(self) -> None:
        """The server has saved everything."""
        self._path.unlink(missing_ok=True)

    def _note(self, params: dict[str, Any], context: dict[str, Any], **_: object) -> None:
        context["touched"] = list(_keys(params))

    def _append(self, context: dict[str, Any], **_: object) -> None:
        """Also after a refusal: the answer to an earlier attempt that was carried out may have been lost."""
        with self._lock:
            self._write(self._images(context["touched"]))

    def _images(self, keys: list[Attributes]) -> Images:
        request: Any = {self._name: {"Keys": keys, "ConsistentRead": True}}
        found = self._client.batch_get_item(RequestItems=request)["Responses"].get(self._name, [])
        items = {_text(_key(item)): item for item in found}
        return {_text(key): items.get(_text(key)) for key in keys}

    def _write(self, images: Images, path: Path | None = None) -> None:
        lines = "".join(f"{json.dumps([key, plain(item)])}\n" for key, item in images.items())
        with open(path or self._path, "a", encoding="utf-8", opener=_private) as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())

    def _rewrite(self, images: Images) -> None:
        """Keep the newest image of each item alone, and no line that a crash cut short."""
        fresh = self._path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        self._write(images, fresh)
        fresh.replace(self._path)

    def _read(self) -> Images:
        if not self._path.exists():
            return {}
        with open(self._path, encoding="utf-8") as file:
            return dict(_parsed(file))


def _parsed(lines: Iterator[str] | Any) -> Iterator[tuple[str, Attributes | None]]:
    for line in lines:
        try:
            key, item = json.loads(line)
        except ValueError:
            return  # the last line, cut short
        yield key, item


def _private(path: str, flags: int) -> int:
    """Secrets and picks are in the file."""
    return os.open(path, flags, 0o600)


def _keys(params: Mapping[str, Any]) -> Iterator[Attributes]:
    """The keys of the items that a write touches."""
    if "TransactItems" in params:
        for write in params["TransactItems"]:
            for part in write.values():
                yield from _keys(part)
    else:
        yield _key(params.get("Item") or params["Key"])


def _key(item: Attributes) -> Attributes:
    return {name: item[name] for name in ("pk", "sk")}


def _text(key: Attributes) -> str:
    return json.dumps(key, sort_keys=True)


def _request(key: str, item: Attributes | None) -> dict[str, Any]:
    if item is None:
        return {"DeleteRequest": {"Key": json.loads(key)}}
    return {"PutRequest": {"Item": _with_bytes(item)}}


def _with_bytes(value: Any) -> Any:
    """Typed values as the client wants them, from what `plain` made of them."""
    if isinstance(value, list):
        return [_with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"B"} and isinstance(value["B"], str):
        return {"B": b64decode(value["B"])}
    return {name: _with_bytes(element) for name, element in value.items()}
