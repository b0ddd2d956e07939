"""Telegram's HTML: text with tags becomes plain text and entities, or Telegram's own complaint with its byte offset.

The rules are those of `parse_html` in tdlib/td: a small grammar of its own, not a browser's. Offsets in complaints are
bytes of UTF-8, offsets of entities are UTF-16 units."""

import re
from dataclasses import dataclass, field

from infra.local.bot_api.errors import ApiError, Json, bad_request

SPACE = b" \t\r\n\0\v"
STYLES = {
    **dict.fromkeys((b"b", b"strong"), "bold"),
    **dict.fromkeys((b"i", b"em"), "italic"),
    **dict.fromkeys((b"u", b"ins"), "underline"),
    **dict.fromkeys((b"s", b"strike", b"del"), "strikethrough"),
    **dict.fromkeys((b"tg-spoiler", b"span"), "spoiler"),
}
TAGS = frozenset(STYLES) | {b"a", b"code", b"pre", b"blockquote", b"tg-emoji", b"tg-time"}
CHARACTER = re.compile(rb"&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
ATTRIBUTE = re.compile(rb"[^\s\0=>/\"']*")
TOKEN = re.compile(rb"[A-Za-z0-9.\-]*")
MARKUP = re.compile(rb"[<&]")
NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}


def complaint(text: str) -> ApiError:
    return bad_request(f"Can't parse entities: {text}")


def utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass
class _Tag:
    name: bytes
    attributes: dict[bytes, str]
    start: int
    written: int


@dataclass
class HtmlParser:
    """Reads one text; `parse` may be called once."""

    source: bytes
    position: int = 0
    offset: int = 0
    written: list[str] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)
    open_tags: list[_Tag] = field(default_factory=list)

    def parse(self) -> tuple[str, list[Json]]:
        while self.position < len(self.source):
            if self.source[self.position] == ord("<"):
                self._read_tag()
            else:
                self._read_text()
        if self.open_tags:
            name = self.open_tags[-1].name.decode()
            raise complaint(f'Can\'t find end tag corresponding to start tag "{name}"')
        return "".join(self.written), self.entities

    def _read_text(self) -> None:
        found = self._character()
        if found is None:
            end = MARKUP.search(self.source, self.position + 1)
            stop = end.start() if end else len(self.source)
            found = self.source[self.position : stop].decode("utf-8", "replace")
            self.position = stop
        self.written.append(found)
        self.offset += utf16_length(found)

    def _character(self) -> str | None:
        """The character that an `&…;` at this position stands for; moves past it."""
        found = CHARACTER.match(self.source, self.position)
        if found is None:
            return None
        hexadecimal, decimal, name = found.groups()
        code = int(hexadecimal, 16) if hexadecimal else int(decimal) if decimal else ord(NAMED[name])
        if code == 0 or code >= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            return None
        self.position = found.end()
        return chr(code)

    def _peek(self) -> bytes:
        return self.source[self.position : self.position + 1]

    def _matching(self, pattern: re.Pattern[bytes]) -> bytes:
        """What a pattern takes from here, perhaps nothing; moves past it."""
        found = pattern.match(self.source, self.position)
        taken = found[0] if found else b""
        self.position += len(taken)
        return taken

    def _skip_space(self) -> None:
        while self._peek() and self._peek() in SPACE:
            self.position += 1

    def _read_tag(self) -> None:
        begin = self.position
        self.position += 1
        if self._peek() == b"/":
            self._read_end_tag(begin)
        else:
            self._read_start_tag(begin)

    def _name(self) -> bytes:
        start = self.position
        while self._peek() and self._peek() not in SPACE and self._peek() != b">":
            self.position += 1
        return self.source[start : self.position].lower()

    def _read_start_tag(self, begin: int) -> None:
        name = self._name()
        if not self._peek():
            raise complaint(f"Unclosed start tag at byte offset {begin}")
        if name not in TAGS:
            raise complaint(f'Unsupported start tag "{name.decode(errors="replace")}" at byte offset {begin}')
        attributes = self._attributes(name.decode(), begin)
        if name == b"span" and attributes.get(b"class") != "tg-spoiler":
            raise complaint(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open_tags.append(_Tag(name, attributes, self.offset, len(self.written)))

    def _attributes(self, tag: str, begin: int) -> dict[bytes, str]:
        attributes: dict[bytes, str] = {}
        while True:
            self._skip_space()
            if self._peek() == b">":
                self.position += 1
                return attributes
            name = self._matching(ATTRIBUTE)
            if not name:
                raise complaint(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
            self._skip_space()
            attributes[name] = self._attribute_value(tag, begin) if self._peek() == b"=" else ""

    def _attribute_value(self, tag: str, begin: int) -> str:
        self.position += 1
        self._skip_space()
        if not self._peek():
            raise complaint(f'Unclosed start tag "{tag}" at byte offset {begin}')
        value = self._quoted() if self._peek() in (b"'", b'"') else self._token()
        if not self._peek():
            raise complaint(f"Unclosed start tag at byte offset {begin}")
        return value

    def _token(self) -> str:
        begin = self.position
        value = self._matching(TOKEN)
        if self._peek() and self._peek() not in SPACE and self._peek() != b">":
            raise complaint(f"Unexpected end of name token at byte offset {begin}")
        return value.lower().decode()

    def _quoted(self) -> str:
        quote = self._peek()
        self.position += 1
        value = bytearray()
        while self._peek() and self._peek() != quote:
            character = self._character() if self._peek() == b"&" else None
            value += self._peek() if character is None else character.encode()
            self.position += character is None
        self.position += bool(self._peek())
        return value.decode("utf-8", "replace")

    def _read_end_tag(self, begin: int) -> None:
        if not self.open_tags:
            raise complaint(f"Unexpected end tag at byte offset {begin}")
        self.position += 1
        name = self._name()
        self._skip_space()
        if self._peek() != b">":
            raise complaint(f"Unclosed end tag at byte offset {begin}")
        self.position += 1
        tag = self.open_tags.pop()
        if name and name != tag.name:
            expected, found = tag.name.decode(), name.decode(errors="replace")
            raise complaint(f'Unmatched end tag at byte offset {begin}, expected "</{expected}>", found "</{found}>"')
        if self.offset > tag.start:
            self._close(tag)

    def _close(self, tag: _Tag) -> None:
        inside = {"offset": tag.start, "length": self.offset - tag.start}
        last = self.entities[-1] if self.entities else {}
        same = last.get("offset") == tag.start and last.get("length") == inside["length"]
        language = tag.attributes.get(b"class", "")
        if tag.name == b"pre" and same and last.get("type") == "code" and last.get("language"):
            last["type"] = "pre"
        elif tag.name == b"code" and same and last.get("type") == "pre" and language.startswith("language-"):
            last["language"] = language.removeprefix("language-")
        else:
            self.entities.extend({**entity, **inside} for entity in _entity(tag, "".join(self.written[tag.written :])))


def _entity(tag: _Tag, inside: str) -> list[Json]:
    """The entity of a closed tag, without its place; nothing where Telegram makes none."""
    attribute = tag.attributes.get
    if tag.name in STYLES:
        return [{"type": STYLES[tag.name]}]
    if tag.name == b"blockquote":
        return [{"type": "expandable_blockquote" if b"expandable" in tag.attributes else "blockquote"}]
    if tag.name == b"a":
        return _link(attribute(b"href") or inside)
    if tag.name == b"tg-emoji":
        emoji_id = attribute(b"emoji-id") or ""
        if not re.fullmatch(r"-?[1-9]\d*", emoji_id):
            raise complaint("Invalid custom emoji identifier specified")
        return [{"type": "custom_emoji", "custom_emoji_id": emoji_id}]
    if tag.name == b"tg-time":
        return _date_time(attribute(b"unix") or "", attribute(b"format") or "")
    language = attribute(b"class") or ""
    if tag.name == b"code" and language.startswith("language-"):
        return [{"type": "code", "language": language.removeprefix("language-")}]
    return [{"type": tag.name.decode()}]


def _link(url: str) -> list[Json]:
    mention = re.fullmatch(r"tg://user\?id=(\d+)", url)
    if mention:
        return [{"type": "text_mention", "user": {"id": int(mention[1]), "is_bot": False, "first_name": ""}}]
    checked = checked_link(url)
    return [{"type": "text_link", "url": checked}] if checked else []


def checked_link(url: str) -> str | None:
    """A link as Telegram keeps it, or None for one that it drops: a host needs a dot; http is added where missing."""
    if re.match(r"(?i)(tg|ton|tonsite):(//)?\w", url):
        return url
    found = re.fullmatch(r"(?i)(https?://)?([^\s/?#:@]+\.[^\s/?#:@.]{2,}|\d+\.\d+\.\d+\.\d+)(:\d+)?([/?#]\S*)?", url)
    if found is None:
        return None
    scheme, host, port, rest = (group or "" for group in found.groups())
    return f"{(scheme or 'http://').lower()}{host}{port}{rest or '/'}"


def _date_time(unix: str, form: str) -> list[Json]:
    if not re.fullmatch(r"[rR]|[tTdDwW]*", form):
        raise complaint("Invalid date format used")
    found = re.match(r"\d+", unix)
    if not found or not 0 < int(found[0]) < 1 << 31:
        return []
    ordered = "".join(next((one for one in kind if one in form), "") for kind in ("wW", "dD", "tT"))
    kept = "r" if form in {"r", "R"} else ordered.replace("W", "w")
    return [{"type": "date_time", "unix_time": int(found[0]), "date_time_format": kept}]
