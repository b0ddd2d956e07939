"""DynamoDB's calls on one table, with its refusals as one exception. Reads are strongly consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError

from infra.attributes import Attributes, Write, expression

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_BATCH: Final = 100
_BATCH_ATTEMPTS: Final = 5
_REFUSALS: Final = ("ConditionalCheckFailed", "ConditionalCheckFailedException")
_CONFLICTS: Final = (*_REFUSALS, "TransactionConflict", "TransactionConflictException")


class ConditionError(Exception):
    """A write's condition does not hold, or another transaction holds its item.

    `stored` is the item as it is, if known. The message says nothing of it: nobody is to read it in a log.
    """

    def __init__(self, stored: Attributes | None) -> None:
        super().__init__("the stored item is not as expected")
        self.stored = stored


class NoTableError(Exception):
    """There is no table of this name, for this account and region; the message is one sentence that names it."""


class ItemStore:
    """One table, through a low-level client; `sleep` waits between the attempts at a batch.

    Every call raises NoTableError if the table is not there.
    """

    def __init__(self, client: DynamoDBClient, name: str, sleep: Callable[[float], None]) -> None:
        self._client = client
        self._name = name
        self._sleep = sleep

    def get(self, key: Attributes) -> Attributes | None:
        answer = self._call(self._client.get_item, TableName=self._name, Key=key, ConsistentRead=True)
        item: Attributes | None = answer.get("Item")
        return item

    def get_many(self, keys: Sequence[Attributes]) -> Iterator[Attributes]:
        """The items that exist, in any order. Raises TimeoutError when DynamoDB leaves some unread time and again."""
        for start in range(0, len(keys), _BATCH):
            yield from self._get_batch(keys[start : start + _BATCH])

    def query(self, values: dict[str, Any], **parameters: Any) -> Iterator[Attributes]:
        """Every item that the clauses select, page by page; of an index, in its own time."""
        clauses = {name: clause for name, clause in parameters.items() if name.endswith("Expression")}
        request: dict[str, Any] = {**parameters, **expression(values, **clauses)}
        request |= {"TableName": self._name, "ConsistentRead": "IndexName" not in parameters}
        while True:
            answer = self._call(self._client.query, **request)
            yield from answer["Items"]
            if "LastEvaluatedKey" not in answer:
                return
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def put(self, **parameters: Any) -> None:
        """Raises ConditionError."""
        self._call(self._client.put_item, **self._named(parameters))

    def update(self, key: Attributes, values: dict[str, Any], **clauses: str) -> Attributes:
        """Change one item; answers what the changed attributes held before. Raises ConditionError."""
        request = self._named({"Key": key, "ReturnValues": "UPDATED_OLD", **expression(values, **clauses)})
        before: Attributes = self._call(self._client.update_item, **request).get("Attributes", {})
        return before

    def delete(self, key: Attributes) -> None:
        """Take one item out, if it is there."""
        self._call(self._client.delete_item, TableName=self._name, Key=key)

    def transact(self, writes: Sequence[Write]) -> None:
        """Make all writes or none. Raises ConditionError with the item of the first, whichever was refused.

        The client gives each call a token of its own, for all its attempts at it. One made from the writes would have
        DynamoDB leave out, for ten minutes, what is written again after it was taken back.
        """
        items: Any = [{kind: self._named(part) for kind, part in write.items()} for write in writes]
        self._call(self._client.transact_write_items, TransactItems=items)

    def _call(self, operation: Callable[..., Any], **request: Any) -> Any:
        try:
            return operation(**request)
        except ClientError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: ClientError) -> Exception:
        """What to raise instead of a client's error: an error of this module, or that error itself."""
        answer: Any = error.response
        code = answer["Error"]["Code"]
        if code == "ResourceNotFoundException":
            return NoTableError(f"The table {self._name} is not there: TABLE_NAME must name one of this region.")
        reasons = answer.get("CancellationReasons") or [{"Code": code, "Item": answer.get("Item")}]
        if any(reason.get("Code") in _CONFLICTS for reason in reasons):
            return ConditionError(reasons[0].get("Item"))
        return error

    def _named(self, parameters: dict[str, Any]) -> dict[str, Any]:
        returned = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"} if "ConditionExpression" in parameters else {}
        return {"TableName": self._name, **parameters, **returned}

    def _get_batch(self, keys: Sequence[Attributes]) -> Iterator[Attributes]:
        request: Any = {self._name: {"Keys": keys, "ConsistentRead": True}}
        for attempt in range(_BATCH_ATTEMPTS):
            answer = self._call(self._client.batch_get_item, RequestItems=request)
            yield from answer["Responses"].get(self._name, [])
            request = answer.get("UnprocessedKeys")
            if not request:
                return
            self._sleep(0.05 * 2**attempt)
        raise TimeoutError("DynamoDB left keys of a batch unprocessed")


class Stored:
    """A part of what a table holds, for its subclass to read and write."""

    def __init__(self, store: ItemStore) -> None:
        self._store = store
