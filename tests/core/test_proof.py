"""The proof: a file that says everything twice, is checked with the standard library alone, and hides no change."""

import hashlib
import hmac
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import proof
from core.combinations import ORDER, Combination, score

CODE = "7K3MQ9XA"
SECRET = bytes(range(32))
CORE = Path(proof.__file__).parent


def picks(played: int = 16, seed: int = 7776) -> tuple[list[Combination], list[Combination]]:
    source = random.Random(seed)
    return source.sample(ORDER, played), source.sample(ORDER, played)


def finished(**changed: Any) -> dict[str, Any]:
    match = {"code": CODE, "secret": SECRET, "names": ("Zoé", "Bob"), "words": ("удача7", ""), "picks": picks()}
    return proof.document(**{**match, "ended": "finished", **changed})


def lines(document: dict[str, Any]) -> list[str]:
    return proof.dumps(document).decode().splitlines()


def derived(secret: bytes, code: str, words: list[str], match_round: int, seat: int) -> str:
    """The design's text once more: the first block has enough bytes in every case that is met."""
    key = hmac.new(
        secret, json.dumps(["7776", code, *words], separators=(",", ":"), ensure_ascii=False).encode(), "sha256"
    )
    block = hmac.new(key.digest(), f"{match_round}:{seat}:0".encode(), "sha256").digest()
    return "".join(str(byte % 6 + 1) for byte in block if byte < 252)[:5]


def test_the_file_says_everything_about_the_match() -> None:
    document = finished()
    assert (document["proof"], document["game"], document["code"]) == (1, "7776", CODE)
    assert bytes.fromhex(document["secret"]) == SECRET
    assert document["seal"] == hashlib.sha256(SECRET).hexdigest()
    totals = [0, 0]
    for number, line in enumerate(document["rounds"], start=1):
        thrown = [derived(SECRET, CODE, ["удача7", ""], number, seat) for seat in (0, 1)]
        assert (line["round"], line["host"]["dice"], line["guest"]["dice"]) == (number, *thrown)
        for seat, name in enumerate(("host", "guest")):
            pick = picks()[seat][number - 1]
            points = score(pick, [int(die) for die in "".join(thrown)])
            totals[seat] += points
            assert line[name] == {"dice": thrown[seat], "pick": pick, "points": points, "total": totals[seat]}
    assert len(document["rounds"]) == 16
    assert document["host"] == {"name": "Zoé", "lucky_word": "удача7"}
    assert document["guest"] == {"name": "Bob", "lucky_word": ""}
    assert document["totals"] == {"host": totals[0], "guest": totals[1]}
    assert document["winner"] == ("host" if totals[0] > totals[1] else "guest")


def test_the_checksum_is_that_of_the_file_without_it() -> None:
    document = json.loads(proof.dumps(finished()))
    checksum = document.pop("checksum")
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    assert checksum == hashlib.sha256(text.encode()).hexdigest()


def test_the_file_is_named_after_the_code() -> None:
    assert proof.file_name(CODE) == "7776-7K3MQ9XA.json"


@given(
    st.binary(min_size=32, max_size=32),
    st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.text(max_size=5).map(ascii)),
    st.sampled_from(
        [("finished", None, 16), ("resigned", 0, 5), ("forfeited", 1, 0), ("abandoned", None, 15), ("cancelled", 0, 7)]
    ),
    st.integers(),
)
@settings(max_examples=50)
def test_every_proof_passes_its_own_check(
    secret: bytes, names: tuple[str, str], ending: tuple[str, int | None, int], seed: int
) -> None:
    ended, by, played = ending
    document = finished(secret=secret, names=names, picks=picks(played, seed), ended=ended, by=by)
    assert proof.check(proof.dumps(document)) == document


def test_any_single_byte_changed_is_refused() -> None:
    data, source = proof.dumps(finished()), random.Random(7776)
    for place, byte in enumerate(data):
        changed = data[:place] + bytes([byte ^ source.randint(1, 255)]) + data[place + 1 :]
        with pytest.raises(proof.ProofError):
            proof.check(changed)


def test_any_byte_or_line_left_out_or_doubled_is_refused() -> None:
    data = proof.dumps(finished())
    parts = [bytes([byte]) for byte in data[:200]] + data[200:].splitlines(keepends=True)
    for place, part in enumerate(parts):
        for put in (b"", part * 2):
            with pytest.raises(proof.ProofError):
                proof.check(b"".join([*parts[:place], put, *parts[place + 1 :]]))


@pytest.mark.parametrize(
    "old, new, told",
    [
        ('"seal": "630d', '"seal": "730d', 'Line 6, does not hold: it says "seal": "730d'),
        ('"secret": "00', '"secret": "01', 'Line 6, does not hold: it says "seal": "630d'),
        ('"lucky_word": ""', '"lucky_word": "a"', "Line 21, round 1, host, does not hold"),
        ("Bob", "Rob", 'does not hold: it says "checksum"'),
        ('"dice": "64443"', '"dice": "64444"', "Line 21, round 1, host, does not hold"),
        ('"dice": "35625"', '"dice": "35626"', "Line 27, round 1, guest, does not hold"),
        ('"ended": "finished"', '"ended": "resigned"', "sixteen rounds is finished"),
        (' "by": null', ' "by": "host"', "one seat resigns, forfeits or cancels"),
        ('"proof": 1', '"proof": 2', "not a proof of version 1"),
        ('"proof": 1', '"proof": 1.0', "Line 2, does not hold"),
        ('"game": "7776",', '"game": "7776", ', "Line 3, does not hold: it is not set out as the format asks"),
        ('"name": "Bob"', '"name": "\\u0042ob"', "does not hold"),
        ('"name": "Bob"', '"name": null', "a text is expected"),
        ('"name": "Bob"', '"name": "\\ud800"', "surrogates not allowed"),
        ('"rounds": [', '"sets": [', "no proof of a match"),
    ],
)
def test_the_first_line_that_does_not_hold_is_told(old: str, new: str, told: str) -> None:
    text = proof.dumps(finished()).decode()
    assert old in text
    with pytest.raises(proof.ProofError) as refused:
        proof.check(text.replace(old, new, 1).encode())
    assert told in str(refused.value)


def test_changed_points_and_picks_are_told_with_round_and_seat() -> None:
    document = finished()
    document["rounds"][4]["guest"]["points"] += 1
    with pytest.raises(proof.ProofError, match=r"round 5, guest, does not hold: it says \"points\""):
        proof.check(proof.dumps(document))
    document = finished()
    document["rounds"][4]["guest"]["pick"] = document["rounds"][3]["guest"]["pick"]
    with pytest.raises(proof.ProofError, match=r"round 5, guest: .* was picked before"):
        proof.check(proof.dumps(document))
    document["rounds"][4]["guest"]["pick"] = "seven"
    with pytest.raises(proof.ProofError, match="round 5, guest: there is no combination 'seven'"):
        proof.check(proof.dumps(document))


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"[]", b"{}", b"[" * 100_000, b'{"proof": 1}', b'{"proof": 1, "rounds": 3}']
)
def test_what_is_no_proof_is_refused(data: bytes) -> None:
    with pytest.raises(proof.ProofError, match=r"This is no"):
        proof.check(data)


def test_a_match_that_ended_early_shows_all_throws_but_no_pick_that_was_not_revealed() -> None:
    host, guest = picks()
    document = finished(picks=(host[:6], guest[:5]), ended="forfeited", by=1)
    assert (document["ended"], document["by"], document["winner"]) == ("forfeited", "guest", "host")
    assert [line["host"]["pick"] for line in document["rounds"]] == [*host[:5], *[None] * 11]
    assert all(len(line[seat]["dice"]) == 5 for line in document["rounds"] for seat in ("host", "guest"))
    assert document["totals"]["host"] == document["rounds"][4]["host"]["total"]


def test_nobody_wins_an_abandoned_match_or_a_draw() -> None:
    assert finished(picks=([], []), ended="abandoned")["winner"] is None
    assert finished(picks=picks(4), ended="cancelled", by=1)["winner"] is None
    same = picks()[0]
    assert finished(picks=(same, same))["winner"] is None


@pytest.mark.parametrize(
    "changed",
    [
        {"ended": "open"},
        {"ended": "abandoned"},
        {"ended": "resigned", "by": 0},
        {"picks": picks(15)},
        {"picks": picks(15), "ended": "resigned"},
        {"picks": picks(15), "ended": "abandoned", "by": 1},
        {"picks": picks(15), "ended": "resigned", "by": 2},
        {"picks": ([*ORDER[:15], ORDER[0]], list(ORDER))},
        {"secret": bytes(31)},
    ],
    ids=str,
)
def test_a_match_that_cannot_have_been_played_has_no_proof(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"match|seat|before|secret"):
        finished(**changed)


def run(folder: Path, *arguments: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a copy of the one package, with no other packages to be found."""
    shutil.copytree(CORE, folder / "core", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-S", "-E", "-m", "core.proof", *arguments]
    return subprocess.run(
        command, cwd=folder, input=keys, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_command_prints_the_match_and_exits_0_on_a_copy_of_the_package_alone(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(proof.dumps(finished()))
    ran = run(tmp_path, "match.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    shown = ran.stdout.splitlines()
    first = finished()["rounds"][0]
    assert shown[0] == "Match 7K3MQ9XA: Zoé (host), Bob (guest); lucky words: удача7, none"
    assert shown[2].split()[:7] == ["1", *"64443", first["host"]["pick"]]
    assert f"Seal:   {hashlib.sha256(SECRET).hexdigest()}" in shown
    assert len(shown) == 2 + 16 + 1 + 3


@pytest.mark.parametrize("content", [b"{}", proof.dumps(finished()).replace(b"Bob", b"Rob"), None])
def test_the_command_exits_1_with_one_line_for_a_proof_that_does_not_hold(
    content: bytes | None, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "match.json").write_bytes(content)
    ran = run(tmp_path, "match.json")
    assert (ran.returncode, ran.stderr) == (1, "")
    assert len(ran.stdout.splitlines()) == 1


def test_a_replay_shows_one_round_at_each_press_of_enter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(proof.dumps(finished()))
    seen: list[int] = []
    assert proof.main([str(file), "--replay"], lambda: seen.append(len(capsys.readouterr().out.splitlines()))) == 0
    assert seen == [2, *[1] * 15]


def test_a_replay_runs_through_when_there_is_no_keyboard(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(proof.dumps(finished()))
    assert run(tmp_path, "match.json", "--replay").returncode == 0


def test_a_name_cannot_move_the_cursor_of_a_terminal() -> None:
    shown = "".join(proof.table(finished(names=("\x1b[2J", "\u202eBob"))))
    assert shown.isprintable()


def test_every_ending_is_told_in_the_table() -> None:
    *_, told = proof.table(finished(picks=picks(3), ended="resigned", by=0))
    assert told == "The match was resigned by the host; winner: guest."


def test_lines_are_those_that_json_dumps_writes() -> None:
    assert lines(finished())[1:4] == [' "proof": 1,', ' "game": "7776",', f' "code": "{CODE}",']
