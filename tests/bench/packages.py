"""The folders that functions are loaded from: the package as deployed, and the two it is measured against."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.tables import Row
from tests.deploy.package import HERE, ROOT
from tests.real_parts import TOOLS, require

COLD: Final = ("webhook", "deliver", "bare", "usual", "nothing")
"""Whose starts are measured."""
WARM: Final = ("webhook", "deliver", "clock", "bare", "usual", "messages")
RIVALS: Final = Path(__file__).parent / "rivals"
_KEPT: Final = TOOLS / "bench"


@dataclass(frozen=True)
class Program:
    """A function: the folder and module it is loaded from, and whether its folder holds bytecode."""

    name: str
    folder: Path
    module: str
    is_compiled: bool = True

    @property
    def command(self) -> list[str]:
        """Serves it in a new interpreter that knows nothing else, and writes no bytecode."""
        script = Path(__file__).with_name("serve.py")
        return [str(require("python3.13")), "-I", "-B", str(script), str(self.folder), self.module]


def programs(folder: Path) -> dict[str, Program]:
    """The functions as deployed, (a) the bare function and (b) the usual way, for this machine's processor; and what no
    function can be quicker than: one that does nothing, and a message for each of two players, and nothing else.
    """
    package = folder / "package"
    build = [str(require("python3.13")), str(ROOT / "infra" / "local" / "package" / "build.py"), HERE, str(package)]
    subprocess.run(build, check=True)
    bare = _installed("bare", ["boto3"], is_compiled=True)
    usual = _installed("usual", ["boto3", "python-telegram-bot"], is_compiled=False)
    shutil.copy(RIVALS / "messages.py", usual)
    return {
        "webhook": Program("webhook", package, "handlers.webhook"),
        "deliver": Program("deliver", package, "handlers.deliver"),
        "clock": Program("clock", package, "handlers.clock"),
        "bare": Program("bare", bare, "bare"),
        "usual": Program("usual", usual, "usual", is_compiled=False),
        "messages": Program("messages", usual, "messages", is_compiled=False),
        "nothing": Program("nothing", RIVALS, "nothing", is_compiled=False),
    }


def _installed(name: str, requirements: list[str], *, is_compiled: bool) -> Path:
    """A rival's own package, with the same releases of the same libraries; kept for the next time."""
    pins = dict(re.findall(r"^([\w.-]+)(==[\w.]+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    wanted = [one + pins[one] for one in requirements]
    folder = _KEPT / "-".join([name, *wanted]).replace("==", "-")
    python = str(require("python3.13"))
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        constraints = ["--constraint", str(ROOT / "requirements.txt")]
        pip = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, "--target", str(new), *constraints, *wanted], check=True)
        new.rename(folder)
    shutil.copy(RIVALS / f"{name}.py", folder)
    if is_compiled:
        mode = ["--invalidation-mode", "unchecked-hash"]
        subprocess.run([python, "-m", "compileall", "-q", *mode, str(folder)], check=True)
    else:
        for bytecode in [*folder.rglob("__pycache__")]:
            shutil.rmtree(bytecode)
    return folder


def rows(made: Mapping[str, Program]) -> list[Row]:
    """How large the package is, unpacked and zipped, beside the usual one."""
    mine, theirs = _sizes(made["webhook"].folder), _sizes(made["usual"].folder)
    return [
        Row(f"package, {how}", "usual", f"{one / 1e6:.1f} MB", f"{other / 1e6:.1f} MB", one / other, None, None)
        for how, one, other in zip(("unpacked", "zipped"), mine, theirs, strict=True)
    ]


def _sizes(folder: Path) -> tuple[int, int]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    with tempfile.TemporaryFile() as zipped:
        with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                archive.write(path, path.relative_to(folder))
        return sum(path.stat().st_size for path in files), zipped.tell()
