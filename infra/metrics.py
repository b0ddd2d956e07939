"""What is counted while a function works, written as one log line in CloudWatch's Embedded Metric Format: CloudWatch
makes metrics of it by itself, so no client and no call is needed. At most ten metrics: an account has
ten free of charge.
"""

from __future__ import annotations

import logging
from collections import Counter
from enum import StrEnum
from typing import Final

_LOGGER: Final = logging.getLogger("7776.metrics")
NAMESPACE: Final = "7776"
DIMENSION: Final = "Stack"
_MOST_VALUES: Final = 100  # of one metric in one line, by the format


class Metric(StrEnum):
    """The metrics, by their names in CloudWatch. Counts come again where a record comes again."""

    BEGUN = "MatchesBegun"
    FINISHED = "MatchesFinished"
    RESIGNED = "MatchesResigned"
    OUT_OF_TIME = "MatchesOutOfTime"
    CALLED_OFF = "MatchesCalledOff"
    PICKS = "Picks"
    TOLD = "ChatsTold"
    WAITING = "ChatsWaiting"
    GIVEN_UP = "ChatsGivenUp"
    DELAY = "DeliveryDelay"


class Meter:
    """Counts and times of one invocation."""

    def __init__(self) -> None:
        self._counts: Counter[Metric] = Counter()
        self._delays_ms: list[int] = []

    def count(self, metric: Metric) -> None:
        self._counts[metric] += 1

    def delay(self, ms: int) -> None:
        self._delays_ms.append(max(ms, 0))

    def write(self, stack: str | None, now: int) -> None:
        """Write what there is, of a stack at a time, and begin anew. Without a stack nobody reads it: it is dropped."""
        values: dict[str, object] = {str(metric): count for metric, count in self._counts.items()}
        if self._delays_ms:
            values[Metric.DELAY] = self._delays_ms[:_MOST_VALUES]
        if values and stack is not None:
            _LOGGER.info("metrics", extra={"_aws": _description(values, now), DIMENSION: stack, **values})
        self._counts.clear()
        self._delays_ms.clear()


def _description(values: dict[str, object], now: int) -> dict[str, object]:
    units = [{"Name": name, "Unit": "Milliseconds" if name == Metric.DELAY else "Count"} for name in values]
    directive = {"Namespace": NAMESPACE, "Dimensions": [[DIMENSION]], "Metrics": units}
    return {"Timestamp": now * 1000, "CloudWatchMetrics": [directive]}
