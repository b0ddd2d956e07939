"""Faults to order: the next few calls that match fail, or take effect while their reply is lost."""

from dataclasses import dataclass, field

from infra.local.bot_api.errors import ApiError, Json, too_many_requests

DESCRIPTIONS = {
    401: "Unauthorized",
    403: "Forbidden: bot was blocked by the user",
    404: "Not Found",
    409: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    500: "Internal Server Error",
    502: "Bad Gateway",
    504: "Gateway Timeout",
}


@dataclass
class Fault:
    times: int = 1
    method: str | None = None
    chat_id: int | None = None
    error_code: int | None = None
    description: str | None = None
    retry_after: int | None = None
    drop_reply: bool = False

    def matches(self, method: str, chat_id: int) -> bool:
        return self.method in (None, method) and self.chat_id in (None, chat_id)

    def error(self) -> ApiError | None:
        """What the call answers instead of being carried out; None where only the reply is lost."""
        if self.drop_reply:
            return None
        if self.retry_after is not None or self.error_code == 429:
            return too_many_requests(self.retry_after or 1)
        code = self.error_code or 500
        return ApiError(code, self.description or DESCRIPTIONS.get(code, "Bad Request"))


@dataclass
class Faults:
    _faults: list[Fault] = field(default_factory=list)

    def add(self, order: Json) -> None:
        known = {key: value for key, value in order.items() if key in Fault.__dataclass_fields__}
        fault = Fault(**known)
        if fault.method is not None:
            fault.method = fault.method.lower()
        self._faults.append(fault)

    def clear(self) -> None:
        self._faults.clear()

    def take(self, method: str, chat_id: int) -> Fault | None:
        """The first fault that matches this call, used up by one."""
        fault = next((one for one in self._faults if one.matches(method.lower(), chat_id)), None)
        if fault is not None:
            fault.times -= 1
            if fault.times <= 0:
                self._faults.remove(fault)
        return fault
