"""The way of .github/STRANGER.md on the page: by what the screens offer alone, and with the answers that they hold."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.handset import Handset
from tests.browser.room import Room


def untold(text: str, *facts: str) -> list[str]:
    """The facts that a screen does not tell, however its lines are broken."""
    words = " ".join(text.split())
    return [fact for fact in facts if not re.search(fact, words)]


def test_a_stranger_gets_to_the_third_round_by_what_the_screens_say(page: Page) -> None:
    alice, bob = Handset(page, "Alice"), Handset(page, "Bob")

    assert untold(alice.node.inner_text(), "dice", "START") == []
    alice.node.locator(".start-button").click()
    first = alice.read("dice duel")
    assert untold(first, "for two", "five hidden dice", "secretly pick one", "all ten dice open", "16 rounds") == []
    alice.tap("Rules")
    alice.last("Rules")
    alice.tap("Play a friend")

    invitation = alice.read("Your table is open")
    assert untold(invitation, "link", "1 day") == []
    alice.tap("Send to a friend")
    alice.node.locator(".sheet .choice", has_text="Bob").click()
    both = Room(page, "Alice and Bob")
    both.last("wants to play 7776")
    both.be("Bob")
    both.tap("Accept")

    hand = alice.read("Your dice")
    assert untold(hand, "Bob", "round 1 of 16", "Bob's five dice count too", "−70", "✓ = cannot fail now") == []
    alice.pick(1, "major_sum")
    assert untold(alice.read("You picked Major Sum"), "Waiting for Bob") == []
    expect(alice.node.locator(".key", has_text="Change").last).to_be_visible()

    bob.pick(1, "minor_sum")
    reveal = alice.read("Round 2 of 16")
    assert untold(reveal, r"You [+−]?\d+, Bob [+−]?\d+ · −?\d+ : −?\d+", r"Bob( [1-6]){5} · Minor Sum", "All ten") == []
    assert alice.key(2, "major_sum").count() == 0
    alice.pick(2, "two")
    alice.tap("Score card")
    assert untold(alice.read("Score card ·"), "Bob", "Total") == []
    alice.tap("Back to the table")
    bob.pick(2, "two")

    assert untold(alice.read("Round 3 of 16"), "Your dice") == []
    bob.pick(3, "2+2")
    alice.pick(3, "2+2")
    assert untold(alice.read("Round 4 of 16"), "Your dice") == []
