"""Finds a language's words: a compiled gettext catalogue under locales, or the English msgids where there is none."""

from __future__ import annotations

import gettext
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from handlers.chat.texts.languages import LANGUAGES

DOMAIN: Final = "7776"
LOCALES: Final = Path(__file__).parent.parent / "locales"

_TAG: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z0-9]{2,8}))?(?:[-_][A-Za-z0-9]{1,8})*")


@lru_cache(maxsize=64)
def catalogue(language: str, locales: Path = LOCALES) -> gettext.NullTranslations:
    """The words for an IETF language tag as Telegram sends it, such as pt-br; anything else reads English."""
    return gettext.translation(DOMAIN, str(locales), languages=names(language), fallback=True)


def names(language: str) -> list[str]:
    """The folders to look in, the most exact first: another region's words are better than another language's.

    A tag comes from outside: only letters and digits reach a path.
    """
    tag = _TAG.fullmatch(language)
    if tag is None:
        return ["en"]
    base, region = tag.group(1).lower(), tag.group(2)
    others = (_folder(*spoken.split("-")) for spoken in LANGUAGES if spoken.startswith(f"{base}-"))
    return list(dict.fromkeys([*([_folder(base, region)] if region else []), base, *others]))


def _folder(base: str, region: str) -> str:
    return f"{base}_{region.upper() if len(region) == 2 else region.title()}"
