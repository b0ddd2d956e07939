"""Secrets Manager's answers, through botocore's own client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import botocore.session
import pytest
from botocore.stub import Stubber

from infra.secret_store import SecretError, SecretsClient, SecretStore

ARN = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:token-AbCdEf"


@pytest.fixture
def stub() -> Iterator[Stubber]:
    client = botocore.session.get_session().create_client("secretsmanager", "eu-central-1")
    with Stubber(client) as stub:
        yield stub


def store(stub: Stubber) -> SecretStore:
    return SecretStore(cast("SecretsClient", stub.client))


def test_a_secret_is_read_by_its_arn(stub: Stubber) -> None:
    stub.add_response("get_secret_value", {"ARN": ARN, "SecretString": "7:t0ken"}, {"SecretId": ARN})
    assert store(stub).read(ARN) == "7:t0ken"


def test_a_refusal_is_one_sentence_that_names_the_secret(stub: Stubber) -> None:
    stub.add_client_error("get_secret_value", "AccessDeniedException")
    with pytest.raises(SecretError, match=rf"^The secret {ARN} cannot be read: AccessDeniedException\.$"):
        store(stub).read(ARN)
