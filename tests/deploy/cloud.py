"""AWS on this machine: ministack, which checks every call against the caller's role, the real SAM, and a Telegram."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import botocore.session
from cfnlint.decode import cfn_yaml  # type: ignore[import-untyped]

from infra.local.bot_api.app import BotApi
from infra.local.bot_api.server import running
from infra.local.phone import LocalBotApi
from tests.deploy.package import HERE, ROOT
from tests.real_parts import require

REGION = "eu-central-1"
TOKEN = "7776000001:" + "T" * 35
STACK = "bot-7776"
START_WITHIN = 90.0


@dataclass(frozen=True)
class Cloud:
    """`api` is Telegram's side and `bot_api` its inside; `folder` is for what is built and logged."""

    endpoint_url: str
    bot_api: BotApi
    api: LocalBotApi
    folder: Path

    def client(self, service: str) -> Any:
        session = botocore.session.get_session()
        session.set_credentials("test", "test")
        return session.create_client(service, REGION, endpoint_url=self.endpoint_url)

    @property
    def template(self) -> Path:
        """What is deployed: a template with its packages beside it."""
        return self.folder / "build" / "template.yaml"

    def build(self) -> None:
        """Builds as the README says, for this machine."""
        build = str(self.template.parent)
        self._sam("build", "--build-dir", build, "--parameter-overrides", f"Architecture={HERE}")

    def revise(self, *functions: str, **properties: object) -> None:
        """Take the deployed template with the packages that it has, but for these functions', and these changes."""
        got = self.client("cloudformation").get_template(StackName=STACK, TemplateStage="Original")["TemplateBody"]
        template = cfn_yaml.loads(got)
        for function in functions:
            template["Resources"][function]["Properties"]["CodeUri"] = function
        template["Resources"]["Webhook"]["Properties"].update(properties)
        self.template.write_text(json.dumps(template))

    def deploy(self, stack: str = STACK, **parameters: object) -> subprocess.CompletedProcess[str]:
        """Deploys what was built. A stack keeps the parameters that are not given, but for the bot's token at first."""
        own = {"Architecture": HERE, "BotApiUrl": self.api.base_url, **parameters}
        overrides = [f"{name}={value}" for name, value in own.items()]
        template = ["--template-file", str(self.template), "--stack-name", stack]
        return self._sam("deploy", *template, "--parameter-overrides", *overrides, check=False)

    def delete(self, stack: str = STACK) -> None:
        self._sam("delete", "--stack-name", stack, "--no-prompts")

    def _sam(self, command: str, *options: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        config = ["--config-file", str(ROOT / "samconfig.toml")] if command != "build" else []
        run = subprocess.run(
            [require("sam"), command, *config, *options],
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with (self.folder / "sam.log").open("a") as log:
            log.write(run.stdout)
        assert not (check and run.returncode), run.stdout[-4000:]
        return run

    def _environment(self) -> dict[str, str]:
        return os.environ | {
            "AWS_ENDPOINT_URL": self.endpoint_url,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": REGION,
            "SAM_CLI_POLL_DELAY": "1",
        }

    def resource(self, name: str, stack: str = STACK) -> str:
        """The physical id of a resource."""
        found = self.client("cloudformation").describe_stack_resource(StackName=stack, LogicalResourceId=name)
        return str(found["StackResourceDetail"]["PhysicalResourceId"])

    def stacks(self) -> list[str]:
        return [stack["StackName"] for stack in self.client("cloudformation").describe_stacks()["Stacks"]]

    def logs(self) -> str:
        """Everything that any function has logged, and all that SAM and ministack have said."""
        client, said = self.client("logs"), [path.read_text() for path in self.folder.glob("*.log")]
        for group in client.describe_log_groups()["logGroups"]:
            for page in client.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
                said += [event["message"] for event in page["events"]]
        return "\n".join(said)


@contextmanager
def cloud(folder: Path) -> Iterator[Cloud]:
    """Runs ministack and a local Bot API while the context lasts. Webhooks go to ministack, which tells hosts apart."""
    port = _free_port()
    endpoint_url = f"http://127.0.0.1:{port}"
    bot_api = BotApi(retry_scale=0.2, answer_within=35, webhook_via=endpoint_url)
    with ExitStack() as opened:
        opened.enter_context(_ministack(port, folder))
        api = opened.enter_context(LocalBotApi(opened.enter_context(running(bot_api))))
        yield Cloud(endpoint_url, bot_api, api, folder)


@contextmanager
def _ministack(port: int, folder: Path) -> Iterator[None]:
    python = require("ministack")
    environment = os.environ | {
        "GATEWAY_PORT": str(port),
        "BIND_HOST": "127.0.0.1",
        "AUTH": "true",
        "MINISTACK_REGION": REGION,
        "TMPDIR": str(folder),
    }
    with (folder / "ministack.log").open("w") as log:
        process = subprocess.Popen([python, "-m", "ministack"], env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(process, port)
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    give_up = time.monotonic() + START_WITHIN
    while process.poll() is None and time.monotonic() < give_up:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/_ministack/health")
            if connection.getresponse().status < 500:
                return
        except OSError:
            time.sleep(0.2)
        finally:
            connection.close()
    raise RuntimeError("ministack did not start")
