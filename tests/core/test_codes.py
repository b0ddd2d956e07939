"""Share codes: how they are read, shown and derived."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codes import ALPHABET, SHARDS, derive, parse, shard, shown


@pytest.mark.parametrize("text", ["7K3M-Q9XA", "7k3mq9xa", " 7k3m q9xa ", "7-K-3-M-Q-9-X-A"])
def test_a_code_is_read_in_any_case_with_spaces_or_hyphens(text: str) -> None:
    assert parse(text) == "7K3MQ9XA"


def test_letters_that_look_like_digits_are_read_as_those() -> None:
    assert parse("oOiI-lL00") == "00111100"


@pytest.mark.parametrize(
    "text", ["", "7K3M-Q9X", "7K3M-Q9XAB", "7K3MQ9XU", "7K3MQ9X!", "７K3MQ9XA", "-" * 5000, "ß" * 4]
)
def test_what_is_no_code_is_none(text: str) -> None:
    assert parse(text) is None


@given(st.text(alphabet=ALPHABET, min_size=8, max_size=8))
def test_a_code_as_shown_reads_back_as_itself(code: str) -> None:
    assert parse(shown(code)) == code


def test_a_code_is_the_first_forty_bits_of_an_hmac() -> None:
    digest = hmac.new(b"deployment", b"1001:5:0", hashlib.sha256).hexdigest()
    bits = f"{int(digest, 16):0256b}"[:40]
    expected = "".join(ALPHABET[int(bits[start : start + 5], 2)] for start in range(0, 40, 5))
    assert derive(b"deployment", 1001, 5, 0) == expected


@pytest.mark.parametrize("shards", [SHARDS, 64])
def test_codes_spread_evenly_over_the_shards(shards: int) -> None:
    counts = Counter(shard(derive(b"deployment", number), shards) for number in range(1000 * shards))
    assert set(counts) == set(range(shards))
    assert all(800 < count < 1200 for count in counts.values())
