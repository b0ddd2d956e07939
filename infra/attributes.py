"""DynamoDB's typed attribute values, to and from plain Python: integers, text, bytes, booleans, lists and maps.

boto3 has the same in `boto3.dynamodb.types`, but importing it brings all of boto3 into the webhook's cold start.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

Attributes = dict[str, Any]
"""An item as the client sends and receives it: `{"pk": {"S": "MATCH#7K3MQ9XA"}, "version": {"N": "1"}}`."""

Write = dict[str, Attributes]
"""One element of `TransactItems`, still without the table's name: `{"Put": {"Item": …, "ConditionExpression": …}}`."""

_NAMED: Final = re.compile(r"#(\w+)")
_VALUED: Final = re.compile(r":(\w+)")


def marshal(item: Mapping[str, Any]) -> Attributes:
    """Type each attribute; those that are None are left out. Raises TypeError for what DynamoDB is not to hold."""
    return {name: _typed(value) for name, value in item.items() if value is not None}


def unmarshal(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Read an item from the client, or an image from a stream record, where a Lambda event has bytes as base64 text."""
    return {name: _plain(value) for name, value in attributes.items()}


def expression(values: Mapping[str, Any], **clauses: str) -> dict[str, Any]:
    """Complete clauses such as `ConditionExpression="#version = :version"` with the names and values they mention."""
    text = " ".join(clauses.values())
    names = {f"#{name}": name for name in _NAMED.findall(text)}
    typed = {f":{name}": _typed(values[name]) for name in _VALUED.findall(text)}
    parameters = {**clauses, "ExpressionAttributeNames": names, "ExpressionAttributeValues": typed}
    return {name: parameter for name, parameter in parameters.items() if parameter}


def _typed(value: object) -> Attributes:
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int):
        return {"N": str(value)}
    if isinstance(value, str):
        return {"S": str(value)}
    if isinstance(value, bytes):
        return {"B": value}
    if isinstance(value, Mapping):
        return {"M": marshal(value)}
    if isinstance(value, list | tuple):
        return {"L": [_typed(element) for element in value]}
    raise TypeError(f"an item holds no {type(value).__name__}")


def _plain(typed: Mapping[str, Any]) -> Any:
    ((kind, value),) = typed.items()
    if kind == "N":
        return _number(value)
    if kind == "B":
        return b64decode(value) if isinstance(value, str) else bytes(value)
    if kind == "L":
        return [_plain(element) for element in value]
    if kind == "M":
        return unmarshal(value)
    return None if kind == "NULL" else value


def _number(text: str) -> int | Decimal:
    try:
        return int(text)
    except ValueError:
        number = Decimal(text)
        return int(number) if number == number.to_integral_value() else number
