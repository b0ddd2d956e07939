"""Inline keyboards as plain data: rows of buttons that stay where a thumb has learnt them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import quote

from core import codes
from core.combinations import Combination
from core.levels import Level
from core.match import DEFAULT_PACE
from core.view import View
from handlers.chat import callback_data, payloads
from handlers.chat.read_tap import PACES
from handlers.chat.texts import PAGES, Texts

Button = dict[str, Any]
Row = list[Button]
Keyboard = dict[str, list[Row]]

C = Combination
_FAMILIES: Final = (
    (C.ONES, C.TWOS, C.THREES, C.FOURS, C.FIVES, C.SIXES),
    (C.TWO_OF_A_KIND, C.THREE_OF_A_KIND, C.FOUR_OF_A_KIND, C.POKER),
    (C.TWO_PLUS_TWO, C.THREE_PLUS_TWO),
    (C.MINOR_STRAIGHT, C.MAJOR_STRAIGHT),
    (C.MINOR_SUM, C.MAJOR_SUM),
)
_MOST_COPIED: Final = 256
_SHORT: Final = 10  # characters that fit where three buttons share a row
_SHORTEST: Final = 8  # where four do; the wide ● counts as two


def keyboard(*rows: Row) -> Keyboard:
    """Rows without a button are left out."""
    return {"inline_keyboard": [row for row in rows if row]}


def button(label: str, data: str) -> Button:
    return {"text": label, "callback_data": data}


def grave(label: str, data: str) -> Button:
    """One that cannot be undone. Telegram shows it in red, which only adds to its words."""
    return {**button(label, data), "style": "danger"}


def picks(view: View, texts: Texts) -> list[Row]:
    """The open combinations; ✓ for those that cannot fail with this hand, ● for the pick that stands."""
    families = ([_pick(view, texts, one) for one in family if one in view.open_combinations] for family in _FAMILIES)
    return [row for family in families for row in _uncut(family)]


def _uncut(row: Row) -> list[Row]:
    """A row of four, or two rows of two where a label would be cut."""
    if len(row) != 4 or all(len(one["text"].replace("●", "●●")) <= _SHORTEST for one in row):
        return [row]
    return [row[:2], row[2:]]


def hand(view: View, texts: Texts) -> Keyboard:
    coach = button(texts.button_coach(), callback_data.coach(view.code))
    return keyboard(*picks(view, texts), [coach] if view.has_coach else [])


def coached(view: View, texts: Texts) -> Keyboard:
    """The hand's keyboard once the coach has spoken."""
    return keyboard(*picks(view, texts))


def start(texts: Texts) -> Keyboard:
    house = button(texts.button_house(), callback_data.solo())
    return keyboard([play(texts)], [house, rules(texts)])


def help(texts: Texts) -> Keyboard:  # noqa: A001 (the command's own name)
    return keyboard(*start(texts)["inline_keyboard"], [my_matches(texts)])


def play_either(texts: Texts) -> Keyboard:
    return keyboard([play(texts), button(texts.button_house(), callback_data.solo())])


def levels(texts: Texts) -> Keyboard:
    return keyboard([button(texts.house_name(level), callback_data.solo(level)) for level in Level])


def change(view: View, texts: Texts, standing: Combination) -> Keyboard:
    keep = button(texts.button_keep(standing), callback_data.pick(view.code, view.round, standing, view.nth))
    return keyboard(*picks(view, texts), [keep])


def invitation(view: View, texts: Texts, bot_username: str, has_inline_mode: bool) -> Keyboard:
    link = payloads.link(bot_username, view.code)
    share = _share(texts.button_send(), link, texts.share(codes.shown(view.code)))
    return keyboard(
        [_choose_chat(texts.button_send(), view.code) if has_inline_mode else share],
        [{"text": texts.button_copy(), "copy_text": {"text": link}}, _pace(view, texts)],
        [button(texts.button_cancel(), callback_data.cancel(view.code))],
    )


def rematch_asked(view: View, texts: Texts) -> Keyboard:
    return keyboard([button(texts.button_cancel(), callback_data.cancel(view.code))])


def rematch_wanted(view: View, texts: Texts, follows: str) -> Keyboard:
    return keyboard(
        [
            button(texts.button_agree(), callback_data.rematch(follows)),
            button(texts.button_decline(), callback_data.cancel(view.code)),
        ]
    )


def booklet(page: int, texts: Texts) -> Keyboard:
    """Pages turn round: the last comes before the first. Whoever came from a table finds back to it."""
    turns = [button(label, callback_data.rules(to)) for label, to in _turns(page, PAGES)]
    return keyboard(turns, [my_matches(texts)], *play_either(texts)["inline_keyboard"])


def tables(entries: Sequence[tuple[str, str]]) -> list[Row]:
    """A button per entry (label, data): three in a row where all are short, two otherwise."""
    width = 3 if all(len(label) <= _SHORT for label, _ in entries) else 2
    buttons = [button(label, data) for label, data in entries]
    return [buttons[start : start + width] for start in range(0, len(buttons), width)]


def turns(page: int, pages: int, data: Callable[[int], str] = callback_data.matches) -> Row:
    """Other pages of a list, of matches if it is not said; nothing where one page holds all."""
    if pages == 1:
        return []
    return [button(label, data(to)) for label, to in _turns(page, pages)]


def _turns(page: int, pages: int) -> list[tuple[str, int]]:
    """‹ 1, 2/3, 3 › and the pages that they lead to."""
    before, after = (page - 2) % pages + 1, page % pages + 1
    return [(f"‹ {before}", before), (f"{page}/{pages}", page), (f"{after} ›", after)]


def resign(view: View, texts: Texts) -> Keyboard:
    return keyboard(
        [
            grave(texts.button_resign(), callback_data.resign_now(view.code)),
            button(texts.button_keep_playing(), callback_data.table(view.code)),
        ]
    )


def ended(view: View, texts: Texts, bot_username: str, result: str) -> Keyboard:
    """Under a match that was played; `result` is what there is to share of its revealed rounds, if there are any."""
    review = button(texts.button_review(), callback_data.review(view.code))
    proof = button(texts.button_proof(), callback_data.proof(view.code))
    card = button(texts.button_card(), callback_data.card(view.code))
    rows = [
        [play(texts) if view.they_have_left else rematch(view, texts)],
        [review, proof, card] if view.reveals else [proof],
    ]
    if view.reveals:
        opens_table = payloads.link(bot_username, payloads.NEW)
        rows.append([_share(texts.button_share(), opens_table, result), *_copy(texts, f"{result}\n\n{opens_table}")])
    if view.challenge_token is not None:
        deals_again = payloads.link(bot_username, payloads.challenge(view.code, view.challenge_token))
        rows.append([_share(texts.button_dare(), deals_again, texts.dare(view.my_total))])
    return keyboard(*rows)


def rematch(view: View, texts: Texts) -> Button:
    label = texts.button_again() if view.first else texts.button_rematch()
    return button(label, callback_data.rematch(view.code))


def back_to_table(view: View, texts: Texts) -> Keyboard:
    return keyboard([button(texts.button_table(), callback_data.table(view.code))])


def open_bot(texts: Texts, bot_username: str, code: str | None) -> Keyboard:
    label = texts.button_join() if code else texts.button_open()
    return keyboard([{"text": label, "url": payloads.link(bot_username, code)}])


def play(texts: Texts) -> Button:
    return button(texts.button_play(), callback_data.new())


def rules(texts: Texts) -> Button:
    return button(texts.button_rules(), callback_data.rules(0))


def my_matches(texts: Texts) -> Button:
    return button(texts.button_matches(), callback_data.matches(0))


def _choose_chat(label: str, query: str) -> Button:
    """Opens Telegram's own list of chats, and asks the bot by inline mode what to post in the one that is chosen."""
    chats = {f"allow_{kind}_chats": True for kind in ("user", "group", "channel")}
    return {"text": label, "switch_inline_query_chosen_chat": {"query": query, **chats}}


def _share(label: str, link: str, text: str) -> Button:
    """Opens Telegram's own list of chats to send a link to, with some words."""
    return {"text": label, "url": f"https://t.me/share/url?url={quote(link, safe='')}&text={quote(text, safe='')}"}


def _copy(texts: Texts, text: str) -> Row:
    """Copies a text to be pasted anywhere, if it is short enough for Telegram."""
    fits = len(text.encode("utf-16-le")) // 2 <= _MOST_COPIED
    return [{"text": texts.button_copy_result(), "copy_text": {"text": text}}] if fits else []


def _pace(view: View, texts: Texts) -> Button:
    """The pace as it is; a tap sets the next one."""
    paces = list(PACES.values())
    following = paces[(paces.index(view.pace) + 1) % len(paces)] if view.pace in paces else DEFAULT_PACE
    return button(texts.button_pace(view.pace), callback_data.pace(view.code, following))


def _pick(view: View, texts: Texts, combination: Combination) -> Button:
    label = texts.label(combination)
    if combination is view.my_pick:
        label = f"●{label}"  # a space, or a ✓ beside it, would have the longest names cut
    elif combination in view.certain:
        label = f"{label} ✓"
    return button(label, callback_data.pick(view.code, view.round, combination, view.nth))
