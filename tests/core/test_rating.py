"""Glicko-2 against its paper's own example, and what anybody would expect of a rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rating import Rating, aged, rated

ratings = st.builds(Rating, st.floats(600, 2400), st.floats(30, 350), st.floats(0.03, 0.1))
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_the_papers_example_comes_out() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), opponents)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_volatility_is_that_of_the_equation_away_from_the_middle_too() -> None:
    """What bisecting the paper's equation gives for a player far above the middle who loses against the odds."""
    after = rated(Rating(1900, 60, 0.06), [(Rating(1300, 50), 0.0), (Rating(1250, 40), 0.0)])
    assert after.volatility == pytest.approx(0.060048739, abs=1e-8)


@given(ratings, ratings)
def test_a_win_raises_a_loss_lowers_and_a_draw_lies_between(mine: Rating, theirs: Rating) -> None:
    lost, drawn, won = (rated(mine, [(theirs, score)]).rating for score in (0.0, 0.5, 1.0))
    assert lost < mine.rating < won
    assert lost < drawn < won


@given(ratings, st.floats(30, 350))
def test_a_win_over_a_stronger_player_is_worth_more(mine: Rating, deviation: float) -> None:
    gains = [rated(mine, [(Rating(other, deviation), 1.0)]).rating for other in (1200, 1500, 1800)]
    assert gains == sorted(gains)


@given(ratings, ratings, scores)
def test_a_match_makes_a_rating_surer_and_time_makes_it_less_sure(mine: Rating, theirs: Rating, score: float) -> None:
    assert rated(mine, [(theirs, score)], periods=0).deviation < mine.deviation
    assert mine.deviation <= aged(mine, 4).deviation <= aged(mine, 52).deviation <= 350
    assert aged(mine, 52).rating == mine.rating


def test_two_newcomers_gain_and_lose_the_same() -> None:
    won, lost = (rated(Rating(), [(Rating(), score)], periods=0) for score in (1.0, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert 100 < won.rating - 1500 < 200


def test_a_rating_is_sure_after_about_a_dozen_matches() -> None:
    player, count = Rating(), 0
    while not player.is_sure:
        player, count = rated(player, [(Rating(deviation=100), float(count % 2))], periods=0), count + 1
    assert 8 <= count <= 16
