"""The main screens at the width of a small phone, in two other languages, in one and the same match."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.browser.handset import Handset


def speak(page: Page, name: str, language: str) -> Handset:
    phone = Handset(page, name)
    phone.type("/settings")
    phone.last("Ask before a pick")
    phone.tap(language)
    return phone


def test_two_people_play_in_german_and_in_russian(page: Page) -> None:
    alice, bob = speak(page, "Alice", "Deutsch"), speak(page, "Bob", "Русский")
    alice.last("Erinnerungen")
    bob.last("Напоминания")
    for phone, sign, label in ((alice, "31", "Zu zweit spielen"), (bob, "41", "Сыграть с другом")):
        phone.type("/start")
        phone.last(label)
        phone.photograph(f"{sign}-start")

    alice.tap("Zu zweit spielen")
    found = re.search(r"Code: (\S+)", alice.read("Dein Tisch ist offen"))
    assert found is not None
    alice.photograph("32-invitation")
    bob.type(found[1])
    alice.last("Dein Wurf")
    bob.last("Твои кубики")
    alice.photograph("33-first-hand")
    bob.photograph("43-first-hand")

    alice.key(1, "major_sum").click()
    alice.last("Deine Wahl: Große Summe.")
    alice.photograph("34-waiting")
    bob.key(1, "minor_sum").click()
    alice.last("Runde 2 von 16")
    bob.last("Раунд 2 из 16")
    alice.photograph("35-reveal")

    page.locator(".tools-toggle").click()
    page.locator(".tools select").select_option("es")
    page.locator("[data-tool=add]").click()
    carol = Handset(page, "Carol")
    page.locator(".tools-toggle").click()
    carol.type("/start")
    carol.last("Jugar con amigos")
    bob.photograph("45-reveal")

    for phone, sign, card, rules, matches in (
        (alice, "36", "Punktezettel", "Regeln", "Du bist dran"),
        (bob, "46", "Таблица очков", "Правила", "Твой ход"),
    ):
        for number, (command, heading) in enumerate((("/score", card), ("/rules", rules), ("/matches", matches))):
            phone.type(command)
            phone.last(heading)
            phone.photograph(f"{sign}-{number}{command.replace('/', '-')}")

    assert {phone.name: phone.too_wide() for phone in (alice, bob)} == {"Alice": [], "Bob": []}
