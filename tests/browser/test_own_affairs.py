"""Settings, a question before a pick, reactions and being forgotten, at the width of a small phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.handset import Handset, sizes


def begin(page: Page) -> tuple[Handset, Handset]:
    """Alice opens a table, and Bob types its code."""
    alice, bob = Handset(page, "Alice"), Handset(page, "Bob")
    alice.type("/new")
    found = re.search(r"Code: (\S+)", alice.read("Your table is open"))
    assert found is not None
    bob.type(found[1])
    for phone in (alice, bob):
        phone.last("Your dice")
    return alice, bob


def test_a_player_sets_things_says_things_and_is_forgotten(page: Page) -> None:
    alice, bob = begin(page)

    alice.type("/settings")
    alice.last("Ask before a pick")
    alice.photograph("21-settings")
    alice.tap("Always ask")
    alice.last("Ask before a pick · always")
    alice.tap("Silent reminders")
    alice.last("Reminders · silent")
    alice.photograph("22-settings-changed")
    alice.type("/matches")
    alice.tap("Bob")
    alice.last("Your dice")
    expect(alice.key(1, "4")).to_have_count(1)  # the older message has lost its keyboard
    alice.key(1, "4").click()
    alice.last("Pick 4?")
    alice.photograph("23-question-before-a-pick")
    alice.tap("Back")
    alice.last("Pick one.")
    alice.key(1, "3+2").click()
    alice.last("Pick 3+2?")
    alice.tap("Pick it")
    alice.last("You picked 3+2.")
    alice.tap("😂 haha")
    alice.last("With the reveal: 😂 haha")
    alice.photograph("24-waiting-with-a-reaction")
    assert "haha" not in bob.node.inner_text()

    bob.pick(1, "minor_sum")
    bob.last(": 😂 haha")
    bob.photograph("25-reveal-with-a-reaction")
    alice.last("You: 😂 haha")
    alice.photograph("26-second-hint")

    assert {phone.name: phone.too_wide() for phone in (alice, bob)} == {"Alice": [], "Bob": []}

    alice.type("/privacy")
    alice.last("90 days")
    alice.photograph("27-privacy")
    alice.tap("Forget me …")
    alice.last("You give up 1 match under way.")
    alice.photograph("28-forget")
    alice.tap("Forget me")
    alice.last("You are forgotten.")
    alice.photograph("29-forgotten")
    bob.last("resigned. You win!")
    bob.photograph("30-who-stays-wins")
    expect(bob.node.locator(".key", has_text="Rematch")).to_have_count(0)

    assert sizes(page)["content"] <= sizes(page)["shown"]
    assert {phone.name: phone.too_wide() for phone in (alice, bob)} == {"Alice": [], "Bob": []}
