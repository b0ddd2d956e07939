"""The table as the template declares it, for wherever the bot makes one itself."""

from __future__ import annotations

from typing import Any, Final

from infra import keys

EXPIRY: Final = "expires_at"
"""The attribute that DynamoDB's time to live is to be switched on for."""


def definition() -> dict[str, Any]:
    """CreateTable's parameters, all but the name. Keys and index hold only what the access patterns need."""
    return {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind}
            for name, kind in (("pk", "S"), ("sk", "S"), ("due_shard", "S"), ("due_at", "N"))
        ],
        "KeySchema": _keys("pk", "sk"),
        "GlobalSecondaryIndexes": [
            {
                "IndexName": keys.DUE_INDEX,
                "KeySchema": _keys("due_shard", "due_at"),
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        "BillingMode": "PAY_PER_REQUEST",
    }


def _keys(partition: str, sort: str) -> list[dict[str, str]]:
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]
