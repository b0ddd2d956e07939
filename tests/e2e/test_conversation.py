"""What two people do around a match: joining in every way, changing a pick, resigning, asking for a rematch."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest

from infra.local.phone import LocalBotApi
from tests.e2e import oracle, reading
from tests.e2e.player import Player, seat_two
from tests.e2e.reading import Message


def invitation(player: Player) -> Message:
    return next(message for message in reversed(player.messages()) if reading.data_of(message, "cancel:"))


def shared_link(message: Message) -> str:
    """The deep link that a host can copy for a friend."""
    return str(next(button["copy_text"]["text"] for button in reading.buttons(message) if "copy_text" in button))


def _in_query(url: str, name: str) -> str:
    return str(parse_qs(urlsplit(url).query)[name][0])


WAYS: dict[str, Callable[[Message], str]] = {
    "a command": lambda invited: f"/join {reading.code(invited)}",
    "the code alone": reading.code,
    "a sloppy code": lambda invited: f" {reading.code(invited)[:4]}-{reading.code(invited)[4:]}".lower().replace(
        "0", "o"
    ),
    "a deep link": lambda invited: f"/start {_in_query(shared_link(invited), 'start')}",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_friend_joins_by(api: LocalBotApi, way: str) -> None:
    host, guest = Player(api, "Alice"), Player(api, "Bob")
    code = host.open_table()
    guest.phone.send(WAYS[way](invitation(host)))
    for player in (host, guest):
        assert reading.hand(player.turn(code, 1)) is not None
    assert any("Bob joined" in reading.text_of(message) for message in host.messages())


def test_start_leads_to_an_invitation_in_two_taps(api: LocalBotApi) -> None:
    player = Player(api, "Alice")
    player.phone.send("/start")
    start = player.last()
    assert player.tap(start, reading.data_behind(start, "Play a friend")).answered
    shown = player.last()
    assert shared_link(shown).endswith(f"?start={reading.code(shown)}")
    chooser = "switch_inline_query_chosen_chat"
    [share] = [button[chooser] for button in reading.buttons(shown) if chooser in button]
    assert share["query"] == reading.code(shown)


def test_ones_own_code_shows_the_invitation_again_and_starts_nothing(api: LocalBotApi) -> None:
    host = Player(api, "Alice")
    code = host.open_table()
    host.join(code)
    assert reading.code(invitation(host)) == code
    assert not any(reading.data_of(message, "pick:") for message in host.messages())


def test_a_table_has_two_seats_however_many_come_at_once(api: LocalBotApi) -> None:
    host = Player(api, "Alice")
    code = host.open_table()
    guests = [Player(api, name) for name in ("Bob", "Carol", "Dan")]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda guest: guest.join(code), guests))
    seated = [guest for guest in guests if any(reading.data_of(one, f"pick:{code}:") for one in guest.messages())]
    assert len(seated) == 1
    for guest in guests:
        assert len(guest.messages()) > 1, "everybody is answered"
    outsider = next(guest for guest in guests if guest not in seated)
    table = seated[0].turn(code, 1)
    tapped = outsider.tap(outsider.last(), reading.data_of(table, "pick:")[0])
    assert "Alice" in tapped.text
    assert "Your dice" not in "".join(map(reading.text_of, outsider.messages()))


def test_a_pick_can_be_changed_until_the_other_has_picked(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.pick(code, 1, "poker")
    waiting = alice.last()
    assert "You picked Poker" in reading.text_of(waiting)
    alice.tap(waiting, reading.data_behind(waiting, "Change"))
    again = alice.last()
    assert again["message_id"] == waiting["message_id"]
    assert {data.split(":")[4] for data in reading.data_of(again, "pick:")} == {"1"}
    alice.pick(code, 1, "major_sum", nth=1)
    alice.tap(again, f"pick:{code}:1:poker:0")
    bob.pick(code, 1, "two")
    shown = reading.reveal(alice.turn(code, 2))
    assert shown is not None
    assert (shown.mine.combination, shown.theirs.combination) == ("major_sum", "two")
    too_late = alice.tap(again, f"change:{code}:1")
    assert "over" in too_late.text
    assert set(alice.open_combinations(code, 2)) == set(oracle.COMBINATIONS) - {"major_sum"}


def test_nothing_of_a_roll_or_pick_reaches_the_other_chat_before_the_reveal(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    dice, other = reading.hand(alice.turn(code, 1)), reading.hand(bob.turn(code, 1))
    assert dice is not None
    alice.pick(code, 1, "minor_straight")
    assert any("Alice has picked" in reading.text_of(message) for message in bob.messages())
    to_bob = [call["parameters"] for call in api.calls() if call["parameters"].get("chat_id") == bob.phone.id]
    texts = [str(parameters.get("text")) for parameters in to_bob]
    assert not any("Minor Straight" in text for text in texts)
    assert dice == other or not any(" ".join(map(str, dice)) in text for text in texts)


def test_resigning_asks_first_and_the_other_wins(api: LocalBotApi) -> None:
    alice, bob, code = seat_two(api)
    alice.tap(alice.last(), f"resign:{code}")
    asked = alice.last()
    assert f"resign!:{code}" in reading.data_of(asked)
    assert "table:" in " ".join(reading.data_of(asked))
    alice.tap(asked, f"resign!:{code}")
    assert "🏆" in reading.first_line(bob.result(code))
    assert "🏆" not in reading.first_line(alice.result(code))
    assert alice.tap(asked, f"pick:{code}:1:poker:0").text


def ended_match(api: LocalBotApi) -> tuple[Player, Player, str]:
    alice, bob, code = seat_two(api)
    alice.tap(alice.last(), f"resign!:{code}")
    bob.result(code)
    return alice, bob, code


def rematch_offer(player: Player) -> Message:
    return player.wait_for(lambda one: bool(reading.data_of(one, "rematch:")) and bool(reading.data_of(one, "cancel:")))


def test_a_rematch_starts_when_both_agree_and_no_clock_runs_until_then(api: LocalBotApi) -> None:
    alice, bob, code = ended_match(api)
    alice.tap(alice.result(code), f"rematch:{code}")
    offer = rematch_offer(bob)
    assert "Alice wants a rematch" in reading.first_line(offer)
    assert [button["text"] for button in reading.buttons(offer)] == ["Play", "Not now"]
    api.advance(3 * 86_400)
    bob.tap(offer, reading.data_behind(offer, "Play"))
    new_code = reading.data_of(offer, "cancel:")[0].split(":")[1]
    assert new_code != code
    for player in (alice, bob):
        assert reading.hand(player.turn(new_code, 1)) is not None


def test_not_now_declines_a_rematch_and_the_other_is_told(api: LocalBotApi) -> None:
    alice, bob, code = ended_match(api)
    alice.tap(alice.result(code), f"rematch:{code}")
    offer = rematch_offer(bob)
    bob.tap(offer, reading.data_behind(offer, "Not now"))
    told = [reading.text_of(message) for message in alice.messages()]
    assert any("Bob" in text and "declined" in text for text in told)
    assert not any(reading.data_of(message, "pick:") for message in bob.messages())


def test_two_who_ask_for_a_rematch_at_once_meet_in_one_match(api: LocalBotApi) -> None:
    alice, bob, code = ended_match(api)
    results = alice.result(code), bob.result(code)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda at: at[0].tap(at[1], f"rematch:{code}"), zip((alice, bob), results, strict=True)))
    for player in (alice, bob):
        player.wait_for(lambda message: bool(reading.data_of(message, "pick:")))
    tables = [
        {data.split(":")[1] for message in player.messages() for data in reading.data_of(message, "pick:")}
        for player in (alice, bob)
    ]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 1


def test_a_new_table_twice_in_a_moment_is_one_invitation(api: LocalBotApi) -> None:
    alice = Player(api, "Alice")
    alice.phone.send("/new")
    alice.phone.send("/new")
    codes = {reading.code(message) for message in alice.messages() if reading.data_of(message, "cancel:")}
    assert len(codes) == 1
