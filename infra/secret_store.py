"""Secrets Manager: what no environment may show is read once per container, by its ARN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError


class SecretsClient(Protocol):
    """What is used of the low-level client."""

    def get_secret_value(self, *, SecretId: str) -> Mapping[str, Any]: ...  # noqa: N803 (AWS's own name)


class SecretError(Exception):
    """A secret cannot be read; the message is one sentence that names it, never its value."""


class SecretStore:
    """Secrets, through a low-level client."""

    def __init__(self, client: SecretsClient) -> None:
        self._client = client

    def read(self, arn: str) -> str:
        """Raises SecretError."""
        try:
            return str(self._client.get_secret_value(SecretId=arn)["SecretString"])
        except ClientError as error:
            raise SecretError(f"The secret {arn} cannot be read: {error.response['Error']['Code']}.") from None
        except BotoCoreError as error:
            raise SecretError(f"The secret {arn} cannot be read: {type(error).__name__}.") from None
