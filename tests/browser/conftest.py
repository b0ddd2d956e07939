"""A headless Chromium, and a playground with two people whose page it opens at the width of a small phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.playing import playground
from tests.real_parts import require

WIDTH: Final = 360
HEIGHT: Final = 740
SCREENSHOTS: Final = Path(__file__).parent.parent.parent / "screenshots"
PATIENCE_MS: Final = 60_000
SWITCHES: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = require("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The page, whose errors fail the test."""
    SCREENSHOTS.mkdir(exist_ok=True)
    errors: list[str] = []
    with playground() as url:
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(url)
        yield page
        context.close()
    assert errors == []
