"""A phone, and a test's handles, on the client API of the local Bot API: for tests, the demo and the browser."""

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import httpx

Json = dict[str, Any]
WAIT = 10.0
LOOK_AGAIN = 0.02
LONGEST_PAUSE = 0.2


class PhoneError(Exception):
    """The client API refused a request, or what was waited for did not come."""


@dataclass(frozen=True)
class Tapped:
    """What a tap showed: nothing, a toast, or an alert."""

    answered: bool
    text: str
    show_alert: bool
    url: str


class LocalBotApi:
    """The local Bot API at a base URL. `http` is kept open until `close`."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")
        # A bare context: reading the certificates of the world takes longer than a test.
        bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.http = httpx.Client(base_url=self.base_url, timeout=40, trust_env=False, verify=bare)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, **params: Any) -> Any:
        return _answer(self.http.get(path, params=params))

    def post(self, path: str, body: Json | None = None) -> Any:
        return _answer(self.http.post(path, json=body or {}))

    def phone(self, first_name: str, **user: Any) -> "Phone":
        """A new person with a phone."""
        return Phone.create(self, first_name, **user)

    def group(self, title: str, *members: "Phone", kind: str = "group") -> Json:
        """A new group with these people and the bot; answers the Chat."""
        chat: Json = self.post(
            "/client/chats", {"title": title, "type": kind, "members": [member.id for member in members]}
        )
        return chat

    def idle(self) -> None:
        """Waits until nothing is under way."""
        self.get("/idle")

    def calls(self, after: int = 0, method: str | None = None) -> list[Json]:
        calls: list[Json] = self.get("/calls", after=after)
        return [call for call in calls if method in (None, call["method"])]

    def last_call(self) -> int:
        """The number of the last call so far, for `calls(after=…)`."""
        return len(self.get("/calls", after=0))

    def fault(self, **fault: Any) -> None:
        """Orders a fault: method, chat_id, language_code, error_code, description, retry_after, times, drop_reply."""
        self.post("/faults", {"times": 1} | fault)

    @contextmanager
    def faults(self, **fault: Any) -> Iterator[None]:
        """A fault for as long as the context lasts."""
        self.fault(**({"times": 1_000_000} | fault))
        try:
            yield
        finally:
            self.clear_faults()

    def clear_faults(self) -> None:
        _answer(self.http.delete("/faults"))

    def advance(self, seconds: int) -> int:
        """Moves the clock, and answers the new time once what became due has run."""
        return int(self.post("/clock", {"advance_s": seconds})["now"])

    def now(self) -> int:
        return int(self.get("/clock")["now"])

    def update(self, update: Json) -> Json:
        """Delivers any raw update as it stands."""
        delivered: Json = self.post("/updates", update)
        return delivered


class Phone:
    """One person's private chat with the bot (and, with a chat_id, that person in a group)."""

    def __init__(self, api: LocalBotApi, user: Json) -> None:
        self.api = api
        self.user = user

    @classmethod
    def create(cls, api: LocalBotApi, first_name: str, **user: Any) -> Self:
        return cls(api, api.post("/client/users", {"first_name": first_name, **user}))

    @property
    def id(self) -> int:
        return int(self.user["id"])

    @property
    def _path(self) -> str:
        return f"/client/{self.id}"

    def send(self, text: str, chat_id: int | None = None) -> Json:
        message: Json = self.api.post(f"{self._path}/send", {"text": text} | _chat(chat_id))
        return message

    def messages(self, chat_id: int | None = None) -> list[Json]:
        messages: list[Json] = self.api.get(f"{self._path}/messages", **_chat(chat_id))
        return messages

    def commands(self, chat_id: int | None = None) -> list[Json]:
        """The menu of commands, as Telegram shows it in this chat."""
        commands: list[Json] = self.api.get(f"{self._path}/commands", **_chat(chat_id))
        return commands

    def last(self, chat_id: int | None = None) -> Json:
        """The newest message in the chat."""
        messages = self.messages(chat_id)
        if not messages:
            raise PhoneError("the chat is empty")
        return messages[-1]

    def buttons(self, message_id: int | None = None) -> list[Json]:
        """The buttons of one message, or of the newest one that has any, in reading order."""
        keyboards = [message for message in self.messages() if "reply_markup" in message]
        if message_id is not None:
            keyboards = [message for message in keyboards if message["message_id"] == message_id]
        rows = keyboards[-1]["reply_markup"]["inline_keyboard"] if keyboards else []
        return [button for row in rows for button in row]

    def tap(self, button: str, message_id: int | None = None, chat_id: int | None = None) -> Tapped:
        """Taps the newest button with this label or data; raises PhoneError if there is none."""
        for message in reversed(self.messages(chat_id)):
            if message_id in (None, message["message_id"]):
                for one in _callbacks(message):
                    if button in (one["text"], one["callback_data"]):
                        return self.tap_data(one["callback_data"], message["message_id"], chat_id)
        raise PhoneError(f"no button {button!r} in {[one['text'] for one in self.buttons()]}")

    def tap_data(self, data: str | None, message_id: int, chat_id: int | None = None) -> Tapped:
        """Taps with any data, also such as no button carries."""
        body = {"message_id": message_id, "data": data} | _chat(chat_id)
        return Tapped(**self.api.post(f"{self._path}/tap", body))

    def tap_inline(self, data: str, inline_message_id: str) -> Tapped:
        """Taps a button of a message that was posted by inline mode, in whatever chat."""
        body = {"inline_message_id": inline_message_id, "data": data}
        return Tapped(**self.api.post(f"{self._path}/tap", body))

    def wait_for(self, predicate: Callable[[Json], bool], seconds: float = WAIT) -> Json:
        """The newest message that fits, as soon as there is one; looks less often the longer it takes."""
        give_up, pause = time.monotonic() + seconds, LOOK_AGAIN
        while True:
            for message in reversed(messages := self.messages()):
                if predicate(message):
                    return message
            if time.monotonic() > give_up:
                raise PhoneError(f"nothing fits in {[message.get('text', '')[:60] for message in messages]}")
            time.sleep(pause)
            pause = min(1.5 * pause, LONGEST_PAUSE)

    def wait_for_text(self, part: str, seconds: float = WAIT) -> Json:
        return self.wait_for(lambda message: part in str(message.get("text") or message.get("caption")), seconds)

    def inline(self, query: str) -> list[Json]:
        results: list[Json] = self.api.post(f"{self._path}/inline", {"query": query})["results"]
        return results

    def choose(self, result_id: str, chat_id: int | None = None) -> Json:
        message: Json = self.api.post(f"{self._path}/choose", {"result_id": result_id} | _chat(chat_id))
        return message

    def file(self, file_id: str) -> bytes:
        response = self.api.http.get(f"{self._path}/files/{file_id}")
        if response.is_error:
            raise PhoneError(response.text)
        return response.content

    def block(self) -> None:
        self.api.post(f"{self._path}/block")

    def unblock(self) -> None:
        self.api.post(f"{self._path}/unblock")

    def deactivate(self) -> None:
        self.api.post(f"{self._path}/deactivate")


def _callbacks(message: Json) -> list[Json]:
    rows: list[list[Json]] = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row if "callback_data" in button]


def _chat(chat_id: int | None) -> Json:
    return {} if chat_id is None else {"chat_id": chat_id}


def _answer(response: httpx.Response) -> Any:
    if response.is_error:
        raise PhoneError(f"{response.status_code} from {response.request.url.path}: {response.text}")
    return response.json()
