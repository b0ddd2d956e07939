"""Telegram's HTML: what each tag becomes, and what Telegram says of wrong markup."""

from typing import Any

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.html import HtmlParser, checked_link


def parsed(source: str) -> tuple[str, list[dict[str, Any]]]:
    return HtmlParser(source.encode()).parse()


def complaint(source: str) -> str:
    with pytest.raises(ApiError) as refused:
        parsed(source)
    return refused.value.description.removeprefix("Bad Request: can't parse entities: ")


@pytest.mark.parametrize(
    "tag, kind",
    [
        ("b", "bold"),
        ("strong", "bold"),
        ("i", "italic"),
        ("em", "italic"),
        ("u", "underline"),
        ("ins", "underline"),
        ("s", "strikethrough"),
        ("strike", "strikethrough"),
        ("del", "strikethrough"),
        ("tg-spoiler", "spoiler"),
        ("code", "code"),
        ("pre", "pre"),
        ("blockquote", "blockquote"),
        ("B", "bold"),
    ],
)
def test_a_tag_becomes_its_entity(tag: str, kind: str) -> None:
    assert parsed(f"a <{tag}>bc</{tag}> d") == ("a bc d", [{"type": kind, "offset": 2, "length": 2}])


@pytest.mark.parametrize(
    "source, entity",
    [
        ('<span class="tg-spoiler">x</span>', {"type": "spoiler"}),
        ("<blockquote expandable>x</blockquote>", {"type": "expandable_blockquote"}),
        ('<a href="https://t.me/b?start=A">x</a>', {"type": "text_link", "url": "https://t.me/b?start=A"}),
        ("<a href='example.org'>x</a>", {"type": "text_link", "url": "http://example.org/"}),
        ('<a href="a.org/?x=1&amp;y=2">x</a>', {"type": "text_link", "url": "http://a.org/?x=1&y=2"}),
        ('<tg-emoji emoji-id="53681">x</tg-emoji>', {"type": "custom_emoji", "custom_emoji_id": "53681"}),
        ('<tg-time unix="1700000000" format="r">x</tg-time>', {"unix_time": 1700000000, "date_time_format": "r"}),
        ('<tg-time unix="1700000000" format="TDw">x</tg-time>', {"type": "date_time", "date_time_format": "wDT"}),
        ("<tg-time unix=1700000000>x</tg-time>", {"type": "date_time", "date_time_format": ""}),
        ('<pre><code class="language-python">x</code></pre>', {"type": "pre", "language": "python"}),
    ],
)
def test_attributes_are_read(source: str, entity: dict[str, Any]) -> None:
    text, (found,) = parsed(source)
    assert text == "x"
    assert found | entity == found


def test_a_mention_by_id_becomes_a_text_mention() -> None:
    _, (entity,) = parsed('<a href="tg://user?id=1001">Alice</a>')
    assert (entity["type"], entity["user"]["id"], entity["length"]) == ("text_mention", 1001, 5)


@pytest.mark.parametrize("source", ['<a href="nodot">x</a>', '<tg-time unix="0">x</tg-time>', "<b></b>x"])
def test_what_is_no_link_no_time_or_nothing_makes_no_entity(source: str) -> None:
    assert parsed(source) == ("x", [])


def test_offsets_are_utf16_units() -> None:
    assert parsed("🎲é <b>🎲🎲</b>") == ("🎲é 🎲🎲", [{"type": "bold", "offset": 4, "length": 4}])


def test_character_references_are_decoded_and_others_kept() -> None:
    text, _ = parsed("&lt;b&gt; &amp;amp; &quot; &#33; &#x1F3B2; &nbsp; &copy; & &lt")
    assert text == '<b> &amp; " ! 🎲 &nbsp; &copy; & <'


@pytest.mark.parametrize(
    "source, expected",
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("é<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 2'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("x <b", "Unclosed start tag at byte offset 2"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ('<span class="x">y</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x_y>z</a>", "Unexpected end of name token at byte offset 8"),
        ('<tg-time unix="1" format="x">y</tg-time>', "Invalid date format used"),
        ("<tg-emoji>y</tg-emoji>", "Invalid custom emoji identifier specified"),
    ],
)
def test_wrong_markup_is_refused_in_telegrams_words(source: str, expected: str) -> None:
    assert complaint(source) == expected


def test_an_empty_end_tag_closes_what_is_open() -> None:
    assert parsed("<b>x</>")[1] == [{"type": "bold", "offset": 0, "length": 1}]


@pytest.mark.parametrize(
    "url, kept",
    [
        ("https://t.me/x_bot?start=7K3M", "https://t.me/x_bot?start=7K3M"),
        ("t.me/x", "http://t.me/x"),
        ("tg://resolve?domain=x", "tg://resolve?domain=x"),
        ("https://localhost/x", None),
        ("ftp://a.org", None),
        ("two words.org", None),
        ("", None),
    ],
)
def test_a_link_is_kept_as_telegram_keeps_it(url: str, kept: str | None) -> None:
    assert checked_link(url) == kept
