"""/privacy and /forget: what is said is kept, and nothing is kept of whoever wants to be forgotten."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from core import proof
from core.match import DAY, INVITATION_LASTS, KEPT_AFTER_END, Match, Status
from core.solo import begin_challenge
from handlers.chat import payloads
from handlers.chat.asking import SCREEN_KEPT
from handlers.chat.duels import NAME_KEPT
from handlers.chat.forgetting import forget
from handlers.chat.texts import Texts
from handlers.chat.world import World
from infra.items import membership_item
from infra.keys import chat_key
from infra.local.functions import FunctionError
from infra.local.phone import Phone
from tests.handlers.bots import USERNAME, WholeBot, newest
from tests.handlers.deliveries import seat_of
from tests.handlers.duelling import accept, new_message, posted
from tests.handlers.memory_table import MemoryTable
from tests.handlers.updates import tapped, typed
from tests.infra.stores import CODE, begun, played

NAME = "Zenobia"


class Life:
    """Zenobia has played with Bob, with the house and alone; Carol has played her hands again. All is told."""

    def __init__(self, bot: WholeBot) -> None:
        bot.begin_test()
        self.bot = bot
        self.zenobia, self.bob, self.carol = bot.people(NAME, "Bob", "Carol")
        bot.now += 120
        self.finished = self.play_to_the_end()
        bot.type(self.zenobia, "/lucky clover")
        bot.tap(self.zenobia, "set:reminders:silent", 1)

    def play_to_the_end(self) -> Match:
        """The match with Bob, which counts."""
        last = self.bot.seat(played(begun(CODE, seat_of(self.zenobia), seat_of(self.bob)), 15))
        for phone in (self.zenobia, self.bob):
            seat = last.seat_of(phone.id)
            assert seat is not None
            self.bot.tap(phone, f"pick:{CODE}:16:{last.open_combinations(seat)[0]}:0")
        return self.bot.match(CODE)

    def live_on(self) -> None:
        """Matches, tables and offers that have not ended, and more that have."""
        bot, zenobia, bob = self.bot, self.zenobia, self.bob
        self.begin()
        self.open_in_vain()
        bot.tap(zenobia, "pick:00000001:1:poker:0")
        bot.tap(zenobia, "react:00000001:1:fire")
        bot.tap(bob, f"rematch:{CODE}")
        bot.type(zenobia, "/new")
        bot.now += 10
        bot.type(zenobia, "/solo best")
        bot.tap(zenobia, "rules:2")
        bot.now += 60
        self.play_her_hands()

    def open_in_vain(self) -> None:
        """Tables and offers that end before they begin: closed by their host, declined, and taken back."""
        self.bot.type(self.zenobia, "/new")
        self.bot.now += 10
        self.bot.type(self.zenobia, "/cancel")
        for who in (self.zenobia, self.bob):
            self.bot.tap(self.bob, f"rematch:{CODE}")
            self.bot.now += 10
            self.bot.tap(who, f"cancel:{self.waiting()[0].code}")

    def waiting(self) -> list[Match]:
        return [match for match in self.bot.matches() if match.status is Status.OPEN]

    def begin(self) -> None:
        """Another match with Bob, from a table that was opened later."""
        match = begun("00000001", seat_of(self.zenobia), seat_of(self.bob))
        self.bot.seat(match.model_copy(update={"created_at": match.created_at + 50}))

    def play_her_hands(self) -> Match:
        """Carol has her hands, and met Bob's throws, in one match; the other way round in another that has ended."""
        player = seat_of(self.carol)
        self.bot.seat(begin_challenge(self.finished, 0, "00000002", player, "↻ Bob", self.bot.now))
        second = self.bot.seat(begin_challenge(self.finished, 1, "00000003", player, f"↻ {NAME}", self.bot.now))
        self.bot.tap(self.carol, "resign!:00000003")
        return second

    def forget(self) -> dict[str, Any]:
        self.bot.type(self.zenobia, "/forget")
        return self.bot.tap(self.zenobia, "forget!")

    def buttons(self, command: str) -> list[dict[str, str]]:
        """Under the answer to what Bob types."""
        rows = self.bot.type(self.bob, command)["reply_markup"]["inline_keyboard"]
        return [button for row in rows for button in row]

    def uncounted(self) -> list[dict[str, Any]]:
        """All that the table holds, but for the counts of commands."""
        return [item for item in self.bot.items() if item["sk"]["S"] != "COUNT"]

    def traces(self) -> list[dict[str, Any]]:
        """The items that still know of her."""
        # Not within a hash, whose digits say nothing.
        found = re.compile(rf"{NAME}|(?<![0-9a-f]){self.zenobia.id}(?![0-9a-f])")
        return [item for item in self.bot.items() if found.search(json.dumps(item, default=repr))]


@pytest.fixture
def life(bot: WholeBot) -> Life:
    return Life(bot)


def texts(phone: Phone) -> list[str]:
    return [message.get("text", "").replace("\u2068", "").replace("\u2069", "") for message in phone.messages()]


def test_privacy_says_what_is_kept_and_for_how_long(life: Life) -> None:
    answer = life.bot.type(life.zenobia, "/privacy")
    stored = "Telegram number", "first name", "lucky word", "others watch", "/forget"
    days = [KEPT_AFTER_END // DAY, NAME_KEPT // DAY, 35, 30]  # the last two: AWS's backups, and the template's logs
    lasting = [*(f"{count} days" for count in days), f"{SCREEN_KEPT // DAY} day"]
    for fact in (*stored, *lasting):
        assert fact in answer["text"]
    assert [button["callback_data"] for row in answer["reply_markup"]["inline_keyboard"] for button in row] == [
        "settings",
        "forget",
    ]


def test_screens_lead_from_the_settings_to_the_question_and_back_in_one_message(life: Life) -> None:
    life.bot.tap(life.zenobia, "settings", life.zenobia.messages()[0]["message_id"])
    message_id, count = newest(life.zenobia), len(life.zenobia.messages())
    for data, words in (("privacy", "keeps about you"), ("forget", "forget you?"), ("privacy", "keeps about you")):
        assert data in [button["callback_data"] for button in life.zenobia.buttons(message_id)]
        life.bot.tap(life.zenobia, data, message_id)
        assert words in texts(life.zenobia)[-1]
    assert len(life.zenobia.messages()) == count
    assert life.bot.table.profile(life.zenobia.id) is not None


def test_the_question_counts_what_would_end(life: Life) -> None:
    life.live_on()
    question = life.bot.type(life.zenobia, "/forget")["text"]
    assert "You give up 2 matches under way." in question
    assert "2 open tables close." in question
    life.forget()
    assert "open table" not in life.bot.type(life.zenobia, "/forget")["text"]


def test_the_whole_table_knows_nothing_of_a_forgotten_player(life: Life) -> None:
    life.live_on()
    assert len(life.traces()) > 12
    life.forget()
    assert life.traces() == []
    assert not [
        match for match in life.bot.matches() if match.status in (Status.OPEN, Status.ACTIVE) and not_carols(match)
    ]


def test_tables_that_ended_before_they_began_know_nothing_of_a_forgotten_player(life: Life) -> None:
    life.open_in_vain()
    life.bot.type(life.zenobia, "/new")
    life.bot.tap(life.bob, f"rematch:{CODE}")
    life.bot.advance(INVITATION_LASTS)
    ends = Counter(match.status for match in life.bot.matches())
    assert ends == {Status.FINISHED: 1, Status.CANCELLED: 3, Status.EXPIRED: 2}
    told = [texts(phone) for phone in (life.zenobia, life.bob)]
    life.bot.update(tapped(life.zenobia.user, "forget!", newest(life.zenobia)))
    life.bot.tell()
    assert life.traces() == []
    assert texts(life.bob) == told[1]


def not_carols(match: Match) -> bool:
    return match.challenge is None


def test_the_forgotten_player_is_told_one_sentence_and_the_others_only_what_ends_for_them(life: Life) -> None:
    life.live_on()
    life.bot.type(life.zenobia, "/forget")
    life.bot.tap(life.zenobia, "settings", life.zenobia.messages()[0]["message_id"])
    question, counts = newest(life.zenobia), [len(texts(phone)) for phone in (life.zenobia, life.bob, life.carol)]
    assert life.bot.tap(life.zenobia, "forget!", question)["text"] == "You are forgotten."
    assert texts(life.zenobia)[-1].startswith("You are forgotten. Thank you")
    assert life.zenobia.buttons(question) == []
    assert [len(texts(phone)) for phone in (life.zenobia, life.bob, life.carol)] == [
        counts[0],
        counts[1] + 2,
        counts[2],
    ]
    ends = sorted(text.split("\n")[0] for text in texts(life.bob)[-2:])
    assert ends == [f"{NAME} declined the rematch.", f"🏆 {NAME} resigned. You win!"]
    life.bot.advance(9 * 86_400)
    assert [len(texts(phone)) for phone in (life.zenobia, life.bob)] == [counts[0], counts[1] + 2]


def test_nothing_is_told_anew_when_the_cursors_of_an_old_match_are_gone(life: Life) -> None:
    """DynamoDB takes out what has expired item by item, the match last perhaps."""
    life.bot.now += 90 * 86_400
    for seat in (0, 1):
        life.bot.take_out(chat_key(CODE, seat))
    counts = [len(texts(phone)) for phone in (life.zenobia, life.bob)]
    life.bot.tap(life.zenobia, "forget!")
    assert [len(texts(phone)) for phone in (life.zenobia, life.bob)] == [counts[0], counts[1]]
    assert life.traces() == []


def test_the_others_keep_their_matches_with_a_former_player(life: Life) -> None:
    life.live_on()
    life.forget()
    lines = [item for item in life.bot.items() if item["pk"]["S"] == f"USER#{life.bob.id}"]
    [item] = [line for line in lines if line["sk"]["S"].startswith("PAST#") and line["sk"]["S"].endswith(CODE)]
    assert (item["opponent_id"], item["opponent_name"]) == ({"N": "-1"}, {"S": ""})
    assert {name: item[name] for name in ("my_total", "result")} == {
        name: membership_item(life.finished, 1)[name] for name in ("my_total", "result")
    }
    life.bot.tap(life.bob, f"review:{CODE}")
    assert "a former player" in texts(life.bob)[-1]
    assert life.bot.tap(life.bob, f"rematch:{CODE}")["text"] == "This player has left 7776."
    life.bot.tap(life.carol, "resign!:00000002")
    assert texts(life.carol)[-1].startswith("You gave a former player's hands up.")


def test_a_friend_keeps_the_numbers_but_no_line_of_a_former_player(life: Life) -> None:
    before = life.bot.table.profile(life.bob.id)
    assert before is not None
    assert NAME in "".join(button["text"] for button in life.buttons("/stats"))
    assert NAME in life.bot.type(life.bob, "/top")["text"]
    life.forget()
    assert NAME not in "".join(button["text"] for button in life.buttons("/stats"))
    assert life.bot.table.opponents(life.bob.id) == []
    assert life.bot.type(life.bob, "/top")["text"].split("\n")[1].startswith("1 <b>You</b>")
    assert "a former player" in life.bot.type(life.bob, "/history")["text"]
    after = life.bot.table.profile(life.bob.id)
    assert after is not None
    assert (after.played, after.rating) == (before.played, before.rating)


def test_giving_up_by_being_forgotten_rates_the_other_as_winner_and_says_nothing_of_how_they_stood(life: Life) -> None:
    life.begin()
    before = life.bot.table.profile(life.bob.id)
    life.forget()
    after = life.bot.table.profile(life.bob.id)
    assert before is not None
    assert after is not None
    assert after.won == before.won + 1
    assert after.rating > before.rating
    told = texts(life.bob)[-1]
    assert f"{NAME} resigned. You win!" in told
    assert f"You and {NAME}" not in told


def test_a_match_with_a_former_player_can_still_be_proved(life: Life, tmp_path: Any) -> None:
    life.forget()
    life.bot.tap(life.bob, f"proof:{CODE}")
    document = life.bob.last()["document"]
    path = tmp_path / "match.json"
    path.write_bytes(life.bob.file(document["file_id"]))
    assert "a former player" in path.read_text(encoding="utf-8")
    assert proof.main([str(path)]) == 0


def test_a_former_players_chat_says_no_more_than_any_strangers(life: Life) -> None:
    life.forget()
    before = life.bot.items()
    assert "table" in life.bot.tap(life.zenobia, f"review:{CODE}")["text"]
    counts = [item for item in life.bot.items() if item not in before]
    assert [item["sk"]["S"].partition("#")[0] for item in counts] == ["COUNT"]


def test_after_it_everything_begins_as_for_a_newcomer(life: Life) -> None:
    life.forget()
    assert "a dice duel for two" in life.bot.type(life.zenobia, "/start")["text"]
    life.bot.type(life.zenobia, "/new")
    [match] = life.waiting()
    assert (match.seats[0].name, match.seats[0].word, match.seats[0].is_novice) == (NAME, "", True)


def test_two_who_are_forgotten_leave_a_match_of_nobodys(life: Life) -> None:
    life.forget()
    life.bot.tap(life.bob, "forget!")
    match = life.bot.match(CODE)
    assert [(seat.user_id, seat.name) for seat in match.seats] == [(-1, ""), (-1, "")]
    assert [item["sk"]["S"] for item in life.bot.items() if item["pk"]["S"].startswith("USER#")] == []


def test_the_same_update_again_and_the_same_tap_again_change_nothing(life: Life) -> None:
    life.live_on()
    life.bot.type(life.zenobia, "/forget")
    update = tapped(life.zenobia.user, "forget!", newest(life.zenobia))
    life.bot.tell(life.bot.update(update))
    before, shown = life.uncounted(), [texts(phone) for phone in (life.zenobia, life.bob)]
    for again in (update, tapped(life.zenobia.user, "forget!", newest(life.zenobia))):
        life.bot.tell(life.bot.update(again))
    assert life.uncounted() == before
    assert [texts(phone) for phone in (life.zenobia, life.bob)] == shown


def test_an_update_that_comes_again_leaves_what_was_begun_since(life: Life) -> None:
    """Its answer was lost, and the player has opened a table before Telegram brought it again."""
    update = tapped(life.zenobia.user, "forget!", newest(life.zenobia))
    life.bot.tell(life.bot.update(update))
    life.bot.type(life.zenobia, "/new")
    before = life.uncounted()
    life.bot.tell(life.bot.update(update))
    assert life.uncounted() == before


def test_telegram_too_forgets_which_language_was_set(life: Life) -> None:
    before = life.zenobia.commands()
    life.bot.tap(life.zenobia, "set:language:de", 1)
    life.bot.tap(life.bob, "set:language:de", 1)
    life.forget()
    assert life.zenobia.commands() == before
    assert life.bob.commands() == Texts("de").commands()


def test_who_is_forgotten_is_told_so_though_telegram_keeps_the_menu(life: Life) -> None:
    with life.bot.api.faults(method="deleteMyCommands", error_code=500):
        life.forget()
    assert texts(life.zenobia)[-1].startswith("You are forgotten. Thank you")
    assert life.traces() == []


def test_only_its_own_player_can_be_forgotten(life: Life) -> None:
    life.bot.type(life.bob, "/lucky seven")
    life.bot.update(tapped(life.bob.user, "forget!", 1, chat_id=life.zenobia.id))
    assert life.bot.table.profile(life.bob.id) is not None
    group = {"id": -100_5, "type": "supergroup", "title": "Friends"}
    life.bot.update(typed(life.zenobia.user, "/forget", group))
    assert life.bot.table.profile(life.zenobia.id) is not None


def test_a_forgotten_players_late_news_go_nowhere(life: Life) -> None:
    """What was saved before is told after: the other hears it, and nobody is written to who is not there."""
    life.begin()
    life.bot.update(tapped(life.bob.user, "pick:00000001:1:poker:0"))
    life.bot.update(tapped(life.zenobia.user, "forget!", newest(life.zenobia)))
    after = life.bot.api.last_call()
    life.bot.tell()
    assert all(int(call["parameters"].get("chat_id", 1)) > 0 for call in life.bot.api.calls(after))
    assert "resigned. You win!" in texts(life.bob)[-1]
    assert life.traces() == []


class BrokenError(Exception):
    """A write that never came to be."""


def test_it_is_ended_by_the_same_tap_wherever_it_was_cut_short(bot: WholeBot, streamed: MemoryTable) -> None:
    """Every write in turn is the one before which the function dies; and no call looks through the whole table."""
    number, writes, asked = 0, 1, set[str]()

    def watch(operation: str) -> None:
        nonlocal number
        asked.add(operation)
        if operation in ("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"):
            number += 1
            if number == writes:
                raise BrokenError

    while True:
        life = Life(bot)
        life.live_on()
        number = 0
        try:
            with streamed.watched(watch):
                bot.update(tapped(life.zenobia.user, "forget!", newest(life.zenobia)))
            is_whole = True
        except FunctionError:
            is_whole = False
        if is_whole:
            break
        bot.tap(life.zenobia, "forget!")
        assert life.traces() == []
        assert sum("resigned. You win!" in text for text in texts(life.bob)) == 1
        writes += 3
    assert writes > 15
    assert "Scan" not in asked


@contextmanager
def forgotten_before_the_save(life: Life, streamed: MemoryTable) -> Iterator[None]:
    """She is forgotten when all that another player's tap needs has been read, and nothing is saved yet."""
    world = World(life.bot.table, lambda: life.bot.now, lambda: bytes(32), b"a key", USERNAME)
    is_done = False

    def forget_first(operation: str) -> None:
        nonlocal is_done
        if operation == "TransactWriteItems" and not is_done:
            is_done = True
            forget(world, life.zenobia.id)

    with streamed.watched(forget_first):
        yield
    assert is_done
    assert life.traces() == []


def test_who_is_forgotten_while_a_rematch_is_asked_for_is_in_no_match_and_not_written_to(
    life: Life, streamed: MemoryTable
) -> None:
    told = texts(life.zenobia)
    with forgotten_before_the_save(life, streamed):
        assert life.bot.tap(life.bob, f"rematch:{CODE}")["text"] == "This player has left 7776."
    assert texts(life.zenobia) == told


def test_hands_that_are_played_again_are_a_former_players_at_once(life: Life, streamed: MemoryTable) -> None:
    link = payloads.challenge(CODE, str(life.finished.challenge_token(1)))
    with forgotten_before_the_save(life, streamed):
        life.bot.type(life.carol, f"/start {link}")
    assert "a former player" in texts(life.carol)[-1]


def test_who_is_forgotten_while_a_posted_challenge_is_accepted_plays_in_no_duel(
    life: Life, streamed: MemoryTable
) -> None:
    challenge = posted(life.bot, life.zenobia.user)
    told = texts(life.zenobia)
    with forgotten_before_the_save(life, streamed):
        assert "is closed" in accept(life.bot, life.bob, challenge, new_message())["text"]
    assert texts(life.zenobia) == told
