"""Which items a saved match writes, each with its condition: one for a move, several in one transaction when a match is
created, joined or ended, so that lists and statistics agree with matches.
"""

from __future__ import annotations

from typing import Any, Final

from core.match import DAY, KEPT_AFTER_END, ROUNDS, Match, Status
from core.preferences import Confirm
from core.view import view
from core.wishes import first_slip
from infra import items, keys, records
from infra.attributes import Attributes, Write, expression, marshal, unmarshal
from infra.records import Held

INVITATIONS_APART: Final = 5
"""Seconds within which a user's second /new is the same invitation."""

CHALLENGE_LASTS: Final = (ROUNDS + 1) * DAY
"""Longer than hands can be played again: each round may take a day."""


def writes(
    before: Match | None, after: Match, instead_of: str | None, held: Held | None = None, made_from: Match | None = None
) -> list[Write]:
    """What to write when `before` has become `after`; the match itself comes first. `held` is what was kept of the
    players of a match that now counts, and `made_from` the match that a new one was made from.
    """
    if before is None:
        return [*_creation(after, instead_of), *_premises(after, made_from)]
    match = _match(after, _as_read(before))
    if after.is_over and not before.is_over:
        return [match, *_ending(after, held)]
    if after.is_over:
        return [match, *_renaming(before, after)]
    if after.status is Status.ACTIVE and before.status is Status.OPEN:
        return [match, _membership(after, 1), _name(after, 1)]
    return [match]


def _creation(match: Match, instead_of: str | None) -> list[Write]:
    """Who asks for a match comes first in it, unless the house does."""
    first, *_ = people = _people(match)
    codes_follow = match.follows is not None or match.challenge is not None
    if match.duel is not None:
        profiles = [_name(match, seat) for seat in people]
    else:
        profiles = [_name(match, first) if codes_follow else _invitation(match, instead_of)]
    return [_match(match, _absent()), *(_membership(match, seat) for seat in people), *_named(match), *profiles]


def _premises(match: Match, made_from: Match | None) -> list[Write]:
    """Whoever did not ask for a new match is named by what was read: nobody comes back by it who is forgotten since."""
    premises = []
    if made_from is not None:
        premises.append(_check(keys.match_key(made_from.code), _as_read(made_from)))
    if match.duel is not None:
        is_there = expression({}, ConditionExpression="attribute_exists(#pk)")
        premises.append(_check(keys.name_key(match.seats[0].user_id), is_there))
    return premises


def _check(key: Attributes, condition: dict[str, Any]) -> Write:
    return {"ConditionCheck": {"Key": key, **condition}}


def _ending(match: Match, held: Held | None) -> list[Write]:
    seats = _people(match)
    lists = [write for seat in seats for write in (_leave(match, seat), _membership(match, seat))]
    if held is None:
        return lists
    met = [_met(match, seat) for seat in seats] if len(seats) == 2 else []
    return [*lists, *(_statistics(match, seat, held) for seat in seats), *met]


def _people(match: Match) -> list[int]:
    """The seats that a person holds: the house has no list and no profile, nor has who was forgotten."""
    return [index for index, seat in enumerate(match.seats) if seat.is_person]


def _named(match: Match) -> list[Write]:
    """For each user whose hands or throws are played again, that this match names them."""
    if match.challenge is None:
        return []
    users = dict.fromkeys([match.challenge.user_id, *(seat.replays for seat in match.seats)])
    expires = marshal({"expires_at": match.created_at + CHALLENGE_LASTS + KEPT_AFTER_END})
    return [{"Put": {"Item": keys.named_key(user_id, match.code) | expires}} for user_id in users if user_id]


def _renaming(before: Match, after: Match) -> list[Write]:
    """The lists of those whose opponent has been forgotten since the match ended."""
    if not after.has_begun:
        return []
    met = [(seat, before.seats[1 - seat], after.seats[1 - seat]) for seat in _people(after)]
    return [_rename(after, seat) for seat, then, now in met if (then.user_id, then.name) != (now.user_id, now.name)]


def _rename(match: Match, seat: int) -> Write:
    """Only what names the opponent, lest a line be made anew; a line that is gone comes back as one of the past."""
    line = unmarshal(items.membership_item(match, seat))
    names = ("opponent_id", "opponent_name", "ended_at", "expires_at")
    values = {name: line[name] for name in names}
    sets = "SET " + ", ".join(f"#{name} = :{name}" for name in names)
    key = marshal({name: line[name] for name in ("pk", "sk")})
    return {"Update": {"Key": key, **expression(values, UpdateExpression=sets)}}


def _match(match: Match, condition: dict[str, Any]) -> Write:
    return {"Put": {"Item": items.match_item(match), **condition}}


def _as_read(match: Match) -> dict[str, Any]:
    return expression({"read": match.version}, ConditionExpression="#version = :read")


def _absent() -> dict[str, Any]:
    return expression({}, ConditionExpression="attribute_not_exists(#pk)")


def _membership(match: Match, seat: int) -> Write:
    return {"Put": {"Item": items.membership_item(match, seat)}}


def _leave(match: Match, seat: int) -> Write:
    """Out of the list of matches that go on, which so stays short however much its user has played."""
    return {"Delete": {"Key": keys.membership_key(match.seats[seat].user_id, match.code)}}


def _name(match: Match, seat: int) -> Write:
    player = match.seats[seat]
    values = {"name": player.name, "language": player.language}
    return _profile(player.user_id, values, UpdateExpression="SET #name = :name, #language = :language")


def _invitation(match: Match, instead_of: str | None) -> Write:
    """The host's name and latest invitation, unless one was made just now that is not the one to replace."""
    host = match.seats[0]
    values = {
        "name": host.name,
        "language": host.language,
        "code": match.code,
        "now": match.created_at,
        "latest": match.created_at - INVITATIONS_APART,
        "instead_of": instead_of,
    }
    names = "SET #name = :name, #language = :language, #invited_code = :code, #invited_at = :now"
    condition = "attribute_not_exists(#invited_at) OR #invited_at <= :latest"
    replaced = " OR #invited_code = :instead_of" if instead_of else ""
    return _profile(host.user_id, values, UpdateExpression=names, ConditionExpression=condition + replaced)


def _statistics(match: Match, seat: int, held: Held) -> Write:
    """Also that the player was offered to be asked before some picks, and left it: one offer is enough."""
    count = records.count(match, seat, held)
    sets = [f"#{name} = :{name}" for name in count.sets]
    if match.seats[seat].confirm is None and first_slip(view(match, seat).reveals) is not None:
        sets.append("#confirm = if_not_exists(#confirm, :confirm)")
    adds = "ADD " + ", ".join(f"#{name} :{name}" for name in count.adds)
    seen = {f"seen_{name}": number for name, number in count.seen.items()}
    unchanged = [f"#{name} = :seen_{name}" if number else _none(name) for name, number in count.seen.items()]
    return _profile(
        match.seats[seat].user_id,
        {**count.adds, **count.sets, **seen, "confirm": Confirm.NEVER},
        UpdateExpression=f"{adds} SET {', '.join(sets)}" if sets else adds,
        ConditionExpression=" AND ".join(unchanged),
    )


def _none(name: str) -> str:
    return f"attribute_not_exists(#{name})"


def _met(match: Match, seat: int) -> Write:
    """What two have played with each other: their records are a condition, and change with it."""
    mine, other = match.seats[seat], match.seats[1 - seat]
    adds = records.met(match, seat)
    sums = "ADD " + ", ".join(f"#{name} :{name}" for name in adds)
    sets = "SET #name = :name, #last_at = :last_at, #code = if_not_exists(#code, :code)"
    values = {**adds, "name": other.name, "last_at": match.ended_at, "code": match.code}
    key = keys.opponent_key(mine.user_id, other.user_id)
    return {"Update": {"Key": key, **expression(values, UpdateExpression=f"{sums} {sets}")}}


def _profile(user_id: int, values: dict[str, Any], **clauses: str) -> Write:
    return {"Update": {"Key": keys.profile_key(user_id), **expression(values, **clauses)}}
