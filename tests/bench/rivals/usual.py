"""How most such bots are made: python-telegram-bot's Application behind the webhook, and a boto3 resource."""

import asyncio
import json
import os

import boto3
from telegram import Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler

table = boto3.resource("dynamodb").Table(os.environ["TABLE_NAME"])
application = (
    ApplicationBuilder()
    .token(os.environ["BOT_TOKEN"])
    .base_url(f"{os.environ['BOT_API_URL']}/bot")
    .updater(None)
    .build()
)
loop = asyncio.new_event_loop()


async def pick(update, context):  # type: ignore[no-untyped-def]
    """A tap on a pick: one read, one conditional write, one answer."""
    _, code, _, combination, _ = update.callback_query.data.split(":")
    key = {"pk": f"MATCH#{code}", "sk": "MATCH"}
    item = table.get_item(Key=key, ConsistentRead=True)["Item"]
    version = int(str(item["version"]))
    table.update_item(
        Key=key,
        UpdateExpression="SET version = :next, picked = :pick",
        ConditionExpression="version = :version",
        ExpressionAttributeValues={":next": version + 1, ":version": version, ":pick": combination},
    )
    await update.callback_query.answer("You picked.")


application.add_handler(CallbackQueryHandler(pick, pattern="^pick:"))
loop.run_until_complete(application.initialize())


def handler(event, context):  # type: ignore[no-untyped-def]
    """An update in a Function URL event."""
    update = Update.de_json(json.loads(event["body"]), application.bot)
    loop.run_until_complete(application.process_update(update))
    return {"statusCode": 200}
