"""What is kept of all a player's matches in numbers, and what an ended match makes of it.

Sums grow by themselves, but a rating, a best total or the latest matches follow from what was there. So where a match
ends, and nowhere else, what is kept of its players is read: a pick stays one read and one write. To take their ratings
along from the beginning would cost nothing, and be wrong: matches go on for weeks and side by side, and each would
count from a rating that the others have long changed. What was read is a condition of the transaction that ends the
match, so a player's two matches that end at once are counted one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from core.combinations import ORDER
from core.match import Match, Status, Tally
from core.view import Outcome, outcome, thrown, totals, view
from infra import keys
from infra.attributes import Attributes, unmarshal
from infra.reading import Frozen, read

if TYPE_CHECKING:
    from core.rating import Rating

LATEST: Final = 10
_COUNTED: Final = (Status.FINISHED, Status.RESIGNED, Status.FORFEITED)
_SCORES: Final = {Outcome.WON: 1.0, Outcome.DRAWN: 0.5, Outcome.LOST: 0.0}
_THOUSAND: Final = 1_000
_MILLION: Final = 1_000_000


class Record(Frozen):
    """A player's matches in numbers; `points` sums the totals of those that counted. Those against the house are apart.

    Over both kinds: `thrown_*` counts the player's own dice by value, and of the matches played to the end, which are
    `finished`, there are the sums of luck, of what choices cost and, in the rules' order, of what each combination
    brought; `lucks` and `costs` are those of the `LATEST`, oldest first.

    `rating` and `deviation` are in thousandths, `volatility` in millionths; `rated_at` is when they last changed.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    best: int | None = None
    solo_played: int = 0
    solo_won: int = 0
    solo_drawn: int = 0
    solo_lost: int = 0
    solo_points: int = 0
    solo_best: int | None = None
    thrown_1: int = 0
    thrown_2: int = 0
    thrown_3: int = 0
    thrown_4: int = 0
    thrown_5: int = 0
    thrown_6: int = 0
    finished: int = 0
    luck: int = 0
    cost: int = 0
    lucks: tuple[int, ...] = ()
    costs: tuple[int, ...] = ()
    brought: tuple[int, ...] = (0,) * len(ORDER)
    rating: int = 1_500_000
    deviation: int = 350_000
    volatility: int = 60_000
    rated_at: int | None = None

    @property
    def thrown(self) -> tuple[int, ...]:
        """`thrown_*`, from the ones to the sixes."""
        return self.thrown_1, self.thrown_2, self.thrown_3, self.thrown_4, self.thrown_5, self.thrown_6

    def rated(self) -> Rating:
        """As it was when it last changed."""
        from core.rating import Rating  # here, not above: few updates need it

        return Rating(self.rating / _THOUSAND, self.deviation / _THOUSAND, self.volatility / _MILLION)


class Opponent(Frozen):
    """What a user has played with one other. `code` is their first match's: it stands for the other on a button."""

    user_id: int
    code: str
    name: str = ""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    their_points: int = 0
    last_at: int = 0


class Held(NamedTuple):
    """What is kept of both seats' players, and of what they have played with each other, from the host's side."""

    records: tuple[Record, Record]
    met: Opponent | None


class Count(NamedTuple):
    """What a match does to a seat's record: what it adds and sets, and what must be as it was read."""

    adds: dict[str, int]
    sets: dict[str, Any]
    seen: dict[str, int]


def counts(match: Match) -> bool:
    """Whether a match is one for the statistics. A challenge, whose throws others may know, never is."""
    return match.status in _COUNTED and match.challenge is None


def keys_of(match: Match) -> list[Attributes]:
    """What to read of a match's players."""
    people = [seat.user_id for seat in match.seats if seat.is_person]
    profiles = [keys.profile_key(user_id) for user_id in people]
    return [*profiles, keys.opponent_key(people[0], people[1])] if len(people) == 2 else profiles


def held(match: Match, items: Sequence[Attributes]) -> Held:
    """The same, once read. Raises FormatError."""
    found = {item["pk"]["S"]: read_record(item) for item in items if item["sk"]["S"] == keys.PROFILE}
    host, guest = (found.get(keys.user_pk(seat.user_id), Record()) for seat in match.seats)
    met = [read_opponent(item) for item in items if item["sk"]["S"] != keys.PROFILE]
    return Held((host, guest), met[0] if met else None)


def read_record(item: Attributes) -> Record:
    """Raises FormatError."""
    return read(Record, unmarshal(item))


def read_opponent(item: Attributes) -> Opponent:
    """Raises FormatError."""
    return read(Opponent, {**unmarshal(item), "user_id": keys.opponent_id(item["sk"]["S"])})


def tallied(match: Match, held: Held) -> Match:
    """A match that counts, with what it makes of its two players; against the house it makes nothing."""
    if match.house_seat is not None:
        return match
    before, after = [record.rated().rating for record in held.records], [one.rating for one in _ratings(match, held)]
    met, result = held.met or Opponent(user_id=0, code=""), outcome(match, 0)
    tally = Tally(
        ratings=(round(after[0]), round(after[1])),
        changes=(round(after[0]) - round(before[0]), round(after[1]) - round(before[1])),
        won=(met.won + (result is Outcome.WON), met.lost + (result is Outcome.LOST)),
        drawn=met.drawn + (result is Outcome.DRAWN),
    )
    return match.model_copy(update={"tally": tally})


def count(match: Match, seat: int, held: Held) -> Count:
    """What a match that counts does to a seat's record."""
    record, is_solo = held.records[seat], match.house_seat is not None
    sets = {} if is_solo else _rating(match, seat, held)
    if match.status is Status.FINISHED:
        sets |= _finished(match, seat, record) | _best(
            record, totals(match, seat)[0], "solo_best" if is_solo else "best"
        )
    return Count(_added(match, seat), sets, {"played": record.played, "solo_played": record.solo_played})


def met(match: Match, seat: int) -> dict[str, int]:
    """What a match that counts adds to what a seat's player has played with the other."""
    mine, theirs = totals(match, seat)
    return {"played": 1, outcome(match, seat).value: 1, "points": mine, "their_points": theirs}


def _added(match: Match, seat: int) -> dict[str, int]:
    played = {"played": 1, outcome(match, seat).value: 1, "points": totals(match, seat)[0]}
    sums = {f"solo_{name}": number for name, number in played.items()} if match.house_seat is not None else played
    return sums | {f"thrown_{value}": number for value, number in thrown(match, seat).items()}


def _best(record: Record, total: int, name: str) -> dict[str, int]:
    best = getattr(record, name)
    return {name: total} if best is None or total > best else {}


def _finished(match: Match, seat: int, record: Record) -> dict[str, Any]:
    from core.review import judged  # here, not above: it brings the house's numbers, which few updates need

    seen = view(match, seat)
    judgement = judged(seen)[0].shown
    scored = {shown.mine.combination: shown.mine.points for shown in seen.reveals}
    return {
        "finished": record.finished + 1,
        "luck": record.luck + judgement.luck,
        "cost": record.cost + judgement.cost,
        "lucks": [*record.lucks, judgement.luck][-LATEST:],
        "costs": [*record.costs, judgement.cost][-LATEST:],
        "brought": [before + scored[one] for before, one in zip(record.brought, ORDER, strict=True)],
    }


def _rating(match: Match, seat: int, held: Held) -> dict[str, int]:
    after = _ratings(match, held)[seat]
    return {
        "rating": round(after.rating * _THOUSAND),
        "deviation": round(after.deviation * _THOUSAND),
        "volatility": round(after.volatility * _MILLION),
        "rated_at": match.ended_at or 0,
    }


def _ratings(match: Match, held: Held) -> list[Rating]:
    from core.rating import PERIOD, aged, rated  # here, not above: few updates need it

    ratings = [record.rated() for record in held.records]
    ended_at = match.ended_at or 0
    periods = [max(ended_at - (record.rated_at or ended_at), 0) / PERIOD for record in held.records]
    met = [aged(rating, waited) for rating, waited in zip(ratings, periods, strict=True)]
    return [rated(ratings[seat], [(met[1 - seat], _SCORES[outcome(match, seat)])], periods[seat]) for seat in range(2)]
