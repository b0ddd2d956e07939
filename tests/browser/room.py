"""One of the page's chats of several people."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SCREENSHOTS
from tests.browser.handset import show


class Room:
    """The chat with this title; what is done there brings it into view first."""

    def __init__(self, page: Page, title: str) -> None:
        self._page, self.title = page, title
        self.node = page.locator(f'[data-room="{title}"]')

    def be(self, name: str) -> None:
        """Type and tap as this person from now on."""
        show(self._page, self.title)
        self.node.get_by_role("radio", name=name).click()

    def type(self, text: str) -> None:
        show(self._page, self.title)
        self.node.locator("textarea").fill(text)

    def send(self, text: str) -> None:
        self.type(text)
        self.node.locator("textarea").press("Enter")

    def offered(self) -> Locator:
        """What the typing box offers."""
        return self.node.locator(".commands button")

    def tap(self, label: str) -> None:
        show(self._page, self.title)
        self.node.locator(".key", has=self._page.get_by_text(label, exact=True)).last.click()

    def last(self, text: str) -> Locator:
        """The newest message, once it holds this text."""
        message = self.node.locator(".message").last
        expect(message).to_contain_text(text)
        return message

    def photograph(self, name: str) -> None:
        show(self._page, self.title)
        self._page.wait_for_timeout(700)  # until what moves has come to rest
        self._page.screenshot(path=SCREENSHOTS / f"{name}.png")
