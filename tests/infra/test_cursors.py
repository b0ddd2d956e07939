"""A chat's cursor never goes back, and a chat that waits is spoken to by one visit alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from infra.items import Cursor
from infra.keys import chat_key
from infra.table import Table
from tests.infra.stores import CODE, START, Store


def attributes(store: Store, seat: int = 0) -> dict[str, object]:
    return dict(store.client.get_item(TableName=store.name, Key=chat_key(CODE, seat)).get("Item", {}))


class TestTelling:
    def test_a_chat_that_was_never_told_anything_is_at_the_beginning(self, table: Table) -> None:
        assert table.cursor(CODE, 0) == Cursor()
        assert table.cursors(CODE) == (Cursor(), Cursor())

    def test_each_seat_has_a_cursor_of_its_own(self, table: Table) -> None:
        table.record_told(CODE, 1, told=3, chapter=2)
        assert table.cursors(CODE) == (Cursor(), Cursor(told=3, chapter=2))
        assert table.cursor(CODE, 1) == Cursor(told=3, chapter=2)
        assert table.cursors("0000000G") == (Cursor(), Cursor())

    @pytest.mark.parametrize("late", [(2, 1), (2, 2), (3, 1)])
    def test_what_was_told_stays_told(self, table: Table, late: tuple[int, int]) -> None:
        table.record_told(CODE, 0, told=3, chapter=2)
        table.record_told(CODE, 0, *late)
        assert table.cursor(CODE, 0) == Cursor(told=3, chapter=2)

    def test_a_story_can_be_told_chapter_by_chapter(self, table: Table) -> None:
        for chapter in (1, 2, 3):
            table.record_told(CODE, 0, told=5, chapter=chapter)
        assert table.cursor(CODE, 0) == Cursor(told=5, chapter=3)

    @pytest.mark.parametrize(
        "write",
        [
            lambda table, expires_at: table.record_told(CODE, 0, told=5, chapter=3, expires_at=expires_at),
            lambda table, expires_at: table.record_message(CODE, 0, 12, told=5, chapter=3, expires_at=expires_at),
            lambda table, expires_at: table.record_message(CODE, 0, 12, expires_at=expires_at),
            lambda table, expires_at: table.wait(CODE, 0, START, 5, expires_at=expires_at),
        ],
        ids=["told", "message told", "message", "wait"],
    )
    def test_whatever_makes_a_cursor_says_when_it_expires(
        self, store: Store, table: Table, write: Callable[[Table, int], object]
    ) -> None:
        write(table, START)
        assert attributes(store)["expires_at"] == {"N": str(START)}


class TestTheLiveMessage:
    def test_the_first_message_replaces_none(self, table: Table) -> None:
        assert table.record_message(CODE, 0, 11) is None
        assert table.cursor(CODE, 0) == Cursor(message_id=11)

    def test_a_newer_message_takes_the_older_ones_keyboard(self, table: Table) -> None:
        table.record_message(CODE, 0, 11)
        assert table.record_message(CODE, 0, 15) == 11
        assert table.cursor(CODE, 0).message_id == 15

    def test_an_older_message_loses_its_own_keyboard(self, table: Table) -> None:
        table.record_message(CODE, 0, 15)
        assert table.record_message(CODE, 0, 11) == 11
        assert table.cursor(CODE, 0).message_id == 15

    @pytest.mark.parametrize("told", [{}, {"told": 4, "chapter": 2}])
    def test_a_message_that_is_recorded_twice_replaces_what_it_replaced(
        self, table: Table, told: dict[str, int]
    ) -> None:
        table.record_message(CODE, 0, 11)
        assert [table.record_message(CODE, 0, 15, **told) for _ in range(2)] == [11, 11]
        assert [table.record_message(CODE, 1, 15, **told) for _ in range(2)] == [None, None]

    def test_a_message_sets_what_it_tells_in_the_same_write(self, store: Store, table: Table) -> None:
        with store.counting() as calls:
            table.record_message(CODE, 0, 11, told=3, chapter=2)
        assert table.cursor(CODE, 0) == Cursor(told=3, chapter=2, message_id=11)
        assert calls == {"UpdateItem": 1}

    def test_a_newer_message_that_tells_less_is_live_and_untells_nothing(self, table: Table) -> None:
        table.record_message(CODE, 0, 11, told=5, chapter=3)
        assert table.record_message(CODE, 0, 15, told=4, chapter=2) == 11
        assert table.cursor(CODE, 0) == Cursor(told=5, chapter=3, message_id=15)

    def test_an_older_message_that_tells_more_has_told_it(self, table: Table) -> None:
        table.record_message(CODE, 0, 15, told=4, chapter=2)
        assert table.record_message(CODE, 0, 11, told=5, chapter=3) == 11
        assert table.cursor(CODE, 0) == Cursor(told=5, chapter=3, message_id=15)

    def test_an_answer_that_was_lost_changes_nothing(self, store: Store, table: Table) -> None:
        table.record_message(CODE, 0, 11, told=3, chapter=2)
        with store.losing_answers():
            assert table.record_message(CODE, 0, 15, told=4, chapter=3) == 11
        assert table.cursor(CODE, 0) == Cursor(told=4, chapter=3, message_id=15)


class TestWaiting:
    def test_a_chat_waits_and_counts_how_often(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        table.wait(CODE, 0, START + 9, 4)
        assert table.cursor(CODE, 0) == Cursor(waits_until=START + 9, wanted=5, tries=2)

    def test_a_wait_never_shortens_a_longer_one(self, table: Table) -> None:
        table.wait(CODE, 0, START + 9, 5)
        table.wait(CODE, 0, START, 6)
        assert table.cursor(CODE, 0) == Cursor(waits_until=START + 9, wanted=6, tries=1)

    def test_who_has_claimed_a_visit_may_wait_for_a_shorter_time_and_nobody_else(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        assert table.claim(CODE, 0, START, START + 60)
        table.wait(CODE, 0, START + 5, 6)
        table.wait(CODE, 0, START + 5, 6, held=START)
        assert table.cursor(CODE, 0).waits_until == START + 60
        table.wait(CODE, 0, START + 5, 6, held=START + 60)
        assert table.cursor(CODE, 0) == Cursor(waits_until=START + 5, wanted=6, tries=2)

    def test_a_visit_does_not_end_the_wait_of_one_who_has_more_to_tell(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        assert table.claim(CODE, 0, START, START + 60)
        table.wait(CODE, 0, START + 5, 6)
        assert not table.release(CODE, 0, told=5)
        assert table.release(CODE, 0, told=6)

    def test_what_comes_while_a_chat_waits_is_left_to_its_visit(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        assert table.defer(CODE, 0, 7)
        assert table.defer(CODE, 0, 6)
        assert table.cursor(CODE, 0).wanted == 7

    def test_nothing_is_deferred_to_a_chat_that_does_not_wait(self, table: Table) -> None:
        assert not table.defer(CODE, 0, 7)
        table.record_told(CODE, 0, told=3, chapter=2)
        assert not table.defer(CODE, 0, 7)
        assert table.cursor(CODE, 0) == Cursor(told=3, chapter=2)

    def test_a_visit_belongs_to_the_one_that_claims_it_first(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        assert table.claim(CODE, 0, START, START + 60)
        assert not table.claim(CODE, 0, START, START + 60)
        assert not table.claim(CODE, 0, START, START + 61)
        assert table.cursor(CODE, 0).waits_until == START + 60

    def test_a_chat_that_does_not_wait_cannot_be_claimed(self, store: Store, table: Table) -> None:
        assert not table.claim(CODE, 0, START, START + 60)
        assert store.items() == []

    def test_a_claim_whose_answer_was_lost_holds(self, store: Store, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        with store.losing_answers():
            assert table.claim(CODE, 0, START, START + 60)

    def test_a_chat_that_was_told_all_waits_no_more(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        table.defer(CODE, 0, 7)
        table.claim(CODE, 0, START, START + 60)
        table.record_told(CODE, 0, told=7, chapter=3)
        assert table.release(CODE, 0, told=7)
        assert table.cursor(CODE, 0) == Cursor(told=7, chapter=3)
        assert not table.defer(CODE, 0, 8)

    def test_a_chat_that_is_wanted_for_more_goes_on_waiting(self, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        table.defer(CODE, 0, 8)
        assert not table.release(CODE, 0, told=7)
        assert table.cursor(CODE, 0) == Cursor(waits_until=START, wanted=8, tries=1)

    def test_a_release_whose_answer_was_lost_holds(self, store: Store, table: Table) -> None:
        table.wait(CODE, 0, START, 5)
        with store.losing_answers():
            assert table.release(CODE, 0, told=7)
