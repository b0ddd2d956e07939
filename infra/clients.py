"""AWS clients, made once per container. They come from botocore: boto3 would only lengthen a cold start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import botocore.session
from botocore.config import Config

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_sqs import SQSClient

    from infra.secret_store import SecretsClient

_CONFIG: Final = Config(
    connect_timeout=1,
    read_timeout=3,
    retries={"mode": "standard", "total_max_attempts": 3},
    tcp_keepalive=True,
    # AWS checks each request. Checking it here too, and telling AWS all about this interpreter, took a tenth of the CPU
    # time of a tap.
    parameter_validation=False,
    user_agent="7776",
)


def dynamodb() -> DynamoDBClient:
    """A DynamoDB client; region and credentials come from the environment, as everywhere in AWS."""
    return cast("DynamoDBClient", _client("dynamodb"))


def sqs() -> SQSClient:
    return cast("SQSClient", _client("sqs"))


def secrets_manager() -> SecretsClient:
    return cast("SecretsClient", _client("secretsmanager"))


def _client(service: str) -> object:
    return botocore.session.get_session().create_client(service, config=_CONFIG)
