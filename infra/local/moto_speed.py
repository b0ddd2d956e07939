"""Keeps moto's DynamoDB as quick with many matches as with one. What it answers stays the same.

moto copies the whole table, its stream included, for each element of a transaction; it sorts all items before it looks
for those of a query; and in each attribute of an item it looks for each of ten types under several names.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from moto.core import responses
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.dynamodb.models.table import Table

_INDEX_NAME: Final = 6  # its place among the arguments of moto's query, behind the hash key
_whole_query: Final = Table.query
_method_names: Final = responses.method_names_from_class  # type: ignore[attr-defined]
_in_transaction: ContextVar[frozenset[str] | None] = ContextVar("in_transaction", default=None)


@functools.cache
def mend() -> None:
    """Put the quicker parts in moto's place, for this process."""
    Table.__deepcopy__ = _backup  # type: ignore[attr-defined]
    Table.query = _query  # type: ignore[method-assign, assignment]
    responses.method_names_from_class = functools.cache(_method_names)  # type: ignore[attr-defined]
    for service in ("dynamodb", "dynamodbstreams"):
        SERVICE_SPECIFIC_SERIALIZERS[service] = {"json": _ItemSerializer}


@contextmanager
def expected(operation_name: str, parameters: dict[str, Any]) -> Iterator[None]:
    """Say which call is made within; of another, nobody knows what it writes to, and all is copied."""
    writes = parameters["TransactItems"] if operation_name == "TransactWriteItems" else []
    token = _in_transaction.set(frozenset(map(_partition, writes)))
    try:
        yield
    finally:
        _in_transaction.reset(token)


def _partition(write: dict[str, Any]) -> str:
    """The partition that an element of a transaction writes to."""
    ((_, part),) = write.items()
    return str((part.get("Key") or part["Item"])["pk"]["S"])


def _backup(table: Table, memo: dict[int, Any]) -> Table:
    """What moto goes back to when a transaction fails: only the partitions that it writes to can have changed."""
    backup, written = copy.copy(table), _in_transaction.get()
    backup.items = table.items.copy()
    for key, partition in table.items.items():
        if written is None or key.value in written:
            backup.items[key] = copy.deepcopy(partition, memo)
    if table.stream_shard is not None:
        backup.stream_shard = copy.copy(table.stream_shard)
        backup.stream_shard.items = table.stream_shard.items.copy()
        backup.stream_shard.table = backup
    return backup


def _query(table: Table, hash_key: Any, *rest: Any, **conditions: Any) -> Any:
    """A query of a table that holds only what may belong to it."""
    narrow: Any = copy.copy(table)
    if rest[_INDEX_NAME] is None:
        narrow.items = {hash_key: table.items.get(hash_key, {})}
    else:
        wanted = conditions.get("hash_key_conditions") or ()
        narrow.items = {
            key: {place: item for place, item in partition.items() if _has(item, wanted)}
            for key, partition in table.items.items()
        }
    return _whole_query(narrow, hash_key, *rest, **conditions)


def _has(item: Any, wanted: Any) -> bool:
    return all(name in item.attrs and item.attrs[name].value == value.value for name, value in wanted)


class _ItemSerializer(JSONSerializer):
    """An attribute that is written as in JSON has its own type and no other."""

    def _serialize_structure_member(self, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if shape.parent.name == "AttributeValue" and isinstance(value, dict) and key not in value:
            return
        super()._serialize_structure_member(serialized, value, shape, key)
