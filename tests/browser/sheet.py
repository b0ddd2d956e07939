"""`make screens`: every screen in every language, as the playground's page shows messages on a phone of 360 px.

A sheet is a picture with a column for each language and a row for each screen of the gallery. They are written to
.github/screens; labels that are cut and lines that are broken are named, as this machine's fonts have them.
"""

from __future__ import annotations

import io
import mimetypes
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, Route, sync_playwright

from handlers.chat.texts.languages import LANGUAGES
from infra.local.bot_api import entities
from infra.screen import Screen
from tests import catalogues
from tests.browser.conftest import SWITCHES
from tests.handlers.chat.duel_gallery import DUELS
from tests.handlers.chat.gallery import AFTERWARDS, MATCH, NOW, SCREENS, SHORT, SOLO
from tests.handlers.chat.people import Names
from tests.real_parts import PARTS

ROOT: Final = Path(__file__).parents[2]
SHEETS: Final = ROOT / ".github" / "screens"
OF_MATCHES: Final = {"match": MATCH, "afterwards": AFTERWARDS, "alone": SOLO, "duels": DUELS}
AROUND: Final = {name: SCREENS[name] for name in SCREENS if not any(name in group for group in OF_MATCHES.values())}
Screens = Mapping[str, Callable[[Names], Screen]]
_SCALE: Final = 0.55
_ROWS_AT_ONCE: Final = 12
_COLOURS: Final = 64
_PATIENCE_MS: Final = 120_000
_PAGE: Final = r"""<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="/page/style.css">
<link rel="stylesheet" href="/page/phone.css">
<link rel="stylesheet" href="/page/message.css">
<style>
  html, body { background: #fff; }
  section { padding: 14px 0 4px; border-top: 2px solid #1b2321; }
  h2 { padding: 0 8px; font-size: 21px; }
  .cells { display: grid; grid-auto-flow: column; grid-auto-columns: 360px; width: max-content; gap: 8px; }
  .cells > b { padding: 6px 8px; font-size: 24px; }
  .log { background-image: none; }
  .list { margin: 0; }
  .meta { display: none; }
  .bubble > .text::after { display: none !important; }
</style>
<main></main>
<script type="module">
  import { setNow } from "/page/clock.js";
  import { renderMessage } from "/page/message.js";
  const nothing = () => {};
  const element = (tag, name, ...inside) => {
    const node = Object.assign(document.createElement(tag), { className: name });
    node.append(...inside);
    return node;
  };
  window.show = (languages, titles, rows, now) => {
    setNow(now);
    const chat = (locale) => ({
      own: null, press: nothing, isBusy: () => false, fileUrl: (id) => `/photo/${id}`,
      actions: { openLink: nothing, sendCommand: nothing, copy: nothing, toast: nothing, locale },
    });
    const cell = (message, index) => {
      const item = renderMessage(message, chat(languages[index]));
      return element("div", "log", element("ol", "list", item));
    };
    const sections = rows.map(([name, messages]) => {
      const section = element("section", "", element("h2", "", name), element("div", "cells", ...messages.map(cell)));
      section.dataset.name = name;
      return section;
    });
    const head = element("div", "cells", ...titles.map((title) => element("b", "", title)));
    document.querySelector("main").replaceChildren(head, ...sections);
    for (const image of document.images) image.loading = "eager";
  };
  // The lines of a text as they are broken on the phone: each with the ends of the pieces that it is in.
  const linesOf = (block) => {
    const lines = [{ text: "", bottoms: [] }];
    const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let quote = null;
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      const around = node.parentElement.closest("blockquote");
      if (around !== quote) lines.push({ text: "", bottoms: [] });
      quote = around;
      let at = 0;
      for (const [index, part] of node.data.split("\n").entries()) {
        if (index) lines.push({ text: "", bottoms: [] });
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        const line = lines.at(-1);
        line.text += part;
        if (part.trim()) line.bottoms.push(...[...range.getClientRects()].map((box) => box.bottom));
        at += part.length + 1;
      }
    }
    return lines;
  };
  window.wrapped = () => [...document.querySelectorAll(".text")].flatMap((block) => linesOf(block)
    .filter((line) => Math.max(...line.bottoms) - Math.min(...line.bottoms) > 12 && !/^[0-9a-f]{64}$/.test(line.text))
    .map((line) => `${block.closest("section").dataset.name}: ${line.text}`));
  window.cut = () => [...document.querySelectorAll(".key-label")]
    .filter((label) => label.scrollWidth > label.clientWidth)
    .map((label) => `${label.closest("section").dataset.name}: ${label.textContent}`);
</script>
"""


def spoken() -> list[str]:
    """The tags of the languages that there are words for, English first."""
    return [tag for tag in LANGUAGES if tag == "en" or catalogues.FOLDERS[tag] in catalogues.begun()]


class Sheet:
    """A page that shows screens."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._photos: list[bytes] = []
        page.set_default_timeout(_PATIENCE_MS)
        page.route("**/*", self._answer)
        page.goto("http://sheet.test/")
        page.wait_for_function("() => Boolean(window.show)")

    def show(self, languages: Sequence[str], rows: Screens) -> None:
        shown = [
            [name, [self._message(screen(Names(*SHORT[:2], language))) for language in languages]]
            for name, screen in rows.items()
        ]
        titles = [LANGUAGES[language] for language in languages]
        self._page.evaluate("(all) => window.show(...all)", [languages, titles, shown, NOW])
        self._page.wait_for_function("[...document.images].every((image) => image.complete)")

    def cut(self) -> list[str]:
        """The labels that do not fit on their buttons."""
        found: list[str] = self._page.evaluate("window.cut()")
        return found

    def wrapped(self) -> list[str]:
        """The lines that a phone breaks where nobody has."""
        found: list[str] = self._page.evaluate("window.wrapped()")
        return found

    def photograph(self) -> Image.Image:
        return Image.open(io.BytesIO(self._page.locator("main").screenshot())).convert("RGB")

    def _message(self, screen: Screen) -> dict[str, Any]:
        """A screen as a Bot API Message."""
        parameters = screen.parameters
        message = {"message_id": 1, "date": NOW, "from": {"id": 1, "is_bot": True, "first_name": "7776"}}
        message["reply_markup"] = parameters.get("reply_markup")
        if "photo" in parameters:
            self._photos.append(parameters["photo"].content)
            message["photo"] = [{"file_id": str(len(self._photos) - 1), "width": 1080, "height": 1350}]
        if "document" in parameters:
            name, content = parameters["document"]
            message["document"] = {"file_id": "0", "file_name": name, "file_size": len(content)}
        field = "text" if "text" in parameters else "caption"
        text = entities.message_text(entities.read(parameters[field], "HTML"))
        return message | text.fields(field, "entities" if field == "text" else "caption_entities")

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/page/"):
            file = ROOT / "infra" / "local" / path.removeprefix("/")
            route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0])
        elif path.startswith("/photo/"):
            route.fulfill(body=self._photos[int(path.removeprefix("/photo/"))], content_type="image/png")
        else:
            route.fulfill(body=_PAGE, content_type="text/html")


@contextmanager
def sheet(browser: Browser, scale: float = 1) -> Iterator[Sheet]:
    context = browser.new_context(
        viewport={"width": 368 * len(spoken()), "height": 1200}, device_scale_factor=scale, timezone_id="UTC"
    )
    yield Sheet(context.new_page())
    context.close()


def main() -> None:
    part, languages = PARTS["chromium"], spoken()
    chromium = part.find() or sys.exit(f"{part.title} {part.remedy}.")
    SHEETS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        with sheet(browser, _SCALE) as page:
            for name, screens in {"around": AROUND, **OF_MATCHES}.items():
                pieces = []
                names = list(screens)
                for start in range(0, len(names), _ROWS_AT_ONCE):
                    page.show(languages, {one: screens[one] for one in names[start : start + _ROWS_AT_ONCE]})
                    pieces.append(page.photograph())
                    for found in (*page.cut(), *page.wrapped()):
                        print(f"too long: {found}", file=sys.stderr)
                _save(pieces, SHEETS / f"{name}.png")
        browser.close()


def _save(pieces: Sequence[Image.Image], path: Path) -> None:
    """One under another, in few colours."""
    whole = Image.new("RGB", (max(one.width for one in pieces), sum(one.height for one in pieces)), "white")
    down = 0
    for piece in pieces:
        whole.paste(piece, (0, down))
        down += piece.height
    whole.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path.relative_to(ROOT), f"{whole.width} × {whole.height}", f"{path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
