"""`python -m infra.local.bot_api --port N`: the local Bot API on its own; any token of the right form is a bot."""

import argparse

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import Server, listen


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m infra.local.bot_api", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument("--token", help="let only this bot in")
    parser.add_argument("--username", help="the bot's username (bot<id>_bot by default)")
    parser.add_argument("--retry-scale", type=float, default=1.0, help="shortens the waits between tries of a webhook")
    parser.add_argument("--webhook-via", help="send all webhooks to this base URL, their host in the Host header")
    options = parser.parse_args()
    bot_api = BotApi(
        token=options.token,
        username=options.username,
        retry_scale=options.retry_scale,
        webhook_via=options.webhook_via,
    )
    with listen(options.host, options.port) as listener:
        print(f"The local Bot API listens on http://{options.host}:{listener.getsockname()[1]}", flush=True)
        Server(bot_api).run(sockets=[listener])


if __name__ == "__main__":
    main()
