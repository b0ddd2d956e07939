"""Makes updates: valid by the Bot API's types with every optional field there or not, aimed at what the bot serves, and
broken in every way. Everything follows from one seed.
"""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from core.codes import ALPHABET
from core.combinations import Combination
from core.match import Match, Status
from core.reactions import Reaction
from handlers.chat.texts.settings import SETTINGS
from tests.handlers.bot_api_types import KINDS, TYPES
from tests.handlers.bot_api_values import ROUTES, USERS, Values
from tests.handlers.updates import event

Json = dict[str, Any]
MEGABYTE: Final = 1 << 20
OWN: Final = ("settings", "privacy", "forget")
COMMANDS: Final = (
    "start",
    "new",
    "join",
    "matches",
    "score",
    "rules",
    "resign",
    "cancel",
    "help",
    "solo",
    "lucky",
    "stats",
    "history",
    "top",
    *OWN,
)
_OTHER_MESSAGES: Final = [kind for kind, brought in KINDS.items() if brought == "Message"]
GROUP_ANONYMOUS_BOT: Final = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
_OF_A_MATCH: Final = (
    *("table", "score", "resign", "resign!", "cancel", "rematch", "review", "proof", "card", "coach", "sit"),
    "friend",
)
TEXTS: Final = ("", "hello", "🎲", "/", "//", "@", "null", "0", "a\x00b", "\ufeff", "é" * 4096, "x" * 4096)
WRONG: Final[Sequence[Any]] = (
    None, True, 0, -1, 2**63, 2**200, 1.5, 1e300, "", "5", "null", [], {}, [[]], {"": {}}, "x" * 5000, -0.0,
)  # fmt: skip


class Fuzz(Values):
    """`matches` are those that are known to it, and `offers` what buttons of posted challenges say, so that some taps
    hit; it is for the test to keep them fresh. `sent` is what was made of each type in updates that went out untouched.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.matches: list[Match] = []
        self.offers: list[str] = []
        self.sent: set[tuple[str, str, bool]] = set()
        self._number = 0
        self._bodies: dict[Callable[[], str | bytes], int] = {
            self._served: 46,
            self._untouched: 16,
            self._with_wrong_types: 16,
            self._broken: 14,
            self._bytes: 6,
            self._wrapped: 2,
        }

    def every_byte(self) -> Iterator[Json]:
        """A payload, a tap and a body for each byte."""
        for byte in range(256):
            yield event(json.dumps(self._typed(f"/start {chr(byte) * self.random.randint(1, 64)}")))
            yield event(json.dumps(self._tapped(f"{self.data()[:20]}{chr(byte)}")))
            yield self._carried(bytes([byte]) * self.random.randint(1, 40))

    def every_field(self) -> Iterator[Json]:
        """An update for each field of each type, with all else missing that may be."""
        for name, (kind, route) in ROUTES.items():
            for field in TYPES[name]:
                self.made.clear()
                brought = self.value(KINDS[kind], 0, route=(*route, (name, field)))
                self.sent |= self.made
                yield event(json.dumps({"update_id": self._update_id(), kind: brought}))

    def event(self) -> Json:
        """Some Function URL event."""
        self.made.clear()
        make = self.random.choices(list(self._bodies), list(self._bodies.values()))[0]
        body = make()
        carried = self._carried(body) if isinstance(body, bytes) or self.random.random() < 0.1 else event(body)
        if self.random.random() < 0.01:
            del carried[self.random.choice(["body", "isBase64Encoded", "headers"])]
        elif make == self._untouched and not carried["isBase64Encoded"]:
            self.sent |= self.made
        return carried

    def large(self) -> Iterator[Json]:
        """Bodies of about a megabyte: at the limit, over it, and of what is slow to read."""
        for size in (MEGABYTE - 200, MEGABYTE, MEGABYTE + 1):
            yield event(json.dumps(self._typed("/start " + "a" * (size - 400))))
            yield event(json.dumps(self._tapped("pick:" + "9" * (size - 400))))
            yield event(" " * size)
            yield self._carried(b"\xff" * size)
        for opening in ("[", '{"update_id":', '{"message":{"reply_to_message":'):
            yield event(opening * (MEGABYTE // len(opening)))
        yield event('{"update_id": ' + "9" * 900_000 + "}")
        yield event('{"update_id": 1, "callback_query": {"id": "' + "1" * 900_000 + '", "from": {"id": 1}}}')

    def valid(self) -> Json:
        """An update of any kind, as the Bot API's types allow it."""
        kind = self.random.choice(list(KINDS))
        return {"update_id": self._update_id(), kind: self.value(KINDS[kind], self.random.choice((0, 0.1, 0.4, 1)))}

    def _update_id(self) -> int:
        """They count up, and some come again."""
        self._number += self.random.choice((0, 1, 1, 1))
        return self.random.choice((500_000_000, 500_000_000, 2**31 - 1)) + self._number

    def _update(self) -> str:
        return self._served() if self.random.random() < 0.75 else self._untouched()

    def _served(self) -> str:
        return json.dumps(self._aimed())

    def _untouched(self) -> str:
        return json.dumps(self.valid())

    def _aimed(self) -> Json:
        """One that the bot has to serve, or has good reason not to."""
        rare = self.random.choice((self._asked, self._accepted, self._member))
        make = self.random.choice((self._tapped, self._tapped, self._tapped, self._typed, self._typed, rare))
        return make()

    def _asked(self) -> Json:
        query = {**self.value("InlineQuery", 0.1), "from": self._user(), "query": self.text()}
        return {"update_id": self._update_id(), "inline_query": query}

    def _accepted(self) -> Json:
        """A tap on a posted challenge, where it may stand or where it may not."""
        update = self._tapped(self.random.choice([*self.offers[-9:], f"sit:{self._code()}"]))
        query = update["callback_query"]
        if self.random.random() < 0.7:
            query.pop("message", None)
            query["inline_message_id"] = f"message-{self.random.randint(1, 99)}"
        elif "message" in query:
            query["message"]["chat"] = {"id": -1_002_000_000_001, "type": "supergroup"}
        return update

    def _user(self) -> Json:
        if self.random.random() < 0.03:
            return dict(GROUP_ANONYMOUS_BOT)
        return {**self.value("User", self.random.random()), "is_bot": self.random.random() < 0.02}

    def _chat_of(self, user: Json) -> Json:
        if self.random.random() < 0.85:
            return {"id": user["id"], "type": "private"} | (
                {"first_name": user["first_name"]} if user["id"] % 2 else {}
            )
        return dict(self.value("Chat", self.random.random()))

    def _typed(self, text: str | None = None) -> Json:
        user = self._user()
        message = {
            **self.value("Message", self.random.choice((0, 0, 0.05))),
            "from": user,
            "chat": self._chat_of(user),
        }
        message["text"] = self.text() if text is None else text
        return {"update_id": self._update_id(), self._kind("message"): message}

    def _kind(self, usual: str) -> str:
        return usual if self.random.random() < 0.95 else self.random.choice(_OTHER_MESSAGES)

    def _tapped(self, data: str | None = None) -> Json:
        user_id, wanted = self._wanted()
        user = {**self._user(), "id": user_id}
        query = {**self.value("CallbackQuery", 0), "from": user, "data": wanted if data is None else data}
        if self.random.random() < 0.97:
            query["message"] = {"message_id": self.value("MessageId", 0), "date": 0, "chat": self._chat_of(user)}
        return {"update_id": self._update_id(), "callback_query": query}

    def _member(self) -> Json:
        user = self._user()
        change = {**self.value("ChatMemberUpdated", 0.1), "from": user, "chat": self._chat_of(user)}
        return {"update_id": self._update_id(), "my_chat_member": change}

    def text(self) -> str:
        command = f"/{self.random.choice(COMMANDS)}{self.random.choice(('', '', '@seven7776_bot', '@Other_bot', '@'))}"
        argument = self.random.choice((self._code(), self._shown(), self.data(), self.value("Name", 0), "", "best"))
        return self.random.choice((command, f"{command} {argument}", argument, self.random.choice(TEXTS)))

    def _shown(self) -> str:
        code = self._code()
        shown = f"{code[:4]}-{code[4:]}"
        return self.random.choice((shown, shown.lower(), f" {shown} ", shown.replace("0", "O"), shown + "X"))

    def _code(self) -> str:
        if self.matches and self.random.random() < 0.9:
            return self.random.choice(self.matches).code
        return "".join(self.random.choice(ALPHABET) for _ in range(8))

    def _wanted(self) -> tuple[int, str]:
        """Somebody's tap: mostly by one of a match's players, on the round under way or on something else of theirs."""
        live = [match for match in self.matches if match.status is Status.ACTIVE]
        if not live or self.random.random() < 0.3:
            return self.random.choice(USERS), self.data()
        is_pick = self.random.random() < 0.85
        match = self.random.choice(live if is_pick else self.matches)
        index = self.random.randrange(len(match.seats))
        seat = match.seats[index]
        if is_pick:
            pick = self.random.choice(match.open_combinations(index))
            return max(seat.user_id, 1), f"pick:{match.code}:{match.round}:{pick}:{seat.nth}"
        return max(seat.user_id, 1), f"{self.random.choice(_OF_A_MATCH)}:{match.code}"

    def data(self) -> str:
        """Callback data: a button's, or a button's with something wrong."""
        words = self._button().split(":")
        while self.random.random() < 0.25:
            place = self.random.randrange(len(words))
            words[place] = self.random.choice((self._mangled(words[place]), "", "0", "-1", "99999999999", "None", "!"))
        if self.random.random() < 0.05:
            words.insert(self.random.randrange(len(words) + 1), self.random.choice(words))
        return ":".join(words)

    def _button(self) -> str:
        code, number = self._code(), self.random.randint(0, 18)
        kind = self.random.choice(("pick", "change", "more", "pace", "new", "solo", "page", "own", *_OF_A_MATCH))
        match kind:
            case "own":
                return self._own(code, number)
            case "pick":
                return f"pick:{code}:{number}:{self.random.choice(list(Combination))}:{number % 3}"
            case "change":
                return f"change:{code}:{number}"
            case "more":
                return f"more:{code}:{self.random.choice(self.matches).deadline if self.matches else 1}"
            case "pace" | "new":
                pace = self.random.choice(("5m", "1h", "1d", "3d"))
                return f"pace:{code}:{pace}" if kind == "pace" else f"new:{pace}"
            case "solo":
                return f"solo:{self.random.choice(('levels', 'random', 'greedy', 'best'))}"
            case "page":
                return f"{self.random.choice(('rules', 'matches', 'stats', 'history', 'top'))}:{number}"
            case _:
                return f"{kind}:{code}"

    def _own(self, code: str, number: int) -> str:
        """What moves nothing: settings, reactions, questions, and now and then to be forgotten."""
        name = self.random.choice(list(SETTINGS))
        match = self.random.choice(self.matches) if self.matches else None
        where = f"{match.code}:{match.round}" if match and number else f"{code}:{number}"
        return self.random.choice(
            (
                f"set:{name}:{self.random.choice(SETTINGS[name])}",
                f"react:{where}:{self.random.choice((*Reaction, 'none'))}",
                f"pick!:{where}:{self.random.choice(list(Combination))}:0",
                f"back:{where}",
                f"ask:{code}:{self.random.choice(('risky', 'never'))}",
                self.random.choice((*OWN, "forget!")),
            )
        )

    def _mangled(self, text: str) -> str:
        place, size = self.random.randint(0, len(text)), self.random.randint(0, 3)
        return text[:place] + chr(self.random.choice((0, 10, 58, 127, 255, 0x202E, 0x1F3B2))) * size + text[place + 1 :]

    def _with_wrong_types(self) -> str:
        """A valid update with one to three values of another type, or missing, anywhere within."""
        update = self._aimed() if self.random.random() < 0.7 else self.valid()
        for _ in range(self.random.randint(1, 3)):
            holder, key = self.random.choice([*_places(update), ({"": 0}, "")])
            if isinstance(holder, dict) and self.random.random() < 0.3:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(self.random.choice(WRONG))
        return json.dumps(update)

    def _broken(self) -> str:
        """Text that is nearly JSON."""
        text = self._update()
        place = self.random.randrange(len(text))
        wrong = self.random.choice(("", '"', "{", "]", ",", "\\", "\\ud800", "NaN", "1e999", "\x00", "\ufeff", "'"))
        return self.random.choice((text[:place], text[:place] + wrong + text[place:], wrong + text, text * 2, wrong))

    def _bytes(self) -> bytes:
        text = self._update()
        noise = self.random.randbytes(self.random.randint(1, 60))
        return self.random.choice(
            (noise, text.encode("utf-16"), text.encode() + noise, noise + text.encode(), text.encode("utf-8-sig"))
        )

    def _wrapped(self) -> str:
        """JSON that is no object, or one in the wrong place."""
        update = self.valid()
        return json.dumps(self.random.choice(([update], {"update": update}, "text", 5, None, True, [], {}, [None])))

    def _carried(self, body: str | bytes) -> Json:
        """An event with its body in base64, now and then by name alone."""
        raw = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
        text = raw.decode("latin-1") if self.random.random() < 0.2 else base64.b64encode(raw).decode()
        return {**event(""), "body": text, "isBase64Encoded": True}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within a JSON value, as what holds it and where."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in inside:
        yield value, key
        yield from _places(held)
