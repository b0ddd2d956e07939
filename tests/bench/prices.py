"""What a match costs in dollars: what was counted, times AWS's list prices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.bench.match_cost import Counted

AS_OF: Final = "2026-11, us-east-1, on demand, arm64"
MILLION: Final = 1_000_000
WRITE_UNIT: Final = 0.625 / MILLION
READ_UNIT: Final = 0.125 / MILLION
INVOCATION: Final = 0.20 / MILLION
GB_SECOND: Final = 0.0000133334
LOG_GB: Final = 0.50
TRAFFIC_GB: Final = 0.09
GB: Final = 1e9

# What cannot be counted here, since it is AWS's and Telegram's own: how long functions wait for others, and sizes.
WEBHOOK_S, WEBHOOK_GB = 0.025, 1.0
DELIVER_S, DELIVER_GB = 0.2, 0.5
LINE_BYTES, CALL_BYTES = 350, 2000


@dataclass(frozen=True)
class Item:
    """A line of the bill."""

    what: str
    arithmetic: str
    dollars: float


def bill(counted: Counted) -> list[Item]:
    """A match's bill, line by line."""
    writes = counted.webhook.writes + counted.deliver.writes
    reads = counted.webhook.reads + counted.deliver.reads
    starts, calls = counted.updates + counted.batches, counted.calls.total()
    gb_s = counted.updates * WEBHOOK_S * WEBHOOK_GB + counted.batches * DELIVER_S * DELIVER_GB
    return [
        Item("table", f"{writes:.0f} writes × 0.625 per million", writes * WRITE_UNIT),
        Item("", f"{reads:.0f} reads × 0.125 per million", reads * READ_UNIT),
        Item("functions", f"{starts} starts × 0.20 per million", starts * INVOCATION),
        Item("", f"{gb_s:.2f} GB-s × 0.0000133", gb_s * GB_SECOND),
        Item("logs", f"{starts} lines × {LINE_BYTES} B × 0.50 per GB", starts * LINE_BYTES / GB * LOG_GB),
        Item("traffic", f"{calls} calls × {CALL_BYTES} B × 0.09 per GB", calls * CALL_BYTES / GB * TRAFFIC_GB),
    ]


def total(items: list[Item]) -> float:
    return sum(item.dollars for item in items)
