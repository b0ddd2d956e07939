"""Reads the template, its short forms written out: `!Ref Table` as `{"Ref": "Table"}`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import cfnlint.decode  # type: ignore[import-untyped]

TEMPLATE: Final = Path(__file__).parent.parent.parent / "template.yaml"
Json = dict[str, Any]


def read_template() -> Json:
    decoded, problems = cfnlint.decode.decode(str(TEMPLATE))
    assert problems == []
    plain: Json = json.loads(json.dumps(decoded))
    return plain


def of_type(resources: Json, kind: str) -> Json:
    return {name: resource for name, resource in resources.items() if resource["Type"] == kind}
