"""The worker thread: it works when woken, says when it is busy, and outlives a step that fails."""

from __future__ import annotations

import threading
import time

import pytest

from infra.local.worker import Worker

SOON = 5


def test_it_works_when_it_is_woken_and_is_busy_until_the_step_is_done() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def step() -> None:
        begun.set()
        may_end.wait(SOON)

    worker = Worker("test", step, every_s=60)
    worker.start()
    assert not worker.busy()
    worker.wake()
    assert worker.busy()
    assert begun.wait(SOON)
    assert worker.busy()
    may_end.set()
    deadline = time.monotonic() + SOON
    while worker.busy() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert not worker.busy()
    worker.stop()


def test_it_works_by_itself_after_a_while_and_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    steps = threading.Semaphore(0)

    def step() -> None:
        steps.release()
        raise ValueError("no good")

    worker = Worker("test", step, every_s=0.01)
    worker.start()
    assert steps.acquire(timeout=SOON)
    assert steps.acquire(timeout=SOON)
    worker.stop()
    assert "no good" in caplog.text


def test_a_worker_that_never_started_can_be_stopped() -> None:
    Worker("test", lambda: None, every_s=60).stop()
