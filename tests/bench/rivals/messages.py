"""The least that telling two players can be: a message for each, through python-telegram-bot, and nothing else."""

import asyncio
import os
from typing import Any

from telegram import Bot

bot = Bot(os.environ["BOT_TOKEN"], base_url=f"{os.environ['BOT_API_URL']}/bot")
loop = asyncio.new_event_loop()
loop.run_until_complete(bot.initialize())


async def tell(seats: list[Any]) -> None:
    """A message for each seat, side by side."""
    await asyncio.gather(*(bot.send_message(int(seat["M"]["user_id"]["N"]), "Your hand.") for seat in seats))


def handler(event, context):  # type: ignore[no-untyped-def]
    """A stream record of a match."""
    for record in event["Records"]:
        loop.run_until_complete(tell(record["dynamodb"]["NewImage"]["seats"]["L"]))
    return {"batchItemFailures": []}
