"""Who gets the updates: setWebhook and its like, and getUpdates."""

import json
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from infra.local.bot_api.call import Call, Method
from infra.local.bot_api.errors import POLL_ENDED_BY_WEBHOOK, WEBHOOK_ACTIVE, Json, bad_request, conflict
from infra.local.bot_api.polling import MAX_TIMEOUT
from infra.local.bot_api.state import Webhook
from infra.local.bot_api.updates import DEFAULT_KINDS

PORTS = frozenset({None, 80, 88, 443, 8443})


def set_webhook(call: Call) -> bool:
    url = call.params.text("url").strip()
    if not url:
        return delete_webhook(call)
    new = Webhook(
        url=url,
        token=call.token,
        secret_token=call.params.text("secret_token"),
        max_connections=call.params.integer("max_connections", 40, 1, 100),
        ip_address=call.params.text("ip_address"),
    )
    _check_url(url)
    _check_secret(new.secret_token)
    if call.params.boolean("drop_pending_updates"):
        call.bot.updates.clear()
    allow_updates(call)
    call.world.current = call.bot
    if not _is_same(new, call.bot.webhook):
        call.bot.webhook = new
        call.polls.end(POLL_ENDED_BY_WEBHOOK)
        call.delivery.restart()
    return True


def _is_same(new: Webhook, old: Webhook) -> bool:
    return (new.url, new.token, new.secret_token, new.max_connections) == (
        old.url, old.token, old.secret_token, old.max_connections,
    )  # fmt: skip


def _check_url(url: str) -> None:
    """Telegram takes https on its four ports; here plain http, and any port, will do for this machine."""
    parts = urlsplit(url if "://" in url else f"https://{url}")
    try:
        port = parts.port
    except ValueError:
        raise bad_request("invalid webhook URL specified") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname or re.search(r"\s", url):
        raise bad_request("invalid webhook URL specified")
    if _is_this_machine(parts.hostname):
        return
    if parts.scheme == "http":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if port not in PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")


def _is_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _check_secret(secret: str) -> None:
    if len(secret) > 256:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")


def allow_updates(call: Call) -> None:
    """Left out, or unreadable, `allowed_updates` keeps the old list."""
    try:
        kinds = json.loads(call.params.text("allowed_updates") or "null")
    except ValueError:
        return
    if isinstance(kinds, list) and all(isinstance(kind, str) for kind in kinds):
        call.bot.updates.allow(kind.lower() for kind in kinds)


def own_webhook(call: Call) -> Webhook:
    """The webhook as this token sees it: one that the bot's newer or older token set is not its own."""
    return call.bot.webhook if call.bot.webhook.token == call.token else Webhook()


def delete_webhook(call: Call) -> bool:
    if call.params.boolean("drop_pending_updates"):
        call.bot.updates.clear()
    if own_webhook(call).url:
        call.bot.webhook = Webhook()
        call.delivery.stop()
    return True


def get_webhook_info(call: Call) -> Json:
    webhook = own_webhook(call)
    info: Json = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(call.bot.updates.pending()),
    }
    if webhook.url:
        info["max_connections"] = webhook.max_connections
    if webhook.ip_address:
        info["ip_address"] = webhook.ip_address
    if webhook.last_error_date:
        info |= {"last_error_date": webhook.last_error_date, "last_error_message": webhook.last_error_message}
    if call.bot.updates.allowed != DEFAULT_KINDS:
        info["allowed_updates"] = sorted(call.bot.updates.allowed)
    return info


async def get_updates(call: Call) -> list[Json]:
    if call.bot.webhook.url:
        raise conflict(WEBHOOK_ACTIVE)
    allow_updates(call)
    call.world.current = call.bot
    offset, limit = call.params.integer("offset"), call.params.integer("limit", 100, 1, 100)
    return await call.polls.get(offset, limit, call.params.integer("timeout", 0, 0, MAX_TIMEOUT))


METHODS: dict[str, Method] = {
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "getUpdates": get_updates,
}
