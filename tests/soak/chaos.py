"""What goes wrong, how often, and where: decided by the seed and by what it happens to, never by when.

So a seed brings the same trouble to the same message, write or update in each run, as far as real processes allow.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from typing import Final

_WHOLE: Final = 1 << 64


@dataclass(frozen=True)
class Rates:
    """How likely each trouble is, for one of what it can happen to."""

    # A worker's process dies; for each point before and after a call of the table, of the Bot API, and of the queue.
    kill: float = 0.0015
    kill_at_send: float = 0.0015
    kill_at_queue: float = 0.05
    # A call of the table is refused by throttling, after all tries of the client.
    throttle: float = 0.001
    # A call of the Bot API: flood control, a fault of Telegram's, a player who blocks the bot for some time.
    flood: float = 0.006
    fault: float = 0.006
    block: float = 0.001
    # A call of the Bot API whose reply is lost, or comes too late: before and after the message was taken.
    lost_before: float = 0.002
    lost_after: float = 0.002
    slow_before: float = 0.0005
    slow_after: float = 0.0005
    # An update comes twice, or is overtaken by later ones; a client sends one press as two.
    update_twice: float = 0.04
    update_late: float = 0.04
    press_twice: float = 0.03
    # A batch of the stream comes late, or again when it was done; a visit of the queue comes twice.
    batch_late: float = 0.02
    batch_twice: float = 0.03
    visit_twice: float = 0.1
    # The clock jumps ahead; for each of the ticks of the soak.
    jump: float = 0.15


CALM: Final = Rates(**dict.fromkeys(Rates.__dataclass_fields__, 0.0))


@dataclass(frozen=True)
class Chaos:
    """One seed's decisions. `facts` name what a decision is about: a match, a message, the how-manyth try."""

    seed: int
    rates: Rates = Rates()

    def draw(self, *facts: object) -> float:
        """A number from 0 up to 1."""
        return int.from_bytes(self.bytes(*facts)[:8], "big") / _WHOLE

    def whole(self, least: int, most: int, *facts: object) -> int:
        return least + int(self.draw(*facts) * (most - least + 1))

    def bytes(self, *facts: object) -> bytes:
        """32 bytes."""
        return hmac.digest(str(self.seed).encode(), repr(facts).encode(), "sha256")

    def happens(self, trouble: str, *facts: object) -> bool:
        rate: float = getattr(self.rates, trouble)
        return rate > 0 and self.draw(trouble, *facts) < rate

    def calmed(self) -> Chaos:
        """The same seed without any trouble."""
        return replace(self, rates=CALM)
