"""Screens around matches."""

from __future__ import annotations

from core.match import DEFAULT_PACE, Refusal
from handlers.chat import screens
from handlers.chat.read_tap import parse
from handlers.chat.tap import New, Rules, Solo
from handlers.chat.texts import PAGES, Texts
from tests.handlers.chat.gallery import BOT, LONGEST_BOT
from tests.handlers.chat.telegram import assert_taken, lines, rows

TEXTS = Texts("en")


def test_a_newcomer_can_play_a_friend_or_the_house_or_read_the_rules() -> None:
    taps = [parse(button["callback_data"]) for row in rows(screens.start(TEXTS)) for button in row]
    assert taps == [New(DEFAULT_PACE), Solo(None), Rules(0)]


def test_page_0_of_the_booklet_is_a_new_message_and_turning_replaces_one() -> None:
    first, turned = screens.rules(TEXTS, 0), screens.rules(TEXTS, 1)
    assert (first.method, turned.method) == ("sendMessage", "editMessageText")
    assert first.parameters == turned.parameters


def test_the_booklet_turns_round_through_all_its_pages() -> None:
    page, seen = 1, []
    for _ in range(PAGES):
        back, here, on = (parse(one["callback_data"]) for one in rows(screens.rules(TEXTS, page))[0])
        assert here == Rules(page)
        assert isinstance(on, Rules)
        assert isinstance(back, Rules)
        seen.append(page)
        page = on.page
    assert (page, seen) == (1, list(range(1, PAGES + 1)))


def test_a_forged_page_shows_one_that_exists() -> None:
    assert screens.rules(TEXTS, 999) == screens.rules(TEXTS, PAGES)


def test_a_group_is_given_a_link_and_nothing_else() -> None:
    screen = screens.group(TEXTS, BOT, "7K3MQ9XA")
    assert rows(screen) == [[{"text": "Join the table", "url": f"https://t.me/{BOT}?start=7K3MQ9XA"}]]
    assert rows(screens.group(TEXTS, BOT))[0][0]["url"] == f"https://t.me/{BOT}"
    assert_taken(screens.group(TEXTS, LONGEST_BOT, "7K3MQ9XA"))


def test_a_refusal_as_a_message_escapes_names_and_offers_to_play() -> None:
    screen = screens.refused(TEXTS, TEXTS.refusal(Refusal.STRANGER, names=("<b>", "&")))
    assert lines(screen) == ["This is <b> and &'s table."]
    assert parse(rows(screen)[0][0]["callback_data"]) == New(DEFAULT_PACE)
    assert_taken(screen)


def test_an_edit_keeps_what_is_seen_and_drops_what_only_a_new_message_has() -> None:
    screen = screens.silent(screens.start(TEXTS))
    edit = screens.as_edit(screen)
    assert screen.parameters["disable_notification"] is True
    assert edit.method == "editMessageText"
    assert edit.parameters == screens.start(TEXTS).parameters


def test_help_names_every_command_of_the_menu() -> None:
    told = "\n".join(lines(screens.help(TEXTS)))
    for entry in TEXTS.commands():
        assert f"/{entry['command']} " in told or entry["command"] == "help"
