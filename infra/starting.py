"""A function's start, without Python's garbage collector.

What a start makes stays for the container's life: to look through it for garbage again and again finds none, and takes
time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(*, for_good: bool = False) -> Iterator[None]:
    """Nothing is collected within; `for_good`, what is there at the end is never looked at again."""
    gc.disable()
    try:
        yield
    finally:
        if for_good:
            gc.freeze()
        gc.enable()
