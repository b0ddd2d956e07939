"""A playground in a process of its own, as `make play` starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def playground() -> Iterator[str]:
    """Give the address of a playground with Alice and Bob, on any free port."""
    command = [sys.executable, "-m", "infra.local.play", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+\d", process.stdout.readline())
            assert found is not None, "the playground did not start"
            yield found[0]
        finally:
            process.terminate()
