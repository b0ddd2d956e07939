"""The proof of a match: a file with all its throws, picks and points, and the check that anyone can run on it.

    python -m core.proof 7776-7K3MQ9XA.json            checks it and prints the match as a table
    python -m core.proof 7776-7K3MQ9XA.json --replay   the same, round by round, at each press of Enter

It exits 0 if every line holds, and otherwise 1 with the first line that does not. It needs no other package: a copy of
`core` and Python 3.11 are enough.

The file, version 1, is JSON in UTF-8 as `json.dumps(..., ensure_ascii=False, indent=1)` writes it, with a newline at
the end and its fields in this order:

- `proof`: 1, the version of this format; `game`: "7776";
- `code`: the match's code; `secret`: its 32 bytes in hex; `seal`: their SHA-256, which both players saw before the
  first throw;
- `replays`: only where the throws are those of an earlier match: that one's code, which then goes into the dice;
- `host` and `guest`: each with `name` and `lucky_word` and, where the house plays, its `level`: random, greedy or best;
- `ended`: how, one of finished, resigned, forfeited, abandoned, cancelled (the other could not be reached); `by`: the
  seat that resigned, ran out of time or cancelled, or null;
- `rounds`: sixteen, each with `round` and for `host` and `guest` the `dice` in the order thrown and, if both picked in
  that round, the `pick`, its `points` on all ten dice and the running `total`; otherwise null;
- `totals`: of `host` and `guest`; `winner`: host, guest, or null for a draw and where nobody won;
- `checksum`: the SHA-256 of the file's text as it would be without this field.

Everything but codes, secret, names, words, levels, picks, `ended` and `by` follows from these, and so do the picks of
the house. So the check derives the whole file again and compares it line by line. It proves that this seal belongs to
these throws, and that the points follow from throws and picks. That the seal is the one of the invitation, and names
and picks the true ones, the players see for themselves.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from core import dice
from core.combinations import ORDER, Combination
from core.levels import Level
from core.proof_document import ENDINGS, SEATS, VERSION, Document, document, dumps, file_name

__all__ = ["ENDINGS", "SEATS", "VERSION", "ProofError", "check", "document", "dumps", "file_name", "main", "table"]


class ProofError(Exception):
    """A proof that does not hold; its text names the first line that does not."""


def check(data: bytes) -> Document:
    """Derive everything in a file again, and return its content. Raises ProofError if a line does not hold."""
    try:
        claimed = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ProofError(f"This is not JSON: {error}") from None
    if not isinstance(claimed, dict) or claimed.get("proof") != VERSION:
        raise ProofError(f"This is not a proof of version {VERSION}.")
    try:
        derived = _derive(claimed)
        expected = dumps(derived).decode().split("\n")
    except (ValueError, LookupError, TypeError) as error:
        raise ProofError(f"This is no proof of a match: {error}") from None
    _compare(data.decode().split("\n"), expected)
    return derived


def _derive(claimed: Document) -> Document:
    """The document that follows from what a file claims of secret, seats, picks and end."""
    picks: list[list[Combination]] = [[], []]
    for line in claimed["rounds"]:
        for chosen, seat in zip(picks, SEATS, strict=True):
            pick = line[seat]["pick"]
            if pick is not None and pick not in list(ORDER):
                raise ValueError(f"round {len(chosen) + 1}, {seat}: there is no combination {pick!r}")
            chosen += [] if pick is None else [Combination(pick)]
    host, guest = (claimed[seat] for seat in SEATS)
    return document(
        code=_text(claimed["code"]),
        secret=bytes.fromhex(_text(claimed["secret"])),
        names=(_text(host["name"]), _text(guest["name"])),
        words=(_text(host["lucky_word"]), _text(guest["lucky_word"])),
        picks=(picks[0], picks[1]),
        ended=_text(claimed["ended"]),
        by=None if claimed["by"] is None else SEATS.index(claimed["by"]),
        levels=(_level(host), _level(guest)),
        replays=_text(claimed["replays"]) if "replays" in claimed else None,
    )


def _level(seat: Document) -> Level | None:
    return Level(_text(seat["level"])) if "level" in seat else None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return value


def _compare(claimed: Sequence[str], derived: Sequence[str]) -> None:
    for place, (claim, truth) in enumerate(zip_longest(claimed, derived, fillvalue="nothing")):
        if claim != truth:
            says, should = (_plain(line.strip(" ,")) for line in (claim, truth))
            where = ", ".join([f"Line {place + 1}", *_where(derived[:place])])
            why = (
                "it is not set out as the format asks" if says == should else f"it says {says}, and should say {should}"
            )
            raise ProofError(f"{where}, does not hold: {why}")


def _where(before: Sequence[str]) -> list[str]:
    """The round and the seat that the line after these belongs to."""
    where: list[str] = []
    for line in before:
        if field := re.match(r' +"(round|host|guest)": (\d*)', line):
            where = [part for part in where if part not in SEATS and field[1] != "round"]
            where.append(f"{field[1]} {field[2]}".strip())
        elif line.startswith(' "') or line == " ],":
            where = []
    return where


def _plain(text: str) -> str:
    """Text that cannot move a terminal's cursor or turn its line round."""
    return "".join(character if character.isprintable() else "?" for character in text)


def table(proof: Document) -> Iterator[str]:
    """A checked proof, line by line: two lines of heading, one for each round, and the result."""
    names = [_plain(proof[seat]["name"]) for seat in SEATS]
    words = [_plain(proof[seat]["lucky_word"]) or "none" for seat in SEATS]
    yield f"Match {_plain(proof['code'])}: {names[0]} (host), {names[1]} (guest); lucky words: {words[0]}, {words[1]}"
    yield f"{'':>5}  {'host':<34}  {'guest':<34}  totals"
    for line in proof["rounds"]:
        totals = [line[seat]["total"] for seat in SEATS]
        shown = "" if None in totals else f"{_signed(totals[0])} : {_signed(totals[1])}"
        yield f"{line['round']:>5}  {_throw(line['host'])}  {_throw(line['guest'])}  {shown}".rstrip()
    by = f" by the {proof['by']}" if proof["by"] else ""
    yield f"The match was {proof['ended']}{by}; winner: {proof['winner'] or 'nobody'}."


def _throw(throw: Document) -> str:
    if throw["pick"] is None:
        return f"{' '.join(throw['dice']):<34}"
    made = "✓" if throw["points"] >= 0 else "✗"
    return f"{' '.join(throw['dice'])}  {throw['pick']:<14} {made} {_signed(throw['points'], '+'):>4}".ljust(34)


def _signed(points: int, plus: str = "") -> str:
    return f"−{-points}" if points < 0 else f"{plus}{points}"


def main(arguments: Sequence[str], wait: Callable[[], object] = lambda: sys.stdin.readline()) -> int:
    """Check a file and print it; the answer is the exit code. `wait` returns when the next round of a replay is due."""
    parser = argparse.ArgumentParser(prog="python -m core.proof", description="Check the proof of a match of 7776.")
    parser.add_argument("file", type=Path, help="7776-<code>.json")
    parser.add_argument("--replay", action="store_true", help="round by round, at each press of Enter")
    options = parser.parse_args(arguments)
    try:
        proof = check(options.file.read_bytes())
    except (OSError, ProofError) as error:
        print(error)
        return 1
    for number, line in enumerate(table(proof)):
        print(line, flush=True)
        if options.replay and 0 < number <= dice.ROUNDS:
            wait()
    print(f"Secret: {proof['secret']}\nSeal:   {proof['seal']}")
    print("Every line holds. Last, compare this seal with the one that you saw before the first throw.")
    return 0


if __name__ == "__main__":
    getattr(sys.stdout, "reconfigure", lambda **_: None)(errors="replace")  # a terminal without ✓ still gets the rest
    sys.exit(main(sys.argv[1:]))
