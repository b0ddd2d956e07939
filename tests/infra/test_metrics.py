"""The line of which CloudWatch makes metrics: https://docs.aws.amazon.com/AmazonCloudWatch, Embedded Metric Format."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from infra.metrics import Meter, Metric
from tests.infra.stores import START


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "7776.metrics")
    return caplog


def written(lines: pytest.LogCaptureFixture) -> dict[str, Any]:
    [record] = lines.records
    line: dict[str, Any] = json.loads(json.dumps(vars(record)))
    return line


def test_counts_and_delays_of_an_invocation_are_one_line(lines: pytest.LogCaptureFixture) -> None:
    meter = Meter()
    for _ in range(3):
        meter.count(Metric.PICKS)
    meter.count(Metric.TOLD)
    for ms in (1000, 0, -4):
        meter.delay(ms)
    meter.write("seven", START)
    line = written(lines)
    assert (line["Picks"], line["ChatsTold"], line["DeliveryDelay"], line["Stack"]) == (3, 1, [1000, 0, 0], "seven")
    assert line["_aws"]["Timestamp"] == START * 1000
    [directive] = line["_aws"]["CloudWatchMetrics"]
    assert (directive["Namespace"], directive["Dimensions"]) == ("7776", [["Stack"]])
    assert {one["Name"]: one["Unit"] for one in directive["Metrics"]} == {
        "Picks": "Count",
        "ChatsTold": "Count",
        "DeliveryDelay": "Milliseconds",
    }


def test_each_invocation_begins_anew(lines: pytest.LogCaptureFixture) -> None:
    meter = Meter()
    meter.count(Metric.PICKS)
    meter.write("seven", START)
    meter.write("seven", START)
    assert written(lines)["Picks"] == 1


def test_nothing_is_written_where_nothing_reads_it(lines: pytest.LogCaptureFixture) -> None:
    meter = Meter()
    meter.count(Metric.PICKS)
    meter.write(None, START)
    meter.write("seven", START)
    assert lines.records == []


def test_no_more_values_are_written_than_the_format_allows(lines: pytest.LogCaptureFixture) -> None:
    meter = Meter()
    for ms in range(250):
        meter.delay(ms)
    meter.write("seven", START)
    assert len(written(lines)["DeliveryDelay"]) == 100


def test_there_are_no_more_metrics_than_are_free() -> None:
    assert len(Metric) <= 10
