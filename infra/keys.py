"""The keys of the table's items, and the partitions of its due index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core import codes
from infra.attributes import Attributes, marshal

MATCH: Final = "MATCH"
PROFILE: Final = "PROFILE"
_NAME: Final = "NAME"
MATCH_PREFIX: Final = "MATCH#"
CHAT_PREFIX: Final = "CHAT#"
_USER_PREFIX: Final = "USER#"
SCREEN_PREFIX: Final = "SCREEN#"
_SERVED_PREFIX: Final = "SERVED#"
_NAMED_PREFIX: Final = "NAMED#"
PAST_PREFIX: Final = "PAST#"
UNTOLD_PREFIX: Final = "UNTOLD#"
OPPONENT_PREFIX: Final = "OPPONENT#"
DUE_INDEX: Final = "due"
_SHARD_PREFIX: Final = "DUE#"
DUEL: Final = 2
"""Stands for the message of a duel where else a seat stands, 0 or 1: it has a cursor too, and may have to wait."""


def match_key(code: str) -> Attributes:
    return _key(MATCH_PREFIX + code, MATCH)


def chat_key(code: str, seat: int) -> Attributes:
    return _key(MATCH_PREFIX + code, f"{CHAT_PREFIX}{seat}")


def membership_key(user_id: int, code: str) -> Attributes:
    return _key(user_pk(user_id), MATCH_PREFIX + code)


def past_key(user_id: int, code: str, ended_at: int) -> Attributes:
    """In the order of time, so that the latest can be read alone."""
    return _key(user_pk(user_id), f"{PAST_PREFIX}{ended_at:010}#{code}")


def profile_key(user_id: int) -> Attributes:
    return _key(user_pk(user_id), PROFILE)


def place_key(place: str) -> Attributes:
    return _key(f"PLACE#{place}", "PLACE")


def offer_key(offer: str) -> Attributes:
    return _key(f"OFFER#{offer}", "OFFER")


def name_key(user_id: int) -> Attributes:
    return _key(user_pk(user_id), _NAME)


def screen_key(user_id: int, update_id: int) -> Attributes:
    return _key(user_pk(user_id), f"{SCREEN_PREFIX}{update_id}")


def served_key(user_id: int, update_id: int) -> Attributes:
    return _key(user_pk(user_id), f"{_SERVED_PREFIX}{update_id}")


def named_key(user_id: int, code: str) -> Attributes:
    """That a match names the user in which the user does not play: others play the user's hands or throws again, or it
    ended before it began.
    """
    return _key(user_pk(user_id), f"{_NAMED_PREFIX}{code}")


def untold_key(user_id: int, code: str) -> Attributes:
    return _key(user_pk(user_id), f"{UNTOLD_PREFIX}{code}")


def named_code(sort_key: str) -> str | None:
    """The match that an item of a user's stands for, in which the user plays or has played, or is named."""
    is_match = sort_key.startswith((MATCH_PREFIX, PAST_PREFIX, _NAMED_PREFIX))
    return sort_key.rpartition("#")[2] if is_match else None


def opponent_key(user_id: int, other_id: int) -> Attributes:
    """How a user stands with another; the other has the same from the other side."""
    return _key(user_pk(user_id), f"{OPPONENT_PREFIX}{other_id}")


def opponent_id(sort_key: str) -> int | None:
    """The other user that an item of a user's is about."""
    return int(sort_key.removeprefix(OPPONENT_PREFIX)) if sort_key.startswith(OPPONENT_PREFIX) else None


def count_key(counted: str) -> Attributes:
    return _key(f"COUNT#{counted}", "COUNT")


def user_pk(user_id: int) -> str:
    return f"{_USER_PREFIX}{user_id}"


def shard(code: str) -> str:
    """The partition of the due index that a match is in."""
    return f"{_SHARD_PREFIX}{codes.shard(code)}"


def shard_names(first: int = 0) -> list[str]:
    """The partitions of the due index, round from one of them."""
    return [f"{_SHARD_PREFIX}{(first + number) % codes.SHARDS}" for number in range(codes.SHARDS)]


def code_of(key: Mapping[str, Any], name: str) -> str:
    """The match code in one attribute, `pk` or `sk`, of a key as the client gives it."""
    return str(key[name]["S"]).removeprefix(MATCH_PREFIX)


def _key(pk: str, sk: str) -> Attributes:
    return marshal({"pk": pk, "sk": sk})
