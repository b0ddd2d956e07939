"""Faults to order: the next few calls that match fail, or take effect while their reply is lost."""

from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

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


class Fault(BaseModel):
    """One order, as it comes in; `times` counts down."""

    model_config = ConfigDict(extra="forbid")

    times: int = Field(1, ge=1)
    method: str | None = None
    chat_id: int | None = None
    language_code: str | None = None
    error_code: int | None = None
    description: str | None = None
    retry_after: int | None = None
    drop_reply: bool = False

    def matches(self, method: str, chat_id: int, language_code: str) -> bool:
        is_method = self.method is None or self.method.lower() == method.lower()
        return is_method and self.chat_id in (None, chat_id) and self.language_code in (None, language_code)

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
        """Raises pydantic's ValidationError if the order makes no sense."""
        self._faults.append(Fault.model_validate(order))

    def clear(self) -> None:
        self._faults.clear()

    def take(self, method: str, chat_id: int, language_code: str = "") -> Fault | None:
        """The first fault that matches this call, used up by one."""
        fault = next((one for one in self._faults if one.matches(method, chat_id, language_code)), None)
        if fault is not None:
            fault.times -= 1
            if fault.times <= 0:
                self._faults.remove(fault)
        return fault
