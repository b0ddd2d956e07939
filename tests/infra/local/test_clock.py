"""The playground's clock."""

import pytest

from infra.local.clock import Clock


def test_the_clock_runs_with_real_time_and_an_offset_that_grows() -> None:
    real = [1000.9]
    clock = Clock(lambda: real[0])
    assert clock.now() == 1000
    assert clock.advance(86_400) == 87_400
    real[0] += 10
    assert clock.now() == 87_410


def test_the_clock_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="only moves forward"):
        Clock().advance(-1)
