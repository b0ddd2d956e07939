"""How an item becomes a model. What this release cannot read is one typed error, which names the item by its key."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from infra.attributes import Attributes
from infra.logs import log

_Model = TypeVar("_Model", bound=BaseModel)
_Read = TypeVar("_Read")


class Frozen(BaseModel):
    # Built when first used: a tap needs none of these, so a cold start does not wait for them.
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True, defer_build=True)


class FormatError(Exception):
    """An item that this release cannot read. The message names its key and format, never what it holds.

    `is_newer` where a newer release has written it, as in the middle of a rollback: that passes.
    """

    def __init__(self, held: Mapping[str, Any], problem: str, *, is_newer: bool = False) -> None:
        super().__init__(f"{held['pk']} {held['sk']} {problem}")
        self.is_newer = is_newer


def read(model: type[_Model], held: Mapping[str, Any]) -> _Model:
    """The model of an item, which `held` is in Python's own types, its key included. Raises FormatError."""
    try:
        return model.model_validate(held)
    except ValidationError as error:
        fields = sorted({".".join(map(str, problem["loc"])) for problem in error.errors(include_input=False)})
        raise FormatError(held, f"cannot be read: {', '.join(fields)}") from None


def readable(reader: Callable[[Attributes], _Read], items: Iterable[Attributes]) -> Iterator[_Read]:
    """What can be read of a list. One item that cannot does not hide the others; the log names it."""
    for item in items:
        try:
            yield reader(item)
        except FormatError as error:
            log("format_unknown", logging.ERROR, reason=str(error))
