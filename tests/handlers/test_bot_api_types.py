"""Our list of the Bot API's types against python-telegram-bot's classes: the fuzz sends all that an update may hold."""

from __future__ import annotations

import datetime as dt
import inspect
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

import pytest
import telegram
from telegram import TelegramObject, Update

from tests.handlers.bot_api_types import KINDS, TYPES, UNIONS
from tests.handlers.fuzzing import Fuzz

RENAMED: Final = {"from_user": "from"}
LEFT_OUT: Final = {
    ("Poll", "correct_option_id"): "the library keeps it for old programs, the Bot API has correct_option_ids",
    ("PassportFile", "credentials"): "it is what the library deciphers, no field of an update",
}
REQUIRED_BY_THE_BOT_API: Final = {
    ("Poll", "allows_revoting"),
    ("Poll", "members_only"),
    ("PollOption", "persistent_id"),
    ("PollAnswer", "option_persistent_ids"),
    ("ChatMemberRestricted", "can_react_to_messages"),
}
"""The library takes them as optional, lest it break programs that are older than they are."""

DECIPHERED: Final = {("EncryptedPassportElement", "data"): {"str"}}
SCALARS: Final[Mapping[type, str]] = {dt.datetime: "int", dt.timedelta: "int", bool: "bool", int: "int", float: "float"}


class Shape(NamedTuple):
    types: set[str]
    lists: int
    is_required: bool


def ours(name: str) -> dict[str, Shape]:
    fuzz = Fuzz(1)
    return {
        field.name: Shape(
            {kind if kind in TYPES else type(fuzz.value(kind, 0)).__name__ for kind in field.types},
            field.lists,
            field.is_required and (name, field.name) not in REQUIRED_BY_THE_BOT_API,
        )
        for field in TYPES[name]
    }


def theirs(name: str) -> dict[str, Shape]:
    """What the library's class and those that it derives from are built from."""
    found: dict[str, Shape] = {}
    for built in getattr(telegram, name).__mro__:
        if issubclass(built, TelegramObject) and built is not TelegramObject:
            hints = typing.get_type_hints(built.__init__, localns=vars(telegram))
            for field, parameter in inspect.signature(built.__init__).parameters.items():
                if field not in ("self", "api_kwargs") and (name, field) not in LEFT_OUT:
                    is_required = parameter.default is parameter.empty
                    types = DECIPHERED.get((name, field)) or set(_leaves(hints[field]))
                    found.setdefault(RENAMED.get(field, field), Shape(types, _lists(hints[field]), is_required))
    return found


def _lists(hint: Any) -> int:
    args = typing.get_args(hint)
    return (typing.get_origin(hint) is Sequence) + max((_lists(one) for one in args), default=0)


def _leaves(hint: Any) -> Iterator[str]:
    """The names of all that a value may be once it is JSON."""
    if not inspect.isclass(hint):
        for one in typing.get_args(hint):
            yield from _leaves(one)
    elif issubclass(hint, TelegramObject):
        yield from UNIONS.get(hint.__name__, (hint.__name__,))
    elif issubclass(hint, (str, Enum)):
        yield "str"
    elif hint in SCALARS:
        yield SCALARS[hint]


def test_every_kind_of_update_is_known() -> None:
    assert set(KINDS) == set(Update.ALL_TYPES)
    assert theirs("Update") == {
        "update_id": Shape({"int"}, 0, True),
        **{kind: Shape({name}, 0, False) for kind, name in KINDS.items()},
    }


@pytest.mark.parametrize("name", TYPES)
def test_a_type_has_exactly_the_fields_of_the_class_of_that_name(name: str) -> None:
    assert ours(name) == theirs(name)


@pytest.mark.parametrize("name", UNIONS)
def test_a_type_that_is_one_of_others_is_read_as_the_one_it_is(name: str) -> None:
    union = getattr(telegram, name)
    assert set(UNIONS[name]) == {one.__name__ for one in union.__subclasses__()}
    for one in UNIONS[name]:
        assert type(union.de_json(Fuzz(1).value(one, 0), None)) is getattr(telegram, one)


def test_what_is_left_out_is_there_to_be_left_out() -> None:
    for name, field in LEFT_OUT:
        assert field in inspect.signature(getattr(telegram, name).__init__).parameters
