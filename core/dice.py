"""Sealed dice: every throw of a match follows from one secret, and the secret's seal is shown before the first throw."""

import hashlib
import hmac
import json
import unicodedata

SECRET_BYTES = 32
WORD_BYTES = 32
ROUNDS = 16

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
    """Five dice in the order drawn. Raises ValueError for a round outside 1-16 or a seat other than 0 (host), 1 (guest)."""
    if match_round not in range(1, ROUNDS + 1) or seat not in (0, 1):
        raise ValueError("rounds are 1 to 16, seats are 0 and 1")
    dice: list[int] = []
    block = 0
    while len(dice) < _HAND:
        stream = hmac.digest(key, f"{match_round:d}:{seat:d}:{block}".encode("ascii"), "sha256")
        dice += [byte % 6 + 1 for byte in stream if byte < _FAIR]
        block += 1
    first, second, third, fourth, fifth = dice[:_HAND]
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
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise ValueError("a secret is 32 bytes")
    return secret
