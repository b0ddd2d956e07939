"""The table's promises, on moto and on the real DynamoDB Local: conditional saves, lists and statistics that agree."""

from __future__ import annotations

import traceback

import pytest
from botocore.exceptions import ClientError

from core import codes
from core import match as matches
from core.combinations import Combination
from core.match import DAY, FORMAT, KEPT_AFTER_END, Match, Status
from core.view import totals
from infra.items import Profile, ScreenItem, match_item, membership_item, parse_record
from infra.keys import profile_key
from infra.table import ConflictError, FormatError, Table
from tests.infra.stores import CODE, START, Store, begun, guest, host, opened, played

OTHER = "0000000G"
CANCELLED = "TransactionCanceledException"


def start(table: Table, code: str = CODE) -> Match:
    """A stored match in its first round."""
    before = table.save(None, opened(code, now=START - 10 * int(codes.shard(code))))
    return table.save(before, matches.join(before, guest(), START + 60))


def last_round(table: Table) -> Match:
    """A stored match in which the host has picked for the last time, and the guest has not."""
    before = start(table)
    after = played(before, 15)
    return table.save(before, matches.pick(after, 1, 16, after.open_combinations(0)[0], 0, START + 200))


def last_pick(match: Match) -> Match:
    return matches.pick(match, 2, 16, match.open_combinations(1)[0], 0, START + 300)


def end(match: Match, status: Status) -> Match:
    """The match as it is when it ends so."""
    if status is Status.FINISHED:
        return played(match, 16 - match.revealed)
    if status is Status.RESIGNED:
        return matches.resign(match, 1, START + 300)
    if status is Status.FORFEITED:
        match = matches.pick(match, 2, match.round, match.open_combinations(1)[0], 0, START + 300)
    return matches.settle(match, START + 9 * DAY)


def profile(table: Table, user_id: int) -> Profile:
    found = table.profile(user_id)
    assert found is not None
    return found


def membership(store: Store, user_id: int, code: str = CODE) -> dict[str, object] | None:
    """What stands for a match under its user, in whichever list."""
    lines = [item for item in store.items() if item["pk"]["S"] == f"USER#{user_id}"]
    return next((line for line in lines if line["sk"]["S"].endswith(f"#{code}")), None)


class TestSaving:
    def test_a_saved_match_is_read_back(self, table: Table) -> None:
        saved = table.save(None, opened())
        assert saved == opened()
        assert table.match(CODE) == saved

    def test_an_unknown_code_has_no_match(self, table: Table) -> None:
        assert table.match(CODE) is None

    def test_each_save_counts_the_version(self, table: Table) -> None:
        match = start(table)
        assert match.version == 2
        after = table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        assert after.version == 3
        assert table.match(CODE) == after

    def test_a_match_that_has_not_changed_is_not_written(self, store: Store, table: Table) -> None:
        match = start(table)
        with store.counting() as calls:
            assert table.save(match, match.model_copy()) == match
        assert not calls

    def test_a_move_is_one_read_and_one_write(self, store: Store, table: Table) -> None:
        start(table)
        with store.counting() as calls:
            match = table.match(CODE)
            assert match is not None
            table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        assert calls == {"GetItem": 1, "PutItem": 1}

    def test_a_save_on_what_has_moved_on_is_a_conflict(self, table: Table) -> None:
        match = start(table)
        saved = table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        with pytest.raises(ConflictError):
            table.save(match, matches.pick(match, 2, 1, Combination.POKER, 0, START + 90))
        assert table.match(CODE) == saved

    def test_a_save_on_what_is_not_there_is_a_conflict(self, store: Store, table: Table) -> None:
        with pytest.raises(ConflictError):
            table.save(begun(), matches.pick(begun(), 1, 1, Combination.POKER, 0, START + 90))
        assert store.items() == []

    def test_a_conflict_says_nothing_of_what_is_stored(self, table: Table) -> None:
        match = start(table)
        table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        with pytest.raises(ConflictError) as conflict:
            table.save(match, matches.resign(match, 2, START + 90))
        text = "".join(traceback.format_exception(conflict.value))
        assert not any(hidden in text for hidden in ("Alice", repr(match.secret), Combination.POKER.letter + "'"))

    def test_a_match_of_a_newer_release_cannot_be_read(self, store: Store, table: Table) -> None:
        store.put(match_item(begun()) | {"format": {"N": str(FORMAT + 1)}})
        with pytest.raises(FormatError):
            table.match(CODE)

    @pytest.mark.parametrize("reasons", [["TransactionConflict", "None"], ["None", "TransactionConflict"]])
    def test_another_ones_transaction_under_way_is_a_conflict(
        self, store: Store, table: Table, reasons: list[str]
    ) -> None:
        """AWS refuses so where DynamoDB Local, which does one thing after another, never does."""
        match = start(table)
        with store.refusing("TransactWriteItems", CANCELLED, reasons), pytest.raises(ConflictError):
            table.save(match, matches.resign(match, 1, START + 90))
        with store.refusing("PutItem", "TransactionConflictException"), pytest.raises(ConflictError):
            table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        assert table.match(CODE) == match

    def test_other_errors_are_raised_as_they_are(self, store: Store, table: Table) -> None:
        match = start(table)
        after = matches.pick(match, 1, 1, Combination.POKER, 0, START + 90)
        with store.refusing("PutItem", "ValidationException"), pytest.raises(ClientError, match="Validation"):
            table.save(match, after)
        throttled = store.refusing("TransactWriteItems", CANCELLED, ["None", "ThrottlingError"])
        with throttled, pytest.raises(ClientError, match="ThrottlingError"):
            table.save(match, matches.resign(match, 1, START + 90))


class TestLostAnswers:
    """botocore sends a request again when its answer is lost: the first one's success must not look like a defeat."""

    def test_a_move_whose_answer_was_lost_is_saved(self, store: Store, table: Table) -> None:
        match = start(table)
        with store.losing_answers():
            saved = table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))
        assert table.match(CODE) == saved

    def test_a_table_and_a_join_whose_answers_were_lost_are_saved(self, store: Store, table: Table) -> None:
        with store.losing_answers():
            match = start(table)
        assert table.match(CODE) == match

    def test_an_end_whose_answer_was_lost_is_counted_once(self, store: Store, table: Table) -> None:
        match = last_round(table)
        with store.losing_answers():
            table.save(match, last_pick(match))
        assert [profile(table, user_id).played for user_id in (1, 2)] == [1, 1]

    def test_another_ones_save_is_a_conflict_all_the_same(self, store: Store, table: Table) -> None:
        match = start(table)
        table.save(match, matches.pick(match, 2, 1, Combination.POKER, 0, START + 90))
        with store.losing_answers(), pytest.raises(ConflictError):
            table.save(match, matches.pick(match, 1, 1, Combination.POKER, 0, START + 90))

    def test_a_second_function_that_ends_a_match_alike_counts_nothing_twice(self, table: Table) -> None:
        match = last_round(table)
        assert table.save(match, last_pick(match)) == table.save(match, last_pick(match))
        assert [profile(table, user_id).played for user_id in (1, 2)] == [1, 1]


class TestCreating:
    def test_a_new_table_is_in_its_hosts_list_and_profile(self, table: Table) -> None:
        table.save(None, opened())
        assert table.live_codes(1) == [CODE]
        assert table.profile(1) == Profile(user_id=1, name="Alice", invited_code=CODE, invited_at=START)

    def test_a_code_that_is_taken_is_a_conflict_and_leaves_no_trace(self, store: Store, table: Table) -> None:
        table.save(None, opened())
        before = store.items()
        with pytest.raises(ConflictError):
            table.save(None, opened(player=host(8, "Carol")))
        assert store.items() == before

    @pytest.mark.parametrize("later", [-3, 0, 4])
    def test_a_second_invitation_within_five_seconds_is_a_conflict(self, table: Table, later: int) -> None:
        table.save(None, opened())
        with pytest.raises(ConflictError):
            table.save(None, opened(OTHER, now=START + later))
        assert table.match(OTHER) is None
        assert table.live_codes(1) == [CODE]
        assert profile(table, 1).invited_code == CODE

    def test_a_second_invitation_after_five_seconds_stands_beside_the_first(self, table: Table) -> None:
        table.save(None, opened())
        table.save(None, opened(OTHER, now=START + 5))
        assert sorted(table.live_codes(1)) == sorted([CODE, OTHER])
        assert profile(table, 1).invited_code == OTHER

    def test_an_invitation_that_is_open_no_longer_can_be_replaced_at_once(self, table: Table) -> None:
        table.save(None, opened())
        table.save(None, opened(OTHER, now=START + 1), instead_of=CODE)
        assert profile(table, 1).invited_code == OTHER
        with pytest.raises(ConflictError):
            table.save(None, opened("1111111H", now=START + 2), instead_of=CODE)

    def test_a_rematch_is_in_both_lists_and_is_no_invitation(self, table: Table) -> None:
        ended = end(begun(OTHER), Status.RESIGNED)
        table.save(None, matches.rematch(ended, CODE, bytes(32), host(), START))
        assert table.live_codes(1) == table.live_codes(2) == [CODE]
        assert profile(table, 1).invited_code is None
        table.save(None, opened("1111111H", now=START + 1))

    def test_what_is_made_from_a_match_that_has_changed_since_is_a_conflict(self, store: Store, table: Table) -> None:
        match = start(table)
        read = table.save(match, end(match, Status.RESIGNED))
        asked = matches.rematch(read, OTHER, bytes(32), host(), START + 400)
        changed = table.save(read, read.with_seat(1, is_unreachable=True))
        before = store.items()
        with pytest.raises(ConflictError):
            table.save(None, asked, made_from=read)
        assert store.items() == before
        assert table.save(None, asked, made_from=changed) == asked


class TestJoining:
    def test_a_match_that_was_joined_is_in_the_guests_list_and_profile(self, table: Table) -> None:
        start(table)
        assert table.live_codes(2) == [CODE]
        assert table.profile(2) == Profile(user_id=2, name="Bob")

    def test_a_table_that_somebody_else_has_joined_is_a_conflict(self, table: Table) -> None:
        table_open = table.save(None, opened())
        table.save(table_open, matches.join(table_open, guest(), START + 60))
        with pytest.raises(ConflictError):
            table.save(table_open, matches.join(table_open, guest(3, "Carol"), START + 60))
        assert table.live_codes(3) == []
        assert table.profile(3) is None

    def test_joining_keeps_the_statistics_and_tells_the_new_name(self, table: Table) -> None:
        match = start(table)
        table.save(match, end(match, Status.RESIGNED))
        again = table.save(None, opened(OTHER, now=START + 10))
        table.save(again, matches.join(again, guest(name="Bobby"), START + 60))
        assert (profile(table, 2).name, profile(table, 2).won) == ("Bobby", 1)


class TestEnding:
    def test_a_finished_match_is_counted_for_both(self, table: Table) -> None:
        match = last_round(table)
        after = table.save(match, last_pick(match))
        mine, theirs = totals(after, 0)
        assert after.status is Status.FINISHED
        assert (profile(table, 1).points, profile(table, 2).points) == (mine, theirs)
        results = [(player.won, player.drawn, player.lost) for player in (profile(table, 1), profile(table, 2))]
        assert results == ([(1, 0, 0), (0, 0, 1)] if mine > theirs else [(0, 0, 1), (1, 0, 0)])

    @pytest.mark.parametrize("status", [Status.RESIGNED, Status.FORFEITED])
    def test_a_match_that_was_given_up_or_timed_out_is_lost_and_won(self, table: Table, status: Status) -> None:
        match = start(table)
        table.save(match, end(match, status))
        assert (profile(table, 1).played, profile(table, 1).lost) == (1, 1)
        assert (profile(table, 2).played, profile(table, 2).won) == (1, 1)

    def test_a_match_in_which_nobody_picked_in_time_is_not_counted(self, store: Store, table: Table) -> None:
        match = start(table)
        table.save(match, end(match, Status.ABANDONED))
        assert (profile(table, 1).played, profile(table, 2).played) == (0, 0)
        held = membership(store, 1)
        assert held is not None
        assert held["result"] == {"S": "none"}

    def test_a_match_that_was_called_off_stays_in_the_lists_and_is_not_counted(
        self, store: Store, table: Table
    ) -> None:
        match = start(table)
        lost = table.save(match, matches.mark_unreachable(match, 1))
        table.save(lost, matches.cancel(lost, 1, START + 300))
        assert (profile(table, 1).played, profile(table, 2).played) == (0, 0)
        for user_id in (1, 2):
            kept = membership(store, user_id)
            assert kept is not None
            assert (kept["status"], kept["result"]) == ({"S": "cancelled"}, {"S": "none"})
            assert table.live_codes(user_id) == []

    def test_statistics_add_up_over_matches(self, table: Table) -> None:
        points = 0
        for number, code in enumerate([CODE, OTHER, "1111111H"]):
            match = table.save(None, opened(code, now=START + 10 * number))
            match = table.save(match, matches.join(match, guest(), START + 60))
            points += totals(table.save(match, end(match, Status.FINISHED)), 0)[0]
        assert (profile(table, 1).played, profile(table, 1).points) == (3, points)

    def test_an_ended_match_leaves_the_lists_and_is_kept_for_ninety_days(self, store: Store, table: Table) -> None:
        match = start(table)
        ended = table.save(match, matches.resign(match, 1, START + 300))
        assert table.live_codes(1) == table.live_codes(2) == []
        assert table.match(CODE) == ended
        for item in (membership(store, 1), membership(store, 2), match_item(ended)):
            assert item is not None
            assert item["expires_at"] == {"N": str(START + 300 + KEPT_AFTER_END)}

    def test_the_matches_that_go_on_are_found_without_a_look_at_those_that_have_ended(
        self, store: Store, table: Table
    ) -> None:
        live = start(table)
        for number in range(5):
            match = table.save(None, opened(f"0000000{number}", now=START + 10 + 10 * number))
            if number % 2:
                match = table.save(match, matches.join(match, guest(), START + 60))
                table.save(match, end(match, Status.RESIGNED))
            else:
                table.save(match, matches.cancel(match, 1, START + 60))
        with store.scanning() as seen:
            assert table.live_codes(1) == [live.code]
        assert seen["Query"] == 1

    @pytest.mark.parametrize("status", [Status.CANCELLED, Status.EXPIRED])
    def test_a_table_that_nobody_joined_stands_in_no_list_and_can_still_be_found_by_its_host(
        self, store: Store, table: Table, status: Status
    ) -> None:
        match = table.save(None, opened())
        ended = (
            matches.cancel(match, 1, START + 9)
            if status is Status.CANCELLED
            else matches.settle(match, START + DAY * 9)
        )
        table.save(match, ended)
        kept = match_item(ended)["expires_at"]
        assert membership(store, 1) == membership_item(ended, 0)
        assert membership_item(ended, 0)["expires_at"] == kept
        assert (table.live_codes(1), table.past(1)) == ([], [])
        assert table.traces(1)[0].code == CODE
        assert profile(table, 1).played == 0

    def test_a_rematch_that_was_declined_stands_in_neither_list_and_can_still_be_found_by_both(
        self, table: Table
    ) -> None:
        asked = table.save(None, matches.rematch(end(begun(OTHER), Status.RESIGNED), CODE, bytes(32), host(), START))
        table.save(asked, matches.cancel(asked, 2, START + 9))
        for user_id in (1, 2):
            assert (table.live_codes(user_id), table.past(user_id)) == ([], [])
            assert table.traces(user_id)[0].code == CODE

    def test_the_last_pick_that_lost_a_race_counts_nothing(self, table: Table) -> None:
        match = last_round(table)
        table.save(match, last_pick(match))
        with pytest.raises(ConflictError):
            table.save(match, matches.resign(match, 2, START + 300))
        assert (profile(table, 1).played, profile(table, 2).played) == (1, 1)


class TestReadingMany:
    def test_matches_come_in_the_order_of_their_codes_without_those_that_are_missing(self, table: Table) -> None:
        first, second = start(table, CODE), start(table, OTHER)
        assert table.matches([OTHER, "ZZZZZZZZ", CODE, OTHER]) == [second, first]
        assert table.matches([]) == []

    def test_more_matches_than_one_batch_holds_are_all_read(self, store: Store, table: Table) -> None:
        wanted = [f"{number:08d}" for number in range(130)]
        store.put(*(match_item(opened(code)) for code in wanted))
        with store.counting() as calls:
            assert [match.code for match in table.matches(wanted)] == wanted
        assert calls == {"BatchGetItem": 2}

    def test_a_match_that_cannot_be_read_does_not_hide_the_others(self, store: Store, table: Table) -> None:
        match = start(table)
        store.put(match_item(begun(OTHER)) | {"format": {"N": str(FORMAT + 1)}})
        assert table.matches([OTHER, CODE]) == [match]

    def test_keys_that_were_left_unprocessed_are_asked_for_again(self, store: Store, table: Table) -> None:
        wanted = [start(table, CODE), start(table, OTHER)]
        with store.leaving_unprocessed(1):
            assert table.matches([CODE, OTHER]) == wanted

    def test_a_batch_is_given_up_after_a_few_attempts(self, store: Store) -> None:
        store.put(*(match_item(opened(f"{number:08d}")) for number in range(9)))
        waits: list[float] = []
        table = Table(store.client, store.name, sleep=waits.append)
        with store.leaving_unprocessed(99), pytest.raises(TimeoutError):
            table.matches([f"{number:08d}" for number in range(9)])
        assert 2 <= len(waits) <= 5
        assert sum(waits) < 2

    def test_a_list_of_several_pages_is_read_to_its_end(self, store: Store, table: Table) -> None:
        wanted = [f"{number:08d}" for number in range(7)]
        for number, code in enumerate(wanted):
            match = table.save(None, opened(code, now=START + 10 * number))
            if number == 1:
                table.save(match, matches.cancel(match, 1, START))
            if number == 2:
                match = table.save(match, matches.join(match, guest(), START + 60))
                table.save(match, end(match, Status.RESIGNED))
        with store.paged(2):
            assert table.live_codes(1) == [wanted[0], *wanted[3:]]


class TestWhatIsDue:
    def test_only_what_has_come_is_due(self, table: Table) -> None:
        match = start(table)
        assert match.due_at is not None
        assert list(table.due(match.due_at - 1)) == []
        assert list(table.due(match.due_at)) == [CODE]

    def test_what_has_ended_is_due_no_more(self, table: Table) -> None:
        match = start(table)
        table.save(match, end(match, Status.RESIGNED))
        assert list(table.due(START + 99 * DAY)) == []

    def test_every_shard_and_page_is_read(self, store: Store, table: Table) -> None:
        wanted = [f"{digit}{number}000000" for digit in codes.ALPHABET for number in range(3)]
        store.put(*(match_item(opened(code)) for code in wanted))
        with store.paged(2):
            assert sorted(table.due(START + 8 * DAY)) == sorted(wanted)


class TestScreens:
    SCREEN = ScreenItem(user_id=1, update_id=77, name="rules", arguments={"page": 2}, message_id=5, expires_at=START)

    def test_a_screen_waits_until_it_was_shown(self, table: Table) -> None:
        assert not table.has_screen(self.SCREEN)
        table.put_screen(self.SCREEN)
        assert table.has_screen(self.SCREEN)
        table.empty_screen(self.SCREEN)
        assert not table.has_screen(self.SCREEN)

    @pytest.mark.parametrize("is_shown", [False, True])
    def test_a_repeated_update_brings_no_second_screen(self, store: Store, table: Table, is_shown: bool) -> None:
        table.put_screen(self.SCREEN)
        if is_shown:
            table.empty_screen(self.SCREEN)
        before = store.items()
        table.put_screen(self.SCREEN.model_copy(update={"name": "score", "expires_at": START + 9}))
        assert store.items() == before

    def test_a_shown_screen_still_expires(self, store: Store, table: Table) -> None:
        table.put_screen(self.SCREEN)
        table.empty_screen(self.SCREEN)
        (item,) = store.items()
        assert item["expires_at"] == {"N": str(START)}

    def test_a_screen_that_expired_before_it_was_shown_is_not_made_anew(self, store: Store, table: Table) -> None:
        table.empty_screen(self.SCREEN)
        assert store.items() == []


class TestCommands:
    def test_a_minutes_commands_are_counted_up_to_the_limit(self, store: Store, table: Table) -> None:
        assert [table.count("a", 3, START) for _ in range(5)] == [True, True, True, False, False]
        assert table.count("b", 3, START)
        assert sorted(item["count"]["N"] for item in store.items()) == ["1", "3"]

    def test_counts_bring_no_message(self, store: Store, table: Table) -> None:
        table.count("a", 3, START)
        [item] = store.items()
        record = {"eventName": "INSERT", "dynamodb": {"NewImage": item, "SequenceNumber": "1"}}
        assert parse_record(record) is None


def test_a_stranger_has_no_profile(store: Store, table: Table) -> None:
    assert table.profile(1) is None
    assert "Item" not in store.client.get_item(TableName=store.name, Key=profile_key(1))


def test_an_update_that_was_served_names_its_match_when_it_comes_again(table: Table) -> None:
    assert table.served(1, 500) is None
    for _ in range(2):
        table.note_served(1, 500, CODE, expires_at=START + DAY)
    assert table.served(1, 500) == CODE
    assert table.served(1, 501) is None
    assert table.served(2, 500) is None
