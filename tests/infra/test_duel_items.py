"""A duel in the table: where it is watched, whose names are kept, and which writes begin it."""

from __future__ import annotations

import pytest

from core import duel
from core.match import Match, Place
from infra.items import match_item, read_match
from infra.posted_names import PostedName
from infra.table import Table
from tests.infra.largest import WRITE_UNIT, end_of, item_size, longest_match
from tests.infra.stores import CODE, START, begun, guest, host

LONGEST = (
    Place(inline_message_id="A" * 64),
    Place(chat_id=-1_009_999_999_999, message_id=2**31 - 1),
)


def accepted(place: Place) -> Match:
    return duel.accept(CODE, bytes(range(32)), host(), guest(), START, 86_400, place)


@pytest.mark.parametrize("place", LONGEST)
def test_the_longest_duel_fits_into_one_write_unit_and_is_read_back_as_it_was(place: Place) -> None:
    longest = duel.shown_in(place, longest_match().model_copy(update={"follows": None}))
    for match in (longest, end_of(longest)):
        assert item_size(match_item(match)) < WRITE_UNIT
        assert read_match(match_item(match)) == match


def test_a_match_that_nobody_else_watches_is_stored_as_before_there_were_duels() -> None:
    assert "duel" not in match_item(begun())
    assert read_match(match_item(begun())).duel is None


def test_a_duel_is_in_both_lists_from_its_first_moment_and_both_names_are_known(table: Table) -> None:
    table.keep_posted_name(1, PostedName(name="Alice", language="en", expires_at=START))
    saved = table.save(None, accepted(LONGEST[0]))
    assert table.match(CODE) == saved
    assert table.live_codes(1) == table.live_codes(2) == [CODE]
    names = [profile.name for profile in map(table.profile, (1, 2)) if profile]
    assert names == ["Alice", "Bob"]


def test_a_posted_name_is_kept_beside_the_profile(table: Table) -> None:
    posted = PostedName(name="Алиса", language="uk", expires_at=START)
    assert table.posted_name(1) is None
    table.keep_posted_name(1, posted)
    assert table.posted_name(1) == posted
    assert table.profile(1) is None
