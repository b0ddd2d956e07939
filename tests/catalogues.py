"""`make catalogues`: what translators work on, brought up to what the sources say.

It writes the template handlers/chat/locales/7776.pot, brings each language's 7776.po up to it, and compiles that to the
7776.mo beside it, which alone ships. `make catalogues LANGUAGES=ru` keeps to one language, and begins it where there is
none yet. A file that would not change is left alone. What has a new msgid is untranslated; the words that it had stay
at the end of the file until nothing is untranslated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from handlers.chat.texts.catalogue import DOMAIN, LOCALES, names
from handlers.chat.texts.languages import LANGUAGES

TEXTS: Final = Path(__file__).parents[1] / "handlers" / "chat" / "texts"
TEMPLATE: Final = LOCALES / f"{DOMAIN}.pot"
FOLDERS: Final = {tag: names(tag)[0] for tag in LANGUAGES if tag != "en"}
"""The folder of each language under locales, by its tag; the msgids are English."""

_KEYWORDS: Final = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_COMMENT: Final = "L10n:"  # begins a comment for translators, on the line before its msgid's
_PLURALS: Final = {"es": (2, "(n != 1)"), "pt_BR": (2, "(n > 1)")}  # Babel's have a form for millions alone
_WIDTH: Final = 100


class PlainCatalog(Catalog):
    """A catalogue whose header says what gettext needs, and nothing of when, where or by whom it was made."""

    @property
    def num_plurals(self) -> int:
        return _PLURALS.get(str(self.locale), (super().num_plurals, ""))[0]

    @property
    def plural_expr(self) -> str:
        return _PLURALS.get(str(self.locale), (0, super().plural_expr))[1]

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        known = [("Language", str(self.locale)), ("Plural-Forms", self.plural_forms)] if self.locale else []
        return [*known, ("Content-Type", "text/plain; charset=utf-8")]

    mime_headers = property(_get_mime_headers)


def po(folder: str) -> Path:
    return LOCALES / folder / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo(folder: str) -> Path:
    return po(folder).with_suffix(".mo")


def begun() -> list[str]:
    """The folders of the languages that there is a catalogue of."""
    return [folder for folder in FOLDERS.values() if po(folder).exists()]


def template() -> Catalog:
    """Each msgid of the sources, in their order."""
    found = PlainCatalog()
    found.header_comment = "# What 7776 says, for translators; `make catalogues` writes this file from the sources."
    texts = extract_from_dir(TEXTS, keywords=_KEYWORDS, comment_tags=[_COMMENT], strip_comment_tags=True)
    for name, line, message, comments, context in sorted(texts, key=lambda text: text[:2]):
        found.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return found


def read(folder: str) -> Catalog:
    """A language's catalogue as it stands, or an empty one."""
    catalogue = PlainCatalog(locale=folder)
    catalogue.header_comment = "# The msgstr lines are for translators to write; `make catalogues` writes the rest."
    if po(folder).exists():
        held = read_po(BytesIO(po(folder).read_bytes()), locale=folder)
        _keep(catalogue, held)
        catalogue.obsolete.update(held.obsolete)
    return catalogue


def bring_up(catalogue: Catalog, sources: Catalog) -> None:
    """Give a language's catalogue the msgids of the sources. No words are guessed."""
    former = [message for message in catalogue.obsolete.values() if any(words(message))]
    catalogue.obsolete.clear()
    _keep(catalogue, former)
    catalogue.update(sources, no_fuzzy_matching=True)
    is_done = all(all(words(message)) for message in catalogue if message.id)
    for key in [key for key, message in catalogue.obsolete.items() if is_done or not any(words(message))]:
        del catalogue.obsolete[key]


def written(catalogue: Catalog) -> bytes:
    """As a .po or .pot file: no line numbers, so that it changes with the words alone."""
    file = BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False)
    return file.getvalue().rstrip() + b"\n"


def compiled(catalogue: Catalog) -> bytes:
    """As a .mo file."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def _keep(catalogue: Catalog, messages: Iterable[Message]) -> None:
    for message in messages:
        if message.id:
            catalogue[message.id] = message


def words(message: Message) -> tuple[str, ...]:
    """A translation in each of its forms; what is empty is untranslated."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _save(path: Path, content: bytes) -> None:
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)
    print(path.relative_to(Path.cwd()))


def main(tags: list[str]) -> None:
    if unknown := set(tags) - set(FOLDERS):
        sys.exit(f"No such language: {', '.join(sorted(unknown))}. There are {', '.join(FOLDERS)}.")
    sources = template()
    _save(TEMPLATE, written(sources))
    for folder in [FOLDERS[tag] for tag in tags] or begun():
        catalogue = read(folder)
        bring_up(catalogue, sources)
        _save(po(folder), written(catalogue))
        _save(mo(folder), compiled(catalogue))
        left = sum(not all(words(message)) for message in catalogue if message.id)
        print(f"{folder}: {f'{left} of {len(catalogue)} untranslated' if left else 'whole'}")


if __name__ == "__main__":
    main(sys.argv[1:])
