"""Each language's catalogue, and every screen in it. A language is tried as soon as there is a catalogue of it:
`pytest tests/handlers/chat/test_languages.py -k in-de` tries one.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message

from core.combinations import Combination
from core.match import DAY, HOUR, Refusal
from core.reactions import Reaction
from core.view import view
from handlers.chat.texts import Texts
from handlers.chat.texts.languages import LANGUAGES
from handlers.chat.texts.settings import SETTINGS
from infra.screen import Screen
from tests import catalogues
from tests.handlers.chat.gallery import LONGEST, SCREENS, SHORT, played
from tests.handlers.chat.people import Names
from tests.handlers.chat.telegram import assert_taken, fixed_lines, lines, plain, rows

WIDEST: Final = 40
"""English keeps to 38; two more are as much as a phone of 360 px shows of most words."""
WIDEST_LABELS: Final = {1: 34, 2: 20, 3: 10}
"""Of a button, by how many share its row."""
LONGEST_TOAST: Final = 200

ALIKE: Final = {
    *("Poker", "UTC", "SHA", "Python", "python", "core", "proof", "FILE", "Latin"),
    *("Alice", "Bob", "Carol", "clover", "удача"),
    *(word for name in LANGUAGES.values() for word in re.findall(r"\w+", name)),
}
"""Words that may be the same in any language: names of things, of people and of languages."""
ALIKE_IN: Final[dict[str, set[str]]] = {"de": {"Code", "bravo", "haha"}, "es": {"Total"}, "pt_BR": {"Total"}}
"""More of them, by language."""

TAGS: Final = {folder: tag for tag, folder in catalogues.FOLDERS.items()}
languages = pytest.mark.parametrize("folder", catalogues.begun(), ids=lambda folder: f"in-{folder}")


def words(text: str) -> list[str]:
    """The words of a text of two letters or more, but for commands, codes and seals."""
    left = re.sub(r"/[a-z]+|[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f]{8,}|\{\w*\}|<[^>]*>", " ", text)
    return re.findall(r"[^\W\d_]{2,}", left)


def foreign(folder: str, found: list[str]) -> list[str]:
    return [word for word in found if word not in ALIKE | ALIKE_IN.get(folder, set())]


@cache
def translated(folder: str) -> Catalog:
    return catalogues.read(folder)


def messages(folder: str) -> list[Message]:
    return [message for message in translated(folder) if message.id]


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


@cache
def screens_in(tag: str) -> dict[str, Screen]:
    return {name: SCREENS[name](Names(*SHORT[:2], tag)) for name in SCREENS}


def shown(screen: Screen) -> list[str]:
    """The lines of a screen and the labels of its buttons."""
    return [*lines(screen), *(button["text"] for row in rows(screen) for button in row)]


# The catalogues


def test_the_template_is_what_the_sources_say() -> None:
    assert catalogues.TEMPLATE.read_bytes() == catalogues.written(catalogues.template()), "run make catalogues"


@languages
def test_a_catalogue_has_the_msgids_of_the_sources_and_no_others(folder: str) -> None:
    sources = [one for one in catalogues.template() if one.id]
    assert {(one.context, str(one.id)) for one in messages(folder)} == {(one.context, str(one.id)) for one in sources}
    assert not translated(folder).obsolete


@languages
def test_everything_is_translated(folder: str) -> None:
    assert [one.id for one in messages(folder) if not all(catalogues.words(one))] == []
    assert [one.id for one in messages(folder) if one.fuzzy] == []


@languages
def test_each_form_of_a_plural_is_there(folder: str) -> None:
    for one in messages(folder):
        if one.pluralizable:
            assert len(forms(one.string)) == translated(folder).num_plurals, one.id


@languages
def test_the_plural_forms_are_the_languages_own(folder: str) -> None:
    """As CLDR has them, for all numbers that a player may read."""
    own, form_of = Locale.parse(folder).plural_form, gettext.c2py(translated(folder).plural_expr)
    pairs = {(own(number), form_of(number)) for number in range(1001)}
    assert len(pairs) == len({rule for rule, _ in pairs}) == translated(folder).num_plurals


@languages
def test_placeholders_and_markup_are_those_of_the_msgid(folder: str) -> None:
    for one in messages(folder):
        for text in forms(one.string):
            assert set(re.findall(r"\{.*?\}", text)) == set(re.findall(r"\{.*?\}", forms(one.id)[0])), text
            assert Counter(re.findall("<.*?>", text)) == Counter(re.findall("<.*?>", forms(one.id)[0])), text
            assert set(re.findall("/[a-z]+", text)) == set(re.findall("/[a-z]+", forms(one.id)[0])), text


@languages
def test_a_list_of_words_has_as_many_as_in_english(folder: str) -> None:
    for msgid in lists():
        [found] = [one for one in messages(folder) if one.id == msgid]
        assert len(str(found.string).split()) == len(msgid.split()), msgid


def lists() -> Iterator[str]:
    """The msgids that are split into words."""
    for path in sorted(catalogues.TEXTS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(
                    attr="split", value=ast.Call(func=ast.Attribute(attr="_"), args=[ast.Constant(str(text))])
                ):
                    yield text


@languages
def test_no_words_are_left_in_english(folder: str) -> None:
    same = [text for one in messages(folder) for text in forms(one.string) if text in forms(one.id)]
    assert [text for text in same if foreign(folder, words(text))] == []


@languages
def test_what_is_compiled_is_what_is_translated(folder: str) -> None:
    assert catalogues.mo(folder).read_bytes() == catalogues.compiled(translated(folder)), "run make catalogues"


# The screens


@languages
def test_no_line_is_wider_than_a_phone(folder: str) -> None:
    wide = {line for screen in screens_in(TAGS[folder]).values() for line in fixed_lines(screen) if len(line) > WIDEST}
    assert not wide


@languages
def test_no_button_is_too_long_for_its_row(folder: str) -> None:
    for name, screen in screens_in(TAGS[folder]).items():
        for row in rows(screen):
            for button in row:
                assert len(button["text"]) <= WIDEST_LABELS[min(len(row), 3)], name


@languages
def test_no_toast_is_too_long(folder: str) -> None:
    texts = Texts(TAGS[folder])
    for name in LONGEST.values():
        for toast in (*refusals(texts, name), *toasts(texts, name)):
            assert len(toast.encode("utf-16-le")) // 2 <= LONGEST_TOAST, toast


def refusals(texts: Texts, name: str) -> Iterator[str]:
    seen = view(played(Names(name, name), 5), 0)
    for refusal in Refusal:
        for of_match in (None, seen):
            yield texts.refusal(
                refusal, of_match, match_round=5, combination=Combination.MAJOR_STRAIGHT, names=(name, name)
            )


def toasts(texts: Texts, name: str) -> Iterator[str]:
    yield from (texts.toast_picked(one, name) for one in Combination)
    yield from (texts.toast_reacted(one, name) for one in (*Reaction, None))
    yield from (texts.toast_set(setting, value) for setting, values in SETTINGS.items() for value in values)
    yield from (texts.toast_change(), texts.toast_outdated(), texts.toast_forgotten(), texts.toast_pace(10 * HOUR))
    yield from (texts.toast_given(name, 3 * DAY), texts.not_found("7K3MQ9XA"), texts.challenge_gone())
    yield from (texts.own_challenge(), texts.challenge_closed(), texts.too_many_commands(30), texts.too_many_tables(9))
    yield from (texts.ask_pick(one, name, 2) for one in Combination)


@languages
def test_telegram_takes_every_screen(folder: str) -> None:
    for name in SCREENS:
        for person in LONGEST.values():
            assert_taken(SCREENS[name](Names(person, person, TAGS[folder])))


@languages
def test_no_english_is_on_a_screen(folder: str) -> None:
    """No line is as in English, and each word is the catalogue's."""
    own = {word for one in messages(folder) for text in forms(one.string) for word in words(plain(text))}
    for name, screen in screens_in(TAGS[folder]).items():
        english = set(shown(screens_in("en")[name]))
        for line in shown(screen):
            left = foreign(folder, words(line))
            assert not left or line not in english, name
            assert set(left) <= own, (name, line)


@languages
def test_what_the_bot_says_of_itself_fits(folder: str) -> None:
    texts = Texts(TAGS[folder])
    assert len(texts.description()) <= 512
    assert len(texts.short_description()) <= 120
    assert all(1 <= len(command["description"]) <= WIDEST for command in texts.commands())
