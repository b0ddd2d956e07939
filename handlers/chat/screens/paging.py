"""Long lists, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_One = TypeVar("_One")


def paged(every: Sequence[_One], page: int, per_page: int) -> tuple[Sequence[_One], int, int]:
    """What is on a page, its number from 1, and how many pages there are, at least 1. A page that is not there is the
    nearest one.
    """
    pages = max(-(-len(every) // per_page), 1)
    number = min(max(page, 1), pages)
    return every[(number - 1) * per_page : number * per_page], number, pages
