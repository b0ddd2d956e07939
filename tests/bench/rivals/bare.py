"""The least that a function on DynamoDB can be: a boto3 client, one read, one conditional write, one answer."""

import json
import os

import boto3

client = boto3.client("dynamodb")


def handler(event, context):  # type: ignore[no-untyped-def]
    """A tap on a pick, as Telegram sends it."""
    query = json.loads(event["body"])["callback_query"]
    _, code, _, combination, _ = query["data"].split(":")
    key = {"pk": {"S": f"MATCH#{code}"}, "sk": {"S": "MATCH"}}
    item = client.get_item(TableName=os.environ["TABLE_NAME"], Key=key, ConsistentRead=True)["Item"]
    version = int(item["version"]["N"])
    client.update_item(
        TableName=os.environ["TABLE_NAME"],
        Key=key,
        UpdateExpression="SET version = :next, picked = :pick",
        ConditionExpression="version = :version",
        ExpressionAttributeValues={
            ":next": {"N": str(version + 1)},
            ":version": {"N": str(version)},
            ":pick": {"S": combination},
        },
    )
    answer = {"method": "answerCallbackQuery", "callback_query_id": query["id"], "text": "You picked."}
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(answer)}
