"""What Telegram refuses, and how a message looks to a reader: written after the Bot API's text, not after our code."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from infra.screen import Screen

TAGS: Final[dict[str, set[str]]] = {
    "b": set(),
    "u": set(),
    "code": set(),
    "blockquote": {"expandable"},
    "tg-time": {"unix", "format"},
}
# Methods that send a file: the parameter that it is, and how many bytes it may have.
MENUS: Final = ("setMyCommands", "deleteMyCommands")
FILES: Final = {"sendDocument": ("document", 50 << 20), "sendPhoto": ("photo", 10 << 20)}
INVISIBLE: Final = ("Cf", "Mn", "Me")
EFFECT: Final = "message_effect_id"
CHOOSER: Final = "switch_inline_query_chosen_chat"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, f"unsupported start tag {tag}"
        assert {name for name, _ in attrs} <= TAGS[tag], f"unsupported attribute in {tag}"
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"unexpected end tag {tag}"
        assert self.open.pop() == tag, f"unexpected end tag {tag}"

    def handle_data(self, data: str) -> None:
        assert not re.search(r"[<>&]", data), "an unescaped character"
        self.text += data

    def handle_entityref(self, name: str) -> None:
        self.text += {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}[name]

    def handle_charref(self, name: str) -> None:
        self.text += chr(int(name[1:], 16) if name[0] in "xX" else int(name))

    def unknown_decl(self, data: str) -> None:
        raise AssertionError("a declaration")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError("a declaration")

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment")


def plain(html: str) -> str:
    """The text without its markup, or an AssertionError where Telegram would not understand it."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open, f"can't find end tag of {reader.open}"
    return reader.text


def visible(text: str) -> str:
    """Text without the characters that take no room."""
    return "".join(character for character in text if unicodedata.category(character) not in INVISIBLE)


def lines(screen: Screen) -> list[str]:
    """The lines that a reader sees, before any wrapping."""
    return visible(plain(html(screen))).split("\n")


def html(screen: Screen) -> str:
    """A message's text, or a file's caption."""
    return str(screen.parameters["caption" if screen.method in FILES else "text"])


def fixed_lines(screen: Screen) -> list[str]:
    """The lines that are to fit as they are: all but a seal and a secret, which the app breaks."""
    return [line for line in lines(screen) if not re.fullmatch("[0-9a-f]{64}", line)]


def rows(screen: Screen) -> list[list[dict[str, Any]]]:
    markup: dict[str, Any] = screen.parameters.get("reply_markup", {"inline_keyboard": []})
    found: list[list[dict[str, Any]]] = markup["inline_keyboard"]
    return found


def assert_taken(screen: Screen) -> None:
    """Fail on whatever Telegram would refuse."""
    if screen.method in FILES:
        _assert_file(screen)
        return
    if screen.method in MENUS:
        _assert_menu(screen)
        return
    known, sent = {"text", "parse_mode", "reply_markup", "link_preview_options"}, {"disable_notification", EFFECT}
    assert screen.method in ("sendMessage", "editMessageText")
    assert set(screen.parameters) <= known | (sent if screen.method == "sendMessage" else set())
    assert screen.parameters["parse_mode"] == "HTML"
    text = plain(screen.parameters["text"])
    assert visible(text).strip()
    assert 1 <= _units(text) <= 4096
    if "reply_markup" in screen.parameters:
        assert set(screen.parameters["reply_markup"]) == {"inline_keyboard"}
        assert 1 <= sum(map(len, rows(screen))) <= 100
    for row in rows(screen):
        assert 1 <= len(row) <= 8
        for button in row:
            _assert_button(button)


def _assert_file(screen: Screen) -> None:
    kind, most = FILES[screen.method]
    assert set(screen.parameters) - {"disable_notification"} == {kind, "caption", "parse_mode"}
    assert screen.parameters["parse_mode"] == "HTML"
    assert 1 <= _units(plain(screen.parameters["caption"])) <= 1024
    name, content = screen.parameters[kind]
    assert re.fullmatch(r"[\w.-]{1,60}", name, re.ASCII)
    assert 0 < len(content) < most


def _assert_menu(screen: Screen) -> None:
    commands = screen.parameters.get("commands", [])
    assert set(screen.parameters) == ({"commands"} if screen.method == "setMyCommands" else set())
    assert len(commands) <= 100
    for command in commands:
        assert re.fullmatch("[a-z0-9_]{1,32}", command["command"])
        assert 1 <= len(command["description"].strip()) <= 256


def _assert_button(button: dict[str, Any]) -> None:
    assert visible(button["text"]).strip()
    assert _units(button["text"]) <= 64
    assert button.get("style", "danger") in ("danger", "success", "primary")
    (kind,) = set(button) - {"text", "style"}
    if kind == "callback_data":
        assert button[kind].isascii()
        assert 1 <= len(button[kind]) <= 64
    elif kind == "copy_text":
        assert set(button[kind]) == {"text"}
        assert 1 <= _units(button[kind]["text"]) <= 256
        _assert_link(button[kind]["text"].split("\n")[-1])
    elif kind == CHOOSER:
        assert _units(button[kind]["query"]) <= 256
        assert any(button[kind][f"allow_{chats}_chats"] for chats in ("user", "group", "channel"))
    else:
        assert kind == "url"
        _assert_link(button[kind])


def _assert_link(link: str) -> None:
    url = urlsplit(link)
    assert (url.scheme, url.netloc) == ("https", "t.me")
    query = parse_qs(url.query, strict_parsing=True) if url.query else {}
    if url.path == "/share/url":
        assert set(query) == {"url", "text"}
        assert len(link) <= 2048  # not documented: what browsers and servers take for sure
        _assert_link(query["url"][0])
        return
    assert re.fullmatch(r"/\w{5,32}", url.path, re.ASCII)
    assert set(query) <= {"start"}
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload) for payload in query.get("start", []))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
