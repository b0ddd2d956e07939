"""What a proof holds of a match that a player had alone: the house's level, and the match whose throws it has."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from core import dice, house, proof
from core.combinations import ORDER, Combination
from core.levels import Level

CODE, SECRET = "7K3MQ9XA", bytes(range(32))


def house_picks(level: Level, seat: int, code: str = CODE) -> list[Combination]:
    key, picks = dice.key(SECRET, code, "", ""), list[Combination]()
    for number in range(1, 17):
        opened = [one for one in ORDER if one not in picks]
        picks.append(house.answer(level, key, number, seat, opened))
    return picks


def solo(level: Level, **changed: Any) -> dict[str, Any]:
    facts = {"code": CODE, "secret": SECRET, "names": ("Alice", "House"), "words": ("", ""), "ended": "finished"}
    picks = (list(ORDER), house_picks(level, 1))
    return proof.document(**{**facts, "picks": picks, "levels": (None, level), **changed})


@pytest.mark.parametrize("level", Level)
def test_the_proof_names_the_level_and_its_picks_pass_the_check(level: Level) -> None:
    document = solo(level)
    assert document["guest"] == {"name": "House", "lucky_word": "", "level": level.value}
    assert "level" not in document["host"]
    assert proof.check(proof.dumps(document)) == document


@pytest.mark.parametrize("level", Level)
def test_a_pick_that_the_house_does_not_make_is_refused(level: Level) -> None:
    picks = house_picks(level, 1)
    picks[2], picks[3] = picks[3], picks[2]
    with pytest.raises(ValueError, match=rf"round 3, guest: the house .* {re.escape(picks[2])}$"):
        solo(level, picks=(list(ORDER), picks))
    made_up = json.loads(proof.dumps(solo(level, picks=(list(ORDER), picks), levels=(None, None))))
    made_up["guest"]["level"] = level.value
    with pytest.raises(proof.ProofError, match="round 3, guest"):
        proof.check(proof.dumps(made_up))


def test_an_unknown_level_is_refused() -> None:
    document = solo(Level.BEST)
    document["guest"]["level"] = "divine"
    with pytest.raises(proof.ProofError, match="no proof of a match"):
        proof.check(proof.dumps(document))


def test_replayed_throws_are_those_of_the_match_that_the_proof_names() -> None:
    again = solo(Level.BEST, code="0000000A", replays=CODE)
    assert (again["code"], again["replays"]) == ("0000000A", CODE)
    first = solo(Level.BEST)
    assert again["rounds"] == first["rounds"]
    assert proof.check(proof.dumps(again)) == again
    again["replays"] = "0000000B"
    with pytest.raises(proof.ProofError):
        proof.check(proof.dumps(again))
