"""Each kind of button has something that it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from handlers.chat.read_tap import parse
from handlers.chat.tap import OfPage, OfRound, OfTable, Tap
from tests.handlers.updates import tapped, user
from tests.handlers.webhooks import Webhook
from tests.infra.stores import CODE

EVERY: Final = (
    *(f"pick:{CODE}:4:poker:0", f"pick!:{CODE}:4:poker:0", f"back:{CODE}:4", f"change:{CODE}:4"),
    *(f"react:{CODE}:4:none", f"more:{CODE}:1800086520", f"pace:{CODE}:1h", f"ask:{CODE}:risky", f"sit:{CODE}"),
    *(f"{kind}:{CODE}" for kind in ("table", "score", "resign", "resign!", "cancel", "rematch", "friend")),
    *(f"{kind}:{CODE}" for kind in ("review", "proof", "card", "coach")),
    *(f"{kind}:1" for kind in ("rules", "matches", "stats", "history", "top")),
    *("new:1d", "solo:best", f"accept:1d:1002:1800086520:{'0' * 24}"),
    *("set:coach:off", "settings", "privacy", "forget", "forget!"),
)


def kinds(of: type[Tap] = Tap) -> Iterator[type[Tap]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("data", EVERY)
def test_a_tap_of_each_kind_is_answered(two_tables: Webhook, data: str) -> None:
    assert two_tables.send(tapped(user(1001), data))["method"] == "answerCallbackQuery"


def test_no_kind_of_tap_is_left_untried() -> None:
    assert {type(parse(data)) for data in EVERY} == set(kinds()) - {OfPage, OfRound, OfTable}
