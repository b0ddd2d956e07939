"""Typed messages. What changes nothing is answered at once in the webhook's reply; the rest is told by deliver."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from core import codes
from core.dice import lucky_word
from core.levels import Level
from core.match import DEFAULT_PACE, HOST, Refusal, Status
from core.view import View
from handlers.chat import callback_data, duels, flows, limits, payloads, reach, screens, solo
from handlers.chat.asking import Asker
from handlers.chat.limits import LimitedError
from handlers.chat.ratings import ratings
from handlers.chat.updates import Message, User
from handlers.chat.world import FlowRefusedError, NoSuchTableError, World, note_served
from infra.logs import note
from infra.screen import Screen

_COMMAND: Final = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,32}))?(?:\s+(.*))?", re.DOTALL)
_NO_WORD: Final = "-"
_SEATED_ALREADY: Final = (Refusal.OWN_TABLE, Refusal.ALREADY_SEATED)


def answer(world: World, update_id: int, user: User, message: Message) -> Screen | None:
    """Serve a typed message. Raises BusyError."""
    text = (message.text or "").strip()
    command = _COMMAND.fullmatch(text)
    if command and command[2] and command[2].lower() != world.bot_username.lower():
        return None
    if not message.chat.is_private:
        is_ours = command and (command[2] or command[1].lower() in _COMMANDS)
        return _in_chat(message.chat.id, _answer_group(world, user, message, command)) if command and is_ours else None
    asker = Asker(world, update_id, user, reach.come_back(world, user.id))
    return _in_chat(user.id, _answer_private(asker, text, command))


def _in_chat(chat_id: int, screen: Screen | None) -> Screen | None:
    return screen and Screen(screen.method, {"chat_id": chat_id, **screen.parameters})


def _answer_group(world: World, user: User, message: Message, command: re.Match[str]) -> Screen | None:
    """Nothing private is said in a group: a challenge to all in it, or a link, is all. Who asks too much is told
    nothing there, where everybody would have to read it.
    """
    try:
        limits.count_command(world, user)
    except LimitedError as limited:
        note(refused=str(limited))
        return None
    if command[1].lower() == "new":
        return _post_challenge(Asker(world, 0, user), message)
    code = codes.parse(command[3] or "") if command[1].lower() in ("join", "start") else None
    return screens.group(Asker(world, 0, user).texts, world.bot_username, code)


def _post_challenge(asker: Asker, message: Message) -> Screen:
    """A challenge as an answer to the command, so that it stands in the same topic of a forum."""
    name = duels.post(asker.world, asker.user, asker.language)
    offer = duels.offer(asker.world, asker.user.id, DEFAULT_PACE, message.chat.id)
    screen = screens.challenge(asker.texts, name, offer.pace, offer.until, callback_data.accept(offer))
    reply = {"message_id": message.message_id, "allow_sending_without_reply": True}
    return Screen(screen.method, {**screen.parameters, "reply_parameters": reply})


def _answer_private(asker: Asker, text: str, command: re.Match[str] | None) -> Screen | None:
    name, argument = (command[1].lower(), (command[3] or "").strip()) if command else _meant(asker, text)
    serve = _COMMANDS.get(name)
    if serve is None:
        note(ask="words")
        return screens.unknown_text(asker.texts)
    note(ask=f"/{name}")
    try:
        if name not in _UNCOUNTED or (name == "start" and argument):
            limits.count_command(asker.world, asker.user)
        return serve(asker, argument)
    except LimitedError as limited:
        note(refused=str(limited))
        return screens.refused(asker.texts, asker.limited(limited), has_matches=True)
    except FlowRefusedError as refused:
        note(refused=refused.refusal.value, code=refused.match.code, version=refused.match.version)
        return screens.refused(asker.texts, asker.refusal(refused))
    except NoSuchTableError:
        return screens.refused(asker.texts, asker.texts.toast_outdated())


def _meant(asker: Asker, text: str) -> tuple[str, str]:
    """The command and argument that a text without one stands for: a link to the bot, or a table's code alone."""
    payload = payloads.linked(text, asker.world.bot_username)
    if payload:
        return "start", payload
    return ("join" if codes.parse(text) else "", text)


def _start(asker: Asker, payload: str) -> Screen | None:
    code, challenge = codes.parse(payload), payloads.parse_challenge(payload)
    if challenge:
        return _challenge(asker, *challenge)
    if payload == payloads.NEW:
        return _start_at_table(asker)
    return _join(asker, code) if code else screens.start(asker.texts)


def _start_at_table(asker: Asker) -> Screen | None:
    """Open a table for whoever followed a shared result; who has never been here is told what this is."""
    is_new = asker.profile is None
    _new(asker, "")
    return screens.start(asker.texts) if is_new else None


def _challenge(asker: Asker, code: str, token: str) -> Screen | None:
    """Deal somebody's hands again; who has played them already gets that match back."""
    try:
        match, is_new = solo.play_challenge(asker.world, asker.user, code, token)
    except NoSuchTableError:
        return screens.refused(asker.texts, asker.texts.challenge_gone())
    if not is_new:
        asker.ask_for_screen("table", code=match.code)
    return None


def _solo(asker: Asker, argument: str) -> Screen | None:
    """Play the house at the level that is named, or ask for one."""
    if argument.lower() not in list(Level):
        return screens.levels(asker.texts)
    solo.play_house(asker.world, asker.update_id, asker.user, Level(argument.lower()))
    return None


def _lucky(asker: Asker, argument: str) -> Screen:
    """Tell the lucky word, set it, or take it away."""
    if not argument:
        return screens.lucky(asker.texts, asker.profile.word if asker.profile else "")
    try:
        word = "" if argument == _NO_WORD else lucky_word(argument)
    except ValueError:
        return screens.note(asker.texts.wrong_lucky_word())
    asker.world.table.set_in_profile(asker.user.id, word=word)
    return screens.lucky(asker.texts, word) if word else screens.note(asker.texts.no_lucky_word())


def _new(asker: Asker, _: str) -> None:
    flows.open_table(asker.world, asker.update_id, asker.user, DEFAULT_PACE)


def _join_command(asker: Asker, argument: str) -> Screen | None:
    code = codes.parse(argument)
    return _join(asker, code) if code else screens.refused(asker.texts, asker.texts.which_code())


def _join(asker: Asker, code: str) -> Screen | None:
    """Sit down. Whoever has a seat at this table already gets the table again, unless it comes by itself or this update
    is the one that sat them down.
    """
    try:
        flows.join(asker.world, asker.user, code)
        note_served(asker.world, asker.user, asker.update_id, code)
    except NoSuchTableError:
        return screens.refused(asker.texts, asker.texts.not_found(code))
    except FlowRefusedError as refused:
        if refused.refusal not in _SEATED_ALREADY:
            raise
        if code not in asker.returned_to and asker.world.table.served(asker.user.id, asker.update_id) is None:
            asker.ask_for_screen("table", code=code)
    return None


def _matches(asker: Asker, _: str) -> Screen:
    return screens.matches(asker.texts, _live(asker), 0, asker.world.now())


def _stats(asker: Asker, _: str) -> Screen:
    return screens.statistics(asker.texts, asker.profile, asker.world.table.opponents(asker.user.id))


def _history(asker: Asker, _: str) -> Screen:
    return screens.history(asker.texts, asker.world.table.past(asker.user.id), 0)


def _top(asker: Asker, _: str) -> Screen:
    return ratings(asker.world.table, asker.user.id, asker.texts, 0)


def _score(asker: Asker, _: str) -> Screen:
    views = _playing(_live(asker))
    if not views:
        return screens.no_matches(asker.texts)
    return screens.score(views[0]) if len(views) == 1 else screens.choose(asker.texts, views, "score")


def _resign(asker: Asker, _: str) -> Screen:
    live = _live(asker)
    views = _playing(live)
    if not views:
        sentence = asker.texts.nothing_to_resign(has_tables=bool(_own_tables(live)))
        return screens.refused(asker.texts, sentence, has_matches=bool(live))
    return screens.resign_question(views[0]) if len(views) == 1 else screens.choose(asker.texts, views, "resign")


def _cancel(asker: Asker, _: str) -> Screen | None:
    """Close the player's own table; a rematch that somebody else offers has its own button to say no."""
    served = asker.world.table.served(asker.user.id, asker.update_id)
    if served is not None:
        with suppress(FlowRefusedError):  # cancelled it is, or it was joined before a crash let this come again
            flows.cancel(asker.world, asker.user, served, only_open=True)
        return None
    live = _live(asker)
    views = _own_tables(live)
    if not views:
        sentence = asker.texts.nothing_to_cancel(has_matches=bool(_playing(live)))
        return screens.refused(asker.texts, sentence, has_matches=bool(live))
    if len(views) > 1:
        return screens.choose(asker.texts, views, "cancel")
    note_served(asker.world, asker.user, asker.update_id, views[0].code)
    flows.cancel(asker.world, asker.user, views[0].code, only_open=True)
    return None


def _live(asker: Asker) -> list[View]:
    return flows.live_views(asker.world.table, asker.user.id, asker.world.now())


def _own_tables(live: list[View]) -> list[View]:
    return [view for view in live if view.status is Status.OPEN and view.seat == HOST]


def _playing(live: list[View]) -> list[View]:
    return [view for view in live if view.status is Status.ACTIVE]


_UNCOUNTED: Final = ("start", "help", "rules", "privacy")
"""Commands that ask no more of the table than the language, unless /start brings somebody to one."""

_COMMANDS: Final[dict[str, Callable[[Asker, str], Screen | None]]] = {
    "start": _start,
    "new": _new,
    "solo": _solo,
    "join": _join_command,
    "matches": _matches,
    "score": _score,
    "stats": _stats,
    "history": _history,
    "top": _top,
    "rules": lambda asker, _: screens.rules(asker.texts, 0),
    "resign": _resign,
    "cancel": _cancel,
    "lucky": _lucky,
    "privacy": lambda asker, _: screens.privacy(asker.texts, asker.world.log_days),
    "forget": lambda asker, _: screens.forget_question(asker.texts, _live(asker)),
    "settings": lambda asker, _: screens.settings(asker.texts, asker.profile),
    "help": lambda asker, _: screens.help(asker.texts),
}
