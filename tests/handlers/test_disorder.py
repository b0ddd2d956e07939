"""Updates that come twice, late or out of order: what counted once has counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest

from core.combinations import Combination
from core.match import HOUR, Status
from tests.handlers.bots import WholeBot
from tests.handlers.players import Players, buttons, kept, live_keyboards
from tests.infra.stores import CODE

REVEAL: Final = (
    ("alice", f"pick:{CODE}:1:poker:0"),
    ("alice", f"pick:{CODE}:1:poker:1"),
    ("bob", f"pick:{CODE}:1:two:0"),
)
LATER_TABLE: Final = (("alice", "new:1d"),)
AGREE: Final = (("bob", f"rematch:{CODE}"),)
Acts = tuple[tuple[str, str], ...]
CASES: Final[list[tuple[Callable[[Players], None], str, str, Acts]]] = [
    *((Players.begin, "alice", text, REVEAL) for text in ("/start", "/matches", "/score", "/rules", "/resign", "hm")),
    *((Players.begin, "alice", f"{tap}:{CODE}", REVEAL) for tap in ("table", "score", "resign")),
    *((Players.begin, "alice", tap, REVEAL) for tap in ("rules:2", "matches:0", f"pick:{CODE}:1:two:0")),
    *((Players.be_nowhere, "alice", act, LATER_TABLE) for act in ("/new", "new:1d")),
    (Players.be_nowhere, "alice", "/new", (("alice", "/cancel"),)),
    (Players.ask_for_table, "alice", "/new", ()),
    (Players.ask_for_table, "alice", "new:1d", (("alice", "/cancel"),)),
    (Players.open_table, "alice", "/cancel", LATER_TABLE),
    (Players.open_table, "alice", f"cancel:{CODE}", LATER_TABLE),
    *((Players.open_table, "bob", act, REVEAL) for act in (f"/join {CODE}", f"/start {CODE}", CODE)),
    (Players.open_table, "bob", f"/join {CODE}", (("bob", f"resign!:{CODE}"),)),
    (Players.open_table, "alice", f"/start {CODE}", (("bob", CODE),)),
    (Players.begin_and_pick, "alice", f"change:{CODE}:1", REVEAL),
    (Players.begin_and_pick, "bob", f"pick:{CODE}:1:two:0", (("bob", f"pick:{CODE}:2:four:0"),)),
    (Players.begin, "alice", f"resign!:{CODE}", AGREE),
    (Players.end, "alice", f"rematch:{CODE}", AGREE),
    (Players.end_and_offer, "bob", f"rematch:{CODE}", ()),
]


@pytest.mark.parametrize("before, who, act, then", CASES)
def test_an_update_that_comes_again_changes_nothing(
    bot: WholeBot, before: Callable[[Players], None], who: str, act: str, then: Acts
) -> None:
    """telegraf#806: one update was handled again and again. Here twice more at once, and once after what came next."""
    at = Players(bot)
    before(at)
    update = at.update(who, act)
    bot.tell(bot.update(update))
    once = kept(bot)
    for _ in range(2):
        bot.tell(bot.update(update))
    assert kept(bot) == once
    bot.now += HOUR
    for person, next_act in then:
        at.do(person, next_act)
    later = kept(bot)
    bot.tell(bot.update(update))
    assert kept(bot) == later
    assert live_keyboards(at.alice) <= 1
    assert live_keyboards(at.bob) <= 1


def test_a_declined_rematch_is_not_asked_for_again_by_the_tap_that_asked_for_it(bot: WholeBot) -> None:
    at = Players(bot)
    at.end()
    asked, again = (at.update("alice", f"rematch:{CODE}") for _ in range(2))
    for update in (asked, again):
        bot.tell(bot.update(update))
    [offer] = [match for match in bot.matches() if match.code != CODE]
    at.do("bob", f"cancel:{offer.code}")
    declined = kept(bot)
    for update in (asked, again):
        bot.tell(bot.update(update))
    assert kept(bot) == declined
    at.do("alice", f"rematch:{CODE}")
    assert Status.OPEN in [match.status for match in bot.matches()]


def test_an_old_tap_on_rematch_does_not_agree_to_a_later_offer(bot: WholeBot) -> None:
    at = Players(bot)
    at.end()
    asked = at.update("alice", f"rematch:{CODE}")
    bot.tell(bot.update(asked))
    [offer] = [match for match in bot.matches() if match.code != CODE]
    at.do("bob", f"cancel:{offer.code}", f"rematch:{CODE}")
    offered = kept(bot)
    bot.tell(bot.update(asked))
    assert kept(bot) == offered


def test_a_pick_another_pick_and_the_first_again_leave_the_second(bot: WholeBot) -> None:
    """Python-BlackJackBot#90 and python-telegram-bot#1069: also when the repeats come as taps of their own."""
    at = Players(bot)
    at.begin()
    first = at.update("alice", f"pick:{CODE}:1:poker:0")
    second = at.update("alice", f"pick:{CODE}:1:major_sum:1")
    for update in (first, second, first, at.update("alice", f"pick:{CODE}:1:poker:0"), first, second):
        bot.tell(bot.update(update))
    assert bot.match(CODE).standing_pick(0) is Combination.MAJOR_SUM
    assert "You picked Major Sum" in at.alice.last()["text"]
    at.do("bob", f"pick:{CODE}:1:two:0")
    for update in (first, second):
        bot.tell(bot.update(update))
    assert bot.match(CODE).seats[0].picked == (Combination.MAJOR_SUM,)


def test_a_second_pick_that_overtakes_the_first_waits_for_it(bot: WholeBot) -> None:
    """Its button counts one pick that has not arrived: it is refused, and counts once the first is there."""
    at = Players(bot)
    at.begin()
    first, second = (at.update("alice", f"pick:{CODE}:1:{pick}") for pick in ("poker:0", "major_sum:1"))
    assert "out of date" in bot.update(second)["text"]
    assert bot.match(CODE).standing_pick(0) is None
    bot.update(first)
    bot.update(second)
    assert bot.match(CODE).standing_pick(0) is Combination.MAJOR_SUM


def test_no_button_of_an_older_message_moves_a_match(bot: WholeBot) -> None:
    """Python-BlackJackBot#90: an old keyboard drove a new game."""
    at = Players(bot)
    at.begin()
    for number, pick in enumerate(("poker", "two", "major_sum"), 1):
        at.do("alice", f"pick:{CODE}:{number}:{pick}:0", f"change:{CODE}:{number}")
        at.do("bob", f"pick:{CODE}:{number}:{pick}:0")
    shown = {button for call in bot.api.calls() if at.is_alices(call) for button in buttons(call)}
    old = [data for data in shown if re.match(rf"(pick|change):{CODE}:[123]:", data + ":")]
    before = kept(bot)
    assert len(old) > 40
    for data in old:
        assert bot.update(at.update("alice", data))["text"]
    assert kept(bot) == before


def test_no_button_of_a_match_moves_it_once_it_is_over(bot: WholeBot) -> None:
    at = Players(bot)
    at.begin_and_pick()
    at.do("alice", f"change:{CODE}:1", f"resign:{CODE}", f"score:{CODE}", f"table:{CODE}")
    at.do("bob", f"resign!:{CODE}")
    shown = {button for call in bot.api.calls() if at.is_alices(call) for button in buttons(call)}
    before = kept(bot)
    for data in shown:
        if CODE in data and not data.startswith("rematch:"):
            bot.update(at.update("alice", data))
    assert kept(bot) == before
    assert bot.match(CODE).status is Status.RESIGNED
