"""What some tests need beside Python packages: AWS's own DynamoDB Local, a browser, SAM, ministack.

A test says `@pytest.mark.real("chromium")`, or calls `require("chromium")`. Where the part is missing the test is
skipped and the run's last lines say so; with CI=true a missing part is a failure.
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / ".tools"
LEFT_OUT = "left out: "


@dataclass(frozen=True)
class Part:
    """A real part: its name for people, where it is (None: not here), and how to come by it."""

    title: str
    find: Callable[[], Path | None]
    remedy: str


def _command(*names: str) -> Path | None:
    return next((Path(path) for name in names if (path := shutil.which(name))), None)


def _tool(*parts: str) -> Path | None:
    path = TOOLS.joinpath(*parts)
    return path if path.exists() else None


def _python_of_the_functions() -> Path | None:
    """A Python 3.13 as infra/local/package finds it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv"))) / "versions"
    return next(pyenv.glob("3.13*/bin/python"), None) or _command("python3.13")


def _dynamodb() -> Path | None:
    return _tool("dynamodb", "DynamoDBLocal.jar") if _command("java") else None


PARTS = {
    "dynamodb": Part("DynamoDB Local", _dynamodb, "needs Java 17 and `make tools`"),
    "chromium": Part("Chromium", lambda: _command("chromium", "chromium-browser"), "needs Debian's package chromium"),
    "sam": Part("SAM", lambda: _tool("sam", "bin", "sam"), "needs `make tools`"),
    "ministack": Part(
        "ministack", lambda: _tool("ministack", "bin", "python3.13"), "needs `make tools` where there is a Python 3.13"
    ),
    "runtime": Part(
        "Lambda's runtime",
        lambda: _tool("runtime", "bin", "python3.13"),
        "needs `make tools` where there is a Python 3.13",
    ),
    "python3.13": Part("compiling", _python_of_the_functions, "needs a Python 3.13"),
}


def require(name: str) -> Path:
    """The part's path (a jar, or a command); without it the test is skipped, or fails where CI=true."""
    part = PARTS[name]
    path = part.find()
    if path is not None:
        return path
    reason = f"{LEFT_OUT}{part.title} ({part.remedy})"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
