"""What a match costs in dollars, and a month in which nobody plays: what was counted, times AWS's list prices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core import codes
from infra.metrics import Metric
from tests.bench.match_cost import Counted
from tests.deploy.template import Json, of_type, read_template

AS_OF: Final = "2026-11, us-east-1, on demand, arm64"
MILLION: Final = 1_000_000
WRITE_UNIT: Final = 0.625 / MILLION
READ_UNIT: Final = 0.125 / MILLION
INVOCATION: Final = 0.20 / MILLION
GB_SECOND: Final = 0.0000133334
LOG_GB: Final = 0.50
TRAFFIC_GB: Final = 0.09
SECRET: Final = 0.40
METRIC: Final = 0.30
"""A month, for the hours in which it is written; the first ten of an account are free."""
QUEUE_REQUEST: Final = 0.40 / MILLION
FREE_QUEUE_REQUESTS: Final = MILLION
GB: Final = 1e9
MINUTES: Final = 43_200
"""Of a month."""

# What cannot be counted here, since it is AWS's and Telegram's own, is assumed: how long functions take, and how long
# calls are. A tap is 6 ms of CPU time at 0.6 of a core, and two requests to the table; a record is up to 48 ms of CPU
# time at 0.3 of a core, and Telegram's answers.
WEBHOOK_S, DELIVER_S, CLOCK_S = 0.025, 0.3, 0.06
CALL_BYTES: Final = 2000
POLLS_A_MINUTE: Final = 5 * 3
"""Lambda has five pollers for a queue; each waits 20 seconds."""

FREE_TYPES: Final = {
    "AWS::DynamoDB::Table",
    "AWS::IAM::Role",
    "AWS::Lambda::EventSourceMapping",
    "AWS::Logs::LogGroup",
    "AWS::SQS::Queue",
    "AWS::Serverless::Function",
    "Custom::Bot",
    "Custom::Webhook",
}
"""That cost nothing by being there: what they do is counted."""


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
    template = read_template()
    webhook_gb, deliver_gb = (memory_gb(template, name) for name in ("WebhookFunction", "DeliverFunction"))
    gb_s = counted.updates * WEBHOOK_S * webhook_gb + counted.batches * DELIVER_S * deliver_gb
    lines = counted.lines.total()
    return [
        Item("table", f"{writes:.0f} writes × 0.625 per million", writes * WRITE_UNIT),
        Item("", f"{reads:.0f} reads × 0.125 per million", reads * READ_UNIT),
        Item("functions", f"{starts} starts × 0.20 per million", starts * INVOCATION),
        Item("", f"{gb_s:.2f} GB-s × 0.0000133", gb_s * GB_SECOND),
        Item("logs", f"{lines} lines, {counted.line_bytes:,} B × 0.50 per GB", counted.line_bytes / GB * LOG_GB),
        Item("traffic", f"{calls} calls × {CALL_BYTES} B × 0.09 per GB", calls * CALL_BYTES / GB * TRAFFIC_GB),
    ]


def idle(template: Json) -> list[Item]:
    """A month's bill of what the template makes, while nobody plays. Raises ValueError for what has no price here."""
    standing = {name: one for name, one in template["Resources"].items() if "Condition" not in one}
    unknown = {one["Type"] for one in standing.values()} - FREE_TYPES - {"AWS::SecretsManager::Secret"}
    if unknown or template["Resources"]["Table"]["Properties"]["BillingMode"] != "PAY_PER_REQUEST":
        raise ValueError(f"what these cost is not known: {sorted(unknown)}, or what the table costs")
    secrets = len(of_type(standing, "AWS::SecretsManager::Secret"))
    polled = [one for one in of_type(standing, "AWS::Lambda::EventSourceMapping") if one.startswith("Queue")]
    polls = len(polled) * POLLS_A_MINUTE * MINUTES
    clock_gb = memory_gb(template, "ClockFunction")
    reads = MINUTES * codes.SHARDS * 0.5
    return [
        Item("secrets", f"{secrets} × 0.40", secrets * SECRET),
        Item(
            "queue: Lambda looks into it",
            f"{polls:,} of the list's first million",
            max(0, polls - FREE_QUEUE_REQUESTS) * QUEUE_REQUEST,
        ),
        Item(
            "clock: runs",
            f"{MINUTES:,} × (0.20 per million + {CLOCK_S} s × {clock_gb} GB × 0.0000133)",
            MINUTES * (INVOCATION + CLOCK_S * clock_gb * GB_SECOND),
        ),
        Item("clock: looks into the due index", f"{reads:,.0f} reads × 0.125 per million", reads * READ_UNIT),
    ]


def metrics() -> Item:
    """At most, for a month in whose every hour each of them is written."""
    return Item("metrics", f"{len(Metric)} × 0.30", len(Metric) * METRIC)


def memory_gb(template: Json, function: str) -> float:
    size = template["Resources"][function]["Properties"]["MemorySize"]
    return float(template["Parameters"][size["Ref"]]["Default"] if isinstance(size, dict) else size) / 1024


def total(items: list[Item]) -> float:
    return sum(item.dollars for item in items)
