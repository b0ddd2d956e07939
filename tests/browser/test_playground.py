"""Two people play on the page, at the width of a small phone; what they see is left in screenshots/."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.handset import Handset, sizes
from tests.browser.room import Room


def begin(page: Page) -> tuple[Handset, Handset]:
    """Alice sends Bob her table by Telegram's own chooser, and Bob accepts."""
    alice, bob = Handset(page, "Alice"), Handset(page, "Bob")
    alice.photograph("01-before-the-first-word")
    alice.node.locator(".start-button").click()
    alice.last("dice duel")
    alice.photograph("02-first-contact")
    alice.tap("Play a friend")
    alice.last("Your table is open")
    alice.photograph("03-invitation")
    alice.tap("Send to a friend")
    expect(alice.node.locator(".sheet")).to_be_visible()
    alice.photograph("04-whom-to-send-it-to")
    alice.node.locator(".sheet .choice", has_text="Bob").click()
    both = Room(page, "Alice and Bob")
    both.last("wants to play 7776")
    both.photograph("05-the-challenge-arrives")
    both.be("Bob")
    both.tap("Accept")
    for phone in (alice, bob):
        phone.last("Your dice")
    return alice, bob


def test_two_people_play_some_rounds_on_small_phones(page: Page) -> None:
    alice, bob = begin(page)
    alice.photograph("06-first-hand-host")
    bob.photograph("07-first-hand-guest")

    alice.pick(1, "poker")
    alice.last("You picked Poker")
    alice.photograph("08-waiting")
    bob.last("so your tap reveals")
    bob.photograph("09-the-other-is-ready")
    alice.tap("Change")
    alice.last("it counts")
    alice.photograph("10-change")
    alice.pick(1, "major_sum")
    alice.last("You picked Major Sum")
    bob.pick(1, "minor_sum")
    for phone, theirs in ((alice, "Bob"), (bob, "Alice")):
        shown = phone.read("Round 2 of 16")
        assert re.search(r"^You( [1-6]){5} · M(aj|in)or Sum ✓ \+\d+$", shown, re.MULTILINE)
        assert re.search(rf"^{theirs}( [1-6]){{5}} · M(aj|in)or Sum ✓ \+\d+$", shown, re.MULTILINE)
    alice.photograph("11-reveal-host")
    bob.photograph("12-reveal-guest")
    assert alice.key(2, "major_sum").count() == 0
    assert bob.key(2, "minor_sum").count() == 0

    for number, combination in ((2, "two"), (3, "2+2")):
        bob.pick(number, combination)
        alice.pick(number, combination)
        for phone in (alice, bob):
            phone.last(f"Round {number + 1} of 16")
    alice.photograph("13-round-four-host")

    alice.pick(4, "poker")
    alice.tap("Score card")
    score = alice.read("Score card ·")
    assert re.search(r"Total\s+−?\d+ : −?\d+", score)
    alice.photograph("14-score-card")
    alice.tap("Back to the table")
    alice.last("You picked Poker")
    alice.photograph("15-back-at-the-table")
    bob.pick(4, "three")
    bob.last("Round 5 of 16")
    bob.photograph("16-round-five-guest")

    assert sizes(page)["content"] <= sizes(page)["shown"]
    assert {phone.name: phone.too_wide() for phone in (alice, bob)} == {"Alice": [], "Bob": []}
