"""`python -m infra.local.play`: the playground, a page with two phones, until Ctrl-C stops it."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Final

from infra.local.playground import CannotListenError, Playground
from infra.logs import quiet_libraries

PORT: Final = 7776
PEOPLE: Final = ("Alice", "Bob")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s  %(message)s", datefmt="%H:%M:%S")
    quiet_libraries()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        with Playground(options.host, options.port, PEOPLE) as playground:
            print(f"Open {playground.url} in a browser. Ctrl-C stops it.", flush=True)
            stopped.wait()
    except CannotListenError as error:
        other = PORT + 1 if options.port == PORT else PORT
        print(f"{error} Choose another port: make play PORT={other}", file=sys.stderr)
        return 2
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m infra.local.play", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (%(default)s)")
    parser.add_argument(
        "--port", type=_port, default=os.environ.get("PORT", PORT), help="the port, 0 for a free one (%(default)s)"
    )
    parser.add_argument("--verbose", action="store_true", help="log each decision of the handlers")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is 0 to 65535, not {port}")
    return port


if __name__ == "__main__":
    sys.exit(main())
