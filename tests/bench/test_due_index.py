"""The due index stays cool at any size that was promised."""

from core import codes
from tests.bench.due_index import PARTITION_LIMIT, simulate


def test_ten_million_matches_a_day_have_no_hot_key_in_their_busiest_minute() -> None:
    load = simulate(10_000_000, peak=2)
    assert load.busiest < PARTITION_LIMIT
    assert load.key < 1.05 * load.index / codes.SHARDS


def test_all_keys_of_a_million_matches_a_day_may_lie_in_one_partition() -> None:
    assert simulate(1_000_000, peak=2).index < PARTITION_LIMIT
