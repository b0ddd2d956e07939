"""Opens the bot's table at a DynamoDB endpoint, and makes it where it is missing.

The endpoint may be AWS's own or any other DynamoDB. AWS serves a table's stream at another address, others at the same.
"""

from __future__ import annotations

import logging
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

import botocore.session
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infra.local.table_definition import EXPIRY, definition
from infra.logs import log

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

REGION: Final = "us-east-1"
READY_WITHIN_S: Final = 60
_CONFIG: Final = Config(
    connect_timeout=3, read_timeout=10, retries={"mode": "standard", "total_max_attempts": 3}, max_pool_connections=32
)


class DatabaseError(Exception):
    """There is no table to play with; the text says why, in one sentence."""


@dataclass(frozen=True)
class Database:
    """A table that is there, and its stream."""

    name: str
    dynamodb: DynamoDBClient
    streams: DynamoDBStreamsClient
    stream_arn: str
    keeps_iterators: bool = True

    def close(self) -> None:
        self.dynamodb.close()
        self.streams.close()


@dataclass(frozen=True)
class Endpoint:
    """Where DynamoDB is. A local one takes any access key where the environment names none."""

    url: str
    access_key: str | None = field(default=None, repr=False)

    def open(self, table_name: str) -> Database:
        """Raises DatabaseError."""
        try:
            return self._open(table_name)
        except ClientError as error:
            reason = f"{error.response['Error']['Code']} to {error.operation_name}"
            raise DatabaseError(f"The DynamoDB at {self.url} answers {reason} for the table {table_name}.") from None
        except BotoCoreError as error:
            raise DatabaseError(f"The DynamoDB at {self.url} cannot be used ({type(error).__name__}).") from None

    def _open(self, table_name: str) -> Database:
        dynamodb: DynamoDBClient = self._client("dynamodb", self.url)
        arn = _stream_arn(dynamodb, table_name)
        return Database(table_name, dynamodb, self.streams(), arn)

    def streams(self) -> DynamoDBStreamsClient:
        """A client for the streams of the tables there."""
        client: DynamoDBStreamsClient = self._client("dynamodbstreams", None if self._is_at_aws else self.url)
        return client

    @property
    def _is_at_aws(self) -> bool:
        host = urlsplit(self.url).hostname or ""
        return host.endswith((".amazonaws.com", ".amazonaws.com.cn", ".api.aws"))

    @property
    def _region(self) -> str | None:
        """The region in an address of AWS's."""
        found = re.match(r"dynamodb\.([a-z0-9-]+)\.", urlsplit(self.url).hostname or "")
        return found[1] if found and self._is_at_aws else None

    def _client(self, service: str, url: str | None) -> Any:
        session = botocore.session.get_session()
        region = session.get_config_variable("region") or self._region or REGION
        if self.access_key is not None:
            session.set_credentials(self.access_key, "local")
        elif not self._is_at_aws and session.get_credentials() is None:
            session.set_credentials("local", "local")
        return session.create_client(service, region_name=region, endpoint_url=url, config=_CONFIG)


def _stream_arn(dynamodb: DynamoDBClient, name: str) -> str:
    """The stream of the table, once that is ready; both are made where there is no such table."""
    described = _described(dynamodb, name)
    if described is None:
        dynamodb.create_table(**cast("Any", {**definition(), "TableName": name}))
    give_up = time.monotonic() + READY_WITHIN_S
    while described is None or described["TableStatus"] in ("CREATING", "UPDATING"):
        if time.monotonic() > give_up:
            raise DatabaseError(f"The table {name} has not become ready within {READY_WITHIN_S} seconds.")
        time.sleep(0.05)
        described = _described(dynamodb, name)
    _let_expire(dynamodb, name)
    if described.get("StreamSpecification", {}).get("StreamViewType") != "NEW_AND_OLD_IMAGES":
        raise DatabaseError(f"The table {name} has no stream of new and old images: name another one in TABLE_NAME.")
    return str(described["LatestStreamArn"])


def _described(dynamodb: DynamoDBClient, name: str) -> Any:
    try:
        return dynamodb.describe_table(TableName=name)["Table"]
    except dynamodb.exceptions.ResourceNotFoundException:
        return None


def _let_expire(dynamodb: DynamoDBClient, name: str) -> None:
    """Have DynamoDB forget what is out of time, where it does such a thing and lets us."""
    wanted: Any = {"Enabled": True, "AttributeName": EXPIRY}
    try:
        status = dynamodb.describe_time_to_live(TableName=name)["TimeToLiveDescription"]["TimeToLiveStatus"]
        if status not in ("ENABLED", "ENABLING"):
            dynamodb.update_time_to_live(TableName=name, TimeToLiveSpecification=wanted)
    except ClientError as error:
        log("nothing_expires", logging.WARNING, table=name, error=error.response["Error"]["Code"])
