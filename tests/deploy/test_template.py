"""The template: what it makes, what each function may do, what is refused before anything is made."""

from __future__ import annotations

import json
import re
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from handlers.introduction import digest
from infra.local import pump
from infra.local.table_definition import EXPIRY, definition
from infra.metrics import Metric
from infra.settings import ClockSettings, DeliverSettings, WebhookSettings
from tests.deploy.template import TEMPLATE, Json, of_type, read_template
from tests.real_parts import require

ROOT = Path(__file__).parent.parent.parent
FUNCTIONS = ("WebhookFunction", "DeliverFunction", "ClockFunction", "SetupFunction")

TABLE_READS = {"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"}
WRITES = {"dynamodb:PutItem", "dynamodb:UpdateItem"}
DELETES = {"dynamodb:DeleteItem"}
CHECKS = {"dynamodb:ConditionCheckItem"}
LOGS = {"logs:CreateLogStream", "logs:PutLogEvents"}


@pytest.fixture(scope="module")
def template() -> Json:
    return read_template()


@pytest.fixture(scope="module")
def resources(template: Json) -> Json:
    found: Json = template["Resources"]
    return found


@pytest.fixture(scope="module")
def transformed() -> Json:
    """The template as CloudFormation sees it, once SAM's transform has written out what it stands for."""
    program = (
        "import json, sys; from unittest.mock import Mock\n"
        "from samcli.yamlhelper import yaml_parse; from samtranslator.translator.transform import transform\n"
        "template = yaml_parse(open(sys.argv[1]).read())\n"
        "template['Globals']['Function']['CodeUri'] = 's3://bucket/package'\n"
        "print(json.dumps(transform(template, {}, Mock(load=dict))))"
    )
    python = require("sam").with_name("python")
    run = subprocess.run([python, "-c", program, TEMPLATE], capture_output=True, text=True, check=True)
    found: Json = json.loads(run.stdout.splitlines()[-1])
    return found


def properties(resources: Json, name: str) -> Json:
    found: Json = resources[name]["Properties"]
    return found


def allowed(resources: Json, role: str) -> dict[str, set[str]]:
    """What a role may do, by what it may do it to."""
    granted: dict[str, set[str]] = {}
    for policy in properties(resources, role)["Policies"]:
        for statement in policy["PolicyDocument"]["Statement"]:
            assert statement["Effect"] == "Allow"
            actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            granted.setdefault(target(statement["Resource"]), set()).update(actions)
    return granted


def target(resource: Any) -> str:
    """`Table`, `Table.StreamArn`, `Table/index/due` …, whichever way the template says it."""
    if "Fn::GetAtt" in resource:
        name, attribute = resource["Fn::GetAtt"]
        return str(name) if attribute in ("Arn", "Id") else f"{name}.{attribute}"
    return re.sub(r"\$\{(\w+)\.Arn\}", r"\1", str(resource["Fn::Sub"]))


def mentions(value: Any) -> Iterator[str]:
    """The names that a part of a template refers to, in whatever way."""
    if isinstance(value, list):
        for part in value:
            yield from mentions(part)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key in ("Ref", "DependsOn"):
                yield from [part] if isinstance(part, str) else part
            elif key == "Fn::GetAtt":
                yield part.split(".")[0] if isinstance(part, str) else part[0]
            elif key == "Fn::Sub":
                yield from re.findall(r"\$\{([A-Za-z0-9]+)", part if isinstance(part, str) else part[0])
                yield from mentions([] if isinstance(part, str) else part[1])
            else:
                yield from mentions(part)


def circle(resources: Json) -> list[str]:
    """Resources that wait for each other, if there are any."""
    waits = {name: set(mentions(resource)) & set(resources) for name, resource in resources.items()}
    while ready := [name for name, others in waits.items() if not others & set(waits)]:
        for name in ready:
            del waits[name]
    return sorted(waits)


# What AWS's own tools say


def test_cfn_lint_finds_nothing() -> None:
    cfn_lint = Path(sys.executable).with_name("cfn-lint")
    run = subprocess.run([cfn_lint, TEMPLATE], capture_output=True, text=True)
    assert run.stdout + run.stderr == ""


@pytest.mark.real("sam")
def test_sam_finds_it_valid() -> None:
    run = subprocess.run([require("sam"), "validate", "--lint"], cwd=ROOT, capture_output=True, text=True)
    assert "is a valid SAM Template" in run.stdout, run.stderr


def test_circles_are_found() -> None:
    """cfn-lint and SAM see none of these."""
    chain: Json = {"A": {"P": {"Ref": "B"}}, "B": {"P": {"Fn::Sub": "x${C.Arn}"}}, "C": {}}
    assert circle(chain) == []
    assert circle(chain | {"C": {"DependsOn": "A"}}) == ["A", "B", "C"]
    assert circle(chain | {"C": {"P": [{"Fn::GetAtt": ["A", "Arn"]}]}}) == ["A", "B", "C"]
    assert circle(chain | {"C": {"P": {"Fn::Sub": ["${x}", {"x": {"Ref": "A"}}]}}}) == ["A", "B", "C"]


@pytest.mark.real("sam")
def test_nothing_waits_for_what_waits_for_it(transformed: Json) -> None:
    assert circle(transformed["Resources"]) == []


@pytest.mark.real("sam")
def test_the_functions_url_is_open_to_telegram(transformed: Json) -> None:
    """AWS asks for both permissions since October 2025."""
    permissions = of_type(transformed["Resources"], "AWS::Lambda::Permission").values()
    public = [one["Properties"] for one in permissions if one["Properties"]["Principal"] == "*"]
    assert {one["Action"] for one in public} == {"lambda:InvokeFunctionUrl", "lambda:InvokeFunction"}
    assert [one for one in public if not (one.get("FunctionUrlAuthType") or one.get("InvokedViaFunctionUrl"))] == []


# Table, stream, queue


def test_the_table_is_the_one_that_the_code_expects(resources: Json) -> None:
    made = properties(resources, "Table")
    expected = definition()
    assert expected["StreamSpecification"].pop("StreamEnabled")
    assert {name: made[name] for name in expected} == expected
    assert made["TimeToLiveSpecification"] == {"AttributeName": EXPIRY, "Enabled": True}
    assert made["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}


def test_the_table_stays_when_its_stack_goes(resources: Json) -> None:
    assert resources["Table"]["DeletionPolicy"] == "RetainExceptOnCreate"
    assert resources["Table"]["UpdateReplacePolicy"] == "Retain"


def test_the_stream_mapping_has_every_bound_written_down(resources: Json) -> None:
    mapping = properties(resources, "StreamToDeliver")
    assert mapping["StartingPosition"] == "TRIM_HORIZON"
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True
    bounds = ("BatchSize", "MaximumBatchingWindowInSeconds", "ParallelizationFactor", "TumblingWindowInSeconds")
    assert [name for name in bounds if name not in mapping] == []
    assert mapping["MaximumRetryAttempts"] == -1
    assert 60 <= mapping["MaximumRecordAgeInSeconds"] <= 6 * 3600
    assert target(mapping["DestinationConfig"]["OnFailure"]["Destination"]) == "FailedRecords"


def test_lambda_does_not_take_visits_that_ask_for_the_next_for_a_runaway_loop(resources: Json) -> None:
    assert properties(resources, "DeliverFunction")["RecursiveLoop"] == "Allow"


@pytest.mark.parametrize(
    "event_name, sk, is_wanted",
    [
        ("INSERT", "MATCH", True),
        ("MODIFY", "MATCH", True),
        ("REMOVE", "MATCH", False),
        ("INSERT", "SCREEN#17", True),
        ("MODIFY", "SCREEN#17", False),
        ("REMOVE", "SCREEN#17", False),
        ("INSERT", "MATCH#7K3MQ9XA", False),
        ("MODIFY", "PROFILE", False),
        ("MODIFY", "CHAT#0", False),
    ],
)
def test_the_stream_brings_what_is_told_and_nothing_else(
    resources: Json, event_name: str, sk: str, is_wanted: bool
) -> None:
    filters = properties(resources, "StreamToDeliver")["FilterCriteria"]["Filters"]
    event = {"eventName": event_name, "dynamodb": {"Keys": {"sk": {"S": sk}}}}
    assert any(pump.matches(json.loads(one["Pattern"]), event) for one in filters) is is_wanted
    assert pump.is_wanted(event) is is_wanted


def test_a_visit_is_over_before_another_may_begin(resources: Json) -> None:
    """Lambda asks for a queue that hides a message for six times the function's time."""
    timeout = properties(resources, "DeliverFunction")["Timeout"]
    assert timeout < 60
    assert properties(resources, "WaitingChats")["VisibilityTimeout"] >= 6 * timeout
    mapping = properties(resources, "QueueToDeliver")
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    redrive = properties(resources, "WaitingChats")["RedrivePolicy"]
    assert target(redrive["deadLetterTargetArn"]) == "DeadLetters"


# What each function may do


def test_the_webhook_may_use_the_table_and_cannot_read_the_token(resources: Json) -> None:
    assert allowed(resources, "WebhookRole") == {"WebhookLogs": LOGS, "Table": TABLE_READS | WRITES | DELETES | CHECKS}


def test_deliver_may_tell_and_wait_and_note_who_cannot_be_reached(resources: Json) -> None:
    stream = {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}
    queue = {"ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage", "SendMessage"}
    assert allowed(resources, "DeliverRole") == {
        "DeliverLogs": LOGS,
        "Table": TABLE_READS | WRITES | DELETES | CHECKS,
        "Table.StreamArn": stream,
        "Table/stream/*": {"dynamodb:ListStreams"},
        "WaitingChats": {f"sqs:{action}" for action in queue},
        "FailedRecords": {"sqs:SendMessage"},
        "BotTokenSecret": {"secretsmanager:GetSecretValue"},
    }


def test_the_clock_may_look_at_what_is_due_save_matches_and_read_what_they_are_counted_into(resources: Json) -> None:
    assert allowed(resources, "ClockRole") == {
        "ClockLogs": LOGS,
        "Table": WRITES | DELETES | {"dynamodb:BatchGetItem", "dynamodb:GetItem"},
        "Table/index/due": {"dynamodb:Query"},
    }


def test_setup_may_read_the_webhooks_secret_and_nothing_else(resources: Json) -> None:
    assert allowed(resources, "SetupRole") == {"SetupLogs": LOGS, "WebhookSecret": {"secretsmanager:GetSecretValue"}}


@pytest.mark.real("sam")
def test_no_role_has_a_wildcard_action_or_more_than_is_written_down(transformed: Json) -> None:
    roles = of_type(transformed["Resources"], "AWS::IAM::Role")
    assert set(roles) == {"WebhookRole", "DeliverRole", "ClockRole", "SetupRole"}
    assert "ManagedPolicyArns" not in json.dumps(roles)
    for name in roles:
        actions = set.union(*allowed(transformed["Resources"], name).values())
        assert [action for action in actions if "*" in action] == []


# Secrets


def test_the_webhooks_secret_is_made_of_what_telegram_takes(resources: Json) -> None:
    generated = properties(resources, "WebhookSecret")["GenerateSecretString"]
    assert set(string.punctuation) <= set(generated["ExcludeCharacters"])
    assert 32 <= generated["PasswordLength"] <= 256


def test_the_webhooks_secret_reaches_the_webhook_alone(template: Json) -> None:
    text = json.dumps(template)
    assert text.count("{{resolve:") == 1
    variables = properties(template["Resources"], "WebhookFunction")["Environment"]["Variables"]
    assert variables["WEBHOOK_SECRET"] == {"Fn::Sub": "{{resolve:secretsmanager:${WebhookSecret.Id}}}"}


def test_the_token_goes_to_its_secret_and_to_setup_alone(template: Json) -> None:
    assert template["Parameters"]["BotToken"]["NoEcho"] is True
    holders = {name for name, resource in template["Resources"].items() if "BotToken" in set(mentions(resource))}
    assert holders == {"BotTokenSecret", "Bot", "Webhook"}
    assert "BotToken" not in set(mentions(template["Outputs"]))


# Functions


def test_each_function_is_told_what_it_needs(resources: Json) -> None:
    def variables(name: str) -> set[str]:
        return set(properties(resources, name).get("Environment", {"Variables": {}})["Variables"])

    assert {name.lower() for name in variables("WebhookFunction")} == set(WebhookSettings.model_fields)
    assert {name.lower() for name in variables("ClockFunction")} == set(ClockSettings.model_fields)
    by_arn = {"BOT_TOKEN_SECRET_ARN", "BOT_TOKEN_DIGEST"}
    told = {name.lower() for name in variables("DeliverFunction") - by_arn} | {"bot_token"}
    assert told == set(DeliverSettings.model_fields)


def test_every_function_runs_python_3_13_on_the_chosen_processor_and_logs_json(template: Json) -> None:
    common = template["Globals"]["Function"]
    assert common["Runtime"] == "python3.13"
    assert common["Architectures"] == [{"Ref": "Architecture"}]
    assert template["Parameters"]["Architecture"]["Default"] == "arm64"
    assert set(of_type(template["Resources"], "AWS::Serverless::Function")) == set(FUNCTIONS)
    for name in FUNCTIONS:
        function = template["Resources"][name]
        assert function["Metadata"]["BuildMethod"] == "makefile"
        assert function["Properties"]["LoggingConfig"]["LogFormat"] == "JSON"
        group = function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"]
        assert properties(template["Resources"], group)["RetentionInDays"] == {"Ref": "LogRetentionDays"}


def test_each_handler_is_there(resources: Json) -> None:
    for name in FUNCTIONS:
        module, _, attribute = properties(resources, name)["Handler"].rpartition(".")
        assert attribute == "handler"
        assert (ROOT / f"{module.replace('.', '/')}.py").exists()


def test_the_clock_runs_each_minute(resources: Json) -> None:
    schedule = properties(resources, "ClockFunction")["Events"]["Minute"]
    assert schedule["Type"] == "Schedule"
    assert schedule["Properties"]["Schedule"] == "rate(1 minute)"


# Setup's two resources


def test_the_bot_is_known_before_those_who_need_its_name(resources: Json) -> None:
    for name in ("WebhookFunction", "DeliverFunction"):
        assert "Bot" in set(mentions(resources[name]))


def test_updates_come_last_when_all_that_they_set_going_is_there(resources: Json) -> None:
    needed = set(mentions(resources["Webhook"]))
    assert {"WebhookFunctionUrl", "StreamToDeliver", "QueueToDeliver"} <= needed


def test_setup_gives_up_in_time(resources: Json) -> None:
    for name in ("Bot", "Webhook"):
        timeout = properties(resources, "SetupFunction")["Timeout"]
        assert timeout < properties(resources, name)["ServiceTimeout"] <= 300


def test_a_change_of_what_telegram_is_told_is_deployed(resources: Json) -> None:
    assert properties(resources, "Webhook")["Digest"] == digest(), (
        "what Telegram is told has changed: run `make digest`"
    )


# Parameters, names, outputs


@pytest.mark.parametrize(
    "parameter, good, bad",
    [
        ("BotToken", ["123456789:" + "Aa-_0" * 7], ["", "123456789", "Aa:" + "x" * 35, "12:" + "x" * 35 + " "]),
        ("BotApiUrl", ["https://api.telegram.org", "http://10.0.0.7:8081", "https://a.example/bots"],
         ["api.telegram.org", "https://api.telegram.org/", "ftp://x", "https://a b"]),
        ("AlarmEmail", ["", "me@example.org"], ["operator", "a@b", "a b@example.org", "a@example.org,b@example.org"]),
    ],
)  # fmt: skip
def test_a_wrong_parameter_is_refused_before_anything_is_made(
    template: Json, parameter: str, good: list[str], bad: list[str]
) -> None:
    pattern = template["Parameters"][parameter]["AllowedPattern"]
    assert [value for value in good if not re.fullmatch(pattern, value)] == []
    assert [value for value in bad if re.fullmatch(pattern, value)] == []


def test_every_parameter_says_what_it_is_and_what_it_must_be(template: Json) -> None:
    parameters = template["Parameters"]
    known = {
        "BotToken",
        "BotRevision",
        "BotApiUrl",
        "WebhookConnections",
        "PaidBroadcast",
        "AlarmEmail",
        "LogRetentionDays",
        "Dashboard",
        "Architecture",
        "DeliverMemory",
        "ClockMemory",
    }
    assert set(parameters) == known
    for name, parameter in parameters.items():
        assert parameter["Description"], name
        assert parameter["ConstraintDescription"], name
        assert {"AllowedPattern", "AllowedValues", "MinValue"} & set(parameter), name
        assert name == "BotToken" or "Default" in parameter, name


def test_functions_get_the_memory_that_they_are_given(template: Json) -> None:
    for function, parameter, default in (
        ("DeliverFunction", "DeliverMemory", 512),
        ("ClockFunction", "ClockMemory", 256),
    ):
        assert properties(template["Resources"], function)["MemorySize"] == {"Ref": parameter}
        assert template["Parameters"][parameter]["Default"] == template["Parameters"][parameter]["MinValue"] == default


def test_two_stacks_can_live_side_by_side(resources: Json) -> None:
    names = re.compile(r"^(Function|Table|Queue|Role|Topic|LogGroup|Alarm|Dashboard|Secret|Rule|Bucket)?Name$")
    own = {
        f"{resource}.{name}"
        for resource, made in resources.items()
        for name in made.get("Properties", {})
        if names.match(name) and made["Type"] != "AWS::Lambda::EventSourceMapping"
    }
    assert own == set()


def test_an_alarm_tells_whoever_gave_an_address_and_costs_nobody_else(resources: Json) -> None:
    alarms = of_type(resources, "AWS::CloudWatch::Alarm")
    assert {alarm["Condition"] for alarm in alarms.values()} == {"IsWatched"}
    watched = {(one["Properties"]["MetricName"], target_of(one)) for one in alarms.values()}
    assert watched >= {
        ("Url5xxCount", "WebhookFunction"),
        ("Errors", "DeliverFunction"),
        ("Errors", "ClockFunction"),
        ("IteratorAge", "DeliverFunction"),
        ("ApproximateNumberOfMessagesVisible", "DeadLetters"),
        ("ApproximateNumberOfMessagesVisible", "FailedRecords"),
        ("Throttles", "WebhookFunction"),
        ("Throttles", "DeliverFunction"),
    }
    for alarm in alarms.values():
        assert alarm["Properties"]["AlarmActions"] == {
            "Fn::If": ["HasAlarmEmail", [{"Ref": "AlarmTopic"}], {"Ref": "AWS::NoValue"}]
        }
        assert alarm["Properties"]["TreatMissingData"] == "notBreaching"


def target_of(alarm: Json) -> str:
    value = alarm["Properties"]["Dimensions"][0]["Value"]
    return str(value["Ref"] if "Ref" in value else value["Fn::GetAtt"][0])


def test_the_dashboard_is_there_when_asked_for_and_is_json(template: Json) -> None:
    assert template["Parameters"]["Dashboard"]["Default"] == "off"
    assert template["Resources"]["Overview"]["Condition"] == "HasDashboard"
    body = properties(template["Resources"], "Overview")["DashboardBody"]["Fn::Sub"]
    widgets = json.loads(re.sub(r"\$\{[\w:.]+\}", "x", body))["widgets"]
    shown = {metric[1] for widget in widgets for metric in widget["properties"].get("metrics", []) if len(metric) > 2}
    assert set(Metric) <= shown


def test_the_outputs_are_the_bots_link_and_what_to_do_next(template: Json) -> None:
    assert template["Outputs"]["BotLink"]["Value"] == {"Fn::Sub": "https://t.me/${Bot.Username}"}
    assert "/new" in json.dumps(template["Outputs"]["NextStep"])
