"""Settings: kept once, in force in every match that goes on, and shown in the one message that they are changed in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.combinations import Combination
from core.levels import Level
from core.match import HOUR
from core.preferences import Confirm, Reminders
from core.view import view
from core.wishes import can_cost_70
from handlers.chat import callback_data as data
from handlers.chat.settings import chosen, telegram_language
from handlers.chat.texts import Texts
from handlers.chat.texts.languages import LANGUAGES
from handlers.chat.texts.settings import SETTINGS
from handlers.chat.updates import User
from infra.local.phone import Phone
from tests.handlers.bots import WholeBot, newest
from tests.handlers.deliveries import seat_of
from tests.handlers.updates import tapped, typed
from tests.infra.stores import CODE, begun, played

EVERY_VALUE = [(name, value) for name, values in SETTINGS.items() for value in values]


@pytest.fixture
def people(bot: WholeBot) -> tuple[Phone, Phone]:
    bot.begin_test()
    alice, bob = bot.people("Alice", "Bob")
    return alice, bob


def seated(bot: WholeBot, people: tuple[Phone, Phone], rounds: int = 0) -> None:
    alice, bob = people
    bot.now += 120
    bot.seat(played(begun(CODE, seat_of(alice), seat_of(bob)), rounds))


def set_to(bot: WholeBot, phone: Phone, name: str, value: str) -> str:
    return str(bot.tap(phone, f"set:{name}:{value}")["text"])


def open_settings(phone: Phone, bot: WholeBot) -> int:
    """Gives the id of the message with the settings: a new one, for what this phone typed first cannot be edited."""
    bot.tap(phone, "settings", phone.messages()[0]["message_id"])
    return newest(phone)


def text_of(phone: Phone, message_id: int) -> str:
    [message] = [one for one in phone.messages() if one["message_id"] == message_id]
    return str(message["text"])


def telegram_user(language_code: str | None) -> User:
    return User(id=1001, first_name="Alice", language_code=language_code)


def labels(phone: Phone, message_id: int) -> dict[str, str]:
    """The labels of a message's buttons by their data."""
    return {button["callback_data"]: button["text"] for button in phone.buttons(message_id)}


def test_every_choice_is_a_button_and_those_that_are_set_are_marked(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    answer = bot.type(people[0], "/settings")
    buttons = [button for row in answer["reply_markup"]["inline_keyboard"] for button in row]
    said = {button["callback_data"]: button["text"] for button in buttons}
    assert {data.set_to(name, value) for name, value in EVERY_VALUE} <= set(said)
    marked = {word for word, label in said.items() if label.startswith("● ")}
    assert marked == {"set:language:telegram", "set:confirm:never", "set:coach:on", "set:reminders:on"}


@pytest.mark.parametrize("name, value", EVERY_VALUE)
def test_a_choice_is_kept_and_shown_in_the_same_message(
    bot: WholeBot, people: tuple[Phone, Phone], name: str, value: str
) -> None:
    alice, _ = people
    message_id = open_settings(alice, bot)
    count = len(alice.messages())
    for _ in range(2):
        answer = bot.tap(alice, f"set:{name}:{value}", message_id)
        assert answer["method"] == "answerCallbackQuery"
        assert chosen(bot.table.profile(alice.id)) == chosen(None) | {name: value}
        assert labels(alice, message_id)[f"set:{name}:{value}"].startswith("● ")
    assert len(alice.messages()) == count


@pytest.mark.parametrize("forged", ["set:language:xx", "set:confirm:on", "set:coach:maybe", "set:name:Carol", "set::"])
def test_what_cannot_be_set_changes_nothing(bot: WholeBot, people: tuple[Phone, Phone], forged: str) -> None:
    before = bot.items()
    assert "out of date" in bot.tap(people[0], forged)["text"]
    assert bot.items() == before


def test_a_language_reaches_matches_under_way_and_every_later_answer(
    bot: WholeBot, people: tuple[Phone, Phone]
) -> None:
    seated(bot, people)
    alice, bob = people
    set_to(bot, alice, "language", "de")
    assert [seat.language for seat in bot.match(CODE).seats] == ["de", "en"]
    bot.type(alice, "/new")
    bot.type(bob, "/new")
    opened = {match.seats[0].user_id: match.seats[0].language for match in bot.matches() if match.code != CODE}
    assert opened == {alice.id: "de", bob.id: "en"}
    set_to(bot, alice, "language", "telegram")
    assert [seat.language for seat in bot.match(CODE).seats] == ["en", "en"]


def test_a_language_is_seen_at_once_on_the_table_and_in_the_settings(
    bot: WholeBot, people: tuple[Phone, Phone]
) -> None:
    alice, bob = people
    message_id = open_settings(alice, bot)
    seated(bot, people)
    live, theirs, count = newest(alice), bob.messages(), len(alice.messages())
    assert "Your dice" in text_of(alice, live)
    toast = bot.tap(alice, "set:language:ru", message_id)["text"]
    for text in (toast, text_of(alice, live), text_of(alice, message_id)):
        assert re.search("[а-я]{4}", text)
    assert "Your dice" not in text_of(alice, live)
    assert bob.messages() == theirs
    assert len(alice.messages()) == count
    picked = bot.tap(alice, f"pick:{CODE}:1:poker:0")["text"]
    assert re.search("[а-я]{4}", picked)


class TestTheMenu:
    """The commands that Telegram lists in the chat."""

    def test_it_follows_the_language_that_is_set_in_that_chat_alone(
        self, bot: WholeBot, people: tuple[Phone, Phone]
    ) -> None:
        alice, bob = people
        before = alice.commands()
        for language in ("de", "pt-br", "en"):
            set_to(bot, alice, "language", language)
            assert alice.commands() == Texts(language).commands()
            assert bob.commands() == before
        set_to(bot, alice, "language", "telegram")
        assert alice.commands() == before

    def test_no_other_setting_touches_it(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        alice, _ = people
        set_to(bot, alice, "language", "uk")
        after = bot.api.last_call()
        set_to(bot, alice, "coach", "off")
        open_settings(alice, bot)
        assert {call["method"] for call in bot.api.calls(after)} <= {"sendMessage", "editMessageText"}
        assert alice.commands() == Texts("uk").commands()

    @pytest.mark.parametrize("method, language", [("setMyCommands", "de"), ("deleteMyCommands", "telegram")])
    @pytest.mark.parametrize("fault", [{"error_code": 400}, {"retry_after": 30}, {"error_code": 500}])
    def test_where_telegram_refuses_it_the_settings_are_shown_and_nothing_is_tried_again(
        self,
        bot: WholeBot,
        people: tuple[Phone, Phone],
        caplog: pytest.LogCaptureFixture,
        method: str,
        language: str,
        fault: dict[str, Any],
    ) -> None:
        alice, _ = people
        message_id = open_settings(alice, bot)
        bot.tap(alice, "set:language:ru", message_id)
        after = bot.api.last_call()
        caplog.set_level("INFO", "7776")
        with bot.api.faults(method=method, **fault):
            bot.tap(alice, f"set:language:{language}", message_id)
            bot.advance(HOUR)
        assert labels(alice, message_id)[f"set:language:{language}"].startswith("● ")
        assert alice.commands() == Texts("ru").commands()
        assert len(bot.api.calls(after, method)) == 1
        assert [record.getMessage() for record in caplog.records].count("menu_dropped") == 1

    def test_it_follows_though_the_settings_could_not_be_shown(
        self, bot: WholeBot, people: tuple[Phone, Phone]
    ) -> None:
        with bot.api.faults(method="editMessageText", retry_after=30):
            set_to(bot, people[0], "language", "es")
        assert people[0].commands() == Texts("es").commands()


def test_the_house_is_called_in_the_language_of_who_reads_its_name(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    alice, _ = people
    bot.tap(alice, "solo:best", alice.messages()[0]["message_id"])
    [match] = bot.matches()
    assert "House" in alice.messages()[-1]["text"]
    set_to(bot, alice, "language", "de")
    bot.tap(alice, f"resign!:{match.code}")
    assert Texts("de").house_name(Level.BEST) in alice.messages()[-1]["text"].splitlines()[0]
    set_to(bot, alice, "language", "ru")
    bot.tap(alice, "history:0")
    assert Texts("ru").house_name(Level.BEST) in alice.messages()[-1]["text"]
    bot.tap(alice, f"rematch:{match.code}")
    assert Texts("ru").house_name(Level.BEST) in alice.messages()[-2]["text"].splitlines()[0]


def test_a_match_that_is_over_keeps_its_language(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    seated(bot, people)
    bot.tap(people[0], f"resign!:{CODE}")
    before = bot.match(CODE)
    set_to(bot, people[0], "language", "ru")
    assert bot.match(CODE) == before


def test_a_pick_needs_no_more_of_the_table_whatever_is_set(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    seated(bot, people)
    set_to(bot, people[0], "language", "uk")
    before = bot.match(CODE).version
    bot.tap(people[0], f"pick:{CODE}:1:poker:0")
    assert bot.match(CODE).version == before + 1


class TestConfirming:
    """Before a pick, the question stands in its message and the match is left alone."""

    def ask(self, bot: WholeBot, phone: Phone, combination: Combination) -> int:
        message_id = newest(phone)
        count, before = len(phone.messages()), bot.match(CODE)
        answer = bot.tap(phone, f"pick:{CODE}:1:{combination}:0", message_id)
        assert answer["text"] == "Not picked yet: the message asks you first."
        assert bot.match(CODE) == before
        assert len(phone.messages()) == count
        assert re.search(r"^Pick .+\?", text_of(phone, message_id), re.MULTILINE)
        return message_id

    def risky(self, bot: WholeBot, seat: int, *, is_risky: bool = True) -> Combination:
        hand = view(bot.match(CODE), seat).hand or ()
        return next(one for one in Combination if can_cost_70(one, hand) is is_risky)

    def test_the_pick_is_made_once_it_is_confirmed(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        seated(bot, people)
        set_to(bot, people[0], "confirm", Confirm.RISKY)
        bot.tap(people[0], f"table:{CODE}")
        combination = self.risky(bot, 0)
        message_id = self.ask(bot, people[0], combination)
        assert list(labels(people[0], message_id)) == [f"pick!:{CODE}:1:{combination}:0", f"back:{CODE}:1"]
        bot.tap(people[0], f"pick!:{CODE}:1:{combination}:0", message_id)
        assert bot.match(CODE).standing_pick(0) is combination
        assert "You picked" in text_of(people[0], message_id)

    def test_going_back_shows_the_hand_again(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        seated(bot, people)
        set_to(bot, people[1], "confirm", Confirm.RISKY)
        bot.tap(people[1], f"table:{CODE}")
        hand = labels(people[1], newest(people[1]))
        message_id = self.ask(bot, people[1], self.risky(bot, 1))
        bot.tap(people[1], f"back:{CODE}:1", message_id)
        assert labels(people[1], message_id) == hand
        assert not bot.match(CODE).has_picked(1)

    def test_what_cannot_cost_70_is_asked_about_only_if_all_is(
        self, bot: WholeBot, people: tuple[Phone, Phone]
    ) -> None:
        seated(bot, people)
        set_to(bot, people[0], "confirm", Confirm.RISKY)
        bot.tap(people[0], f"pick:{CODE}:1:minor_sum:0")
        assert bot.match(CODE).standing_pick(0) is Combination.MINOR_SUM
        set_to(bot, people[0], "confirm", Confirm.ALWAYS)
        bot.tap(people[0], f"table:{CODE}")
        bot.tap(people[0], f"pick:{CODE}:1:major_sum:1")
        assert bot.match(CODE).standing_pick(0) is Combination.MINOR_SUM
        assert "Pick Major Sum?" in text_of(people[0], newest(people[0]))

    def test_the_other_player_sees_nothing_of_a_question(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        seated(bot, people)
        alice, bob = people
        set_to(bot, alice, "confirm", Confirm.ALWAYS)
        bot.tap(alice, f"table:{CODE}")
        before = bob.messages()
        self.ask(bot, alice, Combination.POKER)
        assert bob.messages() == before

    def test_a_stranger_goes_back_to_nothing(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        seated(bot, people)
        [carol] = bot.people("Carol")
        assert "table" in bot.tap(carol, f"back:{CODE}:1")["text"]
        assert "table" in bot.tap(carol, f"ask:{CODE}:risky")["text"]
        assert bot.table.profile(carol.id) is None


class TestTheOffer:
    """After the first −70 that another pick would not have risked."""

    def slip(self, bot: WholeBot, people: tuple[Phone, Phone]) -> Phone:
        """Alice loses 70 in round 1."""
        alice, bob = people
        seated(bot, people)
        hands = [view(bot.match(CODE), seat).hand or () for seat in (0, 1)]
        ten = [die for hand in hands for die in hand]
        number = next(one for one in list(Combination)[:6] if ten.count(int(one)) < 3)
        bot.tap(alice, f"pick:{CODE}:1:{number}:0")
        bot.tap(bob, f"pick:{CODE}:1:poker:0")
        assert view(bot.match(CODE), 0).reveals[0].mine.points == -70
        return alice

    @pytest.mark.parametrize("answer", [Confirm.RISKY, Confirm.NEVER])
    def test_it_is_answered_by_a_tap_and_the_hand_stays(
        self, bot: WholeBot, people: tuple[Phone, Phone], answer: Confirm
    ) -> None:
        alice = self.slip(bot, people)
        message_id, count = newest(alice), len(alice.messages())
        assert "could have been avoided" in text_of(alice, message_id)
        bot.tap(alice, f"ask:{CODE}:{answer}", message_id)
        profile = bot.table.profile(alice.id)
        assert profile is not None
        assert (profile.confirm, bot.match(CODE).seats[0].confirm) == (answer, answer)
        assert "could have been avoided" not in text_of(alice, message_id)
        assert any(said.startswith("pick:") for said in labels(alice, message_id))
        assert len(alice.messages()) == count

    def test_it_is_made_to_that_player_alone_and_goes_with_the_next_round(
        self, bot: WholeBot, people: tuple[Phone, Phone]
    ) -> None:
        alice = self.slip(bot, people)
        assert "avoided" not in text_of(people[1], newest(people[1]))
        for phone in people:
            bot.tap(phone, f"pick:{CODE}:2:two:0")
        assert "avoided" not in text_of(alice, newest(alice))

    def test_one_offer_is_enough_for_all_matches(self, bot: WholeBot, people: tuple[Phone, Phone]) -> None:
        alice = self.slip(bot, people)
        bot.tap(people[1], f"resign!:{CODE}")
        profile = bot.table.profile(alice.id)
        assert profile is not None
        assert profile.confirm is Confirm.NEVER
        other = bot.table.profile(people[1].id)
        assert other is not None
        assert other.confirm is None


class TestReminders:
    def sent(self, bot: WholeBot, phone: Phone) -> list[dict[str, Any]]:
        """What this phone gets when 80 % of a round's time has gone."""
        after = bot.api.last_call()
        bot.advance(20 * HOUR)
        return [
            call["parameters"]
            for call in bot.api.calls(after)
            if call["method"] == "sendMessage" and str(call["parameters"]["chat_id"]) == str(phone.id)
        ]

    @pytest.mark.parametrize("wanted", Reminders)
    def test_they_ring_or_come_silently_or_not_at_all(
        self, bot: WholeBot, people: tuple[Phone, Phone], wanted: Reminders
    ) -> None:
        alice, bob = people
        seated(bot, people)
        set_to(bot, alice, "reminders", wanted)
        bot.tap(bob, f"pick:{CODE}:1:poker:0")
        rings = [not message.get("disable_notification") for message in self.sent(bot, alice)]
        assert rings == {Reminders.ON: [True], Reminders.SILENT: [False], Reminders.OFF: []}[wanted]
        assert bot.match(CODE).is_reminded
        told = [cursor.told for cursor in bot.table.cursors(CODE)]
        assert told == [bot.match(CODE).version] * 2

    def test_who_waits_for_somebody_without_reminders_is_not_told_of_one(
        self, bot: WholeBot, people: tuple[Phone, Phone]
    ) -> None:
        alice, bob = people
        seated(bot, people)
        set_to(bot, alice, "reminders", Reminders.OFF)
        bot.tap(bob, f"pick:{CODE}:1:poker:0")
        [message] = self.sent(bot, bob)
        assert "reminded" not in message["text"]
        assert "more:" in str(message["reply_markup"])


def test_the_coach_leaves_a_running_match_and_comes_back(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    alice, _ = people
    bot.type(alice, "/solo best")
    [match] = bot.matches()
    live = newest(alice)
    assert f"coach:{match.code}" in labels(alice, live)
    message_id = open_settings(alice, bot)
    bot.tap(alice, "set:coach:off", message_id)
    assert f"coach:{match.code}" not in labels(alice, live)
    bot.tap(alice, "set:coach:on", message_id)
    assert f"coach:{match.code}" in labels(alice, live)


def test_no_language_that_the_bot_speaks_is_cut() -> None:
    assert [telegram_language(telegram_user(tag)) for tag in LANGUAGES] == list(LANGUAGES)


@pytest.mark.parametrize(
    "tag, kept",
    [
        ("de-latn-de", "de-latn"),
        ("uk_cyrl_ua", "uk_cyrl"),
        ("de" + "-x" * 30, "de-x-x-x"),
        ("-" * 64, "en"),
        (None, "en"),
    ],
)
def test_a_long_tag_is_cut_and_reads_as_it_did(tag: str | None, kept: str) -> None:
    assert telegram_language(telegram_user(tag)) == kept
    assert Texts(kept).start() == Texts(tag or "en").start()


def test_settings_are_set_by_the_sender_of_a_tap_alone(bot: WholeBot, people: tuple[Phone, Phone]) -> None:
    alice, bob = people
    bot.update(tapped(bob.user, "set:coach:off", 1, chat_id=alice.id))
    assert bot.table.profile(bob.id) is None
    bot.update(typed(alice.user, "/settings"))
    assert bot.table.profile(alice.id) is None
