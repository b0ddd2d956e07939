"""Keeps moto's DynamoDB as quick with many matches as with one. What it answers stays the same.

moto copies the whole table, its stream included, for each element of a transaction; it sorts all items before it looks
for those of a query; and in each attribute of an item it looks for each of ten types under several names.
"""

from __future__ import annotations

import copy
import functools
from typing import Any, Final

from moto.core import responses
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.dynamodb.models.table import Table

_INDEX_NAME: Final = 6  # its place among the arguments of moto's query, behind the hash key
_whole_query: Final = Table.query
_method_names: Final = responses.method_names_from_class  # type: ignore[attr-defined]
_in_transaction: Final[set[str]] = set()  # the partitions that the call under way writes to


@functools.cache
def mend() -> None:
    """Put the quicker parts in moto's place, for this process."""
    Table.__deepcopy__ = _backup  # type: ignore[attr-defined]
    Table.query = _query  # type: ignore[method-assign, assignment]
    responses.method_names_from_class = functools.cache(_method_names)  # type: ignore[attr-defined]
    for service in ("dynamodb", "dynamodbstreams"):
        SERVICE_SPECIFIC_SERIALIZERS[service] = {"json": _ItemSerializer}


def expect(operation_name: str, parameters: dict[str, Any]) -> None:
    """Say which call comes next; only one may be under way at a time."""
    _in_transaction.clear()
    if operation_name == "TransactWriteItems":
        _in_transaction.update(map(_partition, parameters["TransactItems"]))


def _partition(write: dict[str, Any]) -> str:
    """The partition that an element of a transaction writes to."""
    ((_, part),) = write.items()
    return str((part.get("Key") or part["Item"])["pk"]["S"])


def _backup(table: Table, memo: dict[int, Any]) -> Table:
    """What moto goes back to when a transaction fails: only the partitions that it writes to can have changed."""
    backup = copy.copy(table)
    backup.items = table.items.copy()
    for key, partition in table.items.items():
        if key.value in _in_transaction:
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
