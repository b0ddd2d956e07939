"""A text as Telegram stores it."""

import pytest

from infra.local.bot_api import entities
from infra.local.bot_api.entities import FormattedText
from infra.local.bot_api.errors import ApiError


def sent(text: str, parse_mode: str = "HTML") -> FormattedText:
    return entities.message_text(entities.read(text, parse_mode))


def kinds(text: FormattedText) -> list[tuple[str, int, int]]:
    return [(entity["type"], entity["offset"], entity["length"]) for entity in text.entities]


def test_spaces_and_line_breaks_go_from_both_ends() -> None:
    text = sent(" \n a <b>bc </b>\n ")
    assert (text.text, kinds(text)) == ("a bc", [("bold", 2, 2)])


def test_an_entity_at_the_start_keeps_its_space() -> None:
    text = sent("<b> a</b>")
    assert (text.text, kinds(text)) == (" a", [("bold", 0, 2)])


def test_control_characters_become_spaces_or_go() -> None:
    text = sent("a\tb\rc\u202ed <b>e</b>")
    assert (text.text, kinds(text)) == ("a bcd e", [("bold", 6, 1)])


def test_isolates_around_a_name_stay() -> None:
    assert sent("\u2068Алиса\u2069 won").text == "\u2068Алиса\u2069 won"


@pytest.mark.parametrize("text", [" ", "\n", "\u200b", "<b> </b>", "\u2800"])
def test_a_text_that_shows_nothing_is_refused(text: str) -> None:
    with pytest.raises(ApiError, match="Bad Request: text must be non-empty"):
        sent(text)


def test_the_limit_counts_characters_after_entities() -> None:
    assert len(sent("<b>" + "🎲" * 4096 + "</b>").text) == 4096
    with pytest.raises(ApiError, match="Bad Request: message is too long"):
        sent("x" * 4097)


def test_commands_links_and_mentions_are_found() -> None:
    text = sent("/new see https://t.me/x_bot?start=A or @alice_a #dice a@b.org, not 1/2")
    assert kinds(text) == [
        ("bot_command", 0, 4),
        ("url", 9, 26),
        ("mention", 39, 8),
        ("hashtag", 48, 5),
        ("email", 54, 7),
    ]


def test_nothing_is_found_inside_code_and_styles_stay_outside_it() -> None:
    text = sent("<b>a <code>/new</code> b</b>")
    assert kinds(text) == [("bold", 0, 2), ("code", 2, 4), ("bold", 6, 2)]


def test_entities_are_sorted_outermost_first() -> None:
    assert kinds(sent("<b><i>x</i> y</b>")) == [("bold", 0, 3), ("italic", 0, 1)]


def test_an_unknown_parse_mode_is_refused() -> None:
    with pytest.raises(ApiError, match="Bad Request: unsupported parse_mode"):
        sent("x", "html5")


def test_explicit_entities_are_taken_without_a_parse_mode() -> None:
    text = entities.message_text(entities.read("ab c", "", [{"type": "bold", "offset": 0, "length": 2}]))
    assert kinds(text) == [("bold", 0, 2)]


@pytest.mark.parametrize(
    "entity, expected",
    [
        ({"type": "nope", "offset": 0, "length": 1}, "can't parse MessageEntity: Unsupported type specified"),
        ({"type": "bold", "offset": -1, "length": 1}, "Receive an entity with incorrect offset -1"),
        ({"type": "bold", "offset": 1, "length": 9}, "ends after the end of the text at UTF-16 offset 10"),
    ],
)
def test_explicit_entities_must_fit(entity: dict[str, object], expected: str) -> None:
    with pytest.raises(ApiError) as refused:
        entities.read("abc", "", [entity])
    assert expected in refused.value.description
