"""CloudFormation's custom resources: each request gets its answer, whatever happens, lest a deployment wait for hours.

It needs the standard library alone, so that it can answer even where nothing else of the package can be imported.
"""

from __future__ import annotations

import json
import logging
import time
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final

from infra.logs import log

Event = Mapping[str, Any]
Data = Mapping[str, str]
_TRIES: Final = 3
_LONGEST_REASON: Final = 1000


class ResourceError(Exception):
    """Why a resource cannot be made: one sentence for whoever deploys, with no secret in it."""


def serve(event: Event, work: Callable[[Event], Data], put: Callable[[str, bytes], None]) -> None:
    """Do the work of a request and put the answer where CloudFormation asks for it. A deletion never fails.

    A resource keeps its name for a physical id: none is ever replaced, so none is deleted after its successor was made.
    """
    answer = {name: event[name] for name in ("StackId", "RequestId", "LogicalResourceId")}
    answer["PhysicalResourceId"] = str(event["LogicalResourceId"]).lower()
    reason, data = _attempt(event, work)
    is_done = not reason or event["RequestType"] == "Delete"
    facts = {"resource": event["LogicalResourceId"], "request": event["RequestType"], "reason": reason}
    log("resource_served" if is_done else "resource_failed", logging.WARNING if reason else logging.INFO, **facts)
    status = {"Status": "SUCCESS", "Data": data} if is_done else {"Status": "FAILED", "Reason": reason}
    put(event["ResponseURL"], json.dumps({**answer, **status}).encode())


def _attempt(event: Event, work: Callable[[Event], Data]) -> tuple[str, Data]:
    """Why it failed (empty if it did not), and the resource's attributes."""
    try:
        return "", work(event)
    except ResourceError as error:
        return str(error)[:_LONGEST_REASON], {}
    except ImportError as error:
        return _does_not_fit(error), {}
    except Exception as error:  # noqa: BLE001 (whatever it is, CloudFormation waits; its text may hold a secret)
        return f"Setup failed with {type(error).__name__}, for which it knows no remedy.", {}


def _does_not_fit(error: ImportError) -> str:
    return (
        f"The package does not fit its function, for it cannot import {error.name}: give sam build the same "
        "Architecture as sam deploy (--parameter-overrides Architecture=arm64 or x86_64), and deploy again."
    )


def put(url: str, body: bytes, sleep: Callable[[float], None] = time.sleep) -> None:
    """Raises OSError when the last of a few tries fails. The address is signed without a content type."""
    request = urllib.request.Request(url, body, {"Content-Type": ""}, method="PUT")  # noqa: S310 (CloudFormation's own)
    for tries_left in reversed(range(_TRIES)):
        try:
            with urllib.request.urlopen(request, timeout=5):  # noqa: S310
                return
        except OSError:
            if not tries_left:
                raise
            sleep(1)
