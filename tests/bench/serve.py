"""One function in a new interpreter: it is loaded from a folder, and serves the events that come as lines.

    python serve.py FOLDER MODULE

Each line holds a list of events; when all are served, a line says what they took of this process's time.
"""

import sys

sys.path.insert(0, sys.argv[1])


class Context:
    """Of an invocation that has a minute left, whenever it asks."""

    def get_remaining_time_in_millis(self):  # type: ignore[no-untyped-def]
        return 60_000


def main() -> None:
    import importlib
    import json
    import time

    handler = importlib.import_module(sys.argv[2]).handler
    for line in sys.stdin:
        events = json.loads(line)
        started = time.process_time()
        for event in events:
            result = handler(event, Context())
            assert result.get("statusCode", 200) == 200 and not result.get("batchItemFailures"), result  # noqa: PT018
        ended = time.process_time()
        print(json.dumps({"cpu_s": ended - started, "cpu_since_start_s": ended}), flush=True)


main()
