"""The content of a proof, as `core.proof` describes it: how the file of a match is made."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from core import dice, house
from core.combinations import ORDER, Combination, score
from core.levels import Level

VERSION: Final = 1
SEATS: Final = ("host", "guest")
ENDINGS: Final = ("finished", "resigned", "forfeited", "abandoned", "cancelled")
_BY_A_SEAT: Final = ("resigned", "forfeited", "cancelled")

Document = dict[str, Any]
Pair = tuple[str, str]
Picks = Sequence[Combination]


def file_name(code: str) -> str:
    return f"7776-{code}.json"


def document(
    code: str,
    secret: bytes,
    names: Pair,
    words: Pair,
    picks: tuple[Picks, Picks],
    ended: str,
    by: int | None = None,
    *,
    levels: tuple[Level | None, Level | None] = (None, None),
    replays: str | None = None,
) -> Document:
    """The proof of a match that has ended; pairs are of host and guest, `by` is the seat that ended it so.

    `levels` says which seat is the house's; `replays` is the code of an earlier match whose throws these are. A pick
    that was never revealed is left out. Raises ValueError for a match that cannot have been played.
    """
    played = min(map(len, picks))
    key = dice.key(secret, replays or code, *words)
    _verify_end(ended, by, played)
    for seat in (0, 1):
        _verify_picks(key, seat, picks[seat][:played], levels[seat])
    rounds = list(_rounds(key, played, picks))
    totals = [rounds[played - 1][seat]["total"] if played else 0 for seat in SEATS]
    seats = [_seat(*facts) for facts in zip(names, words, levels, strict=True)]
    content = {
        "proof": VERSION,
        "game": "7776",
        "code": code,
        **({} if replays is None else {"replays": replays}),
        "secret": secret.hex(),
        "seal": dice.seal(secret),
        **dict(zip(SEATS, seats, strict=True)),
        "ended": ended,
        "by": None if by is None else SEATS[by],
        "rounds": rounds,
        "totals": dict(zip(SEATS, totals, strict=True)),
        "winner": _winner(ended, by, totals),
    }
    return {**content, "checksum": hashlib.sha256(dumps(content)).hexdigest()}


def dumps(proof: Document) -> bytes:
    """The file of a proof. Raises ValueError for text that is not Unicode."""
    return f"{json.dumps(proof, ensure_ascii=False, indent=1)}\n".encode()


def _seat(name: str, word: str, level: Level | None) -> Document:
    return {"name": name, "lucky_word": word} | ({} if level is None else {"level": str(level)})


def _verify_end(ended: str, by: int | None, played: int) -> None:
    if ended not in ENDINGS or (ended == "finished") != (played == len(ORDER)):
        raise ValueError("a match of sixteen rounds is finished, and a shorter one ended in another way")
    if (by in (0, 1)) != (ended in _BY_A_SEAT):
        raise ValueError("one seat resigns, forfeits or cancels")


def _verify_picks(key: bytes, seat: int, picks: Picks, level: Level | None) -> None:
    """Raise ValueError for a combination picked twice, and for a pick that the house does not make."""
    for place, combination in enumerate(picks):
        where = f"round {place + 1}, {SEATS[seat]}"
        if combination in picks[:place]:
            raise ValueError(f"{where}: {combination} was picked before")
        opened = [one for one in ORDER if one not in picks[:place]]
        if level is not None and combination is not house.answer(level, key, place + 1, seat, opened):
            raise ValueError(f"{where}: the house at level {level} does not pick {combination}")


def _rounds(key: bytes, played: int, picks: Sequence[Picks]) -> Iterator[Document]:
    totals = [0, 0]
    for match_round in range(1, dice.ROUNDS + 1):
        hands = [dice.roll(key, match_round, seat) for seat in (0, 1)]
        line: Document = {"round": match_round}
        for seat, hand in enumerate(hands):
            line[SEATS[seat]] = {"dice": "".join(map(str, hand)), "pick": None, "points": None, "total": None}
            if match_round <= played:
                pick = picks[seat][match_round - 1]
                points = score(pick, hands[0] + hands[1])
                totals[seat] += points
                line[SEATS[seat]] |= {"pick": str(pick), "points": points, "total": totals[seat]}
        yield line


def _winner(ended: str, by: int | None, totals: Sequence[int]) -> str | None:
    if ended in ("abandoned", "cancelled"):
        return None
    if by is not None:
        return SEATS[1 - by]
    if totals[0] == totals[1]:
        return None
    return "host" if totals[0] > totals[1] else "guest"
