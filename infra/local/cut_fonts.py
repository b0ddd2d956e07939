"""Cut the pictures' fonts to what they need and write handlers/chat/picture/fonts.

`python -m infra.local.cut_fonts FOLDER` takes Inter's OpenType files from a folder: Debian's package fonts-inter puts
them into /usr/share/fonts/opentype/inter. It needs fontTools. characters.txt is written too: whoever draws reads there
what can be drawn.
"""

import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter, load_font, save_font  # type: ignore[import-untyped]

FONTS: Final = Path(__file__).parents[2] / "handlers" / "chat" / "picture" / "fonts"
FIGURES: Final = "0123456789+\u2212:. "
_SCRIPTS: Final = (
    (0x0020, 0x007E),  # Latin
    (0x00A0, 0x024F),
    (0x1E00, 0x1EFF),
    (0x0370, 0x03FF),  # Greek
    (0x1F00, 0x1FFF),
    (0x0400, 0x052F),  # Cyrillic
)
_SIGNS: Final = "‐‑‒–—―‘’‚“”„†‡•…‰‹›€₴№™−×÷≈♥♦♠♣★☆"
_FILES: Final = {"medium": "Inter-Medium.otf", "bold": "Inter-Bold.otf", "figures": "InterDisplay-ExtraBold.otf"}


def wanted() -> set[str]:
    """All characters of three scripts that stand alone: marks that combine would need shaping."""
    letters = {chr(code) for first, last in _SCRIPTS for code in range(first, last + 1)}
    return {one for one in letters | set(_SIGNS) if unicodedata.category(one)[0] not in "CM" and one != "\u00ad"}


def cut(source: Path, target: Path, characters: Iterable[str]) -> set[str]:
    """Write a font of these characters, as far as the source has them, and give those that it has."""
    options = Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=["*"], recalc_timestamp=False)
    font = load_font(str(source), options)
    found = {one for one in characters if ord(one) in font.getBestCmap()}
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(found))
    subsetter.subset(font)
    save_font(font, str(target), options)
    return found


def main(folder: Path) -> None:
    has = set.intersection(
        *(cut(folder / _FILES[name], FONTS / f"{name}.otf", wanted()) for name in ("medium", "bold"))
    )
    cut(folder / _FILES["figures"], FONTS / "figures.otf", FIGURES)
    (FONTS / "characters.txt").write_text("".join(sorted(has)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
