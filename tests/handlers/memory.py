"""DynamoDB in this process's memory, as far as the bot needs one table, for tests that make tens of thousands of calls.

It answers at the seam of the low-level client, understands the expressions that the bot writes, refuses what DynamoDB
refuses of an item, and keeps the stream's records. Another test holds it to moto.
"""

# ruff: noqa: N803 (AWS's own names)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, Final

from botocore.exceptions import ClientError

Item = dict[str, Any]
MOST_BYTES: Final = 400 * 1024
_WORDS: Final = {"AND": "and", "OR": "or", "NOT": "not", "=": "==", "<>": "!="}
_KINDS: Final[dict[str, type]] = {"B": bytes, "S": str, "L": list, "M": dict}
_TOKEN: Final = re.compile(r"#(\w+)|:(\w+)|<=|>=|<>|=|\b(?:AND|OR|NOT)\b")
_CLAUSE: Final = re.compile(r"\b(SET|REMOVE|ADD)\b")
_COMMA: Final = re.compile(r",\s*(?![^(]*\))")


class _Missing:
    """An attribute that is not there compares with nothing."""

    def _never(self, _: object) -> bool:
        return False

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __hash__ = None  # type: ignore[assignment]


MISSING: Final = _Missing()


class MemoryDynamoDB:
    """A client. `records` are the stream's, oldest first. What it gives and is given nobody may change."""

    def __init__(self) -> None:
        self._items: dict[str, dict[str, Item]] = {}
        self.records: list[Item] = []

    def items(self) -> Iterator[Item]:
        for partition in self._items.values():
            yield from partition.values()

    def get_item(self, Key: Item, **_: Any) -> Item:
        item = self._get(Key)
        return {"Item": item} if item else {}

    def batch_get_item(self, RequestItems: Mapping[str, Item]) -> Item:
        [(name, request)] = RequestItems.items()
        found = [self._get(key) for key in request["Keys"]]
        return {"Responses": {name: [item for item in found if item]}}

    def query(self, KeyConditionExpression: str, IndexName: str | None = None, **parameters: Any) -> Item:
        where = _partition(KeyConditionExpression, parameters)
        inside = self._items.get(where["S"], {}).values()
        items = [item for item in self.items() if item.get("due_shard") == where] if IndexName else list(inside)
        conditions = [KeyConditionExpression, parameters.get("FilterExpression", "")]
        fitting = [item for item in items if all(_holds(condition, item, parameters) for condition in conditions)]
        order = "due_at" if IndexName else "sk"
        backwards = not parameters.get("ScanIndexForward", True)
        return {"Items": sorted(fitting, key=lambda item: _plain(item[order]), reverse=backwards)}

    def scan(self, **_: Any) -> Item:
        return {"Items": list(self.items())}

    def put_item(self, Item: Item, **parameters: Any) -> Item:
        self._check(Item, parameters)
        self._write(Item, Item)
        return {}

    def update_item(self, Key: Item, **parameters: Any) -> Item:
        self._check(Key, parameters)
        before = self._get(Key) or {}
        after = _updated({**Key, **before}, parameters)
        self._write(Key, after)
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        return {"Attributes": {name: before[name] for name in changed if name in before}}

    def delete_item(self, Key: Item, **_: Any) -> Item:
        self._write(Key, None)
        return {}

    def transact_write_items(self, TransactItems: list[Item], **_: Any) -> Item:
        writes = [(kind, part) for write in TransactItems for kind, part in write.items()]
        refusals = [self._refusal(part.get("Item") or part["Key"], part) for _, part in writes]
        if any(refusals):
            reasons = [{"Code": "None"} if refusal is None else refusal for refusal in refusals]
            raise _error("TransactionCanceledException", CancellationReasons=reasons)
        for kind, part in writes:
            if kind == "Delete":
                self._write(part["Key"], None)
            elif kind == "Put":
                self._write(part["Item"], part["Item"])
            elif kind == "Update":
                self._write(part["Key"], _updated({**part["Key"], **(self._get(part["Key"]) or {})}, part))
        return {}

    def _get(self, key: Item) -> Item | None:
        return self._items.get(key["pk"]["S"], {}).get(key["sk"]["S"])

    def _refusal(self, key: Item, parameters: Mapping[str, Any]) -> Item | None:
        stored = self._get(key)
        if _holds(parameters.get("ConditionExpression", ""), stored or {}, parameters):
            return None
        return {"Code": "ConditionalCheckFailed"} | ({"Item": stored} if stored else {})

    def _check(self, key: Item, parameters: Mapping[str, Any]) -> None:
        if refusal := self._refusal(key, parameters):
            raise _error("ConditionalCheckFailedException", Item=refusal.get("Item"))

    def _write(self, key: Item, item: Item | None) -> None:
        pk, sk, old = key["pk"]["S"], key["sk"]["S"], self._get(key)
        partition = self._items.setdefault(pk, {})
        if item is None:
            partition.pop(sk, None)
        else:
            _validate(item)
            partition[sk] = item
        if old == item:
            return
        images = {name: image for name, image in (("OldImage", old), ("NewImage", item)) if image}
        name = "REMOVE" if item is None else "MODIFY" if old else "INSERT"
        keys = {"Keys": {"pk": key["pk"], "sk": key["sk"]}, "SequenceNumber": f"{len(self.records) + 1:021}"}
        self.records.append({"eventSource": "aws:dynamodb", "eventName": name, "dynamodb": keys | images})


def _error(code: str, **facts: Any) -> ClientError:
    answer: Any = {"Error": {"Code": code, "Message": code}, **facts}
    return ClientError(answer, "Write")


def _validate(item: Item) -> None:
    """Raise what DynamoDB answers to an item that it does not take."""
    size = sum(len(name.encode()) + _size(value) for name, value in item.items())
    if size > MOST_BYTES or not (item["pk"]["S"] and item["sk"]["S"]) or len(item["sk"]["S"].encode()) > 1024:
        raise _error("ValidationException")


def _size(value: Item) -> int:
    ((kind, held),) = value.items()
    if kind == "N" and len(held.strip("-").strip("0")) > 38:
        raise _error("ValidationException")
    if kind == "M":
        return 3 + sum(1 + len(name.encode()) + _size(element) for name, element in held.items())
    if kind == "L":
        return 3 + sum(1 + _size(element) for element in held)
    return len(held.encode()) if isinstance(held, str) else len(held) if isinstance(held, bytes) else 1


def _plain(value: Item) -> Any:
    ((kind, held),) = value.items()
    return int(held) if kind == "N" else held


def _partition(condition: str, parameters: Mapping[str, Any]) -> Item:
    """The value that a key condition begins with: the partition's."""
    name = re.match(r"#\w+ = (:\w+)", condition)
    assert name is not None
    value: Item = parameters["ExpressionAttributeValues"][name[1]]
    return value


@lru_cache
def _compiled(expression: str) -> CodeType:
    """An expression as Python's: the two languages differ in a few words."""

    def word(token: re.Match[str]) -> str:
        if token[1]:
            return f"attribute({token[0]!r})"
        return f"value({token[0]!r})" if token[2] else _WORDS.get(token[0], token[0])

    return compile(_TOKEN.sub(word, expression.strip()), "expression", "eval")


def _evaluate(expression: str, item: Item, parameters: Mapping[str, Any]) -> Any:
    names, values = parameters.get("ExpressionAttributeNames", {}), parameters.get("ExpressionAttributeValues", {})

    def attribute(placeholder: str) -> Any:
        name = names[placeholder]
        return _plain(item[name]) if name in item else MISSING

    functions: dict[str, Callable[..., Any]] = {
        "attribute": attribute,
        "value": lambda placeholder: _plain(values[placeholder]),
        "attribute_exists": lambda found: found is not MISSING,
        "attribute_not_exists": lambda found: found is MISSING,
        "begins_with": lambda found, prefix: found is not MISSING and found.startswith(prefix),
        "if_not_exists": lambda found, other: other if found is MISSING else found,
    }
    return eval(_compiled(expression), {"__builtins__": {}}, functions)


def _holds(condition: str, item: Item, parameters: Mapping[str, Any]) -> bool:
    return not condition or bool(_evaluate(condition, item, parameters))


def _updated(item: Item, parameters: Mapping[str, Any]) -> Item:
    names = parameters["ExpressionAttributeNames"]
    after = dict(item)
    clauses = iter(_CLAUSE.split(parameters["UpdateExpression"])[1:])
    for kind, clause in zip(clauses, clauses, strict=True):
        for part in _COMMA.split(clause.strip()):
            if kind == "SET":
                name, _, expression = part.partition(" = ")
                after[names[name.strip()]] = _typed(_evaluate(expression, item, parameters))
            elif kind == "REMOVE":
                after.pop(names[part.strip()], None)
            else:
                name, value = part.split()
                held = _evaluate(name, item, parameters)
                after[names[name]] = _typed((0 if held is MISSING else held) + _evaluate(value, item, parameters))
    return after


def _typed(value: object) -> Item:
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int):
        return {"N": str(value)}
    kind = next(kind for kind, held in _KINDS.items() if isinstance(value, held))
    return {kind: value}
