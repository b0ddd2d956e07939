"""One of the page's phones, as a person sees and taps it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SCREENSHOTS


def show(page: Page, name: str) -> None:
    """Bring a phone, or a chat of several people, into view."""
    tab = page.locator(".tab", has=page.get_by_text(name, exact=True))
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")


class Handset:
    """The phone of the person with this name; what it does brings it into view first."""

    def __init__(self, page: Page, name: str) -> None:
        self._page, self.name = page, name
        self.node = page.locator(f"[data-user={name}]")
        expect(self.node.locator(".log")).to_have_attribute("aria-busy", "false")

    def show(self) -> None:
        show(self._page, self.name)

    def tap(self, label: str) -> None:
        """The newest button with this label."""
        self.show()
        self.node.locator(".key", has=self._page.get_by_text(label, exact=True)).last.click()

    def type(self, text: str) -> None:
        self.show()
        self.node.locator("textarea").fill(text)
        self.node.locator("textarea").press("Enter")

    def pick(self, match_round: int, combination: str) -> None:
        """Tap a combination of a round, and read in the toast that it was picked."""
        self.show()
        self.key(match_round, combination).click()
        expect(self.node.locator(".toast")).to_contain_text("You picked")

    def key(self, match_round: int, combination: str) -> Locator:
        return self.node.locator(f'.key[data-callback*=":{match_round}:{combination}:"]')

    def last(self, text: str) -> Locator:
        """The newest message, once it holds this text."""
        message = self.node.locator(".message").last
        expect(message).to_contain_text(text)
        return message

    def read(self, text: str) -> str:
        return self.last(text).inner_text().replace("\u2068", "").replace("\u2069", "")

    def photograph(self, name: str) -> None:
        self.show()
        self._page.wait_for_timeout(700)  # until what moves has come to rest
        self._page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def too_wide(self) -> list[str]:
        """What does not fit the phone: buttons whose label is cut, and lines (a seal aside) that had to be broken."""
        found: list[str] = self.node.evaluate(_TOO_WIDE)
        return found


_TOO_WIDE = """(phone) => {
  const cut = [...phone.querySelectorAll(".key-label")].filter((label) => label.scrollWidth > label.clientWidth);
  const lines = [];
  for (const text of phone.querySelectorAll(".message.bot .text")) {
    const style = getComputedStyle(text);
    for (const line of text.innerText.split("\\n").filter((line) => !/^[0-9a-f]{64}$/.test(line))) {
      const probe = document.createElement("span");
      Object.assign(probe.style, { font: style.font, whiteSpace: "nowrap", position: "absolute" });
      probe.textContent = line;
      text.append(probe);
      if (probe.getBoundingClientRect().width > text.getBoundingClientRect().width + 1) lines.push(line);
      probe.remove();
    }
  }
  return [...cut.map((label) => label.textContent), ...lines];
}"""


def sizes(page: Page) -> dict[str, Any]:
    """How wide the page is, and how wide its content."""
    measured: dict[str, Any] = page.evaluate(
        "() => ({ shown: innerWidth, content: document.documentElement.scrollWidth })"
    )
    return measured
