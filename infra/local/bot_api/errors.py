"""What the Bot API answers when it refuses: code, description and parameters, worded as Telegram's own server words
them (the rules are those of `fail_query_with_error` in tdlib/telegram-bot-api)."""

from typing import Any

Json = dict[str, Any]

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
OTHER_POLL = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
POLL_ENDED_BY_WEBHOOK = "Conflict: terminated by setWebhook request"


class ApiError(Exception):
    """A refused Bot API call."""

    def __init__(self, error_code: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(description)
        self.error_code = error_code
        self.description = description
        self.parameters = parameters or {}

    def answer(self) -> Json:
        answer: Json = {"ok": False, "error_code": self.error_code, "description": self.description}
        if self.parameters:
            answer["parameters"] = self.parameters
        return answer


def _worded(prefix: str, text: str) -> str:
    """Lower-cases the first letter of a sentence, but leaves a code such as BUTTON_DATA_INVALID alone."""
    is_code = len(text) > 1 and (text[1] == "_" or "A" <= text[1] <= "Z")
    return f"{prefix}: {text if is_code else text[:1].lower() + text[1:]}"


def bad_request(text: str, parameters: Json | None = None) -> ApiError:
    return ApiError(400, _worded("Bad Request", text), parameters)


def forbidden(text: str) -> ApiError:
    return ApiError(403, _worded("Forbidden", text))


def unauthorized() -> ApiError:
    return ApiError(401, "Unauthorized")


def not_found() -> ApiError:
    return ApiError(404, "Not Found")


def conflict(description: str) -> ApiError:
    return ApiError(409, description)


def too_many_requests(retry_after: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})
