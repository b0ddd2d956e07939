"""The playground's table: DynamoDB and its stream, served by moto inside this process, with nothing on disk or network.

moto is not safe between threads, so every call of every client goes through one lock.
"""

from __future__ import annotations

import functools
import itertools
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import moto
from boto3.session import Session
from botocore import UNSIGNED
from botocore.config import Config
from moto.core import responses
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.dynamodb.models.table import StreamRecord

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

REGION: Final = "us-east-1"
_lock: Final = threading.RLock()
_numbers: Final = itertools.count(1)


class MotoTable:
    """A table of this definition, while the context is open: `name`, `dynamodb`, `streams` and `stream_arn`.

    `definition` holds CreateTable's parameters without the name.
    """

    name: str
    dynamodb: DynamoDBClient
    streams: DynamoDBStreamsClient
    stream_arn: str
    keeps_iterators: Final = False  # old ones do not see what was written after a transaction that failed

    def __init__(self, definition: dict[str, Any]) -> None:
        self._definition = definition
        self._mock = moto.mock_aws()

    def __enter__(self) -> MotoTable:
        self._mock.start()
        session = Session(aws_access_key_id="local", aws_secret_access_key="local", region_name=REGION)  # noqa: S106
        session.events.register("creating-client-class", self._serialise)
        # A client must reach moto even where the environment sends such calls to another endpoint.
        config = Config(ignore_configured_endpoint_urls=True, signature_version=UNSIGNED)  # type: ignore[call-arg]
        self.dynamodb = session.client("dynamodb", config=config)
        self.streams = session.client("dynamodbstreams", config=config)
        self.name = f"playground-{next(_numbers)}"
        created = self.dynamodb.create_table(**{**self._definition, "TableName": self.name})
        self.stream_arn = created["TableDescription"]["LatestStreamArn"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._mock.stop()

    def _serialise(self, base_classes: list[type], **_: object) -> None:
        base_classes.insert(0, _Serialised)


class _Serialised:
    """Makes a client's calls one at a time; botocore puts it before the client's own base class."""

    def _make_api_call(self, operation_name: str, api_params: dict[str, Any]) -> Any:
        with _lock:
            return super()._make_api_call(operation_name, api_params)  # type: ignore[misc]


def _itself(record: StreamRecord, _: dict[int, Any]) -> StreamRecord:
    return record


class _ItemSerializer(JSONSerializer):
    """moto looks for each of ten types, under several names, in every attribute of an item: a third of all its time.
    An attribute that is written as in JSON has its own type and no other.
    """

    def _serialize_structure_member(self, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if shape.parent.name == "AttributeValue" and isinstance(value, dict) and key not in value:
            return
        super()._serialize_structure_member(serialized, value, shape, key)


# Before each transaction moto copies the whole table, its stream included. Records never change, so they need no copy:
# with them a transaction would take longer with every move that was ever made.
StreamRecord.__deepcopy__ = _itself  # type: ignore[attr-defined]
# For each call moto lists all its methods anew.
responses.method_names_from_class = functools.cache(responses.method_names_from_class)  # type: ignore[attr-defined]
for _service in ("dynamodb", "dynamodbstreams"):
    SERVICE_SPECIFIC_SERIALIZERS[_service] = {"json": _ItemSerializer}
