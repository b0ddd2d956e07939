"""The sealed dice, against a second implementation of the design's text and a vector made with openssl in a shell."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import dice

SECRET = bytes(range(32))
CODE = "7K3MQ9XA"
KEY = bytes.fromhex("7f89336b6699b7ccec5896eeeacf33ed940967d97dd3705939d18c288be35db4")  # lucky words: удача7 and none


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by hand; the key is no longer than a block."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def stream(key: bytes, match_round: int, seat: int) -> Iterator[int]:
    for block in count():
        yield from hmac_sha256(key, b"%d:%d:%d" % (match_round, seat, block))


def second_opinion(key: bytes, match_round: int, seat: int) -> tuple[int, ...]:
    thrown: list[int] = []
    source = stream(key, match_round, seat)
    while len(thrown) < 5:
        byte = next(source)
        if byte not in (252, 253, 254, 255):
            thrown.append([6, 1, 2, 3, 4, 5][(byte + 1) % 6])
    return tuple(thrown)


def rolls(key: bytes) -> dict[tuple[int, int], tuple[int, ...]]:
    return {(match_round, seat): dice.roll(key, match_round, seat) for match_round in range(1, 17) for seat in (0, 1)}


def test_the_dice_are_those_that_openssl_makes_of_the_same_secret() -> None:
    assert dice.seal(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert dice.key(SECRET, CODE, "удача7", "") == KEY
    assert dice.roll(KEY, 1, 0) == (6, 4, 4, 4, 3)
    assert dice.roll(KEY, 1, 1) == (3, 5, 6, 2, 5)
    assert dice.roll(KEY, 2, 0) == (3, 1, 5, 1, 2)
    assert dice.roll(KEY, 16, 1) == (4, 5, 2, 4, 1)


words = st.text(alphabet=st.characters(categories=["L", "Nd"]), max_size=8)


@given(st.binary(min_size=32, max_size=32), st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=8), words, words)
def test_key_and_rolls_agree_with_a_second_implementation(
    secret: bytes, code: str, host_word: str, guest_word: str
) -> None:
    message = f'["7776","{code}","{host_word}","{guest_word}"]'.encode()
    key = hmac_sha256(secret, message)
    assert dice.key(secret, code, host_word, guest_word) == key
    assert rolls(key) == {place: second_opinion(key, *place) for place in rolls(key)}


def test_each_byte_from_252_on_is_rejected_and_the_next_one_counts() -> None:
    rejecting = 0
    for number in range(20):
        key = hashlib.sha256(b"key %d" % number).digest()
        for place, thrown in rolls(key).items():
            rejecting += any(byte >= 252 for byte, _ in zip(stream(key, *place), range(5), strict=False))
            assert thrown == second_opinion(key, *place)
    assert rejecting > 20


def test_a_roll_goes_on_in_the_next_block_when_one_has_too_few_fair_bytes() -> None:
    assert dice.drawn([bytes([255] * 29 + [0, 251, 252]), bytes([253, 7, 14, 254, 21, 5])]) == (1, 6, 2, 3, 4)


def test_each_face_comes_equally_often_in_a_million_dice() -> None:
    """FlyCasual#2380 and Backgammon#6: "the dice are rigged"."""
    source = random.Random(7776)
    faces: Counter[int] = Counter()
    for _ in range(6250):
        for thrown in rolls(source.randbytes(32)).values():
            faces.update(thrown)
    assert faces.total() == 1_000_000
    assert all(abs(faces[face] - 1e6 / 6) < 5 * sqrt(1e6 * 5 / 36) for face in range(1, 7))


def test_the_seal_gives_no_throw_away() -> None:
    """KaniCasino#152: outcomes are few, and a hash of one is soon undone. The seal is a secret's, of 2 to the 256."""
    throws: dict[tuple[int, ...], set[str]] = {}
    for number in range(2000):
        secret = number.to_bytes(32, "big")
        throws.setdefault(rolls(secret)[1, 0], set()).add(dice.seal(secret))
    assert sum(map(len, throws.values())) == 2000
    assert max(map(len, throws.values())) > 1, "one throw, and several seals"


def test_secret_code_and_both_words_each_change_the_dice_and_seats_and_rounds_differ() -> None:
    keys = [
        dice.key(SECRET, CODE, "", ""),
        dice.key(bytes(32), CODE, "", ""),
        dice.key(SECRET, "7K3MQ9XB", "", ""),
        dice.key(SECRET, CODE, "a", ""),
        dice.key(SECRET, CODE, "", "a"),
    ]
    assert len(set(keys)) == 5
    assert len(set(rolls(keys[0]).values())) > 28


@pytest.mark.parametrize("match_round, seat", [(0, 0), (17, 0), (-1, 1), (1, 2), (1, -1), (1.0, 0), ("1", 0)])
def test_a_round_or_seat_that_no_match_has_is_refused(match_round: Any, seat: Any) -> None:
    with pytest.raises(ValueError, match=r"rounds|format code"):
        dice.roll(KEY, match_round, seat)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_that_is_not_32_bytes_is_refused_without_being_told(secret: bytes) -> None:
    with pytest.raises(ValueError, match=r"^a secret is 32 bytes$"):
        dice.seal(secret)
    with pytest.raises(ValueError, match=r"^a secret is 32 bytes$"):
        dice.key(secret, CODE, "", "")


@pytest.mark.parametrize(
    "text, word",
    [
        ("", ""),
        ("Lucky7", "Lucky7"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("счастье", "счастье"),
        ("七", "七"),
        ("x" * 32, "x" * 32),
        ("ж" * 16, "ж" * 16),
    ],
)
def test_a_lucky_word_is_letters_and_digits_in_composed_form(text: str, word: str) -> None:
    assert dice.lucky_word(text) == word


@pytest.mark.parametrize(
    "text", ["two words", "a-b", '"', "½", "\u0301", "🎲", "a\n", "\ud800", "x" * 33, "ж" * 17, "七" * 11], ids=ascii
)
def test_any_other_lucky_word_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a lucky word is"):
        dice.lucky_word(text)
