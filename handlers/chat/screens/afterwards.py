"""What is shown of a match once it is over, beside its result: luck and choice, the review, the card, the proof."""

from __future__ import annotations

from typing import Any

from core.match import Status
from core.view import View
from handlers.chat.screens.message import message
from handlers.chat.texts import Texts
from infra.screen import Attachment, Screen


def points(view: View) -> tuple[list[int], list[int]]:
    """This seat's points by round, and its rival's."""
    return [shown.mine.points for shown in view.reveals], [throw.points for throw in view.rival.throws]


def rows(view: View, texts: Texts) -> tuple[str, ...]:
    """Both rows of squares, each under its luck and choices; nothing where no round was revealed."""
    from core.review import judged  # here, not above: it brings the house's numbers, which few screens need

    if not view.reveals:
        return ()
    mine, theirs = judged(view)
    headings = texts.my_luck(mine.shown), texts.their_luck(view.rival.name, theirs.shown)
    my_points, their_points = points(view)
    return (texts.rows((headings[0], my_points), (headings[1], their_points)),)


def result(view: View, texts: Texts) -> str:
    """What there is to share, of the revealed rounds alone."""
    how = () if view.status is Status.FINISHED else (texts.how_it_was_cut_short(view),)
    return texts.result(view.my_name, view.rival.name, *points(view), *how)


def review(view: View) -> Screen:
    """How both totals came about, then each of one's own picks beside the best one, and what it cost."""
    from core.review import judged, turning_point  # here, not above: as in `rows`

    texts = Texts(view.language)
    mine, theirs = judged(view)
    turning = turning_point(mine, theirs)
    title = texts.review_title(view.rival.name, mine.total, theirs.total)
    if turning is None:
        return message(title, texts.nothing_to_review())
    lines = [
        texts.review_turn(number, turn, cost, is_turning_point=number == turning.round)
        for number, (turn, cost) in enumerate(zip(mine.turns, mine.shown.costs, strict=True), start=1)
    ]
    named = texts.turning_point(view.rival.name, turning)
    sums = texts.review_sum(mine.shown), "", texts.review_rival_sum(view.rival.name, theirs.shown)
    return message(title, *sums, "", texts.review_key(), *lines, "", named)


def card(view: View) -> Screen:
    """An ended match as a picture, and the same in words; at least one round must have been revealed."""
    from core.review import judged  # here, not above: as in `rows`
    from handlers.chat.picture import draw  # and this brings the drawing library

    mine, theirs = (one.shown for one in judged(view))
    picture = Attachment(f"7776-{view.code}.png", draw(view, mine, theirs))
    caption = Texts(view.language).card_caption(view, mine, theirs)
    return Screen("sendPhoto", {"photo": picture, "caption": caption, "parse_mode": "HTML"})


def proof(view: View) -> Screen:
    """The file that says all about a match, and how to check it. Raises ValueError for one that was not played."""
    from core.proof_document import dumps, file_name  # here, not above: as in `rows`

    caption = Texts(view.language).proof(view.their_name, view.seal)
    file = Attachment(file_name(view.code), dumps(_proof(view)))
    return Screen("sendDocument", {"document": file, "caption": caption, "parse_mode": "HTML"})


def _proof(view: View) -> dict[str, Any]:
    from core.proof_document import document  # here, not above: as in `rows`

    if view.secret is None or view.their_name is None or view.lucky_words is None:
        raise ValueError("a match has a proof once it was played")
    their_name = Texts(view.language).name_alone(view.their_name)
    mine = (view.my_name, [shown.mine.combination for shown in view.reveals], None)
    theirs = (their_name, [shown.theirs.combination for shown in view.reveals], view.house)
    host, guest = (mine, theirs) if view.seat == 0 else (theirs, mine)
    return document(
        view.code,
        bytes.fromhex(view.secret),
        (host[0], guest[0]),
        view.lucky_words,
        (host[1], guest[1]),
        view.status.value,
        None if view.ended_by_me is None else view.seat if view.ended_by_me else 1 - view.seat,
        levels=(host[2], guest[2]),
        replays=view.replays,
    )
