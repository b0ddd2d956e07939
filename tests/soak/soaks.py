"""Soaks as tests run them: in a process of their own, so that what they fork has nothing of the test's."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_S = 900


@dataclass(frozen=True)
class Outcome:
    """How a soak went: what it printed, its transcript, and the checker's cases by promise."""

    exit_code: int
    printed: str
    transcript: Path
    verdict: dict[str, Any]

    @property
    def broken(self) -> dict[str, list[str]]:
        return {promise: cases for promise, cases in self.verdict["broken"].items() if cases}


def soak(folder: Path, endpoint_url: str, **options: object) -> Outcome:
    """Options are those of `python -m tests.soak`; True is a flag."""
    command = [sys.executable, "-m", "tests.soak", "--folder", str(folder), "--endpoint-url", endpoint_url]
    for name, value in options.items():
        command += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    assert (folder / "verdict.json").exists(), ran.stderr
    verdict = json.loads((folder / "verdict.json").read_text())
    return Outcome(ran.returncode, ran.stdout, folder / "transcript.jsonl", verdict)
