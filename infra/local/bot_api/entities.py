"""A text as Telegram stores it: markup read, characters cleaned, ends trimmed, lengths checked, and the entities that
Telegram finds by itself (commands, mentions, links) added. Offsets are UTF-16 units."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from infra.local.bot_api.errors import Json, bad_request
from infra.local.bot_api.html import HtmlParser, complaint, utf16_length

MAX_TEXT = 4096
MAX_CAPTION = 1024
DROPPED = re.compile("[\r\u2028-\u202e\u030a\u0333\u033f]")
UNCLEAN = re.compile(f"{DROPPED.pattern}|[\0-\x09\x0b-\x1f]")
BLANK = re.compile("[\\s\u00ad\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\ufeff\ufe0f]*")
FOUND = (
    (
        "url",
        re.compile(r"(?i)(?<![\w@.])(?:https?://[^\s<>\"]+|(?:[a-z0-9-]+\.)+(?:me|com|org|net|io)\b(?:/[^\s<>\"]*)?)"),
    ),
    ("email", re.compile(r"(?<![\w.])[\w.+-]+@[\w-]+\.[a-z]{2,}")),
    ("mention", re.compile(r"(?<![\w@])@[A-Za-z]\w{2,31}")),
    ("hashtag", re.compile(r"(?<![\w#])#(?=\w*[^\W\d])\w{1,256}")),
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z]\w{2,31})?(?![\w/<>])")),
)
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
STYLES = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
WITHOUT_STYLES = frozenset({"code", "pre", "date_time"})
ORDER = (
    "expandable_blockquote", "blockquote", "pre", "code", "date_time", "text_link", "text_mention", "url", "email",
    "mention", "hashtag", "bot_command", "bold", "italic", "underline", "strikethrough", "spoiler", "custom_emoji",
)  # fmt: skip
EXPLICIT = frozenset(ORDER) - {"url", "email", "mention", "hashtag", "bot_command"}


@dataclass(frozen=True)
class FormattedText:
    text: str
    entities: tuple[Json, ...] = ()

    def fields(self, text_name: str, entities_name: str) -> Json:
        """The fields of a Message; no `entities` where there are none."""
        if not self.text:
            return {}
        found = [dict(entity) for entity in self.entities]
        return {text_name: self.text} | ({entities_name: found} if found else {})


def read(text: str, parse_mode: str, explicit: Any = None) -> FormattedText:
    """Reads the markup; what is stored is `stored(…)` of it. A parse_mode wins over explicit entities."""
    if len(text.encode()) > 1 << 15:
        raise bad_request("Text is too long")
    mode = parse_mode.lower()
    if text and mode not in {"", "none"}:
        if mode in {"markdown", "markdownv2"}:
            raise bad_request("the local Bot API reads parse_mode HTML alone")
        if mode != "html":
            raise bad_request("Unsupported parse_mode")
        plain, entities = HtmlParser(text.encode()).parse()
        return FormattedText(plain, tuple(entities))
    return FormattedText(text, tuple(_explicit(explicit, utf16_length(text))))


def _explicit(entities: Any, length: int) -> list[Json]:
    found = []
    for entity in entities if isinstance(entities, list) else []:
        if not isinstance(entity, dict):
            raise bad_request("Can't parse MessageEntity: expected an Object")
        if entity.get("type") not in ORDER:
            raise bad_request("Can't parse MessageEntity: Unsupported type specified")
        if entity["type"] in EXPLICIT:
            found.append(_in_range(entity, length))
    return found


def _in_range(entity: Json, length: int) -> Json:
    offset, size = entity.get("offset"), entity.get("length")
    if not isinstance(offset, int) or offset < 0:
        raise complaint(f"Receive an entity with incorrect offset {offset}")
    if not isinstance(size, int) or size < 0:
        raise complaint(f"Receive an entity with incorrect length {size}")
    if offset > length:
        raise complaint(f"Entity begins after the end of the text at UTF-16 offset {offset}")
    if offset + size > length:
        end = f"ends after the end of the text at UTF-16 offset {offset + size}"
        raise complaint(f"Entity beginning at UTF-16 offset {offset} {end}")
    return entity


def stored(read_text: FormattedText, limit: int, too_long: str) -> FormattedText:
    """Cleaned, trimmed and within its limit (in characters, not bytes); empty where nothing is left to see."""
    cleaned = _trimmed(_cleaned(read_text))
    if len(cleaned.text) > limit:
        raise bad_request(too_long)
    if BLANK.fullmatch(cleaned.text):
        return FormattedText("")
    return FormattedText(cleaned.text, tuple(_ordered(cleaned.text, list(cleaned.entities))))


def message_text(read_text: FormattedText, too_long: str = "Message is too long") -> FormattedText:
    found = stored(read_text, MAX_TEXT, too_long)
    if not found.text:
        raise bad_request("Text must be non-empty")
    return found


def typed(text: str) -> FormattedText:
    """What a person types: no markup, only what Telegram finds by itself."""
    return stored(FormattedText(text), MAX_TEXT, "Message is too long")


def _mapped(source: FormattedText, text: str, place: list[int]) -> FormattedText:
    """Moves the entities to a changed text; `place` gives each old UTF-16 offset its new one."""
    moved = []
    for entity in source.entities:
        start, end = place[entity["offset"]], place[entity["offset"] + entity["length"]]
        if end > start:
            moved.append({**entity, "offset": start, "length": end - start})
    return FormattedText(text, tuple(moved))


def _cleaned(source: FormattedText) -> FormattedText:
    if not UNCLEAN.search(source.text):
        return source
    place, new = [0], 0
    kept: list[str] = []
    for character in source.text:
        shown = "" if DROPPED.match(character) else " " if character < " " and character != "\n" else character
        kept.append(shown)
        place += [new] * (utf16_length(character) - 1)
        new += utf16_length(shown)
        place.append(new)
    return _mapped(source, "".join(kept), place)


def _trimmed(source: FormattedText) -> FormattedText:
    """Spaces and line breaks go from the end, and from the start up to the first entity."""
    text = source.text.rstrip(" \n")
    first = min((entity["offset"] for entity in source.entities), default=len(text))
    cut = min(len(text) - len(text.lstrip(" \n")), first)
    if not cut and text == source.text:
        return source
    end = utf16_length(text) - cut
    place = [min(max(offset - cut, 0), end) for offset in range(utf16_length(source.text) + 1)]
    return _mapped(source, text[cut:], place)


def _ordered(text: str, entities: list[Json]) -> list[Json]:
    """Adds what is found in the text, takes styles out of code, and sorts as Telegram does."""
    taken = [_span(entity) for entity in entities if entity["type"] not in STYLES | QUOTES]
    for kind, start, end in _found(text):
        if all(end <= other_start or other_end <= start for other_start, other_end in taken):
            taken.append((start, end))
            entities.append({"type": kind, "offset": start, "length": end - start})
    plain = [_span(entity) for entity in entities if entity["type"] in WITHOUT_STYLES]
    kept: list[Json] = []
    for entity in entities:
        kept += _outside(entity, plain) if entity["type"] in STYLES else [_shown(entity)]
    return sorted(kept, key=lambda one: (one["offset"], -one["length"], ORDER.index(one["type"])))


def _span(entity: Json) -> tuple[int, int]:
    return entity["offset"], entity["offset"] + entity["length"]


def _found(text: str) -> list[tuple[str, int, int]]:
    found = [(kind, one) for kind, pattern in FOUND for one in pattern.finditer(text)]
    if not found:
        return []
    place = [0]
    for character in text:
        place.append(place[-1] + utf16_length(character))
    return [(kind, place[one.start()], place[one.end()]) for kind, one in found]


def _outside(entity: Json, plain: list[tuple[int, int]]) -> list[Json]:
    """The pieces of a styled stretch that lie outside code and dates."""
    start, end = _span(entity)
    cuts = sorted({start, end, *(cut for span in plain for cut in span if start < cut < end)})
    pieces = [(a, b) for a, b in pairwise(cuts) if all(b <= begin or stop <= a for begin, stop in plain)]
    return [{**entity, "offset": a, "length": b - a} for a, b in pieces]


def _shown(entity: Json) -> Json:
    return {key: value for key, value in entity.items() if key != "language" or entity["type"] == "pre"}
