"""Share codes: eight characters of Crockford's base32, which name a match, invite to it and ride in its deep link."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 8
SHARDS: Final = 16
"""A power of two, 1,024 at most. More can be had at any time: what lies in the first ones stays among them."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def derive(deployment_key: bytes, *facts: str | int) -> str:
    """The code that belongs to these facts: the first 40 bits of an HMAC, so that nobody can guess an open table."""
    message = ":".join(str(fact) for fact in facts).encode()
    number = int.from_bytes(hmac.digest(deployment_key, message, hashlib.sha256)[:5], "big")
    return "".join(ALPHABET[number >> shift & 31] for shift in range(35, -1, -5))


def mac(deployment_key: bytes, *facts: str | int) -> str:
    """What only this deployment can have said of these facts: 96 bits of an HMAC, as 24 hexadecimal digits."""
    message = ":".join(str(fact) for fact in ("mac", *facts)).encode()
    return hmac.digest(deployment_key, message, hashlib.sha256)[:12].hex()


def shown(code: str) -> str:
    """A code as people read it: 7K3M-Q9XA."""
    return f"{code[:4]}-{code[4:]}"


def parse(text: str) -> str | None:
    """Read a code back in any case, with spaces or hyphens, O for 0, I or L for 1; None if it is none."""
    if len(text) > 4 * LENGTH or not text.isascii():
        return None
    code = text.upper().translate(_READ_AS)
    return code if len(code) == LENGTH and all(character in ALPHABET for character in code) else None


def shard(code: str, shards: int = SHARDS) -> int:
    """One of so many numbers, from 0 on, that spread codes evenly: by some of their own random bits."""
    return (ALPHABET.index(code[0]) + 32 * ALPHABET.index(code[1])) % shards
