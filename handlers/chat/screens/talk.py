"""Screens around matches: first contact, help, the booklet, and answers that need no match."""

from __future__ import annotations

from html import escape

from handlers.chat import keyboards
from handlers.chat.screens.message import message, turned
from handlers.chat.texts import PAGES, Texts
from infra.screen import Screen


def start(texts: Texts) -> Screen:
    return message(texts.start(), keyboard=keyboards.start(texts))


def levels(texts: Texts) -> Screen:
    """How well the house is to play."""
    return message(texts.levels(), keyboard=keyboards.levels(texts))


def help(texts: Texts) -> Screen:  # noqa: A001 (the command's own name)
    return message(texts.help(), keyboard=keyboards.help(texts))


def lucky(texts: Texts, word: str) -> Screen:
    """A player's lucky word, or how to come by one."""
    return message(texts.lucky(word))


def note(sentence: str) -> Screen:
    """A plain sentence that leaves nothing to do."""
    return message(escape(sentence, quote=False))


def rules(texts: Texts, page: int) -> Screen:
    """A page of the booklet; page 0 is the first as a new message."""
    number = min(max(page, 1), PAGES)
    screen = message(texts.page(number), keyboard=keyboards.booklet(number, texts))
    return turned(screen, page)


def unknown_text(texts: Texts) -> Screen:
    return message(texts.unknown(), keyboard=keyboards.play_either(texts))


def group(texts: Texts, bot_username: str, code: str | None = None) -> Screen:
    """All that is said in a group: a link into the private chat."""
    return message(texts.group(), keyboard=keyboards.open_bot(texts, bot_username, code))


def refused(texts: Texts, sentence: str, *, has_matches: bool = False) -> Screen:
    """A refusal's plain sentence as a message; whoever has matches may go on there."""
    way_on = keyboards.my_matches(texts) if has_matches else keyboards.play(texts)
    return message(escape(sentence, quote=False), keyboard=keyboards.keyboard([way_on]))
