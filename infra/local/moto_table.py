"""The playground's table: DynamoDB and its stream, served by moto inside this process, with nothing on disk or network.

moto is not safe between threads, so every call of every client goes through one lock.
"""

from __future__ import annotations

import itertools
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import moto
from boto3.session import Session
from botocore import UNSIGNED
from botocore.config import Config

from infra.local import moto_speed
from infra.local.table_definition import definition

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

REGION: Final = "us-east-1"
_lock: Final = threading.RLock()
_numbers: Final = itertools.count(1)


class MotoTable:
    """The bot's table while the context is open, empty at first."""

    name: str
    dynamodb: DynamoDBClient
    streams: DynamoDBStreamsClient
    stream_arn: str
    keeps_iterators: Final = False  # old ones do not see what was written after a transaction that failed

    def __init__(self) -> None:
        self._mock = moto.mock_aws()

    def __enter__(self) -> MotoTable:
        self._mock.start()
        moto_speed.mend()
        session = Session(aws_access_key_id="local", aws_secret_access_key="local", region_name=REGION)  # noqa: S106
        session.events.register("creating-client-class", self._serialise)
        # A client must reach moto even where the environment sends such calls to another endpoint.
        config = Config(ignore_configured_endpoint_urls=True, signature_version=UNSIGNED)  # type: ignore[call-arg]
        self.dynamodb = session.client("dynamodb", config=config)
        self.streams = session.client("dynamodbstreams", config=config)
        self.name = f"playground-{next(_numbers)}"
        created = self.dynamodb.create_table(TableName=self.name, **definition())
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
        with _lock, moto_speed.expected(operation_name, api_params):
            return super()._make_api_call(operation_name, api_params)  # type: ignore[misc]
