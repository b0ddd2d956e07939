"""What a saved match counts for: matches begun and how they ended, and picks."""

from __future__ import annotations

from typing import Final

from core.match import Match, Seat, Status
from infra.metrics import Meter, Metric

_ENDS: Final = {
    Status.FINISHED: Metric.FINISHED,
    Status.RESIGNED: Metric.RESIGNED,
    Status.FORFEITED: Metric.OUT_OF_TIME,
    Status.ABANDONED: Metric.OUT_OF_TIME,
    Status.CANCELLED: Metric.CALLED_OFF,
}


def _has_picked(before: Seat, after: Seat) -> bool:
    return not after.is_house and after.picks != before.picks


def measure(meter: Meter, before: Match | None, after: Match) -> None:
    """Count a change of a match. A table that nobody joined counts for nothing."""
    if after.has_begun and not (before and before.has_begun):
        meter.count(Metric.BEGUN)
    if after.has_begun and after.is_over and not (before and before.is_over):
        meter.count(_ENDS[after.status])
    if before and before.has_begun and any(map(_has_picked, before.seats, after.seats)):
        meter.count(Metric.PICKS)
