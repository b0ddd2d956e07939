"""Chaos comes from the seed and from what it happens to, and from nothing else."""

from __future__ import annotations

from tests.soak.chaos import Chaos, Rates


def test_a_decision_is_the_same_whenever_it_is_made() -> None:
    decisions = [Chaos(5).draw("kill", code, number) for code in ("A", "B") for number in range(50)]
    assert decisions == [Chaos(5).draw("kill", code, number) for code in ("A", "B") for number in range(50)]
    assert len(set(decisions)) == 100


def test_another_seed_decides_otherwise() -> None:
    assert Chaos(5).draw("kill", "A") != Chaos(6).draw("kill", "A")


def test_trouble_comes_about_as_often_as_its_rate_says() -> None:
    chaos = Chaos(7, Rates(kill=0.1))
    assert 800 < sum(chaos.happens("kill", number) for number in range(10_000)) < 1200
    assert not any(chaos.calmed().happens("kill", number) for number in range(1_000))


def test_whole_numbers_reach_both_their_bounds() -> None:
    assert {Chaos(1).whole(2, 4, number) for number in range(100)} == {2, 3, 4}
