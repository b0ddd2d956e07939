"""Nothing of a seat's dice or pick goes to the other seat before the reveal.

Each test plays a scene twice, in two worlds that differ only in what one seat may not know: the opponent's dice and
picks. Everything that this seat and a stranger are shown, and everything that is logged, must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core import solo
from core.combinations import Combination
from core.levels import Level
from core.match import DAY, HOUR, resign
from infra.keys import match_key
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot
from tests.handlers.deliveries import seat_of
from tests.handlers.secrecy import EXACT_ROUNDS, Scene, World, logs, observed, without_history, worlds
from tests.handlers.updates import tapped
from tests.infra.stores import CODE, START, begun, opened, played

BEGUN = START + 120
SCREENS = ("table:{code}", "score:{code}", "resign:{code}", "change:{code}:{round}", "rules:2", "matches:0")
REFUSED = (
    *("cancel:{code}", "rematch:{code}", "review:{code}", "more:{code}:1800000000", "set:coach:on", "x:" * 32),
    *("pick:{code}:{before}:two:0", "pick:{code}:{after}:two:0", "pick:{code}:17:two:0", "pick:00000000:1:two:0"),
    *("pick:{code}:{round}:{used}:0", "pick:{code}:{round}:{open}:9"),
)
COMMANDS = ("/score", "/matches", "/resign", "/cancel", "/join {code}", "{code}", "hello")
BRIEFLY = (SCREENS[0], SCREENS[3], REFUSED[6], "/score", "/matches")


def in_both(bot: WholeBot, seat: int, of: tuple[World, World], play: Callable[[Scene], None]) -> list[list[str]]:
    """What a scene shows in each of two worlds."""
    shown = []
    for world in of:
        scene = Scene(bot, world, seat)
        after = bot.api.last_call()
        with logs() as logged:
            play(scene)
        shown.append(observed(scene, bot.api.calls(after), logged))
    assert len(shown[0]) >= 10
    return shown


def begin_in_round(scene: Scene, match_round: int) -> None:
    """Both chats have heard all that came before this round."""
    alice, bob = scene.players
    match = begun(CODE, seat_of(alice), seat_of(bob)).model_copy(update={"secret": scene.world.secret})
    scene.bot.now = BEGUN
    scene.bot.seat(played(match, match_round - 1))


def try_acts(scene: Scene, phone: Phone, acts: Sequence[str], code: str = CODE) -> None:
    """Taps and commands that move nothing: screens, questions, refusals."""
    match = scene.bot.match(code)
    choices = match.open_combinations(match.seat_of(phone.id) or 0)
    words: dict[str, object] = {"code": code, "open": choices[0]}
    words |= {"before": match.round - 1, "round": match.round, "after": match.round + 1}
    words["used"] = next((one for one in Combination if one not in choices), "7")
    scene.send(phone, *(act.format(**words) for act in acts))


def try_everything(scene: Scene) -> None:
    """This seat tries all there is; the other one and a stranger are refused what they try."""
    try_acts(scene, scene.me, (*SCREENS, *REFUSED, *COMMANDS))
    try_acts(scene, scene.other, REFUSED[6:])
    try_acts(scene, scene.stranger, (SCREENS[0], REFUSED[11], COMMANDS[4]))


def pick(scene: Scene, phone: Phone, combination: Combination, nth: int = 0, code: str = CODE) -> None:
    scene.send(phone, f"pick:{code}:{scene.bot.match(code).round}:{combination}:{nth}")


def pick_and_change(scene: Scene) -> None:
    """The other seat picks, taps again, changes the pick, and taps an old button."""
    first, second = scene.world.picks
    number = scene.bot.match(CODE).round
    pick(scene, scene.other, first)
    pick(scene, scene.other, first)
    scene.send(scene.other, f"change:{CODE}:{number}")
    pick(scene, scene.other, second, nth=1)
    pick(scene, scene.other, first)


@pytest.mark.parametrize("seat", [0, 1])
def test_from_the_invitation_to_the_first_hand(bot: WholeBot, seat: int) -> None:
    def play(scene: Scene) -> None:
        host, guest = scene.players
        scene.bot.seat(opened(CODE, seat_of(host)).model_copy(update={"secret": scene.world.secret}))
        scene.send(host, f"/join {CODE}", "/matches", f"pick:{CODE}:1:two:0", f"score:{CODE}")
        scene.send(scene.stranger, f"table:{CODE}", f"pick:{CODE}:1:two:0")
        scene.send(guest, f"/join {CODE}")
        scene.send(scene.stranger, f"/join {CODE}")
        try_acts(scene, scene.me, BRIEFLY)

    first, second = in_both(bot, seat, worlds(seat, 1), play)
    assert first == second


def test_in_a_rematch_from_its_offer_to_the_first_hand(bot: WholeBot) -> None:
    def play(scene: Scene) -> None:
        alice, bob = scene.players
        scene.bot.now = BEGUN
        scene.bot.seat(resign(begun(CODE, seat_of(alice), seat_of(bob)), bob.id, BEGUN))
        scene.bot.secrets = iter([scene.world.secret])
        scene.send(alice, f"rematch:{CODE}")
        [code] = [match.code for match in scene.bot.matches() if match.code != CODE]
        scene.send(alice, f"rematch:{CODE}", f"table:{code}", f"pick:{code}:1:two:0", "/matches")
        scene.send(bob, f"table:{code}", f"pick:{code}:1:two:0", "/matches")
        scene.send(scene.stranger, f"rematch:{CODE}", f"/join {code}")
        scene.send(bob, f"rematch:{CODE}")
        try_acts(scene, scene.me, BRIEFLY, code)
        codes.append(code)

    codes: list[str] = []
    in_both(bot, 0, worlds(0, 1), play)
    first, second = in_both(bot, 0, worlds(0, 1, codes[0]), play)
    assert codes == codes[:1] * 4
    assert first == second


def test_until_the_other_has_picked_and_then_until_time_runs_out(bot: WholeBot) -> None:
    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        try_acts(scene, scene.me, BRIEFLY)
        pick_and_change(scene)
        try_everything(scene)
        scene.bot.advance(20 * HOUR)
        try_acts(scene, scene.me, BRIEFLY)
        scene.bot.advance(DAY)

    first, second = in_both(bot, 0, worlds(0, 1), play)
    assert first == second


def test_while_this_seat_has_picked_and_until_the_other_resigns(bot: WholeBot) -> None:
    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        pick(scene, scene.me, Combination.POKER)
        try_everything(scene)
        scene.send(scene.me, f"change:{CODE}:1")
        pick(scene, scene.me, Combination.MAJOR_SUM, nth=1)
        scene.bot.advance(20 * HOUR)
        scene.send(scene.other, f"resign!:{CODE}")
        try_acts(scene, scene.me, BRIEFLY)

    first, second = in_both(bot, 1, worlds(1, 1), play)
    assert first == second


@pytest.mark.parametrize("match_round", [2, 9, 16])
def test_in_a_later_round(bot: WholeBot, match_round: int) -> None:
    seat = match_round % 2

    def play(scene: Scene) -> None:
        begin_in_round(scene, match_round)
        try_acts(scene, scene.me, BRIEFLY)
        pick_and_change(scene)
        try_acts(scene, scene.me, BRIEFLY)

    choices = played(begun(), match_round - 1).open_combinations(1 - seat)
    first, second = in_both(bot, seat, worlds(seat, match_round, choices=choices), play)
    if match_round > EXACT_ROUNDS:
        first, second = without_history(first), without_history(second)
    assert first == second


def test_a_pick_that_is_changed_before_the_reveal_shows_in_no_round_of_a_whole_match(bot: WholeBot) -> None:
    """The worlds have the same dice here, and the same reveals: what differs is what was picked at first."""
    plain, other = World(b"7" * 32, (Combination.ONES,) * 2), World(b"7" * 32, (Combination.TWOS,) * 2)

    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        for number, combination in enumerate(Combination):
            choices = tuple(Combination)[number:]
            is_changed_alike = scene.world is plain or len(choices) < 3  # one of two would be no change in one world
            pick(scene, scene.other, choices[-1 if is_changed_alike else -2])
            try_acts(scene, scene.me, ("score:{code}",))
            pick(scene, scene.other, combination, nth=1)
            pick(scene, scene.me, combination)

    first, second = in_both(bot, 1, (plain, other), play)
    assert first == second


def test_a_reaction_before_the_reveal(bot: WholeBot) -> None:
    """The worlds differ in nothing but what the other seat says of the round."""
    plain, other = World(b"7" * 32, (Combination.ONES,) * 2), World(b"7" * 32, (Combination.TWOS,) * 2)

    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        pick(scene, scene.other, Combination.POKER)
        signs = ("fire", "horror") if scene.world is plain else ("horror", "laughter")
        scene.send(scene.other, *(f"react:{CODE}:1:{sign}" for sign in signs))
        try_acts(scene, scene.me, (*SCREENS[:4], "react:{code}:1:fire"))
        try_acts(scene, scene.stranger, ("react:{code}:1:fire",))
        scene.bot.advance(20 * HOUR)

    first, second = in_both(bot, 0, (plain, other), play)
    assert first == second


def test_while_the_other_is_asked_before_a_pick(bot: WholeBot) -> None:
    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        scene.send(scene.other, "set:confirm:always", f"table:{CODE}")
        for nth, combination in enumerate(scene.world.picks):
            pick(scene, scene.other, combination, nth)
            scene.send(scene.other, f"back:{CODE}:1")
            pick(scene, scene.other, combination, nth)
            try_acts(scene, scene.me, (*BRIEFLY, "back:{code}:1", "pick!:{code}:2:poker:0"))
            scene.send(scene.other, f"pick!:{CODE}:1:{combination}:{nth}")
        try_acts(scene, scene.me, BRIEFLY)

    first, second = in_both(bot, 0, worlds(0, 1), play)
    assert first == second


def test_while_the_house_holds_its_dice(bot: WholeBot) -> None:
    def play(scene: Scene) -> None:
        scene.bot.now = BEGUN
        scene.bot.seat(solo.begin(CODE, scene.world.secret, seat_of(scene.me), Level.BEST, "House", BEGUN))
        try_acts(scene, scene.me, (*SCREENS, "coach:{code}", *REFUSED, *COMMANDS))
        scene.bot.advance(20 * HOUR)

    first, second = in_both(bot, 0, worlds(0, 1), play)
    assert first == second
    assert any("Coach" in line or "coach" in line for line in first)


@pytest.mark.parametrize(
    "fault",
    [
        {"error_code": 429, "description": "Too Many Requests: retry after 9", "retry_after": 9},
        {"error_code": 400, "description": "Bad Request: message text is empty"},
        {"error_code": 403, "description": "Forbidden: bot was blocked by the user"},
        {"drop_reply": True},
    ],
)
@pytest.mark.parametrize("is_mine", [True, False])
def test_when_a_chat_cannot_be_told(bot: WholeBot, fault: dict[str, Any], is_mine: bool) -> None:
    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        bot.api.fault(chat_id=(scene.me if is_mine else scene.other).id, times=2, **fault)
        pick(scene, scene.other, scene.world.picks[0])
        try_acts(scene, scene.me, SCREENS[:2])
        scene.bot.advance(20 * HOUR)
        bot.api.clear_faults()

    first, second = in_both(bot, 0, worlds(0, 1), play)
    assert first == second


@pytest.mark.parametrize("name", ["seats", "version", "format"])
def test_when_the_stored_match_cannot_be_read(bot: WholeBot, name: str) -> None:
    def play(scene: Scene) -> None:
        begin_in_round(scene, 1)
        pick(scene, scene.other, scene.world.picks[0])
        scene.bot.damage(match_key(CODE), name)
        scene.bot.tell()
        for data in (f"pick:{CODE}:1:two:0", f"table:{CODE}"):
            answer = scene.bot.call(tapped(scene.me.user, data))
            scene.seen.append((data, answer))
            assert "body" not in answer

    first, second = in_both(bot, 0, worlds(0, 1), play)
    assert first == second
    assert any("format_unknown" in line for line in first)
