"""A group on the page: a challenge by a command, another by inline mode, and the duel that all see."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.handset import Handset, sizes
from tests.browser.room import Room


def test_a_group_sees_a_duel(page: Page) -> None:
    alice, bob = Handset(page, "Alice"), Handset(page, "Bob")
    page.locator(".tools-toggle").click()
    page.locator("[data-tool=group]").click()
    group = Room(page, "Group")
    group.send("/new")
    group.last("wants to play 7776")
    group.photograph("31-challenge-in-a-group")
    group.tap("Accept")
    expect(group.node.locator(".alert")).to_contain_text("your own")
    group.photograph("32-own-challenge")
    group.node.locator(".alert button").click()
    group.be("Bob")
    group.tap("Accept")
    bob.last("Your dice")
    bob.photograph("33-hand-of-who-accepted")
    group.last("The button opens it")
    group.photograph("34-duel-begins")
    group.be("Alice")
    group.tap("To your dice")
    alice.last("Your dice")

    alice.pick(1, "major_sum")
    bob.pick(1, "minor_sum")
    group.last("after round 1")
    group.photograph("35-duel-after-a-round")

    group.type("@")
    group.offered().first.click()
    expect(group.offered()).to_have_count(4)
    group.photograph("36-inline-mode")
    group.offered().nth(2).click()
    group.last("wants to play 7776")
    group.photograph("37-challenge-by-inline-mode")
    assert sizes(page)["content"] <= sizes(page)["shown"]
