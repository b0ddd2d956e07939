"""The file of numbers computed ahead: its size, its form and how hands and sets find their place in it."""

from itertools import permutations
from typing import Any

import pytest

from core import tables
from core.combinations import ORDER, Combination


def test_the_file_ships_and_is_at_most_300_kb() -> None:
    assert len(tables.PATH.read_bytes()) <= 300_000


def test_packing_and_unpacking_give_back_the_same_bytes() -> None:
    data = tables.PATH.read_bytes()
    assert tables.pack(tables.unpack(data)) == data


def test_numbers_are_little_endian_in_the_order_of_the_description() -> None:
    data, numbers = tables.PATH.read_bytes(), tables.tables()
    cells = 252 * 16
    assert int.from_bytes(data[4:8], "little", signed=True) == numbers.points[1]
    assert int.from_bytes(data[4 * cells + 2 : 4 * cells + 4], "little") == numbers.made[1]
    assert int.from_bytes(data[-4:], "little", signed=True) == numbers.worths[0xFFFF]


@pytest.mark.parametrize("size", [0, 1, -1])
def test_a_file_of_another_size_is_refused(size: int) -> None:
    data = tables.PATH.read_bytes()
    with pytest.raises(ValueError, match="not a table"):
        tables.unpack(data + b"x" if size > 0 else data[:size])


def test_a_hand_has_one_row_whatever_its_order_and_kind() -> None:
    assert {tables.row(hand).start for hand in permutations([1, 2, 2, 5, 6])} == {tables.row(b"\1\2\2\5\6").start}
    assert [tables.row(hand).start for hand in tables.HANDS] == list(range(0, 252 * 16, 16))


@pytest.mark.parametrize("hand", [[1] * 4, [1] * 6, [0, 1, 1, 1, 1], [7] * 5, [1.0] * 5, ["1"] * 5, None])
def test_anything_but_five_dice_is_refused(hand: Any) -> None:
    with pytest.raises(ValueError, match=r"dice|die"):
        tables.row(hand)


def test_a_set_has_a_bit_for_each_combination_in_the_rules_order() -> None:
    assert [tables.bits([combination]) for combination in ORDER] == [1 << place for place in range(16)]
    assert tables.bits(ORDER) == tables.bits([*ORDER, Combination.POKER]) == 0xFFFF
    assert tables.bits([]) == 0
    with pytest.raises(ValueError, match="not a valid Combination"):
        tables.bits(["7"])  # type: ignore[list-item]
