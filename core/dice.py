"""Sealed dice: every throw of a match follows from one secret, whose seal is told before the first throw."""

import hashlib
import hmac
import json
import unicodedata
from collections.abc import Iterable
from itertools import count, islice
from typing import Final

SECRET_BYTES: Final = 32
WORD_BYTES: Final = 32
ROUNDS: Final = 16

_HAND = 5
_FAIR = 252  # the greatest multiple of 6 within a byte: bytes from here on are rejected, so that no face is favoured


def seal(secret: bytes) -> str:
    """SHA-256 of a match's secret in hex, told before the first roll. Raises ValueError unless 32 bytes."""
    return hashlib.sha256(_checked(secret)).hexdigest()


def key(secret: bytes, code: str, host_word: str, guest_word: str) -> bytes:
    """The key of all 32 rolls. Lucky words go in as they stand. Raises ValueError unless the secret is 32 bytes."""
    message = json.dumps(["7776", code, host_word, guest_word], ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(_checked(secret), message.encode(), "sha256")


def roll(key: bytes, match_round: int, seat: int) -> tuple[int, int, int, int, int]:
    """Five dice in the order drawn, for seat 0 (host) or 1 (guest). Raises ValueError outside rounds 1 to 16."""
    if match_round not in range(1, ROUNDS + 1) or seat not in (0, 1):
        raise ValueError("rounds are 1 to 16, seats are 0 and 1")
    prefix = f"{match_round:d}:{seat:d}:"
    return drawn(hmac.digest(key, f"{prefix}{block}".encode("ascii"), "sha256") for block in count())


def drawn(blocks: Iterable[bytes]) -> tuple[int, int, int, int, int]:
    """The first five fair dice in blocks of random bytes. Raises ValueError if the blocks end too early."""
    dice = [byte % 6 + 1 for byte in islice((byte for block in blocks for byte in block if byte < _FAIR), _HAND)]
    first, second, third, fourth, fifth = dice
    return first, second, third, fourth, fifth


def lucky_word(text: str) -> str:
    """A player's word as it is mixed into the dice; empty for none.

    Raises ValueError for anything but letters and digits, or more than 32 bytes of UTF-8.
    """
    word = unicodedata.normalize("NFC", text)
    if not all(character.isalpha() or character.isdecimal() for character in word):
        raise ValueError("a lucky word is letters and digits")
    if len(word.encode()) > WORD_BYTES:
        raise ValueError("a lucky word is at most 32 bytes")
    return word


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError("a secret is 32 bytes")
    return secret
