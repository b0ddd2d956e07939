"""The match card: what is on it, whatever the names and the totals, and that it needs nothing of the system."""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from core.combinations import ORDER
from core.match import DAY, Match, cancel, resign, settle
from core.review import judged
from core.view import View, view
from handlers.chat.picture import draw, look
from handlers.chat.picture.canvas import Colour
from handlers.chat.picture.fonts import FOLDER, can_show, characters, font
from handlers.chat.texts import Texts
from handlers.chat.texts.languages import LANGUAGES
from tests.handlers.chat import gallery
from tests.handlers.chat.gallery import ALICE, BOB, NOW, SHORT
from tests.handlers.chat.people import Names

ROOT: Final = Path(__file__).parents[3]
FONTS: Final = (".otf", ".ttf", ".ttc", ".pfb")
NEVER_A_CHARACTER: Final = "\U0010ffff"


def unlucky(names: Names) -> Match:
    """Both take the combinations in the rules' order, whatever they hold: the totals go far below zero."""
    match = gallery.joined(names, secret=5)
    for one in ORDER:
        match = gallery.picked(gallery.picked(match, ALICE, one), BOB, one)
    return match


ENDINGS: Final[dict[str, Callable[[Names], Match]]] = {
    "played to the end": lambda names: gallery.played(names, 16),
    "far below zero": unlucky,
    "drawn": gallery.drawn,
    "resigned in round 4": lambda names: resign(gallery.played(names, 3), BOB, NOW),
    "resigned in round 2": lambda names: resign(gallery.played(names, 1), ALICE, NOW),
    "out of time": lambda names: settle(gallery.played(names, 9), NOW + DAY),
    "called off": lambda names: cancel(gallery.lost(names), ALICE, NOW),
}


def card(seen: View) -> bytes:
    mine, theirs = judged(seen)
    return draw(seen, mine.shown, theirs.shown)


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def named(mine: str, theirs: str, *, seat: int = 1) -> View:
    """A match that Alice, seat 0, has won."""
    return dataclasses.replace(view(gallery.played(SHORT, 16), seat), my_name=mine, their_name=theirs)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_is_a_picture_for_a_phone(ending: str, seat: int) -> None:
    png = card(view(ENDINGS[ending](SHORT), seat))
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    assert image.size == (1080, 1350)
    assert len(png) < 300_000


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("names", [Names("W" * 16, "Щ" * 16), Names("Ế" * 16, "i")], ids=["wide", "high"])
def test_nothing_runs_over_its_edge(ending: str, names: Names) -> None:
    assert_within_its_edge(picture(card(view(ENDINGS[ending](names), 0))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["far below zero", "resigned in round 4", "out of time"])
def test_no_languages_words_run_over_its_edge(ending: str, language: str) -> None:
    assert_within_its_edge(picture(card(view(ENDINGS[ending](Names("W" * 16, "Щ" * 16, language)), 0))))


def assert_within_its_edge(image: Image.Image) -> None:
    edge = look.EDGE - 10
    for box in ((0, 0, edge, 1350), (1080 - edge, 0, 1080, 1350), (0, 0, 1080, 30), (0, 1310, 1080, 1350)):
        assert image.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), look.GROUND)]


@pytest.mark.parametrize("ending", ["played to the end", "far below zero"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_languages_words_stay_in_their_panel(language: str, ending: str) -> None:
    between = picture(card(view(ENDINGS[ending](Names(*SHORT[:2], language)), 0))).crop((532, 208, 548, 448))
    assert between.getcolors() == [(between.width * between.height, look.GROUND)]


def test_the_same_match_is_the_same_picture() -> None:
    seen = view(gallery.played(SHORT, 16), 0)
    assert card(seen) == card(seen)


def test_it_tells_nothing_of_when_it_was_drawn() -> None:
    assert Image.open(io.BytesIO(card(view(gallery.played(SHORT, 16), 0)))).info == {}


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "Nguyễn", "İrem", "Вероника", "Ґалаґан", "Ђорђе", "Ὀδυσσεύς", "O'Neil"]
)
def test_a_name_in_latin_cyrillic_or_greek_is_shown(name: str) -> None:
    assert can_show(name)
    assert card(named("Bob", name)) != card(named("Bob", "Friend"))


@pytest.mark.parametrize("name", [*gallery.LONGEST.values(), "山田", "Ana 🎲", "x̌", "\u200d", "नमन", "𝓐𝓷𝓷𝓪"])
def test_a_name_with_a_missing_letter_becomes_you_or_friend(name: str) -> None:
    if name in (gallery.LONGEST["markup"], gallery.LONGEST["cyrillic"]):
        assert can_show(name)
        return
    assert card(named("Bob", name)) == card(named("Bob", "Friend"))
    assert card(named(name, "Alice")) == card(named("You", "Alice"))


def test_a_winner_without_a_name_is_spoken_to() -> None:
    assert card(named("山田", "Bob", seat=0)) == card(named("नमन", "Bob", seat=0))
    assert card(named("山田", "Bob", seat=0)) != card(named("You", "Bob", seat=0))  # "You win", not "You wins"


def test_every_character_that_can_be_shown_has_a_shape_in_both_fonts() -> None:
    for weight in ("medium", "bold"):
        missing = font(weight, 40).getmask(NEVER_A_CHARACTER)
        shape = bytes(missing), missing.size
        drawn = {one: font(weight, 40).getmask(one) for one in characters()}
        assert [one for one, mask in drawn.items() if (bytes(mask), mask.size) == shape] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_card_writes_can_be_shown_in_each_language(language: str) -> None:
    texts = Texts(language)
    assert can_show("".join(texts.label(one) for one in ORDER))
    parts = texts.card_luck() + texts.card_choices() + texts.card_left()
    assert can_show(parts + texts.card_made() + texts.card_friend())


@pytest.mark.parametrize("ground", [look.GROUND, look.PANEL])
@pytest.mark.parametrize("colour", [look.INK, look.QUIET, look.MINE, look.THEIRS])
def test_words_stand_out_from_their_ground(colour: Colour, ground: Colour) -> None:
    """4.5 is what the accessibility guidelines for web content ask of text."""
    lighter, darker = sorted(map(luminance, (colour, ground)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(colour: Colour) -> float:
    linear = [part / 12.92 if (part := value / 255) <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for value in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_the_marks_say_is_seen_without_their_colours() -> None:
    """A round's three marks, and the two seats' own, differ as bare shapes."""
    from handlers.chat.picture.canvas import Canvas

    def shape(paint: Callable[[Canvas], None]) -> bytes:
        canvas = Canvas(60, 60, look.GROUND)
        paint(canvas)
        return Image.open(io.BytesIO(canvas.png())).convert("L").point(lambda grey: 255 * (grey > 100)).tobytes()

    sides = [look.Side("", is_mine, False, (), (), judged(named("a", "b"))[0].shown) for is_mine in (True, False)]
    rounds = [shape(lambda on, one=one: look.round_mark(on, one, (30, 30), look.INK)) for one in (6, -10, -70)]  # type: ignore[misc]
    seats = [shape(lambda on, one=one: look.seat_mark(on, one, (30, 30), 13)) for one in sides]  # type: ignore[misc]
    for one, other in itertools.combinations(rounds, 2):
        assert one != other
    assert seats[0] != seats[1]


DRAW: Final = """
import bz2, ctypes, hashlib, json, lzma, sys, uuid, zlib
maps = lambda: {line.split(maxsplit=5)[5].strip() for line in open("/proc/self/maps") if "/" in line}
pythons_own = maps()
sys.path[:0] = sys.argv[1:]
from core.combinations import ORDER
from core.match import Seat, create, join, pick
from core.review import judged
from core.view import view
from handlers.chat.picture import draw
match = create("7K3MQ9XA", bytes([7] * 32), Seat(user_id=1, name="Вероника"), 1)
match = join(match, Seat(user_id=2, name="Ὀδυσσεύς"), 1)
for one in ORDER:
    for user_id in (1, 2):
        match = pick(match, user_id, match.round, one, 0, 1)
seen = view(match, 0)
png = draw(seen, *(one.shown for one in judged(seen)))
print(json.dumps({"digest": hashlib.sha256(png).hexdigest(), "files": sorted(maps() - pythons_own)}))
"""


def drawn_alone(python: str, *folders: Path) -> dict[str, Any]:
    """Draw in a process of its own, which finds neither fonts nor libraries by any setting; what it mapped for it."""
    environ = {"PATH": "", "HOME": "/nonexistent", "FONTCONFIG_FILE": os.devnull, "FONTCONFIG_PATH": "/nonexistent"}
    command = [python, "-I", "-B", "-W", "error", "-c", DRAW, *map(str, folders)]
    run = subprocess.run(command, env=environ, capture_output=True, text=True, check=True, cwd="/")
    told: dict[str, Any] = json.loads(run.stdout)
    return told


def test_it_needs_no_font_of_the_systems() -> None:
    files = [Path(file) for file in drawn_alone(sys.executable, ROOT)["files"]]
    assert {file.parent for file in files if file.suffix in FONTS} == {FOLDER}
