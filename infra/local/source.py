"""A table with its stream, wherever they are: in this process, beside it, or at AWS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient


class Source(Protocol):
    """`keeps_iterators`: whether an iterator of the stream sees all that is written after it was made."""

    @property
    def name(self) -> str: ...
    @property
    def dynamodb(self) -> DynamoDBClient: ...
    @property
    def streams(self) -> DynamoDBStreamsClient: ...
    @property
    def stream_arn(self) -> str: ...
    @property
    def keeps_iterators(self) -> bool: ...
