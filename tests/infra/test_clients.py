"""The AWS clients give up within seconds, and bring nothing into a cold start that it does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from infra import clients

ROOT = Path(__file__).parents[2]


def test_a_client_waits_for_seconds_and_tries_a_few_times() -> None:
    for config in (clients.dynamodb().meta.config, clients.sqs().meta.config):
        settings = {name: getattr(config, name) for name in ("connect_timeout", "read_timeout", "tcp_keepalive")}
        assert settings == {"connect_timeout": 1, "read_timeout": 3, "tcp_keepalive": True}
        assert getattr(config, "retries", None) == {"mode": "standard", "total_max_attempts": 3}


def test_the_table_and_its_client_start_without_boto3_and_telegram() -> None:
    show = "import json, sys, infra.clients, infra.table; print(json.dumps(list(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", show], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {"boto3", "telegram", "httpx", "infra.local"}.isdisjoint(json.loads(run.stdout))
