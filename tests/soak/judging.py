"""The checker's judgement of what a whole match, and all of a player's matches, came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from tests.e2e import oracle
from tests.e2e.reading import Reveal
from tests.soak.matches import ROUNDS, Match, Seat
from tests.soak.reading import OPPOSITE, UNPLAYED
from tests.soak.results import Score, statistics_differ
from tests.soak.verdict import LOST_PICKS, REVEALED_TWICE, UNENDED, UNREVEALED, WRONG, WRONG_STATISTICS, Verdict

PLAYED_OUT: Final = ("won", "lost", "drawn")


def judge_match(verdict: Verdict, match: Match) -> None:
    """Whether a match's end is right, and all that its chats were told.

    A player who had blocked the bot is no exception: it promises them what they missed, at their next sign, even of a
    match that is over, and in a soak everybody gives one.
    """
    verdict.seen["matches"] += 1
    ends = [seat.end for seat in match.seats]
    for end in ends:
        verdict.seen[f"ended: {end}"] += 1
    for seat in match.seats:
        if seat.end is None:
            verdict.breach(UNENDED, f"{match.code} {seat.chat}")
    verdict.seen["matches played"] += any(end not in (None, *UNPLAYED) for end in ends)
    if None in ends or ends[0] in UNPLAYED:
        return
    if len(ends) == 2 and OPPOSITE[str(ends[0])] != ends[1]:
        verdict.breach(WRONG, f"{match.code}: ended as {ends}")
    if match.secret is None or oracle.seal(match.secret) not in match.seals:
        verdict.breach(WRONG, f"{match.code}: no secret that fits the seal")
        return
    for index in range(len(match.seats)):
        _judge_seat(verdict, match, index)


def _judge_seat(verdict: Verdict, match: Match, index: int) -> None:
    seat, where = match.seats[index], f"{match.code} {match.seats[index].chat}"
    played = seat.end_round or 0
    revealed = ROUNDS if seat.end in PLAYED_OUT else played - 1
    verdict.seen["rounds"] += revealed
    for number in range(1, revealed + 1):
        if number not in seat.reveals:
            verdict.breach(UNREVEALED, f"{where}: round {number}")
        else:
            _judge_pick(verdict, match, index, number, seat.reveals[number])
    known = [seat.reveals[number] for number in range(1, revealed + 1) if number in seat.reveals]
    combinations = [reveal.mine.combination for reveal in known]
    if len(set(combinations)) != len(combinations):
        verdict.breach(WRONG, f"{where}: a combination counted twice")
    _judge_totals(verdict, seat, where, revealed)
    if revealed < ROUNDS and seat.taps.accepted_in(revealed + 1) and seat.end in ("timed out", "abandoned"):
        verdict.breach(LOST_PICKS, f"{where}: round {revealed + 1}, {seat.end}")


def _judge_totals(verdict: Verdict, seat: Seat, where: str, revealed: int) -> None:
    """Each is the one before and the round's points; where a round was not told, the next one's is taken as it is."""
    totals: tuple[int, int] | None = (0, 0)
    for number in range(1, revealed + 1):
        reveal = seat.reveals.get(number)
        if reveal is not None and totals is not None:
            totals = totals[0] + reveal.mine.points, totals[1] + reveal.theirs.points
            if reveal.totals != totals:
                verdict.breach(WRONG, f"{where}: totals after round {number}")
        totals = reveal.totals if reveal is not None else None
    if _is_wrong_end(seat, totals if totals is not None else seat.end_totals):
        verdict.breach(WRONG, f"{where}: {seat.end} at {totals}")


def _judge_pick(verdict: Verdict, match: Match, index: int, number: int, reveal: Reveal) -> None:
    problem = match.seats[index].taps.problem(number, reveal.mine.combination)
    if problem is not None:
        verdict.breach(LOST_PICKS, f"{match.code} {match.seats[index].chat}: round {number}, {problem}")
    if len(match.seats) == 2:
        other = match.seats[1 - index].reveals.get(number)
        if other is not None and other.mine.combination != reveal.theirs.combination:
            verdict.breach(REVEALED_TWICE, f"{match.code}: round {number}, each chat another pick")


def judge_statistics(verdict: Verdict, matches: Iterable[Match], told: Mapping[int, str]) -> None:
    """Whether what /stats told each chat follows from the results."""
    scores: dict[int, Score] = defaultdict(Score)
    for match in matches:
        for index, seat in enumerate(match.seats):
            if match.secret is not None and seat.end is not None and seat.end_round is not None:
                played = ROUNDS if seat.end in PLAYED_OUT else seat.end_round - 1
                dice = [die for number in range(1, played + 1) for die in match.throw(number, index)]
                scores[seat.chat].add(seat.end, (seat.end_totals or (0, 0))[0], dice, len(match.seats) == 1)
    for chat, text in told.items():
        verdict.seen["statistics compared"] += 1
        problem = statistics_differ(text, scores[chat])
        if problem is not None:
            verdict.breach(WRONG_STATISTICS, f"{chat}: {problem}")


def _is_wrong_end(seat: Seat, totals: tuple[int, int] | None) -> bool:
    if totals is None:
        return True
    mine, theirs = totals
    right = {"won": mine > theirs, "lost": mine < theirs, "drawn": mine == theirs, "resigned": seat.has_resigned}
    return not right.get(str(seat.end), True) or seat.end_totals != totals
