"""Typed attribute values, with boto3's own as the oracle."""

from base64 import b64encode
from typing import Any

import pytest
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from hypothesis import given
from hypothesis import strategies as st

from core.match import Status
from infra.attributes import expression, marshal, unmarshal

SCALARS = st.one_of(st.text(), st.integers(-(10**30), 10**30), st.binary(), st.booleans())
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8
)


@given(item=st.dictionaries(st.text(), VALUES, max_size=5))
def test_values_are_typed_as_boto3_types_them_and_come_back(item: dict[str, Any]) -> None:
    typed = marshal(item)
    assert typed == {name: TypeSerializer().serialize(value) for name, value in item.items()}
    assert unmarshal(typed) == item


def test_an_enum_is_stored_as_plain_text() -> None:
    assert type(marshal({"status": Status.OPEN})["status"]["S"]) is str


def test_what_is_none_is_left_out() -> None:
    assert marshal({"follows": None, "seat": {"message_id": None}}) == {"seat": {"M": {}}}


@pytest.mark.parametrize("value", [0.5, {1, 2}, object()])
def test_what_no_item_should_hold_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        marshal({"value": value})


@given(data=st.binary(max_size=40))
def test_bytes_are_read_from_a_client_and_from_a_lambda_event_alike(data: bytes) -> None:
    assert unmarshal({"secret": {"B": data}}) == unmarshal({"secret": {"B": b64encode(data).decode()}})


@pytest.mark.parametrize(
    "typed",
    [{"N": "1.5"}, {"N": "-1E+3"}, {"NULL": True}, {"L": [{"N": "0.1"}]}],
)
def test_what_another_release_may_store_is_read_as_boto3_reads_it(typed: Any) -> None:
    assert unmarshal({"value": typed}) == {"value": TypeDeserializer().deserialize(typed)}


@pytest.mark.parametrize("typed", [{"SS": ["a"]}, {"NS": ["1"]}, {"BS": [b"a"]}, {"NEW": "kind"}])
def test_a_kind_of_value_that_is_not_used_here_can_be_read_past(typed: dict[str, Any]) -> None:
    assert unmarshal({"other": typed, "version": {"N": "1"}})["version"] == 1


def test_an_expression_names_what_it_mentions_and_nothing_more() -> None:
    clauses = expression({"told": 3, "unused": 4}, UpdateExpression="SET #told = :told", ConditionExpression="")
    assert clauses == {
        "UpdateExpression": "SET #told = :told",
        "ExpressionAttributeNames": {"#told": "told"},
        "ExpressionAttributeValues": {":told": {"N": "3"}},
    }
